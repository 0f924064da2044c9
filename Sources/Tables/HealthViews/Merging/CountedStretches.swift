import HealthModel
import HealthTables

/// The parts of samples of a cumulative type by day, and how much of each counts where several
/// sources measured the same time.
struct CountedStretches {
  /// A part of a sample on one day, and how much of it counts.
  struct Stretch: MergedStretch {
    /// The number of the sample's row.
    var row: Int
    /// The number of the day since 1970-01-01.
    var day: Int
    /// The rank of its source in the order, from 0.
    var rank: Int
    /// The start in microseconds.
    var start: Int64
    /// The end in microseconds.
    var end: Int64
    /// The microseconds of it that count; for an instant 1 or 0.
    var counted: Int64
    /// The length of the sample in microseconds.
    var length: Int64

    /// The length in seconds.
    var seconds: Double { Double(end - start) / 1e6 }

    /// True if any part of it counts.
    var counts: Bool { counted > 0 }

    /// The share of the sample's value that counts here.
    var share: Double {
      if start == end { return Double(counted) }
      return counted == length ? 1 : Double(counted) / Double(length)
    }
  }

  /// The order in which the sources' samples count.
  let order: SourceOrder
  /// The stretches in the order of the rows, and of the days that a sample touches.
  private(set) var all: [Stretch] = []

  /// - Parameters:
  ///   - rows: the samples that matter; no other suppresses anything.
  ///   - until: samples count up to this moment, in microseconds.
  init(
    _ type: String, _ columns: SampleColumns, _ rows: RowSelection,
    _ options: DailyView.Options, until: Int64, in tables: HealthTables,
    days: inout DayFinder
  ) {
    let order = SourceOrder(type, columns, in: tables)
    self.order = order
    for row in columns.rows(rows) {
      let sample = columns[row]
      guard let counting = DayStretch.end(sample.start, sample.end, before: until) else { continue }
      let rank = order.rank(sample.provenance, sample.flags, sample.start)
      DayStretch.forEach(
        sample.start, counting, zone: sample.zone, options.attribution, days: &days
      ) { all.append(Stretch(row: row, rank: rank, length: sample.end - sample.start, $0)) }
    }
    count(options.sources)
  }

  /// - Parameters:
  ///   - rows: the samples that matter; no other suppresses anything.
  ///   - order: the order in which samples count, of at least the sources of the rows.
  ///   - cut: passes the stretches of a sample to its argument; their `day` may number any parts
  ///     of time.
  init(
    _ columns: SampleColumns, _ rows: [Int], _ sources: DailyView.Sources,
    by order: SourceOrder, cut: (SampleRow, (DayStretch) -> Void) -> Void
  ) {
    self.order = order
    all.reserveCapacity(rows.count)
    for row in rows {
      let sample = columns[row]
      let rank = order.rank(sample.provenance, sample.flags, sample.start)
      cut(sample) {
        all.append(Stretch(row: row, rank: rank, length: sample.end - sample.start, $0))
      }
    }
    count(sources)
  }

  private mutating func count(_ sources: DailyView.Sources) {
    guard let first = all.first?.rank, all.contains(where: { $0.rank != first }) else { return }
    switch sources {
    case .merge: SourceMerge.count(&all, sameSource: order.sameSource)
    case .first: keepFirst()
    case .all, .separate: break
    }
  }

  /// Keeps on each day only the source that counts first of those that have samples on it.
  private mutating func keepFirst() {
    var first: [Int: Int] = [:]
    for stretch in all { first[stretch.day] = min(first[stretch.day] ?? .max, stretch.rank) }
    for index in all.indices {
      let isFirst = first[all[index].day].map { order.isSameSource($0, all[index].rank) } ?? true
      if !isFirst { all[index].counted = 0 }
    }
  }
}

extension CountedStretches.Stretch {
  /// Creates a stretch that counts whole.
  @inline(__always)
  init(row: Int, rank: Int, length: Int64, _ stretch: DayStretch) {
    self.init(
      row: row, day: stretch.day, rank: rank, start: stretch.start, end: stretch.end,
      counted: max(stretch.end - stretch.start, 1), length: length)
  }

  /// The moment from which it covers nothing; an instant takes a microsecond.
  fileprivate var limit: Int64 { max(end, start + 1) }
}

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
  /// The number of stretches that may still be looked at, for all calls together.
  private var left = 1 << 18
  /// The number of stretches for each call when no more are left.
  private static let least = 16

  /// Creates a finder of the stretches that count instead of others.
  ///
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

  /// Returns the stretches that count instead of one, in its time, and whether these are all. By
  /// the rule `first`, if the source that counts on the day has none at that time: its earliest
  /// stretch of the day.
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

  /// Returns the stretches of smaller ranks that overlap with one and count in its time.
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
