import HealthModel

/// Texts that mean days, seen from one day: the grammar of `TimeGrammar.text`, without the times of
/// a day.
struct PeriodWords {
  /// The day from which they are seen.
  let today: CivilDate
  /// The day with which weeks begin.
  let weekStarts: Weekday

  /// The days that a text means; nil where it means none.
  func days(_ text: String) -> DayPeriod? {
    calendar(text) ?? Self.tokens(text).flatMap { relative($0[...]) }
  }

  // MARK: As the calendar has them

  /// `2026-11-20`, `2026-03`, `2026-W12` or `2026`.
  private func calendar(_ text: String) -> DayPeriod? {
    if let day = CivilDate(text) { return DayPeriod(day) }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let year = parts.first.flatMap({ Self.number($0, digits: 4) }) else { return nil }
    switch parts.count {
    // Other numbers of four digits are slips: times without a colon.
    case 1 where (1900...2199).contains(year):
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

  /// A week of ISO 8601: it begins on a Monday, and the first has the year's first Thursday.
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

  /// The words and numbers of a text, and a `-` at its beginning: `last30days` has three tokens,
  /// and so has `-7d`. Nil where the text has any other character.
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

  /// `lastweek` and `thismonth` are two words.
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

  /// `today`, `yesterday`, `tomorrow`, or the last day of a week that has passed.
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

  /// What stands after `last`: `week`, `monday`, `30 days`.
  private func last(_ tokens: ArraySlice<Substring>) -> DayPeriod? {
    if tokens.count == 1, let word = tokens.first {
      if let component = Self.component(word) { return this(component).before }
      return Weekday(name: word).flatMap { _ in day(word) }
    }
    guard let length = Self.length(tokens), length.isOfDays else { return nil }
    return DayPeriod(upTo: today, length)
  }

  /// The day, week, month or year in which today lies.
  private func this(_ component: CalendarInterval.Component) -> DayPeriod {
    guard let length = CalendarInterval(1, component), length.isOfDays else {
      return DayPeriod(today)
    }
    let steps = DaySteps(length, near: today.dayNumber, weekStarts)
    let days = steps.days(of: steps.number(of: today.dayNumber))
    return DayPeriod(from: CivilDate(dayNumber: days.lowerBound), length)
  }

  // MARK: Words

  /// How long ago, as `-7d`, `3 days ago` or `a year ago` say; nil where they say something else.
  static func ago(_ tokens: ArraySlice<Substring>) -> CalendarInterval? {
    if tokens.first == "-" { return length(tokens.dropFirst()) }
    guard tokens.last == "ago" else { return nil }
    let length = tokens.dropLast()
    let one = length.first == "a" || length.first == "an"
    return Self.length(one ? ["1"] + length.dropFirst() : length)
  }

  /// `7d`, `4 weeks`.
  static func length(_ tokens: ArraySlice<Substring>) -> CalendarInterval? {
    guard tokens.count == 2, let number = tokens.first, let word = tokens.last,
      number.utf8.count <= 5, let count = Int(number),
      let unit = component(word) ?? unit(word)
    else { return nil }
    return CalendarInterval(count, unit)
  }

  /// `day`, `week`, `month` or `year`.
  private static func component(_ word: Substring) -> CalendarInterval.Component? {
    switch word {
    case "day": .day
    case "week": .week
    case "month": .month
    case "year": .year
    default: nil
    }
  }

  /// Their plurals and short forms; `m` alone could mean minutes as well as months.
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
  /// Whether it is one of whole days.
  var isOfDays: Bool { component != .hour && component != .minute }

  /// How many months it has; nil where it is one of days or less.
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
