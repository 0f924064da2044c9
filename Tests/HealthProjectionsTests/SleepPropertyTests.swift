import Foundation
import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthProjections

/// Random stages of several sources and zones against a walk over every minute.
@Suite(.enabled(if: Zones.arePresent)) struct SleepPropertyTests {
  struct Stage {
    var source: String
    var value: Int
    var start: Int
    var end: Int
    var zone: String?

    func object(_ number: Int) -> HealthObject {
      func time(_ minute: Int) -> Timestamp {
        Timestamp(instant: Instant(wholeSeconds: Int64(minute) * 60), offsetMinutes: 120)
      }
      var object = category(number, sleep, .code(value), TimeSpan(time(start), time(end)))
      if let zone { object.metadata[MetadataName.timeZone] = .string(zone) }
      return object
    }
  }

  static let names = ["Apple Watch", "iPhone", "Ring"]
  static let zones = DailyPropertyTests.zones

  /// Stages of some days around a change of the clocks.
  ///
  /// - Parameter travels: whether some name a zone of their own.
  static func stages(_ dice: inout Dice, travels: Bool = true) throws -> [Stage] {
    let around = ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05"]
    let day = try #require(CivilDate(around[dice.below(around.count)]))
    let first = (day.dayNumber - 2) * 1440
    // The ring is the one whose rank follows from its first sample.
    var stages = [Stage(source: "Ring", value: 3, start: first - 60, end: first - 30)]
    for _ in 0..<30 {
      let start = first + dice.below(4 * 1440)
      let end = start + [0, 1, dice.below(90), dice.below(600), dice.below(2000)][dice.below(5)]
      stages.append(
        Stage(
          source: names[dice.below(3)], value: dice.below(6), start: start, end: end,
          zone: travels && dice.below(3) == 0 ? zones[dice.below(zones.count)] : nil))
    }
    return stages
  }

  static func journal(_ stages: [Stage], _ zone: String) throws -> ReplayedJournal {
    try ViewTestSupport.journal(zone) { session in
      for (number, stage) in stages.enumerated() {
        try session.save(stage.object(number), source: stage.source)
      }
    }
  }

  /// The minutes of each row by its date and source, and of each field in it.
  static func minutes(
    _ journal: ReplayedJournal, _ period: SleepSummary.Period, _ sources: SleepSummary.Sources
  ) throws -> [String: [String: Int]] {
    var all: [String: [String: Int]] = [:]
    for night in try SleepView.summaries(
      of: journal, in: ViewContext(), by: period, sources: sources)
    {
      let times = [
        "inBed": night.inBed, "core": night.core, "deep": night.deep, "rem": night.rem,
        "unspecified": night.unspecified, "awake": night.awake, "asleep": night.asleep,
      ]
      let key = "\(night.date) " + (sources == .separate ? night.sources.joined() : "")
      all[key] = times.compactMapValues { $0.map { Int($0 / 60) } }
      all[key]?["start"] = Int(night.span.start.instant.wholeSeconds / 60)
      all[key]?["end"] = Int(night.span.end.instant.wholeSeconds / 60)
      all[key]?["sources"] = night.sources.count
    }
    return all
  }

  @Test(arguments: 1...30) func agreesWithAWalkOverTheMinutes(_ seed: Int) throws {
    var dice = Dice(seed)
    let travels = seed % 2 == 0
    let stages = try Self.stages(&dice, travels: travels)
    let zone = Self.zones[seed % Self.zones.count]
    let journal = try Self.journal(stages.shuffled(using: &dice), zone)
    for period in SleepSummary.Period.allCases {
      for sources in SleepSummary.Sources.allCases {
        var due = try SleepWalk(stages, zone: zone, period, sources).rows
        var rows = try Self.minutes(journal, period, sources)
        // A night begins with its first sample, also where one of another zone's night counts
        // there.
        for field in travels ? ["start", "end"] : [] {
          for key in due.keys { due[key]?[field] = nil }
          for key in rows.keys { rows[key]?[field] = nil }
        }
        #expect(rows == due, "\(period) \(sources)")
      }
    }
  }

  @Test(arguments: 31...40) func nothingCountsTwice(_ seed: Int) throws {
    var dice = Dice(seed)
    let stages = try Self.stages(&dice)
    let journal = try Self.journal(stages, "Europe/Berlin")
    for night in try SleepView.summaries(of: journal, in: ViewContext()) {
      let length = night.span.end.instant.seconds(since: night.span.start.instant)
      #expect((night.asleep ?? 0) + (night.awake ?? 0) <= night.inBed ?? 0)
      #expect(night.inBed ?? 0 <= length)
    }
  }
}

/// Nights one by one and all at once.
@Suite struct ManyNightsTests {
  private static let hour: Int64 = 3_600_000_000

  /// Pieces of three sources that overlap within a day, some of which another zone counts to the
  /// night after; nights are two days apart.
  private static func pieces(ofNight night: Int, _ dice: inout Dice) -> [SleepPiece] {
    (0..<12).map { _ in
      let travels = dice.below(3) == 0
      let start = Int64(night) * 48 * hour + Int64(dice.below(19)) * hour
      return SleepPiece(
        date: night * 2 + (travels ? 1 : 0), rank: dice.below(3),
        stage: SleepStage.allCases[dice.below(SleepStage.allCases.count)], start: start,
        end: start + Int64(1 + dice.below(4)) * hour, zone: travels ? "Asia/Tokyo" : "UTC")
    }
  }

  private static func rows(_ fold: SleepFold) -> [String] {
    fold.figures.map { key, figures in
      "\(key.date) \(key.rank ?? -1) \(figures.counted) \(figures.start) \(figures.end)"
        + " \(figures.zone) \(figures.ranks.sorted())"
    }
  }

  @Test(arguments: SleepSummary.Sources.allCases)
  func areTheNightsOneByOne(_ sources: SleepSummary.Sources) {
    var dice = Dice(7)
    let nights = (0..<60).map { Self.pieces(ofNight: $0, &dice) }
    let apart = nights.flatMap { Self.rows(SleepFold($0, sources)) }
    let together = Self.rows(SleepFold(nights.flatMap(\.self), sources))
    #expect(together.sorted() == apart.sorted())
  }

  /// A merge takes time for each level of each piece, so levels may not grow with the nights.
  @Test func haveNoMoreLevelsThanOne() {
    var dice = Dice(8)
    let nights = (0..<400).map { Self.pieces(ofNight: $0, &dice) }
    func levels(_ pieces: [SleepPiece]) -> Int? {
      SleepPiece.levels(of: SleepPiece.joined(pieces)).max()
    }
    #expect(levels(nights.flatMap(\.self)) == nights.compactMap(levels).max())
  }
}

/// For every minute and stage asks which counts, and Foundation for its date.
struct SleepWalk {
  private(set) var rows: [String: [String: Int]] = [:]
  private var sources: [String: Set<String>] = [:]
  private static let fields = ["inBed", "unspecified", "awake", "core", "deep", "rem"]
  /// Awake, deep, REM, core, unspecified, in bed.
  private static let order = [2, 4, 5, 3, 1, 0]

  init(
    _ stages: [SleepPropertyTests.Stage], zone: String, _ period: SleepSummary.Period,
    _ rule: SleepSummary.Sources
  ) throws {
    for group in rule == .merge
      ? [SleepPropertyTests.names] : SleepPropertyTests.names.map({ [$0] })
    {
      let own = stages.filter { group.contains($0.source) }
      for minute in Set(own.flatMap { Array($0.start..<$0.end) }) {
        let here = own.filter { ($0.start..<$0.end).contains(minute) }
        let best = try here.map { (stage: $0, date: try Self.date(minute, $0, zone, period)) }
          .min { Self.precedes($0, $1) }
        guard let (stage, date) = best else { continue }
        add(stage, minute, "\(date) " + (rule == .separate ? stage.source : ""))
      }
    }
    for (key, names) in sources { rows[key]?["sources"] = names.count }
  }

  private static func precedes(
    _ a: (stage: SleepPropertyTests.Stage, date: CivilDate),
    _ b: (stage: SleepPropertyTests.Stage, date: CivilDate)
  ) -> Bool {
    func parts(_ stage: SleepPropertyTests.Stage) -> [Int] {
      [
        stage.value == 0 ? 1 : 0, SleepPropertyTests.names.firstIndex(of: stage.source) ?? 9,
        order.firstIndex(of: stage.value) ?? 9,
      ]
    }
    let (left, right) = (parts(a.stage), parts(b.stage))
    return left == right ? a.date < b.date : left.lexicographicallyPrecedes(right)
  }

  private static func date(
    _ minute: Int, _ stage: SleepPropertyTests.Stage, _ zone: String,
    _ period: SleepSummary.Period
  ) throws -> CivilDate {
    let zone = try #require(TimeZone(identifier: stage.zone ?? zone))
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(minute) * 60))
    let shift = period == .night ? 43_200 : 0
    let local = Double(minute * 60 + offset + shift)
    return CivilDate(dayNumber: Int((local / 86_400).rounded(.down)))
  }

  private mutating func add(
    _ stage: SleepPropertyTests.Stage, _ minute: Int, _ key: String
  ) {
    let field = Self.fields[stage.value]
    var row = rows[key] ?? ["start": minute, "end": minute + 1]
    row["inBed", default: 0] += 1
    if field != "inBed" { row[field, default: 0] += 1 }
    if !["inBed", "awake"].contains(field) { row["asleep", default: 0] += 1 }
    row["start"] = min(row["start"] ?? minute, minute)
    row["end"] = max(row["end"] ?? minute, minute + 1)
    rows[key] = row
    sources[key, default: []].insert(stage.source)
  }
}
