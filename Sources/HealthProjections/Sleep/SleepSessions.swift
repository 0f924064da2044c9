import HealthModel
import HealthTables

/// The sessions of sleep that pieces make: stretches of being asleep, or awake in sleep, with less
/// than two hours between them.
///
/// Being in bed makes no session where there is any: it belongs to the one that it overlaps most.
/// Where it overlaps none it is a session of its own, in the same way.
struct SleepSessions {
  /// A session.
  struct Session: Hashable {
    /// Microseconds.
    var start: Int64
    /// Microseconds.
    var end: Int64
    /// The name of the zone whose clock showed its end.
    var zone: String
  }

  /// Two hours: so much later it is another sleep. People lie awake for an hour or more within a
  /// night, and a nap is further from it.
  static let gap: Int64 = 2 * hour
  /// Who is said to have been awake for so long was up: that is no time within a sleep.
  static let longestWake: Int64 = 4 * hour
  /// A chain of sleeps that is longer, as of a child or a sick person, is cut at its longest gaps.
  static let longest: Int64 = 24 * hour
  private static let hour: Int64 = 3_600_000_000

  /// By the numbers that pieces have.
  private(set) var all: [Session] = []
  /// The pieces, each with the number of its session.
  private(set) var pieces: [SleepPiece]

  /// - Parameter joined: in the order of `SleepPiece.joined`.
  /// - Complexity: O(n log n).
  init(_ joined: [SleepPiece]) {
    pieces = joined
    let (making, others) = (
      pieces.indices.filter { joined[$0].makesSession },
      pieces.indices.filter { !joined[$0].makesSession }
    )
    add(making)
    let spans = all.map { $0.start..<$0.end }
    var alone: [Int] = []
    for index in others {
      let piece = pieces[index]
      guard let session = Self.most(of: spans, in: piece.start..<piece.end) else {
        alone.append(index)
        continue
      }
      pieces[index].part = session
    }
    add(alone)
  }

  /// Adds the sessions that some pieces make.
  private mutating func add(_ indices: [Int]) {
    let spans = Self.chains(indices.map { pieces[$0].start..<pieces[$0].end })
    let first = all.count
    all += spans.map { Session(start: $0.lowerBound, end: $0.lowerBound, zone: "") }
    for index in indices {
      let piece = pieces[index]
      let part = first - 1 + spans.indices.partitioningIndex { spans[$0].lowerBound > piece.start }
      pieces[index].part = part
      // Of those that end together the one that counts before the others comes first.
      if piece.end > all[part].end { (all[part].end, all[part].zone) = (piece.end, piece.zone) }
    }
  }

  /// The number of the span of which most lies in a stretch, the first of several; nil: none does.
  private static func most(of spans: [Range<Int64>], in stretch: Range<Int64>) -> Int? {
    var (found, most) = (Int?.none, Int64(0))
    var index = spans.indices.partitioningIndex { spans[$0].upperBound > stretch.lowerBound }
    while index < spans.count, spans[index].lowerBound < stretch.upperBound {
      let part = spans[index].clamped(to: stretch)
      let length = part.upperBound - part.lowerBound
      if length > most { (found, most) = (index, length) }
      index += 1
    }
    return found
  }

  // MARK: Chains

  /// The stretches of time that spans cover where gaps below two hours do not count, by start.
  static func chains(_ spans: [Range<Int64>]) -> [Range<Int64>] {
    runs(covered(spans)).flatMap(cut)
  }

  /// Stretches of time, taken together where gaps below two hours lie between them.
  private static func runs(_ covered: [Range<Int64>]) -> [ArraySlice<Range<Int64>>] {
    var runs: [ArraySlice<Range<Int64>>] = []
    var first = 0
    for index in covered.indices {
      let next = index + 1
      if next < covered.count, covered[next].lowerBound - covered[index].upperBound < gap {
        continue
      }
      runs.append(covered[first..<next])
      first = next
    }
    return runs
  }

  /// A longer time than the one of which pieces were read, where sessions of some nights may reach
  /// beyond it; nil: none does.
  ///
  /// - Parameter nights: the time in which these nights end.
  static func time(
    read: ClosedRange<Int64>, reachedBy pieces: [SleepPiece], in nights: ClosedRange<Int64>
  ) -> ClosedRange<Int64>? {
    var (lower, upper) = (read.lowerBound, read.upperBound)
    for run in runs(covered(pieces.map { $0.start..<$0.end })) {
      guard let start = run.first?.lowerBound, let end = run.last?.upperBound,
        start <= nights.upperBound, end >= nights.lowerBound
      else { continue }
      // As much again, so that a long chain is not read day by day.
      let more = gap + (end - start)
      if lower != .min, start < read.lowerBound + gap { lower = min(lower, start - more) }
      if upper != .max, end > read.upperBound - gap { upper = max(upper, end + more) }
    }
    return lower...upper == read ? nil : lower...upper
  }

  /// The stretches that spans cover together, by start; none of them touch.
  private static func covered(_ spans: [Range<Int64>]) -> [Range<Int64>] {
    var covered: [Range<Int64>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = covered.last, span.lowerBound <= last.upperBound {
        let end = max(last.upperBound, span.upperBound)
        covered[covered.count - 1] = last.lowerBound..<end
      } else {
        covered.append(span)
      }
    }
    return covered
  }

  /// A chain, cut at its longest gaps, the earlier first, for as long as a part is too long.
  private static func cut(_ chain: ArraySlice<Range<Int64>>) -> [Range<Int64>] {
    func span(_ part: Range<Int>) -> Range<Int64> {
      chain[part.lowerBound].lowerBound..<chain[part.upperBound - 1].upperBound
    }
    let whole = span(chain.indices)
    guard whole.upperBound - whole.lowerBound > longest else { return [whole] }
    let gaps = chain.indices.dropFirst().map { index in
      (index: index, length: chain[index].lowerBound - chain[index - 1].upperBound)
    }
    var bounds = [chain.startIndex, chain.endIndex]
    for gap in gaps.sorted(by: { ($1.length, $0.index) < ($0.length, $1.index) }) {
      let place = bounds.indices.partitioningIndex { bounds[$0] > gap.index }
      let part = span(bounds[place - 1]..<bounds[place])
      if part.upperBound - part.lowerBound > longest { bounds.insert(gap.index, at: place) }
    }
    return zip(bounds, bounds.dropFirst()).map { span($0..<$1) }
  }
}

extension SleepPiece {
  /// Whether it makes a session: it is sleep, or being awake for so short a time that it may lie in
  /// sleep.
  fileprivate var makesSession: Bool {
    stage.isAsleep || stage == .awake && end - start < SleepSessions.longestWake
  }
}
