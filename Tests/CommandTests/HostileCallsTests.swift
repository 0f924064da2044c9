import ByteTools
import Foundation
import HealthExport
import TestSupport
import Testing

/// A person may type anything, and names in a journal may be anything: no terminal obeys what comes
/// out, and an error is one line.
@Suite struct HostileCallsTests {
  /// Calls with a place for a text. None writes, whatever the text is.
  private static let calls = [
    "%", "latest --type %", "latest --journal %", "latest --format %", "latest --as %",
    "latest --%",
    "daily --day %", "daily --time-zone %", "samples --where %", "samples --columns %",
    "samples --source % --from 2026-03-01", "save %", "save bodyMass %", "save bodyMass 7 %",
    "save steps 7 --start %", "delete %", "import %", "log --seq %", "history %", "find %",
    "configure --time-zone %", "export %", "export daily -o nowhere/%", "statistics --every %",
    "backup nowhere/%", "restore %", "diff 1 %", "workouts --activity %", "authorize % --share %",
    "help %", "completions %", "report --language %", "push %",
    "push http://localhost:1/% --dry-run",
  ]

  private static func quoted(_ text: String) -> String {
    // A quote may be a part of a character that is longer.
    let parts = text.unicodeScalars.map { $0 == "'" ? "'\\''" : $0 == "\0" ? "" : String($0) }
    return "'" + parts.joined() + "'"
  }

  /// What a terminal would obey or hide.
  private static func obeyed(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { TerminalText.isUnsafe($0) && $0 != "\n" }
  }

  @Test func whatIsTypedIsShownAsText() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC && health-journal save bodyMass 70 kg")
    var (dice, refused) = (Dice(11), 0)
    for number in 0..<max(HostileText.count / 1000, 3) * Self.calls.count {
      let text = HostileText.next(&dice)
      let call = Self.calls[number % Self.calls.count].replacing("%", with: Self.quoted(text))
      let outcome = try scratch.run("health-journal \(call)")
      let said = "\(TerminalText.escaped(call)): \(TerminalText.escaped(outcome.errors))"
      #expect(Self.obeyed(outcome.errors) == [], "\(said)")
      #expect(Self.obeyed(outcome.output.replacing("\r\n", with: "\n")) == [], "\(said)")
      #expect((0...5).contains(outcome.code), "\(said)")
      if outcome.code >= 2 {
        #expect(outcome.complaints.count == 1, "\(said)")
        refused += 1
      }
    }
    #expect(refused > Self.calls.count)
  }

  /// A line of `append` with these names wherever a name can stand.
  private static func command(_ number: Int, _ texts: [String]) throws -> String {
    let time = "2026-03-\(number % 27 + 1 < 10 ? "0" : "")\(number % 27 + 1)T08:"
    let source = ["name": texts[0], "bundle": "com.x\(number)", "version": texts[1]]
    let device = ["name": texts[2], "model": texts[0], "manufacturer": texts[1]]
    let shared: [String: Any] = [
      "source": source, "device": device, "start": time + "00:00Z", "end": time + "30:00Z",
      "metadata": ["note\(number)": texts[1], "HKWorkoutBrandName": texts[0]],
    ]
    let things: [[String: Any]] = [
      [
        "kind": "quantity", "type": "HKQuantityTypeIdentifierStepCount", "value": number,
        "unit": "count",
      ],
      [
        "kind": "quantity", "type": "HKQuantityTypeIdentifierBodyMass", "value": 70, "unit": "kg",
        "end": time + "00:00Z",
      ],
      ["kind": "workout", "activity": "HKWorkoutActivityTypeOther", "duration": 1800],
    ]
    let objects = things.map { shared.merging($0) { $1 } }
    let line: [String: Any] = ["event": "save", "by": "owner", "objects": objects]
    return String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
  }

  @Test func whatAJournalHoldsIsShownAsText() throws {
    let scratch = try Scratch()
    var dice = Dice(12)
    let lines = try (0..<max(HostileText.count / 200, 60)).map { number in
      try Self.command(number, HostileText.texts(3, &dice).map { $0.isEmpty ? "a" : $0 })
    }
    try scratch.write(lines.joined(separator: "\n") + "\n", to: "lines")
    let saved = try scratch.run(
      "health-journal init --time-zone UTC > /dev/null; health-journal append < lines | grep -c uuids"
    )
    #expect(
      Int(saved.output.filter(\.isNumber)) ?? 0 > lines.count / 2, "\(saved.errors.prefix(600))")
    let forms = Format.names.map { " --format \($0) --all-columns" } + ["", " --width 40"]
    let views = [
      "latest", "daily --sources separate", "samples", "workouts", "sources", "log", "days",
      "clocks", "find a",
      "history --daily stepCount 2026-03-01", "check", "changes", "statistics", "compare",
    ]
    let others = [
      "samples --explain", "export fhir", "export omh", "report -o -", "workouts --format ics",
      "doctor", "status", "audit", "push http://localhost:1/ --dry-run",
      "watch --since 0 --count 3",
      "imports", "chart stepCount --per source", "diff 1 now", "man latest",
    ]
    for call in views.flatMap({ view in forms.map { view + $0 } }) + others {
      let outcome = try scratch.run("health-journal \(call)")
      let output = outcome.output.replacing("\r\n", with: "\n")
      let allowed: Set<Unicode.Scalar> =
        call.contains("csv") ? ["\t", "\r"] : call.contains("tsv") ? ["\t"] : []
      #expect(Self.obeyed(output).filter { !allowed.contains($0) } == [], "\(call)")
      #expect(Self.obeyed(outcome.errors) == [], "\(call)")
      #expect((0...2).contains(outcome.code), "\(call): \(outcome.errors)")
    }
  }
}
