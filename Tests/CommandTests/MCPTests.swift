import ByteTools
import Foundation
import HealthJournal
import HealthModel
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing

@testable import health_journal

/// `mcp`: what a client may send, and what comes back. `Tests/MCP/check.py` asks by a client that
/// we did not write.
@Suite struct MCPTests {
  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{}}"#

  static func request(_ method: String, _ parameters: String = "") -> String {
    let rest = parameters.isEmpty ? "" : "," + parameters
    return #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(meta)\#(rest)}}"#
  }

  static func call(_ tool: String, _ arguments: String = "{}") -> String {
    request("tools/call", #""name":"\#(tool)","arguments":\#(arguments)"#)
  }

  private static let tools = MCPTools(of: Views.all).all

  /// Every tool, and some lines: what a source is told by other ways than these views, if it is
  /// told too much.
  static let asked: String = {
    let day = #"{"type":"stepCount","on":"2026-03-02"}"#
    let arguments = [
      "explain_day": day, "diff": #"{"earlier":"1"}"#, "energy": #"{"on":"2026-03-02"}"#,
      "find": #"{"text":"o"}"#, "compare": #"{"period":"2026-03"}"#,
      "summary": #"{"period":"2026-03"}"#, "trends": #"{"on":"2026-03-31"}"#,
    ]
    let calls = tools.map { call($0.name, arguments[$0.name] ?? "{}") }
    let past = tools.filter { $0.options.contains(.asOf) }.flatMap { tool in
      [8, 20, 40].map { line in
        let rest = (arguments[tool.name] ?? "{}").dropFirst()
        return call(tool.name, #"{"as-of":"\#(line)""# + (rest == "}" ? "}" : "," + rest))
      }
    }
    let lines = (1...40).map { request("resources/read", #""uri":"journal://line/\#($0)""#) }
    return (calls + past + lines).joined(separator: "\n") + "\n"
  }()

  /// A journal of the week, and what comes back for some lines.
  private static func answers(
    _ lines: [String], _ options: String = "", after commands: String = "true"
  ) throws -> (answers: [JSONValue], scratch: Scratch) {
    let scratch = try Scratch()
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "lines")
    _ = try scratch.run(
      "health-journal init --time-zone Europe/Paris; health-journal append < $FIXTURES/week.ndjson; \(commands)"
    )
    let outcome = try scratch.run("health-journal mcp \(options) < lines")
    try #require(outcome.code == 0, "\(outcome)")
    let answers = try outcome.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8).rawBytes)
    }
    return (answers, scratch)
  }

  /// Each line has its answer, in order, and none ends the server: what is no request has a
  /// problem's code.
  @Test func linesThatAreNoRequests() throws {
    let lines: [(String, Double?)] = [
      ("{", -32700), ("[]", -32600), ("7", -32600), (#"{"jsonrpc":"2.0"}"#, -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32602),
      (Self.request("tools/list").replacing("clientCapabilities", with: "others"), -32602),
      (Self.request("tools/list").replacing("2026-07-28", with: "2099-01-01"), -32022),
      (Self.request("initialize"), -32601), (Self.request("ping"), -32601),
      (Self.request("prompts/list"), -32601),
      (Self.request("tools/call"), -32602),
      (Self.request("tools/call", #""name":"samples""#), -32602),
      (Self.request("resources/read", #""uri":"journal://line/0""#), -32602),
      (Self.request("resources/read", #""uri":"journal://line/99""#), -32602),
      (Self.request("resources/read", #""uri":"file:///etc/passwd""#), -32602),
      (#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#, nil),
      (Self.request("resources/list"), nil),
    ]
    // Neither a notification nor an empty line is answered.
    let quiet = [#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#, "", "  "]
    let answers = try Self.answers(quiet + lines.map(\.0)).answers
    try #require(answers.count == lines.count)
    for ((line, code), answer) in zip(lines, answers) {
      let told: Double? =
        if case .number(let code)? = answer["error"]?["code"] { code } else { nil }
      #expect(told == code && (answer["result"] == nil) == (code != nil), "\(line): \(answer)")
    }
  }

  /// What a model can mend comes as a result with a sentence.
  @Test(arguments: [
    ("latest", #"{"limit":501}"#, "from 1 to 500"), ("latest", #"{"limit":"x"}"#, "whole number"),
    ("latest", #"{"colour":"red"}"#, "takes no 'colour'"),
    ("latest", "7", "arguments are an object"),
    ("daily", #"{"type":"stepCout"}"#, "did you mean"), ("daily", #"{"type":[{}]}"#, "takes text"),
    ("daily", #"{"type":true}"#, "takes text"), ("workouts", #"{"total":"x"}"#, "true or false"),
    ("daily", #"{"from":"2026-03-01","on":"2026-03-01"}"#, "`on` cannot be combined with `from`"),
    ("daily", #"{"on":["2026-03-01","2026-03-02"]}"#, "'on' takes one value"),
    ("diff", #"{"earlier":"last-import"}"#, "nothing was imported"),
    ("diff", #"{"earlier":"last-import","later":"now"}"#, "cannot be combined with last-import"),
    ("diff", #"{"earlier":"x"}"#, "earlier: 'x'"),
    ("explain_day", #"{"on":"2026-03-01"}"#, "needs 'type'"), ("diff", "{}", "needs 'earlier'"),
    ("diff", #"{"earlier":"1","views":"none"}"#, "no view 'none'"),
    ("changes", #"{"since":"99"}"#, "99"), ("latest", #"{"as":"owner"}"#, "takes no 'as'"),
  ])
  func mistakesAreTold(_ tool: String, _ arguments: String, _ sentence: String) throws {
    let answer = try #require(try Self.answers([Self.call(tool, arguments)]).answers.first)
    #expect(answer["result"]?["isError"] == .boolean(true), "\(answer)")
    guard case .array(let parts)? = answer["result"]?["content"],
      case .string(let text)? = parts.first?["text"]
    else { return #expect(Bool(false), "\(answer)") }
    #expect(text.contains(sentence), "\(text)")
  }

  /// Whatever an argument holds, it is used, or a sentence says what is wrong with it.
  @Test(arguments: ["zz", "", "-1", "1e999", "9999-99-99", "a=b", "=,", "\\u202e", "\\u0000"])
  func noArgumentIsUnexpected(_ text: String) throws {
    let calls = Self.tools.flatMap { tool in
      tool.options.map { option in
        let others = tool.required.filter { $0 != option.name }
        let members = (others.map { #""\#($0)":"1""# } + [#""\#(option.name)":"\#(text)""#])
        return Self.call(tool.name, "{\(members.joined(separator: ","))}")
      }
    }
    let answers = try Self.answers(calls).answers
    #expect(answers.count == calls.count)
    for (call, answer) in zip(calls, answers) {
      #expect(!"\(answer)".contains("unexpected"), "\(call): \(answer)")
    }
  }

  /// What nobody sees, or turns the direction of text, reaches no model but as an escape.
  @Test func hiddenCharactersAreEscaped() throws {
    let hidden = ["\u{202E}", "\u{E0041}", "\u{85}", "\u{2066}", "\u{200B}", "\u{1B}"]
    let name =
      "x"
      + hidden.joined().unicodeScalars.map { scalar in
        UTF16.encode(scalar)?.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }
          .joined() ?? ""
      }.joined()
    let save =
      #"{"event":"save","by":"owner","objects":[{"kind":"category","#
      + #""type":"HKCategoryTypeIdentifierMindfulSession","value":0,"start":"2026-03-01T07:00:00Z","#
      + #""end":"2026-03-01T07:00:00Z","source":{"name":"\#(name)"},"#
      + #""metadata":{"\#(name)":"\#(name)"}}]}"#
    let bad = Self.call("daily", #"{"type":"\#(name)"}"#)
    let more = Self.call("find", #"{"text":"x"}"#)
    let scratch = try Scratch()
    try scratch.write(save + "\n", to: "save")
    try scratch.write(Self.asked + bad + "\n" + more + "\n", to: "lines")
    let outcome = try scratch.run(
      "health-journal init > made; health-journal append < save > answer; health-journal mcp < lines"
    )
    #expect(String(decoding: scratch.bytes("answer"), as: UTF8.self).contains("uuids"))
    #expect(!outcome.output.unicodeScalars.contains { $0 != "\n" && TerminalText.isUnsafe($0) })
    for line in outcome.output.split(separator: "\n") {
      let answer = try JSONValue(parsing: Array(line.utf8).rawBytes)
      let result = answer["result"]
      guard case .array(let parts)? = result?["content"] ?? result?["contents"] else { continue }
      for case .string(let text)? in parts.map({ $0["text"] }) {
        #expect(!text.unicodeScalars.contains(where: TerminalText.isUnsafe), "\(line)")
      }
    }
    #expect(outcome.output.contains(#"\\u202e"#), "\(outcome)")
  }

  /// As a source it shows what that source may read, and of a line what it may see.
  @Test func aSourceSeesItsOwnRights() throws {
    let lines =
      [Self.call("latest")]
      + (1...12).map {
        Self.request("resources/read", #""uri":"journal://line/\#($0)""#)
      }
    let (answers, scratch) = try Self.answers(
      lines, "--as org.example.helper",
      after: "health-journal authorize org.example.helper --read bodyMass")
    let shown = answers.map { "\($0)" }.joined(separator: "\n")
    #expect(shown.contains("BodyMass") && !shown.contains("StepCount"), "\(shown)")
    #expect(!shown.contains("salt") && !shown.contains("HeartRate"), "\(shown)")
    let log = try scratch.run("health-journal log --as org.example.helper --format ndjson").output
    let readable = answers.dropFirst().count { $0["result"] != nil }
    #expect(readable == log.split(separator: "\n").count { !$0.contains("authorize") }, "\(log)")
  }

  /// Rows are cut where the budget is spent, and the answer says so.
  @Test func theBudgetHolds() throws {
    let many = (0..<400).map { number in
      #"{"event":"save","by":"owner","objects":[{"kind":"category","#
        + #""type":"HKCategoryTypeIdentifierMindfulSession","value":0,"#
        + #""start":"2026-03-01T07:00:00Z","end":"2026-03-01T07:00:00Z","#
        + #""metadata":{"k\#(number)":"\#(String(repeating: "x", count: 200))"}}]}"#
    }
    let scratch = try Scratch()
    try scratch.write(many.joined(separator: "\n") + "\n", to: "many")
    try scratch.write(Self.call("find", #"{"text":"xx","limit":500}"#) + "\n", to: "lines")
    let outcome = try scratch.run(
      "health-journal init > made; health-journal append < many > answers; health-journal mcp < lines | tail -1"
    )
    let answer = try JSONValue(parsing: Array(outcome.output.utf8).rawBytes)
    let structured = try #require(answer["result"]?["structuredContent"])
    #expect(structured["count"] == .number(400) && structured["truncated"] == .boolean(true))
    guard case .number(let used)? = structured["limits"]?["tokensUsed"],
      case .array(let rows)? = structured["rows"]
    else { return #expect(Bool(false), "\(structured)") }
    #expect(used <= Double(MCPAnswer.budget) && used > 7000 && rows.count < 400)
  }

  /// A tool, its command and the library give one figure.
  @Test(arguments: [
    ("statistics", #"{"type":"heartRate","period":"2026-03"}"#, "heartRate --period 2026-03"),
    ("daily", #"{"type":"heartRate"}"#, "heartRate"), ("daily", #"{"type":"stepCount"}"#, "steps"),
    ("compare", #"{"period":"2026-03"}"#, "--period 2026-03"), ("sleep", "{}", ""),
    ("workouts", "{}", ""), ("swims", "{}", ""), ("latest", "{}", ""), ("runs", "{}", ""),
    ("rings", "{}", ""), ("imports", "{}", ""), ("summary", #"{"on":"2026-03-02"}"#, "2026-03-02"),
    ("trends", #"{"on":"2026-03-31"}"#, "--on 2026-03-31"),
    ("profile", #"{"on":"2026-03-31"}"#, "--on 2026-03-31"),
  ])
  func aToolHasTheFiguresOfItsCommand(
    _ tool: String, _ arguments: String, _ words: String
  ) async throws {
    let (answers, scratch) = try Self.answers([Self.call(tool, arguments)])
    let rows = answers[0]["result"]?["structuredContent"]?["rows"]
    let own = try scratch.run("health-journal \(tool) \(words) --format json")
    let text = own.output.isEmpty ? "[]" : own.output
    guard case .array(let told)? = rows,
      case .array(let shown) = try JSONValue(parsing: Array(text.utf8).rawBytes)
    else { return #expect(Bool(false), "\(own)") }
    // The newest come first here.
    #expect(told.map { "\($0)" }.sorted() == shown.map { "\($0)" }.sorted(), "\(own)")
    guard tool == "statistics" else { return }
    let store = try HealthStore(reading: scratch.path(Scratch.journal))
    let month = try await store.statistics(
      of: .heartRate, from: Timestamp(rfc3339: "2026-03-01T00:00:00+01:00")?.instant,
      to: Timestamp(rfc3339: "2026-04-01T00:00:00+02:00")?.instant)
    guard case .array(let all)? = rows, case .number(let average)? = all.first?["average"] else {
      return #expect(Bool(false), "no average")
    }
    #expect(month.map(\.average) == [average])
  }

  @Test(arguments: [100, 200, 500]) func followingNextMissesNothing(_ limit: Int) throws {
    let objects = (0..<900).map { number in
      #"{"kind":"category","type":"HKCategoryTypeIdentifierMindfulSession","value":0,"#
        + #""start":"2026-03-01T07:00:00Z","end":"2026-03-01T07:00:00Z","#
        + #""metadata":{"k":"\#(number)"}}"#
    }
    let lines = objects.prefix(500).map { [$0] } + [Array(objects.dropFirst(500))]
    let saves = lines.map {
      #"{"event":"save","by":"owner","objects":[\#($0.joined(separator: ","))]}"#
    }
    let scratch = try Scratch()
    try scratch.write(saves.joined(separator: "\n") + "\n", to: "saves")
    _ = try scratch.run("health-journal init > made; health-journal append < saves > answers")
    var (since, after, seen) = ("0", "", [String]())
    for _ in 0..<20 {
      let arguments = #"{"since":"\#(since)"\#(after),"limit":\#(limit)}"#
      try scratch.write(Self.call("changes", arguments) + "\n", to: "line")
      let outcome = try scratch.run("health-journal mcp < line | tail -1")
      let answer = try JSONValue(parsing: Array(outcome.output.utf8).rawBytes)
      let told = try #require(answer["result"]?["structuredContent"], "\(outcome)")
      guard case .array(let rows)? = told["rows"], case .number(let next)? = told["next"] else {
        return #expect(Bool(false), "\(told)")
      }
      for row in rows { if case .string(let uuid)? = row["uuid"] { seen.append(uuid) } }
      since = "\(Int(next))"
      after = if case .string(let uuid)? = told["after"] { #","after":"\#(uuid)""# } else { "" }
      if told["truncated"] == .boolean(false) { break }
    }
    #expect(seen.count == 900 && Set(seen).count == 900, "\(seen.count), next \(since)")
  }

  /// An answer has the id of its request to the byte: a client tells answers apart by it.
  @Test(arguments: ["9007199254740993", "1.50", "-0", #""a\u00e9\"b""#])
  func anIdComesBackAsItWas(_ id: String) throws {
    let scratch = try Scratch()
    try scratch.write(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n", to: "lines")
    let outcome = try scratch.run("health-journal init > made; health-journal mcp < lines")
    #expect(outcome.output.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"#), "\(outcome)")
  }

  /// It follows what others write: each request reads anew.
  @Test func itReadsAnew() throws {
    let scratch = try Scratch()
    try scratch.write(Self.call("types") + "\n", to: "line")
    let outcome = try scratch.run(
      """
      health-journal init > made; mkfifo pipe; health-journal mcp < pipe > answers & exec 3> pipe
      cat line >&3; until [ -s answers ]; do sleep 0.01; done
      health-journal save bodyMass 70 kg > saved; cat line >&3; exec 3>&-; wait; cat answers
      """)
    let answers = try outcome.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8).rawBytes)["result"]?["structuredContent"]?["count"]
    }
    #expect(answers == [.number(0), .number(1)], "\(outcome)")
  }
}
