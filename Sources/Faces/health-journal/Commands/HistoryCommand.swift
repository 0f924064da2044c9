import ByteTools
import HealthExport
import HealthModel
import HealthViews
import JournalFile

/// The command `history`: every event that changed an object.
struct HistoryCommand: CommandOptions {
  /// The type whose figures of a day are shown; nil: the events of an object.
  var type: String?

  static let daily = Option(
    "daily", "TYPE", "show the figures of this type on a DAY, not an object")
  static let goingWithDaily =
    [DailyOptions.attribute, DailyOptions.sources, .unit] + Option.calendar
  static let declared: [DeclaredOption<Self>] =
    shared(Option.view) + [.value(\.type, daily) { try Inputs.type($0.values[$1] ?? "") }]
    + shared(goingWithDaily + [.limit, .sort])
  static let rules: [OptionRule] = [.only(with: daily, goingWithDaily)]

  static let page = command(
    name: "history", group: .audit,
    summary: "show every event that changed an object or a day's figure",
    words: "UUID | LINE | --daily TYPE DAY", count: nil,
    details: """
      Shows every event of an object: the saved content, the workout or correlation that contains
      the object, and when and why the object was deleted or replaced. It shows every version of
      the object: if an import corrects an object, the import saves a newer version. The owner
      also sees the content of a deleted object. --all-columns, and formats for programs, show the
      whole object with its metadata. The first 8 digits of UUID are enough if no other uuid
      begins with them. LINE is the number of a line: it means all objects that the line saved or
      deleted; `last` is the last line. `show` has the content of a line.

      --daily TYPE with a DAY shows every figure that `daily` has had for the day, and the time
      and the event of each change. An import is one step, at the line of its receipt. If
      thousands of lines changed the day, you see the newest lines. A remark shows the number of
      lines and the --as-of for earlier lines.

      Examples

        health-journal history 3F2504E0-4F89-41D3-9A0C-0305E82C3301
        health-journal history --daily stepCount 2026-03-01

      Fields

        seq, at (UTC), by, event, what, type, start, end, value, unit, source, object (the JSON of
          the object, as it was saved), uuid (of the version that the event changed)
        with --daily: seq, at (UTC), by, event, then the fields of `daily` from source or value on
      """
  ) { options, arguments, console in
    if let type = options.type { return try figures(of: type, arguments, &console) }
    try arguments.require(words: 1...1, "UUID")
    let opened = try OpenedJournal(arguments, console)
    let journal = opened.request.journal
    let words = try ShownWord.all(arguments.words[0], in: journal)
    let uuids = try words.flatMap { try $0.objects(in: journal) }
    let name = words.count == 1 ? "\(words[0])" : "lines \(arguments.words[0])"
    guard !uuids.isEmpty else {
      throw Failure(
        code: .no, message: "\(name) has no objects; `health-journal show` shows what it has")
    }
    let table = try HistoryTable.table(of: uuids, in: journal)
      .newest(opened.request.limitUnlessSorted())
    return try console.show(table, arguments, nothing: "no event names \(name)")
  }

  /// Shows every figure that a type has had for a day.
  private static func figures(
    of type: String, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    try arguments.require(words: 1...1, "DAY")
    var opened = try OpenedJournal(arguments, console)
    try opened.request.tables.requireDetermined(type)
    let day = try Inputs.day("DAY", arguments.words[0], try opened.request.timeInput())
    let table = try DayHistory.table(
      of: type, on: day, opened.request.journal, in: try opened.context(),
      options: try DailyOptions.read(&opened.request).view)
    return try console.show(table, arguments)
  }
}

/// The command `show`: lines and objects, decoded and whole.
struct ShowCommand: CommandOptions {
  static let declared: [DeclaredOption<Self>] = shared(Option.view + [.timeZone, .limit])

  static let page = command(
    name: "show", group: .audit, summary: "show a line, or an object with its line, whole",
    words: "LINE | UUID …", count: 1...Int.max, missing: "LINE or UUID",
    details: """
      Shows lines of the journal, decoded and whole, as `git show` shows commits. LINE is the number
      of a line. The command shows the recorder, the time of recording and the event. Then it shows
      every object of the line with its type, value, time, source and metadata. If a line has no
      objects, it shows what the line states: the figures of an import, rights, settings, or the
      lines of a revert. UUID is an object: the command shows the line that saved it, and that
      object only. The first 8 digits of UUID are enough if no other uuid begins with them. `show
      last` shows the last line, and `show 7-9` the lines of a range.

      Below an object is each later line that replaced, deleted or reverted it, or that made it
      live again. `history UUID` shows these events as rows. If an import appended the line, you
      see the line of its receipt.

      Formats for programs have one row per object, or one row for a line without objects.
      `content` is the object, or what else the line states, as JSON. `later` lists the later
      lines.

      Examples

        health-journal show 812
        health-journal show 3F2504E0 --format json
        health-journal show 812 813 --as-of 2026-03-01
        health-journal show last

      Fields

        seq, at (UTC), by, event, what, uuid, type, source, import (the line of the receipt),
          content, later (seq, at, by, event, what), recorded
      """
  ) { _, arguments, console in
    try refuseNames(arguments)
    var opened = try OpenedJournal(arguments, console)
    let journal = opened.request.journal
    var lines = try ShownLines(of: journal)
    for word in try arguments.words.flatMap({ try ShownWord.all($0, in: journal) }) {
      guard try lines.add(word) else {
        throw Failure(
          code: .no,
          message: "nothing to show of \(word); the last line is \(lines.lastLine)")
      }
    }
    let limit = try opened.request.limitUnlessSorted()
    guard try Console.format(arguments) == .text, !arguments.has(.columns) else {
      return try console.show(
        try opened.request.timed(lines.table).limited(to: limit), arguments)
    }
    for (index, page) in lines.pages.prefix(limit ?? .max).enumerated() {
      if index > 0 { try console.print("") }
      try console.show(try opened.request.timed(page), as: .text)
    }
    return .done
  }

  /// Refuses the names of types, activities and days, and says which command shows them.
  private static func refuseNames(_ arguments: Arguments) throws(Failure) {
    let name = arguments.words.joined(separator: " ")
    // A number, which can be that of an activity, is a line.
    let isName = name.first?.isLetter ?? false
    let calls =
      Inputs.isDay(arguments.words[...])
      ? ["day \(name)"] : isName ? Synonyms.calls(name, among: []) : []
    if calls.isEmpty { return }
    throw .usage(
      "'\(TerminalText.escaped(name))' is not a line or a uuid; did you mean "
        + "\(calls.map { "`\($0)`" }.joined(separator: " or "))?")
  }
}

/// The command `imports`: every import, or the changes of one import.
enum ImportsCommand {
  static var page: CommandPage {
    var page = View.imports.page
    let all = page.run
    page.words = "[LINE]"
    page.count = 0...1
    page.group = .audit
    page.run = { arguments, console in
      guard let word = arguments.words.first else { return try all(arguments, &console) }
      guard let line = UInt64(word), line > 0 else {
        throw arguments.misused("LINE is the line of a receipt, not '\(word)'")
      }
      try OptionRule.refused(by: "imports LINE", Option.window).check(arguments.values)
      let opened = try OpenedJournal(arguments, console)
      let limit = try opened.request.limitUnlessSorted()
      var table = try ImportChanges.table(of: line, in: opened.request.journal).newest(limit)
      table.presentation = Presentation(nothing: "this import saved and deleted nothing")
      return try console.show(table, arguments)
    }
    return page
  }
}
