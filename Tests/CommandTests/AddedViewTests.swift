import Foundation
import HealthViews
import Testing

@testable import health_journal

/// A view that only this test has: what one value gives, without a word of it anywhere else.
@Suite struct AddedViewTests {
  private struct MadeOptions: ViewOptions {
    var times = 1
    var isLoud = false

    static let times = Option("times", "N", "how often")
    static let loud = Option("loud", nil, "in capitals")
    static let declared: [DeclaredOption<Self>] = [
      .value(\.times, times) { request, option in
        try request.values.whole(option, least: 1) ?? 1
      },
      .flag(\.isLoud, loud), .shared(.limit), .shared(.sort),
    ]
    static let rules: [OptionRule] = [.excludes(loud, [times])]
  }

  private static let made = View(
    "made", summary: "a view of this test", options: MadeOptions.self, details: "It is made up.",
    reads: .asked,
    forms: [View.Form("", [Column(.object, tellsApart: true), Column("line", .number, unit: "s")])]
  ) { request, options in
    let columns = [Column(.object, tellsApart: true), Column("line", .number, unit: "s")]
    let word = options.isLoud ? "ROW" : "row"
    let rows = (0..<options.times).map { [Cell.text("\(word) \($0)"), .whole($0)] }
    return Table(columns: columns, rows: rows).limited(to: try request.limitUnlessSorted())
  }

  private static let catalogue = Catalogue(makers: Views.makers + [{ made }])

  /// Runs a command on a journal of its own and gives what it wrote to `out`.
  private static func run(_ command: String, _ words: [String], in scratch: Scratch) throws
    -> ExitCode
  {
    let page = try #require(catalogue.page(command))
    let journal = scratch.url.appending(path: Scratch.journal).path
    let arguments = try Arguments(words + ["--journal", journal], page)
    var console = Console()
    return try page.run(arguments, &console)
  }

  private static func journal() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone Europe/Paris")
    return scratch
  }

  @Test func helpKnowsIt() throws {
    #expect(HelpCommand.overview(Self.catalogue).contains("  made        a view of this test"))
    let page = try #require(Self.catalogue.page("made"))
    #expect(HelpCommand.text(page).contains("--times N"))
    #expect(Self.catalogue.page("export").map(HelpCommand.text)?.contains("made.") == true)
    for command in ["export", "diff", "push"] {
      let options = try #require(Self.catalogue.page(command)).options.map(\.name)
      #expect(options.contains("times") && options.contains("loud"), "\(command)")
    }
  }

  @Test func assistantsHaveIt() {
    let tools = MCPTools(of: Views.all + [Self.made]).all
    let tool = tools.first { $0.name == "made" }
    #expect(tool?.description == "a view of this test")
    #expect(tool?.options.map(\.name).contains("times") == true)
    let offered = Views.all.filter { $0.tool != .withheld }.map(\.name)
    #expect(Set(offered).isSubset(of: tools.map(\.name)))
    #expect(Views.all.filter { $0.tool == .withheld }.map(\.name) == ["days", "samples"])
  }

  @Test func everyFormatWritesIt() throws {
    let scratch = try Self.journal()
    let file = scratch.url.appending(path: "made.csv").path
    let code = try Self.run(
      "export", ["made", "--times", "3", "--sort", "-line", "--limit", "2", "-o", file],
      in: scratch)
    #expect(code == .done)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isNewline)
    #expect(lines == ["uuid,line", "row 2,2", "row 1,1"])
  }

  @Test func itsRulesHoldWhereverItIsNamed() throws {
    let scratch = try Self.journal()
    for words in [["made"], ["export", "made"], ["diff", "1", "now", "made"]] {
      #expect(throws: OptionProblem.self) {
        try Self.run(
          words[0], Array(words.dropFirst()) + ["--loud", "--times", "2"], in: scratch)
      }
    }
  }

  @Test func itIsComparedWithItself() throws {
    let scratch = try Self.journal()
    #expect(try Self.run("diff", ["1", "now", "made", "--times", "2"], in: scratch) == .no)
  }
}
