import HealthExport
package import HealthModel
package import HealthReport
package import HealthViews

extension PageKind {
  /// A day, a week, a month, a year or any other time: its figures, nights, workouts and notes.
  static let period = PageKind(
    "period",
    options: { _ in [.from, .to, .on, .period, .last, .source] }
  ) { visit in
    try Option.window.requireOne(in: visit.address.values)
    try [OptionRule].window.check(visit.values)
    let samples = try View.statistics.sampleCount(visit.request.with(visit.values))
    guard let named = try visit.days(of: visit.values) else {
      let figures = try visit.part("figures", of: samples) { visit in
        try visit.rows(of: .statistics, visit.values, View.statistics.summary)
      }
      return PageBody(visit.words(.periodTitle), near: try visit.nearHours(), figures)
    }
    // The first night begins on the day before, and a workout may be of a day of another zone.
    visit.request = try visit.request.near(named.first.dayNumber - 3..<named.end.dayNumber + 3)
    var body = PageBody(visit.title(of: named))
    body.near = visit.near(named)
    body.blocks = visit.calendar(named)
    let axis = named.dayCount == 1 ? try visit.axis(of: named.first) : []
    body.blocks += axis
    // Of many samples, the figures take what is left of the time of the page.
    var (sections, below): ([Block], Visit) = ([], visit)
    for (view, title) in [
      (View.sleep, Word.sleepTitle), (.workouts, .workoutsTitle), (.notes, .notesTitle),
    ] where named.dayCount > 1 {
      sections += try below.section(of: view, title)
    }
    let isDrawn = !axis.isEmpty
    let figures = try visit.part("figures", of: samples) { visit in
      try visit.figures(of: named, isDrawn: isDrawn)
    }
    body.blocks += figures + sections
    visit.calls += below.calls.filter { [calls = visit.calls] in !calls.contains($0) }
    return body
  }
}

extension [Option] {
  /// Refuses values without any of these options.
  fileprivate func requireOne(in values: OptionValues) throws(OptionProblem) {
    guard !contains(where: { values.has($0) }) else { return }
    let names = map(\.name).joined(separator: ", ")
    throw OptionProblem("name a period, as period=2026-03; this page takes \(names)")
  }
}

extension Visit {
  /// Returns the days that options name; nil: they name hours, or only one end.
  package mutating func days(of values: OptionValues) throws -> DayPeriod? {
    let input = try request.timeInput()
    if let period = try Inputs.period(values, input) { return period.days }
    if values.has(.on) { return DayPeriod(try Inputs.day(.on, values, input)) }
    guard let from = values[.from].flatMap(input.days), let to = values[.to].flatMap(input.days),
      from.first < to.first
    else { return nil }
    // Whole months stay whole months in the periods before and after.
    let (first, end) = (from.first, to.first)
    let months = (end.year - first.year) * 12 + end.month - first.month
    let length =
      first.day == end.day
      ? CalendarInterval(months, .month)
      : CalendarInterval(end.dayNumber - first.dayNumber, .day)
    return DayPeriod(first, until: end, length ?? .day)
  }

  /// Returns the option that names some days.
  package func option(of days: DayPeriod) -> [(Option, String)] {
    days.options
  }

  /// Returns the page of some days, of the same sources as this one, if it is of days; nil: no
  /// address can name them.
  package func period(_ days: DayPeriod) -> Address? {
    days.canBeNamed ? period(option(of: days)) : nil
  }

  private func period(_ options: [(Option, String)]) -> Address {
    let sources = address.kind == "period" ? address.values.all(.source) : []
    return page("period", [], options + sources.map { (.source, $0) })
  }

  /// Returns the days in words of the page's language.
  package func title(of days: DayPeriod) -> String {
    switch days.step {
    case .day?: words.day(days.first)
    case .month?: words.month(of: days.first)
    case .year?: String(days.first.year)
    default: "\(words.day(days.first)) – \(words.day(days.end.adding(days: -1)))"
    }
  }

  /// Returns links to the periods before and after, and to those around.
  fileprivate func near(_ days: DayPeriod) -> [Linked] {
    let (before, after) = (days.before, DayPeriod(from: days.end, days.length))
    let around = days.around(weekStarts: request.weekStarts)
    return [
      link("← " + title(of: before), period(before)), link(title(of: after) + " →", period(after)),
    ] + around.map { link("↑ " + title(of: $0), period($0)) }
  }

  /// Returns links to the time before and after the hours of the page, which is as long as they
  /// are; none if one of their ends is open.
  fileprivate mutating func nearHours() throws -> [Linked] {
    let window = try Inputs.window(values, try request.timeInput())
    guard let from = window.from?.instant.microseconds, let to = window.to?.instant.microseconds
    else { return [] }
    let (zone, length) = (try zone(), to - from)
    return [from - length, to].compactMap { start -> Linked? in
      let ends = [start, start + length].map { Timestamp(Instant(microseconds: $0), in: zone) }
      guard ends.allSatisfy({ (0...9999).contains($0.date.year) }) else { return nil }
      let text = ends.map { ReadableText.text(.time($0)) }.joined(separator: " – ")
      return link(
        start < from ? "← " + text : text + " →",
        period([(.from, ends[0].description), (.to, ends[1].description)]))
    }
  }

  /// Returns the view that has the figures of a period, and its options.
  fileprivate func figuresView(_ days: DayPeriod) -> (View, OptionValues) {
    guard days.dayCount == 1 else {
      return (address.values.has(.from) || address.values.has(.to) ? .statistics : .summary, values)
    }
    let sources = address.values.all(.source).map { (Option.source, $0) }
    return (.day, ([(Option.on, days.first.description)] + sources).values)
  }

  /// Returns the days of a month, or the months of a year, as links.
  fileprivate func calendar(_ days: DayPeriod) -> [Block] {
    switch days.step {
    case .year?:
      let months = (0..<12).map { DayPeriod(from: days.first.adding(months: $0), .month) }
      return [.links(title(of: days), months.map { link(words.month($0.first.month), period($0)) })]
    case .month?: return [month(days)]
    default:
      guard (2...14).contains(days.dayCount) else { return [] }
      let all = (0..<days.dayCount).map { DayPeriod(days.first.adding(days: $0)) }
      return [.links(title(of: days), all.map { link(words.shortDay($0.first), period($0)) })]
    }
  }

  private func month(_ days: DayPeriod) -> Block {
    let start = request.weekStarts.rawValue
    let order = (0..<7).map { (start - 1 + $0) % 7 }
    let heads =
      [TableHead(name: .word(.week), kind: .text)]
      + order.map { TableHead(name: .text(words.weekdays[$0]), kind: .number) }
    let lead = (days.first.weekday - start + 7) % 7
    let first = days.first.adding(days: -lead)
    let rows = stride(from: 0, to: lead + days.dayCount, by: 7).map { offset in
      let week = DayPeriod(from: first.adding(days: offset), .week)
      return [link(words.shortDay(week.first), period(week))]
        + (0..<7).map { index in
          let day = week.first.adding(days: index)
          guard day >= days.first, day < days.end else { return Linked("") }
          return link(String(day.day), period(day))
        }
    }
    return .cells(title(of: days), heads, rows)
  }

  /// Returns the figures of a period, and drawings of those that are best seen. A day without
  /// figures that a drawing shows already, as the beginning of a night, has none, unless the view
  /// names what it does not show.
  fileprivate mutating func figures(of days: DayPeriod, isDrawn: Bool) throws -> [Block] {
    let (view, values) = figuresView(days)
    name(view, values)
    let table = try table(view, values)
    if isDrawn, try table.rowCount() == 0 {
      let unshown = table.presentation?.footer.map { [Block.note($0)] } ?? []
      return unshown.isEmpty ? [] : [.section(name: "figures", words(.figuresTitle), unshown)]
    }
    var blocks = try rows(table, of: view.name, view.summary)
    if days.dayCount > 1 { blocks += try drawings(values, days) }
    return [.section(name: "figures", words(.figuresTitle), blocks)]
  }

  /// Returns a small drawing of each of some types that have figures in a period.
  private mutating func drawings(_ values: OptionValues, _ days: DayPeriod) throws -> [Block] {
    var figures: [Block] = []
    for type in [
      "stepCount", "activeEnergyBurned", "restingHeartRate", "heartRate", "bodyMass",
      "bloodGlucose",
    ] {
      let identifier = try Inputs.type(type)
      guard request.tables.isDetermined(identifier) else { continue }
      var own = values
      own.add(type, to: Option.type.name)
      if let figure = try drawing(of: identifier, own, days) {
        figures.append(.figure(figure))
      }
    }
    return figures.isEmpty ? [] : [.grid(figures)]
  }

  /// Returns a section of a view's rows in the period; none if there are no rows.
  package mutating func section(of view: View, _ title: Word) throws -> [Block] {
    let own = values.only(view.options + [.source])
    guard view.reads.undetermined(in: request.tables) == nil else { return [] }
    let most = 31
    let isCut = view.isNewestFirst
    let few = isCut ? own.adding([(Option.limit, String(most + 1))].values) : own
    let table = try table(view, few)
    guard try table.rowCount() > 0 else { return [] }
    name(view, own)
    let blocks = try rows(table, of: view.name, view.summary, most: most, isCut: isCut)
    let all = Address("table", [view.name], own)
    return [
      .section(
        name: view.name, words(title),
        blocks + [.links(words(.allTables), [link(words(.showAll), keeping(all))])])
    ]
  }
}

extension DayPeriod {
  /// The part of the calendar that it is.
  package var step: CalendarInterval.Component? {
    switch length {
    case .day: .day
    // The month up to the 30th may begin on the first: it is not all of that month.
    case .month where first.day == 1 && first.adding(length) == end: .month
    case .year where first.day == 1 && first.month == 1: .year
    default: first.adding(days: 1) == end ? .day : nil
    }
  }

  /// The name that `--period` takes; nil: it has none.
  package var name: String? {
    switch step {
    case .day?: first.description
    case .month?: String(first.description.prefix(7))
    case .year? where Self.namedYears.contains(first.year): String(first.description.prefix(4))
    case .year?: nil
    default: week
    }
  }

  /// True if the dates of both ends can be written.
  var canBeNamed: Bool { first.year >= 0 && end.year <= 9999 }

  /// The name of a week of ISO 8601.
  private var week: String? {
    guard dayCount == 7, first.weekday == 1 else { return nil }
    let thursday = first.adding(days: 3)
    let january = CivilDate(year: thursday.year, month: 1, day: 1)?.dayNumber ?? 0
    let number = (thursday.dayNumber - january) / 7 + 1
    return "\(thursday.description.prefix(4))-W\(number < 10 ? "0" : "")\(number)"
  }

  /// Returns the week, the month and the year around it, as far as they are longer.
  func around(weekStarts: Weekday) -> [DayPeriod] {
    let back = (first.weekday - weekStarts.rawValue + 7) % 7
    let month = CivilDate(year: first.year, month: first.month, day: 1) ?? first
    let year = CivilDate(year: first.year, month: 1, day: 1) ?? first
    return [
      DayPeriod(from: first.adding(days: -back), .week), DayPeriod(from: month, .month),
      DayPeriod(from: year, .year),
    ].filter { $0.dayCount > dayCount }
  }
}
