import ByteTools
import Foundation
import HealthViews
import JournalFile
import TestSupport
import Testing

@testable import health_journal

/// `mcp` as an assistant meets it: what the list of tools costs, the words, percent, the order of
/// rows, the lines of totals, and what is left out for a source.
@Suite struct MCPAnswerTests {
  private static func request(_ method: String, _ parameters: String = "") -> String {
    MCPTests.request(method, parameters)
  }

  private static func call(_ tool: String, _ arguments: String = "{}") -> String {
    MCPTests.call(tool, arguments)
  }

  /// What comes back for some lines, after some commands on an empty journal.
  private static func answers(
    _ lines: [String], _ options: String = "", after commands: String
  ) throws -> [JSONValue] {
    let scratch = try Scratch()
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "lines")
    let outcome = try scratch.run(
      """
      { health-journal init --time-zone Europe/Paris; \(commands); } > made 2> said
      health-journal mcp \(options) < lines
      """)
    try #require(outcome.code == 0, "\(outcome)")
    return try outcome.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8).rawBytes)["result"] ?? .null
    }
  }

  private static func rows(_ answer: JSONValue) -> [JSONValue] {
    guard case .array(let rows)? = answer["structuredContent"]?["rows"] else { return [] }
    return rows
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  /// A few days of what a watch has, saved by its source.
  private static let days = """
    health-journal append < $FIXTURES/week.ndjson
    for day in 03 04 05; do
    health-journal save oxygenSaturation '97 %' --start 2026-03-${day}T03:00:00Z
    health-journal save stepCount ${day}00 --start 2026-03-${day}T09:00:00Z --end 2026-03-${day}T10:00:00Z
    done
    """

  // MARK: Words

  /// The list is read before each conversation.
  @Test func theListOfToolsIsSmall() throws {
    let scratch = try Scratch()
    try scratch.write(Self.request("tools/list") + "\n", to: "lines")
    let outcome = try scratch.run("health-journal init > made; health-journal mcp < lines")
    #expect(outcome.output.utf8.count < 18_500, "\(outcome.output.utf8.count)")
  }

  /// A question that a person can ask, an assistant can ask too.
  @Test(arguments: ["check", "changes"])
  func aToolTakesTheOptionsOfItsCommand(_ name: String) throws {
    let page = try #require(Catalogue().page(name))
    let tool = try #require(MCPTools(of: Views.all).all.first { $0.name == name })
    let ofCommands =
      (Option.view + [.progress, ChangesCommand.anchorFile]).map(\.name) + ["notes"]
    let left = page.options.map(\.name).filter { !ofCommands.contains($0) }
    #expect(Set(left).subtracting(tool.options.map(\.name)) == [])
  }

  /// The options of a command mean the same in its tool.
  @Test func checkAndDiffAreNarrowed() throws {
    let answers = try Self.answers(
      [
        Self.call("check", #"{"only":"implausible","examples":0}"#),
        Self.call("check", #"{"only":"implausible","where":"value < 700"}"#),
        Self.call("diff", #"{"earlier":"1","views":"daily","from":"2026-03-05"}"#),
        Self.call("diff", #"{"earlier":"1","views":"day","from":"2026-03-05"}"#),
      ],
      after: Self.days + "\nhealth-journal save weight 715 kg --start '2026-03-01 08:00'")
    #expect(answers.prefix(2).map { Self.rows($0).count } == [1, 0])
    let days = Set(Self.rows(answers[2]).compactMap { Self.text($0["day"]) })
    #expect(days == ["2026-03-05"])
    #expect(answers[3]["isError"] == .boolean(true), "\(answers[3])")
  }

  /// No text of it names an option or a command, and none breaks off.
  @Test func toolsSpeakOfArguments() throws {
    let answers = try Self.answers(
      [Self.request("tools/list"), Self.request("server/discover")], after: "true")
    guard case .array(let tools)? = answers[0]["tools"] else {
      return #expect(Bool(false), "\(answers)")
    }
    var texts = [Self.text(answers[1]["instructions"]) ?? "-"]
    for tool in tools {
      texts.append(Self.text(tool["description"]) ?? "")
      guard case .object(let arguments)? = tool["inputSchema"]?["properties"] else { continue }
      texts += arguments.compactMap { Self.text($0.value["description"]) }
    }
    for text in texts {
      #expect(!text.contains("--") && !text.contains("health-journal "), "\(text)")
      let last = text.last ?? ":"
      #expect(last.isLetter || last.isNumber || ".)'`…".contains(last), "\(text)")
    }
  }

  /// Errors and notes of every tool speak of arguments.
  @Test func problemsSpeakOfArguments() throws {
    let slips = [
      #"{"from":"x"}"#, #"{"on":"x"}"#, #"{"period":"x"}"#, #"{"last":"x"}"#, #"{"type":"x"}"#,
      #"{"unit":"x"}"#, #"{"as-of":"x"}"#, #"{"as-of":"99"}"#, #"{"time-zone":"x"}"#,
      #"{"day-starts":"x"}"#, #"{"where":"x"}"#, #"{"typed":"x"}"#, #"{"limit":0}"#,
      #"{"every":"x"}"#, #"{"from":"2026-03-02","to":"2026-03-01"}"#, #"{"rest":"x"}"#,
      #"{"total":true,"sort":"start"}"#, #"{"against":"x"}"#, #"{"at":"x"}"#, #"{"since":"99"}"#,
      #"{"percentiles":[101]}"#, #"{"anchor":"2026-03-01"}"#, #"{"uuid":"x"}"#, #"{"to":"x"}"#,
      #"{"activity":"x"}"#, #"{"earlier":"9","later":"2"}"#, #"{"type":"stepCount","on":"x"}"#,
    ]
    let tools = MCPTools(of: Views.all).all.map(\.name)
    let calls = tools.flatMap { tool in (["{}"] + slips).map { Self.call(tool, $0) } }
    let answers = try Self.answers(calls, after: Self.days)
    #expect(answers.count == calls.count)
    var problems = 0
    for answer in answers {
      let note = Self.text(answer["structuredContent"]?["note"])
      var problem: String?
      if answer["isError"] == .boolean(true), case .array(let parts)? = answer["content"] {
        problem = Self.text(parts.first?["text"])
        problems += 1
      }
      for text in [note, problem].compactMap({ $0 }) {
        #expect(!text.contains("--") && !text.contains("health-journal "), "\(text)")
        #expect(!text.hasSuffix(";") && !text.hasSuffix(":") && !text.hasSuffix(","), "\(text)")
      }
    }
    #expect(problems > 200)
  }

  @Test(arguments: [
    ("--from must be before --to", "`from` must be before `to`"),
    ("'--from' is not a time", "'--from' is not a time"),
    ("a day's --on", "a day's `on`"),
    ("no type; see `health-journal types`", "no type; see `types`"),
    ("write -7d; see `health-journal help times`", "write -7d"),
    ("no such day; `changes --type x` shows it", "no such day; `changes` with type x shows it"),
    (
      "it may be. Check it, then look at `health-journal log` first; good",
      "it may be. Check it; good"
    ),
    ("sleep counts them", "sleep counts them"),
  ])
  func words(_ text: String, _ said: String) {
    #expect(MCPWords(["types", "changes"]).text(text) == said)
  }

  // MARK: Figures

  /// A percentage is as people say it in every tool, and its unit stands beside it.
  @Test func percentIsAsPeopleSayIt() throws {
    let answers = try Self.answers(
      [
        Self.call("latest", #"{"type":"oxygenSaturation"}"#),
        Self.call("daily", #"{"type":"oxygenSaturation"}"#),
        Self.call("statistics", #"{"type":"oxygenSaturation","percentiles":[5,50,95]}"#),
        Self.call("summary", #"{"period":"2026-03"}"#),
        Self.call("trends", #"{"type":"oxygenSaturation","on":"2026-03-05"}"#),
        Self.call("changes", #"{"type":"oxygenSaturation"}"#),
        Self.call("explain_day", #"{"type":"oxygenSaturation","on":"2026-03-05"}"#),
      ], after: Self.days)
    for answer in answers {
      let rows = Self.rows(answer).filter { $0["unit"] == .string("%") }
      #expect(!rows.isEmpty, "\(answer)")
      for row in rows {
        let fields = ["value", "average", "minimum", "p50", "counted"]
        let figures = fields.compactMap { row[$0] }
        #expect(figures.allSatisfy { $0 == .number(97) }, "\(row)")
      }
    }
    let compared = try Self.answers(
      [Self.call("compare", #"{"type":"stepCount","on":"2026-03-05","against":"2026-03-04"}"#)],
      after: Self.days)
    #expect(Self.rows(compared[0]).first?["change"] == .number(25), "\(compared)")
    #expect(compared[0]["structuredContent"]?["units"]?["change"] == .string("%"))
  }

  /// Without an order the newest rows come first, so that a limit cuts the oldest.
  @Test(arguments: [("daily", #"{"type":"stepCount","limit":2}"#, "day"), ("sleep", "{}", "date")])
  func theNewestComeFirst(_ tool: String, _ arguments: String, _ field: String) throws {
    let answer = try Self.answers([Self.call(tool, arguments)], after: Self.days)[0]
    let days = Self.rows(answer).compactMap { Self.text($0[field]) }
    #expect(!days.isEmpty && days == days.sorted(by: >), "\(answer)")
    if tool == "daily" { #expect(days == ["2026-03-05", "2026-03-04"]) }
  }

  @Test func anOrderThatIsAskedForHolds() throws {
    let arguments = #"{"type":"stepCount","sort":"day"}"#
    let answer = try Self.answers([Self.call("daily", arguments)], after: Self.days)[0]
    let days = Self.rows(answer).compactMap { Self.text($0["day"]) }
    #expect(days.count > 2 && days == days.sorted(), "\(answer)")
  }

  /// Arguments as models send them.
  @Test(arguments: [
    ("workouts", #"{"total":true}"#, #"{"total":"true"}"#),
    ("workouts", #"{"fold":false}"#, #"{"fold":"false"}"#),
    ("statistics", #"{"percentiles":[5,50]}"#, #"{"percentiles":"5,50"}"#),
    ("statistics", #"{"percentiles":["5","50"]}"#, #"{"percentiles":"5,50"}"#),
    ("daily", #"{"typed":true}"#, #"{"typed":"yes"}"#),
    ("daily", #"{"type":["stepCount"],"limit":"3"}"#, #"{"type":"stepCount","limit":3}"#),
    ("daily", #"{"on":["2026-03-02"],"where":""}"#, #"{"on":"2026-03-02"}"#),
    ("diff", #"{"earlier":3}"#, #"{"earlier":"3"}"#),
  ])
  func valuesComeInSeveralForms(_ tool: String, _ one: String, _ other: String) throws {
    let answers = try Self.answers(
      [Self.call(tool, one), Self.call(tool, other)], after: Self.days)
    #expect(answers[0]["isError"] == .boolean(false) && answers[0] == answers[1], "\(answers)")
  }

  // MARK: Lines

  /// Totals, and rows without a time, name the lines that they are made of.
  @Test(arguments: [
    ("workouts", #"{"total":true}"#), ("workouts", #"{"every":"month"}"#),
    ("swims", #"{"total":true}"#), ("runs", #"{"every":"month"}"#), ("runs", "{}"),
    ("sleep", #"{"every":"month"}"#), ("summary", #"{"period":"2026-03"}"#),
    ("trends", #"{"on":"2026-03-05"}"#), ("rings", "{}"),
    ("energy", #"{"on":"2026-03-05"}"#), ("profile", #"{"on":"2026-03-05"}"#), ("types", "{}"),
  ])
  func figuresNameTheirLines(_ tool: String, _ arguments: String) throws {
    let answer = try Self.answers([Self.call(tool, arguments)], after: Self.everything)[0]
    guard case .array(let lines)? = answer["structuredContent"]?["lines"] else {
      return #expect(Bool(false), "\(answer)")
    }
    #expect(!Self.rows(answer).isEmpty && !lines.isEmpty, "\(answer)")
  }

  /// A few days with a run, a swim, a night, rings and a person.
  private static let everything =
    days + """

      health-journal run --distance '5 km' --start 2026-03-01T08:00:00Z --end 2026-03-01T08:30:00Z
      health-journal swim --laps 20 --minutes 30 --kcal 200 --start 2026-03-02T08:00:00Z
      health-journal save dateOfBirth 1980-05-05
      health-journal save height '1.8 m' --start 2026-03-01T08:00:00Z
      health-journal save bodyMass '80 kg' --start 2026-03-01T08:00:00Z
      cat > $PWD/export.xml <<'END'
      <?xml version="1.0"?><HealthData locale="en_GB"><ExportDate value="2026-03-06 08:00:00 +0100"/>
      <ActivitySummary dateComponents="2026-03-04" activeEnergyBurned="500" activeEnergyBurnedGoal="450" activeEnergyBurnedUnit="kcal" appleExerciseTime="20" appleExerciseTimeGoal="30" appleStandHours="12" appleStandHoursGoal="12"/>
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2026-03-03 23:00:00 +0100" endDate="2026-03-04 06:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepCore"/>
      </HealthData>
      END
      health-journal import $PWD/export.xml
      """

  /// `types` tells of workouts and rings, and of the tool that shows them.
  @Test func typesTellOfAllThereIs() throws {
    let answer = try Self.answers([Self.call("types")], after: Self.everything)[0]
    let views = Self.rows(answer).compactMap { Self.text($0["view"]) }
    #expect(Set(["rings", "workouts", "sleep", "profile"]).isSubset(of: views), "\(answer)")
    let rings = Self.rows(answer).first { Self.text($0["view"]) == "rings" }
    #expect(rings?["count"] == .number(1))
    #expect(Self.text(rings?["first"])?.hasPrefix("2026-03-04") == true)
    #expect(Self.text(rings?["last"])?.hasPrefix("2026-03-04") == true)
  }

  /// `diff` finds the last import by itself, as the command does.
  @Test func diffTakesTheLastImport() throws {
    let answer = try Self.answers(
      [Self.call("diff", #"{"earlier":"last-import","views":"rings"}"#)], after: Self.everything)[0]
    #expect(Self.rows(answer).contains { $0["view"] == .string("rings") }, "\(answer)")
  }

  // MARK: Sources

  /// What a source never asked for is left out and named, and the rest is answered; where nothing
  /// is left, the answer is the sentence.
  @Test(arguments: [
    ("daily", #"{"type":["stepCount","heartRate"]}"#, "heartRate"),
    ("latest", #"{"type":"heartRate,stepCount"}"#, "heartRate"),
    ("statistics", #"{"type":["stepCount","heartRate"]}"#, "heartRate"),
    ("changes", #"{"type":["stepCount","heartRate"]}"#, "heartRate"),
    ("check", #"{"type":["stepCount","heartRate"],"from":"2026-03-01"}"#, "heartRate"),
    ("diff", #"{"earlier":"1"}"#, "workout"),
  ])
  func whatMayNotBeReadIsLeftOut(
    _ tool: String, _ arguments: String, _ name: String
  ) throws {
    let grants = Self.days + "\nhealth-journal authorize com.example.a --read stepCount"
    let answer = try Self.answers(
      [Self.call(tool, arguments)], "--as com.example.a", after: grants)[0]
    #expect(answer["isError"] == .boolean(false), "\(answer)")
    let note = Self.text(answer["structuredContent"]?["note"]) ?? ""
    #expect(note.contains("left out") && note.contains(name), "\(answer)")
    guard case .array(let types)? = answer["structuredContent"]?["leftOut"] else {
      return #expect(Bool(false), "\(answer)")
    }
    #expect(types.count == 1)
    #expect(tool == "check" || !Self.rows(answer).isEmpty, "\(answer)")
  }

  @Test func whereNothingIsLeftTheSentenceSaysSo() throws {
    let grants = Self.days + "\nhealth-journal authorize com.example.a --read stepCount"
    let answers = try Self.answers(
      [Self.call("daily", #"{"type":"heartRate"}"#), Self.call("workouts")],
      "--as com.example.a", after: grants)
    for answer in answers {
      #expect("\(answer)".contains("has not asked to read"), "\(answer)")
      #expect(answer["isError"] == .boolean(true))
    }
  }
}
