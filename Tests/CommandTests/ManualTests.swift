import Foundation
import HealthViews
import TestSupport
import Testing

@testable import health_journal

/// `Docs/CLI.md` and `Docs/TIMES.md` are made from the texts of help.
///
/// `RECORD_MANUAL=1 swift test --filter ManualTests` writes them anew.
@Suite struct ManualTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_MANUAL"] == "1"

  /// Compares a page with what it is made of, or writes it.
  private func check(_ name: String, _ made: String) throws {
    let page = Project.root.appending(path: "Docs/\(name).md")
    if Self.isRecording { try Data(made.utf8).write(to: page) }
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text == made, "run RECORD_MANUAL=1 swift test --filter ManualTests")
  }

  @Test func theReferenceIsWhatHelpSays() throws {
    try check("CLI", Reference.page(Catalogue()))
  }

  @Test func thePageOfTimesIsATopic() throws {
    let text = Reference.markdown(HelpText(TimeGrammar.text))
    try check("TIMES", "# \(TimeGrammar.title)\n\n\(text)\n")
  }

  /// What an explanation needs beside its option.
  private static let needed = [
    "latest --explain": "--type stepCount", "daily --explain": "--type stepCount --day 2026-03-01",
    "workouts --explain": "--uuid 3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "workouts --route": "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "energy --explain": "--day 2026-03-01", "compare --tag": "sick",
    "compare --workout": "running", "authorizations --preview": "owner",
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
}
