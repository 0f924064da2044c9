import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthProjections
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthInterchange

/// Files in memory.
struct FilesInMemory: ExportFolder {
  private(set) var files: [String: [UInt8]] = [:]

  mutating func append(_ bytes: [UInt8], to file: String) { files[file, default: []] += bytes }

  /// The elements of the export, in the order of their bytes.
  var elements: [String] {
    text(files["export.xml"] ?? []).components(separatedBy: "\n <").dropFirst().sorted()
  }
}

/// A journal in memory.
struct JournalInMemory {
  private let system = MemorySystem()
  private var journal: Journal { Journal(at: "/j", on: system) }

  init() throws { try JournalSession.create("/j", timeZone: "UTC", on: system) }

  func write(_ body: (inout JournalSession) throws -> Void) throws {
    var session = try journal.write()
    try body(&session)
    try session.finish()
  }

  @discardableResult
  func load(
    _ bytes: [UInt8], by importer: some Importer = AppleHealthImporter()
  ) throws -> ImportOutcome {
    var job = try ImportJob(into: try journal.write(), fileName: "export.xml") { _, _ in }
    return try job.run(MemorySource(bytes), by: [importer]).outcome
  }

  func exported(
    _ values: OptionValues = OptionValues(command: "export"),
    as form: some JournalExport = AppleHealthExport()
  ) throws -> (folder: FilesInMemory, report: ExportReport) {
    var folder = FilesInMemory()
    var request = try journal.read(values)
    let report = try form.write(&request, into: &folder)
    return (folder, report)
  }

  /// The rows of a view, without the numbers of lines.
  func rows(of view: View) throws -> [String] {
    var request = try journal.read(OptionValues(command: view.name))
    let table = try view.table(&request)
    let places = table.columns.indices.filter { table.columns[$0].field != "seq" }
    return try table.allRows().map { row in places.map { "\(row[$0])" }.joined(separator: "|") }
  }

  /// All live objects, each with its source, by their uuids.
  func objects() throws -> [ObjectUUID: Draft] {
    var objects: [ObjectUUID: Draft] = [:]
    let journal = try journal.read(OptionValues(command: "export")).journal
    try journal.forEachLiveObject { live, _, _ in
      var object = live.object
      object.origin = nil
      // The date of the export, which is no statement of it.
      if object.isDatedByExport { object.created = nil }
      objects[object.uuid] = Draft(object, source: live.origin?.source, device: live.origin?.device)
    }
    return objects
  }
}

/// A journal, its export, an import of that, and its export again.
@Suite struct RoundTripTests {
  /// What came back loses nothing on the next way: what can be said is said, to the last byte.
  @Test(arguments: 0..<3) func randomJournals(_ seed: UInt64) throws {
    var random = RandomObjects(seed)
    let first = try JournalInMemory()
    try first.write { session in
      for _ in 0..<120 {
        let draft = random.draft()
        var drafts = [draft]
        if random.dice.oneIn(10) {
          let sample = Draft(
            HealthObject(uuid: random.uuid(), content: .quantity(random.quantity())),
            source: Source(name: "Scale"))
          let group = Correlation(
            type: "HKCorrelationTypeIdentifierFood", span: random.span(),
            members: [sample.object.uuid])
          drafts = [
            sample,
            Draft(
              HealthObject(uuid: random.uuid(), content: .correlation(group)),
              source: Source(name: "Scale")),
          ]
        }
        _ = try session.perform(
          Command(by: Actor.owner, .save(SaveRequest(objects: drafts, imported: true))))
      }
    }
    let (folder, report) = try first.exported()
    #expect(!report.losses.isEmpty)
    #expect(try first.exported().folder.files == folder.files, "the same journal, the same bytes")
    let second = try JournalInMemory()
    try second.load(folder.files["export.xml"] ?? [])
    let (again, nothing) = try second.exported()
    #expect(nothing.losses.isEmpty, "\(nothing.losses.rows)")
    #expect(again.elements == folder.elements)
    #expect(try second.objects().count == first.objects().count)
  }

  private static let fixtures: [URL] = {
    let folder = Project.fixtures.appending(path: "import/apple-health")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.sorted().map { folder.appending(path: $0) }
  }()

  /// What came from a file comes back with the same uuids and says the same, but for what the report names.
  @Test(arguments: fixtures) func fixture(_ file: URL) throws {
    let lost = [
      // A character that XML cannot hold, and attributes whose names hold blanks.
      "odd-characters.xml": 2
    ]
    try check(Array(try Data(contentsOf: file)), lost: lost[file.lastPathComponent] ?? 0)
  }

  @Test(arguments: RealExports.paths()) func realExport(_ path: String) throws {
    try check(Array(try Data(contentsOf: URL(filePath: path))), lost: 0)
  }

  private func check(_ bytes: [UInt8], lost: Int) throws {
    let first = try JournalInMemory()
    try first.load(bytes)
    let (folder, report) = try first.exported()
    let second = try JournalInMemory()
    try second.load(folder.files["export.xml"] ?? [])
    let (before, after) = (try first.objects(), try second.objects())
    #expect(Set(before.keys) == Set(after.keys))
    let changed = before.filter { $0.value != after[$0.key] }
    #expect(
      changed.count == lost, "\(report.losses.rows) \(changed.values.first.map { "\($0)" } ?? "")")
    #expect(report.losses.rows.reduce(0) { $0 + $1.count } == lost, "\(report.losses.rows)")
  }
}
