import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import JournalFile

/// `log`: the events themselves.
enum LogCommand {
  private static let event = Option(
    "event", "KIND", "only this kind: save, delete, …", isRepeatable: true,
    choices: EventKind.allCases.map(\.name))
  private static let by = Option(
    "by", "SOURCE", "only what this source asked", isRepeatable: true)
  private static let from = Option("from", "TIME", "recorded then or later")
  private static let to = Option("to", "TIME", "recorded before then")
  private static let seq = Option("seq", "A..B", "from line A to line B; A.., ..B, A")
  private static let lines = Option("lines", nil, "each line that an import appended, too")

  static let page = CommandPage(
    name: "log", group: .audit, summary: "the events, the newest first",
    options: Option.view + [
      event, by, .source, from, to, .on, .period, .last, seq, lines,
      .limit, .timeZone,
    ],
    rules: .window,
    details: """
      The summary names types and counts, never a value; `history` shows what an object said. --source
      is another word for --by.

      People see the newest events first, and an import as one row, its receipt's; --lines, --event and --seq
      show the lines that it appended too. The formats for programs show every line, in the order of the journal.

        health-journal log --limit 20
        health-journal log --event delete --from 2026-01-01
        health-journal log --seq 100..120
      """
  ) { arguments, console in
    var opened = try OpenedJournal(arguments, console)
    let filter = try filter(arguments, &opened)
    let isForPeople = try Console.format(arguments).isForPeople
    let table =
      isForPeople
      ? LogTable.newestFirst(
        of: opened.request.journal, filter: filter,
        foldingImports: ![lines, event, seq].contains { arguments.has($0) })
      : LogTable.table(of: opened.request.journal, filter: filter)
    return try console.show(opened.request.timed(table), arguments)
  }

  static func filter(
    _ arguments: Arguments, _ opened: inout OpenedJournal
  ) throws -> LogTable.Filter {
    var filter = LogTable.Filter()
    let names = try arguments.values.list(event)
    if !names.isEmpty {
      filter.kinds = Set(
        try names.map { try EventKind.allCases.one(named: $0, "event", by: \.name) })
    }
    filter.by = arguments.all(by) + arguments.all(.source)
    (filter.from, filter.to) = try opened.request.window()
    filter.limit = try arguments.values.whole(.limit, least: 1)
    if let text = arguments[seq] {
      (filter.firstSequence, filter.lastSequence) = try sequences(text)
    }
    return filter
  }

  private static func sequences(_ text: String) throws -> (UInt64, UInt64) {
    guard let dots = text.place(of: "..") else {
      guard let one = UInt64(text), one > 0 else { throw badSequences(text) }
      return (one, one)
    }
    let (head, tail) = (text[..<dots.lowerBound], text[dots.upperBound...])
    guard let first = head.isEmpty ? 1 : UInt64(head), first > 0,
      let last = tail.isEmpty ? UInt64.max : UInt64(tail), first <= last
    else { throw badSequences(text) }
    return (first, last)
  }

  private static func badSequences(_ text: String) -> Failure {
    .usage("--seq takes a line or a range, as 100..120, not '\(text)'")
  }
}
