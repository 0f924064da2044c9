import ByteTools
package import HealthModel

/// Dates as exports write them: `2024-05-01 07:30:00 +0200`, and `20141130073000+0200` in iOS 8.
package enum AppleDate {
  /// The moment with its offset; nil for anything else, a day that the month lacks and second 60
  /// included.
  package static func parse(_ bytes: RawSpan) -> Timestamp? {
    switch bytes.byteCount {
    case 25:
      guard isDash(bytes, 4), isDash(bytes, 7), bytes.byte(10) == UInt8(ascii: " "),
        bytes.byte(13) == UInt8(ascii: ":"), bytes.byte(16) == UInt8(ascii: ":"),
        bytes.byte(19) == UInt8(ascii: " ")
      else { return nil }
      return timestamp(bytes, offsets: (5, 8, 11, 14, 17, 20))
    case 19: return timestamp(bytes, offsets: (4, 6, 8, 10, 12, 14))
    default: return nil
    }
  }

  private static func isDash(_ bytes: RawSpan, _ index: Int) -> Bool {
    bytes.byte(index) == UInt8(ascii: "-")
  }

  /// Where month, day, hour, minute, second and offset begin tells the two layouts apart.
  private static func timestamp(
    _ bytes: RawSpan, offsets: (Int, Int, Int, Int, Int, Int)
  ) -> Timestamp? {
    guard let century = RFC3339.two(bytes, 0), let years = RFC3339.two(bytes, 2),
      let month = RFC3339.two(bytes, offsets.0), let day = RFC3339.two(bytes, offsets.1),
      let hour = RFC3339.two(bytes, offsets.2), hour < 24,
      let minute = RFC3339.two(bytes, offsets.3), minute < 60,
      let second = RFC3339.two(bytes, offsets.4), second < 60,
      let days = RFC3339.dayNumber(year: century * 100 + years, month: month, day: day),
      let offset = offset(bytes, offsets.5)
    else { return nil }
    let local = days * 86_400 + hour * 3_600 + minute * 60 + second
    return Timestamp(
      instant: Instant(wholeSeconds: Int64(local - offset * 60)), offsetMinutes: Int16(offset))
  }

  private static func offset(_ bytes: RawSpan, _ index: Int) -> Int? {
    guard let hours = RFC3339.two(bytes, index + 1), hours < 24,
      let minutes = RFC3339.two(bytes, index + 3), minutes < 60
    else { return nil }
    switch bytes.byte(index) {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }
}

/// Numbers as exports write them: decimal text with a point.
enum AppleNumber {
  /// The number that is all of the bytes; nil for anything else, hexadecimal, infinity and a comma
  /// included.
  static func parse(_ bytes: RawSpan) -> Double? {
    var position = 0
    if let value = DecimalText.parse(bytes, at: &position), position == bytes.byteCount {
      return value
    }
    // What JSON refuses and a printer of numbers may still write: `.5`, `+1`, `007`, `1.`.
    guard (1...64).contains(bytes.byteCount) else { return nil }
    for index in 0..<bytes.byteCount {
      switch bytes.byte(index) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        break
      default: return nil
      }
    }
    return Double(bytes.text()).flatMap { $0.isFinite ? $0 : nil }
  }
}
