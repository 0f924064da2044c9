import HealthModel
import HealthTables

/// The parts of samples of a cumulative type by day, and how much of each counts where several
/// sources measured the same time.
struct CountedStretches {
  /// A part of a sample on one day, and how much of it counts.
  struct Stretch: MergedStretch {
    /// The row of the sample.
    var row: Int
    /// Days since 1970-01-01.
    var day: Int
    /// The rank of its source in the order, from 0.
    var rank: Int
    /// Microseconds.
    var start: Int64
    /// Microseconds.
    var end: Int64
    /// Of it, the microseconds that count; of an instant 1 or 0.
    var counted: Int64
    /// The length of the sample in microseconds.
    var length: Int64

    /// Its length in seconds.
    var seconds: Double { Double(end - start) / 1e6 }

    /// Whether anything of it counts.
    var counts: Bool { counted > 0 }

    /// The share of the sample's value that counts here.
    var share: Double {
      if start == end { return Double(counted) }
      return counted == length ? 1 : Double(counted) / Double(length)
    }
  }

  /// Whose samples count first.
  let order: SourceOrder
  /// In the order of the rows, and of the days that a sample touches.
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
  ///   - order: whose samples count first, of at least the sources of the rows.
  ///   - cut: passes the stretches of a sample to its argument; their `day` may number any parts of
  ///     time.
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

  /// On each day only the source that counts first of those that have samples on it.
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
  /// A stretch of which everything counts.
  @inline(__always)
  init(row: Int, rank: Int, length: Int64, _ stretch: DayStretch) {
    self.init(
      row: row, day: stretch.day, rank: rank, start: stretch.start, end: stretch.end,
      counted: max(stretch.end - stretch.start, 1), length: length)
  }
}
