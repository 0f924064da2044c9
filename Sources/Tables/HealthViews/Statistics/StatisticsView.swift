import ByteTools
package import HealthModel
package import HealthTables

/// Statistics of samples over a range of time, or of each interval of a calendar in it: HealthKit's
/// HKStatisticsQuery and HKStatisticsCollectionQuery, also for category types.
///
/// The calendar is the calendar of one zone, whatever zone a sample names. The part of a sample
/// outside the range does not count.
package enum StatisticsView {
  /// Returns one row a type, interval, source and unit or category value; types by identifier,
  /// intervals ascending.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext,
    options: Statistics.Options
  ) throws -> Table {
    let calendar = try calendar(of: journal.tables, in: context, options)
    let (types, problems) = try types(of: journal, in: context, options, calendar)
    return try Table(columns(options, in: calendar.zone)) { body in
      for type in types { try type.forEach(body) }
    }.newest(context.query.limit)
      .remarkingOnPercentiles(options, context.query, in: journal)
      .remarking(
        on: problems ?? [ProblemCount(journal, context.query)],
        areLeftOut: context.query.leavesOutProblems, unless: .withoutProblems)
  }

  /// Returns the rows of `table` as values, in the same order.
  package static func statistics(
    of journal: ReplayedJournal, in context: ViewContext,
    options: Statistics.Options = Statistics.Options()
  ) throws -> [Statistics] {
    let calendar = try calendar(of: journal.tables, in: context, options)
    var all: [Statistics] = []
    for type in try types(of: journal, in: context, options, calendar).types {
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

  /// Returns the statistics of each type, and the numbers of problem values where they are counted
  /// on the way.
  private static func types(
    of journal: ReplayedJournal, in context: ViewContext, _ options: Statistics.Options,
    _ calendar: DayCalendar
  ) throws -> (types: [TypeStatistics], problems: [ProblemCount]?) {
    let query = context.query.leavingOutProblems(options.leavesOutProblems)
    let tables = journal.tables
    let known = try query.types(in: tables)
    let types = (options.includesEmpty ? Set(query.types ?? []).union(known) : Set(known)).sorted()
    func edges(first: Int64?) -> StatisticsEdges {
      StatisticsEdges(
        query, options, first: first, in: calendar.zone, weekStarts: tables.settings.weekStarts)
    }
    @Sendable func statistics(
      _ samples: StatisticsSamples, _ edges: StatisticsEdges
    ) throws -> TypeStatistics? {
      guard let own = try edges.edges(samples.span), let last = own.last else { return nil }
      let isOpen = query.to == nil && options.interval == nil
      return try TypeStatistics(
        samples, edges: own, end: isOpen ? samples.last ?? last : last, isOpen: isOpen, calendar,
        unit: query.unit, options, in: tables)
    }
    guard query.predicate == nil, !StatisticsEdges.needFirst(query, options) else {
      let journal = journal.forWindow(query)
      var selection = try SampleSelection(query.withProblemsOfAllTime, journal)
      let all = try types.compactMap { try samples(of: $0, journal, &selection, query, options) }
      let edges = edges(first: all.lazy.compactMap(\.first).min())
      return (try all.compactMap { try statistics($0, edges) }, nil)
    }
    let edges = edges(first: nil)
    let counts = query.hasNoWindow && !query.leavesOutProblems
    let passes = query.provenances(in: tables)
    // Of several types, one after the other is read, and its memory given back; those of one type
    // serve other views too.
    let found = try tables.map(types, on: context.threads) { type in
      var own = query
      own.types = [type]
      let journal = types.count > 1 ? journal.forOneLook(own) : journal.forWindow(own)
      var selection = try SampleSelection(own.withProblemsOfAllTime, journal, passing: passes)
      guard let samples = try samples(of: type, journal, &selection, query, options)
      else { return (TypeStatistics?.none, ProblemCount()) }
      var problems = ProblemCount()
      if counts { problems.add(type, samples.columns, samples.rows, in: tables) }
      return (try statistics(samples, edges), problems)
    }
    return (found.compactMap(\.0), counts ? found.map(\.1) : nil)
  }

  /// Returns the samples of a type in the range; nil if there are none and no empty intervals of it
  /// are asked for.
  private static func samples(
    of type: String, _ journal: ReplayedJournal, _ selection: inout SampleSelection,
    _ query: ViewQuery, _ options: Statistics.Options
  ) throws -> StatisticsSamples? {
    let columns = journal.tables.columns(of: type) ?? SampleColumns()
    var rows = try selection.chosenRows(of: type)
    if !query.hasNoWindow {
      rows = RowSelection(
        columns.rows(rows).filter { row in
          let (start, end) = (columns.starts[row], columns.ends[row])
          return query.touches(start: start, end: end)
            && query.admits(start: start, end: end, options.border)
        })
    }
    if query.leavesOutProblems {
      rows = rows.withoutProblems(of: type, columns, in: journal.tables)
    }
    let isNamed = options.includesEmpty && query.types?.contains(type) ?? false
    guard isNamed || !columns.isEmpty(rows) else { return nil }
    return StatisticsSamples(type, columns, rows, SourceOrder(type, columns, in: journal.tables))
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
      .source, tellsApart: true, rank: .key, note: "with `--by-source`; empty: all sources"
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
      + [Column("p5", .quantity, note: "and others, with `--percentiles`")]
  }
}

extension ViewQuery {
  /// Returns the same query, which also leaves out problem values if they are to be left out.
  fileprivate func leavingOutProblems(_ areLeftOut: Bool) -> ViewQuery {
    var query = self
    if areLeftOut { query.leavesOutProblems = true }
    return query
  }

  /// Returns true if HealthKit's strict options let a sample at a border of the window pass.
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

/// The options of `statistics`.
struct StatisticsOptions: ViewOptions {
  /// The figures that are computed, and the intervals.
  var options = Statistics.Options()
  /// The ends of a sample that must lie within the range; nil: any part of it.
  var border: Border?

  /// The ends of a sample that must lie within the range.
  enum Border: String, CaseIterable {
    case start
    case end
    case both

    fileprivate var options: HealthPredicate.QueryOptions {
      switch self {
      case .start: .strictStartDate
      case .end: .strictEndDate
      case .both: [.strictStartDate, .strictEndDate]
      }
    }
  }

  private static let every = Option(
    "every", "INTERVAL",
    "by hour, day, week, month, year or a length such as '2 weeks', '15 minutes'")
  private static let anchor = Option(
    "anchor", "TIME", "count the intervals from this time, in both directions")

  private static func percents(_ texts: [String]) throws(OptionProblem) -> [Double] {
    var percents: [Double] = []
    for text in texts {
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw OptionProblem(
          "--percentiles takes numbers from 0 to 100, such as 5,50,95, not '\(text)'")
      }
      if !percents.contains(percent) { percents.append(percent) }
    }
    return percents
  }

  static let declared: [DeclaredOption<Self>] =
    shared([.type] + Option.narrowing + [.withoutProblems, .limit, .unit, .sort])
    + [
      .value(\.options.interval, every) { request, every in
        guard let interval = CalendarInterval(request.values[every] ?? "") else {
          throw request.values.outOfRange(
            every, "minute, hour, day, week, month or year, or several, such as '2 weeks'")
        }
        return interval
      },
      .value(\.options.anchor, anchor) { request, anchor in try request.time(anchor) },
    ]
    + shared(.timeZone)
    + [
      .flag(
        \.options.separatesSources, "by-source", "also show each source, from its samples alone"),
      .choice(
        \.options.sources,
        Option("sources", "RULE", "merge (the default), first or all (add up all sources)")),
      .value(
        \.options.percentiles, "percentiles", "N,N",
        "show these percentiles of discrete types, such as 5,50,95",
        isRepeatable: true
      ) { try percents($0.values.list($1)) },
      .flag(\.options.includesEmpty, "empty", "also show intervals without data"),
      .choice(
        \.border,
        Option("strict", "BORDER", "only samples whose start, end or both are in the range")),
    ]

  static let rules: [OptionRule] = [
    .requires(anchor, [every])
  ]
}

extension View {
  /// The view of the figures of samples over a range.
  package static let statistics = View(
    "statistics", summary: "sums, averages and other figures of a range or of intervals",
    options: StatisticsOptions.self,
    details: """
      Shows the statistics of samples over a range, or for each interval of it. It corresponds to
      HealthKit's HKStatisticsQuery and HKStatisticsCollectionQuery, for any type. Cumulative
      types have a sum; several sources are merged as in `daily`. Discrete types have a minimum, a
      maximum and the average of their aggregation style. Category types have one row per value.
      All rows have `count`, the number of samples, and `duration`, the seconds that samples
      cover; overlaps count once. Quantities also have `latest` with its times. Without --every
      there is one row over the range.

      Some types are averaged by time, for example heart rates. The weight of a sample is then its
      length. A reading of one moment counts until the next sample of its source. `types` shows the
      longest time for the type (half an hour for heart rates). The reading counts at most for this
      time, and not after its day or interval. `daily`, `compare`, `trends`, `summary`, `chart`,
      `workouts` and the report use the same weights. So a period has the same average everywhere.
      If a sample condenses other values, the least and the greatest of these values count for
      minimum and maximum. Percentiles and `latest` use only its average, and a note explains this.

      Implausible values (see `check`) count, and a remark names them. --without-problems leaves
      them out.

        --every        minute, hour, day, week, month or year, or several, such as '2 weeks'
        --anchor       The moment from which intervals are counted, in both directions. The default
                       is the first midnight of the range (minutes, hours, days), the first day of
                       the first week (weeks), or 1 January of the first year (months, years).
        --time-zone    the zone of the calendar, and of times without an offset
        --by-source    Also one row per source, below the row of all sources, computed from its
                       samples alone. The order is the order in which sources count.
        --sources      for cumulative types: merge (the default), first (in each interval), or all
        --percentiles  Columns p5, p50 …: this percentage of the samples has a lower value. Between
                       two samples the value is interpolated in proportion. Only discrete types have
                       percentiles.
        --empty        Also intervals without data, from --from (otherwise the first sample) to --to
                       (otherwise the last). They have only type, start and end.
        --strict       start: leave out samples that start outside the range. end: leave out samples
                       that end outside it. both: leave out samples that start or end outside it.

      Interval n begins n steps after the anchor, on the calendar of one zone. If the anchor is 31
      January, months begin on 28 February and 31 March. A day has 23, 24 or 25 hours. Minutes and
      hours always have 60 and 3600 seconds. More than a million intervals are refused. The time
      zone of a sample does not matter here.

      A cumulative sample counts for each interval in proportion. A discrete sample belongs to
      each interval that it touches. Parts of samples outside the range do not count. So the first
      and the last interval may be shorter; `start` and `end` show this.

      Examples

        health-journal statistics --type stepCount --every month --from 2026-01-01
        health-journal statistics --type heartRate --every '6 hours' --percentiles 5,50,95
        health-journal statistics --type stepCount --every week --anchor 2026-01-04 --by-source
        health-journal statistics --type stepCount --every day --from 2026-03-01 --to 2026-03-08 --empty
      """,
    reads: .asked, looksAtAll: true,
    tool: .offered("Without every there is one row over the whole range"),
    forms: [Form("", StatisticsView.fields)]
  ) { request, options in
    var statistics = options.options
    statistics.border = options.border?.options ?? []
    let context = try request.context()
    return try StatisticsView.table(of: request.journal, in: context, options: statistics)
  }
}

extension Table {
  /// Returns the same table, with a remark if percentiles are asked for of samples that condense a
  /// series.
  fileprivate func remarkingOnPercentiles(
    _ options: Statistics.Options, _ query: ViewQuery, in journal: ReplayedJournal
  ) throws -> Table {
    guard !options.percentiles.isEmpty else { return self }
    var selection = try SampleSelection(query, journal)
    var count = 0
    for type in try selection.types() {
      guard let columns = journal.tables.columns(of: type), columns.hasExtremes else { continue }
      count += try selection.rows(of: type).count { columns.extremes(of: $0) != nil }
    }
    guard count > 0 else { return self }
    var table = self
    if table.presentation == nil { table.presentation = Presentation() }
    table.presentation?.remarks.append(
      "percentiles and the latest value know only the average of \(counted(count, "sample")) that "
        + (count == 1 ? "condenses others" : "condense others"))
    return table
  }
}

/// The edges of the intervals of statistics: steps of a calendar, the first and the last cut off at
/// the range; without steps the range alone.
struct StatisticsEdges {
  /// More intervals than this are a slip, or made by one sample of another century.
  static let most = 1_000_000

  private let query: ViewQuery
  private let steps: CalendarSteps?

  /// Returns true if the edges depend on the first sample of any type.
  static func needFirst(_ query: ViewQuery, _ options: Statistics.Options) -> Bool {
    options.interval != nil && query.from == nil && options.anchor == nil
  }

  /// - Parameter first: the start of the first sample of any type.
  init(
    _ query: ViewQuery, _ options: Statistics.Options, first: Int64?, in zone: ZoneRules,
    weekStarts: Weekday
  ) {
    self.query = query
    let near = query.from ?? first.map { Instant(microseconds: $0) } ?? query.to ?? .epoch
    steps = options.interval.map { interval in
      let usual = interval.usualAnchor(near: near, in: zone, weekStarts: weekStarts)
      return CalendarSteps(interval, from: options.anchor ?? usual, in: zone)
    }
  }

  /// Returns the edges in microseconds since 1970, ascending, at least two; nil if the range has no
  /// beginning or no end.
  ///
  /// - Parameter span: from the first sample's start to just past the last moment of any: the
  ///   range if the query's is open.
  /// - Throws: `ProjectionError.tooManyIntervals`.
  func edges(_ span: Range<Int64>?) throws(ProjectionError) -> [Int64]? {
    guard let first = query.from?.microseconds ?? span?.lowerBound,
      let last = query.to?.microseconds ?? span?.upperBound, first < last
    else { return nil }
    guard let steps else { return [first, last] }
    let numbers =
      steps.number(
        of: Instant(microseconds: first))...steps.number(of: Instant(microseconds: last - 1))
    guard numbers.count <= Self.most else { throw .tooManyIntervals(most: Self.most) }
    var edges: [Int64] = []
    for number in numbers.lowerBound...numbers.upperBound + 1 {
      let edge = inRange(steps.start(of: number).microseconds)
      // A day that a zone skipped has no time, so it is no interval.
      if edges.last.map({ $0 < edge }) ?? true { edges.append(edge) }
    }
    return edges
  }

  private func inRange(_ edge: Int64) -> Int64 {
    min(max(edge, query.from?.microseconds ?? .min), query.to?.microseconds ?? .max)
  }
}

/// The samples of one type that take part in statistics.
struct StatisticsSamples {
  var type: String
  var columns: SampleColumns
  /// The rows in the range.
  var rows: RowSelection
  /// The order in which the sources' samples count, by all there are, so that a range does not
  /// change the order.
  var order: SourceOrder

  /// The start of the first one; nil: there is none.
  private(set) var first: Int64?
  /// The last end, which of an instant is that instant. Only the start of an endless sample counts.
  private(set) var last: Int64?
  /// The start of the sample that starts last.
  private var lastStart = Int64.min

  init(_ type: String, _ columns: SampleColumns, _ rows: RowSelection, _ order: SourceOrder) {
    (self.type, self.columns, self.rows, self.order) = (type, columns, rows, order)
    var (least, end, start) = (Int64.max, Int64.min, Int64.min)
    columns.forEachChunk(of: rows) { chunk, first, starts, ends, _, _, flags in
      for position in chunk {
        let index = rows[position] - first
        if rows.skips(flags[index]) { continue }
        least = min(least, starts[index])
        start = max(start, starts[index])
        end = max(
          end, DayStretch.isEndless(starts[index], ends[index]) ? starts[index] : ends[index])
      }
    }
    guard start > .min else { return }
    (first, last, lastStart) = (least, end, start)
  }

  /// The span from the first start to the last end; an instant is one microsecond long.
  var span: Range<Int64>? {
    guard let first, let last else { return nil }
    return first..<max(last, lastStart + 1)
  }
}

/// The statistics of the samples of one type in each interval, over all sources and for each of
/// them.
struct TypeStatistics: Sendable {
  private let type: String
  private let edges: [Int64]
  /// The end of the last interval, as it is shown.
  private let end: Int64
  private let options: Statistics.Options
  private let sets: [FigureSet]
  private let rows: [FigureRow]

  /// The figures of one source, or of all.
  private struct FigureSet: Sendable {
    var source: String?
    var cells: FigureCells
    /// The unit or the category value of each group.
    var names: [String]
    /// The numbers of the cells in the order of rows.
    var order: [Int]
  }

  /// The position of the figures of a row.
  private struct FigureRow: Sendable {
    var interval: Int
    var set: Int
    var cell: Int
  }

  /// - Parameters:
  ///   - edges: the edges of the intervals.
  ///   - end: the end of the last one, as it is shown.
  ///   - isOpen: true if the last one ends only because the samples do.
  ///   - calendar: the calendar whose days limit how long a reading holds.
  /// - Throws: `ProjectionError.unitMismatch`.
  init(
    _ samples: StatisticsSamples, edges: [Int64], end: Int64, isOpen: Bool,
    _ calendar: DayCalendar, unit: Unit?, _ options: Statistics.Options, in tables: HealthTables
  ) throws(ProjectionError) {
    type = samples.type
    self.edges = edges
    self.end = end
    self.options = options
    let columns = samples.columns
    let plan = try UnitPlan(
      type, columns, samples.rows, asked: unit, in: tables)
    // Of all sources together, each thread computes those of its own samples.
    let holds =
      options.separatesSources
      ? SampleHolds(samples.type, columns, by: samples.order, in: tables) : nil
    func figures(_ source: String?, _ rows: RowSelection) -> FigureSet {
      var intervals = IntervalFold(
        samples.type, columns, edges: edges, isOpen: isOpen, calendar, holds, plan: plan,
        keepsValues: !options.percentiles.isEmpty, in: tables)
      let sources = DailyView.Sources(rawValue: options.sources.rawValue) ?? .merge
      intervals.add(rows, sources, by: samples.order)
      let fold = intervals.fold
      return FigureSet(
        source: source, cells: fold.cells, names: fold.cells.groups.map(fold.name),
        order: fold.indices)
    }
    var sets = [figures(nil, samples.rows)]
    if options.separatesSources {
      let ofSource = Dictionary(grouping: columns.rows(samples.rows)) {
        samples.order.head($0, of: columns)
      }
      for (rank, source) in samples.order.sources.enumerated() {
        if let rows = ofSource[rank] { sets.append(figures(source.name, RowSelection(rows))) }
      }
    }
    self.sets = sets
    rows = Self.rows(sets)
  }

  /// Sorts rows by interval; within an interval all sources together come first, then each source
  /// by its least rank; and then by unit or category value.
  private static func rows(_ sets: [FigureSet]) -> [FigureRow] {
    sets.enumerated().flatMap { index, set in
      set.order.map { FigureRow(interval: set.cells.keys[$0].day, set: index, cell: $0) }
    }.enumerated().sorted { a, b in
      (a.element.interval, a.offset) < (b.element.interval, b.offset)
    }.map(\.element)
  }

  /// Calls `body` with the statistics of each interval, ascending; those without data only where
  /// the options ask for them.
  func forEach<Failure: Error>(
    _ body: (Statistics) throws(Failure) -> Void
  ) throws(Failure) {
    var next = 0
    func fill(to interval: Int) throws(Failure) {
      while options.includesEmpty, next < interval {
        try body(empty(next))
        next += 1
      }
      next = interval + 1
    }
    for row in rows {
      if row.interval >= next { try fill(to: row.interval) }
      try body(statistics(row))
    }
    try fill(to: edges.count - 1)
  }

  private func empty(_ interval: Int, source: String? = nil) -> Statistics {
    Statistics(
      type: type, start: Instant(microseconds: edges[interval]),
      end: Instant(microseconds: interval == edges.count - 2 ? end : edges[interval + 1]),
      source: source)
  }

  private func statistics(_ row: FigureRow) -> Statistics {
    let set = sets[row.set]
    let key = set.cells.keys[row.cell]
    let figures = set.cells.figures[row.cell]
    var statistics = empty(row.interval, source: set.source)
    let style = set.cells.groups[key.group].style
    switch style {
    case .cumulative: statistics.sum = figures.sum.value.ifFinite
    case .discrete:
      statistics.minimum = figures.minimum.ifFinite
      statistics.average = figures.average?.ifFinite
      statistics.maximum = figures.maximum.ifFinite
      statistics.percentiles = SampleSpread.percentiles(options.percentiles, of: figures.values)
    case .category: statistics.value = set.names[key.group]
    }
    if style != .category {
      statistics.unit = set.names[key.group]
      statistics.latest = figures.latest?.value.ifFinite
      statistics.latestStart = figures.latest.map { Instant(microseconds: $0.start) }
      statistics.latestEnd = figures.latest.map { Instant(microseconds: $0.end) }
    }
    statistics.count = figures.count
    statistics.duration = Double(figures.covered) / 1e6
    return statistics
  }
}
