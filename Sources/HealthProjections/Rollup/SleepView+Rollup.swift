import HealthModel
import HealthTables
import ViewTables

extension SleepView {
  /// What nights, or days, come to.
  static func rollup(_ rule: Rule) -> Rollup {
    let names = ["inBed", "asleep", "core", "deep", "rem", "unspecified", "awake"]
    let columns = columns(.merge)
    var rollup = Rollup(
      measures: names + ["naps"],
      figures: names.enumerated().map { (columns.named($1).average, .average($0)) }
        + [(columns.named("inBed"), .sum(0)), (columns.named("asleep"), .sum(1))]
        + [(columns.named("naps"), .sum(names.count))])
    rollup.daysWithData = rule.period == .night ? "nights" : "daysWithData"
    if rule.sources == .separate { rollup.group = Column("source") }
    return rollup
  }

  /// One row an interval, and a source where these are kept apart.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ rule: Rule, _ options: RollupOptions
  ) throws -> Table {
    var all = context
    all.query.limit = nil
    let items = try summaries(of: journal, in: all, rule).flatMap { Self.items($0, rule.sources) }
    return try rollup(rule).table(items, options, journal, in: context)
  }

  /// Returns what a row counts: as a night, and beside it what only adds to totals, as naps do.
  private static func items(
    _ row: SleepSummary, _ sources: SleepSummary.Sources
  ) -> [Rollup.Item] {
    func item(_ night: SleepSummary, naps: Double?, isCounted: Bool) -> Rollup.Item {
      Rollup.Item(
        day: row.date.dayNumber,
        group: sources == .separate ? .text(row.sources.first ?? "") : .missing,
        values: [
          night.inBed, night.asleep, night.core, night.deep, night.rem, night.unspecified,
          night.awake, naps,
        ],
        isCounted: isCounted)
    }
    var rest = row
    let night = row.asNight
    if let night {
      rest.inBed = nil
      if night.asleep != nil { rest.asleep = nil }
    }
    return (night.map { [item($0, naps: nil, isCounted: true)] } ?? [])
      + [item(rest, naps: row.naps, isCounted: false)]
  }
}

extension Rollup {
  /// The rows of the days that the query shows.
  func table(
    _ items: [Item], _ options: RollupOptions, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let days = try DayFinder(journal.tables, context).days(of: context.query)
    return table(
      items, on: days, options, weekStarts: journal.tables.settings.weekStarts,
      limit: context.query.limit)
  }
}
