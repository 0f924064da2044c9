import ByteTools
import HealthExport
import HealthModel
import HealthViews
import JournalFile

/// The options of checks, which the command and the tool of an assistant take.
protocol ChecksOptions: DeclaredOptions {
  var check: CheckOptions { get set }
}

extension ChecksOptions {
  /// The options in the order of help.
  static var checks: [DeclaredOption<Self>] {
    shared([.type] + Option.narrowing)
      + [
        .value(\.check.only, CheckCommand.only) { input, option in
          let names = try input.values.list(option)
          return Set(try names.map { try Check.all.one(named: $0, "check", by: \.name).name })
        },
        .value(\.check.lateHours, "late", "HOURS", "a sample is late after HOURS; default 24") {
          try $0.values.number($1, in: 0...1e6.nextDown, "hours, 0 or more")
        },
        .value(
          \.check.wearHours, "wear", "HOURS",
          "a day with fewer hours of a watch is short; default 10"
        ) {
          try $0.values.number($1, in: 0...25, "0 to 25 hours")
        },
        .value(\.check.examples, CheckCommand.examples) { try $0.values.whole($1) },
      ]
  }
}

/// The command `check`: it looks for samples and workouts that make no sense.
struct CheckCommand: CommandOptions, ChecksOptions {
  var check = CheckOptions()
  var showsNotes = false

  static let only = Option(
    "only", "CHECK,…", "only these checks; default all", isRepeatable: true,
    choices: Check.all.map(\.name))
  static let examples = Option("examples", "N", "show N examples of each finding; default 3")
  static let declared: [DeclaredOption<Self>] =
    shared(Option.view) + checks
    + [.flag(\.showsNotes, "notes", "text: also show what may be right")]
    + shared(.timeZone, .progress)

  static let page = command(
    name: "check", group: .audit, summary: "look for samples and workouts that make no sense",
    details: """
      Looks for samples and workouts that make no sense. `audit` asks whether the journal was
      changed; `check` asks whether its content can be true. The command changes nothing. Each
      finding is about one type and has a number and the first examples. Formats for people show
      problems. They show notes with --notes or --only, and examples of the three greatest findings
      of each check, unless you give --only, --type or --examples. The command checks workouts for copies, shared efforts, stated times and time
      zones. It does not check other objects that are not samples.

      If there are no findings, the answer is one line, `clean: …`. If there is nothing to check,
      for example because you misspelled a name, a message reports this and the exit code is 1.

      Problems make the exit code 1:

      \(list(.problem))

      Notes do not change the exit code, because they may be right:

      \(list(.note))

      Some checks in detail:

        future         Imported samples are in the future if they start after the date in the
                       export.
        zeroLength     The check looks at samples whose time has a fraction of a second, and that no
                       person typed. Examples are steps, distances, energy, sleep and audio
                       exposure.
        absurdLength   Cumulative types: more than 25 hours, because a day may have 25. Sleep,
                       mindful sessions and stand hours: more than a day. Other quantities: more
                       than eight days. Workouts and their parts: more active time than from start
                       to end.
        duplicates     Samples with equal type, source, start, end, value and unit; workouts with
                       equal activity, source, start and end. The number counts all copies. Names of
                       sources are equal if they differ only in no-break spaces or in blanks at the
                       end. The examples name each copy by its uuid. `dedupe` deletes all but one.
        implausible    Values beyond the limits of the type, and amounts below zero. The field
                       `note` has the limits and their origin. The check includes the least and the
                       greatest value of a condensed sample.
        wholeSecond    Exports cut times to seconds. So a sample of less than a second starts and
                       ends at the same time.
        late           Samples that were recorded more than --late hours after their end. For
                       imported samples, the date on which the source created them counts, if it is
                       known.
        gaps           The check looks only at types with samples on at least seven days, if a gap
                       follows at most one day in four. Samples of `future` do not count.
        wear           Days of a watch with fewer than --wear hours. The first and the last day, and
                       samples of `future`, do not count.
        overlaps       The time in which two sources measured. If there are more than 500 sources,
                       the check compares only the first ones, and a remark reports this. For
                       workouts: pairs of different sources that are one effort, and which workout
                       of the pair counts.
        unknownValues  Newer systems write values that this program does not know. `sleep` counts
                       them as asleep.
        unknownTypes   Newer systems write types that this program does not know, or the identifier
                       is misspelled. `declare` makes types of other makers known.
        zones          For these samples the journal's zone decides the day.

      Examples

        health-journal check
        health-journal check --notes
        health-journal check --type stepCount --only duplicates,overlaps --examples 10
        health-journal check --only gaps,wear --from 2026-01-01 --format csv

      Fields

        what (`finding` or `example`), check, level (`problem` or `note`), type
        also for a finding: count, note
        also for an example: source, seq, uuid, start, end, value, unit, note
        for gaps and short days, start and end are days
      """
  ) { options, arguments, console in
    var opened = try OpenedJournal(arguments, console)
    let start = ContinuousClock.now
    var context = try opened.context()
    context.threads = PosixSystem.processors
    let report = try CheckReport(
      opened.request.journal, in: context, options: options.check
    ) { type, done, count in
      try Interrupted.check()
      let name = TypeCatalogue.shortName(of: type)
      ProgressMeter.shared.step("check \(name)", done, of: count, since: start)
    }
    let format = try Console.format(arguments)
    let table = try opened.request.timed(report.table)
    guard report.samples + report.workouts > 0 else {
      return try console.show(
        table, arguments,
        nothing: "nothing to check" + Inputs.otherWays(arguments.values)
          + Inputs.doubt(arguments.values, in: opened.request.catalogue))
    }
    if format.isForPeople, !arguments.has(.columns) {
      let isWide = [Self.only, Self.examples, .type].contains { arguments.has($0) }
      let levels: [Check.Level] =
        options.showsNotes || arguments.has(Self.only) ? [.problem, .note] : [.problem]
      try show(report, levels, as: format, examplesOf: isWide ? nil : 3, &console)
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
    _ report: CheckReport, _ levels: [Check.Level], as format: Format, examplesOf types: Int?,
    _ console: inout Console
  ) throws {
    let workouts = report.workouts > 0 ? ", \(counted(report.workouts, "workout"))" : ""
    let looked =
      "\(counted(report.samples, "sample")) of \(counted(report.types, "type"))" + workouts
    guard report.problems + report.notes > 0 else {
      return try console.say("clean: \(looked), no findings")
    }
    let hides = report.notes > 0 && !levels.contains(.note)
    try console.say(
      "\(looked): \(counted(report.problems, "problem")), \(counted(report.notes, "note"))"
        + (hides ? "; --notes shows notes" : ""))
    for level in levels {
      let heading = level == .problem ? "Problems" : "Notes"
      let table = report.findings(level)
      if try table.allRows().isEmpty { continue }
      try console.print("\n\(heading)\n")
      try console.show(table, as: format)
    }
    for (check, table) in try report.examples(of: levels, ofTypes: types) {
      try console.print("\nExamples of \(check)\n")
      try console.show(table, as: format)
    }
  }
}
