import Journal
import HealthProjections
import JournalFile
import ViewTables

/// `changes`: what came and what went after an anchor.
enum ChangesCommand {
  static let since = Option("since", "SEQ", "only what the lines after this one changed")
  private static let anchorFile = Option(
    "anchor-file", "FILE", "take the anchor from FILE and keep the next one there")

  static let page = CommandPage(
    name: "changes", group: .read, summary: "new objects and deleted uuids since a line",
    options: [.journal, .format] + Option.reading
      + [since, anchorFile, .type, .limit, .timeZone],
    rules: [
      .excludes(since, [anchorFile]) { _ in
        "--since and --anchor-file both name an anchor; give one"
      }
    ],
    details: """
      HealthKit's anchored query: objects of all kinds that are live now and were saved after the
      anchor, and the uuids of those that were deleted or replaced after it. Without an anchor it
      begins with the first line. The next anchor goes to standard error. --limit never splits a line:
      one that alone has more rows comes whole. With --anchor-file each call shows what is new since
      the one before; a missing file begins with the first line. Only the file tells, after a restore
      from an older copy, that the line of the anchor is another one now; --since takes any number.
      Nothing new is exit code 1.

        health-journal changes --since 120 --type heartRate --format ndjson
        health-journal changes --anchor-file steps.anchor --type stepCount
      """
  ) { arguments, console in
    var filter = ChangesTable.Filter()
    filter.types = try Inputs.types(arguments.values).map { Set($0) }
    filter.limit = try arguments.values.whole(.limit, least: 1)
    var opened = try OpenedJournal(arguments, console)
    let journal = opened.request
    let file = arguments[anchorFile].map { AnchorFile(path: $0) }
    filter.anchor = try anchor(
      file?.anchor(of: journal) ?? number(since, arguments) ?? 0, in: journal)
    let view = try ChangesTable(of: journal.journal, filter)
    let code = try console.show(
      opened.request.timed(view.table), arguments,
      nothing: "nothing new after line \(filter.anchor)")
    try file?.keep(view.next, of: journal)
    console.remark("next anchor: \(view.next)")
    return code
  }

  /// The seq that an option names.
  static func number(_ option: Option, _ arguments: Arguments) throws -> UInt64? {
    try arguments.values.whole(option).map { UInt64($0) }
  }

  /// An anchor that this journal can have.
  static func anchor(
    _ anchor: UInt64, in journal: ViewRequest
  ) throws(OptionProblem) -> UInt64 {
    try journal.require(anchor: anchor, toStartAnew: "leave out --since")
    return anchor
  }
}
