/// A stretch of time that a source measured.
protocol MergedStretch {
  /// Microseconds.
  var start: Int64 { get }
  /// Microseconds; not before `start`.
  var end: Int64 { get }
  /// The rank of its source in the order of priority, from 0.
  var rank: Int { get }
  /// Of it, the microseconds that count; of an instant 1 or 0.
  var counted: Int64 { get set }
}

/// Which part of each sample counts where several sources measured the same time: at each instant
/// only what comes from the source of the smallest rank that covers it.
///
/// Several stretches of one source all count, though it may have two ranks: one for what was
/// entered by hand, and a greater one for the rest. A stretch covers [start, end); one of no length
/// is an instant, which counts where nothing of a smaller rank covers it or stands at the same
/// instant.
enum SourceMerge {
  /// The time of a sample, or the part of it that belongs to one day.
  struct Stretch: Hashable, MergedStretch {
    var start: Int64
    var end: Int64
    var rank: Int
    var counted: Int64 = 0
  }

  /// For each stretch the microseconds of it that count; for an instant 1 or 0.
  ///
  /// - Parameter ranks: how many there are, each of a source of its own.
  static func counted(_ stretches: [Stretch], ranks: Int) -> [Int64] {
    counted(stretches, sameSource: Array(repeating: -1, count: ranks))
  }

  /// The same where a source may have two ranks.
  ///
  /// - Parameter sameSource: see `SourceOrder.sameSource`.
  static func counted(_ stretches: [Stretch], sameSource: [Int]) -> [Int64] {
    var stretches = stretches
    count(&stretches, sameSource: sameSource)
    return stretches.map(\.counted)
  }

  /// Sets what counts of each stretch.
  ///
  /// - Parameter sameSource: for each rank, the greater one that its source has too; else -1.
  /// - Complexity: O(n log n) of n stretches, whatever the number of ranks.
  static func count(_ stretches: inout [some MergedStretch], sameSource: [Int]) {
    // Of many sources few may be here: a sweep has room for each of its ranks.
    let present = sameSource.count > stretches.count ? Present(stretches, sameSource) : nil
    var sweep = SourceSweep<Indexed>(sameSource: present?.sameSource ?? sameSource)
    for index in stretches.indices.sorted(by: { stretches[$0].start < stretches[$1].start }) {
      let (start, end) = (stretches[index].start, stretches[index].end)
      while let ended = sweep.next(endedBy: start) {
        stretches[ended.index].counted = ended.counted
      }
      let rank = stretches[index].rank
      sweep.add(
        Indexed(index: index, start: start, end: end, rank: present?.numbers[rank] ?? rank))
    }
    while let ended = sweep.next(endedBy: .max) { stretches[ended.index].counted = ended.counted }
  }

  /// The ranks that some stretches have, numbered in their order.
  private struct Present {
    let numbers: [Int: Int]
    let sameSource: [Int]

    init(_ stretches: [some MergedStretch], _ sameSource: [Int]) {
      let ranks = Set(stretches.map(\.rank)).sorted()
      let numbers = Dictionary(uniqueKeysWithValues: zip(ranks, ranks.indices))
      self.numbers = numbers
      self.sameSource = ranks.map { numbers[sameSource[$0]] ?? -1 }
    }
  }

  private struct Indexed: MergedStretch {
    var index: Int
    var start: Int64
    var end: Int64
    var rank: Int
    var counted: Int64 = 0
  }
}
