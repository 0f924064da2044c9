import HealthModel

/// The stretches of which something counts, in the order of time, to be asked which of them count in the
/// place of one that does not.
struct CountedTimeline {
  private let sources: DailyView.Sources
  private let stretches: [CountedStretches.Stretch]
  /// A tree in the order of the starts, the middle of each part above its two halves: the greatest end
  /// of each part, at its middle.
  private var reaches: [Int64]
  /// On each day the earliest one.
  private var firstOfDay: [Int: CountedStretches.Stretch] = [:]
  private let ranks: Int

  /// - Parameter sources: the rule by which they count.
  init(_ counted: CountedStretches, _ sources: DailyView.Sources) {
    self.sources = sources
    ranks = counted.order.sources.count
    // Without an order nothing counts in the place of another.
    stretches =
      sources.merges
      ? counted.all.filter(\.counts).sorted { ($0.start, $0.row) < ($1.start, $1.row) } : []
    reaches = stretches.map(\.limit)
    reach(of: stretches.indices)
    guard sources == .first else { return }
    for stretch in stretches where firstOfDay[stretch.day] == nil {
      firstOfDay[stretch.day] = stretch
    }
  }

  @discardableResult
  private mutating func reach(of part: Range<Int>) -> Int64 {
    if part.isEmpty { return .min }
    let middle = (part.lowerBound + part.upperBound) / 2
    let left = reach(of: part.lowerBound..<middle)
    let right = reach(of: middle + 1..<part.upperBound)
    reaches[middle] = max(reaches[middle], left, right)
    return reaches[middle]
  }

  /// Those that count within the time of one, in its place; where only one source counts on a day and has
  /// nothing at that time, the earliest of what it has.
  ///
  /// - Complexity: O(log n) and what overlaps with it.
  func stretches(inPlaceOf beaten: CountedStretches.Stretch) -> [CountedStretches.Stretch] {
    let found = overlapping(beaten).filter { $0.rank < beaten.rank }
    guard sources == .first else { return best(of: found, within: beaten) }
    let ofDay = found.filter { $0.day == beaten.day }
    return ofDay.isEmpty ? [firstOfDay[beaten.day]].compactMap(\.self) : ofDay
  }

  /// Of those that overlap with one and come before it, the ones that count at that time.
  private func best(
    of found: [CountedStretches.Stretch], within beaten: CountedStretches.Stretch
  ) -> [CountedStretches.Stretch] {
    // An instant covers nothing.
    let lasts = beaten.start < beaten.end
    let found = found.filter { !lasts || $0.start < $0.end }
    let within = found.map { stretch in
      let start = max(stretch.start, beaten.start)
      let end = stretch.start < stretch.end ? min(stretch.end, beaten.limit) : start
      return SourceMerge.Stretch(start: start, end: end, rank: stretch.rank)
    }
    let counted = SourceMerge.counted(within, ranks: ranks)
    return found.indices.filter { counted[$0] > 0 }.map { found[$0] }
  }

  private func overlapping(_ other: CountedStretches.Stretch) -> [CountedStretches.Stretch] {
    var found: [CountedStretches.Stretch] = []
    collect(stretches.indices, other.start, other.limit, &found)
    return found
  }

  private func collect(
    _ part: Range<Int>, _ start: Int64, _ end: Int64, _ found: inout [CountedStretches.Stretch]
  ) {
    if part.isEmpty { return }
    let middle = (part.lowerBound + part.upperBound) / 2
    guard reaches[middle] > start else { return }
    collect(part.lowerBound..<middle, start, end, &found)
    guard stretches[middle].start < end else { return }
    if stretches[middle].limit > start { found.append(stretches[middle]) }
    collect(middle + 1..<part.upperBound, start, end, &found)
  }
}

extension CountedStretches.Stretch {
  /// The moment from which it covers nothing; an instant takes a microsecond.
  fileprivate var limit: Int64 { max(end, start + 1) }
}
