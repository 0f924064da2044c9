import HealthModel
import HealthTables

/// A sleep sample, or the part of it that lies on one day.
struct SleepPiece: Hashable {
  /// What it counts to: the number of a session, or of a day.
  var part: Int
  /// Its rank in the order of sources, from 0.
  var rank: Int
  /// The least rank of its source.
  var source: Int
  var stage: SleepStage
  /// Microseconds.
  var start: Int64
  /// Microseconds; after `start`.
  var end: Int64
  /// The name of the zone whose clock counts for it.
  var zone: String

  /// Samples as they are for nights, whose sessions are found later; else cut where days start.
  /// The clock of a sample is that of its own HKTimeZone, else of the journal's, unless a zone is
  /// asked for.
  ///
  /// A sample of no length, or of more than ten years, has none.
  static func of(
    _ columns: SampleColumns, _ rows: [Int], _ order: SourceOrder, by period: SleepSummary.Period,
    days: inout DayFinder
  ) -> [SleepPiece] {
    var pieces: [SleepPiece] = []
    for row in rows {
      let sample = columns[row]
      guard sample.flags.contains(.category), sample.end > sample.start,
        !DayStretch.isEndless(sample.start, sample.end)
      else { continue }
      let rank = order.rank(row, of: columns)
      let piece = SleepPiece(
        part: 0, rank: rank, source: order.sources[rank].head, stage: SleepStage(of: sample),
        start: sample.start, end: sample.end,
        zone: days.zone(of: days.cursor(zone: sample.zone)).name)
      guard period == .day else {
        pieces.append(piece)
        continue
      }
      DayStretch.forEach(of: sample, .split, days: &days) { part in
        var piece = piece
        (piece.part, piece.start, piece.end) = (part.day, part.start, part.end)
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// The same pieces, with those joined that overlap or touch and differ in nothing but their span:
  /// an instant that one source states twice counts once.
  static func joined(_ pieces: [SleepPiece]) -> [SleepPiece] {
    var joined: [SleepPiece] = []
    for piece in pieces.sorted(by: precedes) {
      if let last = joined.last, last.precedence == piece.precedence, piece.start <= last.end {
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

  /// By what pieces count before others, then by time.
  private static func precedes(_ a: SleepPiece, _ b: SleepPiece) -> Bool {
    if a.precedence != b.precedence { return a.precedence < b.precedence }
    return (a.start, a.end) < (b.start, b.end)
  }

  /// A stage counts before being in bed, whatever its source. Then these decide, in this order: the
  /// rank of the source, the stage, and, where an instant lies in two sessions or on days of two
  /// zones, the earlier one.
  var precedence: Precedence {
    Precedence(
      isBed: stage == .inBed ? 1 : 0, rank: rank, stage: stage.rawValue, part: part, zone: zone)
  }

  /// What decides which of the pieces that cover an instant counts there: the smallest.
  struct Precedence: Hashable, Comparable {
    var isBed: Int
    var rank: Int
    var stage: Int
    var part: Int
    var zone: String

    static func < (a: Self, b: Self) -> Bool {
      (a.isBed, a.rank, a.stage, a.part, a.zone) < (b.isBed, b.rank, b.stage, b.part, b.zone)
    }
  }
}
