import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

/// Whatever the file holds, the equation balances and nothing traps.
@Suite struct DamageTests {
  private static let names = [
    "records", "workouts", "correlations", "other-elements", "equal-records",
  ]

  @Test(arguments: names) func everyTruncation(_ name: String) throws {
    let bytes = try Exports.fixture(name)
    var whole = MemorySink()
    try load(bytes, into: &whole)
    let contents = Set(whole.now.values.map(\.object.content))
    // Every point of one file; of the others one in seven, for the time it takes.
    for count in stride(from: 0, to: bytes.count - 1, by: name == "equal-records" ? 1 : 7) {
      var sink = MemorySink()
      let outcome = try load(Array(bytes[..<count]), into: &sink, filterBytes: 64)
      #expect(outcome.balances && (outcome.quarantined > 0 || sink.quarantine.isEmpty))
      let isWhole = String(decoding: bytes[count...], as: UTF8.self).allSatisfy(\.isWhitespace)
      #expect((outcome.truncatedAt == nil) == isWhole, "at \(count)")
      // What is complete is imported, and as it would be from the whole file.
      let isPart = sink.now.values.allSatisfy { contents.contains($0.object.content) }
      #expect(isPart || name == "correlations", "at \(count)")
    }
  }

  @Test(arguments: names) func randomBytes(_ name: String) throws {
    let bytes = try Exports.fixture(name)
    var random = Dice(42)
    for _ in 0..<150 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        broken[index] = UInt8.random(in: 0...255, using: &random)
      }
      var sink = MemorySink()
      let outcome = try load(broken, into: &sink, filterBytes: 64)
      #expect(outcome.balances && (outcome.quarantined > 0 || sink.quarantine.isEmpty))
      var later = sink.next
      let again = try load(broken, into: &later)
      #expect(again.balances)
      #expect(later.lines.isEmpty)
    }
  }

  @Test func refusedElementsAreSetAside() throws {
    var sink = MemorySink()
    let outcome = try load(export(record(unit: "unit=\"kg\""), record()), into: &sink)
    #expect(lines(outcome) == ["Record 2 = 1 + 0 + 1"])
    #expect(sink.quarantine.map(\.bytes) == [Array(record(unit: "unit=\"kg\"").utf8)].map(spaced))
    #expect(sink.quarantine.first?.offset == 28)
  }

  /// White space between tags is set aside as one line feed.
  private func spaced(_ bytes: [UInt8]) -> [UInt8] {
    Array(String(decoding: bytes, as: UTF8.self).replacing("></", with: ">\n</").utf8)
  }

  @Test func elementsOfNoMeasureAreSetAside() throws {
    let points = String(repeating: "<Point x=\"1\"/>", count: 700_000)
    let deep = String(repeating: "<D>", count: 20) + String(repeating: "</D>", count: 20)
    let long = record(more: "note=\"\(String(repeating: "\u{1}", count: 200_000))\"")
    var sink = MemorySink()
    let outcome = try load(
      export("<Cloud>\(points)</Cloud>", deep, long, record()), into: &sink)
    #expect(
      lines(outcome) == [
        "Cloud 1 = 0 + 0 + 1", "Point 700000 = 0 + 0 + 700000", "D 20 = 0 + 0 + 20",
        "Record 2 = 1 + 0 + 1",
      ])
    #expect(outcome.issueCount == 4)
  }

  @Test func aCrowdOfNamesSharesARow() throws {
    var sink = MemorySink()
    let elements = (0..<2000).map { "<E\($0)/>" }.joined()
    let outcome = try load(export(elements), into: &sink)
    #expect(outcome.balances)
    #expect(outcome.counts.count == 513)
    #expect(sink.drafts.count == 2000)
  }

  @Test func exportDate() throws {
    let bytes = try Exports.fixture("records")
    var sink = MemorySink()
    let outcome = try load(bytes, into: &sink, chunk: 100)
    #expect(outcome.exported?.description == "2024-05-01T07:30:00+02:00")
  }

  @Test(arguments: ["", "<gpx/>", "hello", "<ClinicalDocument><x/></ClinicalDocument>"])
  func whatIsNoExport(_ text: String) throws {
    var sink = MemorySink()
    let outcome = try load(Array(text.utf8), into: &sink)
    #expect(outcome.doubt != nil && outcome.balances)
  }
}
