import HealthModel

/// Times as lines have them, written in place.
extension OutputSpan where Element == UInt8 {
  /// Appends a time as it describes itself; at most 40 bytes.
  ///
  /// - Returns: whether RFC 3339 has it: its year has four digits.
  @discardableResult
  mutating func append(_ time: Timestamp) -> Bool {
    let isRFC3339 = appendSecond(time)
    let fraction = UInt64(time.microsecond)
    if fraction != 0 {
      append(UInt8(ascii: "."))
      append(digits: fraction / 1_000, 3)
      if fraction % 1_000 != 0 { append(digits: fraction % 1_000, 3) }
    }
    append(offsetMinutes: time.offsetMinutes)
    return isRFC3339
  }

  private mutating func append(offsetMinutes: Int16) {
    guard offsetMinutes != 0 else { return append(UInt8(ascii: "Z")) }
    append(offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(digits: UInt64(offsetMinutes.magnitude) / 60, 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(offsetMinutes.magnitude) % 60, 2)
  }

  /// Appends `2026-11-20T07:12:03.481Z`: always three digits of fraction.
  ///
  /// - Returns: whether RFC 3339 has it: its year has four digits.
  @discardableResult
  mutating func append(milliseconds at: Instant) -> Bool {
    let time = Timestamp(instant: at, offsetMinutes: 0)
    let isRFC3339 = appendSecond(time)
    append(UInt8(ascii: "."))
    append(digits: UInt64(time.microsecond) / 1_000, 3)
    append(UInt8(ascii: "Z"))
    return isRFC3339
  }

  private mutating func appendSecond(_ time: Timestamp) -> Bool {
    let date = time.date
    let isRFC3339 = (0...9999).contains(date.year)
    if isRFC3339 {
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
    return isRFC3339
  }

  /// Appends a number filled with zeros to this many digits.
  private mutating func append(digits number: UInt64, _ count: Int) {
    if count > 3 { append(UInt8(truncatingIfNeeded: number / 1_000 % 10) | 0x30) }
    if count > 2 { append(UInt8(truncatingIfNeeded: number / 100 % 10) | 0x30) }
    append(UInt8(truncatingIfNeeded: number / 10 % 10) | 0x30)
    append(UInt8(truncatingIfNeeded: number % 10) | 0x30)
  }
}
