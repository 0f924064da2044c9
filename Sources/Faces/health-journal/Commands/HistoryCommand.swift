import HealthViews

/// `history`: every event that touched an object.
struct HistoryCommand: CommandOptions {
  /// The type whose figures of a day are shown; nil: the events of an object.
  var type: String?

  static let daily = Option("daily", "TYPE", "the figures of this type on a DAY instead")
  static let goingWithDaily =
    [DailyOptions.attribute, DailyOptions.sources, .unit] + Option.calendar
  static let declared: [DeclaredOption<Self>] =
    shared(Option.view) + [.value(\.type, daily) { try Inputs.type($0.values[$1] ?? "") }]
    + shared(goingWithDaily + [.limit, .sort])
  static let rules: [OptionRule] = [.only(with: daily, goingWithDaily)]

  static let page = command(
    name: "history", group: .audit, summary: "every event that touched an object or a day's figure",
    words: "UUID | --daily TYPE DAY", count: nil,
    details: """
      Shows every event of an object: what was saved, what it became part of, when and why it was
      deleted or replaced. It shows every version: if an import corrects an object, it saves a
      newer version. The owner also sees the content from before a delete. --all-columns, and
      formats for programs, show the whole object with its metadata. The first 8 digits of UUID
      are enough if no other object begins with them.

      --daily TYPE with a DAY shows every figure that `daily` has had for the day: when it
      changed, and by which event. An import is one step, at the line of its receipt. If thousands
      of lines touch the day, you see the newest. A remark shows their number and the --as-of for
      earlier ones.

      Examples

        health-journal history 3F2504E0-4F89-41D3-9A0C-0305E82C3301
        health-journal history --daily stepCount 2026-03-01

      Fields

        seq, at (UTC), by, event, what, type, start, end, value, unit, source, object (its JSON, as it was
          saved), uuid (of the version that the event touched)
        with --daily: seq, at (UTC), by, event, then those of `daily` from source or value on
      """
  ) { options, arguments, console in
    if let type = options.type { return try figures(of: type, arguments, &console) }
    try arguments.require(words: 1...1, "UUID")
    let opened = try OpenedJournal(arguments, console)
    let uuid = try Inputs.uuid(ofOne: arguments.words[0], in: opened.request.tables)
    let table = try HistoryTable.table(of: uuid, in: opened.request.journal)
      .limited(to: opened.request.limitUnlessSorted())
    return try console.show(table, arguments, nothing: "no event names \(uuid)")
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

/// `imports`: every import, or what one of them did.
enum ImportsCommand {
  static var page: CommandPage {
    var page = View.imports.page
    let all = page.run
    page.words = "[SEQ]"
    page.count = 0...1
    page.group = .audit
    page.run = { arguments, console in
      guard let word = arguments.words.first else { return try all(arguments, &console) }
      guard let line = UInt64(word), line > 0 else {
        throw arguments.misused("SEQ is the line of a receipt, not '\(word)'")
      }
      try OptionRule.refused(by: "imports SEQ", Option.window).check(arguments.values)
      let opened = try OpenedJournal(arguments, console)
      let limit = try opened.request.limitUnlessSorted()
      var table = try ImportChanges.table(of: line, in: opened.request.journal).limited(to: limit)
      table.presentation = Presentation(nothing: "this import saved and deleted nothing")
      return try console.show(table, arguments)
    }
    return page
  }
}
