import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// A format that the program does not know is imported by an importer of a test's own.
@Suite struct ImporterTests {
  private static let all = Importers.all + [StepLinesImporter()]
  private static let list = """
    %steps
    2026-01-02T08:00:00Z 10
    2026-01-02T09:00:00Z ten
    2026-01-02T10:00:00+01:00 12.5
    2026-01-02T11:00:00Z 7

    """

  private let system = MemorySystem()

  init() throws { try JournalSession.create("/j", timeZone: "UTC", on: system) }

  private func imported(_ text: String) throws -> ImportJob.Report {
    let session = try JournalSession.open("/j", on: system)
    var job = try ImportJob(into: session, fileName: "steps.txt") { _, _ in }
    let bytes = Array(text.utf8)
    return try job.run(MemorySource(bytes, chunk: 11), size: UInt64(bytes.count), by: Self.all)
  }

  private func content(_ path: String) throws -> String {
    let file = try system.open(path, .read)
    defer { system.close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(try system.size(of: file)))
    #expect(try system.read(file, at: 0, into: &bytes, from: 0) == bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func linesAreSavedOnce() throws {
    let first = try imported(Self.list).outcome
    #expect(first.counts.map(\.element) == ["line"] && first.balances && !first.isComplete)
    #expect(first.counts.map { [$0.read, $0.saved, $0.known, $0.quarantined] } == [[4, 3, 0, 1]])
    #expect(first.issues == [ImportIssue(element: "line", offset: 31, reason: "no time and count")])
    let second = try imported(Self.list)
    #expect(second.lines == nil)
    #expect(second.outcome.counts.map { [$0.saved, $0.known] } == [[0, 3]])
  }

  @Test func notesStandAsTheImporterWritesThem() throws {
    let path = try #require(try imported(Self.list).quarantinePath)
    #expect(
      try content(path) == """
        # byte 31: no time and count
        2026-01-02T09:00:00Z ten

        """)
  }

  @Test func theReceiptNamesTheFormat() throws {
    let report = try imported(Self.list)
    let lines = try content("/j/events.ndjson").split(separator: "\n")
    #expect(report.lines?.upperBound == UInt64(lines.count - 1))
    let digest = SHA256.hash(Array(Self.list.utf8).rawBytes).hexText
    let receipt = try #require(lines.last)
    #expect(receipt.contains("\"format\":\"step-lines\",\"file\":\"steps.txt\",\"bytes\":"))
    #expect(receipt.contains("\"bytes\":\(Self.list.utf8.count),\"sha256\":\"\(digest)\""))
    #expect(try JournalAudit("/j", on: system).count == 0)
  }

  /// By content; what may be a part of an Apple Health export is read as one.
  @Test(arguments: [
    (list, "step-lines"), ("<?xml version=\"1.0\"?>\n<HealthData>", "apple-health"),
    ("<Record type=\"HKX\"/>", "apple-health"), ("<Record/>", nil), ("%step", nil), ("", nil),
  ])
  func theSurestImporterIsTaken(_ text: String, _ name: String?) {
    for importers in [Self.all, Self.all.reversed()] {
      #expect(Importers.best(for: Array(text.utf8).rawBytes, among: importers)?.name == name)
    }
  }
}

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
