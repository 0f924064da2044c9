import HealthModel
package import HealthTables

/// Daily sum: per type and local day, what its samples come to. Cumulative types add up; discrete ones
/// show minimum, average, maximum and the latest; category types show duration and count per value.
///
/// A day is that of the sample's own HKTimeZone where it has one, else of the journal's zone; a day
/// without samples has no row.
package enum DailyView {
  /// To which day a sample counts that spans several.
  package enum Attribution: String, CaseIterable, Sendable {
    /// In proportion to the time that it spends in each (HealthKit's collection query).
    case split
    /// Whole, to the day on which it starts.
    case start
  }

  /// What becomes of several sources.
  package enum Sources: String, CaseIterable, Sendable {
    /// All add up.
    case all
    /// A row for each.
    case separate
  }

  /// How days are computed.
  package struct Options: Sendable {
    /// To which day a sample counts.
    package var attribution = Attribution.split
    /// What becomes of several sources.
    package var sources = Sources.all

    /// Split over days, all sources added up.
    package init() {}
  }

  /// One row a type, day and, where asked for, source; types by identifier, days ascending.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> Table {
    let tables = journal.tables
    var days = try DayFinder(tables, zones: context.zones)
    let filter = context.query.provenances(in: tables)
    var evaluator = try PredicateEvaluator(context.query, journal)
    var rows: [[Cell]] = []
    for type in try context.query.types(in: tables) {
      guard let columns = tables.columns(of: type), columns.count > 0 else { continue }
      let passes = filter.passes(type)
      var fold = try DailyFold(
        type: type, columns: columns, query: context.query, options: options, tables: tables,
        days: days, passes: passes)
      let matches = try evaluator?.samples(
        of: type, among: Query().candidates(columns, passes))
      fold.add(columns, passes: passes, matches: matches, days: &days)
      rows += fold.rows()
    }
    if let limit = context.query.limit { rows = Array(rows.prefix(limit)) }
    return Table(columns: columns(options), rows: rows)
  }

  /// What the samples of a cumulative type come to on each day, as `table` shows it, of samples up to a
  /// moment: one that is under way then counts in proportion. Days without samples are not there.
  ///
  /// - Parameter context: its query names the days and the unit.
  static func sums(
    of type: QuantityType, in tables: HealthTables, _ context: ViewContext, until moment: Instant
  ) throws(ProjectionError) -> [Int: Double] {
    guard let columns = tables.columns(of: type.identifier), columns.count > 0 else { return [:] }
    var days = try DayFinder(tables, zones: context.zones)
    let passes = context.query.provenances(in: tables).passes(type.identifier)
    var fold = try DailyFold(
      type: type.identifier, columns: columns, query: context.query, options: Options(),
      tables: tables, days: days, passes: passes)
    fold.until = moment.microseconds
    fold.add(columns, passes: passes, days: &days)
    return fold.sums(in: context.query.unit)
  }

  /// The fields of `daily`; `value` names the category value that a row is about.
  private static func columns(_ options: Options) -> [Column] {
    var columns = [Column("type", .text), Column("day", .time)]
    if options.sources == .separate { columns.append(Column("source", .text)) }
    columns += [
      Column("value", .text), Column("unit", .text), Column("sum", .number),
      Column("minimum", .number), Column("average", .number), Column("maximum", .number),
      Column("latest", .number), Column("count", .number), Column("duration", .number, unit: "s"),
    ]
    return columns
  }
}
