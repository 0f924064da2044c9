import ByteTools
import HealthEvents
import HealthModel
import Testing

@testable import JournalFile

/// Commands of `append`: an event line without seq, at, salt and chain.
@Suite struct CommandCodecTests {
  static func decode(_ text: String) throws(LineProblem) -> CommandCodec.Asked {
    let bytes = Array(text.utf8)
    return try CommandCodec.decode(unsafe bytes.span.bytes) { SampleEvents.uuid(200) }
  }

  static let sample =
    "\"kind\":\"quantity\",\"type\":\"T\",\"start\":\"2026-11-20T08:00:00+01:00\","
    + "\"end\":\"2026-11-20T08:00:00+01:00\",\"value\":1,\"unit\":\"count\""

  static func save(_ object: String, _ more: String = "") -> String {
    "{\"id\":\"7\",\"event\":\"save\",\"by\":\"owner\",\"objects\":[{\(object)}]\(more)}"
  }

  @Test func drawsTheUUIDThatIsLeftOut() throws {
    let source = ",\"source\":{\"name\":\"a\"},\"device\":{\"model\":\"Watch\",\"x\":1}"
    let asked = try Self.decode(Self.save(Self.sample + source))
    #expect(asked.id == .string("7"))
    guard case .save(let request) = asked.command.request else { return #expect(Bool(false)) }
    #expect(request.objects.map { $0.object.uuid } == [SampleEvents.uuid(200)])
    #expect(request.objects.first?.source == Source(name: "a"))
    #expect(request.objects.first?.device?.fields == [Field("x", .number(1))])
    let named = "\"uuid\":\"\(SampleEvents.uuid(1))\",\(Self.sample)"
    guard case .save(let again) = try Self.decode(Self.save(named)).command.request else { return }
    #expect(again.objects.first?.object.uuid == SampleEvents.uuid(1))
  }

  static let refused: [(String, LineProblem)] = [
    ("[]", .wrongValue(key: "command")), ("{}", .missing(key: "by")),
    ("{\"by\":\"a\"}", .missing(key: "event")), ("{\"by\":\"a\",\"event\":\"x\"}", .unknownEvent),
    ("{\"by\":\"a\",\"event\":\"open\"}", .wrongValue(key: "event")),
    ("{\"by\":\"a\",\"event\":\"erase\"}", .wrongValue(key: "event")),
    ("{\"by\":\"a\",\"event\":\"erased\"}", .wrongValue(key: "event")),
    ("{\"id\":[],\"by\":\"a\",\"event\":\"save\"}", .wrongValue(key: "id")),
    (save(sample, ",\"seq\":1"), .unknownKey("seq")),
    (save(sample, ",\"chain\":\"\""), .unknownKey("chain")),
    (save(sample + ",\"origin\":2"), .unknownKey("origin")),
    (save(sample + ",\"untt\":\"m\""), .unknownKey("untt")),
    (save(sample + ",\"source\":{\"name\":\"a\",\"nmae\":1}"), .unknownKey("nmae")),
    (
      save(
        "\"kind\":\"workout\",\"activity\":\"A\",\"start\":\"2026-11-20T08:00:00Z\","
          + "\"end\":\"2026-11-20T08:00:00Z\","
          + "\"duration\":1,\"statistics\":[{\"type\":\"T\",\"summ\":1}]"), .unknownKey("summ")
    ),
    ("{\"by\":\"a\"", .notJSON("ends in the middle of a JSON value", offset: 9)),
  ]

  @Test(arguments: refused) func refuses(_ text: String, _ problem: LineProblem) {
    #expect(throws: problem) { try Self.decode(text) }
  }

  @Test func documentsKeepTheirFields() throws {
    let asked = try Self.decode(Self.save("\"kind\":\"other\",\"type\":\"V\",\"eyes\":[1]"))
    guard case .save(let request) = asked.command.request else { return #expect(Bool(false)) }
    #expect(request.objects.first?.object.fields == [Field("eyes", .list([.number(1)]))])
  }

  @Test(
    arguments: [
      ("{\"id\":5,\"x\"", nil), ("{\"id\":5,\"x\":1}", JSONValue.number(5)),
      ("{\"id\":\"a\"}", .string("a")), ("{\"id\":null}", nil), ("{\"id\":{}}", nil), ("7", nil),
    ] as [(String, JSONValue?)])
  func findsTheIdentifierOfALineThatIsNoCommand(_ text: String, _ id: JSONValue?) {
    let bytes = Array(text.utf8)
    #expect(CommandCodec.identifier(in: unsafe bytes.span.bytes) == id)
  }
}
