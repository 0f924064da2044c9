import ByteTools
import Foundation
import HealthExport
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing

@testable import health_journal

/// Every view in all its forms at four widths: no line is wider, and no row takes two lines that
/// has a place in one.
@Suite struct ViewWidthTests {
  static let widths = [60, 80, 100, 160]

  /// A week of an export with what it has nothing of from other exports; and where they are there,
  /// two exports of a person.
  private static let folder: (scratch: Scratch, journals: [String])? = {
    guard let scratch = try? Scratch() else { return nil }
    let own = [
      "demo/export.xml", "import/apple_health_export", "import/apple-health/pool-swim.xml",
    ].map { "\(Project.fixtures.path)/\($0)" }
    let real = RealExports.arePresent ? [RealExports.steps, RealExports.workouts] : []
    let journals = [own] + real.map { [$0] }
    let script = journals.enumerated().map { number, files in
      "export HEALTH_JOURNAL=$DIR/\(number).journal; health-journal init --time-zone Europe/Paris; "
        + files.map { "health-journal import '\($0)'; " }.joined()
        + "health-journal note 'flu since the evening' --on 2026-03-02 --tag sick; "
        + "health-journal authorize com.example.app --read stepCount"
    }
    _ = try? scratch.run(script.joined(separator: "\n"))
    return (scratch, journals.indices.map { "\($0)" })
  }()

  /// A table as a person sees it, of each form of each view that has rows in a journal.
  private struct Shown {
    let call: String
    let table: Table
    let rows: Int
    let options: ExportOptions
  }

  /// What a view shows of these journals: of the past, and of one object where it wants one.
  private static func words(_ view: View, _ form: String) -> [String] {
    let options = form.split(separator: " ").map { String($0) }
    switch view.name {
    case "energy": return options + ["--on", "2026-03-02"]
    case "profile", "trends": return options + ["--on", "2026-03-07"]
    case "compare", "summary": return options + ["--period", "2026-03"]
    case "find": return options + ["watch"]
    case "latest" where form.contains("--explain"): return options + ["stepCount"]
    case "daily" where form.contains("--explain"): return options + ["steps", "--on", "2026-03-02"]
    default: return options
    }
  }

  private static func shown(_ journal: String) throws -> [Shown] {
    let scratch = try #require(folder?.scratch)
    var options = Journal.ReadOptions()
    options.now = Timestamp(rfc3339: "2026-03-08T12:00:00Z")?.instant
    let whole = try Journal(at: scratch.path(journal + ".journal"))
      .read(OptionValues(command: "latest"), options)
    var all: [Shown] = []
    for view in Views.all {
      for form in view.forms() where !form.options.contains("--uuid") {
        let words = words(view, form.options)
        guard let arguments = try? Arguments(words, view.page) else { continue }
        var request = whole.with(arguments.values)
        request.isForPeople = true
        let table = try view.table(&request)
        let presentation = table.presentation ?? Presentation()
        var options = ExportOptions()
        options.units = ReaderUnits(request.journal.tables)
        let laidOut = presentation.isTransposed ? try table.transposed(options) : table
        var shown = try laidOut.arranged(by: arguments.values)
        if presentation.hidesEmptyColumns { shown = try shown.withoutEmptyColumns() }
        // As many as a screen has, but a whole column of texts to be measured.
        let rows = try shown.allRows().prefix(60)
        guard !rows.isEmpty else { continue }
        all.append(
          Shown(
            call: ([view.name] + words).joined(separator: " "),
            table: Table(columns: shown.columns, rows: Array(rows)), rows: rows.count,
            options: options))
      }
    }
    return all
  }

  /// The lines of a table in a width, headings apart: they are bold.
  private static func lines(
    _ shown: Shown, _ table: Table, _ width: Int
  ) throws -> (headings: Int, rows: [String], all: [String]) {
    var options = shown.options
    (options.width, options.isColored) = (width, true)
    var sink = CollectingSink()
    try Format.text.write(table, to: &sink, options: options)
    let lines = String(decoding: sink.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let body = lines.prefix { !$0.isEmpty }
    let headings = body.prefix { $0.contains("\u{1B}[1m") }
    return (headings.count, Array(body.dropFirst(headings.count)), lines)
  }

  /// The columns that stay to the end, none of which holds prose; nil: one does, or a list stands
  /// below the rows.
  private static func keys(_ shown: Shown) throws -> Table? {
    let rows = try shown.table.allRows()
    // The unit of a row is in its cells.
    let places = shown.table.columns.indices.filter {
      let column = shown.table.columns[$0]
      return (column.rank == .key || column.role == .unit) && !column.isHidden
    }
    let isProse = places.contains { place in
      rows.contains { if case .text(let text) = $0[place] { text.count > 40 } else { false } }
    }
    guard !isProse, !shown.table.columns.contains(where: { $0.kind == .list }) else { return nil }
    return Table(
      columns: places.map { shown.table.columns[$0] },
      rows: rows.map { row in places.map { row[$0] } })
  }

  @Test(arguments: widths) func everyViewHasItsPlace(_ width: Int) throws {
    var seen: Set<String> = []
    for journal in try #require(Self.folder).journals {
      for shown in try Self.shown(journal) {
        seen.insert(String(shown.call.prefix { $0 != " " }))
        let lines = try Self.lines(shown, shown.table, width)
        for line in lines.all {
          let bare = line.replacing(/\x{1B}\[[0-9;]*m/, with: "")
          #expect(TerminalText.width(bare) <= width, "\(journal): \(shown.call): \(bare)")
        }
        guard lines.rows.count > shown.rows, let keys = try Self.keys(shown) else { continue }
        let least = try Self.lines(shown, keys, width)
        #expect(
          least.rows.count > shown.rows,
          "\(journal): \(shown.call) at \(width): \(lines.rows.joined(separator: "\n"))")
      }
    }
    #expect(Set(Views.all.map(\.name)).subtracting(seen) == [], "views without rows here")
  }

  /// What people can read of it: each view in each form at each width.
  @Test(arguments: widths) func everyViewIsInTheTranscript(_ width: Int) throws {
    let file = Program.fixtures.appending(path: "general/width-\(width).txt")
    let calls = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("$ health-journal") }
    for view in Views.all {
      for form in view.forms() {
        let own = calls.filter {
          $0.hasPrefix("$ health-journal \(view.name) ")
            && (form.options.isEmpty || $0.contains(form.options))
            && $0.contains("--width \(width)")
        }
        #expect(!own.isEmpty, "\(view.name)\(form.options) is not in \(file.lastPathComponent)")
      }
    }
  }
}
