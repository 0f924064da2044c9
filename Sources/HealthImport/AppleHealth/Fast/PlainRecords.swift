import ByteTools
import HealthEvents
import HealthModel

/// The short way of plain records, from their bytes to the sink's.
///
/// Nearly all of an export are records that differ from one before them in times, value and
/// metadata alone: the start tag up to `creationDate` is the same to the byte, but for the address
/// that `device` begins with. The general path, which builds an element, an object and a request,
/// takes the first of them. What it made of that beginning is kept here as a `RecordHead`, and the
/// records that follow skip the general path. This cuts the time of an import to a quarter and
/// changes no result. A record is left to the general path where it is not laid out exactly as
/// expected, where its beginning is not known yet, or where an entry is long, is not plain ASCII or
/// repeats a key; a journal is the same whichever path its records took.
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

  /// What a record came to; its texts are kept until the next.
  struct Found {
    /// Where its head and the sink's template are kept.
    var index: Int
    /// By what the journal is searched for it.
    var key: ContentKey
    /// Whether it needs a second look where the journal does not hold just that.
    var isDoubtful: Bool
    /// The row of its type in the tally.
    var type: Int
    /// When it was made.
    var created: Timestamp
    /// Its start and end.
    var span: TimeSpan
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

  /// The uuid of the record that was read last, if no other has its content, whatever its source.
  mutating func uuid(of found: Found) -> ObjectUUID {
    let head = heads[found.index]
    let (texts, parts, lastParts) = (texts, head.identityStart, head.identityEnd)
    identity.begin(with: parts.rawBytes)
    identity.add(found.span)
    if head.word == nil {
      identity.add(texts.rawBytes.extracting(textEnds[2]..<textEnds[3]))
    }
    identity.append(parts: lastParts.rawBytes)
    return identity.uuidOfParts
  }

  /// The head that the bytes begin with, and what follows it.
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
      guard let number = AppleNumber.parse(text) else { return false }
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

  /// Whether the current record had the key of this entry before. Only the general path can keep a
  /// key that comes twice, as `repeatedMetadata`.
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

  /// Whether an element is a record of a beginning that has not been learnt.
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
  /// The whole tag.
  private let bytes: [UInt8]
  /// The number of its key.
  let key: Int
  /// As the sink spells it.
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
