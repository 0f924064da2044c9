import ByteTools
import Foundation
import TestSupport
import Testing

/// What a person sees at a terminal: its width, colours, a pager.
@Suite(.enabled(if: Python.isPresent)) struct TerminalTests {
  /// A journal of a week.
  private static let scratch: Scratch? = {
    guard let scratch = try? Scratch() else { return nil }
    _ = try? scratch.run(
      "health-journal init --time-zone Europe/Paris; health-journal append < $FIXTURES/week.ndjson")
    return scratch
  }()

  /// What a line of shell shows at a terminal of so many columns, and its exit code.
  private func shown(
    _ line: String, columns: Int = 80, _ variables: [String: String] = [:]
  ) throws -> (code: Int32, text: String) {
    let scratch = try #require(Self.scratch)
    var environment = scratch.environment.merging(["TERM": "xterm"]) { $1 }
    environment.merge(variables) { $1 }
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let (code, text) = try Python.result(
      of: [folder.appending(path: "terminal.py").path, String(columns), line],
      environment: environment)
    return (code, text)
  }

  @Test func linesFitTheTerminal() throws {
    let plain = ["NO_COLOR": "1", "PAGER": ""]
    let narrow = try shown("health-journal latest", columns: 50, plain)
    #expect(narrow.text == (try Self.scratch?.run("health-journal latest --width 50").output))
    #expect(narrow.text.contains("not shown: "))
    let told = try shown("COLUMNS=60 health-journal latest", columns: 50, plain)
    #expect(told.text == (try Self.scratch?.run("health-journal latest --width 60").output))
    #expect(narrow.text != told.text)
  }

  /// Pages of help and rows that come one by one too; in a pipe they are as wide as they are.
  @Test(arguments: [
    "help", "help chart", "help times", "daily --help", "watch --since 0 --count 5", "",
  ]) func soDoHelpAndWatch(_ call: String) throws {
    let plain = ["NO_COLOR": "1", "PAGER": ""]
    let text = try shown("health-journal \(call) 2>/dev/null", columns: 50, plain).text
    let lines = text.split(separator: "\n")
    #expect(lines.count > 4 && lines.allSatisfy { TerminalText.width(String($0)) <= 50 })
    let piped = try shown("health-journal \(call) 2>/dev/null | cat", columns: 50, plain).text
    #expect(piped == (try Self.scratch?.run("health-journal \(call)").output))
    #expect(piped != text && piped.split(separator: "\n").contains { $0.count > 50 })
  }

  @Test func coloursAreForTerminalsAlone() throws {
    let escape = "\u{1B}["
    let quiet = ["PAGER": ""]
    #expect(try shown("health-journal latest", quiet).text.contains(escape + "1m"))
    for line in [
      "health-journal latest --color never", "NO_COLOR=1 health-journal latest",
      "TERM=dumb health-journal latest", "health-journal latest | cat",
      "health-journal latest --format json", "health-journal latest --format markdown",
    ] {
      #expect(try !shown(line, quiet).text.contains(escape), "\(line)")
    }
    #expect(try shown("health-journal latest --color always | cat", quiet).text.contains(escape))
    let chart = "health-journal chart steps heartRate"
    #expect(try shown(chart, quiet).text.contains(escape + "38;5;"))
    let bare = try shown("NO_COLOR=1 \(chart)", quiet).text
    #expect(try !bare.contains(escape) && shown("\(chart) --color never", quiet).text == bare)
  }

  @Test func aPagerShowsWhatIsRead() throws {
    let pager = ["PAGER": "sed s/^/paged:/", "NO_COLOR": "1"]
    let text = try shown("health-journal daily", pager)
    #expect(text.code == 0)
    #expect(text.text.split(separator: "\n").allSatisfy { $0.hasPrefix("paged:") })
    for line in [
      "health-journal daily --pager never", "health-journal daily | cat",
      "HEALTH_JOURNAL_PAGER= health-journal daily", "TERM=dumb health-journal daily",
      "health-journal configure --time-zone Europe/Paris", "health-journal latest --type nonsense",
    ] {
      #expect(try !shown(line, pager).text.contains("paged:"), "\(line)")
    }
    #expect(
      try shown("health-journal daily --pager 'sed s/^/own:/'", pager).text.hasPrefix("own:"))
  }

  /// A program that somebody else may have named in the config file is not started.
  @Test(arguments: [("600", true), ("644", true), ("664", true), ("666", false), ("602", false)])
  func aPagerOfOthersIsNotStarted(_ mode: String, _ isStarted: Bool) throws {
    let scratch = try #require(Self.scratch)
    let config = "config-\(mode)"
    try scratch.write("pager = sed s/^/paged:/\n", to: config)
    _ = try scratch.run("chmod \(mode) \(config)")
    let variables = [
      "HEALTH_JOURNAL_CONFIG": scratch.path(config), "NO_COLOR": "1", "PAGER": "",
    ]
    let text = try shown("health-journal daily", variables)
    #expect(text.code == 0)
    let rows = text.text.split(separator: "\n").filter { $0.hasPrefix("paged:") }
    #expect((rows.count > 2) == isStarted, "\(text.text)")
    #expect(text.text.contains("is not started: others may write to") != isStarted)
    let doctor = try scratch.run(
      "HEALTH_JOURNAL_CONFIG=\(config) health-journal doctor --format csv | grep ^config")
    #expect(doctor.output.hasPrefix(isStarted ? "config,good" : "config,problem"), "\(doctor)")
    // One that the command line names is the person's own.
    let own = try shown("health-journal daily --pager 'sed s/^/own:/'", variables)
    #expect(own.text.hasPrefix("own:"), "\(own.text)")
  }

  @Test(arguments: ["nosuchpager", "no/such/pager -R"])
  func withoutItsPagerTheAnswerIsShown(_ pager: String) throws {
    let shown = try shown("health-journal daily", ["PAGER": pager, "NO_COLOR": "1"])
    let plain = try self.shown("health-journal daily --pager never", ["NO_COLOR": "1"])
    #expect(shown.code == 0 && shown.text.contains("the pager '\(pager)' is not there"))
    #expect(shown.text.hasSuffix(plain.text) && plain.text.count > 100)
  }

  /// Given a terminal and no --yes, then `erase` says what would go and asks; only `yes` goes on.
  @Test func erasingAsksFirst() throws {
    let scratch = try Scratch()
    let save = "health-journal init --time-zone UTC; health-journal save weight 70 kg; "
    _ = try scratch.run(save + "health-journal save weight 71 kg")
    func answer(_ word: String, _ line: String) throws -> (code: Int32, text: String) {
      try scratch.answer(word, line)
    }
    let erase = "health-journal erase --line 2 --reason asked"
    let before = try scratch.run("health-journal log").output
    for word in ["no", "", "Yes", "y", "yes "] {
      let refused = try answer(word, erase)
      #expect(refused.code == 2 && refused.text.contains("nothing was erased"), "\(word)")
      #expect(refused.text.contains("this would take 1 object"), "\(refused.text)")
    }
    // Where nobody is at the terminal, or nobody sees the question, nobody is asked.
    for line in [erase + " < /dev/null", erase + " 2> $HOME/errors"] {
      let told = try answer("yes", line)
      #expect(told.code == 2 && !told.text.contains("(yes)"), "\(told.text)")
    }
    #expect(try scratch.run("health-journal log").output == before)
    let done = try answer("yes", erase)
    #expect(done.code == 0 && done.text.contains("took 1 object"), "\(done.text)")
    #expect(try scratch.run("health-journal audit").output.contains("1 erased"))
  }

  /// More than twenty objects are asked about at a terminal, with their types; a script goes on.
  @Test func deletingManyAsksFirst() throws {
    let scratch = try Scratch()
    let saves = (0..<21).map { day in
      "health-journal save \(day < 2 ? "height 1.8 m" : "weight 70 kg") --start 2026-01-\(10 + day)"
    }
    _ = try scratch.run((["health-journal init --time-zone UTC"] + saves).joined(separator: "; "))
    _ = try scratch.run("cp -r \(Scratch.journal) kept")
    let all = "health-journal delete --where all"
    let before = try scratch.run("health-journal log").output
    for word in ["no", "", "y"] {
      let told = try scratch.answer(word, all)
      #expect(told.code == 2 && told.text.contains("nothing was deleted"), "\(word): \(told)")
      let question = "this would delete 21 objects (19 of body mass, 2 of height)"
      #expect(told.text.contains(question), "\(told.text)")
    }
    #expect(try scratch.run("health-journal log").output == before)
    // Twenty are not asked about, nor is one by its uuid, nor what is only counted.
    for line in ["\(all) --dry-run", "\(all) --to 2026-01-30 --dry-run"] {
      #expect(try scratch.answer("no", line).code == 0)
    }
    #expect(try scratch.answer("no", "\(all) --to 2026-01-30 --journal kept").code == 0)
    let done = try scratch.answer("yes", all)
    #expect(done.code == 0 && done.text.contains("deleted 21 objects in line 23"), "\(done)")
    #expect(try scratch.run("\(all) --journal kept").code <= 1)
  }

  /// A clock that leaps is asked about; only `yes` goes on.
  @Test func aLeapOfTheClockIsAskedAbout() throws {
    let scratch = try Scratch()
    try scratch.write(try ClockTests.journal(days: -3_000), toJournal: "old")
    let save = "health-journal save weight 70 kg --journal old"
    for word in ["no", "", "Yes"] {
      let told = try scratch.answer(word, save)
      #expect(told.code == 2 && told.text.contains("3000 days after the last line"), "\(told)")
    }
    #expect(try scratch.run("wc -l < old/events.ndjson").output == "2\n")
    #expect(try scratch.answer("yes", save).code == 0)
    #expect(try scratch.run("wc -l < old/events.ndjson").output == "3\n")
  }

  /// The exit code is that of the command, what is said beside the rows comes after them, and a
  /// reader who leaves is no failure.
  @Test func leavingThePagerIsNoFailure() throws {
    let pager = ["PAGER": "cat", "HEALTH_JOURNAL_PAGER": "sed s/^/paged:/", "NO_COLOR": "1"]
    let energy = try shown("health-journal energy --day 2020-01-01", pager)
    #expect(energy.code == 1)
    let lines = energy.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("paged:") == true)
    #expect(lines.last?.hasPrefix("health-journal: nothing is known") == true)
    let left = try shown(
      "health-journal samples --format json --pager 'exec true'", pager)
    #expect(left.code == 0 && left.text.isEmpty)
  }
}

extension Scratch {
  /// Runs a line at a terminal, and answers its question.
  fileprivate func answer(_ word: String, _ line: String) throws -> (code: Int32, text: String) {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "answer_on_terminal.py")
    let (code, text) = try Python.result(
      of: [script.path, word, "cd \"$DIR\" && " + line], environment: environment)
    return (code, text)
  }
}
