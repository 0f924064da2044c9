package import HealthModel
package import HealthTables
import JournalFile

/// Times as people type them: RFC 3339, `2026-11-20 07:30`, `07:30`, `now`, `-6h`,
/// `yesterday 22:00`, and the names of days and periods that `PeriodWords` reads.
/// `TimeGrammar.text` lists all of them.
package struct TimeInput: Sendable {
  private let calendar: DayCalendar
  private let weekStarts: Weekday
  /// The moment from which they are seen.
  package let now: Instant

  /// Times of the zone of these days, seen from this moment.
  ///
  /// - Parameter weekStarts: the day with which weeks begin.
  package init(_ calendar: DayCalendar, weekStarts: Weekday = .monday, now: Instant) {
    self.calendar = calendar
    self.weekStarts = weekStarts
    self.now = now
  }

  /// A number of days that is greater than the distance between the moments that a text means in
  /// any two zones: dates differ by less than two days; `this year` or `last monday` may differ by
  /// a year or a week more, where it is already the next day in one of the zones.
  package static func daysApart(_ text: String) -> Int64 {
    let isDay = ["today", "yesterday", "tomorrow", "now"].contains { text.hasPrefix($0) }
    let isDate = text.first?.isNumber ?? false && !text.hasSuffix("ago")
    return isDay || isDate ? 2 : 370
  }

  /// The moment that a text means, with the offset that holds there; nil where it means none. A day
  /// or a period means its first moment.
  package func timestamp(_ text: String) -> Timestamp? {
    if let exact = Timestamp(rfc3339: text) { return exact }
    return instant(text).map(timestamp)
  }

  /// A moment, with the offset that holds there.
  package func timestamp(_ moment: Instant) -> Timestamp { Timestamp(moment, in: calendar.zone) }

  /// The period that a text means: days, or hours up to now; nil where it means none, or a moment.
  package func period(_ text: String) -> Period? {
    if let days = words.days(text) { return period(of: days) }
    guard let tokens = PeriodWords.tokens(text), tokens.first == "last",
      let seconds = PeriodWords.length(tokens.dropFirst())?.seconds
    else { return nil }
    return Period(start: now - seconds, end: now, days: nil)
  }

  /// The time of these days.
  package func period(of days: DayPeriod) -> Period {
    Period(start: start(of: days.first), end: start(of: days.end), days: days)
  }

  /// The days that a text means; nil where it means none.
  package func days(_ text: String) -> DayPeriod? { words.days(text) }

  /// How long ago a text says, as `a year ago` or `-4w`; nil where it says something else.
  package static func ago(_ text: String) -> CalendarInterval? {
    PeriodWords.tokens(text).flatMap { PeriodWords.ago($0[...]) }
  }

  /// The moment of a day at which the clocks show a time, as `07:30` or `07:30:15`; nil where the
  /// text means none. Where days start at another hour than midnight, times before it are those of
  /// the next date.
  package func moment(_ time: String, of day: CivilDate) -> Timestamp? {
    instant(time, of: day).map(timestamp)
  }

  /// The day to which a moment belongs.
  package func day(of moment: Instant) -> CivilDate {
    CivilDate(dayNumber: calendar.day(of: moment))
  }

  /// The first moment of a day.
  package func start(of day: CivilDate) -> Instant { calendar.start(of: day.dayNumber) }

  private var words: PeriodWords {
    PeriodWords(today: day(of: now), weekStarts: weekStarts)
  }

  private func instant(_ text: String) -> Instant? {
    if text == "now" { return now }
    if let days = words.days(text) { return start(of: days.first) }
    if let seconds = PeriodWords.tokens(text).flatMap({ PeriodWords.ago($0[...]) })?.seconds {
      return now - seconds
    }
    var parts = text.split(separator: " ").map { String($0) }
    if parts.count == 1, let found = parts[0].firstIndex(of: "T") {
      parts = [String(parts[0][..<found]), String(parts[0][found...].dropFirst())]
    }
    guard let clock = parts.popLast() else { return nil }
    let day = parts.joined(separator: " ")
    if day.isEmpty { return instant(clock, of: self.day(of: now)) }
    if let date = CivilDate(day) { return time(clock, on: date) }
    guard let days = words.days(day), days.length == .day else { return nil }
    return instant(clock, of: days.first)
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
    let input = TimeInput(DayCalendar(zone), weekStarts: tables.settings.weekStarts, now: now)
    times = { input.timestamp($0)?.instant }
  }
}
