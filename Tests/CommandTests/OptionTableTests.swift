import Foundation
import HealthViews
import TestSupport
import Testing

@testable import health_journal

/// Options that have one name and one meaning in all commands, and the commands that take them.
///
/// `RECORD_MANUAL=1 swift test --filter OptionTableTests` writes `Fixtures/options.md` anew.
@Suite struct OptionTableTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_MANUAL"] == "1"
  private static let page = Project.root.appending(path: "Fixtures/options.md")
  private static let options: [Option] = [
    .period, .last, .on, .source, .unit, .timeZone, .limit, .sort, .columns,
  ]

  /// Some commands and the reason why they do not take some of the options; no options: all that
  /// they do not take.
  private struct Hole {
    let commands: [String]
    let options: [Option]
    let reason: String

    init(_ commands: String, _ options: [Option] = [], because reason: String) {
      self.commands = commands.split(separator: " ").map { String($0) }
      self.options = options
      self.reason = reason
    }

    /// Whether it is about a command and an option.
    func isAbout(_ command: String, _ option: Option) -> Bool {
      commands.contains(command) && (options.isEmpty || options.contains { $0.name == option.name })
    }
  }

  private static let holes: [Hole] = [
    Hole(
      "init configure authorize declare",
      because: "it writes settings or decisions; its options say which"),
    Hole(
      "save correct note revert undo redo workout swim run append",
      because: "it writes what happened; a time without an offset is one of the journal's zone"),
    Hole(
      "delete dedupe erase import", [.unit, .timeZone, .limit, .sort, .columns],
      because: "it writes, and answers with what became of all; its days are the journal's own"),
    Hole(
      "audit checkpoint witness replay backup restore doctor",
      because: "it looks at the whole file, and answers with what it found"),
    Hole("status", because: "it has one row, about the whole file"),
    Hole("mcp browse help man completions", because: "it shows no rows"),
    Hole(
      "types", [.period, .last, .on, .source, .unit, .timeZone],
      because: "it lists types, which have no time"),
    Hole(
      "changes", [.period, .last, .on, .source, .unit, .sort],
      because:
        "it begins after a line (--since); its rows come in the order of the lines, so that the "
        + "next call can go on"),
    Hole("watch", because: "each row is written when it happens"),
    Hole(
      "show", [.period, .last, .on, .source, .unit, .sort],
      because: "it is about lines and objects that the words name, and has each as it was saved"),
    Hole("history", [.period, .last, .on, .source], because: "it is about one object, or one day"),
    Hole("log imports", [.unit], because: "it shows no quantity"),
    Hole("imports", [.source], because: "an import is the owner's; the file names the sources"),
    Hole(
      "authorizations", [.period, .last, .on, .unit],
      because: "a decision holds until the next one; --as-of shows those of another moment"),
    Hole(
      "trends", [.period, .last],
      because: "its periods have fixed lengths; --on says where they end"),
    Hole(
      "profile", [.period, .last, .source, .unit, .limit, .sort],
      because: "it has one row, of one day; --mass-unit and --height-unit are its units"),
    Hole("summary day", [.unit], because: "its rows are of many types, which no single unit fits"),
    Hole("day", [.period, .last], because: "it shows one day, which --on names"),
    Hole("sleep", [.unit], because: "its figures are times"),
    Hole(
      "ecg rings routes", [.unit],
      because: "its fields have units of their own, which programs rely on"),
    Hole("days", [.unit], because: "its columns are of many types, which no single unit fits"),
    Hole("clocks sources find objects notes", [.unit], because: "it shows no figure in a unit"),
    Hole("chart", [.limit, .sort], because: "its bins fill the width, in the order of time"),
    Hole(
      "check", [.unit, .limit, .sort],
      because: "it shows values as they were saved, the gravest first; --examples says how many"),
    Hole(
      "report", [.source, .unit, .limit, .sort, .columns],
      because: "a page has fixed sections, with the figures and units of the views"),
  ]

  private static func takes(_ page: CommandPage, _ option: Option) -> Bool {
    page.allOptions.contains { $0.name == option.name }
  }

  /// The reasons that a command does not take an option, by their numbers from 1 on.
  private static func reasons(_ page: CommandPage, _ option: Option) -> [Int] {
    holes.indices.filter { holes[$0].isAbout(page.name, option) }.map { $0 + 1 }
  }

  @Test(arguments: Catalogue().pages.map(\.name)) func holesHaveAReason(_ name: String) throws {
    let page = try #require(Catalogue().page(name))
    for option in Self.options where !Self.takes(page, option) {
      #expect(Self.reasons(page, option).count == 1, "\(name) has no --\(option.name)")
    }
  }

  @Test func reasonsAreOfHoles() throws {
    for hole in Self.holes {
      for name in hole.commands {
        let page = try #require(Catalogue().page(name), "\(name)")
        for option in hole.options {
          #expect(!Self.takes(page, option), "\(name) takes --\(option.name)")
        }
        #expect(!Self.options.allSatisfy { Self.takes(page, $0) }, "\(name)")
      }
    }
  }

  @Test func theTableIsWhatCommandsDeclare() throws {
    let names = Self.options.map { "`--\($0.name)`" }.joined(separator: " | ")
    var lines = ["| command | \(names) |"]
    lines.append("|---" + String(repeating: "|---", count: Self.options.count) + "|")
    let pages = Catalogue().pages
    for page in CommandPage.Group.allCases.flatMap({ group in pages.filter { $0.group == group } })
    {
      let cells = Self.options.map { option in
        Self.takes(page, option) ? "x" : "\(Self.reasons(page, option).first ?? 0)"
      }
      lines.append("| \(page.name) | " + cells.joined(separator: " | ") + " |")
    }
    lines += ["", "x: the command takes it. A number is the reason why it does not:", ""]
    lines += Self.holes.enumerated().map { "\($0.offset + 1). \($0.element.reason)" }
    let text = lines.joined(separator: "\n") + "\n"
    if Self.isRecording { try Data(text.utf8).write(to: Self.page) }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
  }

  /// `--day` was the name of `--on` in two commands.
  @Test func oldNamesAreTakenAndNotListed() throws {
    for name in ["daily", "energy", "samples"] {
      let page = try #require(Catalogue().page(name))
      #expect(!page.allOptions.contains { $0.name == "day" })
      let arguments = try Arguments(["--day", "2026-03-01"], page)
      #expect(arguments.values[.on] == "2026-03-01")
      #expect(throws: OptionProblem.self) {
        try Arguments(["--day", "2026-03-01", "--on", "2026-03-02"], page)
      }
    }
    #expect(throws: OptionProblem.self) {
      try Arguments(["--day", "2026-03-01"], try #require(Catalogue().page("status")))
    }
  }
}
