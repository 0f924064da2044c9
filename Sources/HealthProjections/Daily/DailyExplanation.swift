package import HealthModel
package import HealthTables
package import ViewTables

/// Why a day's figure is what it is: the day's bounds and rules, the order of the sources, every
/// sample that counts and how much of it, every one that does not and which others count instead,
/// and what other rules would have given.
///
/// Each row says in the column `what` what it is. For sums and durations, the column `counted` of
/// the rows that count adds up to the row `total`, to the last digit. Other types have a row
/// `total` for each figure of `daily`.
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
      [bounds(of: day, calendar, ownZones: context.timeZone == nil)] + rules(type, options, samples)
      + explained.sources() + samples.map(\.explained) + explained.totals(samples)
      + explained.headerAverages(samples) + (try others(than: options, type, journal, context))
    return Table(columns: columns, explained: rows, of: type)
  }

  /// The fields of `daily --explain`.
  static let columns = [
    Column(
      "what", rank: .key,
      note: "`day`, `rule`, `source`, `counted`, `suppressed`, `total` or `other`"),
    Column("seq", .number), Column("uuid", hidden: true), Column("source"),
    Column("rank", .number, rank: .detail), Column("start", .time),
    Column("end", .time, rank: .detail), Column("value", .exactQuantity, rank: .key),
    Column("unit"), Column("share", .share, rank: .detail),
    Column("counted", .exactQuantity, rank: .key),
    Column("by", rank: .detail, note: "lines"), Column("note", rank: .key),
  ]

  /// - Parameter ownZones: whether a sample's own time zone decides where it has one.
  private static func bounds(
    of day: CivilDate, _ calendar: DayCalendar, ownZones: Bool
  ) -> ExplainedRow {
    let (start, end) = (calendar.start(of: day.dayNumber), calendar.start(of: day.dayNumber + 1))
    let hours = Double(calendar.length(of: day.dayNumber)) / 3600
    let length = hours == Double(Int(hours)) ? String(Int(hours)) : String(hours)
    let from = calendar.startsAt == .midnight ? "" : " from \(calendar.startsAt)"
    let rule =
      ownZones ? "a sample's own time zone goes before" : "whatever time zone a sample names"
    return ExplainedRow(
      "day", ("start", .time(Timestamp(start, in: calendar.zone))),
      ("end", .time(Timestamp(end, in: calendar.zone))),
      ("note", .text("\(day)\(from) in \(calendar.zone.name), \(length) hours; \(rule)")))
  }

  private static func rules(
    _ type: String, _ options: DailyView.Options, _ samples: [ExplainedSamples.Sample]
  ) -> [ExplainedRow] {
    let style = AggregationStyle.of(type)
    let averaging = samples.allSatisfy(\.isCategory) ? nil : style.averaging(of: type)
    return [
      options.attribution.words(style), options.sources.applying(to: type).words, averaging,
    ].compactMap { words in words.map { ExplainedRow("rule", ("note", .text($0))) } }
  }

  /// What the same day comes to by the other rules: those for sources, and the other attribution.
  private static func others(
    than options: DailyView.Options, _ type: String, _ journal: ReplayedJournal,
    _ context: ViewContext
  ) throws -> [ExplainedRow] {
    var rows: [ExplainedRow] = []
    let own = options.sources.applying(to: type)
    for sources in DailyView.Sources.allCases
    where sources != own && sources == sources.applying(to: type) {
      var other = options
      other.sources = sources
      rows += try figures(by: other, "--sources \(sources.rawValue)", journal, context)
    }
    for attribution in DailyView.Attribution.allCases where attribution != options.attribution {
      var other = options
      other.attribution = attribution
      rows += try figures(by: other, "--attribute \(attribution.rawValue)", journal, context)
    }
    return rows
  }

  /// The sums, averages or durations of the day by other rules.
  private static func figures(
    by options: DailyView.Options, _ rule: String, _ journal: ReplayedJournal,
    _ context: ViewContext
  ) throws -> [ExplainedRow] {
    let table = try DailyView.table(of: journal, in: context, options: options)
    return try table.allRows().map { cells in
      func cell(_ field: String) -> Cell {
        table.columns.firstIndex { $0.field == field }.map { cells[$0] } ?? .missing
      }
      func other(_ field: String, _ unit: Cell, note: String) -> ExplainedRow {
        ExplainedRow(
          "other", ("source", cell("source")), ("value", cell("value")), ("unit", unit),
          ("counted", cell(field)), ("note", .text(note)))
      }
      if cell("duration") != .missing {
        return other("duration", .text("s"), note: "\(rule): duration")
      }
      return cell("average") != .missing
        ? other("average", cell("unit"), note: "\(rule): average")
        : other("sum", cell("unit"), note: rule)
    }
  }
}

extension DailyView.Attribution {
  /// The rule in words, for types of a style.
  fileprivate func words(_ style: AggregationStyle) -> String {
    switch self {
    case .split where style.isCumulative:
      "split: a sample counts to each day in proportion to its time there"
    case .split: "split: a sample counts to each day that it touches, for its time there"
    case .start: "start: a sample counts whole to the day on which it starts"
    }
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
