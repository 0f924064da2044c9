/// Which part of each sample counts where several sources measured the same time: at each instant only
/// what comes from the source of the smallest rank that covers it.
///
/// A clock runs for every rank while that rank is the smallest one that covers the moment; what counts of
/// a stretch is the time that the clock of its rank ran from its start to its end. Several stretches
/// of one rank all count. A stretch covers [start, end); one of no length is an instant, which
/// counts where nothing of a smaller rank covers it or stands at the same instant.
struct SourceMerge {
  /// The time of a sample, or the part of it that belongs to one day.
  struct Stretch: Hashable {
    /// Microseconds.
    var start: Int64
    /// Microseconds; not before `start`.
    var end: Int64
    /// The place of its source in the order of priority, from 0.
    var rank: Int

    var isInstant: Bool { start == end }
  }

  private let stretches: [Stretch]
  private var clocks: [Int64]
  /// How many stretches of each rank cover the present moment.
  private var covering: [Int]
  /// The ranks that cover it.
  private var ranks: RankSet
  private var now = Int64.min
  private var counted: [Int64]

  /// For each stretch the microseconds of it that count; for an instant 1 or 0.
  ///
  /// - Parameter ranks: how many there are.
  /// - Complexity: O(n log n).
  static func counted(_ stretches: [Stretch], ranks: Int) -> [Int64] {
    var merge = SourceMerge(stretches, ranks: ranks)
    merge.run()
    return merge.counted
  }

  private init(_ stretches: [Stretch], ranks: Int) {
    self.stretches = stretches
    clocks = [Int64](repeating: 0, count: ranks)
    covering = [Int](repeating: 0, count: ranks)
    self.ranks = RankSet(ranks: ranks)
    counted = [Int64](repeating: 0, count: stretches.count)
  }

  private mutating func run() {
    let lasting = stretches.indices.filter { !stretches[$0].isInstant }
    let starts = inOrder(lasting) { $0.start }
    let ends = inOrder(lasting) { $0.end }
    let instants = stretches.indices.filter { stretches[$0].isInstant }
      .sorted { instantOrder($0) < instantOrder($1) }
    var (nextStart, nextEnd) = (0, 0)
    for instant in instants {
      pass(starts, &nextStart, ends, &nextEnd, until: stretches[instant].start)
      counted[instant] = ranks.smallest >= stretches[instant].rank ? 1 : 0
    }
    pass(starts, &nextStart, ends, &nextEnd, until: .max)
    keepFirstRank(of: instants)
  }

  /// Sorts by a time. Samples mostly come in its order already.
  private func inOrder(_ indices: [Int], by time: (Stretch) -> Int64) -> [Int] {
    var last = Int64.min
    for index in indices {
      let next = time(stretches[index])
      if next < last { return indices.sorted { time(stretches[$0]) < time(stretches[$1]) } }
      last = next
    }
    return indices
  }

  private func instantOrder(_ index: Int) -> (Int64, Int) {
    (stretches[index].start, stretches[index].rank)
  }

  /// Lets time run over every start and end up to a moment, that moment included.
  private mutating func pass(
    _ starts: [Int], _ nextStart: inout Int, _ ends: [Int], _ nextEnd: inout Int,
    until moment: Int64
  ) {
    while nextEnd < ends.count {
      let end = stretches[ends[nextEnd]].end
      let start = nextStart < starts.count ? stretches[starts[nextStart]].start : .max
      guard min(start, end) <= moment else { return }
      if start < end {
        begin(starts[nextStart])
        nextStart += 1
      } else {
        finish(ends[nextEnd])
        nextEnd += 1
      }
    }
  }

  private mutating func begin(_ index: Int) {
    let rank = stretches[index].rank
    advance(to: stretches[index].start)
    counted[index] = -clocks[rank]
    ranks.insert(rank)
    covering[rank] += 1
  }

  private mutating func finish(_ index: Int) {
    let rank = stretches[index].rank
    advance(to: stretches[index].end)
    counted[index] += clocks[rank]
    covering[rank] -= 1
    if covering[rank] == 0 { ranks.remove(rank) }
  }

  private mutating func advance(to moment: Int64) {
    let smallest = ranks.smallest
    if moment > now, smallest < .max { clocks[smallest] += moment - now }
    now = moment
  }

  /// Of instants at the same moment only those of the smallest rank count.
  private mutating func keepFirstRank(of instants: [Int]) {
    var best: Stretch?
    for index in instants {
      let stretch = stretches[index]
      if best?.start == stretch.start, let best, best.rank < stretch.rank { counted[index] = 0 }
      if best?.start != stretch.start { best = stretch }
    }
  }
}

/// A set of ranks that tells its smallest: a bit for each.
private struct RankSet {
  private var words: [UInt64]

  init(ranks: Int) { words = [UInt64](repeating: 0, count: ranks / 64 + 1) }

  mutating func insert(_ rank: Int) { words[rank >> 6] |= 1 << UInt64(rank & 63) }

  mutating func remove(_ rank: Int) { words[rank >> 6] &= ~(1 << UInt64(rank & 63)) }

  /// `Int.max` where there is none.
  var smallest: Int {
    for index in words.indices where words[index] != 0 {
      return index << 6 + words[index].trailingZeroBitCount
    }
    return .max
  }
}
