import HealthModel

/// Times as lines have them, written in place.
extension OutputSpan where Element == UInt8 {
  /// Appends a time as it describes itself; at most 40 bytes.
  mutating func append(_ time: Timestamp) {
    appendSecond(time)
    let fraction = UInt64(time.microsecond)
    if fraction != 0 {
      append(UInt8(ascii: "."))
      append(digits: fraction / 1_000, 3)
      if fraction % 1_000 != 0 { append(digits: fraction % 1_000, 3) }
    }
    guard time.offsetMinutes != 0 else { return append(UInt8(ascii: "Z")) }
    append(time.offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(digits: UInt64(time.offsetMinutes.magnitude) / 60, 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.offsetMinutes.magnitude) % 60, 2)
  }

  /// Appends `2026-11-20T07:12:03.481Z`: always three digits of fraction.
  mutating func append(milliseconds at: Instant) {
    let time = Timestamp(instant: at, offsetMinutes: 0)
    appendSecond(time)
    append(UInt8(ascii: "."))
    append(digits: UInt64(time.microsecond) / 1_000, 3)
    append(UInt8(ascii: "Z"))
  }

  private mutating func appendSecond(_ time: Timestamp) {
    let date = time.date
    if (0...9999).contains(date.year) {
      append(digits: UInt64(date.year), 4)
      append(UInt8(ascii: "-"))
      append(digits: UInt64(date.month), 2)
      append(UInt8(ascii: "-"))
      append(digits: UInt64(date.day), 2)
    } else {
      for byte in date.description.utf8 { append(byte) }
    }
    append(UInt8(ascii: "T"))
    append(digits: UInt64(time.hour), 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.minute), 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.second), 2)
  }

  /// Appends a number filled with zeros to this many digits.
  private mutating func append(digits number: UInt64, _ count: Int) {
    if count > 3 { append(UInt8(truncatingIfNeeded: number / 1_000 % 10) | 0x30) }
    if count > 2 { append(UInt8(truncatingIfNeeded: number / 100 % 10) | 0x30) }
    append(UInt8(truncatingIfNeeded: number / 10 % 10) | 0x30)
    append(UInt8(truncatingIfNeeded: number % 10) | 0x30)
  }
}
