import ByteTools
package import HealthModel

/// The languages of a report: one table each.
package enum Language: String, CaseIterable, Sendable {
  case en
  case de
  case es

  package var table: WordTable {
    switch self {
    case .en: .english
    case .de: .german
    case .es: .spanish
    }
  }
}

/// The words of a language by their names: those of `Word`, and names of types, activities, styles
/// and checks. A type or activity that has none is shown by HealthKit's name.
package struct WordTable {
  package let texts: [String: String]
  /// The words above columns, by the English ones.
  let heads: [String: String]
  /// The short names of the months.
  package let months: [String]
  /// The first letters of the days of the week, Monday first.
  package let weekdays: [String]
  /// The least number of digits of a number that has a mark between its thousands.
  package let leastGrouped: Int

  /// Reads lines of `name: text`; a line that is set in goes on with the text before it.
  package init(_ text: String) {
    var texts: [String: String] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        texts[name, default: ""] += line.dropFirst()
      } else {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        texts[name] = String(parts[1].dropFirst())
      }
    }
    self.texts = texts
    func list(_ word: Word) -> [String] {
      texts[word.rawValue, default: ""].split(separator: " ").map { String($0) }
    }
    heads = texts[Word.heads.rawValue, default: ""].split(separator: ";").reduce(into: [:]) {
      let parts = $1.drop { $0 == " " }.split(separator: "=")
      $0[String(parts[0])] = String(parts[1])
    }
    (months, weekdays) = (list(.months), list(.weekdays))
    leastGrouped = texts[Word.leastGrouped.rawValue].flatMap { Int($0) } ?? 4
  }

  package subscript(word: Word) -> String { texts[word.rawValue] ?? word.rawValue }
}

/// The words, numbers and dates of one language.
package struct Words: Sendable {
  private let table: WordTable

  /// True if digits of figures are hidden, so that a page can be shown to others.
  private let hidesFigures: Bool

  package init(language: Language, hidesFigures: Bool = false) {
    table = language.table
    self.hidesFigures = hidesFigures
  }

  /// Returns the text of a figure, its digits hidden if figures are. An object's uuid is none.
  package func figure(_ text: String) -> String {
    hiding(text) { ObjectUUID($0) != nil }
  }

  /// Returns a sentence, the digits of its figures hidden if figures are: not those of dates, uuids
  /// and commands.
  package func sentence(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      guard index.isMultiple(of: 2) else { return String(part) }
      return hiding(String(part)) { word in
        ObjectUUID(word) != nil || CivilDate(String(word.prefix(10))) != nil
      }
    }.joined(separator: "`")
  }

  /// Returns a text whose digits are hidden if figures are, but for those of some words.
  private func hiding(_ text: String, exceptIn isShown: (String) -> Bool) -> String {
    guard hidesFigures else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let core = word.drop { $0.isPunctuation }.reversed().drop { $0.isPunctuation }.reversed()
      return isShown(String(core)) ? String(word) : String(word.map { $0.isNumber ? "•" : $0 })
    }.joined(separator: " ")
  }

  /// Returns a word with its gaps filled.
  ///
  ///     words(.ofDays, "3", "31")     // 3 of 31 days
  package func callAsFunction(_ word: Word, _ parts: String...) -> String {
    var text = table[word]
    for (index, part) in parts.enumerated().reversed() {
      text = text.exchanging("%\(index + 1)", for: part)
    }
    return text
  }

  /// Returns a word by its name in the tables, such as `type.dietaryWater`; nil: there is none.
  package func named(_ name: String) -> String? { table.texts[name] }

  /// Returns the words above a column, which may end with a unit: `in bed`, `distance (km)`.
  package func head(_ text: String) -> String {
    let name = text.prefix { $0 != "(" }.dropLast(text.contains("(") ? 1 : 0)
    let own = table.heads[text] ?? table.heads[String(name)].map { $0 + text[name.endIndex...] }
    return own ?? text
  }

  /// Returns a number of things: `1 day`, `3 days`.
  ///
  /// - Parameters:
  ///   - one: the text for one.
  ///   - many: the text for any other number, which replaces `%1`.
  package func count(_ number: Int, _ one: Word, _ many: Word) -> String {
    number == 1 ? self(one) : self(many, self.number(number))
  }

  /// Returns the number out of all: `1 of 1 day`, `3 of 31 days`.
  ///
  /// - Parameters:
  ///   - one: the text if all are one.
  ///   - many: the text for any other number, which replaces `%2`.
  package func share(_ number: Int, of all: Int, _ one: Word, _ many: Word) -> String {
    let part = self.number(number)
    return all == 1 ? self(one, part) : self(many, part, self.number(all))
  }

  // MARK: Numbers

  /// Returns a number as commands write it, with the marks of the language: `5.280 count`.
  package func notation(_ text: String) -> String {
    let number = text.prefix { $0 != " " }
    let own = number.map { mark -> String in
      mark == "," ? self(.groupMark) : mark == "." ? self(.decimalMark) : String(mark)
    }
    return own.joined() + text[number.endIndex...]
  }

  /// Returns a number with this many decimals, halves away from zero: `1,234.5`, in German
  /// `1.234,5`; `–` for nil. A small number keeps two digits and is not shown as 0: `0.045`,
  /// `0.97`.
  package func number(_ value: Double?, _ decimals: Int = 0) -> String {
    guard let value, value.isFinite else { return "–" }
    let kept = Self.decimals(for: value, atLeast: decimals)
    var text = fixed(value, kept)
    // Zeros after the decimals that were asked for say nothing: `5`, not `5.0`.
    for _ in 0..<(kept - decimals) where text.last == "0" { text.removeLast() }
    if decimals == 0, kept > 0, text.hasSuffix(self(.decimalMark)) { text.removeLast() }
    return figure(text)
  }

  /// Returns the number of decimals that show two digits of a number, `least` or more. A number
  /// below 0.00001 was computed, not measured, and gets no more.
  package static func decimals(for value: Double, atLeast least: Int) -> Int {
    let steps: [Double] = [10, 1, 0.1, 0.01, 0.001, 0.0001, 0.00001]
    let needed = steps.firstIndex { value.magnitude >= $0 } ?? 0
    return max(least, needed)
  }

  /// Returns a number with exactly this many decimals.
  private func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = (0..<min(max(decimals, 0), 12)).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 1e15 else { return "\(value)" }
    let whole = Int(scaled.magnitude) / Int(scale)
    let rest = Int(scaled.magnitude) % Int(scale)
    let digits = String(rest)
    let zeros = String(repeating: "0", count: max(0, decimals - digits.count))
    let fraction = decimals > 0 ? self(.decimalMark) + zeros + digits : ""
    return (scaled < 0 ? "−" : "") + grouped(whole) + fraction
  }

  /// Returns a whole number: `1,201`.
  package func number(_ value: Int) -> String {
    figure((value < 0 ? "−" : "") + grouped(abs(value)))
  }

  /// Returns a difference with its sign: `+3.1`, `−0.4`, `±0`. It is as exact as its two numbers,
  /// so a small one gets no more decimals.
  package func difference(_ value: Double?, _ decimals: Int = 0) -> String {
    guard let value, value.isFinite else { return "–" }
    let text = fixed(value.magnitude, decimals)
    if !text.contains(where: { ("1"..."9").contains($0) }) { return "±0" }
    return figure((value < 0 ? "−" : "+") + text)
  }

  private func grouped(_ number: Int) -> String {
    let digits = String(number)
    guard digits.count >= table.leastGrouped else { return digits }
    return thousands(digits[...]).joined(separator: self(.groupMark))
  }

  /// Seconds as hours and minutes: `7 h 05`.
  package func hours(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds.magnitude < 1e12 else { return "–" }
    let minutes = Int((seconds / 60).rounded())
    let rest = minutes % 60
    return figure(
      Self.together("\(grouped(minutes / 60)) h \(rest < 10 ? "0" : "")\(rest)"))
  }

  /// Returns a difference of seconds in minutes or hours: `+12 min`, `−1 h 05`.
  package func hoursDifference(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds.magnitude < 1e12 else { return "–" }
    let minutes = Int((seconds.magnitude / 60).rounded())
    if minutes == 0 { return "±0 min" }
    let text =
      minutes < 60 ? figure(Self.together("\(minutes) min")) : hours(seconds.magnitude)
    return (seconds < 0 ? "−" : "+") + text
  }

  /// Seconds as minutes and seconds: `5:27`; from an hour on `1:05:27`.
  package func clock(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, (0..<1e9).contains(seconds) else { return "–" }
    let whole = Int(seconds.rounded())
    let (hours, rest) = (whole / 3600, whole % 3600)
    return figure(
      (hours > 0 ? "\(hours):" + Self.two(rest / 60) : "\(rest / 60)")
        + ":" + Self.two(rest % 60))
  }

  /// Returns the same text with no-break spaces, so that no line breaks within it.
  private static func together(_ text: String) -> String { text.exchanging(" ", for: "\u{A0}") }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  /// Minutes of a day as a time of the clock: `23:05`.
  package func time(minutes: Int) -> String {
    let rest = ((minutes % 1440) + 1440) % 1440
    return Self.two(rest / 60) + ":" + Self.two(rest % 60)
  }

  // MARK: Dates

  /// Returns the short name of a month, 1 to 12.
  private func name(ofMonth number: Int) -> String { table.months[number - 1] }

  /// Returns the name of a month, 1 to 12, as an axis has it.
  package func month(_ number: Int) -> String { String(name(ofMonth: number).prefix(3)) }

  /// The first letters of the days of the week, Monday first.
  package var weekdays: [String] { table.weekdays }

  /// Returns a day: `29 Mar 2026`, in German `29. März 2026`.
  package func day(_ date: CivilDate) -> String { shortDay(date) + " \(date.year)" }

  /// Returns a day without its year.
  package func shortDay(_ date: CivilDate) -> String {
    Self.together("\(date.day)\(self(.dayMark)) \(name(ofMonth: date.month))")
  }

  /// Returns a month as text: `Mar 2026`.
  package func month(of date: CivilDate) -> String { "\(name(ofMonth: date.month)) \(date.year)" }

  /// Returns a day and a time of the clock there: `29 Mar 2026, 07:30`.
  package func moment(_ time: Timestamp) -> String {
    Self.together(day(time.date) + ", " + self.time(minutes: time.hour * 60 + time.minute))
  }

  // MARK: Lines

  /// Returns the lines behind a figure: `12, 40–60, … 9,912 (1,201 lines)`.
  package func lines(_ numbers: [ClosedRange<UInt32>], count: Int, leavesOut: Bool) -> String {
    guard !numbers.isEmpty else { return "–" }
    var names = numbers.map { span in
      span.count == 1
        ? number(Int(span.lowerBound))
        : number(Int(span.lowerBound)) + "–" + number(Int(span.upperBound))
    }
    if leavesOut { names[names.count - 1] = "… " + names[names.count - 1] }
    let list = names.joined(separator: self(.listMark) + " ")
    return count > numbers.count || count > 1 ? self(.inAll, list, number(count)) : list
  }
}
