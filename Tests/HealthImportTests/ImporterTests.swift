import ByteTools
import Foundation
import HealthEvents
import HealthImport
import Testing

/// What holds for every importer in the catalogue.
@Suite struct ImporterTests {
  @Test func namesDiffer() {
    #expect(Set(Importers.all.map(\.name)).count == Importers.all.count)
  }

  /// Each kind that an importer names occurs in a file of `Fixtures/import/<name>`, which the
  /// importer knows for its own, or in the folder beside that.
  @Test(arguments: Importers.all.map(\.name)) func everyKindHasAFixture(_ name: String) throws {
    let importer = try #require(Importers.all.first { $0.name == name })
    let folder = Exports.fixtures.deletingLastPathComponent().appendingPathComponent(name)
    var (kinds, surely) = (Set<String>(), 0)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(file)))
      let input = ImportInput(MemorySource(bytes))
      let beginning = try input.beginning()
      if importer.recognizes(beginning.rawBytes) == .surely { surely += 1 }
      #expect(Importers.best(for: bytes.rawBytes)?.name == name, "\(file)")
      var sink = MemorySink()
      kinds.formUnion(try importer.run(input, into: &sink).counts.map(\.element))
    }
    if importer.folder != nil {
      let input = ImportInput(
        MemorySource(try Exports.beside()), companions: try Companions.fixture())
      var sink = MemorySink()
      kinds.formUnion(try importer.run(input, into: &sink).counts.map(\.element))
    }
    #expect(surely > 0)
    #expect(Set(importer.kinds).subtracting(kinds) == [])
  }
}
