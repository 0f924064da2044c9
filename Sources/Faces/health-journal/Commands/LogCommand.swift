import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import JournalFile

/// The command `log`: the events of the journal.
struct LogCommand: CommandOptions {
  var kinds: Set<EventKind>?
  var sources: [String] = []
  var lines: ClosedRange<UInt64>?
  var showsImportedLines = false

  static let declared: [DeclaredOption<Self>] =
    shared(Option.view)
    + [
      .value(
        \.kinds,
        Option(
          "event", "KIND", "only events of this kind: save, delete, …", isRepeatable: true,
          choices: EventKind.allCases.map(\.name))
      ) { input, option in
        let names = try input.values.list(option)
        return Set(try names.map { try EventKind.allCases.one(named: $0, "event", by: \.name) })
      },
      .value(\.sources, .source) { $0.values.all($1) },
      .shared(.recordedFrom), .shared(.recordedTo), .shared(.on), .shared(.period),
      .shared(.last),
      .value(\.lines, "seq", "A..B", "only lines A to B; or A.., ..B, A") {
        try sequences($0.values[$1] ?? "")
      },
      .flag(\.showsImportedLines, "lines", "also show each line that an import appended"),
    ]
    + shared(.limit, .sort, .timeZone)

  static let page = command(
    name: "log", group: .audit, summary: "show the events, the newest first",
    details: """
      Shows the events, one per row. The field `summary` has types and counts, but never a value;
      `history` shows the content of an object. --source is the source that asked for the event.

      Formats for people show the newest events first. They show an import as one row, the row of
      its receipt, which names the lines of the import. --lines, --event and --seq also show the
      other lines of an import. Formats for programs have every line, in the order of the journal.
      Times are in the journal's zone in formats for people, and in UTC in formats for programs.
      With --time-zone all times are in that zone. --from, --to and the other options of time are
      about the time of recording.

      Examples

        health-journal log --limit 20
        health-journal log --event delete --from 2026-01-01
        health-journal log --seq 100..120 --format ndjson

      Fields

        seq, at, by, event, summary
      """
  ) { options, arguments, console in
    var opened = try OpenedJournal(arguments, console)
    let filter = try options.filter(&opened.request)
    let isForPeople = try Console.format(arguments).isForPeople
    let table =
      isForPeople
      ? try LogTable.newestFirst(
        of: opened.request.journal, filter: filter,
        foldingImports: !options.showsImportedLines && options.kinds == nil
          && options.lines == nil)
      : try LogTable.table(of: opened.request.journal, filter: filter)
    return try console.show(
      opened.request.timed(table), arguments,
      nothing: LogTable.nothing(of: filter, in: opened.request.journal))
  }

  private func filter(_ request: inout ViewRequest) throws -> LogTable.Filter {
    var filter = LogTable.Filter()
    filter.kinds = kinds
    filter.by = sources
    (filter.from, filter.to) = try request.window()
    filter.limit = try request.limitUnlessSorted()
    if let lines {
      (filter.firstSequence, filter.lastSequence) = (lines.lowerBound, lines.upperBound)
    }
    return filter
  }

  private static func sequences(_ text: String) throws -> ClosedRange<UInt64> {
    guard let dots = text.place(of: "..") else {
      guard let one = UInt64(text), one > 0 else { throw badSequences(text) }
      return one...one
    }
    let (head, tail) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard let first = head.isEmpty ? 1 : UInt64(head), first > 0,
      let last = tail.isEmpty ? UInt64.max : UInt64(tail), first <= last
    else { throw badSequences(text) }
    return first...last
  }

  private static func badSequences(_ text: String) -> Failure {
    .usage("--seq takes a line or a range, such as 100..120, not '\(text)'")
  }
}
