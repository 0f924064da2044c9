import ByteTools
import Foundation
import HealthImport
import TestSupport

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
