import HealthModel

/// Adds up the time of each stage by night or day, no instant twice.
struct SleepFold {
  /// The times of one row.
  struct Figures {
    /// The microseconds of each stage that count, by its raw value.
    var counted = [Int64](repeating: 0, count: SleepStage.allCases.count)
    var start = Int64.max
    var end = Int64.min
    /// The name of the zone of the first piece.
    var zone = ""
    /// The ranks of the sources of which something counts.
    var ranks: Set<Int> = []

    /// The microseconds of some stages; nil where no sample tells of any.
    func sum(_ stages: [SleepStage]) -> Int64? {
      let sum = stages.reduce(0) { $0 + counted[$1.rawValue] }
      return sum > 0 ? sum : nil
    }
  }

  /// A row: its date, and the rank of its source where sources are kept apart.
  struct Key: Hashable, Comparable {
    var date: Int
    var rank: Int?

    static func < (a: Key, b: Key) -> Bool { (a.date, a.rank ?? -1) < (b.date, b.rank ?? -1) }
  }

  private(set) var figures: [Key: Figures] = [:]

  /// - Complexity: O(n log n).
  init(_ pieces: [SleepPiece], _ sources: SleepSummary.Sources) {
    switch sources {
    case .merge: add(pieces) { _ in nil }
    case .separate:
      for (rank, own) in Dictionary(grouping: pieces, by: \.rank) { add(own) { _ in rank } }
    case .all:
      for own in Dictionary(grouping: pieces, by: \.rank).values { add(own) { _ in nil } }
    }
  }

  /// Adds what counts of pieces that are merged with each other.
  private mutating func add(_ pieces: [SleepPiece], _ rank: (SleepPiece) -> Int?) {
    let joined = SleepPiece.joined(pieces)
    let levels = SleepPiece.levels(of: joined)
    let stretches = zip(joined, levels).map { piece, level in
      SourceMerge.Stretch(start: piece.start, end: piece.end, rank: level)
    }
    let counted = SourceMerge.counted(stretches, ranks: (levels.max() ?? -1) + 1)
    for (piece, time) in zip(joined, counted) where time > 0 {
      figures[Key(date: piece.date, rank: rank(piece)), default: Figures()].add(piece, time)
    }
  }
}

extension SleepFold.Figures {
  fileprivate mutating func add(_ piece: SleepPiece, _ time: Int64) {
    counted[piece.stage.rawValue] += time
    if start == .max || (piece.start, piece.zone) < (start, zone) { zone = piece.zone }
    start = min(start, piece.start)
    end = max(end, piece.end)
    ranks.insert(piece.rank)
  }
}
