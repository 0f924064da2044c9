import HealthExport
import HealthProjections

/// `daily`: what the samples of each day come to.
enum DailyCommand {
  static let attribute = Option(
    "attribute", "RULE", "split (in proportion, the default) or start (whole, to its first day)")
  static let sources = Option("sources", "RULE", "all (add them up, the default) or separate")

  static let page = CommandPage(
    name: "daily", group: .read, summary: "sums and averages by day",
    options: Option.view + [
      .type, .from, .to, .source, .predicate, .limit, .unit, .sort, attribute, sources,
    ],
    details: """
      Cumulative types add up; discrete types show minimum, average, maximum and the latest; category
      types show duration (s) and count per value. A day is that of the sample's own HKTimeZone where
      it has one, else of the journal's time zone; it has 23 or 25 hours when clocks change. A sample
      over midnight counts to both days in proportion. --from and --to show whole days. A day without
      samples has no row.

        health-journal daily --type stepCount --from 2017-03-01 --to 2017-04-01
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    let table = try DailyView.table(
      of: reading.journal, in: try reading.context(), options: try options(arguments))
    // What is asked for by name is there, with values or without.
    let isShortened = try Console.format(arguments).isForPeople && !arguments.has(.columns)
    return try console.show(isShortened ? table.withoutEmptyColumns() : table, arguments)
  }

  static func options(_ arguments: Arguments) throws(Failure) -> DailyView.Options {
    var options = DailyView.Options()
    options.attribution = try Inputs.choice(attribute, arguments) ?? .split
    options.sources = try Inputs.choice(sources, arguments) ?? .all
    return options
  }
}
