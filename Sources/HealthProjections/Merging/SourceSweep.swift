/// Goes through the stretches of all sources in the order of their starts, and tells what counts of
/// each when its end has been reached.
///
/// For each rank, a sum and an end describe the time that the sources of smaller ranks have covered
/// up to a moment, so only stretches that have not ended are kept. Each of them keeps the sum at
/// its start: the time that was covered since then does not count.
struct SourceSweep<Stretch: MergedStretch> {
  /// The time that the sources before one of some rank cover, of the stretches that have begun.
  private struct Better {
    /// Microseconds.
    var covered: Int64 = 0
    /// The moment from which on nothing is covered.
    var reach = Int64.min
    /// The last instant, which covers nothing.
    var instant = Int64.min

    /// How much is covered before a moment; not before the last start.
    func covered(before moment: Int64) -> Int64 {
      reach > moment ? covered - (reach - moment) : covered
    }

    mutating func cover(_ start: Int64, _ end: Int64) {
      if start == end { instant = start }
      guard end > reach else { return }
      covered += end - max(start, reach)
      reach = end
    }
  }

  /// A stretch under way, or one that is yet to begin, which waits for its end or its beginning.
  /// Its `counted` is what was covered as it began.
  private struct Waiting: HasMoment {
    var stretch: Stretch
    var moment: Int64
  }

  private var better: [Better]
  /// See `init`.
  private let sameSource: [Int]
  /// The one that began last. Mostly it ends before another begins.
  private var newest: Stretch?
  /// The others.
  private var waiting = MomentHeap<Waiting>()

  /// Nothing yet.
  ///
  /// - Parameter sameSource: for each rank, the greater one that its source has too; else -1.
  init(sameSource: [Int]) {
    self.sameSource = sameSource
    better = Array(repeating: Better(), count: sameSource.count)
  }

  /// A stretch that has ended by a moment, with what counts of it; nil: there is none. A caller
  /// takes all of them before it adds a stretch that starts at that moment.
  @inline(__always)
  mutating func next(endedBy moment: Int64) -> Stretch? {
    if let last = newest {
      newest = nil
      if limit(last) <= moment { return ended(last) }
      waiting.push(Waiting(stretch: last, moment: limit(last)))
    }
    return waiting.isEmpty ? nil : nextWaiting(endedBy: moment)
  }

  /// Adds a stretch that starts where the last one started or later.
  @inline(__always)
  mutating func add(_ stretch: Stretch) {
    cover(stretch)
    newest = begun(stretch)
  }

  /// Adds a stretch of the first rank likewise, and returns it: all of it counts.
  @inline(__always)
  mutating func addFirst(_ stretch: Stretch) -> Stretch {
    cover(stretch)
    var stretch = stretch
    stretch.counted = max(stretch.end - stretch.start, 1)
    return stretch
  }

  /// Adds a stretch that continues one that was added last, of the same sample.
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
    // Nothing comes after the last.
    guard stretch.rank + 1 < better.count else { return }
    let same = sameSource[stretch.rank]
    var better = better.mutableSpan
    for rank in stretch.rank + 1..<better.count where rank != same {
      better[rank].cover(stretch.start, stretch.end)
    }
  }

  @inline(__always)
  private func begun(_ stretch: Stretch) -> Stretch {
    var stretch = stretch
    stretch.counted = better[stretch.rank].covered(before: stretch.start)
    return stretch
  }

  @inline(__always)
  private func ended(_ stretch: Stretch) -> Stretch {
    let better = better[stretch.rank]
    var stretch = stretch
    if stretch.start < stretch.end {
      let covered = better.covered(before: stretch.end) - stretch.counted
      stretch.counted = stretch.end - stretch.start - covered
    } else {
      let isTaken = better.reach > stretch.start || better.instant == stretch.start
      stretch.counted = isTaken ? 0 : 1
    }
    return stretch
  }
}
