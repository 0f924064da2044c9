import TestSupport
import Testing

@testable import HealthViews

/// What counts where sources overlap, by hand and against a sweep of every single unit of time.
@Suite struct SourceMergeTests {
  private static let cases: [(name: String, stretches: [Stretch], counted: [Int64])] = [
    ("one source", [.init(0, 10, 0)], [10]),
    ("nothing", [], []),
    ("one source over itself", [.init(0, 10, 1), .init(5, 15, 1), .init(0, 10, 1)], [10, 10, 10]),
    ("a walk with phone and watch", [.init(0, 10, 0), .init(0, 10, 1)], [10, 0]),
    ("partly covered", [.init(5, 10, 0), .init(0, 20, 1)], [5, 15]),
    ("a hole in the watch", [.init(0, 5, 0), .init(8, 12, 0), .init(3, 10, 1)], [5, 4, 3]),
    ("nested", [.init(0, 100, 2), .init(10, 90, 1), .init(20, 80, 0)], [20, 20, 60]),
    ("chained", [.init(0, 10, 1), .init(8, 20, 0), .init(15, 30, 2)], [8, 12, 10]),
    ("touching", [.init(0, 10, 0), .init(10, 20, 1)], [10, 10]),
    ("instants alone", [.init(5, 5, 1), .init(5, 5, 1), .init(6, 6, 0)], [1, 1, 1]),
    ("instants at one moment", [.init(5, 5, 1), .init(5, 5, 0), .init(5, 5, 0)], [0, 1, 1]),
    (
      "an instant under a better source", [.init(0, 10, 0), .init(0, 0, 1), .init(9, 9, 1)],
      [10, 0, 0]
    ),
    ("an instant at the end of a better one", [.init(0, 10, 0), .init(10, 10, 1)], [10, 1]),
    ("an instant over a worse source", [.init(0, 10, 1), .init(5, 5, 0)], [10, 1]),
    ("a day beside minutes", [.init(0, 86_400, 1), .init(60, 120, 0)], [86_340, 60]),
  ]

  @Test(arguments: cases.map(\.name)) func byHand(_ name: String) throws {
    let example = try #require(Self.cases.first { $0.name == name })
    let ranks = (example.stretches.map(\.rank).max() ?? 0) + 1
    #expect(SourceMerge.counted(example.stretches, ranks: ranks) == example.counted)
  }

  /// Every unit of time for itself: obviously right, and slow.
  private func swept(_ all: [Stretch], _ sameSource: [Int] = []) -> [Int64] {
    all.map { own in
      let stretches = all.filter {
        !sameSource.indices.contains($0.rank) || sameSource[$0.rank] != own.rank
      }
      if own.isInstant {
        let isBeaten = stretches.contains {
          $0.rank < own.rank
            && ($0.isInstant ? $0.start == own.start : ($0.start..<$0.end).contains(own.start))
        }
        return isBeaten ? 0 : 1
      }
      let free = (own.start..<own.end).count { unit in
        !stretches.contains { $0.rank < own.rank && ($0.start..<$0.end).contains(unit) }
      }
      return Int64(free)
    }
  }

  @Test(arguments: Counts.seeds(0...199)) func agreesWithASweep(_ seed: Int) {
    var dice = Dice(seed)
    let ranks = 1 + Int(dice.next() % 6)
    let stretches = (0..<Int(dice.next() % 40)).map { _ in
      let start = Int64(dice.next() % 60)
      let length = dice.next() % 4 == 0 ? 0 : Int64(dice.next() % 25)
      return Stretch(start: start, end: start + length, rank: Int(dice.next() % UInt64(ranks)))
    }
    #expect(SourceMerge.counted(stretches, ranks: ranks) == swept(stretches))
  }

  /// The same where sources have two ranks each, and where there are many of them.
  @Test(arguments: Counts.seeds(0...199)) func agreesWithASweepOfSourcesWithTwoRanks(_ seed: Int) {
    var dice = Dice(seed)
    let ranks = [2, 5, 70, 5000][dice.below(4)]
    var sameSource = [Int](repeating: -1, count: ranks)
    var isTaken = [Bool](repeating: false, count: ranks)
    for first in 0..<min(ranks, 40) where !isTaken[first] && dice.below(2) == 0 {
      let second = first + 1 + dice.below(4)
      guard second < ranks, !isTaken[second] else { continue }
      sameSource[first] = second
      isTaken[second] = true
    }
    let stretches = (0..<dice.below(60)).map { _ in
      let start = Int64(dice.below(60))
      let length = Int64(dice.below(4) == 0 ? 0 : dice.below(25))
      let rank = dice.below(3) == 0 ? dice.below(ranks) : dice.below(min(ranks, 6))
      return Stretch(start: start, end: start + length, rank: rank)
    }
    #expect(
      SourceMerge.counted(stretches, sameSource: sameSource) == swept(stretches, sameSource))
  }

  /// Long stretches over many short ones, in order but for a few that come late.
  @Test(arguments: Counts.seeds(0...39)) func agreesWithASweepOfManyShortOnes(_ seed: Int) {
    var dice = Dice(seed)
    var stretches = (0..<90).map { number in
      let isLong = dice.below(12) == 0
      let start = Int64(number * 4 + dice.below(3))
      let length = Int64(isLong ? dice.below(200) : dice.below(4))
      return Stretch(start: start, end: start + length, rank: isLong ? 2 : dice.below(2))
    }
    for _ in 0..<dice.below(9) {
      stretches.append(stretches.remove(at: dice.below(stretches.count)))
    }
    #expect(SourceMerge.counted(stretches, ranks: 3) == swept(stretches))
  }

  /// What counts of the parts of a sample that lies on several days does not depend on whether they
  /// are added with the sample, or each where it starts.
  @Test(arguments: Counts.seeds(0...59)) func agreesWithASweepWherePartsContinueOthers(_ seed: Int)
  {
    var dice = Dice(seed)
    let samples = (0..<30).map { _ in
      let start = Int64(dice.below(60))
      let length = Int64(dice.below(4) == 0 ? 0 : dice.below(40))
      return Stretch(start: start, end: start + length, rank: dice.below(4))
    }
    var sweep = SourceSweep<Stretch>(sameSource: [-1, -1, -1, -1])
    var (parts, ended): ([Stretch], [Stretch]) = ([], [])
    for sample in samples.sorted(by: { $0.start < $1.start }) {
      while let next = sweep.next(endedBy: sample.start) { ended.append(next) }
      let ofSample = sample.parts(by: 10)
      if sample.rank == 0 {
        ended.append(sweep.addFirst(ofSample[0]))
      } else {
        sweep.add(ofSample[0])
      }
      for part in ofSample.dropFirst() { sweep.addLater(part) }
      parts += ofSample
    }
    while let next = sweep.next(endedBy: .max) { ended.append(next) }
    let expected = zip(parts, swept(parts)).map { part, counted in
      var part = part
      part.counted = counted
      return part
    }
    func inOrder(_ stretches: [Stretch]) -> [String] { stretches.map { "\($0)" }.sorted() }
    #expect(inOrder(ended) == inOrder(expected))
  }
}

private typealias Stretch = SourceMerge.Stretch

extension SourceMerge.Stretch {
  fileprivate var isInstant: Bool { start == end }

  /// What of it lies in each of the parts of time of this length.
  fileprivate func parts(by length: Int64) -> [Self] {
    if isInstant { return [self] }
    return (start / length...(end - 1) / length).map {
      Self(max(start, $0 * length), min(end, ($0 + 1) * length), rank)
    }
  }

  fileprivate init(_ start: Int64, _ end: Int64, _ rank: Int) {
    self.init(start: start, end: end, rank: rank)
  }
}
