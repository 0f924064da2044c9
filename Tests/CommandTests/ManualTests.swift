import Foundation
import HealthViews
import TestSupport
import Testing

@testable import health_journal

/// What `Docs/CLI.md` says of views is made from their declarations.
///
/// `RECORD_MANUAL=1 swift test --filter ManualTests` writes those parts anew.
@Suite struct ManualTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_MANUAL"] == "1"
  private static let page = Project.root.appending(path: "Docs/CLI.md")

  /// The parts of the page that are made, by what stands after `<!-- made:`.
  private static var parts: [String: [String]] {
    var parts = ["fields": fields, "other views": []]
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    for page in Catalogue().pages where Views.all.contains(where: { $0.name == page.name }) {
      let name = "options of \(page.name)"
      if text.contains("<!-- made: \(name) -->") {
        parts[name] = options(page)
      } else {
        parts["other views"]? += section(page)
      }
    }
    return parts
  }

  /// The section of a view that has none of its own yet: what its help says.
  private static func section(_ page: CommandPage) -> [String] {
    let details = page.details.components(separatedBy: "\n").map { $0.isEmpty ? "" : "    " + $0 }
    return ["", "### \(page.name)", "", page.summary + ".", ""] + details + options(page)
  }

  @Test func thePageSaysWhatTheViewsDeclare() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    var lines: [String] = []
    var seen: Set<String> = []
    var isMade = false
    for line in text.components(separatedBy: "\n") {
      if line == "<!-- end -->" { isMade = false }
      if !isMade { lines.append(line) }
      guard line.hasPrefix("<!-- made: ") else { continue }
      let name = String(line.dropFirst("<!-- made: ".count).dropLast(" -->".count))
      lines += try #require(Self.parts[name], "nothing is called '\(name)'")
      seen.insert(name)
      isMade = true
    }
    let made = lines.joined(separator: "\n")
    if Self.isRecording { try Data(made.utf8).write(to: Self.page) }
    #expect(seen == Set(Self.parts.keys))
    #expect(Self.isRecording || made == text, "run RECORD_MANUAL=1 swift test --filter ManualTests")
  }

  /// The page on times is what `help times` prints.
  @Test func thePageOfTimes() throws {
    let page = Project.root.appending(path: "Docs/TIMES.md")
    let text = "# \(TimeGrammar.title)\n\n\(TimeGrammar.text)\n"
    if Self.isRecording { try Data(text.utf8).write(to: page) }
    #expect(try String(contentsOf: page, encoding: .utf8) == text)
  }

  /// What an explanation needs beside its option.
  private static let needed = [
    "latest --explain": "--type stepCount", "daily --explain": "--type stepCount --day 2026-03-01",
    "workouts --explain": "--uuid 3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "workouts --route": "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "energy --explain": "--day 2026-03-01",
  ]

  /// Every field that a view shows is among those that it declares, in their order.
  @Test(arguments: Views.all.map(\.name)) func viewsDeclareTheirFields(_ name: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    let view = try #require(Views.all.first { $0.name == name })
    for form in view.forms() {
      let call = name + form.options
      let words = "\(call) \(Self.needed[call] ?? "") --format csv"
      let outcome = try scratch.run("health-journal " + words)
      let shown = try #require(outcome.output.split(whereSeparator: \.isNewline).first, "\(call)")
        .split(separator: ",").map { String($0) }
      let declared = form.columns.map(\.field)
      #expect(!shown.isEmpty && declared.filter(shown.contains) == shown, "\(call)")
      #expect(Set(declared).count == declared.count, "\(call)")
    }
  }

  /// The options of a command beside those that every view takes.
  private static func options(_ page: CommandPage) -> [String] {
    let common = Set(Option.view.map(\.name))
    let rows = page.options.filter { !common.contains($0.name) }.map { option in
      let value = option.value.map { " " + $0 } ?? ""
      return "| `--\(option.name)\(value)` | \(option.help) |"
    }
    return ["", "| option | means |", "|---|---|"] + rows + [""]
  }

  private static var fields: [String] {
    let rows = Views.all.flatMap { view in
      view.forms().map { form in
        "| `\(view.name)\(form.options)` | \(form.columns.map(text).joined(separator: ", ")) |"
      }
    }
    return ["", "| rows of | fields |", "|---|---|"] + rows + [""]
  }

  /// A field, with what the name does not say.
  private static func text(_ column: Column) -> String {
    let words = [column.unit, column.note].compactMap { $0 }
    return column.field + (words.isEmpty ? "" : " (\(words.joined(separator: "; ")))")
  }
}
