/// A length of time by the calendar, as `day`, `2 weeks` or `15 minutes`.
///
/// ```swift
/// CalendarInterval("2 weeks")    // CalendarInterval(2, .week)
/// CalendarInterval("fortnight")  // nil
/// ```
public struct CalendarInterval: Hashable, Sendable {
  /// A unit of the calendar. Minutes and hours have 60 and 3600 seconds whatever the clocks do;
  /// days, weeks, months and years are those of a zone's calendar.
  public enum Component: String, Hashable, Sendable, CaseIterable {
    /// 60 seconds.
    case minute
    /// 3600 seconds.
    case hour
    /// A day, from a time of day to the same on the next day: 23 to 25 hours.
    case day
    /// Seven days.
    case week
    /// A month, from a day of the month to the same of the next, or to its last if it is shorter.
    case month
    /// Twelve months.
    case year
  }

  /// The number of components.
  public let count: Int
  /// The unit of the calendar.
  public let component: Component

  /// The permitted numbers of components.
  package static let counts = 1...10_000

  /// Makes an interval of 1 to 10,000 components; nil for any other number.
  public init?(_ count: Int, _ component: Component) {
    guard Self.counts.contains(count) else { return nil }
    self.count = count
    self.component = component
  }

  private init(_ component: Component) {
    count = 1
    self.component = component
  }

  /// An interval of 3600 seconds.
  public static let hour = CalendarInterval(.hour)
  /// An interval from a time of day to the same time of the next day.
  public static let day = CalendarInterval(.day)
  /// An interval of seven days.
  public static let week = CalendarInterval(.week)
  /// An interval from a day of a month to the same day of the next month.
  public static let month = CalendarInterval(.month)
  /// An interval of twelve months.
  public static let year = CalendarInterval(.year)

  /// Reads an interval, such as `day`, `2 days` or `2days`; nil for any other text.
  public init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    var word = text[digits.endIndex...]
    if !digits.isEmpty, word.first == " " { word.removeFirst() }
    if word.last == "s" { word.removeLast() }
    guard let component = Component(rawValue: String(word)) else { return nil }
    guard let count = digits.isEmpty ? 1 : Int(digits) else { return nil }
    self.init(count, component)
  }

  /// Returns the moment from which intervals are counted by default: the midnight that begins the
  /// moment's day, its week, or for months and years its year.
  package func usualAnchor(
    near moment: Instant, in zone: ZoneRules, weekStarts: Weekday = .monday
  ) -> Instant {
    let day = zone.localDay(of: moment)
    let date = CivilDate(dayNumber: day)
    switch component {
    case .minute, .hour, .day: return DayCalendar(zone).start(of: day)
    case .week: return DayCalendar(zone).start(of: day - weekStarts.daysBefore(date))
    case .month, .year:
      return DayCalendar(zone).start(of: CivilDate.dayNumber(year: date.year, month: 1, day: 1))
    }
  }
}

extension CalendarInterval: CustomStringConvertible {
  /// A description as `day`, `2 weeks`.
  public var description: String {
    count == 1 ? component.rawValue : "\(count) \(component.rawValue)s"
  }
}

/// All time, cut into steps of a calendar that are counted from an anchor in both directions.
///
/// ```swift
/// let months = CalendarSteps(.month, from: anchor, in: paris)   // anchor: 31 January, midnight
/// months.start(of: 1)   // 28 or 29 February
/// months.start(of: 2)   // 31 March
/// ```
///
/// Step n begins n steps after the anchor, computed from it alone: HealthKit's
/// HKStatisticsCollectionQuery with an anchor date and interval components. A step keeps the
/// anchor's time of day by the clocks; where that is the start of a day, it is the start of a day
/// always. A time of day that comes twice is the first, one that does not come as late after the
/// change of the clocks as it would have been.
package struct CalendarSteps: Sendable {
  /// The length of a step.
  package let interval: CalendarInterval
  /// The start of step 0.
  package let anchor: Instant
  /// The zone whose calendar counts.
  package let zone: ZoneRules

  private let date: CivilDate
  /// Microseconds since the clock's midnight; nil: a step begins as its day does.
  private let timeOfDay: Int64?

  package init(_ interval: CalendarInterval, from anchor: Instant, in zone: ZoneRules) {
    self.interval = interval
    self.anchor = anchor
    self.zone = zone
    let day = zone.localDay(of: anchor)
    date = CivilDate(dayNumber: day)
    let seconds = anchor.wholeSeconds + Int64(zone.offset(at: anchor)) - Int64(day) * 86_400
    // Wrapping: at the very ends of the range the product alone is beyond it.
    let fraction = anchor.microseconds &- anchor.wholeSeconds &* 1_000_000
    timeOfDay = DayCalendar(zone).start(of: day) == anchor ? nil : seconds * 1_000_000 + fraction
  }

  // MARK: From a number to a moment

  /// Returns the first moment of a step; never earlier than that of the step before. Beyond the
  /// range of `Instant`: its end.
  package func start(of number: Int) -> Instant {
    guard number != 0 else { return anchor }
    let (steps, overflow) = number.multipliedReportingOverflow(by: interval.count)
    // No more minutes than this lie between the first instant and the last.
    guard !overflow, steps.magnitude < 1 << 39 else { return Self.end(number) }
    switch interval.component {
    case .minute: return exact(steps, 60_000_000)
    case .hour: return exact(steps, 3_600_000_000)
    case .day: return moment(onDay: date.dayNumber + steps, steps)
    case .week: return moment(onDay: date.dayNumber + 7 * steps, steps)
    case .month: return moment(inMonth: date.monthNumber + steps, steps)
    case .year: return moment(inMonth: date.monthNumber + 12 * steps, steps)
    }
  }

  private static func end(_ direction: Int) -> Instant {
    Instant(microseconds: direction < 0 ? .min : .max)
  }

  private func exact(_ steps: Int, _ length: Int64) -> Instant {
    let (delta, overflow) = Int64(steps).multipliedReportingOverflow(by: length)
    return overflow ? Self.end(steps) : anchor.adding(microseconds: delta)
  }

  private func moment(onDay day: Int, _ direction: Int) -> Instant {
    guard CivilDate.dayNumbers.contains(day) else { return Self.end(direction) }
    guard let timeOfDay else { return DayCalendar(zone).start(of: day) }
    let seconds = Int(timeOfDay / 1_000_000)
    return zone.instant(
      of: CivilDate(dayNumber: day), hour: seconds / 3600, minute: seconds / 60 % 60,
      second: seconds % 60
    ).adding(microseconds: timeOfDay % 1_000_000)
  }

  private func moment(inMonth months: Int, _ direction: Int) -> Instant {
    let year = Int(Int64(months).floorDivided(by: 12))
    guard CivilDate.years.contains(year) else { return Self.end(direction) }
    let month = months - 12 * year + 1
    let day = min(date.day, CivilDate.daysInMonth(month, year: year))
    return moment(
      onDay: CivilDate.dayNumber(year: year, month: month, day: day), direction)
  }

  // MARK: From a moment to a number

  /// Returns the step that contains a moment: the last one that has begun.
  package func number(of moment: Instant) -> Int {
    var number = estimate(moment)
    // The estimate passes over times of day, ends of months and changes of the clocks: two at most.
    for _ in 0..<3 where start(of: number) > moment { number -= 1 }
    for _ in 0..<3 where start(of: number + 1) <= moment { number += 1 }
    return number
  }

  private func estimate(_ moment: Instant) -> Int {
    let count = Int64(interval.count)
    switch interval.component {
    case .minute: return whole(moment, 60_000_000 * count)
    case .hour: return whole(moment, 3_600_000_000 * count)
    case .day, .week:
      let days = zone.localDay(of: moment) - date.dayNumber
      return Int(Int64(days).floorDivided(by: interval.component == .week ? 7 * count : count))
    case .month, .year:
      let then = CivilDate(dayNumber: zone.localDay(of: moment))
      let difference = Int64(then.monthNumber - date.monthNumber)
      return Int(difference.floorDivided(by: interval.component == .year ? 12 * count : count))
    }
  }

  private func whole(_ moment: Instant, _ length: Int64) -> Int {
    let (span, overflow) = moment.microseconds.subtractingReportingOverflow(anchor.microseconds)
    let exact = overflow ? (moment < anchor ? Int64.min : .max) : span
    return Int(exact.floorDivided(by: length))
  }
}

/// Days, cut into steps of the calendar whatever the clocks do: `CalendarSteps` of a zone where
/// every day has 24 hours.
package struct DaySteps: Sendable {
  private let steps: CalendarSteps

  /// Steps that are counted from the week, or of months and years the year, in which a day lies.
  package init(_ interval: CalendarInterval, near day: Int, _ weekStarts: Weekday) {
    let near = DayCalendar(.utc).start(of: day)
    steps = CalendarSteps(
      interval, from: interval.usualAnchor(near: near, in: .utc, weekStarts: weekStarts), in: .utc)
  }

  /// Returns the step of a day, a number since 1970-01-01.
  package func number(of day: Int) -> Int { steps.number(of: DayCalendar(.utc).start(of: day)) }

  package func days(of number: Int) -> Range<Int> {
    let calendar = DayCalendar(.utc)
    let first = calendar.day(of: steps.start(of: number))
    return first..<max(first, calendar.day(of: steps.start(of: number + 1)))
  }

  /// Returns the steps that some days are in, at least one; the first and the last may reach
  /// further.
  package func steps(of days: Range<Int>) -> [Range<Int>] {
    (number(of: days.lowerBound)...number(of: days.upperBound - 1)).map { self.days(of: $0) }
  }
}
