import HealthModel
import HealthProjections
import HealthTables

/// `daily`: what the samples of each day come to.
enum DailyCommand {
  static let attribute = Option(
    "attribute", "RULE", "split (in proportion, the default) or start (whole, to its first day)")
  static let sources: Option = Option(
    "sources", "RULE", "merge (the default), first, all (add them up) or separate")
  private static let day = Option("day", "DAY", "only this day")
  private static let explain = Option("explain", nil, "with --type and --day: why it is so")

  static let view = View(
    name: "daily", summary: "sums and averages by day",
    options: Option.calendar + [
      .type, .from, .to, .source, .predicate, .limit, .unit, .sort, attribute, sources,
      day, explain,
    ],
    commandOptions: [explain],
    details: """
      Cumulative types add up; discrete types show minimum, average, maximum and the latest; category
      types show duration (s) and count per value. A day is that of the sample's own HKTimeZone where
      it has one, else of the journal's time zone; with --time-zone it is one of that zone for every
      sample. It has 23 or 25 hours when clocks change. With --day-starts 04:00 a day lasts from 04:00 to
      04:00 and has the date on which it starts. A sample over its end counts to both days in proportion.
      --from and --to show whole days. A day without samples has no row.

      Where several sources measured the same, `merge` lets at each instant only the one count that
      comes first in the order that `sources` shows, a sample that is covered in part in proportion;
      `first` takes on each day only the first source that has samples; `all` adds everything up;
      `separate` has a row for each. --explain lists every sample and what of it counts.

        health-journal daily --type stepCount --from 2017-03-01 --to 2017-04-01
        health-journal daily --type stepCount --day 2017-03-04 --explain
      """,
    rowKey: DailyView.rowKey, isComparedByDefault: true
  ) {
    try table($0, &$1)
  } show: { arguments, reading, console in
    if arguments.has(explain) { return try explanation(arguments, &reading, &console) }
    return try console.showFilled(try table(arguments, &reading), arguments)
  }

  private static func table(_ arguments: Arguments, _ reading: inout Reading) throws -> Table {
    try DailyView.table(
      of: reading.journal, in: try context(arguments, &reading), options: try options(arguments))
  }

  /// The query, for one day where --day names it.
  static func context(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> ViewContext {
    var context = try reading.context()
    guard arguments.has(day) else { return context }
    guard !arguments.has(.from), !arguments.has(.to) else {
      throw arguments.misused("--day goes without --from and --to")
    }
    let date = try Inputs.day(day, arguments, try reading.timeInput())
    context.query.show(date.dayNumber, of: try context.calendar(of: reading.journal.tables))
    return context
  }

  private static func explanation(
    _ arguments: Arguments, _ reading: inout Reading, _ console: inout Console
  ) throws -> ExitCode {
    let context = try context(arguments, &reading)
    guard let types = context.query.types, types.count == 1, arguments.has(day) else {
      throw arguments.misused("--explain needs one --type and a --day")
    }
    let date = try Inputs.day(day, arguments, try reading.timeInput())
    let table = try DailyExplanation.table(
      of: types[0], on: date, reading.journal, in: context, options: try options(arguments))
    return try console.showFilled(table, arguments)
  }

  static func options(_ arguments: Arguments) throws(Failure) -> DailyView.Options {
    var options = DailyView.Options()
    options.attribution = try Inputs.choice(attribute, arguments) ?? .split
    options.sources = try Inputs.choice(sources, arguments) ?? .merge
    return options
  }
}
