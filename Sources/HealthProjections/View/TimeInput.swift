package import HealthModel
package import HealthTables
import JournalFile

/// Times as people type them: RFC 3339, `2026-11-20 07:30`, `2026-11-20`, `07:30`, `today`,
/// `yesterday`, `tomorrow`, `now`, `yesterday 22:00`.
package struct TimeInput: Sendable {
  private let calendar: DayCalendar
  /// The moment from which they are seen.
  package let now: Instant

  /// Times of the zone of these days, seen from this moment.
  package init(_ calendar: DayCalendar, now: Instant) {
    self.calendar = calendar
    self.now = now
  }

  /// The moment that a text means, with the offset that holds there; nil where it means none. A day
  /// alone means its first moment.
  package func timestamp(_ text: String) -> Timestamp? {
    if let exact = Timestamp(rfc3339: text) { return exact }
    return instant(text).map { Timestamp($0, in: calendar.zone) }
  }

  /// The moment of a day at which the clocks show a time, as `07:30` or `07:30:15`; nil where the text means
  /// none. Where days start at another hour than midnight, times before it are those of the next date.
  package func moment(_ time: String, of day: CivilDate) -> Timestamp? {
    instant(time, of: day).map { Timestamp($0, in: calendar.zone) }
  }

  /// The day to which a moment belongs.
  package func day(of moment: Instant) -> CivilDate {
    CivilDate(dayNumber: calendar.day(of: moment))
  }

  /// The first moment of a day.
  package func start(of day: CivilDate) -> Instant { calendar.start(of: day.dayNumber) }

  private func instant(_ text: String) -> Instant? {
    if text == "now" { return now }
    if let day = dayInWords(text) ?? CivilDate(text) { return start(of: day) }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" }).map { String($0) }
    switch parts.count {
    case 1: return instant(parts[0], of: day(of: now))
    case 2:
      if let day = dayInWords(parts[0]) { return instant(parts[1], of: day) }
      return CivilDate(parts[0]).flatMap { time(parts[1], on: $0) }
    default: return nil
    }
  }

  /// `today`, `yesterday` or `tomorrow`.
  private func dayInWords(_ text: String) -> CivilDate? {
    switch text {
    case "today": day(of: now)
    case "yesterday": day(of: now).adding(days: -1)
    case "tomorrow": day(of: now).adding(days: 1)
    default: nil
    }
  }

  /// A time of a day, on its date or, before the hour at which it starts, on the next.
  private func instant(_ text: String, of day: CivilDate) -> Instant? {
    guard let first = time(text, on: day) else { return nil }
    return first < start(of: day) ? time(text, on: day.adding(days: 1)) : first
  }

  /// `07:30` or `07:30:15` on a date.
  private func time(_ text: String, on date: CivilDate) -> Instant? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3, fields.allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    let numbers = fields.compactMap { Int($0) }
    guard numbers.count == fields.count, (0...23).contains(numbers[0]),
      numbers.dropFirst().allSatisfy({ (0...59).contains($0) })
    else { return nil }
    return calendar.zone.instant(
      of: date, hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
  }
}

extension Query {
  /// A predicate's query: its times are those of the journal's zone, seen from a moment.
  package init(_ predicate: HealthPredicate, in tables: HealthTables, now: Instant) throws {
    self.init()
    self.predicate = predicate
    var zones = ZoneCatalogue()
    let zone = try zones.rules(named: tables.settings.timeZone)
    let input = TimeInput(DayCalendar(zone), now: now)
    times = { input.timestamp($0)?.instant }
  }
}
