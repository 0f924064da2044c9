import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import Testing

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
    #expect(asked.id == 6..<9)
    guard case .save(let request) = asked.command.request else { return #expect(Bool(false)) }
    #expect(request.objects.map { $0.object.uuid } == [SampleEvents.uuid(200)])
    #expect(request.objects.first?.source == Source(name: "a"))
    #expect(request.objects.first?.device?.fields == [Field("x", .number(1))])
    let named = "\"uuid\":\"\(SampleEvents.uuid(1))\",\(Self.sample)"
    guard case .save(let again) = try Self.decode(Self.save(named)).command.request else { return }
    #expect(again.objects.first?.object.uuid == SampleEvents.uuid(1))
  }

  @Test func isTheOwnersIfItNamesNobody() throws {
    let text = "{\"event\":\"configure\",\"timeZone\":\"Europe/Paris\"}"
    #expect(try Self.decode(text).command.by == EventActor.owner)
  }

  static let refused: [(String, LineProblem)] = [
    ("[]", .wrongValue(key: "command")), ("{}", .missing(key: "event")),
    ("{\"by\":1,\"event\":\"save\"}", .wrongValue(key: "by")),
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
      ("{\"id\":5,\"x\"", ""), ("{\"id\":5,\"x\":1}", "5"), ("{\"id\":\"a\"}", "\"a\""),
      ("{\"id\":null}", ""), ("{\"id\":{}}", ""), ("7", ""),
    ])
  func findsTheIdentifierOfALineThatIsNoCommand(_ text: String, _ id: String) {
    #expect(Self.identifier(in: text) == id)
  }

  /// The bytes of an `id` come back, wherever and however it is written.
  @Test(
    arguments: [
      "9007199254740993", "-0", "1.50", "1e2", "123456789012345678901234567890", "0", "\"\"",
      "\"\\u0041\"", "\"a\\\"b\\\\\"", "\"{[:,}]\"", "\"é\"",
    ])
  func findsTheBytesOfTheIdentifier(_ id: String) {
    for key in ["\"id\"", "\"\\u0069d\""] {
      for (before, after) in [("", ""), (" ", " "), ("\t", "\r")] {
        let member = key + before + ":" + after + id + before
        let others = "\"a\\\":\":{\"id\":[1,{\"x\":\"}\"}]},\"b\" : [\"id\", \":\"]"
        for text in [
          "{\(member)}", "{\(member),\(others)}", " {\(others),\(member)} ",
          "{\(others), \(member),\"c\":null}",
        ] {
          #expect(Self.identifier(in: text) == id, "\(text)")
        }
      }
    }
  }

  private static func identifier(in text: String) -> String {
    let bytes = Array(text.utf8)
    let line = unsafe bytes.span.bytes
    return line.text(CommandCodec.identifier(in: line))
  }
}
