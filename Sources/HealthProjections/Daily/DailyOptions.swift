import HealthTables
import HealthModel

/// The options of `daily`.
package struct DailyOptions: ViewOptions {
  /// How samples are counted.
  package var view = DailyView.Options()
  /// The only day; nil: every day of the window.
  var day: CivilDate?
  /// Whether it says why.
  var explains = false

  /// The defaults.
  package init() {}

  /// How a sample over the end of a day counts.
  package static let attribute = Option(
    "attribute", "RULE", "split (in proportion, the default) or start (whole, to its first day)")
  /// What becomes of several sources.
  package static let sources = Option(
    "sources", "RULE", "merge (the default), first, all (add them up) or separate")
  /// The day, by another name.
  package static let day = Option("day", "DAY", "the same as --on")
  private static let explain = Option("explain", nil, "with --type and --day: why it is so")

  /// In the order of help.
  package static let declared: [DeclaredOption<Self>] =
    shared(
      .timeZone, .dayStarts, .type, .from, .to, .period, .last, .source, .predicate, .typed,
      .withoutProblems, .limit, .unit, .sort)
    + [
      .choice(\.view.attribution, attribute),
      .choice(\.view.sources, sources),
      .value(\.day, .on) { request, option in try request.day(option) },
      .value(\.day, day) { request, option in try request.day(option) },
      .flag(\.explains, explain).ofCommand,
    ]

  /// What goes together.
  package static let rules: [OptionRule] = [
    .excludes(day, Option.window) { other in
      let isEnd = [Option.from, .to].contains(other)
      return "--day goes without " + (isEnd ? "--from and --to" : "--\(other.name)")
    },
    .atLeastOne(of: [day, .on], with: explain, saying: "--explain needs one --type and a --day"),
    .requiresOne(explain, of: .type, saying: "--explain needs one --type and a --day"),
  ]
}

extension View {
  /// Sums and averages by day.
  package static let daily = View(
    "daily", summary: "sums and averages by day",
    options: DailyOptions.self,
    details: """
      Cumulative types add up; discrete types show minimum, average, maximum and the latest; category
      types show duration (s) and count per value. A day is that of the sample's own HKTimeZone where
      it has one, else of the journal's time zone; with --time-zone it is one of that zone for every
      sample. It has 23 or 25 hours when clocks change. With --day-starts 04:00 a day lasts from 04:00 to
      04:00 and has the date on which it starts. A sample over its end counts to both days in proportion.
      --from and --to show whole days. A day without samples has no row.

      Samples of a category add up, whatever their sources: where they overlap, a day may have more than
      24 hours. `sleep` counts no instant twice; `statistics` counts it once for each value.

      Where several sources measured the same, `merge` lets at each instant only the one count that
      comes first in the order that `sources` shows, a sample that is covered in part in proportion;
      `first` takes on each day only the first source that has samples; `all` adds everything up;
      `separate` has a row for each. --explain lists every sample and what of it counts.

        health-journal daily --type stepCount --from 2017-03-01 --to 2017-04-01
        health-journal daily --type stepCount --day 2017-03-04 --explain
      """,
    reads: .asked, isComparedByDefault: true, hasOwnDays: true,
    forms: [
      Form("", DailyView.fields), Form("--explain", DailyExplanation.columns()),
    ]
  ) { request, options in
    var context = try request.context()
    let journal = request.journal
    if let day = options.day {
      context.query.show(day.dayNumber, of: try context.calendar(of: journal.tables))
    }
    guard let day = options.day, options.explains, let type = context.query.types?.first else {
      let near = try journal.forDays(of: context)
      return try DailyView.table(of: near, in: context, options: options.view)
        .remarking(onProblemsOf: context.query, unless: .withoutProblems, in: near)
    }
    return try DailyExplanation.table(
      of: type, on: day, journal, in: context, options: options.view
    )
    .remarking(onProblemsOf: context.query, unless: .withoutProblems, in: journal)
  }
}
