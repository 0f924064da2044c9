import ByteTools
import HealthModel
import JournalFile

/// The short way of the lines that most journals are full of: the `save` of one sample that was
/// imported, as this library writes it. It takes only what it knows in full; every other line goes
/// the general way, which comes to the same.
struct StatedSample {
  let sequence: UInt32
  let uuid: ObjectUUID
  /// The line that tells where it comes from; 0: none does.
  let origin: UInt64
  /// The sum over what it states beside its identity; see `StatedHash.sum`.
  let sum: UInt64

  private static let created = "created".utf8Hash
  private static let metadata = "metadata".utf8Hash
  private static let value = "value".utf8Hash
  private static let unit = "unit".utf8Hash

  /// Nil: it is a line for the general way.
  init?(_ line: RawSpan) {
    var at = 0
    guard line.skip("{\"seq\":", at: &at), let number = Self.whole(line, &at),
      let sequence = UInt32(exactly: number), line.skip(",\"at\":\"", at: &at)
    else { return nil }
    at += 24
    guard line.skip("\",\"by\":\"owner\",\"event\":\"save\",\"objects\":[{\"kind\":\"", at: &at)
    else { return nil }
    let isQuantity = line.skip("quantity\",\"uuid\":\"", at: &at)
    guard isQuantity || line.skip("category\",\"uuid\":\"", at: &at),
      let words = line.uuid(at: &at),
      line.skip("\",\"type\":\"", at: &at), Self.passText(line, &at),
      line.skip(",\"start\":\"", at: &at), Self.passText(line, &at),
      line.skip(",\"end\":\"", at: &at), Self.passText(line, &at),
      line.skip(",\"value\":", at: &at), Self.passNumber(line, &at),
      !isQuantity || line.skip(",\"unit\":\"", at: &at) && Self.passText(line, &at)
    else { return nil }
    var origin: UInt64 = 0
    if line.skip(",\"origin\":", at: &at) {
      guard let number = Self.whole(line, &at) else { return nil }
      origin = number
    }
    guard let sum = Self.rest(line, &at), line.skip("}],\"salt\":\"", at: &at),
      at + 25 + JournalLimits.suffixBytes == line.byteCount
    else { return nil }
    self.sequence = sequence
    uuid = ObjectUUID(high: words.high, low: words.low)
    self.origin = origin
    self.sum = sum
  }

  /// What stands between the origin and the end of the object.
  private static func rest(_ line: RawSpan, _ at: inout Int) -> UInt64? {
    var sum: UInt64 = 0
    if line.skip(",\"created\":\"", at: &at) {
      guard let time = RFC3339.parse(line, at: &at), line.skip("\"", at: &at) else { return nil }
      sum &+= of(created: Instant(microseconds: time.microseconds))
    }
    if line.skip(",\"metadata\":{", at: &at) {
      guard let entries = entries(line, &at), line.skip("}", at: &at) else { return nil }
      sum &+= of(entries: entries)
    }
    return sum
  }

  // MARK: Hashes

  /// What the moment of its making adds to the sum.
  static func of(created: Instant) -> UInt64 {
    StatedHash.ofMember(Self.created, StatedHash.of(created))
  }

  /// What metadata adds, of whose entries this is the sum.
  static func of(entries: UInt64) -> UInt64 {
    StatedHash.ofMember(Self.metadata, StatedHash.ofMembers(entries))
  }

  /// The sum over entries of metadata as `MetadataText` writes them, with commas between them.
  static func sum(ofEntries bytes: RawSpan) -> UInt64? {
    var at = 0
    guard let sum = entries(bytes, &at) else { return nil }
    return at == bytes.byteCount ? sum : nil
  }

  /// Reads entries whose values are texts, numbers and truth values.
  private static func entries(_ bytes: RawSpan, _ at: inout Int) -> UInt64? {
    var sum: UInt64 = 0
    repeat {
      guard bytes.skip("\"", at: &at), let key = text(bytes, &at), bytes.skip(":", at: &at),
        let value = value(bytes, &at)
      else { return nil }
      sum &+= StatedHash.ofMember(StatedHash.of(key: bytes.extracting(key)), value)
    } while bytes.skip(",", at: &at)
    return sum
  }

  private static func value(_ bytes: RawSpan, _ at: inout Int) -> UInt64? {
    if bytes.skip("\"", at: &at) {
      return text(bytes, &at).map { StatedHash.of(text: bytes.extracting($0)) }
    }
    if bytes.skip("true", at: &at) { return StatedHash.of(true) }
    if bytes.skip("false", at: &at) { return StatedHash.of(false) }
    if bytes.skip("{\"value\":", at: &at) { return amount(bytes, &at) }
    return DecimalText.parse(bytes, at: &at).map { StatedHash.of($0) }
  }

  /// Reads a number and its unit, from the number on.
  private static func amount(_ bytes: RawSpan, _ at: inout Int) -> UInt64? {
    guard let number = DecimalText.parse(bytes, at: &at), bytes.skip(",\"unit\":\"", at: &at),
      let unit = text(bytes, &at), bytes.skip("}", at: &at)
    else { return nil }
    let sum =
      StatedHash.ofMember(Self.value, StatedHash.of(number))
      &+ StatedHash.ofMember(Self.unit, StatedHash.of(text: bytes.extracting(unit)))
    return StatedHash.ofMembers(sum)
  }

  // MARK: Steps

  /// The range of a text without escapes; moves past its quote.
  @inline(__always)
  private static func text(_ bytes: RawSpan, _ at: inout Int) -> Range<Int>? {
    let (start, end) = (at, bytes.plainPart(from: at).end)
    guard end < bytes.byteCount, bytes.byte(end) == UInt8(ascii: "\"") else { return nil }
    at = end + 1
    return start..<end
  }

  private static func passText(_ bytes: RawSpan, _ at: inout Int) -> Bool {
    text(bytes, &at) != nil
  }

  private static func passNumber(_ bytes: RawSpan, _ at: inout Int) -> Bool {
    let start = at
    while at < bytes.byteCount,
      bytes.continuesNumber(at) || bytes.byte(at) == UInt8(ascii: "-")
        || bytes.byte(at) == UInt8(ascii: "+")
    { at += 1 }
    return at > start
  }

  private static func whole(_ bytes: RawSpan, _ at: inout Int) -> UInt64? {
    let start = at
    var number: UInt64 = 0
    while at < bytes.byteCount, at - start < 16, let digit = bytes.digit(at) {
      number = number * 10 + digit
      at += 1
    }
    return at > start ? number : nil
  }
}

extension String {
  /// Its hash as a key.
  fileprivate var utf8Hash: UInt64 { StatedHash.of(key: utf8.rawBytes) }
}
