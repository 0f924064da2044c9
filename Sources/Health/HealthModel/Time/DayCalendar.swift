/// The division of instants into the days of a zone: each from one time of its clocks to the same
/// time of the next date.
///
/// ```swift
/// let nights = DayCalendar(paris, startsAt: ClockTime(hour: 4) ?? .midnight)
/// nights.day(of: oneInTheNight)   // the date before
/// ```
///
/// A day has the date on which it starts, as days since 1970-01-01. The clocks of the place decide
/// on the days on which they change: a day starts when they first reach its time. If they jump over
/// that time, it starts at the jump; if they show it twice, at the first. The time between the
/// starts of two days belongs to the first of them: if clocks go back over the start of a day, they
/// show the date before for a while, and the day that has begun continues. A date that was skipped
/// whole (Pacific/Apia, 2011-12-30) has no length if days start at midnight. Every instant belongs
/// to exactly one day (D23).
public struct DayCalendar: Sendable {
  /// The zone whose clocks count.
  public let zone: ZoneRules

  /// The time of the clocks at which days start.
  public let startsAt: ClockTime

  /// Creates the days of a zone.
  ///
  /// `DayCalendar(.utc).start(of: 1).microseconds` is `86_400_000_000`.
  public init(_ zone: ZoneRules, startsAt: ClockTime = .midnight) {
    self.zone = zone
    self.startsAt = startsAt
  }

  /// Returns the first instant of a day, given as days since 1970-01-01.
  ///
  /// It never decreases from day to day. Beyond the range of `Instant`: its end. O(log n) in the
  /// number of the zone's transitions.
  public func start(of dayNumber: Int) -> Instant {
    zone.start(ofDay: dayNumber, at: startsAt)
  }

  /// Returns the day that an instant belongs to, as days since 1970-01-01.
  ///
  /// `DayCalendar(.utc).day(of: Instant(microseconds: -1))` is `-1`. For many instants use a
  /// `DayCursor`.
  public func day(of instant: Instant) -> Int {
    var cursor = DayCursor(self)
    return cursor.day(of: instant)
  }

  /// Returns the length of a day in seconds: from its start to the start of the next.
  ///
  /// `DayCalendar(.utc).length(of: 0)` is `86_400`; in Paris 2026-03-29 has 82,800 and 2026-10-25
  /// has 90,000.
  public func length(of dayNumber: Int) -> Int {
    let next = start(of: dayNumber == .max ? dayNumber : dayNumber + 1)
    return Int(next.wholeSeconds - start(of: dayNumber).wholeSeconds)
  }

  /// Returns the share of a day that is over at a moment: 0 before it, 1 after it.
  ///
  /// In Paris 12:00 on 2026-03-29, a day of 23 hours, is 11/23; on 2026-10-25, one of 25, 13/25.
  /// Nil for a date that was skipped.
  public func share(ofDay dayNumber: Int, goneAt moment: Instant) -> Double? {
    let (start, end) = (start(of: dayNumber), start(of: dayNumber + 1))
    guard start < end else { return nil }
    return min(max(moment.seconds(since: start) / end.seconds(since: start), 0), 1)
  }
}

/// Finds the days of many instants fast, by keeping what it found last.
///
/// ```swift
/// var cursor = DayCursor(DayCalendar(paris))
/// for start in starts { days.append(cursor.day(of: start)) }
/// ```
///
/// It is public, with `DayCalendar`, only so that the compiler can inline it in other modules:
/// views call it for every sample.
///
/// Gives what `DayCalendar.day(of:)` gives for every instant in any order; two comparisons when the
/// day is the same as before, a division when only the day has changed.
public struct DayCursor: Sendable {
  /// The calendar of the days that it finds.
  public let calendar: DayCalendar

  /// The span of instants around the last one that belong to its day.
  @usableFromInline var dayStart: Int64 = 0
  @usableFromInline var dayEnd: Int64 = 0
  @usableFromInline var day = 0

  /// The span around the last instant without a change of the clocks, in seconds.
  private var span = OffsetSpan(start: 0, end: 0, offset: 0)

  /// Three days in seconds. No offset lies 51 hours from another, so that what clocks showed before
  /// a change cannot be ahead of what they show that long after it.
  private static let transitionTime: Int64 = 3 * 86_400

  /// Creates a cursor over the days of a calendar.
  ///
  /// `DayCursor(DayCalendar(.utc))`. It costs nothing until its first use.
  public init(_ calendar: DayCalendar) {
    self.calendar = calendar
  }

  /// Returns the day that an instant belongs to, as days since 1970-01-01.
  ///
  /// `cursor.day(of: .epoch)` is `0` in UTC. O(1) while instants stay within a day.
  @inlinable
  public mutating func day(of instant: Instant) -> Int {
    let microseconds = instant.microseconds
    if microseconds >= dayStart, microseconds < dayEnd { return day }
    return move(to: instant)
  }

  /// Returns the day that an instant belongs to, with microseconds around it that all belong to
  /// that day: the whole of it, or the part on one side of a change of the clocks.
  package mutating func stretch(of instant: Instant) -> (day: Int, start: Int64, end: Int64) {
    _ = day(of: instant)
    return (day, dayStart, dayEnd)
  }

  /// Returns the end of the day of a moment, in microseconds, or another moment if that is before
  /// it.
  package mutating func end(ofDayAt moment: Int64, before other: Int64) -> Int64 {
    let stretch = stretch(of: Instant(microseconds: moment))
    if other <= stretch.end { return other }
    return min(other, calendar.start(of: stretch.day + 1).microseconds)
  }

  /// Finds the day of an instant and keeps the span around it.
  @usableFromInline
  mutating func move(to instant: Instant) -> Int {
    let seconds = instant.wholeSeconds
    if seconds < span.start || seconds >= span.end { span = calendar.zone.span(at: seconds) }
    let ahead = span.offset - Int64(calendar.startsAt.seconds)
    let number = (seconds + ahead).floorDivided(by: 86_400)
    let start = number * 86_400 - ahead
    day = Int(number)
    if span.start > start - Self.transitionTime { return correct(instant) }
    dayStart = Instant(wholeSeconds: start).microseconds
    dayEnd = Instant(wholeSeconds: min(start + 86_400, span.end)).microseconds
    return day
  }

  /// Corrects the day that the clocks show, soon after they changed: the next may have begun
  /// before.
  private mutating func correct(_ instant: Instant) -> Int {
    var end = calendar.start(of: day + 1)
    while end <= instant, end.microseconds < .max {
      day += 1
      end = calendar.start(of: day + 1)
    }
    dayStart = calendar.start(of: day).microseconds
    dayEnd = end.microseconds
    return day
  }
}
