import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

@Suite struct IdentityTests {
  private func uuids(_ bytes: [UInt8], filterBytes: Int = 1 << 16) throws -> Set<ObjectUUID> {
    var sink = MemorySink()
    try load(bytes, into: &sink, filterBytes: filterBytes)
    return Set(sink.now.keys)
  }

  /// Two journals that import one file have the same uuids, whatever program did it.
  @Test func goldenIdentities() throws {
    #expect(try single(record()).object.uuid.description == golden(ordinal: 0).description)
    let twice = try uuids(export(record(), record()))
    #expect(twice == [golden(ordinal: 0), golden(ordinal: 1)])
  }

  /// The canonical bytes, written out.
  private func golden(ordinal: Int) -> ObjectUUID {
    let text =
      "6:Record,33:HKQuantityTypeIdentifierStepCount,16:1711951200000000,"
      + "16:1711951500000000,2:10,5:count,1:\(ordinal),"
    let words = digest(Array(text.utf8)).words
    return ObjectUUID(content: (words.0, words.1))
  }

  @Test(arguments: [
    record(start: "2024-04-01 06:00:00 +0000", end: "2024-04-01 11:35:00 +0530"),
    record(value: "value=\"10.0\""), record(value: "value=\"1e1\""),
    record(more: "creationDate=\"2024-04-01 07:00:00 +0200\" sourceVersion=\"2\""),
    record(more: "device=\"x\"", inner: "<MetadataEntry key=\"a\" value=\"b\"/>"),
  ])
  func sameContent(_ other: String) throws {
    #expect(try uuids(export(record())) == uuids(export(other)))
  }

  @Test(arguments: [
    record(start: "2024-04-01 08:00:01 +0200"), record(end: "2024-04-01 08:05:01 +0200"),
    record(value: "value=\"10.5\""), record(type: "HKQuantityTypeIdentifierFlightsClimbed"),
  ])
  func otherContent(_ other: String) throws {
    #expect(try uuids(export(record())).isDisjoint(with: uuids(export(other))))
  }

  @Test func addressesAndOffsetsAreNoContentOfOtherElements() throws {
    func mood(_ address: String, _ date: String) -> [UInt8] {
      export(
        "<Mood device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:a&gt;\" when=\"\(date)\"/>")
    }
    let first = try uuids(mood("1", "2024-04-01 08:00:00 +0200"))
    #expect(try first == uuids(mood("2f", "2024-04-01 06:00:00 +0000")))
    #expect(try first != uuids(mood("2f", "2024-04-01 08:00:00 +0000")))
  }

  @Test(arguments: [64, 256, 1 << 16]) func moreCopiesSaveJustTheExtraOnes(filter: Int) throws {
    for (had, has) in [(1, 1), (1, 2), (2, 5), (5, 2), (3, 3)] {
      var first = MemorySink()
      let others = (0..<20).map { record(value: "value=\"\(100 + $0)\"") }.joined()
      let many = { (count: Int) in String(repeating: record(), count: count) }
      try load(export(others, many(had)), into: &first, filterBytes: filter)
      #expect(first.drafts.count == 20 + had)
      var second = first.next
      let outcome = try load(export(many(has), others), into: &second, filterBytes: filter)
      #expect(second.drafts.count == max(0, has - had))
      #expect(outcome.balances)
    }
  }

  @Test(arguments: [64, 1 << 16]) func membersAreTheirTopLevelCopies(filter: Int) throws {
    let correlation = """
      <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Phone" \
      startDate="2024-04-01 08:00:00 +0200" endDate="2024-04-01 08:05:00 +0200">\
      \(record())\(record())</Correlation>
      """
    for copies in 0...3 {
      let outside = String(repeating: record(), count: copies)
      for elements in [correlation + outside, outside + correlation] {
        var sink = MemorySink()
        let outcome = try load(export(elements), into: &sink, filterBytes: filter)
        let known = min(copies, 2)
        #expect(sink.drafts.count == 1 + max(copies, 2))
        #expect(lines(outcome).contains("Record in Correlation 2 = \(2 - known) + \(known) + 0"))
        var later = sink.next
        try load(export(elements), into: &later)
        #expect(later.lines.isEmpty)
      }
    }
  }

  @Test(arguments: expectations) func orderDoesNotMatter(_ expected: Expectation) throws {
    // Cuts at the lines that begin an element directly inside the root.
    let text = String(decoding: try Exports.fixture(expected.name), as: UTF8.self)
    guard expected.issues.isEmpty, let start = text.range(of: "<ExportDate"),
      let end = text.range(of: "</HealthData>")
    else { return }
    let body = text[start.lowerBound..<end.lowerBound]
    var elements: [String] = []
    for line in body.split(separator: "\n") {
      if line.hasPrefix(" <"), !line.hasPrefix(" </") || elements.isEmpty {
        elements.append(String(line))
      } else if elements.isEmpty {
        elements = [String(line)]
      } else {
        elements[elements.count - 1] += "\n" + line
      }
    }
    let expectedUUIDs = try uuids(Array(text.utf8))
    var random = Dice(7)
    for round in 0..<5 {
      elements.shuffle(using: &random)
      let bytes = export(elements.joined(separator: "\n"))
      #expect(try uuids(bytes, filterBytes: round == 0 ? 64 : 1 << 16) == expectedUUIDs)
    }
  }
}
