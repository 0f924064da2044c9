package import HealthModel
package import HealthTables
package import ViewTables

/// Statistics of samples over a range of time, or of each interval of a calendar in it: HealthKit's
/// HKStatisticsQuery and HKStatisticsCollectionQuery, also for category types.
///
/// The calendar is that of one zone, whatever zone a sample names for itself. What of a sample lies
/// outside the range does not count.
package enum StatisticsView {
  /// One row a type, interval, source and unit or category value; types by identifier, intervals
  /// ascending.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext,
    options: Statistics.Options
  ) throws -> Table {
    let calendar = try calendar(of: journal.tables, in: context, options)
    let types = try types(of: journal, in: context, options, calendar)
    return Table(columns(options, in: calendar.zone)) { body in
      for type in types { try type.forEach(body) }
    }.limited(to: context.query.limit)
  }

  /// The rows of `table` as values, in the same order.
  package static func statistics(
    of journal: ReplayedJournal, in context: ViewContext,
    options: Statistics.Options = Statistics.Options()
  ) throws -> [Statistics] {
    let calendar = try calendar(of: journal.tables, in: context, options)
    var all: [Statistics] = []
    for type in try types(of: journal, in: context, options, calendar) {
      type.forEach { all.append($0) }
    }
    return all
  }

  // MARK: Computing

  private static func calendar(
    of tables: HealthTables, in context: ViewContext, _ options: Statistics.Options
  ) throws(ProjectionError) -> DayCalendar {
    var context = context
    if let asked = options.timeZone { context.timeZone = asked }
    return try context.calendar(of: tables)
  }

  private static func types(
    of journal: ReplayedJournal, in context: ViewContext, _ options: Statistics.Options,
    _ calendar: DayCalendar
  ) throws -> [TypeStatistics] {
    var query = context.query
    if options.leavesOutProblems { query.leavesOutProblems = true }
    let samples = try samples(of: journal, query, options)
    let edges = StatisticsEdges(
      query, options, first: samples.lazy.compactMap(\.first).min(), in: calendar.zone,
      weekStarts: journal.tables.settings.weekStarts)
    return try samples.compactMap { samples in
      guard let own = try edges.edges(samples.span), let last = own.last else { return nil }
      let isOpen = query.to == nil && options.interval == nil
      return try TypeStatistics(
        samples, edges: own, end: isOpen ? samples.last ?? last : last, isOpen: isOpen, calendar,
        unit: query.unit, options, in: journal.tables)
    }
  }

  /// The samples of each type in the range. Of types that are named also those without, where empty
  /// intervals are asked for.
  private static func samples(
    of journal: ReplayedJournal, _ query: Query, _ options: Statistics.Options
  ) throws -> [StatisticsSamples] {
    var selection = try SampleSelection(query.ofAllTime, journal)
    let known = try selection.types()
    let named = options.includesEmpty ? Set(query.types ?? []) : []
    return try named.union(known).sorted().compactMap { type in
      let columns = journal.tables.columns(of: type) ?? SampleColumns()
      let all = try selection.rows(of: type)
      let rows = all.filter { row in
        let (start, end) = (columns.starts[row], columns.ends[row])
        return query.touches(start: start, end: end)
          && query.admits(start: start, end: end, options.border)
      }
      guard named.contains(type) || !rows.isEmpty else { return nil }
      let order = SourceOrder(type, columns, in: journal.tables)
      return StatisticsSamples(type: type, columns: columns, rows: rows, order: order)
    }
  }

  // MARK: Rows

  private static func columns(
    _ options: Statistics.Options, in zone: ZoneRules
  ) -> [RowColumn<Statistics>] {
    @Sendable func time(_ moment: Instant) -> Timestamp { Timestamp(moment, in: zone) }
    // Without intervals it is the same in all rows of a type.
    let startRank = options.interval == nil ? Column.Rank.usual : .key
    let durationRank = options.percentiles.isEmpty ? Column.Rank.key : .usual
    let span = [
      RowColumn<Statistics>(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
      RowColumn(.start, .time, tellsApart: true, rank: startRank) { .time(time($0.start)) },
      RowColumn(.end, .time, rank: .detail) { .time(time($0.end)) },
    ]
    let source = RowColumn<Statistics>(
      .source, tellsApart: true, rank: .key, note: "with `--by-source`; empty: all"
    ) { Cell(text: $0.source) }
    let samples = [
      RowColumn<Statistics>("latestStart", .time, hidden: true) {
        Cell(time: $0.latestStart.map(time))
      },
      RowColumn("latestEnd", .time, hidden: true) { Cell(time: $0.latestEnd.map(time)) },
      RowColumn("count", .count, rank: .detail) { $0.count > 0 ? .whole($0.count) : .missing },
      RowColumn("duration", .duration, unit: "s", rank: durationRank) { Cell($0.duration) },
    ]
    return span + (options.separatesSources ? [source] : []) + RowColumn.figures + samples
      + options.percentiles.map { percent in
        RowColumn("p" + percent.name, .quantity, rank: .key) { Cell($0.percentiles[percent]) }
      }
  }

  /// All of them, for the documents.
  static var fields: [Column] {
    var options = Statistics.Options()
    options.separatesSources = true
    return columns(options, in: .utc).map(\.column)
      + [Column("p5", .quantity, note: "and so on, with `--percentiles`")]
  }
}

extension Query {
  /// Whether HealthKit's strict options let a sample at a border of the window pass.
  fileprivate func admits(
    start: Int64, end: Int64, _ border: HealthPredicate.QueryOptions
  ) -> Bool {
    let (from, to) = (from?.microseconds ?? .min, to?.microseconds ?? .max)
    if border.contains(.strictStartDate), !(from <= start && start < to) { return false }
    return !border.contains(.strictEndDate) || (from <= end && end < to)
  }
}

extension Double {
  /// 50 and 97.5, as they are written.
  fileprivate var name: String { Int(exactly: self).map { String($0) } ?? String(self) }
}
