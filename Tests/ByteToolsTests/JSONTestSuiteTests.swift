import ByteTools
import Foundation
import TestSupport
import Testing

/// Nicolas Seriot's JSONTestSuite, the whole of it: `y_` is taken, `n_` refused, `i_` pinned.
@Suite struct JSONTestSuiteTests {
  /// A file of the suite.
  struct Case: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// What the parser says: `taken`, or why not.
    let verdict: String
    var testDescription: String { name }
  }

  static let cases: [Case] = {
    let file = Project.fixtures.appending(path: "json/JSONTestSuite.tsv")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return Case(name: String(fields[0]), bytes: bytes(fields[1]), verdict: String(fields[2]))
    }
  }()

  /// The bytes of hexadecimal parts; `500*5b` is one that is repeated.
  private static func bytes(_ parts: Substring) -> [UInt8] {
    parts.split(separator: " ").flatMap { part in
      let halves = part.split(separator: "*")
      let digits = Array((halves.last ?? "").utf8)
      let unit = stride(from: 0, to: digits.count, by: 2).compactMap { place in
        UInt8(text(Array(digits[place..<place + 2])), radix: 16)
      }
      let count = halves.count == 2 ? Int(halves[0]) ?? 0 : 1
      return [[UInt8]](repeating: unit, count: count).flatMap(\.self)
    }
  }

  private static func verdict(_ bytes: [UInt8]) -> String {
    do throws(JSONFailure) {
      _ = try JSONTape(bytes.rawBytes)
      return "taken"
    } catch {
      return "\(error.problem)"
    }
  }

  /// The suite's own word where it has one, but for what a journal refuses on purpose: a key twice.
  @Test func theSuiteIsWholeAndItsWordIsKept() {
    let counts = Dictionary(grouping: Self.cases) { $0.name.prefix(2) }.mapValues(\.count)
    #expect(counts == ["y_": 95, "n_": 188, "i_": 35])
    let refused = Self.cases.filter { $0.name.hasPrefix("y_") && $0.verdict != "taken" }
    #expect(
      refused.map(\.name)
        == ["y_object_duplicated_key", "y_object_duplicated_key_and_value"])
    #expect(refused.allSatisfy { $0.verdict == "duplicateKey" })
    #expect(!Self.cases.contains { $0.name.hasPrefix("n_") && $0.verdict == "taken" })
    let longest = Self.cases.map(\.bytes.count).max()
    #expect(longest == 250_001)
  }

  @Test(arguments: cases) func theVerdictIsThePinnedOne(_ test: Case) {
    #expect(Self.verdict(test.bytes) == test.verdict)
  }

  /// The values are those of a reader that knows nothing of tapes; what is written of them is read
  /// again as the same.
  @Test(arguments: cases) func theValueIsThatOfTheSlowReader(_ test: Case) throws {
    let value = try? parse(test.bytes)
    #expect((value != nil) == (test.verdict == "taken"))
    #expect(value == SlowReader.read(test.bytes))
    guard let value else { return }
    var writer = JSONWriter()
    writer.value(value)
    #expect(try parse(writer.bytes) == value)
  }

  /// The same bytes as the value of a member, where the parser comes from another place.
  @Test(arguments: cases) func theVerdictIsTheSameWithinAnObject(_ test: Case) {
    let within = Array("{\"key\":".utf8) + test.bytes + Array("}".utf8)
    #expect((Self.verdict(within) == "taken") == (test.verdict == "taken"))
  }
}
