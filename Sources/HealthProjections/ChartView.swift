import HealthModel
package import HealthTables

/// A chart of one type over a window of time.
package enum ChartView {
  /// How the window is cut.
  package enum Step: String, CaseIterable, Sendable {
    /// Into days of the journal's zone.
    case day
    /// Into hours of the journal's clocks.
    case hour
    /// Into equal parts.
    case none

    /// The usual length of a bin in microseconds, where the step has one.
    fileprivate var length: Int64 {
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
  ///   - parts: into how many parts, where they are equal.
  /// - Returns: the window of the query, where it is open that of the samples.
  /// - Throws: `ProjectionError`, also where the window has more bins than can be looked at.
  package static func chart(
    of type: String, _ journal: ReplayedJournal, in context: ViewContext, step: Step, parts: Int
  ) throws -> Chart? {
    let tables = journal.tables
    try ReadAccess(context.query.reader, in: tables).requireDetermined(type)
    guard let columns = tables.columns(of: type) else { return nil }
    var selection = try SampleSelection(context.query, journal)
    let all = try selection.rows(of: type)
    // Of a type that the catalogue does not know there may be both: the quantities are shown.
    let quantities = all.filter { !columns.flags[$0].contains(.category) }
    let rows = quantities.isEmpty ? all : quantities
    guard let first = rows.map({ columns.starts[$0] }).min(),
      let last = rows.map({ columns.ends[$0] }).max()
    else { return nil }
    let zone = try zone(of: tables, context.zones)
    let from = context.query.from?.microseconds ?? first
    let to = context.query.to?.microseconds ?? last
    guard (to - from) / step.length < mostBins else {
      throw ProjectionError.tooManyBins(most: Int(mostBins))
    }
    let edges = edges(from: from, to: max(to, from + 1_000_000), step, parts, zone)
    let isCategory = quantities.isEmpty
    let fold = ChartFold(type: type, columns: columns, tables: tables, edges: edges)
    var chart = Chart(
      type: type, style: isCategory ? .category : style(of: type), edges: edges, zone: zone,
      count: rows.count)
    if isCategory {
      chart.lanes = fold.lanes(rows)
    } else {
      let plan = try UnitPlan(
        type: type, units: columns.quantityUnits(rows), asked: context.query.unit,
        merging: true, in: tables)
      fold.fill(&chart, rows, plan)
    }
    return chart
  }

  private static func style(of type: String) -> Chart.Style {
    AggregationStyle.isCumulative(type) ? .cumulative : .discrete
  }

  private static func zone(
    of tables: HealthTables, _ zones: ZoneCatalogue
  ) throws(ProjectionError) -> ZoneRules {
    var zones = zones
    do {
      return try zones.rules(named: tables.settings.timeZone)
    } catch {
      throw .zone(error)
    }
  }

  // MARK: Edges

  private static func edges(
    from: Int64, to: Int64, _ step: Step, _ parts: Int, _ zone: ZoneRules
  ) -> [Int64] {
    switch step {
    case .none:
      let count = min(max(Int64(parts), 1), mostBins)
      let (whole, rest) = (to - from).quotientAndRemainder(dividingBy: count)
      return (0...count).map { from + whole * $0 + rest * $0 / count }
    case .day:
      return days(from, to, zone)
    case .hour:
      let starts = days(from, to, zone)
      var edges: [Int64] = []
      for (start, end) in zip(starts, starts.dropFirst()) {
        edges += stride(from: start, to: end, by: 3_600_000_000)
      }
      if let last = starts.last { edges.append(last) }
      return trimmed(edges, from, to)
    }
  }

  /// The beginnings of the days from that of `from` on, the last at `to` or later.
  private static func days(_ from: Int64, _ to: Int64, _ zone: ZoneRules) -> [Int64] {
    var day = zone.localDay(of: Instant(microseconds: from))
    var edges = [zone.startOfDay(day).microseconds]
    while let last = edges.last, last < to {
      day += 1
      edges.append(zone.startOfDay(day).microseconds)
    }
    return edges
  }

  /// The edges from the last at or before `from` to the first at or after `to`.
  private static func trimmed(_ edges: [Int64], _ from: Int64, _ to: Int64) -> [Int64] {
    let first = edges.lastIndex { $0 <= from } ?? 0
    let last = edges.firstIndex { $0 >= to } ?? edges.count - 1
    return Array(edges[first...max(last, first + 1)])
  }
}
