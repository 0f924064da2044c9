import ByteTools
import HealthEvents
import HealthModel

/// What records share that begin with the same bytes. A class: to look at one counts one reference,
/// not one for each of its arrays.
final class RecordHead: Sendable {
  /// The start tag up to the space before `creationDate`, without the device's address.
  private let bytes: [UInt8]
  /// Where the address was taken out.
  private let addressAt: Int
  /// The value where it is a category's: another value is another head.
  let word: [UInt8]?
  /// Parts of the identity before the start.
  let identityStart: [UInt8]
  /// Parts of the identity after the times and a quantity's value, the ordinal 0 included.
  let identityEnd: [UInt8]
  /// The words of type and source in the key, and that of the unit or of a category's value.
  private let words: (type: UInt64, source: UInt64, last: UInt64)
  /// Whether a new record needs a second look; see `SecondLook`.
  let isDoubtful: Bool

  /// The head of a record and of what the general path made of it.
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

  /// The key of a record.
  ///
  /// - Parameter value: that of a quantity.
  func key(_ tail: RecordTail, _ value: Double) -> ContentKey {
    let group = ContentKey(
      type: words.type, source: words.source, start: tail.start.instant, end: tail.ending.instant)
    return word == nil ? group.with(value, unit: words.last) : group.with(word: words.last)
  }

  /// Where the head ends in bytes that begin with it, whatever the address.
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

  /// Whether the head goes with a value.
  func takes(_ value: RawSpan) -> Bool {
    guard let word = word else { return true }
    return word.rawBytes.equals(value)
  }
}

/// Where the beginning of a record's start tag lies: `<Record type="…" … ` up to `creationDate`,
/// with the attributes that Apple writes there, in its order: `type`, `sourceName`, and perhaps
/// `sourceVersion`, `device` and `unit`.
struct HeadLayout {
  /// The digits of the device's address; empty at the end where there is none.
  let address: Range<Int>
  /// The offset of the space before `creationDate`.
  let end: Int

  /// Nil: it is laid out in another way, or the bytes end.
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

  /// Where the address stands in the attribute of a device, if the attribute begins and ends as
  /// `AppleDevice` asks; else the digits are content.
  private static func address(in bytes: RawSpan, _ device: Range<Int>) -> Range<Int>? {
    var at = device.lowerBound
    guard bytes.skip(" device=\"&lt;&lt;HKDevice: 0x", at: &at) else { return nil }
    let digits = at..<bytes.skipHex(from: at)
    at = digits.upperBound
    guard bytes.skip("&gt;", at: &at), at < device.upperBound else { return nil }
    let end = bytes.extracting(device.upperBound - 5..<device.upperBound)
    return end.equals("&gt;\"") ? digits : nil
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

/// What follows the head: ` creationDate="…" startDate="…" endDate="…" value="…"` and the tag's
/// end.
struct RecordTail {
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
  /// Whether a tag is printable ASCII without references, so that its text is its bytes.
  var isPlain: Bool {
    for index in 1..<byteCount {
      let byte = byte(index)
      if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") {
        return false
      }
    }
    return true
  }

  /// The first offset from `start` on that holds no lower-case hexadecimal digit.
  func skipHex(from start: Int) -> Int {
    var at = start
    while at < byteCount, Hex.value(ofDigit: byte(at)) != nil { at += 1 }
    return at
  }

  /// The first offset from `start` on that holds no white space of XML.
  func skipSpace(from start: Int) -> Int {
    var at = start
    while at < byteCount, byte(at) <= 0x20, [0x20, 0x0A, 0x0D, 0x09].contains(byte(at)) { at += 1 }
    return at
  }
}
