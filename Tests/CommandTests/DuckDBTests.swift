import Foundation
import TestSupport
import Testing

/// DuckDB, a database that knows nothing of journals, where a Python has it: the one that
/// `HEALTH_JOURNAL_DUCKDB` names, else the machine's own.
enum DuckDB {
  static let python: String? = {
    let named = ProcessInfo.processInfo.environment["HEALTH_JOURNAL_DUCKDB"]
    return [named, Python.path].compactMap { $0 }.first(where: hasDuckDB)
  }()

  private static func hasDuckDB(_ python: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", "import duckdb"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// A real export, where the machine has one.
  static let export: String? =
    FileManager.default.fileExists(atPath: RealExports.steps) ? RealExports.steps : nil

  /// What DuckDB says to the program's answers of the journal in a folder.
  static func compare(_ scratch: Scratch, zone: String) throws -> Outcome {
    for (view, options) in [
      ("latest", ""), ("daily", "--sources separate"), ("statistics", "--percentiles 5,50,95"),
    ] {
      let outcome = try scratch.run(
        "health-journal \(view) \(options) --format ndjson > \(view).ndjson")
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let script = Project.root.appending(path: "Tests/CommandTests/compare_duckdb.py").path
    return try scratch.run(
      "'\(try #require(python))' '\(script)' \(Scratch.events) \(zone) latest.ndjson daily.ndjson"
        + " statistics.ndjson")
  }
}

/// The latest sample of each type, the figures of each day and source, and percentiles, computed
/// from the same lines by somebody else.
@Suite(.enabled(if: DuckDB.python != nil, "no Python with the package duckdb"))
struct DuckDBTests {
  /// Types with the unit and the greatest value of their samples.
  private static let types = [
    ("HKQuantityTypeIdentifierStepCount", "count", 500),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", 90),
    ("HKQuantityTypeIdentifierHeartRate", "count/min", 190),
    ("HKQuantityTypeIdentifierBodyMass", "kg", 120),
  ]

  private struct Commands {
    var state: UInt64
    var lines: [String] = []
    /// Those that are not deleted.
    var uuids: [String] = []
    var count = 0

    mutating func below(_ count: Int) -> Int {
      // Knuth's MMIX generator; its high bits are the good ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    /// Three weeks around the end of March, when clocks change; lasting up to two days, or no time.
    mutating func sample() -> String {
      let (type, unit, most) = types[below(types.count)]
      let start = 1_774_100_000 + below(21 * 86_400 / 300) * 300
      let end = start + [0, below(20) * 300, below(20) * 300, below(576) * 300][below(4)]
      let uuid = "00000000-0000-4000-8000-" + String(100_000_000_000 + count)
      count += 1
      uuids.append(uuid)
      let zone = below(4) == 0 ? #","metadata":{"HKTimeZone":"America/New_York"}"# : ""
      return #"{"kind":"quantity","uuid":"\#(uuid)","type":"\#(type)","unit":"\#(unit)","#
        + #""start":"\#(Self.text(start))","end":"\#(Self.text(end))","#
        + #""value":\#(Double(below(most * 100)) / 7),"#
        + #""source":{"name":"\#(["Watch", "Phone", "Band ’s"][below(3)])"}\#(zone)}"#
    }

    private static func text(_ seconds: Int) -> String {
      ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(seconds)))
    }

    mutating func fill(_ count: Int) {
      for _ in 0..<count {
        if below(8) == 0, !uuids.isEmpty {
          let gone = uuids.remove(at: below(uuids.count))
          lines.append(#"{"event":"delete","by":"owner","objects":["\#(gone)"]}"#)
        } else {
          let samples = (0...below(3)).map { _ in sample() }.joined(separator: ",")
          lines.append(#"{"event":"save","by":"owner","objects":[\#(samples)]}"#)
        }
      }
    }
  }

  @Test(arguments: [("Europe/Berlin", 1), ("UTC", 2), ("America/St_Johns", 3), ("Asia/Kolkata", 4)])
  func randomSamples(_ zone: String, _ seed: Int) throws {
    var commands = Commands(state: UInt64(seed))
    commands.fill(300)
    let scratch = try Scratch()
    try scratch.write(commands.lines.joined(separator: "\n") + "\n", to: "commands.ndjson")
    _ = try scratch.run("health-journal init --time-zone \(zone)")
    let appended = try scratch.run("health-journal append < commands.ndjson")
    #expect(appended.code == 0, "\(appended.output.prefix(500))")
    let outcome = try DuckDB.compare(scratch, zone: zone)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("equal: 4 latest, "), "\(outcome.output)")
  }

  @Test(.enabled(if: DuckDB.export != nil, "no real export"))
  func aRealExport() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone Europe/Berlin")
    _ = try scratch.run("health-journal import '\(try #require(DuckDB.export))'")
    let outcome = try DuckDB.compare(scratch, zone: "Europe/Berlin")
    let equal = "equal: 42 latest, 887 sums, 78 extremes, 3 times three percentiles\n"
    #expect(outcome.output == equal, "\(outcome.errors)")
    // It tells a figure that is wrong by a millionth.
    let wrong = #"sed -E '0,/"sum":[0-9.]+/s//&001/' daily.ndjson > wrong.ndjson"#
    let script = Project.root.appending(path: "Tests/CommandTests/compare_duckdb.py").path
    let told = try scratch.run(
      "\(wrong) && '\(try #require(DuckDB.python))' '\(script)' \(Scratch.events) Europe/Berlin "
        + "latest.ndjson wrong.ndjson statistics.ndjson")
    #expect(told.code == 1 && told.output.hasPrefix("daily sum "), "\(told.output)")
  }
}

/// Programs that read exports of the Health app, where a Python has them: the one that
/// `HEALTH_JOURNAL_READERS` names.
enum OtherReaders {
  static let python: String? = {
    let named = ProcessInfo.processInfo.environment["HEALTH_JOURNAL_READERS"]
    return named.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
  }()

  static let exports: [String] = {
    let fixtures = Project.fixtures.appending(path: "import/apple-health")
    let names = ["pool-swim.xml", "equal-records.xml"]
    return names.map { fixtures.appending(path: $0).path } + RealExports.paths()
  }()
}

/// What others read of an export is what the journal holds.
@Suite(
  .enabled(
    if: OtherReaders.python != nil,
    "no Python with healthkit-to-sqlite and apple-health-parser; set HEALTH_JOURNAL_READERS"))
struct OtherReaderTests {
  @Test(arguments: OtherReaders.exports) func countTheSame(_ export: String) throws {
    let scratch = try Scratch()
    let script = Project.root.appending(path: "Tests/CommandTests/compare_readers.py").path
    let outcome = try scratch.run(
      """
      health-journal init --time-zone Europe/Paris > /dev/null
      health-journal import '\(export)' > /dev/null 2>&1
      health-journal export apple-health -o out > /dev/null 2>&1
      health-journal samples --format ndjson > samples.ndjson 2> /dev/null
      health-journal workouts --format ndjson > workouts.ndjson 2> /dev/null
      '\(try #require(OtherReaders.python))' '\(script)' out samples.ndjson workouts.ndjson
      """)
    #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
  }
}
