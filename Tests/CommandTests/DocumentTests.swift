import Foundation
import HealthModel
import HealthViews
import TestSupport
import Testing

/// `Docs/CLI.md` says what is there: every command, every option, examples that can be called.
@Suite struct DocumentTests {
  private static let page: String = {
    let file = Project.root.appending(path: "Docs/CLI.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The examples: lines of four columns and `$ `. Those of the topics come last, as they need what
  /// those of the commands save.
  static let examples: [String] = {
    let parts = page.components(separatedBy: "\n## Commands: ")
    return (parts.dropFirst() + parts.prefix(1)).flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix("    $ ") }.map { String($0.dropFirst(6)) }
  }()

  /// The options of a command by its help, with the dashes.
  private func options(_ command: String) throws -> [String] {
    let help = try Scratch().run("health-journal help \(command)").output
    let lines = help.components(separatedBy: "\nOptions\n").dropFirst().first ?? ""
    return lines.split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func everyCommandHasASection() throws {
    let sections = Self.page.split(separator: "\n").filter { $0.hasPrefix("### ") }
      .map { String($0.dropFirst(4)) }
    #expect(sections == TranscriptTests.commands)
  }

  @Test func everyOptionIsNamedInItsSection() throws {
    let parts = Self.page.components(separatedBy: "\n### ").dropFirst()
    let common = [
      "--journal", "--format", "--all-columns", "--columns", "--from", "--to", "--on",
      "--period", "--last", "--source",
      "--limit", "--where", "--typed", "--as-of", "--as", "--rights", "--verify", "--time-zone",
      "--day-starts",
    ]
    let views = Views.all.map(\.name) + ["check"]
    for part in parts {
      let name = String(part.prefix { $0 != "\n" })
      // The options are those of the views.
      if ["export", "diff", "push"].contains(name) { continue }
      for option in try options(name) {
        let isCommon = common.contains(option) && views.contains(name)
        let isNamed = part.contains("`\(option)`") || part.contains("`\(option) ")
        #expect(isNamed || isCommon, "\(name) \(option)")
      }
    }
  }

  @Test(arguments: examples) func exampleNamesWhatThereIs(_ example: String) throws {
    let call = example.components(separatedBy: "health-journal ").last ?? ""
    let words = call.components(separatedBy: " <")[0].split(separator: " ").map(String.init)
    if words == ["--version"] { return }
    #expect(TranscriptTests.commands.contains(words[0]), "\(example)")
    let known = try options(words[0])
    for word in words where word.hasPrefix("--") {
      #expect(known.contains(String(word.prefix { $0 != "=" })), "\(example): \(word)")
    }
  }

  /// The export of the demonstration, and the real ones that are there.
  static let exports =
    [Project.fixtures.appending(path: "demo/export.xml").path]
    + (RealExports.arePresent ? [RealExports.steps, RealExports.workouts] : [])

  /// The examples of README work, one after another, on any export: each finds something, or says
  /// where there is something.
  @Test(arguments: exports) func examplesOfTheReadmeRun(_ export: String) throws {
    let page = try String(contentsOf: Project.root.appending(path: "README.md"), encoding: .utf8)
    let examples = page.split(separator: "\n").filter { $0.hasPrefix("health-journal ") }
      .map { String($0.prefix { $0 != "#" }) }
    #expect(examples.count > 15)
    let scratch = try Scratch()
    try scratch.write("", to: "commands.ndjson")
    for example in examples {
      let outcome = try scratch.run(
        example.replacing("~/Downloads/export.zip", with: export)
          // Nobody looks at it here.
          .replacing("browse --open", with: "browse --idle 0.01"))
      let isTold =
        outcome.code == 1
        && ["the latest ", "`latest` lists", "none at any other time"]
          .contains(where: outcome.errors.contains)
      // The export has problems.
      let isFound = outcome.code == 1 && example.hasPrefix("health-journal check")
      #expect(
        outcome.code == 0 || isTold || isFound,
        "\(example): \(outcome.errors)\(outcome.output.prefix(200))")
    }
  }

  /// The examples for a terminal work, one after another, in a journal of their own.
  @Test func examplesRun() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "commands.ndjson")
    let elsewhere = [
      "Downloads", "unzip", "3F2504E0", "2026-01-01", "100..120", "yesterday --format",
      "token.txt", "11096", "health-journal imports", "export apple-health",
      "last-import", "/mnt/laptop", "--journal -", "--journal <(", "export all", "import fhir",
      "2026-W12", "--last 12w", "days --last 7d", "--workout last", "--last 6h", "--last week",
      "revert 812", "revert --to", "health-journal erase", "health-journal backup",
      "health-journal restore", "health-journal browse", "health-journal dedupe", "compare running",
      "show 812", "correct last", "workouts --splits",
    ]
    for example in Self.examples where !elsewhere.contains(where: example.contains) {
      let outcome = try scratch.run(example)
      #expect(outcome.code == 0, "\(example): \(outcome.errors)")
    }
  }
}

/// `Docs/PREDICATES.md` says what there is, and its examples find something.
@Suite struct PredicateDocumentTests {
  private static let page: String = {
    let file = Project.root.appending(path: "Docs/PREDICATES.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  static let examples = page.split(separator: "\n").filter { $0.hasPrefix("    $ ") }
    .map { String($0.dropFirst(6)) }

  /// The first and the third column of the table of key paths.
  private static let rows: [[String]] = {
    let lines = page.components(separatedBy: "## Key paths")[1].split(separator: "\n")
    return lines.filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.filter { $0 != "`" && $0 != " " } }
      return [cells[1], cells[3], cells[2]]
    }
  }()

  @Test func everyKeyPathHasItsRow() {
    #expect(Self.rows.map { $0[0] } == PredicateKeyPath.allCases.map(\.rawValue))
    #expect(Self.rows.map { $0[1] } == PredicateKeyPath.allCases.map { $0.constantName ?? "" })
    for row in Self.rows {
      for alias in row[2].split(separator: ",") {
        #expect(PredicateKeyPath.named(String(alias))?.rawValue == row[0], "\(alias)")
      }
    }
  }

  @Test func thereAreExamples() { #expect(Self.examples.count >= 12) }

  @Test(arguments: examples) func exampleFindsSomething(_ example: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      "health-journal init --time-zone Europe/Paris; health-journal append < $FIXTURES/week.ndjson")
    let outcome = try scratch.run(example)
    #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome.errors)")
  }
}
