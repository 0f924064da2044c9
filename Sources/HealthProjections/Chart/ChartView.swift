package import HealthModel
package import HealthTables
package import ViewTables

/// A chart of one type over a window of time.
package enum ChartView {
  /// How the window is cut.
  package enum Step: String, CaseIterable, Sendable {
    /// Into days.
    case day
    /// Into hours of the clocks.
    case hour
    /// Into equal parts.
    case none

    /// The usual length of a bin in microseconds, where the step has one.
    var length: Int64 {
      switch self {
      case .day: 86_400_000_000
      case .hour: 3_600_000_000
      case .none: .max
      }
    }
  }

  /// More bins than this are a slip, or made by one sample of another century.
  private static let mostBins: Int64 = 100_000

  /// The chart of a type; nil where no sample passes.
  ///
  /// - Parameters:
  ///   - step: how the window is cut.
  ///   - interval: cuts it into steps of the calendar instead; nil: it is cut as `step` says.
  ///   - parts: into how many parts, where they are equal.
  ///   - sources: what becomes of several sources of a type that adds up: merged, the first alone
  ///     in each bin, or all added up.
  ///   - includesEnd: whether what is at the last moment of the window belongs to the last of equal
  ///     parts, as a workout's samples include those at its end.
  /// - Returns: the chart over the window of the query, whose open ends are those of the samples;
  ///   days and hours are whole, with all samples in them.
  /// - Throws: `ProjectionError`, also where the window has more bins than can be looked at.
  package static func chart(
    of type: String, _ journal: ReplayedJournal, in context: ViewContext, step: Step,
    every interval: CalendarInterval? = nil, parts: Int, sources: DailyView.Sources = .merge,
    includesEnd: Bool = false
  ) throws -> Chart? {
    let tables = journal.tables
    try tables.requireDetermined(type)
    try tables.read(types: [type])
    guard let columns = tables.columns(of: type) else { return nil }
    let calendar = try context.calendar(of: tables)
    let all = try rows(type, columns, journal, context.query)
    guard let window = window(all, columns, context.query, step) else { return nil }
    guard (window.to - window.from) / step.length < mostBins else {
      throw ProjectionError.tooManyBins(most: Int(mostBins))
    }
    let (from, to) = (window.from, max(window.to, window.from + 1_000_000))
    let edges = ChartEdges(calendar: calendar, weekStarts: tables.settings.weekStarts).edges(
      from: from, to: to, step, every: interval, parts: min(max(Int64(parts), 1), mostBins))
    let bins = context.query.within(edges, step)
    let end = includesEnd && step == .none ? edges.last : nil
    let rows = all.filter { row in
      let (first, last) = (columns.starts[row], columns.ends[row])
      return bins.touches(start: first, end: last) || first == last && last == end
    }
    guard !rows.isEmpty else { return nil }
    let isCategory = columns.flags[rows[0]].contains(.category)
    let fold = ChartFold(
      type: type, columns: columns, tables: tables, edges: edges,
      isOpen: context.query.to == nil && step == .none && interval == nil, calendar: calendar,
      order: SourceOrder(type, columns, in: tables))
    var chart = Chart(
      type: type, style: isCategory ? .category : style(of: type), edges: edges,
      zone: calendar.zone,
      count: rows.count)
    chart.interval = interval
    if isCategory {
      chart.lanes = fold.lanes(rows)
    } else {
      let plan = try UnitPlan(
        type, columns, RowSelection(rows), asked: context.query.unit, in: tables)
      fold.fill(&chart, rows, plan, sources)
    }
    return chart
  }

  /// The samples of a query at any time: the order of the sources depends on those outside the
  /// window too. A type that the catalogue does not know may have quantities and categories: the
  /// quantities are shown.
  private static func rows(
    _ type: String, _ columns: SampleColumns, _ journal: ReplayedJournal, _ query: Query
  ) throws -> [Int] {
    var selection = try SampleSelection(query.ofAllTime, journal, of: [type])
    let rows = try selection.rows(of: type)
    let quantities = rows.filter { !columns.flags[$0].contains(.category) }
    return quantities.isEmpty ? rows : quantities
  }

  /// The window of the query, where it is open that of the samples; nil where there are none.
  private static func window(
    _ rows: [Int], _ columns: SampleColumns, _ query: Query, _ step: Step
  ) -> (from: Int64, to: Int64)? {
    if let from = query.from, let to = query.to { return (from.microseconds, to.microseconds) }
    let rows = rows.filter { query.touches(start: columns.starts[$0], end: columns.ends[$0]) }
    // A moment on the edge of a day or hour lies in the one that begins there.
    let ends = rows.map { row in
      let end = columns.ends[row]
      return step != .none && columns.starts[row] == end ? end + 1 : end
    }
    guard let first = rows.map({ columns.starts[$0] }).min(), let last = ends.max() else {
      return nil
    }
    let from = query.from?.microseconds ?? first
    return (from, max(from, query.to?.microseconds ?? last))
  }

  private static func style(of type: String) -> Chart.Style {
    AggregationStyle.isCumulative(type) ? .cumulative : .discrete
  }
}

extension Chart {
  /// The same for a drawing, which ends where values are no longer plausible.
  package func withinPlausible() -> Chart {
    guard let ends = PlausibleRange.ends(of: type, in: unit ?? "") else { return self }
    return cut(least: ends.least, greatest: ends.greatest)
  }
}

extension Query {
  /// The same over the whole of these bins; what is at the very end of an open window of equal
  /// parts belongs to the last.
  fileprivate func within(_ edges: [Int64], _ step: ChartView.Step) -> Query {
    var query = self
    query.from = edges.first.map { Instant(microseconds: $0) }
    if step != .none || to != nil { query.to = edges.last.map { Instant(microseconds: $0) } }
    return query
  }
}
