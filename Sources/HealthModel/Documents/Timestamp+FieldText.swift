extension Timestamp {
  /// A time as a document's field states it: RFC 3339, `2026-11-20T08:00:00.5+01:00`, or as exports
  /// write it, `2026-11-20 08:00:00 +0100`. Nil for anything else.
  package init?(fieldText text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)),
      [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(bytes[10]),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = Self.two(bytes, 11), hour < 24, let minute = Self.two(bytes, 14), minute < 60,
      let second = Self.two(bytes, 17), second < 60
    else { return nil }
    var rest = bytes[19...]
    guard let fraction = Self.fraction(&rest), let offset = Self.offset(rest) else { return nil }
    let seconds = Int64(date.dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    let microseconds = (seconds - Int64(offset) * 60) * 1_000_000 + fraction
    self.init(instant: Instant(microseconds: microseconds), offsetMinutes: Int16(offset))
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }

  private static func two(_ bytes: [UInt8], _ index: Int) -> Int? {
    guard index + 1 < bytes.count, let tens = digit(bytes[index]),
      let ones = digit(bytes[index + 1])
    else { return nil }
    return tens * 10 + ones
  }

  /// Takes a fraction of at most six digits, in microseconds; 0 where there is none.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    let digits = rest.dropFirst().prefix { digit($0) != nil }
    guard (1...6).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    let value = digits.reduce(0) { $0 * 10 + Int64(digit($1) ?? 0) }
    return (digits.count..<6).reduce(value) { value, _ in value * 10 }
  }

  /// `Z`, `+01:00` or ` +0100` in minutes.
  private static func offset(_ rest: ArraySlice<UInt8>) -> Int? {
    if rest.elementsEqual("Z".utf8) { return 0 }
    let text = Array(rest.drop { $0 == UInt8(ascii: " ") }.filter { $0 != UInt8(ascii: ":") })
    guard text.count == 5, let hours = two(text, 1), hours < 24, let minutes = two(text, 3),
      minutes < 60
    else { return nil }
    switch text[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }
}
