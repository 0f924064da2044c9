import HealthModel
import HealthTables

/// The samples of one type that take part in statistics.
struct StatisticsSamples {
  var type: String
  var columns: SampleColumns
  /// Those in the range.
  var rows: [Int] = []
  /// Whose samples count first, by all there are, so that a range does not change the order.
  var order: SourceOrder

  /// The start of the first one; nil: there is none.
  var first: Int64? { rows.lazy.map { columns.starts[$0] }.min() }

  /// From the first start to the last end; an instant is one microsecond long. Of an endless
  /// sample only the start counts.
  var span: Range<Int64>? {
    guard let first else { return nil }
    let ends = rows.lazy.map { row in max(end(of: row), columns.starts[row] + 1) }
    return ends.max().map { first..<$0 }
  }

  /// The last end, which of an instant is that instant.
  var last: Int64? { rows.lazy.map { end(of: $0) }.max() }

  private func end(of row: Int) -> Int64 {
    let (start, end) = (columns.starts[row], columns.ends[row])
    return DayStretch.isEndless(start, end) ? start : end
  }
}

/// What the samples of one type come to in each interval, over all sources and for each of them.
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

  /// Where the figures of a row are.
  private struct FigureRow: Sendable {
    var interval: Int
    var set: Int
    var cell: Int
  }

  /// - Parameters:
  ///   - edges: where the intervals begin and end.
  ///   - end: the end of the last one, as it is shown.
  ///   - isOpen: whether the last one ends only because the samples do.
  ///   - calendar: its days end how long a reading holds.
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
      type, columns, RowSelection(samples.rows), asked: unit, in: tables)
    let holds = SampleHolds(samples.type, columns, in: tables)
    func figures(_ source: String?, _ rows: [Int]) -> FigureSet {
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
      let ofSource = Dictionary(grouping: samples.rows) { samples.order.head($0, of: columns) }
      for (rank, source) in samples.order.sources.enumerated() {
        if let rows = ofSource[rank] { sets.append(figures(source.name, rows)) }
      }
    }
    self.sets = sets
    rows = Self.rows(sets)
  }

  /// Sorted by interval; within an interval all sources together come first, then each source by
  /// its least rank; and then by unit or category value.
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
