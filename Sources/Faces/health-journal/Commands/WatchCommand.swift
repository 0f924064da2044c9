import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `watch`: it shows changes when they are written.
struct WatchCommand: CommandOptions {
  var format = Format.text
  var since: UInt64?
  var types: Set<String>?
  var count = Int.max

  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder),
    .value(
      \.format,
      Option("format", "FORMAT", "text or ndjson", choices: ["text", "ndjson"])
    ) { input, _ in
      let format = try Console.format(input)
      guard [.text, .ndjson].contains(format) else {
        throw input.misused("watch writes text or ndjson, which need no end")
      }
      return format
    },
    .shared(.reader),
    .value(\.since, ChangesCommand.since) { try $0.values.whole($1).map { UInt64($0) } },
    .types(\.types),
    .value(\.count, "count", "N", "end after N changes") {
      try $0.values.whole($1, least: 1)
    },
  ]

  static let page = command(
    name: "watch", group: .read, summary: "show changes when they are written",
    details: """
      Shows changes when they are written, one line each. This is HealthKit's observer query. With
      --since it first shows the rows of `changes`. With --count N it ends after N changes, with
      exit code 0. A signal also ends it. If a line is damaged, the command names the line and
      ends with exit code 3.

      The command continues when a writer ends, is killed or starts again, and when another file
      replaces the journal's file. It reads the file five times a second. It waits until a line is
      complete. It shows a line when the line is written, a moment before the writer acknowledges
      it. If the writer removes the line (the disk is full, an import fails), a remark names the
      first line that was removed. With --as it shows only what that source may read at the time.

      Examples

        health-journal watch --since 0 --count 1
        health-journal watch --since 0 --count 1 --type stepCount --format ndjson

      Fields

        the fields of `changes`
      """, isLive: true
  ) { options, arguments, console in
    try Environment.journal(arguments).requireFolder("to watch")
    var printer = ChangePrinter(
      format: options.format, reader: arguments[.reader] ?? EventActor.owner,
      types: options.types, left: options.count)
    var follower = try begin(options.since, arguments, &printer, &console)
    while printer.left > 0 {
      try console.remark(on: try follower.poll { try printer.show($0, &console) })
      printer.forget()
      if printer.left > 0 { usleep(pause) }
    }
    return .done
  }

  /// The pause between two reads of the file, in microseconds.
  private static let pause: UInt32 = 200_000

  /// Shows the changes before now if `--since` asks for them, and returns a follower that starts
  /// after the last line.
  private static func begin(
    _ since: UInt64?, _ arguments: Arguments, _ printer: inout ChangePrinter,
    _ console: inout Console
  ) throws -> JournalFollower {
    let journal = try OpenedJournal(arguments, console).request
    printer.folder = journal.folder
    printer.origins = KnownOrigins(journal)
    let follower = try JournalFollower(
      printer.folder, journal: try journal.requiredIdentity(), after: journal.head)
    var filter = ChangesTable.Filter()
    filter.anchor = try ChangesCommand.anchor(since ?? journal.head.sequence, in: journal)
    filter.types = printer.types
    try ChangesTable(of: journal.journal, filter).forEachChange { try printer.show($0, &console) }
    return follower
  }
}

/// Prints changes one by one, up to a number.
private struct ChangePrinter {
  let format: Format
  let reader: String
  let types: Set<String>?
  /// The number of changes that are still due.
  var left: Int
  var folder = ""
  /// The origins in the `origin` lines so far.
  var origins = KnownOrigins()
  /// The facts of the journal that a line does not have, and the line up to which they were read.
  private var sight: (upTo: UInt64, ChangeSight)?

  init(format: Format, reader: String, types: Set<String>?, left: Int) {
    self.format = format
    self.reader = reader
    self.types = types
    self.left = left
  }

  /// Shows what a line changed.
  ///
  /// - Returns: whether more is due.
  mutating func show(_ entry: Entry, _ console: inout Console) throws -> Bool {
    origins.note(entry)
    for change in try changes(in: entry) { try show(change, &console) }
    return left > 0
  }

  /// Forgets the facts of the journal; the next line that needs them reads them again.
  mutating func forget() { sight = nil }

  /// Returns the changes of a line. For a reader other than the owner, and for a deletion, this
  /// needs the whole journal. To read the journal again, once for all new lines, costs less than to
  /// keep all objects in memory.
  private mutating func changes(in entry: Entry) throws -> [HealthChange] {
    let changes = HealthChange.all(in: entry)
    guard !changes.isEmpty, reader != EventActor.owner || changes.contains(where: \.isDeletion)
    else {
      return changes.filter { $0.isOf(types) }
    }
    if sight.map({ $0.upTo < entry.sequence }) ?? true {
      var values = OptionValues()
      values.add(reader, to: Option.reader.name)
      let journal = try Journal(at: folder).read(values)
      sight = (journal.head.sequence, ChangeSight(types: types, in: journal.journal))
      OpenedJournal.note(journal)
    }
    return try sight?.1.changes(in: entry) ?? []
  }

  mutating func show(_ change: HealthChange, _ console: inout Console) throws {
    guard left > 0 else { return }
    try console.write(format.line(change.row(origins), HealthChange.columns, console.options))
    left -= 1
  }
}

extension Console {
  /// Reports that lines which were shown before were removed or replaced.
  fileprivate func remark(on outcome: JournalFollower.Outcome) throws {
    switch outcome {
    case .wentOn: break
    case .cutBack(let line):
      remark(
        "the lines after \(line) were taken back by their writer and never acknowledged; what was "
          + "shown of them does not hold")
    case .replaced:
      throw Failure(
        code: .damaged, message: "there is another journal now in the place of the one watched")
    }
  }
}
