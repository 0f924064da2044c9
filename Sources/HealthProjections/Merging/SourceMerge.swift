/// A stretch of time that a source measured.
protocol MergedStretch {
  /// Microseconds.
  var start: Int64 { get }
  /// Microseconds; not before `start`.
  var end: Int64 { get }
  /// The place of its source in the order of priority, from 0.
  var rank: Int { get }
  /// Of it, the microseconds that count; of an instant 1 or 0.
  var counted: Int64 { get set }
}

/// Which part of each sample counts where several sources measured the same time: at each instant only
/// what comes from the source of the smallest rank that covers it.
///
/// The sources come one after the other, the first in the order of priority first: of each stretch counts
/// what those before it do not cover. Several stretches of one rank all count. A stretch covers
/// [start, end); one of no length is an instant, which counts where nothing of a smaller rank covers it or
/// stands at the same instant.
enum SourceMerge {
  /// The time of a sample, or the part of it that belongs to one day.
  struct Stretch: Hashable, MergedStretch {
    var start: Int64
    var end: Int64
    var rank: Int
    var counted: Int64 = 0

    init(start: Int64, end: Int64, rank: Int) {
      self.start = start
      self.end = end
      self.rank = rank
    }
  }

  /// For each stretch the microseconds of it that count; for an instant 1 or 0.
  static func counted(_ stretches: [Stretch], ranks: Int) -> [Int64] {
    var stretches = stretches
    count(&stretches, ranks: ranks)
    return stretches.map(\.counted)
  }

  /// Sets what counts of each stretch.
  ///
  /// - Parameter ranks: how many there are.
  /// - Complexity: O(n log n), O(n) where the stretches of each rank come in the order of time, and for
  ///   each rank the stretches of those before it.
  static func count(_ stretches: inout [some MergedStretch], ranks: Int) {
    let lanes = RankLanes(stretches, ranks: ranks)
    var stretches = stretches.mutableSpan
    var covered = CoveredTime()
    // The instants of better sources, which cover nothing, as if each were a microsecond long.
    var instants = CoveredTime()
    for rank in 0..<ranks {
      for place in lanes[rank] {
        let (start, end) = (stretches[place].start, stretches[place].end)
        if start < end {
          stretches[place].counted = end - start - covered.part(of: start, end)
        } else {
          let taken = covered.part(of: start, start + 1) + instants.part(of: start, start + 1)
          stretches[place].counted = taken == 0 ? 1 : 0
        }
      }
      // Behind the last source that has any, nobody asks what is covered.
      if lanes.isEmpty(behind: rank) { return }
      covered.add(lanes[rank], of: stretches.span, instants: false)
      instants.add(lanes[rank], of: stretches.span, instants: true)
    }
  }
}

/// The places of stretches by rank, those of a rank in the order of their starts.
private struct RankLanes {
  private var places: [Int]
  private var bounds: [Int]

  init(_ stretches: [some MergedStretch], ranks: Int) {
    bounds = [Int](repeating: 0, count: ranks + 1)
    for place in stretches.indices { bounds[stretches[place].rank + 1] += 1 }
    for rank in 0..<ranks { bounds[rank + 1] += bounds[rank] }
    places = [Int](repeating: 0, count: stretches.count)
    for rank in fill(stretches, ranks) { sort(bounds[rank]..<bounds[rank + 1], stretches) }
  }

  subscript(rank: Int) -> ArraySlice<Int> { places[bounds[rank]..<bounds[rank + 1]] }

  /// Whether no stretch is of a greater rank.
  func isEmpty(behind rank: Int) -> Bool { bounds[rank + 1] == places.count }

  /// Puts each stretch behind those of its rank before it, and gives the ranks that are not in order.
  private mutating func fill(_ stretches: [some MergedStretch], _ ranks: Int) -> [Int] {
    var ends = bounds
    var reached = [Int64](repeating: .min, count: ranks)
    var isLate = [Bool](repeating: false, count: ranks)
    var places = self.places.mutableSpan
    var end = ends.mutableSpan
    var last = reached.mutableSpan
    var late = isLate.mutableSpan
    for place in stretches.indices {
      let (rank, start) = (stretches[place].rank, stretches[place].start)
      places[end[rank]] = place
      end[rank] += 1
      if start < last[rank] { late[rank] = true }
      last[rank] = start
    }
    return isLate.indices.filter { isLate[$0] }
  }

  /// Sources hand in most samples in the order of time and a few late: only those are sorted, and then put
  /// among the others.
  private mutating func sort(_ lane: Range<Int>, _ stretches: [some MergedStretch]) {
    var timely: [Int] = []
    timely.reserveCapacity(lane.count)
    var late: [(start: Int64, place: Int)] = []
    var reached = Int64.min
    for place in places[lane] {
      let start = stretches[place].start
      if start < reached {
        late.append((start, place))
      } else {
        timely.append(place)
        reached = start
      }
    }
    late.sort { $0.start < $1.start }
    var places = self.places.mutableSpan
    var (next, end) = (0, lane.lowerBound)
    for place in timely {
      while next < late.count, late[next].start < stretches[place].start {
        places[end] = late[next].place
        (next, end) = (next + 1, end + 1)
      }
      places[end] = place
      end += 1
    }
    for (_, place) in late[next...] {
      places[end] = place
      end += 1
    }
  }
}

/// Time that is covered, in parts that do not touch one another, to be asked in the order of time.
private struct CoveredTime {
  private struct Part {
    var start: Int64
    var end: Int64
    /// How much time is covered before it.
    var before: Int64
  }

  private var parts: [Part] = []
  /// The first part that ends behind the start that was asked for last.
  private var next = 0

  /// How much of a stretch is covered. Its start is not before that of the last call since `add`.
  mutating func part(of start: Int64, _ end: Int64) -> Int64 {
    while next < parts.count, parts[next].end <= start { next += 1 }
    guard next < parts.count, parts[next].start < end else { return 0 }
    let (first, last) = (parts[next], parts[lastPart(startingBefore: end)])
    return last.before + min(last.end, end) - last.start - first.before
      - max(start - first.start, 0)
  }

  /// The last part that starts before a moment, as `next` does: mostly that or one of the next few.
  private func lastPart(startingBefore end: Int64) -> Int {
    var low = next
    while low + 1 < parts.count, parts[low + 1].start < end {
      low += 1
      if low - next == 8 { return bisect(low, startingBefore: end) }
    }
    return low
  }

  private func bisect(_ first: Int, startingBefore end: Int64) -> Int {
    var low = first
    var high = parts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].start < end { low = middle } else { high = middle }
    }
    return low
  }

  /// Covers stretches too, whose places are given in the order of their starts: either those that last or
  /// the instants.
  mutating func add(
    _ places: ArraySlice<Int>, of stretches: Span<some MergedStretch>, instants: Bool
  ) {
    let old = parts
    // Room that is not used costs nothing, room that is too small a copy.
    var union = Union(capacity: old.count + (instants ? 0 : places.count))
    var nextOld = 0
    for place in places {
      let (start, end) = (stretches[place].start, stretches[place].end)
      guard (start == end) == instants else { continue }
      while nextOld < old.count, old[nextOld].start <= start {
        union.cover(old[nextOld].start, old[nextOld].end)
        nextOld += 1
      }
      union.cover(start, instants ? start + 1 : end)
    }
    for part in old[nextOld...] { union.cover(part.start, part.end) }
    parts = union.finish()
    next = 0
  }

  /// Puts stretches together that come in the order of their starts.
  private struct Union {
    private var closed: [Part] = []
    /// The last part, to which the next stretch may belong.
    private var open: Part?

    init(capacity: Int) { closed.reserveCapacity(capacity) }

    mutating func finish() -> [Part] {
      if let open { closed.append(open) }
      return closed
    }

    @inline(__always)
    mutating func cover(_ start: Int64, _ end: Int64) {
      guard let last = open else { return open = Part(start: start, end: end, before: 0) }
      if start <= last.end {
        if end > last.end { open = Part(start: last.start, end: end, before: last.before) }
      } else {
        closed.append(last)
        open = Part(start: start, end: end, before: last.before + last.end - last.start)
      }
    }
  }
}
