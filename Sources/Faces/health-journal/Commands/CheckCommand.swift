import ByteTools
import HealthExport
import HealthViews

/// `check`: whether the samples themselves make sense.
enum CheckCommand {
  private static let only = Option(
    "only", "CHECK,…", "these checks; else all", isRepeatable: true,
    choices: Check.all.map(\.name))
  private static let late = Option("late", "HOURS", "late is more than this after its end; else 24")
  private static let wear = Option("wear", "HOURS", "a short day of a watch has fewer; else 10")
  private static let examples = Option("examples", "N", "so many of each finding; else 3")

  static let page = CommandPage(
    name: "check", group: .audit, summary: "look for samples and workouts that make no sense",
    options: Option.view + [
      .type, .from, .to, .on, .period, .last, .source, .predicate, .typed, only, late, wear,
      examples,
      .progress,
    ], rules: .window,
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
  ) { arguments, console in
    let options = try options(arguments)
    var opened = try OpenedJournal(arguments, console)
    let start = ContinuousClock.now
    let report = try CheckReport(
      opened.request.journal, in: try opened.context(), options: options
    ) { check, done, count in
      try Interrupted.check()
      ProgressMeter.shared.step("check \(check.name)", done, of: count, since: start)
    }
    let format = try Console.format(arguments)
    guard report.samples + report.workouts > 0 else {
      return try console.show(
        report.table, arguments, nothing: "nothing to check" + Inputs.otherWays(arguments.values))
    }
    if format.isForPeople, !arguments.has(.columns) {
      let isWide = arguments.has(only) || arguments.has(examples) || arguments.has(.type)
      try show(report, as: format, examplesOf: isWide ? nil : 3, &console)
    } else if report.problems + report.notes > 0 {
      _ = try console.show(report.table, arguments)
    } else {
      try console.show(report.table, as: format)
    }
    return report.problems == 0 ? .done : .no
  }

  private static func list(_ level: Check.Level) -> String {
    Check.all.filter { $0.level == level }.map { check in
      let name = check.name + String(repeating: " ", count: max(0, 14 - check.name.count))
      return "  \(name)\(check.summary)"
    }.joined(separator: "\n")
  }

  private static func options(_ arguments: Arguments) throws -> CheckOptions {
    var options = CheckOptions()
    let checks = try arguments.values.list(only)
      .map { try Check.all.one(named: $0, "check", by: \.name).name }
    if !checks.isEmpty { options.only = Set(checks) }
    if let hours = try arguments.values.number(late) {
      guard hours >= 0, hours < 1e6 else {
        throw arguments.values.outOfRange(late, "hours, 0 or more")
      }
      options.lateHours = hours
    }
    if let hours = try arguments.values.number(wear) {
      guard (0...25).contains(hours) else {
        throw arguments.values.outOfRange(wear, "0 to 25 hours")
      }
      options.wearHours = hours
    }
    if let count = try arguments.values.whole(examples) { options.examples = count }
    return options
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
