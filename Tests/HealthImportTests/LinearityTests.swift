import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import Synchronization
import Testing

@testable import HealthImport

/// A key that counts how often it is compared.
private struct CountedKey: Hashable {
  static let comparisons = Mutex(0)
  let number: Int

  static func == (left: CountedKey, right: CountedKey) -> Bool {
    comparisons.withLock { $0 += 1 }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What an import does for each of many grows with their number, and no faster.
@Suite struct LinearityTests {
  /// A look at each would be 50 million.
  @Test func keysAreFoundInAFewSteps() {
    var places = Numbering<CountedKey>()
    for round in 0..<2 {
      for number in 0..<10_000 {
        let place = places.number(ofOrAdding: CountedKey(number: number))
        #expect(place == (round == 0 ? nil : number))
      }
    }
    #expect(CountedKey.comparisons.withLock { $0 } < 20 * 20_000)
  }

  /// Metadata, repeated attributes and parts of devices beyond the few that are looked through.
  @Test func manyKeysComeOutAsFewDo() throws {
    let count = 100
    let entries = (0..<count).map { "<MetadataEntry key=\"k\($0 % 70)\" value=\"v\($0 % 90)\"/>" }
    let parts = (0..<count).map { ", \(letters($0 % 70)):v\($0)" }
    let attributes = (0..<count).map { " \(letters($0 % 70))=\"\($0)\"" }
    let draft = try single(
      record(
        more: "device=\"&lt;&lt;HKDevice: 0x1&gt;\(parts.joined())&gt;\"" + attributes.joined(),
        inner: entries.joined()))
    #expect(draft.object.metadata.entries.map(\.key) == (0..<70).map { "k\($0)" })
    #expect(draft.device?.fields.count == 70)
    // The 30 that come again, each with another value.
    let repeated = draft.object.fields.first { $0.name == "repeatedMetadata" }?.value
    guard case .list(let values)? = repeated else { return #expect(Bool(false), "none") }
    #expect(values.count == 30)
    guard
      case .fields(let left)? = draft.object.fields.first(where: { $0.name == "attributes" })?.value
    else { return #expect(Bool(false), "none") }
    #expect(left.map(\.name) == (0..<70).map(letters))
    #expect(left[0].value == .list([.text("0"), .text("70")]))
    #expect(left[69].value == .text("69"))
  }

  /// A name of its own for each number, of letters alone, as names of devices' parts are.
  private func letters(_ number: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return "k\(letters[number / 26])\(letters[number % 26])"
  }

  /// Each text goes to the element that it stands in, wherever the others stand.
  @Test func textsStayWithTheirElements() throws {
    let draft = try single("<Thing>a<x>b<y/>c</x>d<x/>e<x>f</x></Thing>")
    #expect(
      draft.object.fields == [
        Field("element", .text("Thing")), Field("text", .text("a\nd\ne")),
        Field(
          "children",
          .list([
            .fields([
              Field("element", .text("x")), Field("text", .text("b\nc")),
              Field("children", .list([.fields([Field("element", .text("y"))])])),
            ]), .fields([Field("element", .text("x"))]),
            .fields([Field("element", .text("x")), Field("text", .text("f"))]),
          ])),
      ])
  }

  /// A run of damage is set aside with one reason, also where it is all that there is.
  @Test(arguments: ["<a>", "</a>", "<?a >", "x<", "<a b=\"1\"c>", "<!x>"])
  func damageIsSetAsideInRuns(_ piece: String) throws {
    for count in [5_000, 20_000] {
      var sink = MemorySink()
      let text = String(repeating: piece, count: count)
      let outcome = try load(Array("<HealthData>\(text)\n<b/></HealthData>".utf8), into: &sink)
      #expect(outcome.balances)
      #expect(sink.quarantine.filter { !$0.continues }.count <= 8, "\(sink.quarantine.count)")
      // No byte twice.
      #expect(sink.quarantine.reduce(0) { $0 + $1.bytes.count } <= text.utf8.count + count)
    }
  }

  /// Damage on both sides of an element is two runs.
  @Test func anElementEndsARun() throws {
    var sink = MemorySink()
    try load(Array("<HealthData>x</q></q><b/></q>\(record())</q></HealthData>".utf8), into: &sink)
    #expect(sink.quarantine.map(\.continues) == [false, true, true, false, false])
  }
}
