import Foundation
import Testing

/// Every view that `export` knows works in every format, and with `diff`.
@Suite struct ExportViewTests {
  /// The views, as the error for a wrong one lists them.
  static let views: [String] = {
    let errors = (try? Scratch().run("health-journal export nonsense"))?.errors ?? ""
    let names = errors.components(separatedBy: "use one of ").last ?? ""
    return names.split(whereSeparator: { ", \n".contains($0) }).map { String($0) }
  }()

  /// A journal that has rows for every view, and whose later half changes each.
  private static func journal() throws -> (scratch: Scratch, middle: Int) {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    try save(in: scratch, day: "2026-03-28", kilograms: 70, zone: "Europe/Paris")
    let status = try scratch.run("health-journal status --format json").output
    let record = try JSONSerialization.jsonObject(with: Data(status.utf8))
    let seq = (record as? [[String: Any]])?.first?["seq"] ?? (record as? [String: Any])?["seq"]
    let middle = try #require(seq as? Int)
    try save(in: scratch, day: "2026-03-29", kilograms: 72, zone: "Europe/London")
    return (scratch, middle)
  }

  private static func save(
    in scratch: Scratch, day: String, kilograms: Int, zone: String
  ) throws {
    let rings = """
      <HealthData><ExportDate value="\(day) 20:00:00 +0100"/>
      <ActivitySummary dateComponents="\(day)" activeEnergyBurned="510" \
      activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal" appleExerciseTime="20" \
      appleExerciseTimeGoal="30" appleStandHours="11" appleStandHoursGoal="12"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeWalking" sourceName="Watch" \
      startDate="\(day) 19:00:00 +0100" endDate="\(day) 19:30:00 +0100"><WorkoutRoute \
      sourceName="Watch" startDate="\(day) 19:00:00 +0100" endDate="\(day) 19:30:00 +0100">\
      <Location date="\(day) 19:00:00 +0100" latitude="52.5" longitude="13.4"/></WorkoutRoute>\
      </Workout></HealthData>
      """
    let recording = """
      {"event":"save","by":"owner","objects":[{"kind":"ecg","start":"\(day)T08:00:00Z",\
      "end":"\(day)T08:00:30Z","classification":"sinusRhythm","samplingFrequency":512,\
      "voltages":[1,2]}]}
      """
    try scratch.write(rings, to: "rings.xml")
    try scratch.write(recording, to: "ecg.ndjson")
    for command in [
      "save bodyMass '\(kilograms) kg' --start '\(day) 07:00' --metadata HKTimeZone=\(zone)",
      "save activeEnergyBurned '90 kcal' --start '\(day) 08:00' --end '\(day) 09:00'",
      "save bloodPressure 120/80 --start '\(day) 08:00'",
      "save dietaryEnergyConsumed '800 kcal' --start '\(day) 12:00'",
      "save sleepAnalysis asleepCore --start '\(day) 00:30' --end '\(day) 06:00'",
      "swim --laps 20 --minutes 30 --pace 6 --end '\(day) 18:00'",
      "run --distance '5 km' --start '\(day) 10:00' --end '\(day) 10:30'",
      "note flu --on \(day) --tag sick",
      "authorize com.example.app --share \(kilograms == 70 ? "bodyMass" : "height")",
      "import rings.xml", "append < ecg.ndjson",
    ] {
      let outcome = try scratch.run("health-journal " + command)
      #expect(outcome.code == 0, "\(command): \(outcome.errors)")
    }
  }

  @Test func thereAreViews() {
    #expect(Self.views.count >= 12 && Self.views.contains("rings") && Self.views.contains("clocks"))
  }

  @Test(arguments: views) func inEveryFormat(_ view: String) throws {
    let (scratch, _) = try Self.journal()
    var counts: [String: Int] = [:]
    for (format, ending) in [
      ("text", "txt"), ("json", "json"), ("ndjson", "ndjson"), ("csv", "csv"), ("tsv", "tsv"),
      ("markdown", "md"),
    ] {
      let call = "health-journal export \(view) \(Self.window(view)) --format \(format)"
      let outcome = try scratch.run(call)
      // Both say that they changed places.
      let isSilent = !["days", "clocks"].contains(view)
      #expect(outcome.code == 0, "\(call): \(outcome.errors)")
      #expect(outcome.errors.isEmpty == isSilent, "\(call): \(outcome.errors)")
      _ = try scratch.run("\(call) -o rows.\(ending)")
      #expect(scratch.bytes("rows.\(ending)") == Data(outcome.output.utf8), "\(call)")
      let lines = outcome.output.split(separator: "\n")
      switch format {
      case "json":
        let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        counts[format] = (rows as? [[String: Any]])?.count
      case "ndjson":
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        counts[format] = lines.count
      case "csv", "tsv": counts[format] = lines.count - 1
      default: #expect(lines.count > 1, "\(call)")
      }
    }
    #expect(Set(counts.values).count == 1 && counts.count == 4, "\(view): \(counts)")
  }

  @Test(arguments: views) func withDiff(_ view: String) throws {
    let (scratch, middle) = try Self.journal()
    for format in ["text", "json", "ndjson", "csv", "markdown"] {
      let call =
        "health-journal diff \(middle) now \(view) \(Self.window(view)) --format \(format)"
      let outcome = try scratch.run(call)
      #expect(outcome.code == 0 && outcome.errors == "", "\(call): \(outcome.errors)")
      guard format == "json" else { continue }
      let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let changes = try #require(rows as? [[String: Any]])
      for change in changes {
        #expect(change["view"] as? String == view)
        let lines = (change["lines"] as? [Any] ?? []).compactMap { line in
          "\(line)".split { "- ".contains($0) }.last.flatMap { Int($0) }
        }
        #expect(!lines.isEmpty && lines.allSatisfy { $0 > middle }, "\(change)")
      }
    }
    let same = try scratch.run("health-journal diff now now \(view) \(Self.window(view))")
    #expect(same.code == 1 && same.errors.contains("no difference"), "\(view): \(same.errors)")
  }

  /// What a view needs to show days of the past.
  private static func window(_ view: String) -> String {
    switch view {
    case "energy": "--from 2026-03-28 --to 2026-03-30"
    case "profile": "--on 2026-11-20"
    case "compare", "summary": "--period 2026-03"
    case "trends", "day": "--on 2026-03-29"
    default: ""
    }
  }
}
