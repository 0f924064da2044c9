import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

extension RealExports {
  static let oracle = folder.path + "/workouts-2018-2026/oracle.json"
}

/// Steps of every day and source, against Python over the XML.
@Suite(.enabled(if: RealExports.arePresent && Python.isPresent && Zones.arePresent))
struct RealStepTests {
  struct Key: Hashable {
    var day: String
    var source: String
  }

  /// The sums by source.
  static func oracle(_ zone: String) throws -> [Key: Double] {
    let script = Project.root.appending(
      path: "Tests/HealthViewsTests/daily_steps.py"
    ).path
    let output = try Python.run([script, RealExports.steps, zone])
    var sums: [Key: Double] = [:]
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let sum: Double = try #require(Double(parts[2]))
      sums[Key(day: parts[0], source: parts[1])] = sum
    }
    return sums
  }

  static func compare(_ rows: [[String: Cell]], _ expected: [Key: Double], source: String?) {
    var left = expected.filter { source == nil || $0.key.source == source }
    for row in rows {
      let key = Key(
        day: word(row["day"] ?? .missing), source: source ?? word(row["source"] ?? .missing))
      guard let sum = left.removeValue(forKey: key), case .number(let number)? = row["sum"] else {
        Issue.record("no such day and source: \(key)")
        continue
      }
      #expect(abs(number - sum) <= 1e-9 * max(1, abs(sum)), "\(key): \(number) for \(sum)")
    }
    #expect(left.isEmpty, "days without a row")
  }

  @Test(arguments: ["Europe/Berlin", "Asia/Jerusalem", "America/New_York"])
  func everyDayAndSource(_ zone: String) throws {
    let sums = try Self.oracle(zone)
    try #require(sums.count > 100)
    let journal = try RealExports.journal(of: RealExports.steps, zone: zone)
    var query = ViewQuery()
    query.types = [steps]
    Self.compare(try daily(journal, query) { $0.sources = .separate }, sums, source: nil)
    for source in Set(sums.keys.map(\.source)) {
      query.sources = [source]
      Self.compare(try daily(journal, query), sums, source: source)
    }
  }
}

/// The figures that Apple stated for workouts are on the right workouts.
@Suite(.enabled(if: RealExports.arePresent && Zones.arePresent)) struct RealWorkoutTests {
  struct Stated: Decodable {
    struct Figures: Decodable {
      var sum: String?
      var average: String?
      var minimum: String?
      var maximum: String?
      var unit: String?
    }
    var type: String
    var start: String
    var stats: [String: Figures]
  }

  @Test func all72() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: RealExports.oracle))
    let stated = try JSONDecoder().decode([Stated].self, from: data)
    let journal = try RealExports.journal(of: RealExports.workouts, zone: "Europe/Paris")
    #expect(try WorkoutsView.table(of: journal, in: ViewContext()).allRows().count == 11)
    var compared = 0
    for one in stated {
      let workout = try #require(try Self.workout(one, in: journal), "\(one.type) \(one.start)")
      #expect(Set(workout.statistics.map(\.type)) == Set(one.stats.keys))
      for statistics in workout.statistics {
        try Self.compare(statistics, try #require(one.stats[statistics.type]))
        compared += 1
      }
    }
    #expect(compared == 72)
  }

  private static func workout(_ stated: Stated, in journal: ReplayedJournal) throws
    -> WorkoutContent?
  {
    for row in journal.tables.objects where row.kind == .workout {
      let object = try journal.object(row.uuid, in: UInt64(row.sequence))
      guard case .workout(let workout)? = object?.content, workout.activity == stated.type,
        apple(workout.span.start) == stated.start
      else { continue }
      return workout
    }
    return nil
  }

  /// `2026-03-29 09:32:42 +0200`.
  static func apple(_ time: Timestamp) -> String {
    let offset = Int(time.offsetMinutes)
    let shown = Timestamp(
      instant: time.instant.adding(microseconds: Int64(offset) * 60_000_000), offsetMinutes: 0)
    let text = shown.description.dropLast().replacingOccurrences(of: "T", with: " ")
    let minutes = abs(offset) / 60 * 100 + abs(offset) % 60
    return text + (offset < 0 ? " -" : " +") + String(String(minutes + 10_000).dropFirst())
  }

  private static func compare(_ have: WorkoutStatistics, _ want: Stated.Figures) throws {
    let pairs = [
      (have.sum, want.sum), (have.average, want.average), (have.minimum, want.minimum),
      (have.maximum, want.maximum),
    ]
    for (have, want) in pairs { #expect(have == want.flatMap(Double.init)) }
    #expect(have.unit == want.unit)
  }
}

/// `workouts --compare` on real exports.
@Suite(.enabled(if: RealExports.arePresent && Zones.arePresent)) struct RealComparisonTests {
  private struct Row: Hashable {
    var activity: String
    var start: String
    var type: String
    var statistic: String
    var stated: String
    var unit: String
  }

  @Test func all72StandOnceUnderTheirWorkout() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: RealExports.oracle))
    let oracle = try JSONDecoder().decode([RealWorkoutTests.Stated].self, from: data)
    var expected: [Row: Int] = [:]
    for workout in oracle {
      for (type, figures) in workout.stats {
        for (statistic, text) in [
          ("sum", figures.sum), ("average", figures.average), ("minimum", figures.minimum),
          ("maximum", figures.maximum),
        ] {
          guard let value = text.flatMap(Double.init) else { continue }
          let row = Row(
            activity: workout.type, start: workout.start, type: type, statistic: statistic,
            stated: "\(value)", unit: figures.unit ?? "")
          expected[row, default: 0] += 1
        }
      }
    }
    #expect(Set(expected.keys.map { [$0.activity, $0.start, $0.type] }).count == 72)
    let journal = try RealExports.journal(of: RealExports.workouts, zone: "Europe/Paris")
    let table = try WorkoutComparisonView.table(of: journal, in: ViewContext())
    var found: [Row: Int] = [:]
    var parts = 0
    for record in try table.records() where record["stated"] != nil {
      guard case .number(let stated)? = record["stated"], case .time(let start)? = record["start"]
      else { continue }
      if record["part"] != nil { parts += 1 }
      if record["part"] != nil { continue }
      let text = { word(record[$0] ?? .missing) }
      let row = Row(
        activity: text("activity"), start: RealWorkoutTests.apple(start), type: text("type"),
        statistic: text("statistic"), stated: "\(stated)", unit: text("unit"))
      found[row, default: 0] += 1
    }
    #expect(found == expected)
    #expect(parts > 72, "those of the activities are told apart")
  }

  /// Of the figures for which there are samples nearly all agree; those that do not are wrong in
  /// the export: an app that states 0, one way that was entered twice, an app's own kilocalories.
  @Test func nearlyAllAgree() throws {
    let journal = try RealExports.journal(of: RealExports.steps, zone: "Europe/Berlin")
    let table = try WorkoutComparisonView.table(of: journal, in: ViewContext())
    let verdicts = words(try table.records(), "verdict", "difference")
    #expect(verdicts.count { $0.hasPrefix("agree") } == 98)
    #expect(verdicts.filter { $0.hasPrefix("differ") }.count == 4)
  }

  @Test func explanationsAddUp() throws {
    let journal = try RealExports.journal(of: RealExports.steps, zone: "Europe/Berlin")
    #expect(try WorkoutExplanationTests.check(journal) > 20)
  }
}
