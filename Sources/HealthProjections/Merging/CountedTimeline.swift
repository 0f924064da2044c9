import HealthModel

/// The stretches that count, in the order of time, to find those that count instead of one that
/// does not.
struct CountedTimeline {
  private let sources: DailyView.Sources
  private let stretches: [CountedStretches.Stretch]
  /// For each stretch, the latest end of it and those before it.
  private let reaches: [Int64]
  /// On each day the earliest one.
  private var firstOfDay: [Int: CountedStretches.Stretch] = [:]
  private let order: SourceOrder
  /// How many stretches may still be looked at, for all calls together.
  private var left = 1 << 18
  /// When no more are left, as many for each stretch that is asked for.
  private static let least = 16

  /// - Parameter sources: the rule by which they count.
  init(_ counted: CountedStretches, _ sources: DailyView.Sources) {
    self.sources = sources
    order = counted.order
    // Without an order of sources, no stretch counts instead of another.
    stretches =
      sources.merges
      ? counted.all.filter(\.counts).sorted { ($0.start, $0.row) < ($1.start, $1.row) } : []
    reaches = stretches.map(\.limit).runningMaximum
    guard sources == .first else { return }
    for stretch in stretches where firstOfDay[stretch.day] == nil {
      firstOfDay[stretch.day] = stretch
    }
  }

  /// The stretches that count instead of one, in its time, and whether these are all. By the rule
  /// `first`, if the source that counts on the day has none at that time: its earliest stretch of
  /// the day.
  ///
  /// - Complexity: O(log n), and the stretches that begin between the first that overlaps and its
  ///   end: some hundred thousand for all calls together, then a few for each.
  mutating func stretches(
    replacing beaten: CountedStretches.Stretch
  ) -> (found: [CountedStretches.Stretch], areAll: Bool) {
    let (overlapping, areAll) = overlapping(beaten)
    let found = overlapping.filter {
      $0.rank < beaten.rank && !order.isSameSource($0.rank, beaten.rank)
    }
    guard sources == .first else { return (best(of: found, within: beaten), areAll) }
    let ofDay = found.filter { $0.day == beaten.day }
    if !ofDay.isEmpty || !areAll { return (ofDay, areAll) }
    return ([firstOfDay[beaten.day]].compactMap(\.self), true)
  }

  /// Of the stretches of smaller ranks that overlap with one, those that count in its time.
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
    let counted = SourceMerge.counted(within, sameSource: order.sameSource)
    return found.indices.filter { counted[$0] > 0 }.map { found[$0] }
  }

  private mutating func overlapping(
    _ other: CountedStretches.Stretch
  ) -> (found: [CountedStretches.Stretch], areAll: Bool) {
    let first = stretches.indices.partitioningIndex { reaches[$0] > other.start }
    let begun = stretches[first...].prefix(max(left, Self.least)).prefix { $0.start < other.limit }
    left = max(left - begun.count, 0)
    let areAll = begun.endIndex == stretches.count || stretches[begun.endIndex].start >= other.limit
    return (begun.filter { $0.limit > other.start }, areAll)
  }
}

extension CountedStretches.Stretch {
  /// The moment from which it covers nothing; an instant takes a microsecond.
  fileprivate var limit: Int64 { max(end, start + 1) }
}
