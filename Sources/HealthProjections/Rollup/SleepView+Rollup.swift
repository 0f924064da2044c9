import HealthModel
import HealthTables
import ViewTables

extension SleepView {
  /// What nights, or days, come to.
  static func rollup(
    _ period: SleepSummary.Period, _ sources: SleepSummary.Sources
  ) -> Rollup {
    let names = ["inBed", "asleep", "core", "deep", "rem", "unspecified", "awake"]
    let columns = columns(.merge)
    var rollup = Rollup(
      measures: names,
      figures: names.enumerated().map { (columns.named($1).average, .average($0)) }
        + [0, 1].map { (columns.named(names[$0]), .sum($0)) })
    rollup.daysWithData = period == .night ? "nights" : "daysWithData"
    if sources == .separate { rollup.group = Column("source") }
    return rollup
  }

  /// One row an interval, and a source where these are kept apart.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, by period: SleepSummary.Period,
    sources: SleepSummary.Sources, _ options: RollupOptions
  ) throws -> Table {
    var all = context
    all.query.limit = nil
    let nights = try summaries(of: journal, in: all, by: period, sources: sources)
    let items = nights.map { night in
      Rollup.Item(
        day: night.date.dayNumber,
        group: sources == .separate ? .text(night.sources.first ?? "") : .missing,
        values: [
          night.inBed, night.asleep, night.core, night.deep, night.rem, night.unspecified,
          night.awake,
        ])
    }
    return try rollup(period, sources).table(items, options, journal, in: context)
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
