import ByteTools

/// A stretch of time that a source measured.
protocol MergedStretch {
  /// The start in microseconds.
  var start: Int64 { get }
  /// Microseconds; not before `start`.
  var end: Int64 { get }
  /// The rank of its source in the order of priority, from 0.
  var rank: Int { get }
  /// The microseconds of it that count; for an instant 1 or 0.
  var counted: Int64 { get set }
}

/// The choice of the part of each sample that counts if several sources measured the same time: at
/// each instant, only the source of the smallest rank that covers it counts (D30).
///
/// Several stretches of one source all count, though it may have two ranks: one for what was
/// entered by hand, and a greater one for the rest. A stretch covers [start, end). A stretch of no
/// length is an instant; it counts if nothing of a smaller rank covers it or lies at the same
/// instant.
enum SourceMerge {
  /// The time of a sample, or the part of it that belongs to one day.
  struct Stretch: Hashable, MergedStretch {
    var start: Int64
    var end: Int64
    var rank: Int
    var counted: Int64 = 0
  }

  /// Returns the microseconds of each stretch that count; for an instant 1 or 0.
  ///
  /// - Parameter ranks: how many there are, each of a source of its own.
  static func counted(_ stretches: [Stretch], ranks: Int) -> [Int64] {
    counted(stretches, sameSource: Array(repeating: -1, count: ranks))
  }

  /// Returns the same if a source may have two ranks.
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

/// A walk through the stretches of all sources in the order of their starts, which returns the
/// counting part of each when its end has been reached.
///
/// `CountingRanks` computes how long each rank has counted up to a moment, so only stretches that
/// have not ended are kept. Each of them keeps that time at its start: the time added since then
/// counts.
struct SourceSweep<Stretch: MergedStretch> {
  /// A stretch under way, or one that is yet to begin, which waits for its end or its beginning.
  /// Its `counted` is how long its rank had counted as it began.
  private struct Waiting: HasMoment {
    var stretch: Stretch
    var moment: Int64
  }

  private var ranks: CountingRanks
  /// The one that began last. Mostly it ends before another begins.
  private var newest: Stretch?
  /// The other stretches that have begun and not ended.
  private var waiting = MomentHeap<Waiting>()

  /// Creates a sweep without stretches.
  ///
  /// - Parameter sameSource: for each rank, the greater one that its source has too; else -1.
  init(sameSource: [Int]) { ranks = CountingRanks(sameSource: sameSource) }

  /// Returns a stretch that has ended by a moment, with the part of it that counts; nil if there is
  /// none. A caller must get all of them before it adds a stretch that starts at that moment.
  @inline(__always)
  mutating func next(endedBy moment: Int64) -> Stretch? {
    if let last = newest {
      newest = nil
      let limit = limit(last)
      // In the order of time.
      if limit <= moment, waiting.first.map({ $0.moment >= limit }) ?? true { return ended(last) }
      waiting.push(Waiting(stretch: last, moment: limit))
    }
    return waiting.isEmpty ? nil : nextWaiting(endedBy: moment)
  }

  /// Adds a stretch that starts where the last one started or later.
  @inline(__always)
  mutating func add(_ stretch: Stretch) {
    newest = begun(stretch)
    cover(stretch)
  }

  /// Adds a stretch of the first rank likewise, and returns it: all of it counts.
  @inline(__always)
  mutating func addFirst(_ stretch: Stretch) -> Stretch {
    var stretch = begun(stretch)
    cover(stretch)
    stretch.counted = max(stretch.end - stretch.start, 1)
    return stretch
  }

  /// Adds a stretch that begins where one ends that was added last, of the same sample.
  mutating func addLater(_ stretch: Stretch) {
    cover(stretch)
    waiting.push(Waiting(stretch: stretch, moment: stretch.start))
  }

  // MARK: Steps

  private mutating func nextWaiting(endedBy moment: Int64) -> Stretch? {
    while let first = waiting.first, first.moment <= moment {
      waiting.pop()
      if first.moment > first.stretch.start { return ended(first.stretch) }
      let begun = begun(first.stretch)
      waiting.push(Waiting(stretch: begun, moment: limit(begun)))
    }
    return nil
  }

  /// Returns the time at which a stretch ends; an instant ends a microsecond later, when all
  /// stretches that start with it have begun.
  private func limit(_ stretch: Stretch) -> Int64 { max(stretch.end, stretch.start + 1) }

  @inline(__always)
  private mutating func cover(_ stretch: Stretch) {
    ranks.cover(stretch.rank, stretch.start, stretch.end)
  }

  @inline(__always)
  private mutating func begun(_ stretch: Stretch) -> Stretch {
    var stretch = stretch
    stretch.counted = ranks.time(of: stretch.rank, until: stretch.start)
    return stretch
  }

  @inline(__always)
  private mutating func ended(_ stretch: Stretch) -> Stretch {
    var stretch = stretch
    if stretch.start < stretch.end {
      stretch.counted = ranks.time(of: stretch.rank, until: stretch.end) - stretch.counted
    } else {
      stretch.counted = ranks.countsInstant(stretch.rank, at: stretch.start) ? 1 : 0
    }
    return stretch
  }
}

/// The time that the source of each rank has counted so far, in a walk through time: at each moment
/// that of the smallest rank that covers it, and the greater rank that this source has too if no
/// other source is between them.
///
/// - Complexity: O(log n) for each stretch of the walk, whatever the number of ranks.
struct CountingRanks {
  /// See `SourceSweep.init`.
  private let sameSource: [Int]
  /// For each rank the moment from which on it covers nothing, and the microseconds that it has
  /// counted up to `now`.
  private var times: [(reach: Int64, counted: Int64)]
  /// The ranks that cover something; also some whose time has passed and that no one asked for
  /// since.
  private var covering: RankSet
  private var now = Int64.min
  /// The last instant, and the two smallest ranks at it; instants cover nothing.
  private var instant = (moment: Int64.min, first: Int.max, second: Int.max)

  init(sameSource: [Int]) {
    self.sameSource = sameSource
    times = Array(repeating: (.min, 0), count: sameSource.count)
    covering = RankSet(count: sameSource.count)
  }

  /// Returns how long a rank has counted up to a moment, which is not before the last one that was
  /// asked for.
  @inline(__always)
  mutating func time(of rank: Int, until moment: Int64) -> Int64 {
    advance(to: moment)
    return times[rank].counted
  }

  /// Adds time that a rank covers, which begins now or where what it covers ends.
  @inline(__always)
  mutating func cover(_ rank: Int, _ start: Int64, _ end: Int64) {
    if start == end { return add(instant: start, rank) }
    if end > times[rank].reach { times[rank].reach = end }
    covering.insert(rank)
  }

  /// Returns true if an instant of a rank counts; must be called before anything begins that starts
  /// later.
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

  /// Returns true if the source of a rank has a greater one, which is this.
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
      var end = min(times[first].reach, moment)
      let same = sameSource[first]
      if same >= 0, let second = nextCovering(from: first + 1, at: now) {
        end = min(end, times[second].reach)
        if second == same { times[same].counted += end - now }
      }
      times[first].counted += end - now
      now = end
    }
  }

  /// Returns the smallest rank from this one on that covers a moment.
  @inline(__always)
  private mutating func nextCovering(from rank: Int, at moment: Int64) -> Int? {
    var rank = rank
    while let found = covering.next(from: rank) {
      if times[found].reach > moment { return found }
      covering.remove(found)
      rank = found + 1
    }
    return nil
  }
}

/// Some of the ranks from 0 on, as bits; of each 64 words with a bit, a bit in a word of the level
/// above. The word at the top is no part of an array: mostly there is no other.
private struct RankSet {
  /// The levels below the top, the ranks themselves first.
  private var levels: [[UInt64]] = []
  private var top: UInt64 = 0

  /// Creates a set without any of this many ranks.
  init(count: Int) {
    var words = (count + 63) / 64
    while words > 1 {
      levels.append(Array(repeating: 0, count: words))
      words = (words + 63) / 64
    }
  }

  @inline(__always)
  mutating func insert(_ rank: Int) {
    var index = rank
    for level in levels.indices {
      levels[level][index >> 6] |= 1 << UInt64(index & 63)
      index >>= 6
    }
    top |= 1 << UInt64(index)
  }

  @inline(__always)
  mutating func remove(_ rank: Int) {
    var index = rank
    for level in levels.indices {
      levels[level][index >> 6] &= ~(1 << UInt64(index & 63))
      if levels[level][index >> 6] != 0 { return }
      index >>= 6
    }
    top &= ~(1 << UInt64(index))
  }

  /// Returns the smallest that is not less than this one.
  @inline(__always)
  func next(from rank: Int) -> Int? {
    var index = rank
    for level in levels.indices {
      let word = index >> 6
      guard word < levels[level].count else { return nil }
      let bits = levels[level][word] & (UInt64.max << UInt64(index & 63))
      if bits != 0 { return smallest((word << 6) | bits.trailingZeroBitCount, below: level) }
      index = word + 1
    }
    let bits = index < 64 ? top & (UInt64.max << UInt64(index)) : 0
    return bits == 0 ? nil : smallest(bits.trailingZeroBitCount, below: levels.count)
  }

  /// Returns the smallest rank below a bit of a level.
  @inline(__always)
  private func smallest(_ bit: Int, below level: Int) -> Int {
    levels[..<level].reversed().reduce(bit) { ($0 << 6) | $1[$0].trailingZeroBitCount }
  }
}
