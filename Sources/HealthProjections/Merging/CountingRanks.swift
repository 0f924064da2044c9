/// How long the source of each rank has counted so far, in a walk through time: at each moment that
/// of the smallest rank that covers it, and the greater rank that this source has too where no
/// other source stands between them.
///
/// - Complexity: O(log n) for each stretch of the walk, whatever the number of ranks.
struct CountingRanks {
  /// See `SourceSweep.init`.
  private let sameSource: [Int]
  /// For each rank the moment from which on it covers nothing.
  private var reach: [Int64]
  /// For each rank the microseconds that it has counted up to `now`.
  private var counted: [Int64]
  /// The ranks that cover something; also some whose time has passed and that no one asked for
  /// since.
  private var covering: RankSet
  private var now = Int64.min
  /// The last instant, and the two smallest ranks that stand there; instants cover nothing.
  private var instant = (moment: Int64.min, first: Int.max, second: Int.max)

  init(sameSource: [Int]) {
    self.sameSource = sameSource
    reach = Array(repeating: .min, count: sameSource.count)
    counted = Array(repeating: 0, count: sameSource.count)
    covering = RankSet(count: sameSource.count)
  }

  /// How long a rank has counted up to a moment, which is not before the last one that was asked
  /// for.
  @inline(__always)
  mutating func time(of rank: Int, until moment: Int64) -> Int64 {
    advance(to: moment)
    return counted[rank]
  }

  /// Adds time that a rank covers, which begins now or where what it covers ends.
  @inline(__always)
  mutating func cover(_ rank: Int, _ start: Int64, _ end: Int64) {
    if start == end { return add(instant: start, rank) }
    if end > reach[rank] { reach[rank] = end }
    covering.insert(rank)
  }

  /// Whether an instant of a rank counts; asked for before anything begins that starts later.
  mutating func countsInstant(_ rank: Int, at moment: Int64) -> Bool {
    func beats(_ other: Int?) -> Bool { other.map { $0 < rank } ?? false }
    if instant.moment == moment {
      let first = isSame(instant.first, rank) ? instant.second : instant.first
      if beats(first) { return false }
    }
    var first = nextCovering(from: 0, at: moment)
    if let found = first, isSame(found, rank) { first = nextCovering(from: found + 1, at: moment) }
    return !beats(first)
  }

  /// Whether the source of a rank has a greater one, which is this.
  private func isSame(_ rank: Int, _ greater: Int) -> Bool {
    rank < greater && sameSource[rank] == greater
  }

  private mutating func add(instant moment: Int64, _ rank: Int) {
    if instant.moment != moment { instant = (moment, .max, .max) }
    if rank < instant.first {
      (instant.first, instant.second) = (rank, instant.first)
    } else if rank > instant.first, rank < instant.second {
      instant.second = rank
    }
  }

  /// Counts the time up to a moment.
  @inline(__always)
  private mutating func advance(to moment: Int64) {
    while now < moment {
      guard let first = nextCovering(from: 0, at: now) else { return now = moment }
      var end = min(reach[first], moment)
      let same = sameSource[first]
      if same >= 0, let second = nextCovering(from: first + 1, at: now) {
        end = min(end, reach[second])
        if second == same { counted[same] += end - now }
      }
      counted[first] += end - now
      now = end
    }
  }

  /// The smallest rank from this one on that covers a moment.
  @inline(__always)
  private mutating func nextCovering(from rank: Int, at moment: Int64) -> Int? {
    var rank = rank
    while let found = covering.next(from: rank) {
      if reach[found] > moment { return found }
      covering.remove(found)
      rank = found + 1
    }
    return nil
  }
}

/// Some of the ranks from 0 on, as bits; of each 64 words with a bit, a bit in a word of the level
/// above.
private struct RankSet {
  private var levels: [[UInt64]] = []

  /// None of this many.
  init(count: Int) {
    var words = count
    repeat {
      words = (words + 63) / 64
      levels.append(Array(repeating: 0, count: words))
    } while words > 1
  }

  @inline(__always)
  mutating func insert(_ rank: Int) {
    var index = rank
    for level in levels.indices {
      levels[level][index >> 6] |= 1 << UInt64(index & 63)
      index >>= 6
    }
  }

  @inline(__always)
  mutating func remove(_ rank: Int) {
    var index = rank
    for level in levels.indices {
      levels[level][index >> 6] &= ~(1 << UInt64(index & 63))
      if levels[level][index >> 6] != 0 { return }
      index >>= 6
    }
  }

  /// The smallest that is not less than this one.
  @inline(__always)
  func next(from rank: Int) -> Int? {
    var index = rank
    for level in levels.indices {
      let word = index >> 6
      guard word < levels[level].count else { return nil }
      let bits = levels[level][word] & (UInt64.max << UInt64(index & 63))
      if bits != 0 {
        var found = (word << 6) | bits.trailingZeroBitCount
        for below in levels[..<level].reversed() {
          found = (found << 6) | below[found].trailingZeroBitCount
        }
        return found
      }
      index = word + 1
    }
    return nil
  }
}
