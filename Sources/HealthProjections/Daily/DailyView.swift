package import HealthModel
package import HealthTables
package import ViewTables

/// Daily sum: per type and local day, what its samples come to. Cumulative types add up; discrete
/// ones show minimum, average, maximum and the latest; category types show duration and count per
/// value.
///
/// A day is that of the zone that the context names, else of the sample's own HKTimeZone where it
/// has one, else of the journal's zone; a day without samples has no row.
package enum DailyView {
  /// To which day a sample counts that spans several.
  package enum Attribution: String, CaseIterable, Sendable {
    /// In proportion to the time that it spends in each (HealthKit's collection query).
    case split
    /// Whole, to the day on which it starts.
    case start
  }

  /// What becomes of several sources of a type that adds up.
  package typealias Sources = DayStatistics.Sources

  /// How days are computed.
  package struct Options: Sendable {
    /// To which day a sample counts.
    package var attribution = Attribution.split
    /// What becomes of several sources.
    package var sources = Sources.merge

    /// Split over days, sources merged.
    package init() {}
  }

  /// One row a type, day and, where asked for, source; types by identifier, days ascending.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> Table {
    let all = try rows(of: journal, in: context, options: options)
    return Table(columns(options)) { body in
      for rows in all { try rows.forEach(body) }
    }.limited(to: context.query.limit)
  }

  /// The rows of `table` by type, not limited.
  static func rows(
    of journal: ReplayedJournal, in context: ViewContext, options: Options
  ) throws -> [DailyRows] {
    try days(of: journal, in: context, options, \.rows)
  }

  /// The rows of `table` as values, in the same order.
  package static func statistics(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> [DayStatistics] {
    try figures(of: journal, in: context, options: options).map(\.day)
  }

  /// The same with their types.
  static func figures(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> [DailyRow] {
    let all = try days(of: journal, in: context, options, \.figures).joined()
    return Array(all.prefix(context.query.limit ?? .max))
  }

  /// Returns what `result` takes from the days of each type that has some.
  private static func days<Result: Sendable>(
    of journal: ReplayedJournal, in context: ViewContext, _ options: Options,
    _ result: @Sendable (DailyFold) -> Result
  ) throws -> [Result] {
    let query = context.query
    let finder = try DayFinder(journal.tables, context)
    let journal = journal.forDays(finder.time(of: finder.days(of: query)), query)
    let tables = journal.tables
    let samples = try ChosenSamples(query.ofAllTime, journal)
    return try samples.map(on: context.threads) { type in
      let shown = try samples.rows(of: type)
      guard let columns = tables.columns(of: type), !columns.isEmpty(shown) else {
        return nil as Result?
      }
      var fold = try fold(type, shown, tables, query, options, finder)
      fold.add(shown)
      return result(fold)
    }.compactMap(\.self)
  }

  private static func fold(
    _ type: String, _ rows: RowSelection, _ tables: HealthTables, _ query: Query,
    _ options: Options,
    _ days: DayFinder, until: Int64 = .max
  ) throws(ProjectionError) -> DailyFold {
    let columns = tables.columns(of: type) ?? SampleColumns()
    // From the shown rows alone: the error for a unit that fits none of them must not tell of
    // hidden rows.
    let plan = try UnitPlan(type, columns, rows, asked: query.unit, in: tables)
    return DailyFold(
      type, columns, options, plan: plan, days: days, shownDays: days.days(of: query),
      until: until, in: tables)
  }

  /// The rows of one type, as `table` has them.
  static func rows(
    of type: String, in tables: HealthTables, _ context: ViewContext, _ options: Options
  ) throws(ProjectionError) -> [DailyRow] {
    let days = try DayFinder(tables, context)
    let rows = SampleSelection.chosenRows(of: type, context.query.ofAllTime, in: tables)
    var fold = try fold(type, rows, tables, context.query, options, days)
    fold.add(rows)
    var found: [DailyRow] = []
    fold.rows.forEach { found.append($0) }
    return found
  }

  /// What the samples of a cumulative type come to on each day, as `table` shows it, of samples up
  /// to a moment: one that is under way then counts in proportion. Days without samples are not
  /// there.
  ///
  /// - Parameters:
  ///   - rows: those that count; nil: all that the query chooses.
  ///   - context: its query names the days and the unit.
  static func sums(
    of type: QuantityType, _ rows: RowSelection? = nil, in tables: HealthTables,
    _ context: ViewContext, until moment: Instant
  ) throws(ProjectionError) -> [Int: Double] {
    let days = try DayFinder(tables, context)
    let rows =
      rows
      ?? SampleSelection.chosenRows(of: type.identifier, context.query.ofAllTime, in: tables)
    var fold = try fold(
      type.identifier, rows, tables, context.query, Options(), days, until: moment.microseconds)
    fold.add(rows)
    return fold.sums(in: context.query.unit)
  }

  /// The fields of `daily`; `value` names the category value that a row is about.
  static func columns(_ options: Options) -> [RowColumn<DailyRow>] {
    [
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
      RowColumn(.date, .time, named: "day", tellsApart: true, rank: .key) { .day($0.day.day) },
    ] + (options.sources == .separate ? [sourceColumn] : []) + RowColumn.figures + [
      RowColumn("count", .count, rank: .detail) { .whole($0.day.count) },
      RowColumn("duration", .duration, unit: "s", rank: .key) { Cell($0.day.duration) },
    ]
  }

  private static let sourceColumn = RowColumn<DailyRow>(
    .source, tellsApart: true, rank: .key, note: "with `--sources separate`"
  ) { Cell(text: $0.day.source) }

  /// All of them, for the documents.
  static var fields: [RowColumn<DailyRow>] {
    var options = Options()
    options.sources = .separate
    return columns(options)
  }
}

extension DailyView.Sources {
  /// Whether what counts of a sample depends on those of other sources.
  var merges: Bool { self == .merge || self == .first }
}
