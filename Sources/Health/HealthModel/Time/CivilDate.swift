/// A day of the proleptic Gregorian calendar, without time or place.
///
/// ```swift
/// let day = CivilDate(dayNumber: 20_777)
/// day.description         // "2026-11-20"
/// day.weekday             // 5, a Friday
/// day.adding(days: 11)    // 2026-12-01
/// ```
///
/// Range: years −999,999 to 999,999; the text form that is read has years 0000 to 9999.
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"
/// (https://howardhinnant.github.io/date_algorithms.html), `days_from_civil` and
/// `civil_from_days`; ISO 8601 for the text and the weekdays.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// The year, astronomical: 0 is 1 BC.
  ///
  /// `CivilDate(dayNumber: 0).year` is `1970`. −999,999 to 999,999.
  public let year: Int

  /// The month, 1 (January) to 12.
  ///
  /// `CivilDate(dayNumber: 0).month` is `1`.
  public let month: Int

  /// The day of the month, 1 to 31.
  ///
  /// `CivilDate(dayNumber: -1).day` is `31`.
  public let day: Int

  /// The years that a date may have.
  ///
  /// `CivilDate.years.contains(2026)` is true. −999,999 to 999,999.
  public static let years = -999_999...999_999

  /// The day numbers that a date may have: the first and last day of `years`.
  ///
  /// `CivilDate.dayNumbers.contains(20_777)` is true. Days since 1970-01-01.
  public static let dayNumbers = -365_961_662...364_522_971

  /// Creates the date with this year, month and day; nil if there is none.
  ///
  /// `CivilDate(year: 2023, month: 2, day: 29)` is nil. The range of years is `years`.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month),
      day >= 1, day <= Self.daysInMonth(month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date this many days after 1970-01-01.
  ///
  /// `CivilDate(dayNumber: 20_777).description` is `"2026-11-20"`. A number outside `dayNumbers` is
  /// a programmer's error and traps. Source: Hinnant, `civil_from_days`.
  @inlinable
  public init(dayNumber: Int) {
    precondition(Self.dayNumbers.contains(dayNumber), "a day number outside the calendar")
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Reads the date from a text `yyyy-MM-dd`; nil if it names none.
  ///
  /// `CivilDate("2024-02-29")?.day` is `29`; `"2024-2-29"`, `"2023-02-29"` and `" 2024-02-29"` give
  /// nil. Years 0000 to 9999.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]),
      let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Days since 1970-01-01; negative before it.
  ///
  /// `CivilDate("2026-11-20")?.dayNumber` is `20_777`. Range: `dayNumbers`.
  /// Source: Hinnant, `days_from_civil`.
  @inlinable
  public var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

  /// The day of the week as ISO 8601 counts it: 1 is Monday, 7 is Sunday.
  ///
  /// `CivilDate("2026-11-20")?.weekday` is `5`.
  @inlinable
  public var weekday: Int {
    let sinceMonday = (dayNumber + 3) % 7
    return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
  }

  /// Returns the date this many days later, or earlier if negative.
  ///
  /// `CivilDate("2024-02-28")?.adding(days: 2)` is 2024-03-01. Leaving `dayNumbers` is a
  /// programmer's error and traps.
  @inlinable
  public func adding(days: Int) -> CivilDate {
    CivilDate(dayNumber: dayNumber + days)
  }

  /// Returns the day this many months later, or earlier if negative; the last day of a month that
  /// is too short.
  package func adding(months: Int) -> CivilDate {
    let all = monthNumber + months
    let year = Int(Int64(all).floorDivided(by: 12))
    let month = all - 12 * year + 1
    let last = Self.daysInMonth(month, year: year)
    return CivilDate(year: year, month: month, day: min(day, last)) ?? self
  }

  /// Months since January of year 0.
  package var monthNumber: Int { 12 * year + month - 1 }

  /// Returns the full years from this date to `other`: the age of someone born on this date.
  ///
  /// The years from 1990-05-17 until 2026-05-16 are `35`, a day later `36`. Someone born on 29
  /// February becomes a year older on 1 March if the year has no such day. Negative, and rounded
  /// towards zero, if `other` is earlier. Source: `java.time.Period.between`.
  public func years(until other: CivilDate) -> Int {
    guard other >= self else { return -other.years(until: self) }
    let birthdayIsAhead = (other.month, other.day) < (month, day)
    return other.year - year - (birthdayIsAhead ? 1 : 0)
  }

  /// Returns true if the left date is the earlier one.
  ///
  /// `CivilDate(dayNumber: 0) < CivilDate(dayNumber: 1)` is true.
  @inlinable
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Returns the number of days in a month, 28 to 31.
  ///
  /// `CivilDate.daysInMonth(2, year: 2024)` is `29`; a month outside 1 to 12 has 0 days.
  @inlinable
  public static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 0
    }
  }

  /// Returns true if a year has a 29 February.
  ///
  /// `CivilDate.isLeap(2000)` is true, `CivilDate.isLeap(1900)` is false. Any year.
  @inlinable
  public static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns the number of a day by Hinnant's `days_from_civil`, for fields that are known to be
  /// valid.
  @inlinable
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Reads the value of ASCII digits; nil if another byte is among them.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as ISO 8601 text.
  ///
  /// `CivilDate(dayNumber: 20_777).description` is `"2026-11-20"`. Years 0000 to 9999 have four
  /// digits; others have a sign and six (`+010000-01-01`), ISO 8601's expanded form.
  public var description: String {
    var text: [UInt8] = []
    appendText(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends `description` as ASCII bytes.
  package func appendText(to text: inout [UInt8]) {
    text.append(addingCapacity: 16) { appendText(to: &$0) }
  }

  /// Appends the same bytes, at most 13.
  func appendText(to text: inout OutputSpan<UInt8>) {
    if (0...9999).contains(year) {
      text.append(decimal: year, digits: 4)
    } else {
      text.append(year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      text.append(decimal: abs(year), digits: 6)
    }
    text.append(UInt8(ascii: "-"))
    text.append(decimal: month, digits: 2)
    text.append(UInt8(ascii: "-"))
    text.append(decimal: day, digits: 2)
  }
}

extension OutputSpan where Element == UInt8 {
  /// Appends a number ≥ 0 as ASCII, filled with zeros to exactly this many digits, two to six.
  ///
  /// Each digit has a divisor of its own, which the compiler makes a multiplication.
  @inline(__always)
  mutating func append(decimal number: Int, digits: Int) {
    func digit(_ divisor: Int) -> UInt8 {
      UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10)
    }
    if digits > 5 { append(digit(100_000)) }
    if digits > 4 { append(digit(10_000)) }
    if digits > 3 { append(digit(1000)) }
    if digits > 2 { append(digit(100)) }
    append(digit(10))
    append(digit(1))
  }
}

extension [UInt8] {
  /// Appends a number from 0 to 99 as two digits.
  package mutating func append(twoDigits number: Int) {
    append(addingCapacity: 2) { $0.append(decimal: number, digits: 2) }
  }
}

/// A time that a clock shows, to the minute: `04:00`.
///
/// ```swift
/// ClockTime("04:00")?.seconds   // 14_400
/// ```
///
/// Range: 00:00 to 23:59.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// The hour, 0 to 23.
  public let hour: Int

  /// The minute, 0 to 59.
  public let minute: Int

  /// The time 00:00.
  public static let midnight = ClockTime(checkedHour: 0, minute: 0)

  /// The time 12:00.
  public static let noon = ClockTime(checkedHour: 12, minute: 0)

  /// 18:00, when the night before a date begins.
  package static let evening = ClockTime(checkedHour: 18, minute: 0)

  /// Creates the time of this hour and minute; nil if no clock shows it.
  public init?(hour: Int, minute: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.init(checkedHour: hour, minute: minute)
  }

  /// Reads the time from a text `HH:MM`; nil if it names none, as `24:00` and `4:00`.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 48 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    self.init(hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3])
  }

  private init(checkedHour hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// Seconds since the clock's midnight, 0 to 86,340.
  public var seconds: Int { hour * 3600 + minute * 60 }

  /// Returns true if the left time is the earlier one.
  public static func < (left: ClockTime, right: ClockTime) -> Bool { left.seconds < right.seconds }
}

extension ClockTime: CustomStringConvertible {
  /// The time as `HH:MM`.
  public var description: String {
    var text: [UInt8] = []
    text.append(twoDigits: hour)
    text.append(UInt8(ascii: ":"))
    text.append(twoDigits: minute)
    return String(decoding: text, as: UTF8.self)
  }
}

/// A day of the week, as ISO 8601 counts them.
///
/// `Weekday.sunday.rawValue` is `7`.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
  /// 1.
  case monday = 1
  /// 2.
  case tuesday
  /// 3.
  case wednesday
  /// 4.
  case thursday
  /// 5.
  case friday
  /// 6.
  case saturday
  /// 7.
  case sunday

  /// The English name in small letters.
  ///
  /// `Weekday.monday.name` is `"monday"`.
  public var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  /// Creates the day of this English name, or of its first three letters; nil if there is none.
  ///
  /// `Weekday(name: "mon")` is Monday.
  public init?(name: some StringProtocol) {
    guard let day = Self.allCases.first(where: { $0.name == name || $0.name.prefix(3) == name })
    else { return nil }
    self = day
  }

  /// Returns the number of days from the last such weekday to a date, the date itself included: 0
  /// to 6.
  ///
  /// `Weekday.monday.daysBefore(date)` is `4` for a Friday.
  package func daysBefore(_ date: CivilDate) -> Int { (date.weekday - rawValue + 7) % 7 }
}
