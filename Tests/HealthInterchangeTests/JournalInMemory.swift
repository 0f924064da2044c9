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

  /// A journal whose events no rule was asked about, as another program may write it.
  init(unchecked events: [Event]) throws {
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    for event in events { _ = try writer.stage(event, by: EventActor.owner) }
    try writer.commit()
    try writer.finish()
  }

  func write(_ body: (inout JournalSession) throws -> Void) throws {
    var session = try journal.write()
    try body(&session)
    try session.finish()
  }

  /// The exports among the fixtures.
  static let fixtures: [URL] = {
    let folder = Project.fixtures.appending(path: "import/apple-health")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.sorted().map { folder.appending(path: $0) }
  }()

  /// Saves random objects of all types, odd texts and meals among them.
  func fill(_ count: Int, _ seed: UInt64) throws {
    var random = RandomObjects(seed)
    try write { session in
      for _ in 0..<count {
        var drafts = [random.draft()]
        if random.dice.oneIn(6) { drafts = random.meal() }
        _ = try session.perform(
          Command(by: EventActor.owner, .save(SaveRequest(objects: drafts, imported: true))))
      }
    }
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

  /// What a view shows.
  func table(of view: View) throws -> Table {
    var request = try journal.read(OptionValues(command: view.name))
    return try view.table(&request)
  }

  /// The rows of a view, without the numbers of lines.
  func rows(of view: View) throws -> [[Cell]] {
    let table = try table(of: view)
    let places = table.columns.indices.filter { table.columns[$0].field != "seq" }
    return try table.allRows().map { row in places.map { row[$0] } }
  }

  /// The types that the journal declares.
  func declaredTypes() throws -> [DeclaredType] {
    try journal.read(OptionValues(command: "types")).catalogue.declarations.map(\.type)
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
