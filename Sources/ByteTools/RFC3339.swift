/// Dates and times as journal lines write them, read in place: RFC 3339 with `T`, seconds, up to six
/// digits of fraction, and `Z` or an offset in minutes.
package enum RFC3339 {
  /// Reads `2026-11-20T08:00:00.5+01:00` at `position` and moves behind it.
  ///
  /// - Returns: microseconds since 1970 UTC and the offset in minutes east, or nil with the position
  ///   unmoved: wrong form, a day that the month lacks, second 60, finer than a microsecond.
  @inlinable
  package static func parse(
    _ bytes: RawSpan, at position: inout Int
  ) -> (microseconds: Int64, offsetMinutes: Int16)? {
    let start = position
    guard start + 20 <= bytes.byteCount,
      let century = two(bytes, start), let years = two(bytes, start + 2),
      bytes.byte(start + 4) == UInt8(ascii: "-"), let month = two(bytes, start + 5),
      bytes.byte(start + 7) == UInt8(ascii: "-"), let day = two(bytes, start + 8),
      bytes.byte(start + 10) == UInt8(ascii: "T"), let hour = two(bytes, start + 11),
      bytes.byte(start + 13) == UInt8(ascii: ":"), let minute = two(bytes, start + 14),
      bytes.byte(start + 16) == UInt8(ascii: ":"), let second = two(bytes, start + 17),
      hour < 24, minute < 60, second < 60
    else { return nil }
    guard let days = dayNumber(year: century * 100 + years, month: month, day: day)
    else { return nil }
    var at = start + 19
    guard let fraction = fraction(bytes, &at), let offset = offset(bytes, &at) else { return nil }
    position = at
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset * 60)
    return (seconds * 1_000_000 + fraction, Int16(truncatingIfNeeded: offset))
  }

  /// Days since 1970-01-01 of a proleptic Gregorian date, nil where the month has no such day
  /// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil).
  @inlinable
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard month >= 1, month <= 12, day >= 1, day <= length(ofMonth: month, year: year)
    else { return nil }
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  @inlinable
  package static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return 30 + (month + month >> 3) & 1
  }

  @inlinable
  package static func two(_ bytes: RawSpan, _ index: Int) -> Int? {
    let tens = bytes.byte(index) &- UInt8(ascii: "0")
    let ones = bytes.byte(index + 1) &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  @inlinable
  package static func fraction(_ bytes: RawSpan, _ at: inout Int) -> Int64? {
    guard at < bytes.byteCount, bytes.byte(at) == UInt8(ascii: ".") else { return 0 }
    at += 1
    var value: Int64 = 0
    var digits = 0
    while at < bytes.byteCount, let digit = bytes.digit(at) {
      if digits == 6 { return nil }
      value = value * 10 + Int64(digit)
      digits += 1
      at += 1
    }
    if digits == 0 { return nil }
    for _ in digits..<6 { value *= 10 }
    return value
  }

  /// `Z` or `±hh:mm` in minutes east of UTC.
  @inlinable
  package static func offset(_ bytes: RawSpan, _ at: inout Int) -> Int? {
    guard at < bytes.byteCount else { return nil }
    let sign = bytes.byte(at)
    if sign == UInt8(ascii: "Z") {
      at += 1
      return 0
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), at + 6 <= bytes.byteCount,
      let hours = two(bytes, at + 1), bytes.byte(at + 3) == UInt8(ascii: ":"),
      let minutes = two(bytes, at + 4), hours < 24, minutes < 60
    else { return nil }
    at += 6
    return sign == UInt8(ascii: "-") ? -(hours * 60 + minutes) : hours * 60 + minutes
  }
}
