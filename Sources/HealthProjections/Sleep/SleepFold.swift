import HealthModel

/// Adds up the time of each stage by night or day, no instant twice.
struct SleepFold {
  /// The times of a row: of a night, and of the naps beside it.
  struct Figures: Equatable {
    /// The night, or the day.
    var night = Times()
    /// What else lies on the date: naps, and being in bed by day.
    var naps = Times()

    /// What is in both.
    var all: Times { night.adding(naps) }
  }

  /// What pieces come to.
  struct Times: Equatable {
    /// The microseconds of each stage that count, by its raw value.
    var counted = [Int64](repeating: 0, count: SleepStage.allCases.count)
    var start = Int64.max
    var end = Int64.min
    /// The names of the zones of the first piece and of the last.
    var zones = (first: "", last: "")
    /// The least ranks of the sources of which something counts.
    var ranks: Set<Int> = []

    /// Whether nothing counts.
    var isEmpty: Bool { ranks.isEmpty }

    /// The microseconds of some stages; nil where no sample tells of any.
    func sum(_ stages: [SleepStage]) -> Int64? {
      let sum = stages.reduce(0) { $0 + counted[$1.rawValue] }
      return sum > 0 ? sum : nil
    }

    /// These and others.
    func adding(_ others: Times) -> Times {
      var sum = self
      for index in counted.indices { sum.counted[index] += others.counted[index] }
      sum.reach(others.start, others.end, others.zones)
      sum.ranks.formUnion(others.ranks)
      return sum
    }

    static func == (a: Times, b: Times) -> Bool {
      (a.counted, a.start, a.end, a.ranks) == (b.counted, b.start, b.end, b.ranks)
        && a.zones == b.zones
    }
  }

  /// A row: its date, and the least rank of its source where sources are kept apart.
  struct Key: Hashable, Comparable {
    var date: Int
    var rank: Int?

    static func < (a: Key, b: Key) -> Bool { (a.date, a.rank ?? -1) < (b.date, b.rank ?? -1) }
  }

  private(set) var figures: [Key: Figures] = [:]

  /// - Parameter nights: finds the nights of sessions; nil: pieces are parts of days.
  /// - Complexity: O(n log n).
  init(_ pieces: [SleepPiece], _ sources: SleepSummary.Sources, nights: NightFinder?) {
    var nights = nights
    guard sources != .merge else {
      add(pieces, rank: nil, &nights)
      return
    }
    for (source, own) in Dictionary(grouping: pieces, by: \.source) {
      add(own, rank: sources == .separate ? source : nil, &nights)
    }
  }

  /// Adds what counts of pieces that are merged with each other.
  private mutating func add(_ pieces: [SleepPiece], rank: Int?, _ nights: inout NightFinder?) {
    let joined = SleepPiece.joined(pieces)
    func add(_ times: Times, to path: WritableKeyPath<Figures, Times>, _ date: Int) {
      let key = Key(date: date, rank: rank)
      let known = figures[key, default: Figures()]
      figures[key, default: known][keyPath: path] = known[keyPath: path].adding(times)
    }
    guard nights != nil else {
      for (day, times) in Self.times(joined) { add(times, to: \.night, day) }
      return
    }
    let sessions = SleepSessions(joined)
    let times = Self.times(SleepPiece.joined(sessions.pieces))
    let counted = sessions.all.enumerated().compactMap { index, session in
      times[index].map { (session: session, times: $0) }
    }
    for (part, place) in zip(counted, nights?.places(of: counted) ?? []) {
      add(part.times, to: place.isNap ? \.naps : \.night, place.date)
    }
  }

  /// Returns what counts of pieces, by what they count to.
  private static func times(_ joined: [SleepPiece]) -> [Int: Times] {
    let levels = SleepPiece.levels(of: joined)
    let stretches = zip(joined, levels).map { piece, level in
      SourceMerge.Stretch(start: piece.start, end: piece.end, rank: level)
    }
    let counted = SourceMerge.counted(stretches, ranks: (levels.max() ?? -1) + 1)
    var times: [Int: Times] = [:]
    for (piece, time) in zip(joined, counted) where time > 0 {
      times[piece.part, default: Times()].add(piece, time)
    }
    return times
  }
}

extension SleepFold.Times {
  fileprivate mutating func add(_ piece: SleepPiece, _ time: Int64) {
    counted[piece.stage.rawValue] += time
    reach(piece.start, piece.end, (piece.zone, piece.zone))
    ranks.insert(piece.source)
  }

  /// Widens the span; of what begins, or ends, at once the zone whose name comes first is shown.
  fileprivate mutating func reach(
    _ from: Int64, _ to: Int64, _ others: (first: String, last: String)
  ) {
    if start == .max || (from, others.first) < (start, zones.first) { zones.first = others.first }
    if end == .min || to > end || to == end && others.last < zones.last { zones.last = others.last }
    start = min(start, from)
    end = max(end, to)
  }
}
