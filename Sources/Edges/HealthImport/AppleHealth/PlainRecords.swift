import ByteTools
import HealthEvents
import HealthModel

/// The short way of plain records, from their bytes to the sink's.
///
/// Nearly all records of an export differ from an earlier one in times, value and metadata alone:
/// the start tag up to `creationDate` is the same to the byte, except for the address at the
/// beginning of `device`. The general path, which builds an element, an object and a request, reads
/// the first of them. Its result for that beginning is kept here as a `RecordHead`, and the records
/// that follow skip the general path. This cuts the time of an import to a quarter and changes no
/// result. The general path reads a record if it is not laid out exactly as expected, if its
/// beginning is not known yet, or if an entry is long, is not plain ASCII or repeats a key; both
/// paths give the same journal.
struct PlainRecords {
  /// The most beginnings, and entries of metadata, that are kept; then all are forgotten, and it
  /// starts again.
  private static let capacity = 2048
  /// Bytes of a beginning or an entry at most.
  private static let longest = 2048

  /// False leaves all to the general path.
  let isInUse: Bool

  private var heads: [RecordHead] = []
  /// The rows of their types in the tally.
  private var types: [Int] = []
  private var headIndices: [UInt64: Int] = [:]
  private var recent: Int?
  private var entries: [PlainEntry] = []
  private var entryIndices: [UInt64: Int] = [:]
  /// Keys of entries, and the record that had each last.
  private var keyIndices: [String: Int] = [:]
  private var lastRecords: [Int] = []
  private var record = 0
  private var used = 0
  private var identity = ContentIdentity()

  /// The texts of the record at hand: start, end, creation, value.
  private(set) var texts: [UInt8] = []
  private(set) var textEnds = InlineArray<4, Int>(repeating: 0)
  /// Its value; 0: it is a category.
  private var value = 0.0
  /// Its metadata as the sink spells it.
  private(set) var metadata: [UInt8] = []
  /// The time zone that it names.
  private(set) var zone: String?

  /// The result of reading a record; its texts are kept until the next.
  struct Found {
    /// The index of its head and of the sink's template.
    var index: Int
    /// By what the journal is searched for it.
    var key: ContentKey
    /// True if it needs a second look unless the journal holds just that.
    var isDoubtful: Bool
    /// The row of its type in the tally.
    var type: Int
    /// The time of its creation.
    var created: Timestamp
    var span: TimeSpan
    /// The number of its metadata entries.
    var entryCount: Int
    /// The offset of its end.
    var end: Int
  }

  init(isInUse: Bool) { self.isInUse = isInUse }

  // MARK: Reading

  /// Reads the record that the bytes begin with; nil: it is one for the general path.
  mutating func read(_ bytes: RawSpan, _ sink: inout some ImportSink) -> Found? {
    var at = 0
    guard bytes.skip("<Record ", at: &at), let (index, tail) = find(bytes) else { return nil }
    let head = heads[index]
    guard setTexts(bytes, tail, head) else { return nil }
    at = tail.end
    zone = nil
    if tail.hasContent {
      guard let end = readEntries(bytes, from: at, &sink) else { return nil }
      at = end
    } else {
      used = 0
      metadata.removeAll(keepingCapacity: true)
    }
    recent = index
    return Found(
      index: index, key: head.key(tail, value), isDoubtful: head.isDoubtful, type: types[index],
      created: tail.created, span: TimeSpan(tail.start, tail.ending), entryCount: used, end: at)
  }

  /// Returns the uuid of the record that was read last, if no other has its content, whatever its
  /// source.
  mutating func uuid(of found: Found) -> ObjectUUID {
    let head = heads[found.index]
    identity.begin(with: head.identityStart)
    identity.add(found.span)
    if head.word == nil {
      identity.add(texts, textEnds[2]..<textEnds[3])
    }
    identity.append(parts: head.identityEnd)
    return identity.uuidOfParts
  }

  /// Returns the head that the bytes begin with, and the tail after it.
  private func find(_ bytes: RawSpan) -> (index: Int, tail: RecordTail)? {
    if let recent {
      let head = heads[recent]
      if let end = head.end(in: bytes) {
        guard let tail = RecordTail(bytes, from: end) else { return nil }
        if head.takes(bytes.extracting(tail.value)) { return (recent, tail) }
      }
    }
    guard let layout = HeadLayout(bytes), let tail = RecordTail(bytes, from: layout.end),
      let index = headIndices[layout.hash(bytes, tail)]
    else { return nil }
    let head = heads[index]
    guard head.end(in: bytes) == layout.end, head.takes(bytes.extracting(tail.value))
    else { return nil }
    return (index, tail)
  }

  private mutating func setTexts(
    _ bytes: RawSpan, _ tail: RecordTail, _ head: RecordHead
  ) -> Bool {
    texts.removeAll(keepingCapacity: true)
    texts.append(addingCapacity: 80) { output in
      tail.append(tail.start, bytes, at: tail.startAt, to: &output)
      textEnds[0] = output.count
      tail.append(tail.ending, bytes, at: tail.endAt, to: &output)
      textEnds[1] = output.count
      tail.append(tail.created, bytes, at: tail.createdAt, to: &output)
      textEnds[2] = output.count
    }
    value = 0
    if head.word == nil {
      let text = bytes.extracting(tail.value)
      guard let number = AppleNumber.parse(bytes, tail.value) else { return false }
      value = number
      if DecimalText.isShortest(text) {
        texts.append(contentsOf: text)
      } else {
        DecimalText.append(number, to: &texts)
      }
    }
    textEnds[3] = texts.count
    return true
  }

  /// Reads entries of metadata up to the record's end tag.
  private mutating func readEntries(
    _ bytes: RawSpan, from start: Int, _ sink: inout some ImportSink
  ) -> Int? {
    used = 0
    record += 1
    metadata.removeAll(keepingCapacity: true)
    var at = start
    while true {
      at = bytes.skipSpace(from: at)
      if bytes.skip("</Record>", at: &at) { return at }
      guard let tag = EntryLayout(bytes, from: at), let index = index(of: bytes, tag, &sink),
        !repeatsKey(index)
      else { return nil }
      if used > 0 { metadata.append(UInt8(ascii: ",")) }
      metadata.append(contentsOf: entries[index].spelling)
      if let zone = entries[index].zone { self.zone = zone }
      used += 1
      at = tag.end
    }
  }

  /// Returns true if the current record had the key of this entry before. Only the general path can
  /// keep a repeated key, as `repeatedMetadata`.
  private mutating func repeatsKey(_ index: Int) -> Bool {
    let key = entries[index].key
    defer { lastRecords[key] = record }
    return lastRecords[key] == record
  }

  private mutating func index(
    of bytes: RawSpan, _ tag: EntryLayout, _ sink: inout some ImportSink
  ) -> Int? {
    let text = bytes.extracting(tag.start..<tag.end)
    let hash = text.quickHash()
    if let index = entryIndices[hash], entries[index].matches(text) {
      return index
    }
    guard text.byteCount <= Self.longest, text.isPlain else { return nil }
    if entries.count >= Self.capacity {
      entries.removeAll(keepingCapacity: true)
      entryIndices.removeAll(keepingCapacity: true)
      keyIndices.removeAll(keepingCapacity: true)
      lastRecords.removeAll(keepingCapacity: true)
      // The indices of this record's other entries are void now.
      return nil
    }
    let key = bytes.text(tag.key)
    let value = bytes.extracting(tag.value)
    let entry = Metadata.Entry(
      key, AppleObjects.value(value, of: key) ?? .string(value.text()))
    let number = keyIndices[key] ?? lastRecords.count
    if number == lastRecords.count {
      keyIndices[key] = number
      lastRecords.append(0)
    }
    entries.append(
      PlainEntry(
        bytes: text.array, key: number, spelling: sink.spelling(of: entry),
        zone: key == "HKTimeZone" ? value.text() : nil))
    entryIndices[hash] = entries.count - 1
    return entries.count - 1
  }

  // MARK: Learning

  /// Returns true if an element is a record of a beginning that has not been learnt.
  func lacksHead(of element: ElementTree) -> Bool {
    guard isInUse, element.nodes[0].name == .record, !element.isLossy, element.controlCount == 0
    else { return false }
    let raw = element.raw.rawBytes
    guard let layout = HeadLayout(raw), let tail = RecordTail(raw, from: layout.end) else {
      return false
    }
    return headIndices[layout.hash(raw, tail)] == nil
  }

  /// Learns from what the general path made of a record.
  ///
  /// - Parameters:
  ///   - isDoubtful: whether new ones of its kind need a second look.
  ///   - type: the row of its type in the tally.
  mutating func learn(
    _ stated: AppleHealthRun.Stated, isDoubtful: Bool, _ raw: RawSpan, _ type: Int?,
    _ sink: inout some ImportSink
  ) {
    var draft = stated.draft
    guard let type, draft.object.fields.isEmpty, let layout = HeadLayout(raw),
      layout.end <= Self.longest,
      let tail = RecordTail(raw, from: layout.end), draft.object.created == tail.created,
      draft.object.content.span == TimeSpan(tail.start, tail.ending),
      let head = RecordHead(raw, layout, tail, stated, isDoubtful: isDoubtful)
    else { return }
    if heads.count >= Self.capacity {
      heads.removeAll(keepingCapacity: true)
      types.removeAll(keepingCapacity: true)
      headIndices.removeAll(keepingCapacity: true)
      recent = nil
    }
    draft.object.metadata = Metadata()
    guard sink.prepare(draft, at: heads.count) else { return }
    headIndices[layout.hash(raw, tail)] = heads.count
    heads.append(head)
    types.append(type)
  }
}

/// An entry of metadata that came before. A class, as `RecordHead` is.
private final class PlainEntry: Sendable {
  /// The bytes of the whole tag.
  private let bytes: [UInt8]
  let key: Int
  /// The entry in the sink's spelling.
  let spelling: [UInt8]
  /// The time zone that it names.
  let zone: String?

  init(bytes: [UInt8], key: Int, spelling: [UInt8], zone: String?) {
    (self.bytes, self.key, self.spelling, self.zone) = (bytes, key, spelling, zone)
  }

  func matches(_ other: RawSpan) -> Bool {
    let own = bytes
    return own.rawBytes.equals(other)
  }
}

extension AppleHealthRun {
  /// Reads the plain record that the bytes begin with, white space before it included.
  ///
  /// - Returns: the number of bytes that it read; 0: there is no plain record.
  mutating func takePlain(_ bytes: RawSpan, _ sink: inout some ImportSink) throws -> Int {
    let start = bytes.skipSpace(from: 0)
    guard let found = plain.read(bytes.extracting(start...), &sink),
      selection?.takes(found.span) ?? true
    else { return 0 }
    let fate: ImportFate
    switch sink.compare(
      found.key, like: found.index, created: found.created, metadata: plain.metadata.rawBytes)
    {
    case .new:
      // The general path knows what may be in the journal in other words, or was erased.
      guard !found.isDoubtful, !sink.keepsOutErased else { return 0 }
      let uuid = plain.uuid(of: found)
      guard !sink.knows(uuid), filter.insert(uuid.high, uuid.low) else { return 0 }
      try savePlain(found, uuid, &sink)
      try temporaryStore.append(settled: found.key, first: uuid, isPresent: true, to: &sink)
      fate = .saved
    case .held(let state): fate = state.fate
    case .other: return 0
    }
    count(found, fate)
    return start + found.end
  }

  private mutating func count(_ found: PlainRecords.Found, _ fate: ImportFate) {
    elements += 1
    zones.count(offset: found.span.start.offsetMinutes, name: plain.zone)
    let row = recordRow ?? tally.row("Record")
    recordRow = row
    tally.count(row, 1, fate)
    tally.count(type: found.type, fate)
    note(found.span)
    if found.entryCount > 0 { count(entries: found.entryCount, fate) }
  }

  private mutating func count(entries number: Int, _ fate: ImportFate) {
    let row = entryRow ?? tally.row("MetadataEntry")
    entryRow = row
    tally.count(row, number, fate)
  }

  private func savePlain(
    _ found: PlainRecords.Found, _ uuid: ObjectUUID, _ sink: inout some ImportSink
  ) throws {
    let texts = plain.texts.rawBytes
    let ends = plain.textEnds
    try sink.save(
      uuid, like: found.index, start: texts.extracting(0..<ends[0]),
      end: texts.extracting(ends[0]..<ends[1]), value: texts.extracting(ends[2]..<ends[3]),
      created: texts.extracting(ends[1]..<ends[2]),
      metadata: plain.metadata.rawBytes)
  }
}

/// The data that records with the same first bytes share. It is a class so that a look at one
/// counts one reference, not one for each of its arrays.
final class RecordHead: Sendable {
  /// The start tag up to the space before `creationDate`, without the device's address.
  private let bytes: [UInt8]
  /// The position from which the address was removed.
  private let addressAt: Int
  /// The value if it is a category's: another value is another head.
  let word: [UInt8]?
  /// Parts of the identity before the start.
  let identityStart: [UInt8]
  /// Parts of the identity after the times and a quantity's value, the ordinal 0 included.
  let identityEnd: [UInt8]
  /// The words of type and source in the key, and that of the unit or of a category's value.
  private let words: (type: UInt64, source: UInt64, last: UInt64)
  /// True if a new record needs a second look; see `SecondLook`.
  let isDoubtful: Bool

  /// Creates the head from a record and the general path's result for it.
  init?(
    _ raw: RawSpan, _ layout: HeadLayout, _ tail: RecordTail,
    _ stated: AppleHealthRun.Stated, isDoubtful: Bool
  ) {
    var bytes = raw.extracting(0..<layout.address.lowerBound).array
    let addressAt = bytes.count
    bytes.append(contentsOf: raw.extracting(layout.address.upperBound..<layout.end))
    // Bytes that the tokenizer may reject or change are left to the general path.
    if bytes.dropFirst().contains(where: { $0 == UInt8(ascii: "<") || $0 < 0x20 }) { return nil }
    var identity = stated.object.identity
    let (word, timesEnd, last): ([UInt8]?, Int?, UInt64)
    switch stated.object.content {
    case .quantity(let sample):
      if sample.series != nil { return nil }
      (word, timesEnd) = (nil, identity.end(ofPart: 4))
      last = ContentKey.word(ofUnit: sample.unit)
    case .category(let sample):
      (word, timesEnd) = (raw.extracting(tail.value).array, identity.end(ofPart: 3))
      last = ContentKey.word(of: sample.value, type: sample.type)
    case .correlation, .workout, .characteristic, .summary, .document: return nil
    }
    guard let typeEnd = identity.end(ofPart: 1), let timesEnd else { return nil }
    identity.add("0")
    (self.bytes, self.addressAt, self.word) = (bytes, addressAt, word)
    identityStart = Array(identity.bytes[..<typeEnd])
    identityEnd = Array(identity.bytes[timesEnd...])
    words = (
      ContentKey.word(stated.object.content.type),
      ContentKey.word(ofSource: stated.object.source?.name), last
    )
    self.isDoubtful = isDoubtful
  }

  /// Returns the key of a record.
  ///
  /// - Parameter value: the value of a quantity.
  func key(_ tail: RecordTail, _ value: Double) -> ContentKey {
    let group = ContentKey(
      type: words.type, source: words.source, start: tail.start.instant, end: tail.ending.instant)
    return word == nil ? group.with(value, unit: words.last) : group.with(word: words.last)
  }

  /// Returns the end of the head in bytes that begin with it, whatever the address.
  func end(in other: RawSpan) -> Int? {
    let own = self.bytes
    let bytes = own.rawBytes
    guard other.begins(with: bytes.extracting(0..<addressAt)) else { return nil }
    var at = addressAt
    if at == bytes.byteCount { return at }
    at = other.skipHex(from: at)
    guard other.extracting(at...).begins(with: bytes.extracting(addressAt...)) else { return nil }
    return at + bytes.byteCount - addressAt
  }

  /// Returns true if the head goes with a value.
  func takes(_ value: RawSpan) -> Bool {
    guard let word = word else { return true }
    return word.rawBytes.equals(value)
  }
}

/// The layout of the beginning of a record's start tag: `<Record type="…" … ` up to `creationDate`,
/// with the attributes that Apple writes there, in its order: `type`, `sourceName`, and perhaps
/// `sourceVersion`, `device` and `unit`.
struct HeadLayout {
  /// The digits of the device's address; empty at the end where there is none.
  let address: Range<Int>
  /// The offset of the space before `creationDate`.
  let end: Int

  /// Reads the layout; nil: the tag is laid out in another way, or the bytes end.
  init?(_ bytes: RawSpan) {
    var at = 0
    guard Self.pass("<Record type=\"", bytes, &at), Self.pass(" sourceName=\"", bytes, &at)
    else { return nil }
    Self.pass(" sourceVersion=\"", bytes, &at)
    let device = at
    Self.pass(" device=\"", bytes, &at)
    let address = Self.address(in: bytes, device..<at)
    Self.pass(" unit=\"", bytes, &at)
    end = at
    guard bytes.skip(" creationDate=\"", at: &at) else { return nil }
    self.address = address ?? end..<end
  }

  /// Passes over an attribute that begins with this text; false: it is not there, or has no end.
  @discardableResult
  private static func pass(_ start: StaticString, _ bytes: RawSpan, _ at: inout Int) -> Bool {
    var next = at
    guard bytes.skip(start, at: &next),
      let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: next)
    else { return false }
    at = quote + 1
    return true
  }

  /// Returns the position of the address in the attribute of a device, if the attribute begins and
  /// ends as `AppleDevice` requires; otherwise the digits are content.
  private static func address(in bytes: RawSpan, _ device: Range<Int>) -> Range<Int>? {
    var at = device.lowerBound
    guard bytes.skip(" device=\"&lt;&lt;HKDevice: 0x", at: &at) else { return nil }
    let digits = at..<bytes.skipHex(from: at)
    at = digits.upperBound
    guard bytes.skip("&gt;", at: &at), at < device.upperBound else { return nil }
    let end = bytes.extracting(device.upperBound - 5..<device.upperBound)
    return end.equals("&gt;\"") ? digits : nil
  }

  /// Returns a hash of what distinguishes heads.
  func hash(_ bytes: RawSpan, _ tail: RecordTail) -> UInt64 {
    var hash = bytes.extracting(0..<address.lowerBound).quickHash()
    hash = bytes.extracting(address.upperBound..<end).quickHash(hash)
    var at = 0
    guard bytes.skip("<Record type=\"HKQuantity", at: &at) else {
      return bytes.extracting(tail.value).quickHash(hash)
    }
    return hash
  }
}

/// The rest after the head: ` creationDate="…" startDate="…" endDate="…" value="…"` and the tag's
/// end.
struct RecordTail {
  let created: Timestamp
  let start: Timestamp
  let ending: Timestamp
  let createdAt: Int
  let startAt: Int
  let endAt: Int
  let value: Range<Int>
  /// True if an end tag follows.
  let hasContent: Bool
  /// The offset of the start tag's end.
  let end: Int

  /// Reads the tail; nil: it is laid out in another way, has no times or wrong ones, or the bytes
  /// end.
  init?(_ bytes: RawSpan, from head: Int) {
    var at = head
    guard bytes.skip(" creationDate=\"", at: &at) else { return nil }
    createdAt = at
    guard let created = Self.date(bytes, &at), bytes.skip("\" startDate=\"", at: &at) else {
      return nil
    }
    startAt = at
    guard let start = Self.date(bytes, &at), bytes.skip("\" endDate=\"", at: &at) else {
      return nil
    }
    endAt = at
    guard let end = Self.date(bytes, &at), start.instant <= end.instant,
      bytes.skip("\" value=\"", at: &at),
      let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: at)
    else { return nil }
    value = at..<quote
    at = quote
    hasContent = !bytes.skip("\"/>", at: &at)
    guard !hasContent || bytes.skip("\">", at: &at) else { return nil }
    self.end = at
    (self.created, self.start, ending) = (created, start, end)
  }

  private static func date(_ bytes: RawSpan, _ at: inout Int) -> Timestamp? {
    guard at + 25 <= bytes.byteCount else { return nil }
    defer { at += 25 }
    return AppleDate.parse(bytes.extracting(at..<at + 25))
  }

  /// Writes a time as `Timestamp` describes itself: `2026-11-20 08:00:00 +0100` with other signs.
  func append(
    _ time: Timestamp, _ bytes: RawSpan, at: Int, to output: inout OutputSpan<UInt8>
  ) {
    output.append(bytes.extracting(at..<at + 10))
    output.append(UInt8(ascii: "T"))
    output.append(bytes.extracting(at + 11..<at + 19))
    if time.offsetMinutes == 0 { return output.append(UInt8(ascii: "Z")) }
    output.append(bytes.extracting(at + 20..<at + 23))
    output.append(UInt8(ascii: ":"))
    output.append(bytes.extracting(at + 23..<at + 25))
  }
}

/// The layout of `<MetadataEntry key="…" value="…"/>`.
struct EntryLayout {
  let start: Int
  let key: Range<Int>
  let value: Range<Int>
  let end: Int

  init?(_ bytes: RawSpan, from start: Int) {
    var at = start
    guard bytes.skip("<MetadataEntry key=\"", at: &at),
      let keyEnd = bytes.firstIndex(of: UInt8(ascii: "\""), from: at), keyEnd > at
    else { return nil }
    key = at..<keyEnd
    at = keyEnd
    guard bytes.skip("\" value=\"", at: &at),
      let valueEnd = bytes.firstIndex(of: UInt8(ascii: "\""), from: at)
    else { return nil }
    value = at..<valueEnd
    at = valueEnd
    guard bytes.skip("\"/>", at: &at) else { return nil }
    self.start = start
    end = at
  }
}

extension RawSpan {
  /// True if a tag is printable ASCII without references, so that its text is its bytes.
  var isPlain: Bool {
    for index in 1..<byteCount {
      let byte = byte(index)
      if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") {
        return false
      }
    }
    return true
  }

  /// Returns the first offset from `start` on that holds no lower-case hexadecimal digit.
  func skipHex(from start: Int) -> Int {
    var at = start
    while at < byteCount, Hex.value(ofDigit: byte(at)) != nil { at += 1 }
    return at
  }

  /// Returns the first offset from `start` on that holds no white space of XML.
  func skipSpace(from start: Int) -> Int {
    var at = start
    while at < byteCount, byte(at) <= 0x20, [0x20, 0x0A, 0x0D, 0x09].contains(byte(at)) { at += 1 }
    return at
  }
}
