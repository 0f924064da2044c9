/// Goes through the stretches of all sources in the order of their starts, and tells what counts of
/// each when its end has been reached.
///
/// `CountingRanks` tells how long each rank has counted up to a moment, so only stretches that have
/// not ended are kept. Each of them keeps that time at its start: what came to it since then
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
  /// The others.
  private var waiting = MomentHeap<Waiting>()

  /// Nothing yet.
  ///
  /// - Parameter sameSource: for each rank, the greater one that its source has too; else -1.
  init(sameSource: [Int]) { ranks = CountingRanks(sameSource: sameSource) }

  /// A stretch that has ended by a moment, with what counts of it; nil: there is none. A caller
  /// takes all of them before it adds a stretch that starts at that moment.
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

  /// When a stretch ends; an instant ends a microsecond later, when all stretches that start with
  /// it have begun.
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
