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
      Problems, which make the exit code 1:

      \(list(.problem))

      Notes, which do not, as they may well be as they should:

      \(list(.note))

      Each finding is about one type and says how many there are; the first examples follow, for people
      of the three greatest findings of a check unless --only, --type or --examples ask for more.
      `audit` asks whether the journal is what it was, `check` whether what it says can be true.

        health-journal check
        health-journal check --type stepCount --only duplicates,overlaps --examples 10
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
