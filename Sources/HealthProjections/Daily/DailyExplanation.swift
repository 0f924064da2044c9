package import HealthModel
package import HealthTables

/// Why a day's figure is what it is: the day's bounds and rules, the order of the sources, every sample
/// that counts and how much of it, every one that does not and which others count in its place, and what
/// other rules would have given.
///
/// The column `counted` of the rows `counted` adds up to the `total`, to the last digit.
package enum DailyExplanation {
  /// The explanation of one type and day.
  ///
  /// Rows by `what`: `day`, `rule`, `source`, `counted`, `suppressed`, `total`, `other`.
  package static func table(
    of type: String, on day: CivilDate, _ journal: ReplayedJournal, in context: ViewContext,
    options: DailyView.Options
  ) throws -> Table {
    var context = context
    let calendar = try context.calendar(of: journal.tables)
    context.query.types = [type]
    context.query.show(day.dayNumber, of: calendar)
    let explained = try ExplainedDay(type, day.dayNumber, journal, context, options)
    let samples = explained.samples()
    guard !samples.isEmpty else { return Table(columns: columns, rows: []) }
    let rows =
      [bounds(of: day, calendar, ownZones: context.timeZone == nil)] + rules(options)
      + explained.sources() + samples.map(\.cells) + explained.totals(samples)
      + (try others(than: options, type, journal, context))
    return Table(columns: columns, rows: rows)
  }

  /// The fields of `daily --explain`.
  static let columns = [
    Column("what"), Column("seq", .number), Column("uuid", hidden: true), Column("source"),
    Column("rank", .number), Column("start", .time), Column("end", .time),
    Column("value", .number), Column("unit"), Column("share", .number),
    Column("counted", .number), Column("by"), Column("note"),
  ]

  /// A row of which only some cells are there.
  static func row(_ what: String, _ cells: (String, Cell)...) -> [Cell] {
    let cells = Dictionary(uniqueKeysWithValues: cells + [("what", .text(what))])
    return columns.map { cells[$0.field] ?? .missing }
  }

  /// - Parameter ownZones: whether a sample's own time zone decides where it has one.
  private static func bounds(
    of day: CivilDate, _ calendar: DayCalendar, ownZones: Bool
  ) -> [Cell] {
    let (start, end) = (calendar.start(of: day.dayNumber), calendar.start(of: day.dayNumber + 1))
    let hours = Double(calendar.length(of: day.dayNumber)) / 3600
    let length = hours == Double(Int(hours)) ? String(Int(hours)) : String(hours)
    let from = calendar.startsAt == .midnight ? "" : " from \(calendar.startsAt)"
    let rule =
      ownZones ? "a sample's own time zone goes before" : "whatever time zone a sample names"
    return row(
      "day", ("start", .time(Timestamp(start, in: calendar.zone))),
      ("end", .time(Timestamp(end, in: calendar.zone))),
      ("note", .text("\(day)\(from) in \(calendar.zone.name), \(length) hours; \(rule)")))
  }

  private static func rules(_ options: DailyView.Options) -> [[Cell]] {
    let attribution =
      switch options.attribution {
      case .split: "split: a sample counts to each day in proportion to its time there"
      case .start: "start: a sample counts whole to the day on which it starts"
      }
    return [attribution, options.sources.words].map { row("rule", ("note", .text($0))) }
  }

  /// What the same day comes to by the other rules for sources.
  private static func others(
    than options: DailyView.Options, _ type: String, _ journal: ReplayedJournal,
    _ context: ViewContext
  ) throws -> [[Cell]] {
    guard AggregationStyle.isCumulative(type) else { return [] }
    var rows: [[Cell]] = []
    for sources in DailyView.Sources.allCases where sources != options.sources {
      var other = options
      other.sources = sources
      let table = try DailyView.table(of: journal, in: context, options: other)
      func cell(_ field: String, _ cells: [Cell]) -> Cell {
        table.columns.firstIndex { $0.field == field }.map { cells[$0] } ?? .missing
      }
      try table.forEachRow { cells in
        rows.append(
          row(
            "other", ("source", cell("source", cells)), ("unit", cell("unit", cells)),
            ("counted", cell("sum", cells)), ("note", .text("--sources \(sources.rawValue)"))))
      }
    }
    return rows
  }
}

extension DailyView.Sources {
  /// The rule in words.
  fileprivate var words: String {
    switch self {
    case .merge: "merge: at each instant only the source of the smallest rank that covers it counts"
    case .first: "first: only the source of the smallest rank that has samples on the day counts"
    case .all: "all: every sample of every source counts"
    case .separate: "separate: every sample counts to its own source"
    }
  }
}
