import ByteTools
import HealthExport
import HealthViews

/// `check`: whether the samples themselves make sense.
struct CheckCommand: CommandOptions {
  var check = CheckOptions()

  static let only = Option(
    "only", "CHECK,…", "these checks; else all", isRepeatable: true,
    choices: Check.all.map(\.name))
  static let examples = Option("examples", "N", "so many of each finding; else 3")
  static let declared: [DeclaredOption<Self>] =
    shared(Option.view + [.type] + Option.narrowing)
    + [
      .value(\.check.only, only) { arguments, option in
        let names = try arguments.values.list(option)
        return Set(try names.map { try Check.all.one(named: $0, "check", by: \.name).name })
      },
      .value(\.check.lateHours, "late", "HOURS", "late is more than this after its end; else 24") {
        try $0.values.number($1, in: 0...1e6.nextDown, "hours, 0 or more")
      },
      .value(\.check.wearHours, "wear", "HOURS", "a short day of a watch has fewer; else 10") {
        try $0.values.number($1, in: 0...25, "0 to 25 hours")
      },
      .value(\.check.examples, examples) { try $0.values.whole($1) },
    ]
    + shared(.timeZone, .progress)

  static let page = command(
    name: "check", group: .audit, summary: "look for samples and workouts that make no sense",
    details: """
      Looks for samples and workouts that make no sense. `audit` asks whether the journal was
      changed; `check` asks whether its content can be true. It changes nothing. Each finding is
      about one type and has a number and the first examples. People see examples of the three
      greatest findings of each check, unless you give --only, --type or --examples. Workouts are
      checked for copies, shared efforts, stated times and time zones. Other objects that are no
      samples are not checked.

      If there are no findings, the answer is one line, `clean: …`. If there is nothing to check,
      for example because a name is misspelled, a message reports it and the exit code is 1.

      Problems make the exit code 1:

      \(list(.problem))

      Notes do not change the exit code, because they may be right:

      \(list(.note))

      Some checks in detail:

        future         Imported samples: they start after the date in the export.
        zeroLength     The time has a fraction of a second, and no person typed it. Examples are steps,
                       distances, energy, sleep and audio exposure.
        absurdLength   Types that add up, sleep, mindful sessions and stand hours: more than a day (25
                       hours if they add up, as a day may have them). Other quantities: more than eight
                       days. Workouts and their parts: more active time than from start to end.
        duplicates     Equal type, source, start, end, value and unit; for workouts equal activity,
                       source, start and end. All copies count. Names of sources are equal if only
                       no-break spaces, or blanks at their end, differ.
        implausible    The note has the limits and their origin. Amounts below zero. The least and the
                       greatest value of a condensed sample are checked too.
        wholeSecond    Exports cut times to seconds. So something shorter starts and ends at once.
        late           More than --late hours after the end of the sample. For imported samples the date
                       counts on which the source created them, if it is known.
        gaps           The type must have samples on at least seven days, and at most one day in four
                       may be followed by a gap. Samples of `future` do not count.
        wear           Fewer than --wear hours; not the first and the last day, and not samples of
                       `future`.
        overlaps       The time that both measured. Of more than 500 sources the first are compared, and
                       a remark reports it. For workouts: pairs of different sources that are one
                       effort, and which of the two counts.
        unknownValues  Later systems write them. `sleep` counts them as asleep.
        zones          Days of the journal's zone count instead.

      Examples

        health-journal check
        health-journal check --type stepCount --only duplicates,overlaps --examples 10
        health-journal check --only gaps,wear --from 2026-01-01 --format csv

      Fields

        what (`finding` or `example`), check, level (`problem` or `note`), type
        a finding also: count, note
        an example also: source, seq, uuid, start, end, value, unit, note
        gaps and short days have days for start and end
      """
  ) { options, arguments, console in
    var opened = try OpenedJournal(arguments, console)
    let start = ContinuousClock.now
    let report = try CheckReport(
      opened.request.journal, in: try opened.context(), options: options.check
    ) { check, done, count in
      try Interrupted.check()
      ProgressMeter.shared.step("check \(check.name)", done, of: count, since: start)
    }
    let format = try Console.format(arguments)
    let table = try opened.request.timed(report.table)
    guard report.samples + report.workouts > 0 else {
      return try console.show(
        table, arguments, nothing: "nothing to check" + Inputs.otherWays(arguments.values))
    }
    if format.isForPeople, !arguments.has(.columns) {
      let isWide = [Self.only, Self.examples, .type].contains { arguments.has($0) }
      try show(report, as: format, examplesOf: isWide ? nil : 3, &console)
    } else if report.problems + report.notes > 0 {
      _ = try console.show(table, arguments)
    } else {
      try console.show(table, as: format)
    }
    return report.problems == 0 ? .done : .no
  }

  private static func list(_ level: Check.Level) -> String {
    Check.all.filter { $0.level == level }.map { check in
      let name = check.name + String(repeating: " ", count: max(0, 14 - check.name.count))
      return "  \(name)\(check.summary)"
    }.joined(separator: "\n")
  }

  /// Shows for people: the problems, the notes, then examples by check.
  private static func show(
    _ report: CheckReport, as format: Format, examplesOf types: Int?, _ console: inout Console
  ) throws {
    let workouts = report.workouts > 0 ? ", \(counted(report.workouts, "workout"))" : ""
    let looked =
      "\(counted(report.samples, "sample")) of \(counted(report.types, "type"))" + workouts
    guard report.problems + report.notes > 0 else {
      return try console.say("clean: \(looked), no findings")
    }
    try console.say(
      "\(looked): \(counted(report.problems, "problem")), \(counted(report.notes, "note"))")
    for (level, heading) in [(Check.Level.problem, "Problems"), (.note, "Notes")] {
      let table = report.findings(level)
      if try table.allRows().isEmpty { continue }
      try console.print("\n\(heading)\n")
      try console.show(table, as: format)
    }
    for (check, table) in try report.examples(ofTypes: types) {
      try console.print("\nExamples of \(check)\n")
      try console.show(table, as: format)
    }
  }
}
