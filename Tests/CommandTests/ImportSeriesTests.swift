import Foundation
import TestSupport
import Testing

/// What a series of exports of one phone comes to: `make_series.py` says what it changed from one
/// to the next, and `import` must say the same.
@Suite(.enabled(if: Python.isPresent)) struct ImportSeriesTests {
  /// What became of the objects of an import.
  struct Figures: Decodable, Equatable {
    var new: Int
    var identical: Int
    var corrected: Int
    var vanished: Int?
  }

  /// 700 records of two types, some of them twice and some three times, and three workouts.
  private static let madeUp: String = {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_GB">
       <ExportDate value="2026-06-01 10:00:00 +0200"/>
       <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      """
    for number in 0..<700 {
      let time = String(
        format: "2026-%02d-%02d %02d", 1 + number / 168, 1 + number / 24 % 7, number % 24)
      let type = number % 3 == 0 ? "HeartRate" : "StepCount"
      let unit = number % 3 == 0 ? "count/min" : "count"
      for copy in 0..<(number % 50 == 7 ? 3 : number % 50 == 8 ? 2 : 1) {
        text += """

           <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Phone" sourceVersion="1" \
          unit="\(unit)" creationDate="\(time):30:0\(copy) +0100" startDate="\(time):10:00 +0100" \
          endDate="\(time):11:00 +0100" value="\(60 + number % 40)"
          """
        text +=
          number % 4 == 0
          ? ">\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n </Record>" : "/>"
      }
    }
    for number in 1...3 {
      text += """

         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
        sourceName="Watch" creationDate="2026-0\(number)-01 09:00:00 +0100" \
        startDate="2026-0\(number)-01 08:00:00 +0100" endDate="2026-0\(number)-01 08:30:00 +0100"/>
        """
    }
    return text + "\n</HealthData>\n"
  }()

  /// The three exports of a series, and what each is expected to come to.
  private static func series(_ scratch: Scratch, from export: String) throws -> [Figures] {
    let script = Project.root.appending(path: "Tests/CommandTests/make_series.py").path
    let said = try Python.run([script, export, scratch.url.path])
    return try JSONDecoder().decode([Figures].self, from: Data(said.utf8))
  }

  private static func figures(_ scratch: Scratch) throws -> [Figures] {
    let rows = try scratch.run("health-journal imports --format json").output
    return try JSONDecoder().decode([Figures].self, from: Data(rows.utf8))
  }

  private static let views = [
    "samples --columns type,start,end,value,unit,source", "daily", "daily --sources all",
    "latest --columns type,value,unit,start,end,source", "sleep",
    "workouts --columns activity,start,end,duration,energy,distance,source",
  ]

  /// What views say, the order of equal rows aside.
  private static func views(_ scratch: Scratch) throws -> [[Substring]] {
    try views.map {
      try scratch.run("health-journal \($0) --format csv").output.split(separator: "\n").sorted()
    }
  }

  @Test func aMadeUpSeries() throws {
    try TemporaryFolder.use { folder in
      try Data(Self.madeUp.utf8).write(to: URL(filePath: folder.path("whole.xml")))
      try Self.checkSeries(from: folder.path("whole.xml"))
    }
  }

  @Test(.enabled(if: RealExports.arePresent, "no real exports: set HEALTH_JOURNAL_DATA"))
  func aRealSeries() throws { try Self.checkSeries(from: RealExports.steps) }

  /// The figures are those of the script, beside the characteristics that every export states;
  /// another order leads to the same views.
  private static func checkSeries(from export: String) throws {
    let (inOrder, turned) = (try Scratch(), try Scratch())
    let expected = try series(inOrder, from: export)
    _ = try series(turned, from: export)
    for scratch in [inOrder, turned] { _ = try scratch.run("health-journal init --time-zone UTC") }
    for number in 1...3 {
      let outcome = try inOrder.run("health-journal import \(number).xml")
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    var found = try figures(inOrder)
    let traits = try #require(found.first).new - expected[0].new
    for number in found.indices {
      if number == 0 { found[0].new -= traits } else { found[number].identical -= traits }
      found[number].vanished = found[number].vanished ?? 0
    }
    #expect(found == expected)
    for number in [3, 1, 2] {
      #expect(try turned.run("health-journal import \(number).xml").code == 0)
    }
    #expect(try views(inOrder) == views(turned))
    let audit = try inOrder.run("health-journal audit")
    #expect(audit.code == 0, "\(audit.output)")
    // Of what was corrected each field that changed is told, and nothing else.
    let line = try #require(receipts(inOrder).last)
    let changes = try inOrder.run("health-journal imports \(line) --format csv").output
    let corrected = changes.split(separator: "\n").filter { $0.hasPrefix("corrected,") }
    #expect(corrected.count >= 20)
    #expect(corrected.allSatisfy { $0.contains(",created,") || $0.contains(",device.") })
  }

  private static func receipts(_ scratch: Scratch) throws -> [Substring] {
    try scratch.run("health-journal imports --format csv --columns seq").output
      .split(separator: "\n").dropFirst().map { $0 }
  }

  /// What vanished is deleted where that is asked for, and comes back by no older export; the file
  /// as it was before is not touched by a trial.
  @Test func deletionsAreApplied() throws {
    let scratch = try Scratch()
    try scratch.write(Self.madeUp, to: "whole.xml")
    let expected = try Self.series(scratch, from: scratch.url.appending(path: "whole.xml").path)
    _ = try scratch.run("health-journal init --time-zone UTC")
    _ = try scratch.run("health-journal import 1.xml --apply-deletions")
    _ = try scratch.run("health-journal import 2.xml")
    let before = try scratch.run("health-journal status --format json").output
    let trial = try scratch.run("health-journal import 3.xml --dry-run --apply-deletions")
    #expect(trial.errors.contains("\(expected[2].vanished ?? 0) objects would be deleted"))
    #expect(try scratch.run("health-journal status --format json").output == before)
    let count = {
      try scratch.run("health-journal samples --format ndjson").output.split(separator: "\n").count
    }
    let all = try count()
    let real = try scratch.run("health-journal import 3.xml --apply-deletions")
    #expect(real.code == 0 && real.errors.contains("objects deleted"), "\(real.errors)")
    #expect(try count() == all + expected[2].new - (expected[2].vanished ?? 0))
    // The trial told what happened then.
    #expect(trial.output == real.output)
    let old = try scratch.run("health-journal import 1.xml --apply-deletions")
    #expect(old.code != 0 && old.errors.contains("receipt of a later one"), "\(old.errors)")
    _ = try scratch.run("health-journal import 1.xml")
    #expect(try count() == all + expected[2].new - (expected[2].vanished ?? 0))
    #expect(try scratch.run("health-journal audit").code == 0)
  }

  /// Files that must not look like a mass deletion.
  @Test(arguments: [
    (
      "sed '/HKQuantityTypeIdentifierHeartRate\".*\\/>/d' 3.xml", "has no objects of these types",
      true
    ),
    ("head -c 60000 3.xml", "only a part of the file", false),
    ("sed 's/SexFemale/SexMale/' 3.xml", "of another person", true),
    ("sed '/ExportDate/d' 3.xml", "when it was exported", true),
    ("sed 's/sourceName=\"Phone\"/sourceName=\"Pad\"/' 3.xml", "another device", true),
  ]) func whatCannotBeComparedIsNot(_ making: String, _ words: String, _ isWhole: Bool) throws {
    let scratch = try Scratch()
    try scratch.write(
      Self.madeUp.replacingOccurrences(of: ">\n  <M", with: ">  <M")
        .replacingOccurrences(of: "/>\n </R", with: "/> </R"), to: "whole.xml")
    let whole = scratch.url.appending(path: "whole.xml").path
    _ = try scratch.run("health-journal init --time-zone UTC")
    _ = try scratch.run("health-journal import whole.xml")
    _ = try scratch.run("sed 's/2026-06-01 10/2026-07-01 10/' '\(whole)' > 3.xml")
    _ = try scratch.run("\(making) > other.xml")
    let outcome = try scratch.run("health-journal import other.xml")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!outcome.errors.contains("health-journal: vanished:"), "\(outcome.errors)")
    #expect(outcome.code == (isWhole ? 0 : 1))
  }

  /// A part of a file: what is outside is counted as left out, and a later whole import adds just
  /// that.
  @Test func aPartOfAFile() throws {
    let scratch = try Scratch()
    try scratch.write(Self.madeUp, to: "whole.xml")
    _ = try scratch.run("health-journal init --time-zone UTC")
    let choice = "--type heartRate --from 2026-02-01 --to 2026-02-03 --source Phone"
    let part = try scratch.run("health-journal import whole.xml \(choice)")
    #expect(part.code == 0, "\(part.errors)")
    let rows = "health-journal samples --format csv --columns type,start,value"
    let some = try scratch.run(rows).output
    let other = try Scratch()
    try other.write(Self.madeUp, to: "whole.xml")
    _ = try other.run("health-journal init --time-zone UTC")
    _ = try other.run("health-journal import whole.xml")
    #expect(try other.run("\(rows) \(choice)").output == some)
    _ = try scratch.run("health-journal import whole.xml")
    #expect(try Self.views(scratch) == Self.views(other))
    let figures = try Self.figures(scratch)
    let count = some.split(separator: "\n").count - 1
    #expect(figures.count == 2 && figures[0].new == count && figures[1].identical == count)
  }

  /// A correlation is asked for by its own type; its members come with it and not without it.
  @Test func aPartWithoutItsCorrelations() throws {
    let scratch = try Scratch()
    let fixture = "$FIXTURES/../import/apple-health/correlations.xml"
    _ = try scratch.run("health-journal init --time-zone UTC")
    let without = try scratch.run("health-journal import \(fixture) --type stepCount")
    #expect(without.code == 0 && without.errors.contains(" 0 new"), "\(without.errors)")
    let part = try scratch.run("health-journal import \(fixture) --type bloodPressure")
    #expect(part.code == 0 && !part.errors.contains(" 0 new"), "\(part.errors)")
    let members = try scratch.run("health-journal samples --format csv --columns type").output
    #expect(members.contains("BloodPressureSystolic"), "\(members)")
  }

  /// The same export of a phone in another zone, whose addresses of devices differ: nothing new.
  @Test func offsetsAndAddressesAreNoContent() throws {
    let scratch = try Scratch()
    let device = " device=\"&lt;&lt;HKDevice: 0x28%, name:Phone&gt;\" sourceVersion="
    func export(_ address: String) -> String {
      Self.madeUp.replacingOccurrences(
        of: " sourceVersion=", with: device.replacingOccurrences(of: "%", with: address))
    }
    try scratch.write(export("1a"), to: "a.xml")
    let moved = export("2b")
      .replacingOccurrences(of: "2026-06-01 10:00:00 +0200", with: "2026-06-02 10:00:00 +0200")
    // 00:30 later on a clock that is half an hour ahead: the same moments.
    let later = moved.replacing(/\ (\d\d):(\d)(\d):(\d\d) \+0100/) { match in
      let minutes = Int(match.1)! * 60 + Int(match.2)! * 10 + Int(match.3)!
      return minutes < 1410
        ? String(format: " %02d:%02d:\(match.4) +0130", (minutes + 30) / 60, (minutes + 30) % 60)
        : String(match.0)
    }
    try scratch.write(later, to: "b.xml")
    #expect(later.contains("+0130"))
    _ = try scratch.run("health-journal init --time-zone UTC")
    _ = try scratch.run("health-journal import a.xml")
    let outcome = try scratch.run("health-journal import b.xml")
    #expect(outcome.errors.contains("0 new"), "\(outcome.errors)")
    #expect(outcome.errors.contains(" 0 corrected, 0 vanished"), "\(outcome.errors)")
  }

  /// A workout of iOS 15, and the same as iOS 16 states it: the newer version is shown, with all
  /// that it gained.
  @Test func aWorkoutGainsItsStatistics() throws {
    let scratch = try Scratch()
    func export(_ day: String, _ inner: String) -> String {
      """
      <HealthData locale="en_GB"><ExportDate value="\(day) 10:00:00 +0100"/>
      <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
      sourceName="Watch" startDate="2026-01-01 08:00:00 +0100" endDate="2026-01-01 08:30:00 +0100">\
      \(inner)</Workout></HealthData>
      """
    }
    try scratch.write(export("2026-02-01", ""), to: "15.xml")
    try scratch.write(
      export(
        "2026-03-01",
        """
        <MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
        <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-01-01 08:10:00 +0100"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="320" unit="kcal" \
        startDate="2026-01-01 08:00:00 +0100" endDate="2026-01-01 08:30:00 +0100"/>
        """), to: "16.xml")
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    _ = try scratch.run("health-journal import 15.xml")
    let newer = try scratch.run("health-journal import 16.xml --format csv")
    #expect(newer.output.contains("WorkoutStatistics,,1,0,0,1,"), "\(newer.output)")
    let rows = try scratch.run("health-journal workouts --format csv --columns activity,energy")
    #expect(rows.output == "activity,energy\nrunning,320\n" || rows.output.contains(",320\n"))
    #expect(rows.output.split(separator: "\n").count == 2, "\(rows.output)")
    let older = try scratch.run("health-journal import 15.xml")
    #expect(older.errors.contains("1 superseded"), "\(older.errors)")
    #expect(
      try scratch.run("health-journal workouts --format csv --columns energy").output.hasSuffix(
        "320\n"))
    let uuid = try scratch.run("health-journal workouts --format csv --columns uuid").output
      .split(separator: "\n")[1]
    let history = try scratch.run("health-journal history \(uuid) --format csv").output
    #expect(history.split(separator: "\n").count == 3, "\(history)")
    #expect(try scratch.run("health-journal audit").code == 0)
  }
}
