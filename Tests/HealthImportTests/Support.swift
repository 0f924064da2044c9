import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

/// The files of `Fixtures/import/apple-health`.
enum Exports {
  static let fixtures = Project.fixtures.appending(path: "import/apple-health")

  static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: fixtures.appendingPathComponent(name + ".xml")))
  }

  static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".xml") }.map { String($0.dropLast(4)) }.sorted()
  }
}

/// Runs an import, which reads all of the bytes. A filter of one block puts nearly everything off,
/// a large one hardly anything.
@discardableResult
func load(
  _ bytes: [UInt8], into sink: inout MemorySink, chunk: Int = 1 << 20, filterBytes: Int = 1 << 16
) throws -> ImportOutcome {
  let importer = AppleHealthImporter(filterBytes: filterBytes)
  let input = ImportInput(MemorySource(bytes, chunk: chunk))
  let outcome = try importer.run(input, into: &sink)
  #expect(input.count == UInt64(bytes.count) && input.digest == digest(bytes))
  return outcome
}

/// An export of these elements.
func export(_ elements: String...) -> [UInt8] {
  let body = elements.joined(separator: "\n")
  return Array("<HealthData locale=\"en_GB\">\n\(body)\n</HealthData>\n".utf8)
}

/// A record of steps.
func record(
  type: String = "HKQuantityTypeIdentifierStepCount", value: String = "value=\"10\"",
  unit: String = "unit=\"count\"", start: String = "2024-04-01 08:00:00 +0200",
  end: String = "2024-04-01 08:05:00 +0200", more: String = "", inner: String = ""
) -> String {
  """
  <Record type="\(type)" sourceName="Phone" \(more) \(unit) startDate="\(start)" \
  endDate="\(end)" \(value)>\(inner)</Record>
  """
}

/// The only object that an import of these elements saves.
func single(_ elements: String) throws -> Draft {
  var sink = MemorySink()
  try load(export(elements), into: &sink)
  #expect(sink.quarantine.isEmpty, "\(sink.quarantine.map(\.reason))")
  #expect(sink.drafts.count == 1)
  return try #require(sink.drafts.first)
}

/// `Record 3 = 1 + 1 + 1`: read, saved, known, quarantined.
func lines(_ outcome: ImportOutcome) -> [String] {
  outcome.counts.map { count in
    "\(count.element) \(count.read) = \(count.saved) + \(count.known) + \(count.quarantined)"
  }
}

/// The SHA-256 of bytes.
func digest(_ bytes: [UInt8]) -> Digest { SHA256.hash(unsafe bytes.span.bytes) }

/// The date that a text says, as RFC 3339.
func appleDate(_ text: String) -> String? {
  let bytes = Array(text.utf8)
  return AppleDate.parse(unsafe bytes.span.bytes)?.description
}

/// Files beside an export, in memory.
struct Companions: ImportCompanions {
  var files: [ImportCompanion]
  private let contents: [[UInt8]]

  /// Files by their names.
  init(_ files: [String: [UInt8]]) {
    let names = files.keys.sorted()
    self.files = names.map { ImportCompanion(name: $0) }
    contents = names.map { files[$0] ?? [] }
  }

  /// Texts by their names.
  init(texts: [String: String]) { self.init(texts.mapValues { Array($0.utf8) }) }

  /// What lies beside the export in `Fixtures/import/apple_health_export`.
  static func fixture() throws -> Companions {
    let folder = Exports.folder
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.contains(".") && name != "export.xml" {
      files[name] = Array(try Data(contentsOf: folder.appending(path: name)))
    }
    return Companions(files)
  }

  func open(_ place: Int) -> any ByteSource { MemorySource(contents[place], chunk: 1000) }
}

extension Exports {
  /// An export with all that may lie beside it.
  static let folder = Project.fixtures.appending(path: "import/apple_health_export")

  /// The `export.xml` there.
  static func beside() throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "export.xml")))
  }
}

/// Runs an import of an export with files beside it.
@discardableResult
func load(
  _ bytes: [UInt8], beside companions: Companions, into sink: inout MemorySink,
  filterBytes: Int = 1 << 16
) throws -> ImportOutcome {
  let input = ImportInput(MemorySource(bytes), companions: companions)
  return try AppleHealthImporter(filterBytes: filterBytes).run(input, into: &sink)
}
