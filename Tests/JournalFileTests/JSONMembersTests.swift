import ByteTools
import HealthModel
import TestSupport
import Testing

@testable import JournalFile

/// Members taken from an object, against a list from which they are removed.
@Suite struct JSONMembersTests {
  static let known: [WireKey] = [
    "a", "by", "type", "value", "metadata", "operatingSystem", "appleExerciseTimeGoal", "K",
  ]

  @Test(arguments: Counts.seeds(1...10 as ClosedRange<UInt64>))
  func takesEachMemberOnceWhereverItStands(_ seed: UInt64) throws {
    var chance = Dice(seed)
    for _ in 0..<300 {
      let others = (0..<Int.random(in: 0...150, using: &chance)).map { "other\($0)" }
      let present = Self.known.filter { _ in Bool.random(using: &chance) }
      let keys = (others + present.map(\.text)).shuffled(using: &chance)
      let bytes = Array(
        "{\(keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ","))}".utf8)
      var rest = keys.enumerated().map { Field($1, .number(Double($0))) }
      let tape = try JSONTape(unsafe bytes.span.bytes)
      var members = try JSONMembers(JSONView(tape, unsafe bytes.span.bytes), named: "test")
      for key in (Self.known + Self.known).shuffled(using: &chance) {
        let place = rest.firstIndex { $0.name == key.text }
        let expected = place.map { rest.remove(at: $0).value }
        let found = try (members.optional(key) as Double?).map { FieldValue.number($0) }
        #expect(found == expected)
      }
      #expect(members.fields == rest)
      let problem = rest.first.map { LineProblem.unknownKey($0.name) }
      var thrown: LineProblem?
      do { try members.finish() } catch { thrown = error }
      #expect(thrown == problem)
    }
  }

  @Test(arguments: [
    #"{"value":1}"#, #"{"\u0076alue":1}"#, #"{"v\u0061lu\u0065":1,"x":2}"#, #"{"é":0,"value":1}"#,
  ])
  func findsAKeyHoweverItIsSpelled(_ text: String) throws {
    let bytes = Array(text.utf8)
    let tape = try JSONTape(unsafe bytes.span.bytes)
    var members = try JSONMembers(JSONView(tape, unsafe bytes.span.bytes), named: "test")
    #expect(try members.optional("value") == 1)
  }

  /// The Kelvin sign is the same text as the letter.
  @Test func findsAKeyThatIsTheSameText() throws {
    let bytes = Array("{\"\u{212A}\":1}".utf8)
    let tape = try JSONTape(unsafe bytes.span.bytes)
    var members = try JSONMembers(JSONView(tape, unsafe bytes.span.bytes), named: "test")
    #expect(try members.optional("K") == 1)
  }

  @Test func readsDatesAndUUIDsThroughEscapes() throws {
    let text =
      #"{"a":"2026\u002d11-20T08:00:00+01:00","b":"3F2504E0-4F89-41D3-9A0C-0305E82C330\u0031","#
      + #""c":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","d":"2026-11-20T08:00:00+01:00 "}"#
    let bytes = Array(text.utf8)
    let tape = try JSONTape(unsafe bytes.span.bytes)
    var members = try JSONMembers(JSONView(tape, unsafe bytes.span.bytes), named: "test")
    let time = try #require(Timestamp(rfc3339: "2026-11-20T08:00:00+01:00"))
    let uuid = try #require(ObjectUUID("3F2504E0-4F89-41D3-9A0C-0305E82C3301"))
    #expect(try members.optional("a") == time)
    #expect(try members.optional("b") == uuid)
    #expect(try members.optional("c") == uuid)
    let problem = LineProblem.wrongValue(key: "d")
    do {
      let _: Timestamp? = try members.optional("d")
      Issue.record("taken")
    } catch { #expect(error == problem) }
  }
}
