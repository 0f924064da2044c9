package import HealthModel
package import ViewTables

/// The options of `sleep`.
package struct SleepOptions: ViewOptions {
  /// What a row is of.
  var rule = SleepView.Rule()
  /// Whether nights are taken together.
  var rollup = RollupOptions()

  /// The defaults.
  package init() {}

  private static let period = Option(
    "by", "PERIOD", "sleep by night (the default) or by day, from midnight to midnight")
  private static let sources = Option("sources", "RULE", "merge (default), separate or all")
  private static let dayStarts = Option(
    "day-starts", "HH:MM", "a sleep that ends then or later is of the next date; else 18:00")

  /// In the order of help.
  package static let declared: [DeclaredOption<Self>] =
    [
      .choice(\.rule.period, period),
      .choice(\.rule.sources, sources),
      .value(\.rule.nightStarts, dayStarts) { request, _ in
        try Inputs.dayStarts(request.values)
      },
    ]
    + shared(.timeZone, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .sort)
    + DeclaredOption.rollup(\.rollup)

  /// Which of them go together.
  package static let rules = RollupOptions.rules(without: [])

  /// The query. Nights have dates of their own: the days that a window names begin at midnight.
  fileprivate func context(_ request: inout ViewRequest) throws -> ViewContext {
    guard rule.period == .night else { return try request.context() }
    var nights = request.with(request.values.without(.dayStarts))
    return try nights.context()
  }

  /// Whether a comparison of views compares sleep by night or by day: as the option says where
  /// `sleep` is the only view, else by night.
  package static func period(
    comparing views: [View], _ values: OptionValues
  ) throws(OptionProblem) -> SleepSummary.Period {
    guard views.map(\.name) == [View.sleep.name] else { return .night }
    return try values.choice(period) ?? .night
  }
}

extension View {
  /// Sleep by night or day, the time of each stage.
  package static let sleep = View(
    "sleep", summary: "time in bed and asleep, by stage and night",
    options: SleepOptions.self,
    details: """
      A row a night, with the date on which one wakes up, as in Apple's Health. A sleep, with gaps
      below two hours, belongs whole to the date of its end, from 18:00 or --day-starts on to the
      next one; where --day-starts is before noon, an end before it is of the date before. The night
      of a date is its sleep with most time asleep and all that lies between 18:00 and noon; other
      sleeps of the date are naps, and so is one by day of less than three hours that is alone.
      Times are those of the sample's own HKTimeZone where it has one, else of the journal's time
      zone; the clock where a sleep ends gives its date. --from and --to name days by these dates.
      --by day cuts sleep at midnight, or --day-starts, and knows no naps.

      No instant counts twice. `merge` lets at each instant only the stage of the source count that
      comes first in the order that `sources` shows; of stages of one source that overlap being
      awake comes first, then deep, REM, core and unspecified sleep, which a stage that is not known
      is taken for. asleep is the sum of the four kinds of sleep, in bed what samples of being in
      bed or of any stage cover, both with the naps; naps is their part of asleep, start and end are
      those of the night. `separate` has a row for each source, `all` adds these up. Machine formats
      have seconds. With --every or --total a row has the averages of its nights, each of those that
      have the figure, and the sums of being in bed, asleep and in naps; a date with naps alone is
      no night.

        health-journal sleep --from 2026-03-01 --to 2026-04-01
        health-journal sleep --every week --last 8w
        health-journal sleep --sources separate --sort -asleep --limit 10
      """,
    reads: SleepView.reads, hasOwnDays: true,
    tool: .offered("A night has the date on which one wakes up"),
    forms: [
      Form("", SleepView.fields),
      Form("--every month", SleepView.rollup(SleepView.Rule(.separate)).columns),
    ]
  ) { request, options in
    let context = try options.context(&request)
    var table: Table
    if options.rollup.isAsked {
      table = try SleepView.table(of: request.journal, in: context, options.rule, options.rollup)
      table.presentation = Presentation()
    } else {
      let nights = try SleepView.summaries(of: request.journal, in: context, options.rule)
      table = Table(SleepView.columns(options.rule.sources), rows: nights)
      table.presentation = Presentation()
      table.remark(
        onFuture: nights.filter { $0.span.start.instant > request.now }.map { "\($0.date)" })
    }
    if let remark = try SleepView.remarkOnStages(of: request.journal, in: context) {
      table.presentation?.remarks.append(remark)
    }
    return table
  }
}
