import Foundation
import HealthViews
import TestSupport
import Testing

/// `export all`: what the manifest says of the files is so, and the files are what the views'
/// commands write.
@Suite(.enabled(if: Python.isPresent)) struct AllViewsExportTests {
  private static let script = Project.root.appending(path: "Tests/CommandTests/check_export.py")
    .path

  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.run(
      """
      health-journal init --time-zone Europe/Paris && health-journal append < $FIXTURES/week.ndjson
      health-journal append < $FIXTURES/triathlon.ndjson
      health-journal import $FIXTURES/../import/apple_health_export
      health-journal authorize com.example.reader --read stepCount,heartRate
      """)
    return scratch
  }

  @Test(arguments: [
    "", " --format ndjson", " --format json", " --as-of=9", " --format csv --verify",
  ])
  func theManifestHolds(_ options: String) throws {
    let scratch = try Self.scratch()
    let outcome = try scratch.run("health-journal export all -o there\(options)")
    #expect(outcome.code == 0 && outcome.output == "", "\(outcome.errors)")
    let moment = options.contains("as-of") ? " --as-of=9" : ""
    let said = try scratch.run("python3 \(Self.script) there health-journal\(moment)")
    #expect(said.code == 0 && said.output.hasSuffix("2 absent\n"), "\(said.errors)\(said.output)")
    // The same journal gives the same bytes, whatever the time.
    _ = try scratch.run("sleep 0.01; health-journal export all -o again\(options)")
    #expect(try scratch.run("diff -r there again").code == 0)
  }

  /// Each door states by which rules its figures were made, and DECISIONS says what these are.
  @Test func receiptsStateTheVersionOfTheRules() throws {
    let scratch = try Self.scratch()
    try scratch.write(MCPTests.asked, to: "calls")
    _ = try scratch.run(
      "health-journal export all -o there; health-journal report -o page.html --sections receipt")
    let version = Views.rulesVersion
    func holds(_ file: String, _ text: String) throws -> Bool {
      try scratch.run("cat \(file)").output.contains(text)
    }
    #expect(try holds("there/manifest.json", #""rules":\#(version)"#))
    #expect(try holds("page.html", "<dt>Rules of figures</dt><dd><code>\(version)</code></dd>"))
    #expect(
      try scratch.run("health-journal mcp < calls").output.contains(#""rules":\#(version)"#))
    let decisions = try String(
      contentsOf: Project.root.appending(path: "Docs/DECISIONS.md"), encoding: .utf8)
    #expect(decisions.contains("\n| \(version) |"))
    #expect(!decisions.contains("\n| \(version + 1) |"))
  }

  /// A view that a source may not ask for is named, with the reason, and not passed over.
  @Test func whatASourceMayNotAskForIsNamed() throws {
    let scratch = try Self.scratch()
    let outcome = try scratch.run(
      "health-journal export all -o there --as com.example.reader --format csv")
    #expect(outcome.code == 1, "\(outcome.errors)")
    #expect(outcome.output.contains("workouts,nobody has decided"), "\(outcome.output)")
    let said = try scratch.run(
      "python3 \(Self.script) there health-journal --as com.example.reader")
    #expect(said.code == 0, "\(said.errors)\(said.output)")
    let never = try scratch.run("health-journal export all -o never --as com.example.never")
    #expect(never.code == 1 && !never.output.isEmpty)
    let rows = try scratch.run("tail -n +2 -q never/samples.csv never/daily.csv")
    #expect(rows.output == "")
  }

  @Test(arguments: ["text", "markdown", "gpx"]) func filesAreForPrograms(_ format: String) throws {
    let scratch = try Self.scratch()
    let outcome = try scratch.run("health-journal export all -o there --format \(format)")
    #expect(outcome.code == 2 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(try scratch.run("ls").output == "home\n")
  }
}
