import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

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
  /// - Parameters:
  ///   - travels: whether some name a zone of their own.
  ///   - values: the stages.
  static func stages(
    _ dice: inout Dice, travels: Bool = true, of values: [Int] = Array(0..<6)
  ) throws -> [Stage] {
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
          source: names[dice.below(3)], value: values[dice.below(values.count)], start: start,
          end: end,
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
      of: journal, in: ViewContext(), SleepView.Rule(by: period, sources))
    {
      let times = [
        "inBed": night.inBed, "core": night.core, "deep": night.deep, "rem": night.rem,
        "unspecified": night.unspecified, "awake": night.awake, "asleep": night.asleep,
        "naps": night.naps,
      ]
      let key = "\(night.date) " + (sources == .separate ? night.sources.joined() : "")
      all[key] = times.compactMapValues { $0.map { Int($0 / 60) } }
      all[key]?["start"] = Int(night.span.start.instant.wholeSeconds / 60)
      all[key]?["end"] = Int(night.span.end.instant.wholeSeconds / 60)
      all[key]?["sources"] = night.sources.count
    }
    return all
  }

  @Test(arguments: Counts.seeds(1...30)) func agreesWithAWalkOverTheMinutes(_ seed: Int) throws {
    var dice = Dice(seed)
    let travels = seed % 2 == 0
    let isAsleep = seed % 3 == 0
    let stages = try Self.stages(
      &dice, travels: travels, of: isAsleep ? [1, 3, 4, 5] : Array(0..<6))
    let zone = Self.zones[seed % Self.zones.count]
    let journal = try Self.journal(stages.shuffled(using: &dice), zone)
    for period in SleepSummary.Period.allCases {
      for sources in SleepSummary.Sources.allCases {
        var due = try SleepWalk(stages, zone: zone, period, sources).rows
        var rows = try Self.minutes(journal, period, sources)
        // A row begins with its first sample, also where one of another row counts there.
        for field in !isAsleep || travels && period == .day ? ["start", "end"] : [] {
          for key in due.keys { due[key]?[field] = nil }
          for key in rows.keys { rows[key]?[field] = nil }
        }
        #expect(rows == due, "\(period) \(sources)")
      }
    }
  }

  @Test(arguments: Counts.seeds(31...40)) func nothingCountsTwice(_ seed: Int) throws {
    var dice = Dice(seed)
    let stages = try Self.stages(&dice)
    let journal = try Self.journal(stages, "Europe/Berlin")
    for night in try SleepView.summaries(of: journal, in: ViewContext()) {
      #expect((night.asleep ?? 0) + (night.awake ?? 0) <= night.inBed ?? 0)
      #expect(night.naps ?? 0 <= night.asleep ?? 0)
    }
    for night in try SleepView.summaries(of: journal, in: ViewContext(), .withoutNaps) {
      let length = night.span.end.instant.seconds(since: night.span.start.instant)
      #expect(night.inBed ?? 0 <= length)
    }
  }
}
