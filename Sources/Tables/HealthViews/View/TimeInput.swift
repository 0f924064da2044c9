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

  /// Returns a number of days that is greater than the distance between the moments that a text
  /// means in any two zones: dates differ by less than two days; `this year` or `last monday` may
  /// differ by a year or a week more, if it is already the next day in one of the zones.
  package static func daysApart(_ text: String) -> Int64 {
    let isDay = ["today", "yesterday", "tomorrow", "now"].contains { text.hasPrefix($0) }
    let isDate = text.first?.isNumber ?? false && !text.hasSuffix("ago")
    return isDay || isDate ? 2 : 370
  }

  /// Returns the moment that a text means, with the offset that holds there; nil if it means none.
  /// A day or a period means its first moment.
  package func timestamp(_ text: String) -> Timestamp? {
    if let exact = Timestamp(rfc3339: text) { return exact }
    return instant(text).map(timestamp)
  }

  /// Returns a moment, with the offset that holds there.
  package func timestamp(_ moment: Instant) -> Timestamp { Timestamp(moment, in: calendar.zone) }

  /// Returns the period that a text means: days, or hours up to now; nil if it means none, or a
  /// moment.
  package func period(_ text: String) -> Period? {
    if let days = words.days(text) { return period(of: days) }
    guard let tokens = PeriodWords.tokens(text), tokens.first == "last",
      let seconds = PeriodWords.length(tokens.dropFirst())?.seconds
    else { return nil }
    return Period(start: now - seconds, end: now, days: nil)
  }

  package func period(of days: DayPeriod) -> Period {
    Period(start: start(of: days.first), end: start(of: days.end), days: days)
  }

  /// Returns the days that a text means; nil if it means none.
  package func days(_ text: String) -> DayPeriod? { words.days(text) }

  /// Returns the distance from now that a text means, such as `a year ago` or `-4w`; nil if it
  /// means something else.
  package static func ago(_ text: String) -> CalendarInterval? {
    PeriodWords.tokens(text).flatMap { PeriodWords.ago($0[...]) }
  }

  /// Returns the moment of a day at which the clocks show a time, such as `07:30` or `07:30:15`;
  /// nil if the text means none. If days start at another hour than midnight, times before this
  /// hour have the next date.
  package func moment(_ time: String, of day: CivilDate) -> Timestamp? {
    instant(time, of: day).map(timestamp)
  }

  /// Returns the day to which a moment belongs.
  package func day(of moment: Instant) -> CivilDate {
    CivilDate(dayNumber: calendar.day(of: moment))
  }

  /// Returns the first moment of a day.
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

  /// Returns a time of a day, on its date or, before the hour at which it starts, on the next.
  private func instant(_ text: String, of day: CivilDate) -> Instant? {
    guard let first = time(text, on: day) else { return nil }
    return first < start(of: day) ? time(text, on: day.adding(days: 1)) : first
  }

  /// Reads a time of the clock on a date: `07:30` or `07:30:15`.
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

extension ViewQuery {
  /// Creates the query of a predicate. Its times are in the journal's zone, and relative to a
  /// moment.
  package init(_ predicate: HealthPredicate, in tables: HealthTables, now: Instant) throws {
    self.init()
    self.predicate = predicate
    var zones = ZoneCatalogue()
    let zone = try zones.rules(named: tables.settings.timeZone)
    let input = TimeInput(DayCalendar(zone), weekStarts: tables.settings.weekStarts, now: now)
    times = { input.timestamp($0)?.instant }
  }
}

/// The forms in which a time, a day or a period may be written: `help times`, and Docs/TIMES.md.
package enum TimeGrammar {
  /// Some forms with one meaning.
  package struct Entry: Sendable {
    /// The forms as they are written.
    package let forms: [String]
    /// The meaning of the forms.
    package let meaning: String

    fileprivate init(_ forms: String..., means meaning: String) {
      self.forms = forms
      self.meaning = meaning
    }
  }

  /// The forms for days.
  package static let days = [
    Entry("2026-11-20", means: "this day"),
    Entry(
      "today", "yesterday", "tomorrow", means: "days begin at midnight, or at --day-starts"),
    Entry("monday", "last monday", "mon", means: "the last Monday before today"),
    Entry("-7d", "7 days ago", "a week ago", means: "the day at this distance from today"),
    Entry("-4w", "-3mo", "-1y", means: "d, w, mo and y are days, weeks, months and years"),
  ]

  /// The forms for periods of several days.
  package static let periods = [
    Entry("2026", "2026-03", means: "a year, a month"),
    Entry("2026-W12", means: "a week of ISO 8601: W01 has the first Thursday"),
    Entry(
      "this week", "this month", "this year",
      means: "the whole week, month or year that includes today"),
    Entry(
      "last week", "last month", "last year", means: "the whole week, month or year before that"),
    Entry("last 30 days", "last 4w", means: "this number of days, including today: 4w is 28 days"),
    Entry(
      "last 3 months", "last 1y", means: "from the day after the same past date up to today"),
  ]

  /// The forms for moments.
  package static let moments = [
    Entry("2026-11-20 07:30", "2026-11-20T07:30:15", means: "a time by the clocks of the zone"),
    Entry("2026-11-20T07:30:00+01:00", means: "RFC 3339, in any zone"),
    Entry("07:30", "yesterday 22:00", "monday 07:30", means: "a time today, or on a day"),
    Entry("now", "-6h", "90 minutes ago", means: "h and min are hours and minutes"),
  ]

  /// The title of the page.
  package static let title = "Times and periods"

  /// The page below its heading.
  package static let text = """
    The same rules apply to every time, day and period: in options (--from, --as-of), in predicates,
    and in arguments (`history --daily steps today`). Upper and lower case mean the same, and
    `lastweek` means `last week`. Words such as `today` are relative to now, in the journal's time
    zone or in the zone of --time-zone. Weeks begin on Monday, or on the day of `configure
    --week-starts`; weeks of ISO 8601 always begin on Monday. If an option accepts a line or a time,
    a number means a line: `--as-of 2026` is line 2026.

    Days:

    \(lines(days))

    Periods:

    \(lines(periods))

    Moments:

    \(lines(moments))

    A view that shows a part of time has these options. Use --from and --to, or one of the other
    options:

      --from TIME --to TIME  from the first moment of --from to the first moment of --to
      --on DAY               one day
      --period PERIOD        a whole period
      --last LENGTH          the same as --period 'last LENGTH': 30d, 4w, week, '3 months', 24h

    --from shows what ends at its time or later. --to shows what starts before its time. A day or a
    period in --from or --to means its first moment. So the day or period of --to is never shown:
    `--to 2026-03` ends with February, and `--to today` ends with yesterday. `--period 2026-03` is
    March.

    Examples

      health-journal sleep --last week
      health-journal sleep --last 7d
      health-journal daily --type stepCount --period 2026-W12
      health-journal statistics --type stepCount --every week --last 12w
      health-journal workouts --from monday
      health-journal chart heartRate --last 6h
    """

  private static func lines(_ entries: [Entry]) -> String {
    entries.map { entry in
      let forms = entry.forms.joined(separator: ", ")
      return "  " + forms + String(repeating: " ", count: max(2, 40 - forms.count))
        + entry.meaning
    }.joined(separator: "\n")
  }
}

/// Texts that mean days, seen from one day: the grammar of `TimeGrammar.text`, without the times of
/// a day.
struct PeriodWords {
  /// The day from which they are seen.
  let today: CivilDate
  /// The day with which weeks begin.
  let weekStarts: Weekday

  /// Returns the days that a text means; nil if it means none.
  func days(_ text: String) -> DayPeriod? {
    calendar(text) ?? Self.tokens(text).flatMap { relative($0[...]) }
  }

  // MARK: As the calendar has them

  /// Reads a day, month, week or year: `2026-11-20`, `2026-03`, `2026-W12` or `2026`.
  private func calendar(_ text: String) -> DayPeriod? {
    if let day = CivilDate(text) { return DayPeriod(day) }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let year = parts.first.flatMap({ Self.number($0, digits: 4) }) else { return nil }
    switch parts.count {
    // Other numbers of four digits are slips: times without a colon.
    case 1 where DayPeriod.namedYears.contains(year):
      return CivilDate(year: year, month: 1, day: 1).map { DayPeriod(from: $0, .year) }
    case 2 where parts[1].first == "W" || parts[1].first == "w":
      return Self.number(parts[1].dropFirst(), digits: 2).flatMap { Self.isoWeek($0, of: year) }
    case 2:
      let month = Self.number(parts[1], digits: 2)
      return month.flatMap { CivilDate(year: year, month: $0, day: 1) }
        .map { DayPeriod(from: $0, .month) }
    default: return nil
    }
  }

  /// Returns a week of ISO 8601: it begins on a Monday, and the first has the year's first
  /// Thursday.
  private static func isoWeek(_ number: Int, of year: Int) -> DayPeriod? {
    guard let fourth = CivilDate(year: year, month: 1, day: 4), number >= 1 else { return nil }
    let monday = fourth.adding(days: 1 - fourth.weekday + 7 * (number - 1))
    return monday.adding(days: 3).year == year ? DayPeriod(from: monday, .week) : nil
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  // MARK: As they are seen from today

  /// Returns the words and numbers of a text, and a `-` at its beginning: `last30days` has three
  /// tokens, and so has `-7d`. Nil if the text has any other character.
  static func tokens(_ text: String) -> [Substring]? {
    var tokens: [Substring] = []
    var rest = text.lowercased()[...]
    while let next = rest.first {
      switch next {
      case " ": rest.removeFirst()
      case "-" where tokens.isEmpty:
        rest.removeFirst()
        tokens.append("-")
      case let next where next.isASCII && (next.isLetter || next.isNumber):
        let token = rest.prefix { $0.isASCII && $0.isLetter == next.isLetter && $0.isWordPart }
        rest = rest[token.endIndex...]
        tokens += Self.split(token)
      default: return nil
      }
    }
    return tokens
  }

  /// Splits words such as `lastweek` and `thismonth` in two.
  private static func split(_ word: Substring) -> [Substring] {
    for start in ["last", "this"] where word.hasPrefix(start) && word.count > start.count {
      return [word.prefix(start.count), word.dropFirst(start.count)]
    }
    return [word]
  }

  private func relative(_ tokens: ArraySlice<Substring>) -> DayPeriod? {
    if let ago = Self.ago(tokens) {
      switch ago.component {
      case .minute, .hour: return nil
      case .day, .week, .month, .year: return DayPeriod(today.subtracting(ago))
      }
    }
    guard let first = tokens.first else { return nil }
    let rest = tokens.dropFirst()
    switch first {
    case "this": return rest.count == 1 ? rest.first.flatMap(Self.component).map(this) : nil
    case "last": return last(rest)
    default: return rest.isEmpty ? day(first) : nil
    }
  }

  /// Returns the day of `today`, `yesterday`, `tomorrow`, or the last day of a week that has
  /// passed.
  private func day(_ word: Substring) -> DayPeriod? {
    switch word {
    case "today": DayPeriod(today)
    case "yesterday": DayPeriod(today.adding(days: -1))
    case "tomorrow": DayPeriod(today.adding(days: 1))
    default:
      Weekday(name: word).map { weekday in
        let yesterday = today.adding(days: -1)
        return DayPeriod(yesterday.adding(days: -weekday.daysBefore(yesterday)))
      }
    }
  }

  /// Returns the days for the words after `last`: `week`, `monday`, `30 days`.
  private func last(_ tokens: ArraySlice<Substring>) -> DayPeriod? {
    if tokens.count == 1, let word = tokens.first {
      if let component = Self.component(word) { return this(component).before }
      return Weekday(name: word).flatMap { _ in day(word) }
    }
    guard let length = Self.length(tokens), length.isOfDays else { return nil }
    return DayPeriod(upTo: today, length)
  }

  /// Returns the day, week, month or year in which today lies.
  private func this(_ component: CalendarInterval.Component) -> DayPeriod {
    guard let length = CalendarInterval(1, component), length.isOfDays else {
      return DayPeriod(today)
    }
    let steps = DaySteps(length, near: today.dayNumber, weekStarts)
    let days = steps.days(of: steps.number(of: today.dayNumber))
    return DayPeriod(from: CivilDate(dayNumber: days.lowerBound), length)
  }

  // MARK: Words

  /// Returns the distance from now that tokens mean, such as `-7d`, `3 days ago` or `a year ago`;
  /// nil if they mean something else.
  static func ago(_ tokens: ArraySlice<Substring>) -> CalendarInterval? {
    if tokens.first == "-" { return length(tokens.dropFirst()) }
    guard tokens.last == "ago" else { return nil }
    let length = tokens.dropLast()
    let one = length.first == "a" || length.first == "an"
    return Self.length(one ? ["1"] + length.dropFirst() : length)
  }

  /// Reads a length of time, such as `7d` or `4 weeks`.
  static func length(_ tokens: ArraySlice<Substring>) -> CalendarInterval? {
    guard tokens.count == 2, let number = tokens.first, let word = tokens.last,
      number.utf8.count <= 5, let count = Int(number),
      let unit = component(word) ?? unit(word)
    else { return nil }
    return CalendarInterval(count, unit)
  }

  /// Reads a unit of the calendar: `day`, `week`, `month` or `year`.
  private static func component(_ word: Substring) -> CalendarInterval.Component? {
    switch word {
    case "day": .day
    case "week": .week
    case "month": .month
    case "year": .year
    default: nil
    }
  }

  /// Reads their plurals and short forms; `m` alone could mean minutes as well as months.
  private static func unit(_ word: Substring) -> CalendarInterval.Component? {
    switch word {
    case "d", "days": .day
    case "w", "weeks": .week
    case "mo", "months": .month
    case "y", "years": .year
    case "h", "hour", "hours": .hour
    case "min", "minute", "minutes": .minute
    default: nil
    }
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension CalendarInterval {
  /// True if the interval is one of whole days.
  var isOfDays: Bool { component != .hour && component != .minute }

  /// The number of its months; nil if it is one of days or less.
  var months: Int? {
    switch component {
    case .month: count
    case .year: 12 * count
    case .minute, .hour, .day, .week: nil
    }
  }

  /// Seconds of hours and minutes; nil of days, which differ.
  var seconds: Double? {
    switch component {
    case .minute: Double(60 * count)
    case .hour: Double(3600 * count)
    case .day, .week, .month, .year: nil
    }
  }
}

/// Days that follow one another and have a name, such as a week or the last 30 days.
package struct DayPeriod: Hashable, Sendable {
  package let first: CivilDate
  /// The day after the last of them.
  package let end: CivilDate
  /// The length by the calendar: a step back by it leads to the period before.
  package let length: CalendarInterval

  /// Creates the days from one to the day before another.
  package init(_ first: CivilDate, until end: CivilDate, _ length: CalendarInterval) {
    self.first = first
    self.end = end
    self.length = length
  }

  package init(_ day: CivilDate) { self.init(day, until: day.adding(days: 1), .day) }

  package init(from first: CivilDate, _ length: CalendarInterval) {
    self.init(first, until: first.adding(length), length)
  }

  /// Creates a period of this length up to a day, this included: `last 3 months` on 31 May is from
  /// 1 March on.
  package init(upTo day: CivilDate, _ length: CalendarInterval) {
    self.init(day.subtracting(length).adding(days: 1), until: day.adding(days: 1), length)
  }

  package var dayCount: Int { end.dayNumber - first.dayNumber }

  /// The years that are named by their number alone.
  package static let namedYears = 1900...2199

  /// Returns the period whose first and last day are earlier by an interval: for April and a month,
  /// March with its 31 days; for 1 to 30 March 2026, all of February.
  package func earlier(by interval: CalendarInterval) -> DayPeriod {
    let afterLast = end.adding(days: -1).subtracting(interval).adding(days: 1)
    return DayPeriod(
      first.subtracting(interval), until: max(end.subtracting(interval), afterLast), length)
  }

  /// The period of the same length that ends where this one begins.
  package var before: DayPeriod { DayPeriod(first.subtracting(length), until: first, length) }
}

/// A span of time that has a name: whole days, or hours up to now.
package struct Period: Hashable, Sendable {
  /// The first moment of the period.
  package let start: Instant
  /// The moment after its last one.
  package let end: Instant
  /// The days of the period; nil if it has hours.
  package let days: DayPeriod?
}

extension CivilDate {
  /// Returns the day that is later by an interval; for months and years, the last day of the month
  /// if it is too short.
  package func adding(_ interval: CalendarInterval) -> CivilDate { moved(interval, 1) }

  /// Returns the day that is earlier by an interval, in the same way.
  package func subtracting(_ interval: CalendarInterval) -> CivilDate { moved(interval, -1) }

  private func moved(_ interval: CalendarInterval, _ sign: Int) -> CivilDate {
    switch interval.component {
    case .minute, .hour: return self
    case .day: return adding(days: sign * interval.count)
    case .week: return adding(days: sign * 7 * interval.count)
    case .month: return adding(months: sign * interval.count)
    case .year: return adding(months: sign * 12 * interval.count)
    }
  }
}
