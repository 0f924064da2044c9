/// Finds the local days of many instants fast, by keeping what it found last.
///
/// ```swift
/// var cursor = DayCursor(paris)
/// for start in starts { days.append(cursor.day(of: start)) }
/// ```
///
/// Gives what `ZoneRules.localDay(of:)` gives for every instant in any order; two comparisons
/// when the day is the same as before, a division when only the day has changed.
public struct DayCursor: Sendable {
  /// The zone whose days these are.
  ///
  /// `DayCursor(.utc).zone.name` is `"UTC"`.
  public let zone: ZoneRules

  /// The stretch of instants around the last one that have its day and its offset.
  @usableFromInline var dayStart: Int64 = 0
  @usableFromInline var dayEnd: Int64 = 0
  @usableFromInline var day = 0

  /// The stretch around the last instant without a change of the clocks, in seconds.
  private var span = OffsetSpan(start: 0, end: 0, offset: 0)

  /// A cursor over the days of a zone.
  ///
  /// `DayCursor(.utc)`. Costs nothing until it is asked.
  public init(_ zone: ZoneRules) {
    self.zone = zone
  }

  /// The date that the zone's clocks show at an instant, as days since 1970-01-01.
  ///
  /// `cursor.day(of: .epoch)` is `0` in UTC. O(1) while instants stay within a day.
  @inlinable
  public mutating func day(of instant: Instant) -> Int {
    let microseconds = instant.microseconds
    if microseconds >= dayStart, microseconds < dayEnd { return day }
    return move(to: instant)
  }

  /// Finds the day of an instant and keeps the stretch around it.
  @usableFromInline
  mutating func move(to instant: Instant) -> Int {
    let seconds = instant.wholeSeconds
    if seconds < span.start || seconds >= span.end { span = zone.span(at: seconds) }
    let number = (seconds + span.offset).floorDivided(by: 86_400)
    let midnight = number * 86_400 - span.offset
    dayStart = Instant(wholeSeconds: max(midnight, span.start)).microseconds
    dayEnd = Instant(wholeSeconds: min(midnight + 86_400, span.end)).microseconds
    day = Int(number)
    return day
  }
}
