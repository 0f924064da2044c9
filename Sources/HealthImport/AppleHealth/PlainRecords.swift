import ByteTools
import HealthEvents
import HealthModel

/// The short way of plain records, from their bytes to the sink's.
///
/// Nearly all of an export are records that differ from one before them in times, value and metadata
/// alone: the start tag up to `creationDate` is the same to the byte, but for the address that
/// `device` begins with. The general path, which builds an element, an object and a request, takes the
/// first of them; what it made of that beginning is kept here as a `Head`, and those that follow
/// go past it. It is fifteen times as fast, and nothing more: whatever is not laid out exactly as
/// expected, or comes with a beginning or an entry that the general path has not seen, is left to it, and
/// a journal is the same whichever way its records took.
struct PlainRecords {
  /// Beginnings, and entries of metadata, kept at most; then it starts anew.
  private static let capacity = 2048
  /// Bytes of a beginning or an entry at most.
  private static let longest = 2048

  /// False leaves all to the general path.
  let isInUse: Bool

  private var heads: [RecordHead] = []
  private var headPlaces: [UInt64: Int] = [:]
  private var recent: Int?
  private var entries: [PlainEntry] = []
  private var entryPlaces: [UInt64: Int] = [:]
  private var used: [Int] = []
  private var identity = ContentIdentity()

  /// The texts of the record at hand: start, end, creation, value.
  private(set) var texts: [UInt8] = []
  private(set) var textEnds = InlineArray<4, Int>(repeating: 0)
  /// Its metadata as the sink spells it.
  private(set) var metadata: [UInt8] = []

  /// What a record came to; its texts are kept until the next.
  struct Found {
    /// Where its head and the sink's template are kept.
    var place: Int
    /// Its uuid, if it is the first of its content.
    var key: ObjectUUID
    /// Its entries of metadata.
    var entryCount: Int
    /// Where it ends.
    var end: Int
  }

  init(isInUse: Bool) { self.isInUse = isInUse }

  // MARK: Reading

  /// Reads the record that the bytes begin with; nil: it is one for the general path.
  mutating func read(_ bytes: RawSpan, _ sink: inout some ImportSink) -> Found? {
    var at = 0
    guard bytes.skip("<Record ", at: &at), let (place, tail) = find(bytes),
      setTexts(bytes, tail, heads[place])
    else { return nil }
    at = tail.end
    if tail.hasContent {
      guard let end = readEntries(bytes, from: at, &sink) else { return nil }
      at = end
    } else {
      used.removeAll(keepingCapacity: true)
      metadata.removeAll(keepingCapacity: true)
    }
    recent = place
    return Found(
      place: place, key: key(tail, heads[place]), entryCount: used.count, end: at)
  }

  private mutating func key(_ tail: RecordTail, _ head: RecordHead) -> ObjectUUID {
    let texts = texts
    identity.begin(with: unsafe head.identityStart.span.bytes)
    identity.add(tail.start.instant)
    identity.add(tail.ending.instant)
    if head.word == nil {
      identity.add(unsafe texts.span.bytes.extracting(textEnds[2]..<textEnds[3]))
    }
    identity.append(parts: unsafe head.identityEnd.span.bytes)
    return identity.uuidOfParts
  }

  /// The head that the bytes begin with, and what follows it.
  private func find(_ bytes: RawSpan) -> (place: Int, tail: RecordTail)? {
    if let recent, let end = heads[recent].end(in: bytes) {
      guard let tail = RecordTail(bytes, from: end) else { return nil }
      if heads[recent].takes(bytes.extracting(tail.value)) { return (recent, tail) }
    }
    guard let layout = HeadLayout(bytes), let tail = RecordTail(bytes, from: layout.end),
      let place = headPlaces[layout.hash(bytes, tail)], heads[place].end(in: bytes) == layout.end,
      heads[place].takes(bytes.extracting(tail.value))
    else { return nil }
    return (place, tail)
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
    let value = bytes.extracting(tail.value)
    if head.word == nil {
      if DecimalText.isShortest(value) {
        texts.append(contentsOf: value)
      } else {
        guard let number = AppleNumber.parse(value) else { return false }
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
    used.removeAll(keepingCapacity: true)
    metadata.removeAll(keepingCapacity: true)
    var at = start
    while true {
      at = bytes.skipSpace(from: at)
      if bytes.skip("</Record>", at: &at) { return at }
      guard let tag = EntryLayout(bytes, from: at), let place = place(of: bytes, tag, &sink),
        !repeatsKey(place)
      else { return nil }
      if !used.isEmpty { metadata.append(UInt8(ascii: ",")) }
      metadata.append(contentsOf: entries[place].spelling)
      used.append(place)
      at = tag.end
    }
  }

  /// Two values of one key have a place of their own, which the general path knows.
  private func repeatsKey(_ place: Int) -> Bool {
    used.contains { entries[$0].key == entries[place].key }
  }

  private mutating func place(
    of bytes: RawSpan, _ tag: EntryLayout, _ sink: inout some ImportSink
  ) -> Int? {
    let text = bytes.extracting(tag.start..<tag.end)
    let hash = text.quickHash()
    if let place = entryPlaces[hash], entries[place].matches(text) {
      return place
    }
    guard text.byteCount <= Self.longest, text.isPlain else { return nil }
    if entries.count >= Self.capacity {
      entries.removeAll(keepingCapacity: true)
      entryPlaces.removeAll(keepingCapacity: true)
      // The places of this record's other entries are void now.
      return nil
    }
    let key = bytes.text(tag.key)
    let value = bytes.extracting(tag.value)
    let entry = Metadata.Entry(
      key, AppleObjects.value(value, of: key) ?? .string(value.text()))
    entries.append(PlainEntry(bytes: text.array, key: key, spelling: sink.spelling(of: entry)))
    entryPlaces[hash] = entries.count - 1
    return entries.count - 1
  }

  // MARK: Learning

  /// Whether an element is a record of a beginning that has not been learnt.
  func lacksHead(of element: ElementTree) -> Bool {
    guard isInUse, element.nodes[0].name == .record, !element.isLossy else { return false }
    let raw = unsafe element.raw.span.bytes
    guard let layout = HeadLayout(raw), let tail = RecordTail(raw, from: layout.end) else {
      return false
    }
    return headPlaces[layout.hash(raw, tail)] == nil
  }

  /// Learns from what the general path made of a record.
  mutating func learn(
    _ draft: Draft, _ stated: ContentIdentity, _ raw: RawSpan, _ sink: inout some ImportSink
  ) {
    guard draft.object.fields.isEmpty, let layout = HeadLayout(raw), layout.end <= Self.longest,
      let tail = RecordTail(raw, from: layout.end), draft.object.created == tail.created,
      draft.object.content.span == TimeSpan(tail.start, tail.ending),
      let head = RecordHead(raw, layout, tail, draft, stated)
    else { return }
    if heads.count >= Self.capacity {
      heads.removeAll(keepingCapacity: true)
      headPlaces.removeAll(keepingCapacity: true)
      recent = nil
    }
    var draft = draft
    draft.object.metadata = Metadata()
    guard sink.prepare(draft, at: heads.count) else { return }
    headPlaces[layout.hash(raw, tail)] = heads.count
    heads.append(head)
  }
}

/// An entry of metadata that came before.
private struct PlainEntry {
  /// The whole tag.
  var bytes: [UInt8]
  var key: String
  /// As the sink spells it.
  var spelling: [UInt8]

  func matches(_ other: RawSpan) -> Bool { unsafe bytes.span.bytes.equals(other) }
}

/// What records share that begin with the same bytes.
private struct RecordHead {
  /// The start tag up to the space before `creationDate`, without the device's address.
  private let bytes: [UInt8]
  /// Where the address was taken out.
  private let addressAt: Int
  /// The value where it is a category's: another value is another head.
  let word: [UInt8]?
  /// Parts of the identity before the start.
  let identityStart: [UInt8]
  /// Parts of the identity behind the times and a quantity's value, the ordinal 0 included.
  let identityEnd: [UInt8]

  /// The head of a record and of what the general path made of it.
  init?(
    _ raw: RawSpan, _ layout: HeadLayout, _ tail: RecordTail, _ draft: Draft,
    _ stated: ContentIdentity
  ) {
    var bytes = raw.extracting(0..<layout.address.lowerBound).array
    addressAt = bytes.count
    bytes.append(contentsOf: raw.extracting(layout.address.upperBound..<layout.end))
    // What the tokenizer looks at twice.
    if bytes.dropFirst().contains(where: { $0 == UInt8(ascii: "<") || $0 < 0x20 }) { return nil }
    self.bytes = bytes
    let timesEnd: Int?
    switch draft.object.content {
    case .quantity(let sample):
      if sample.series != nil { return nil }
      word = nil
      timesEnd = stated.end(ofPart: 5)
    case .category:
      word = raw.extracting(tail.value).array
      timesEnd = stated.end(ofPart: 4)
    case .correlation, .workout, .characteristic, .summary, .document: return nil
    }
    guard let sourceEnd = stated.end(ofPart: 2), let timesEnd else { return nil }
    var identity = stated
    identity.add("0")
    identityStart = Array(identity.bytes[..<sourceEnd])
    identityEnd = Array(identity.bytes[timesEnd...])
  }

  /// Where the head ends in bytes that begin with it, whatever the address.
  func end(in other: RawSpan) -> Int? {
    let bytes = unsafe bytes.span.bytes
    guard other.begins(with: bytes.extracting(0..<addressAt)) else { return nil }
    var at = addressAt
    if at == bytes.byteCount { return at }
    at = other.skipHex(from: at)
    guard other.extracting(at...).begins(with: bytes.extracting(addressAt...)) else { return nil }
    return at + bytes.byteCount - addressAt
  }

  /// Whether the head goes with a value.
  func takes(_ value: RawSpan) -> Bool {
    guard let word else { return true }
    return unsafe word.span.bytes.equals(value)
  }
}

/// Where the beginning of a record's start tag lies: `<Record type="…" … ` up to `creationDate`.
private struct HeadLayout {
  /// The digits of the device's address; empty at the end where there is none.
  let address: Range<Int>
  /// The place of the space before `creationDate`.
  let end: Int

  /// Nil: it is laid out in another way, or the bytes end.
  init?(_ bytes: RawSpan) {
    var at = 0
    guard bytes.skip("<Record", at: &at) else { return nil }
    var address: Range<Int>?
    while true {
      var next = at
      if bytes.skip(" creationDate=\"", at: &next) { break }
      next = at
      if address == nil, bytes.skip(" device=\"&lt;&lt;HKDevice: 0x", at: &next) {
        let start = next
        next = bytes.skipHex(from: start)
        address = start..<next
      } else {
        // One space, letters, `="`.
        guard next < bytes.byteCount, bytes.byte(next) == UInt8(ascii: " ") else { return nil }
        next += 1
        while next < bytes.byteCount, bytes.byte(next) | 0x20 >= UInt8(ascii: "a"),
          bytes.byte(next) | 0x20 <= UInt8(ascii: "z")
        {
          next += 1
        }
        guard bytes.skip("=\"", at: &next) else { return nil }
      }
      guard let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: next) else { return nil }
      at = quote + 1
    }
    end = at
    self.address = address ?? at..<at
  }

  /// A hash of what tells heads apart.
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

/// What follows the head: ` creationDate="…" startDate="…" endDate="…" value="…"` and the tag's end.
private struct RecordTail {
  let created: Timestamp
  let start: Timestamp
  let ending: Timestamp
  let createdAt: Int
  let startAt: Int
  let endAt: Int
  let value: Range<Int>
  /// Whether there is an end tag to come.
  let hasContent: Bool
  /// Where the start tag ends.
  let end: Int

  /// Nil: it is laid out in another way, says no times or wrong ones, or the bytes end.
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

/// Where `<MetadataEntry key="…" value="…"/>` lies.
private struct EntryLayout {
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
  /// Whether a tag is printable ASCII without references, so that its text is its bytes.
  fileprivate var isPlain: Bool {
    for index in 1..<byteCount {
      let byte = byte(index)
      if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") {
        return false
      }
    }
    return true
  }

  /// The first place from `start` on that holds no lower-case hexadecimal digit.
  fileprivate func skipHex(from start: Int) -> Int {
    var at = start
    while at < byteCount, Hex.value(ofDigit: byte(at)) != nil { at += 1 }
    return at
  }

  /// The first place from `start` on that holds no white space of XML.
  func skipSpace(from start: Int) -> Int {
    var at = start
    while at < byteCount, byte(at) <= 0x20, [0x20, 0x0A, 0x0D, 0x09].contains(byte(at)) { at += 1 }
    return at
  }
}

extension AppleHealthRun {
  /// Takes the plain record that the bytes begin with, white space before it included.
  ///
  /// - Returns: how many bytes it took; 0: something else stands there.
  mutating func takePlain(_ bytes: RawSpan, _ sink: inout some ImportSink) throws -> Int {
    let start = bytes.skipSpace(from: 0)
    guard let found = plain.read(bytes.extracting(start...), &sink), filter.insert(found.key)
    else { return 0 }
    let isKnown = sink.knows(found.key)
    if !isKnown { try savePlain(found, &sink) }
    elements += 1
    let fate = isKnown ? ImportFate.known : .saved
    tally.count("Record", 1, fate)
    if found.entryCount > 0 { tally.count("MetadataEntry", found.entryCount, fate) }
    try spool.append(settled: found.key, isPresent: true, to: &sink)
    return start + found.end
  }

  private func savePlain(
    _ found: PlainRecords.Found, _ sink: inout some ImportSink
  ) throws {
    let texts = unsafe plain.texts.span.bytes
    let ends = plain.textEnds
    try sink.save(
      found.key, like: found.place, start: texts.extracting(0..<ends[0]),
      end: texts.extracting(ends[0]..<ends[1]), value: texts.extracting(ends[2]..<ends[3]),
      created: texts.extracting(ends[1]..<ends[2]),
      metadata: unsafe plain.metadata.span.bytes)
  }
}
