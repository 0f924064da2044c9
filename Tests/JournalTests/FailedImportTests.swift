import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// An import that fails leaves the journal as it was, at whatever call it fails.
@Suite struct FailedImportTests {
  /// Lines of more than two batches.
  private static let export: [UInt8] = {
    let note = String(repeating: "n", count: 900)
    let records = (0..<700).map { number in
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
      startDate="2026-01-02 08:00:00 +0000" endDate="2026-01-02 08:\(10 + number % 50):00 +0000" \
      value="\(number)"><MetadataEntry key="note" value="\(note)"/></Record>
      """
    }
    let lines = ["<HealthData locale=\"en_GB\">"] + records + ["</HealthData>"]
    return Array(lines.joined(separator: "\n").utf8)
  }()

  private static let always = SnapshotPolicy(leastBytes: 1)
  private static let never = SnapshotPolicy(leastBytes: .max)

  private static func importing(on system: MemorySystem) throws {
    let session = try JournalSession.open("/j", on: system, snapshots: always)
    var job = try ImportJob(into: session, fileName: "export.xml") { _, _ in }
    _ = try job.run(MemorySource(export), by: [AppleHealthImporter()])
  }

  @Test(arguments: [SystemFailure.Operation.append, .truncate, .synchronize, .kind])
  func nothingIsLeft(_ operation: SystemFailure.Operation) throws {
    let clean = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: clean)
    let before = clean.calls(of: operation)
    try Self.importing(on: clean)
    var failed = 0
    for call in 0..<clean.calls(of: operation) - before {
      let system = MemorySystem()
      try JournalSession.create("/j", timeZone: "UTC", on: system)
      system.fail(operation, after: call, with: .full)
      let outcome = Result { try Self.importing(on: system) }
      let journal = try ReplayedJournal("/j", on: system, snapshots: Self.never)
      if case .failure = outcome {
        failed += 1
        // A sync that failed may have taken lines to the disk; the next writer settles what they
        // are.
        #expect(operation == .synchronize || journal.head.sequence == 1, "\(operation) \(call)")
      }
      _ = try JournalSession.open("/j", on: system)
      #expect(try JournalAudit("/j", on: system).count == 0, "\(operation) \(call)")
    }
    #expect(failed > 0 || operation == .truncate)
  }
}
