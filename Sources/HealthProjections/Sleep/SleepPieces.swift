import HealthModel
import HealthTables

/// The part of a sleep sample that lies in one night or day.
struct SleepPiece: Hashable {
  /// The day number of the night's morning, or of the day.
  var date: Int
  /// The rank of its source in the order, from 0.
  var rank: Int
  var stage: SleepStage
  /// Microseconds.
  var start: Int64
  /// Microseconds; after `start`.
  var end: Int64
  /// The name of the zone whose clock cut it.
  var zone: String

  /// Samples cut where days start, which is at noon for nights; each by the clock of its own
  /// HKTimeZone, else of the journal's, unless a zone is asked for.
  ///
  /// A sample of no length, of a value that nobody knows, or of more than ten years has none.
  static func of(
    _ columns: SampleColumns, _ rows: [Int], _ order: SourceOrder, by period: SleepSummary.Period,
    days: inout DayFinder
  ) -> [SleepPiece] {
    var pieces: [SleepPiece] = []
    for row in rows where columns.unit(row) == SampleRow.none {
      let sample = columns[row]
      guard let code = Int(exactly: sample.value),
        let stage = SleepStage(rawValueOfCategory: code),
        sample.end > sample.start, sample.end - sample.start <= DayStretch.longest
      else { continue }
      let cursor = days.cursor(zone: sample.zone)
      let zone = days.zone(of: cursor).name
      let rank = order.rank(row, of: columns)
      var parts: [DayStretch] = []
      DayStretch.forEach(of: sample, .split, days: &days) { parts.append($0) }
      for part in parts {
        let date = days.date(of: part.day, by: period, cursor: cursor)
        pieces.append(
          SleepPiece(
            date: date, rank: rank, stage: stage, start: part.start, end: part.end, zone: zone))
      }
    }
    return pieces
  }

  /// The same pieces, with those joined that overlap or touch and differ in nothing but their span:
  /// an instant that one source states twice counts once.
  static func joined(_ pieces: [SleepPiece]) -> [SleepPiece] {
    var joined: [SleepPiece] = []
    for piece in pieces.sorted(by: precedes) {
      if let last = joined.last, last.counts(as: piece), piece.start <= last.end {
        joined[joined.count - 1].end = max(last.end, piece.end)
      } else {
        joined.append(piece)
      }
    }
    return joined
  }

  /// Numbers pieces by which of them count before others, from 0. Only pieces that overlap, some of
  /// them by others in between, are numbered among each other: the numbers do not grow with the
  /// nights, which a merge of them would take time for.
  ///
  /// - Parameter pieces: in the order of `joined`, in which equal precedences stand together.
  static func levels(of pieces: [SleepPiece]) -> [Int] {
    let (clusters, count) = Self.clusters(of: pieces)
    var last = [Precedence?](repeating: nil, count: count)
    var levels = Array(repeating: -1, count: count)
    return zip(pieces, clusters).map { piece, cluster in
      if last[cluster] != piece.precedence {
        levels[cluster] += 1
        last[cluster] = piece.precedence
      }
      return levels[cluster]
    }
  }

  /// For each piece the number of its cluster, and how many there are: pieces of different clusters
  /// do not overlap.
  private static func clusters(of pieces: [SleepPiece]) -> (numbers: [Int], count: Int) {
    var numbers = Array(repeating: 0, count: pieces.count)
    var count = 0
    var reached = Int64.min
    for index in pieces.indices.sorted(by: { pieces[$0].start < pieces[$1].start }) {
      if pieces[index].start >= reached { count += 1 }
      numbers[index] = count - 1
      reached = max(reached, pieces[index].end)
    }
    return (numbers, count)
  }

  private func counts(as other: SleepPiece) -> Bool {
    (date, rank, stage, zone) == (other.date, other.rank, other.stage, other.zone)
  }

  /// By what pieces count before others, then by time.
  private static func precedes(_ a: SleepPiece, _ b: SleepPiece) -> Bool {
    if a.precedence != b.precedence { return a.precedence < b.precedence }
    return (a.start, a.end) < (b.start, b.end)
  }

  /// A stage counts before being in bed, whatever its source. Then these decide, in this order: the
  /// rank of the source, the stage, and, where zones count an instant to two nights, the earlier
  /// night.
  var precedence: Precedence {
    Precedence(
      isBed: stage == .inBed ? 1 : 0, rank: rank, stage: stage.rawValue, date: date,
      zone: zone)
  }

  /// What decides which of the pieces that cover an instant counts there: the smallest.
  struct Precedence: Hashable, Comparable {
    var isBed: Int
    var rank: Int
    var stage: Int
    var date: Int
    var zone: String

    static func < (a: Self, b: Self) -> Bool {
      (a.isBed, a.rank, a.stage, a.date, a.zone) < (b.isBed, b.rank, b.stage, b.date, b.zone)
    }
  }
}

extension DayFinder {
  /// The days, or the nights, of a context.
  init(
    _ tables: HealthTables, _ context: ViewContext, of period: SleepSummary.Period
  ) throws(ProjectionError) {
    var context = context
    if period == .night { context.dayStarts = .noon }
    try self.init(tables, context)
  }

  /// The date under which sleep counts: of a night, which is a day that starts at noon, that of its
  /// morning.
  mutating func date(of day: Int, by period: SleepSummary.Period, cursor: Int) -> Int {
    guard period == .night else { return day }
    // The date after it may not exist in the zone, so the end of the night decides.
    let end = start(of: day + 1, cursor: cursor)
    return zone(of: cursor).localDay(of: Instant(microseconds: end))
  }
}
