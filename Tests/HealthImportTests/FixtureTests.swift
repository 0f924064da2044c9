import ByteTools
import Foundation
import HealthEvents
import HealthImport
import Testing

/// What the import of a fixture must come to.
struct Expectation: Sendable, CustomTestStringConvertible {
  var name: String
  var counts: [String]
  var objects: Int
  var issues: [String] = []
  var truncatedAt: UInt64?
  var testDescription: String { name }
}

@Suite struct FixtureTests {
  @Test func everyFixtureIsExpected() throws {
    #expect(try Exports.names(in: Exports.fixtures) == expectations.map(\.name).sorted())
  }

  @Test(arguments: expectations) func fixture(_ expected: Expectation) throws {
    var sink = MemorySink()
    let outcome = try load(try Exports.fixture(expected.name), into: &sink)
    #expect(outcome.balances)
    #expect(lines(outcome) == expected.counts)
    #expect(sink.drafts.count == expected.objects)
    #expect(outcome.issues.map(\.reason) == expected.issues)
    #expect(sink.quarantine.map(\.reason) == expected.issues.filter { !silent.contains($0) })
    #expect(outcome.truncatedAt == expected.truncatedAt)
    #expect(outcome.isComplete == (expected.issues.isEmpty && expected.name != "no-root"))
  }

  @Test(arguments: expectations) func secondImportSavesNothing(_ expected: Expectation) throws {
    let bytes = try Exports.fixture(expected.name)
    for filterBytes in [64, 1 << 16] {
      var first = MemorySink()
      try load(bytes, into: &first, filterBytes: filterBytes)
      for laterFilterBytes in [64, 256, 1 << 16] {
        var second = first.next
        let outcome = try load(bytes, into: &second, filterBytes: laterFilterBytes)
        #expect(second.lines.isEmpty)
        #expect(outcome.balances)
        #expect(Set(second.quarantine) == Set(first.quarantine))
      }
    }
  }

  @Test(arguments: expectations) func chunksDoNotMatter(_ expected: Expectation) throws {
    let bytes = try Exports.fixture(expected.name)
    var whole = MemorySink()
    let outcome = try load(bytes, into: &whole)
    for (chunk, filterBytes) in [(1, 1 << 16), (13, 64), (4096, 64)] {
      var sink = MemorySink()
      sink.chunk = chunk
      let again = try load(bytes, into: &sink, chunk: chunk, filterBytes: filterBytes)
      #expect(again == outcome || filterBytes == 64)
      #expect(again.counts == outcome.counts)
      #expect(sink.now == whole.now)
    }
  }
}

/// The issues that have no bytes to set aside.
private let silent = [
  "the file ends too early",
  "a control character; ignored in the names of sources, kept elsewhere",
]

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
