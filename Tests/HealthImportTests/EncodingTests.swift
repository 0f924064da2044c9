import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import Testing

/// An export in another encoding is the same export, and characters that belong in no text split no
/// source.
@Suite struct EncodingTests {
  private static let names = ["records", "workouts", "odd-characters", "equal-records"]

  private func text(_ name: String) throws -> String {
    String(decoding: try Exports.fixture(name), as: UTF8.self)
  }

  @Test(arguments: names) func theUTF16TwinIsTheSame(_ name: String) throws {
    var plain = MemorySink()
    let outcome = try load(try Exports.fixture(name), into: &plain)
    let declared = try text(name).replacing("\"UTF-8\"", with: "\"UTF-16\"")
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      for text in [declared, "\u{FEFF}" + declared] {
        let bytes = Array(try #require(text.data(using: encoding)))
        var sink = MemorySink()
        for chunk in [1, 1000] {
          sink = MemorySink()
          // It also compares count and digest with those of the file's own bytes.
          let again = try load(bytes, into: &sink, chunk: chunk)
          #expect(again.counts == outcome.counts && again.issues.count == outcome.issues.count)
        }
        #expect(sink.drafts == plain.drafts)
      }
    }
  }

  @Test func latin1IsDecoded() throws {
    let export = """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      <HealthData>\(record(more: "note=\"é ü\""))</HealthData>
      """
    var (plain, sink) = (MemorySink(), MemorySink())
    try load(Array(export.replacing("ISO-8859-1", with: "UTF-8").utf8), into: &plain)
    try load(Array(try #require(export.data(using: .isoLatin1))), into: &sink)
    #expect(sink.drafts == plain.drafts)
  }

  // MARK: Control characters

  private static func records(_ count: Int, source: (Int) -> String) -> [UInt8] {
    let records = (0..<count).map { number in
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(source(number))" \
      unit="count" creationDate="2024-04-01 09:00:00 +0200" \
      startDate="2024-04-01 08:\(10 + number % 50):00 +0200" \
      endDate="2024-04-01 08:\(10 + number % 50):30 +0200" value="\(number)"/>
      """
    }
    return Array("<HealthData>\(records.joined(separator: "\n"))</HealthData>".utf8)
  }

  @Test(arguments: ["\u{B}", "\u{0}", "\u{1F}", "\u{7F}", "\u{85}", "\u{9F}", "&#11;", "&#x7f;"])
  func aSourceStaysOne(_ character: String) throws {
    var (plain, sink) = (MemorySink(), MemorySink())
    let clean = try load(Self.records(200) { _ in "Ada\u{2019}s Phone" }, into: &plain)
    #expect(clean.isComplete)
    // Half of the records have it, now here and now there.
    let bytes = Self.records(200) { number in
      switch number % 4 {
      case 0: "Ada\u{2019}s\(character) Phone"
      case 1: "\(character)Ada\u{2019}s Phone"
      default: "Ada\u{2019}s Phone"
      }
    }
    for filterBytes in [64, 1 << 16] {
      sink = MemorySink()
      let outcome = try load(bytes, into: &sink, filterBytes: filterBytes)
      #expect(Set(sink.drafts.map(\.object.uuid)) == Set(plain.drafts.map(\.object.uuid)))
      #expect(Set(sink.drafts.map(\.source)) == Set(plain.drafts.map(\.source)))
      #expect(!outcome.isComplete && outcome.balances && outcome.issueCount == 1)
      #expect(
        outcome.issues.map(\.reason) == [
          "100 control characters from here on; ignored in the names of sources, kept elsewhere"
        ])
      #expect(outcome.issues.map(\.offset) == [12] && sink.quarantine.isEmpty)
    }
  }

  @Test func whatIsWholeHasOneIdentityToo() throws {
    let element = "<StateOfMind sourceName=\"Ada\" type=\"x\"><Label name=\"calm\"/></StateOfMind>"
    let plain = try single(element)
    let odd = try single(element.replacing("Ada", with: "A\u{B}da"))
    #expect(plain.object == odd.object && plain.source == odd.source)
  }

  @Test func elsewhereTheyAreKept() throws {
    var sink = MemorySink()
    let entry = "<MetadataEntry key=\"note\" value=\"a\u{B}b&#x85;c\"/>"
    let outcome = try load(export(record(inner: entry)), into: &sink)
    #expect(outcome.issues.map(\.reason).first?.hasPrefix("2 control characters") == true)
    #expect(
      sink.drafts.first?.object.metadata.entries
        == [Metadata.Entry("note", .string("a\u{B}b\u{85}c"))])
  }

  /// Tab, line feed and carriage return, and other characters that nobody sees, are none of them.
  @Test(arguments: ["&#9;", "&#10;", "&#13;", "\u{A0}", "\u{200B}", "\u{2028}", "\u{FEFF}"])
  func theseAreNoControlCharacters(_ character: String) throws {
    var sink = MemorySink()
    let outcome = try load(Self.records(3) { _ in "a\(character)b" }, into: &sink)
    #expect(outcome.isComplete)
    #expect(sink.drafts.allSatisfy { $0.source?.name.unicodeScalars.count == 3 })
  }
}
