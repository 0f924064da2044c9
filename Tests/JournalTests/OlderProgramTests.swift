import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// A journal whose lines a program wrote that had the source's name and the unit in its uuids:
/// samples, a corrected one, one deleted, one erased, a correlation, a workout with a route, rings,
/// traits and an Observation. What it holds is found, whatever unit a file prints it in.
@Suite struct OlderProgramTests {
  private static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Project.fixtures.appending(path: "import/older-program/\(name)")))
  }

  @Test(arguments: ["same.xml", "other-units.xml", "other-units.ndjson"], [true, false])
  func nothingDoubles(_ name: String, _ usesFastPath: Bool) throws {
    let system = MemorySystem()
    try system.createDirectory("/j")
    system["/j/events.ndjson"] = try Self.fixture("events.ndjson")
    let before = try ReplayedJournal("/j", on: system).tables.objectCount
    let importers: [any Importer] = [
      AppleHealthImporter(usesFastPath: usesFastPath), FHIRImporter(),
    ]
    for round in 1...2 {
      var job = try ImportJob(
        into: try JournalSession.open("/j", on: system), fileName: name
      ) { _, _ in }
      let report = try job.run(MemorySource(try Self.fixture(name)), by: importers)
      #expect(report.outcome.balances && report.outcome.issueCount == 0)
      let sum = ImportTable.sum(report.outcome.types)
      #expect(sum.saved + sum.corrected == 0, "\(sum), time \(round)")
      #expect(sum.deleted == (name.hasSuffix("xml") ? 1 : 0))
      #expect(sum.erased == (name.hasSuffix("xml") ? 1 : 0))
      #expect(report.lines == nil)
    }
    #expect(try ReplayedJournal("/j", on: system).tables.objectCount == before)
    #expect(try JournalAudit("/j", on: system).count == 0)
  }
}
