import HealthModel

/// Where the intervals of statistics begin and end: steps of a calendar, of which the first and the
/// last are cut off where the range is; without steps the range alone.
struct StatisticsEdges {
  /// More intervals than this are a slip, or made by one sample of another century.
  static let most = 1_000_000

  private let query: Query
  private let steps: CalendarSteps?

  /// - Parameter first: the start of the first sample of any type.
  init(
    _ query: Query, _ options: Statistics.Options, first: Int64?, in zone: ZoneRules,
    weekStarts: Weekday
  ) {
    self.query = query
    let near = query.from ?? first.map { Instant(microseconds: $0) } ?? query.to ?? .epoch
    steps = options.interval.map { interval in
      let usual = interval.usualAnchor(near: near, in: zone, weekStarts: weekStarts)
      return CalendarSteps(interval, from: options.anchor ?? usual, in: zone)
    }
  }

  /// The edges in microseconds since 1970, ascending, at least two; nil where the range has no
  /// beginning or no end.
  ///
  /// - Parameter span: from the first sample's start to just past the last moment of any: the range
  ///   where the query's is open.
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
