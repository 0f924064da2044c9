/// Dates and times as journal lines write them, read in place: RFC 3339 with `T`, seconds, up to
/// six digits of fraction, and `Z` or an offset in minutes (D2).
///
/// Public for the compiler only, which does not inline methods of package types elsewhere.
public enum RFC3339 {
  /// Reads a time, such as `2026-11-20T08:00:00.5+01:00`, at `position` and moves past it.
  ///
  /// - Returns: microseconds since 1970 UTC and the offset in minutes east, or nil with the
  ///   position unmoved: wrong form, a day that the month lacks, second 60, finer than a
  ///   microsecond.
  @inlinable
  package static func parse(
    _ bytes: RawSpan, at position: inout Int
  ) -> (microseconds: Int64, offsetMinutes: Int16)? {
    let start = position
    guard start >= 0, start &+ 20 <= bytes.byteCount,
      let days = dayNumber((bytes.word(start), bytes.word(start &+ 8) & 0xFF_FFFF)),
      let time = pairs(
        bytes.word(start &+ 11), of: 0x3030_3A30_303A_3030, room: 0x7676_7F76_767F_7676)
    else { return nil }
    let hour = two(time, 0)
    let minute = two(time, 3)
    let second = two(time, 6)
    guard hour < 24, minute < 60, second < 60 else { return nil }
    var at = start &+ 19
    guard let fraction = fraction(bytes, &at), let offset = offset(bytes, &at) else { return nil }
    position = at
    let seconds = days &* 86_400 &+ hour &* 3600 &+ (minute &- offset) &* 60 &+ second
    return (Int64(seconds) &* 1_000_000 &+ fraction, Int16(truncatingIfNeeded: offset))
  }

  /// Eight bytes of text at once: each becomes ten times its digit and the next byte's digit. Nil
  /// where the text does not have the form.
  ///
  /// - Parameters:
  ///   - form: `0` where a digit is due, and the separators.
  ///   - room: for each byte the greatest number that, added to the greatest value that is allowed,
  ///     does not set the highest bit: 0x76 for a digit, 0x7F for a separator.
  @inlinable @inline(__always)
  package static func pairs(_ word: UInt64, of form: UInt64, room: UInt64) -> UInt64? {
    let digits = word ^ form
    guard (digits | (digits &+ room)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return (digits &* 10) &+ (digits >> 8)
  }

  /// The number of two digits that `pairs` found at a byte.
  @inlinable @inline(__always)
  package static func two(_ pairs: UInt64, _ index: UInt64) -> Int {
    Int(truncatingIfNeeded: (pairs >> (index &* 8)) & 0xFF)
  }

  /// The days since 1970 of `2026-11-20T`, as a word and the three bytes after it.
  @inlinable @inline(__always)
  package static func dayNumber(_ text: (UInt64, UInt64)) -> Int? {
    guard let date = pairs(text.0, of: 0x2D30_302D_3030_3030, room: 0x7F76_767F_7676_7676),
      let day = pairs(text.1, of: 0x54_3030, room: 0x7F_7676)
    else { return nil }
    return dayNumber(
      year: two(date, 0) &* 100 &+ two(date, 2), month: two(date, 5), day: two(day, 0))
  }

  /// Days since 1970-01-01 of a proleptic Gregorian date of the years 0 to 9999, nil where the
  /// month has no such day (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
  /// days_from_civil).
  @inlinable @inline(__always)
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard month >= 1, month <= 12, day >= 1, day <= 28 || day <= length(ofMonth: month, year: year)
    else { return nil }
    // An era of 400 years is added: January and February count to the year before, and that of the
    // year 0 would be negative.
    let y = UInt32(truncatingIfNeeded: month <= 2 ? year &+ 399 : year &+ 400)
    let monthOfYear = UInt32(truncatingIfNeeded: month > 2 ? month &- 3 : month &+ 9)
    let era = y / 400
    let yearOfEra = y &- era &* 400
    let dayOfYear = (153 &* monthOfYear &+ 2) / 5
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return Int(era &* 146_097 &+ dayOfEra) &+ day &- (719_468 &+ 146_097 &+ 1)
  }

  @inlinable @inline(__always)
  package static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return 30 + ((month + (month >> 3)) & 1)
  }

  @inlinable @inline(__always)
  package static func two(_ bytes: RawSpan, _ index: Int) -> Int? {
    let tens = bytes.byte(index) &- UInt8(ascii: "0")
    let ones = bytes.byte(index + 1) &- UInt8(ascii: "0")
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  /// Microseconds after a point, at most six digits; 0 where there is no point.
  @inlinable @inline(__always)
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
  @inlinable @inline(__always)
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
