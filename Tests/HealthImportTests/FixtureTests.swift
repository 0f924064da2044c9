import ByteTools
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
