package import HealthModel
package import ViewTables

/// The options of `sleep`.
package struct SleepOptions: ViewOptions {
  /// Nights from noon to noon, or days.
  var period = SleepSummary.Period.night
  /// What becomes of several sources.
  var sources = SleepSummary.Sources.merge
  /// Whether nights are taken together.
  var rollup = RollupOptions()

  /// The defaults.
  package init() {}

  private static let period = Option(
    "by", "PERIOD", "sleep by night (the default, noon to noon) or by day")
  private static let sources = Option("sources", "RULE", "merge (default), separate or all")

  /// In the order of help.
  package static let declared: [DeclaredOption<Self>] =
    [
      .choice(\.period, period),
      .choice(\.sources, sources),
    ]
    + shared(.timeZone, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .sort)
    + DeclaredOption.rollup(\.rollup)

  /// Which of them go together.
  package static let rules = RollupOptions.rules(without: [])

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
      A row a night, from noon to noon, with the date of its morning: the day on which one wakes up,
      as in Apple's Health. Noon is that of the sample's own HKTimeZone where it has one, else of
      the journal's time zone; a sample over noon is split there. --from and --to name days by these
      dates.

      No instant counts twice. `merge` lets at each instant only the stage of the source count that
      comes first in the order that `sources` shows; of stages of one source that overlap being
      awake comes first, then deep, REM, core and unspecified sleep. asleep is the sum of the four
      kinds of sleep, in bed what samples of being in bed or of any stage cover. `separate` has a
      row for each source, `all` adds these up. Machine formats have seconds. With --every or
      --total a row has the averages of its nights, each of those that have the figure, and the sums
      of being in bed and asleep.

        health-journal sleep --from 2026-03-01 --to 2026-04-01
        health-journal sleep --every week --last 8w
        health-journal sleep --sources separate --sort -asleep --limit 10
      """,
    rowKey: SleepView.rowKey, reads: SleepView.reads,
    forms: [
      Form("", SleepView.fields),
      Form("--every month", SleepView.rollup(.night, .separate).columns),
    ]
  ) { request, options in
    if options.rollup.isAsked {
      return try SleepView.table(
        of: request.journal, in: try request.context(), by: options.period,
        sources: options.sources, options.rollup)
    }
    return try SleepView.table(
      of: request.journal, in: try request.context(), by: options.period,
      sources: options.sources)
  }
}
