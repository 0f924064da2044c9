import Foundation
import TestSupport
import Testing

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
