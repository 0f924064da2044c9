import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

/// Every rule of the envelope and the payloads, each with a line that breaks it.
@Suite struct LineRefusalTests {
  static let salt = "\"salt\":\"00112233445566778899aabb\""
  static let open =
    "{\"seq\":1,\"at\":\"2026-11-20T07:00:00.000Z\",\"by\":\"owner\",\"event\":\"open\","
    + "\"format\":1,\"journal\":\"3F2504E0-4F89-41D3-9A0C-0305E82C3301\","
    + "\"timeZone\":\"Europe/Paris\",\(salt)"

  /// Line 2 of this event and payload.
  static func line(
    _ event: String, _ payload: String, seq: String = "2", at: String = "2026-11-20T07:00:00.000Z",
    by: String = ",\"by\":\"owner\"", salt: String = "," + salt
  ) -> String {
    "{\"seq\":\(seq),\"at\":\"\(at)\"\(by),\"event\":\"\(event)\"\(payload)\(salt)"
  }

  static func save(_ object: String) -> String {
    line("save", ",\"objects\":[{\"uuid\":\"\(SampleEvents.uuid(1))\",\(object)}]")
  }

  static let type = "\"kind\":\"quantity\",\"type\":\"HKQuantityTypeIdentifierStepCount\""
  static let span =
    "\"start\":\"2026-11-20T08:00:00+01:00\",\"end\":\"2026-11-20T08:10:00+01:00\""
  static let delete = ",\"objects\":[\"\(SampleEvents.uuid(1))\"]"

  static let envelope: [(String, LineProblem)] = [
    (line("delete", delete, seq: "3"), .sequence(expected: 2)),
    (line("delete", delete, seq: "0"), .sequence(expected: 2)),
    (line("delete", delete, seq: "-1"), .wrongValue(key: "seq")),
    (line("delete", delete, seq: "2.5"), .wrongValue(key: "seq")),
    (line("delete", delete, seq: "\"2\""), .wrongValue(key: "seq")),
    (line("delete", delete, seq: "1e300"), .wrongValue(key: "seq")),
    (line("delete", delete, seq: "9007199254740994"), .wrongValue(key: "seq")),
    (line("delete", delete, seq: "02"), .notJSON("is not JSON here", offset: 7)),
    (line("delete", delete, at: "2026-11-20T06:59:59.999Z"), .timeRanBack),
    (line("delete", delete, at: "2026-11-20T07:00:00Z"), .wrongValue(key: "at")),
    (line("delete", delete, at: "2026-11-20T07:00:00.0000Z"), .wrongValue(key: "at")),
    (line("delete", delete, at: "2026-11-20T08:00:00.000+01:00"), .wrongValue(key: "at")),
    (line("delete", delete, at: "2026-02-29T08:00:00.000Z"), .wrongValue(key: "at")),
    (line("delete", delete, by: ""), .missing(key: "by")),
    (line("delete", delete, by: ",\"by\":1"), .wrongValue(key: "by")),
    (line("delete", delete, salt: ""), .missing(key: "salt")),
    (
      line("delete", delete, salt: ",\"salt\":\"00112233445566778899AABB\""),
      .wrongValue(key: "salt")
    ),
    (
      line("delete", delete, salt: ",\"salt\":\"00112233445566778899aa\""),
      .wrongValue(key: "salt")
    ),
    (line("delete", delete + ",\"extra\":1"), .unknownKey("extra")),
    (line("delete", delete + ",\"format\":1"), .unknownKey("format")),
    (
      line("delete", delete + ",\"by\":\"x\""),
      .notJSON("has the same key twice in one object", offset: 122)
    ),
    (line("remove", delete), .unknownEvent), (line("importReceipt", delete), .unknownEvent),
    (line("Delete", delete), .unknownEvent), (open, .sequence(expected: 2)),
    (open.replacing("\"seq\":1", with: "\"seq\":2"), .openMisplaced),
    (line("erased", ",\"digest\":\"\(Digest.zero.hexText)\"", by: "", salt: ""), .chainBroken),
    (line("erased", "", by: "", salt: ""), .missing(key: "digest")),
    (line("erased", ",\"digest\":\"\(Digest.zero.hexText)\"", salt: ""), .unknownKey("by")),
    (
      line("erased", ",\"digest\":\"\(String(repeating: "A", count: 64))\"", by: "", salt: ""),
      .wrongValue(key: "digest")
    ),
    (
      line("erased", ", \"digest\":\"\(Digest.zero.hexText)\"", by: "", salt: ""),
      .wrongValue(key: "digest")
    ),
    ("[1", .notJSON("is not JSON here", offset: 10)),
  ]

  @Test(arguments: envelope) func refusesLine2(_ inside: String, _ problem: LineProblem) throws {
    let reading = try read(sealed([Self.open, inside]))
    #expect(reading.scan.tail == .damaged(problem))
    #expect(reading.scan.head.sequence == 1)
  }

  static let payloads: [(String, LineProblem)] = [
    (line("save", ""), .missing(key: "objects")),
    (
      line("save", ",\"objects\":[]"),
      .wrongValue(key: "objects")
    ), (line("save", ",\"objects\":[1]"), .wrongValue(key: "objects")),
    (line("save", ",\"objects\":{}"), .wrongValue(key: "objects")),
    (line("save", ",\"objects\":[{}]"), .missing(key: "uuid")),
    (save("\"kind\":\"thing\""), .wrongValue(key: "kind")),
    (save("\"a\":1"), .missing(key: "kind")),
    (save("\(type),\(span),\"unit\":\"count\""), .missing(key: "value")),
    (save("\(type),\(span),\"value\":1"), .missing(key: "unit")),
    (save("\(type),\(span),\"value\":\"1\",\"unit\":\"count\""), .wrongValue(key: "value")),
    (save("\(type),\(span),\"value\":null,\"unit\":\"count\""), .wrongValue(key: "value")),
    (save("\(type),\"start\":\"2026-11-20\",\"value\":1"), .wrongValue(key: "start")),
    (save("\(type),\(span),\"value\":1,\"unit\":\"count\",\"sum\":\"x\""), .wrongValue(key: "sum")),
    (
      save("\(type),\(span),\"value\":1,\"unit\":\"count\",\"origin\":1.5"),
      .wrongValue(key: "origin")
    ),
    (
      save("\(type),\(span),\"value\":1,\"unit\":\"count\",\"metadata\":[]"),
      .wrongValue(key: "metadata")
    ),
    (
      save("\(type),\(span),\"value\":1,\"unit\":\"count\",\"metadata\":{\"a\":null}"),
      .wrongValue(key: "metadata")
    ),
    (
      save("\(type),\(span),\"value\":1,\"unit\":\"count\",\"metadata\":{\"a\":{\"value\":1}}"),
      .missing(key: "unit")
    ),
    (
      save(
        "\(type),\(span),\"value\":1,\"unit\":\"count\","
          + "\"metadata\":{\"a\":{\"value\":1,\"unit\":\"m\",\"x\":1}}"), .unknownKey("x")
    ),
    (save("\"kind\":\"category\",\"type\":\"T\",\(span),\"value\":1.5"), .wrongValue(key: "value")),
    (
      save("\"kind\":\"category\",\"type\":\"T\",\(span),\"value\":true"), .wrongValue(key: "value")
    ),
    (
      save("\"kind\":\"correlation\",\"type\":\"T\",\(span),\"objects\":[\"x\"]"),
      .wrongValue(key: "objects")
    ),
    (save("\"kind\":\"workout\",\"activity\":\"A\",\(span)"), .missing(key: "duration")),
    (
      save("\"kind\":\"workout\",\"activity\":\"A\",\(span),\"duration\":1,\"totalDistance\":5"),
      .wrongValue(key: "totalDistance")
    ),
    (
      save(
        "\"kind\":\"workout\",\"activity\":\"A\",\(span),\"duration\":1,\"events\":[{"
          + "\"type\":\"T\",\"date\":\"2026-11-20T08:00:00Z\",\"x\":1}]"), .unknownKey("x")
    ),
    (
      save(
        "\"kind\":\"workout\",\"activity\":\"A\",\(span),\"duration\":1,"
          + "\"activities\":[{\"start\":\"2026-11-20T08:00:00Z\",\"x\":1}]"), .unknownKey("x")
    ),
    (
      save(
        "\"kind\":\"workout\",\"activity\":\"A\",\(span),\"duration\":1,"
          + "\"statistics\":[{\"type\":\"T\",\"x\":1}]"), .unknownKey("x")
    ),
    (save("\"kind\":\"characteristic\",\"type\":\"T\",\"value\":1"), .wrongValue(key: "value")),
    (save("\"kind\":\"summary\""), .missing(key: "date")),
    (line("save", ",\"objects\":[{\"uuid\":\"x\"}]"), .wrongValue(key: "uuid")),
    (line("delete", ""), .missing(key: "objects")),
    (line("delete", ",\"objects\":[]"), .wrongValue(key: "objects")),
    (line("delete", delete + ",\"reason\":5"), .wrongValue(key: "reason")),
    (line("authorize", ""), .missing(key: "source")),
    (line("authorize", ",\"source\":\"a\",\"share\":{\"T\":\"yes\"}"), .wrongValue(key: "share")),
    (line("authorize", ",\"source\":\"a\",\"read\":[]"), .wrongValue(key: "read")),
    (line("configure", ",\"priority\":{\"*\":\"a\"}"), .wrongValue(key: "priority")),
    (line("configure", ",\"priority\":{\"*\":[1]}"), .wrongValue(key: "priority")),
    (line("configure", ",\"preferredUnits\":{\"T\":1}"), .wrongValue(key: "preferredUnits")),
    (line("configure", ",\"weekStarts\":\"mon\""), .wrongValue(key: "weekStarts")),
    (line("configure", ",\"timezone\":\"UTC\""), .unknownKey("timezone")),
    (line("origin", ",\"source\":{}"), .missing(key: "name")),
    (line("origin", ",\"source\":{\"name\":\"a\",\"x\":1}"), .unknownKey("x")),
    (
      line("origin", ",\"source\":{\"name\":\"a\"},\"device\":{\"name\":1}"),
      .wrongValue(key: "name")
    ),
    (line("erase", ",\"lines\":[2]"), .missing(key: "reason")),
    (line("erase", ",\"lines\":[-2],\"reason\":\"\""), .wrongValue(key: "lines")),
    (
      line("import", ",\"format\":\"a\",\"file\":\"f\",\"bytes\":1,\"sha256\":\"\""),
      .missing(key: "counts")
    ),
    (
      line(
        "import",
        ",\"format\":\"a\",\"file\":\"f\",\"bytes\":1,\"sha256\":\"\","
          + "\"counts\":{\"R\":{\"x\":1}}"),
      .unknownKey("x")
    ),
    (
      line("delete", ",\"objects\":[1e999]"),
      .notJSON("has a number that no finite double holds", offset: 82)
    ),
    (
      line("delete", ",\"reason\":\"\\ud800\""),
      .notJSON("has an escape for half a UTF-16 pair", offset: 81)
    ),
  ]

  @Test(arguments: payloads) func refusesPayload(_ inside: String, _ problem: LineProblem) throws {
    #expect(try read(sealed([Self.open, inside])).scan.tail == .damaged(problem))
  }

  static let beginnings: [(String, LineProblem)] = [
    (open.replacing("\"format\":1", with: "\"format\":3,\"new\":[]"), .newerFormat(3)),
    (open.replacing("\"format\":1", with: "\"format\":0"), .wrongValue(key: "format")),
    (open.replacing("\"format\":1,", with: ""), .missing(key: "format")),
    (open.replacing("Europe/Paris\"", with: "UTC\",\"x\":1"), .unknownKey("x")),
    (line("delete", delete, seq: "1"), .openMisplaced),
    (line("delete", delete), .sequence(expected: 1)),
  ]

  @Test(arguments: beginnings) func refusesLine1(_ inside: String, _ problem: LineProblem) throws {
    let reading = try read(sealed([inside]))
    #expect(reading.scan.tail == .damaged(problem))
    #expect(reading.entries.isEmpty)
  }

  @Test func digestAndChainTakeLowerCaseOnly() throws {
    let line = sealed(Self.open, after: .zero).line
    let head = line.dropLast(66)
    let upper = Array(head) + Array(text(Array(line.suffix(66))).uppercased().utf8)
    #expect(throws: LineProblem.noChain) { try decode(upper) }
    #expect(throws: LineProblem.noChain) { try decode(line + [UInt8(ascii: " ")]) }
    #expect(throws: LineProblem.noChain) { try decode(Array(line.suffix(76))) }
    #expect(throws: LineProblem.noChain) { try decode([]) }
  }

  @Test func unknownKeysOfObjectsAndDevicesAreKept() throws {
    let object = Self.save("\(Self.type),\(Self.span),\"value\":1,\"unit\":\"count\",\"mood\":[1]")
    let device = Self.line(
      "origin", ",\"source\":{\"name\":\"a\"},\"device\":{\"colour\":\"red\"}", seq: "3")
    let events = try read(sealed([Self.open, object, device])).events
    guard case .save(let save)? = events.dropFirst().first, case .origin(let origin)? = events.last
    else { return #expect(Bool(false)) }
    #expect(save.objects.first?.fields == [Field("mood", .list([.number(1)]))])
    #expect(origin.device?.fields == [Field("colour", .text("red"))])
  }

  @Test(.timeLimit(.minutes(20))) func aLineHoldsUpTo16MiB() throws {
    let inside = Self.line("delete", Self.delete)
    let room = JournalLimits.lineBytes - JournalLimits.suffixBytes - inside.utf8.count
    let longest = try read(sealed([Self.open, inside + String(repeating: " ", count: room)]))
    #expect(longest.scan.tail == .clean)
    #expect(longest.scan.head.sequence == 2)
    let first = sealed([Self.open])
    for extra in [1, 70_000] {
      let padding = [UInt8](repeating: UInt8(ascii: " "), count: room + extra)
      let end = Array((",\"chain\":\"" + Digest.zero.hexText + "\"}\n").utf8)
      let reading = try read(first + Array(inside.utf8) + padding + end + first)
      #expect(reading.scan.tail == .damaged(.tooLong))
      #expect(reading.scan.head.sequence == 1)
    }
  }
}
