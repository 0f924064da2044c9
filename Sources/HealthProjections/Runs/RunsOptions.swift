import ViewTables

/// The options of `runs`.
struct RunsOptions: ViewOptions {
  /// Whether runs are taken together.
  var rollup = RollupOptions()
  /// Whether an effort that several sources recorded counts once.
  var sources = EffortSources.merge

  static let declared: [DeclaredOption<Self>] =
    shared(
      .timeZone, .dayStarts, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit,
      .unit,
      .sort)
    + DeclaredOption.efforts(\.sources) + DeclaredOption.rollup(\.rollup)

  static let rules = RollupOptions.rules(without: [])
}

extension View {
  /// The run log.
  package static let runs = View(
    "runs", summary: "the run log, newest first",
    options: RunsOptions.self,
    details: """
      One row a run, from `run`, from running workouts and from the runs in workouts of several
      sports: distance, total time (s), pace (s for a kilometre), first and last heart rate
      (count/min), kilocalories. A run inside the time of a running workout is shown once, as the
      workout, which takes from it what it lacks. All distances are in one unit: --unit, else the
      preferred one, the one that they all have, or km. `copy` marks further copies of a workout, 2,
      3 …, and `copyOf` names the workout that counts in the place of one, a copy or the same effort
      of another source; --fold leaves out those that do not count, with --sources all every source
      counts. With --every or --total a row has what its runs come to; one counts on the day on which
      it began, an effort once.

        health-journal runs --every month --period 2026
        health-journal runs --limit 20
      """,
    reads: RunsView.reads,
    forms: [
      Form("", RunsView.columns), Form("--every month", RunsView.rollup(unit: nil).columns),
    ]
  ) { request, options in
    var context = try request.context()
    context.query.addsUpWorkouts = options.sources == .all
    if options.rollup.isAsked {
      return try RunsView.table(of: request.journal, in: context, options.rollup)
    }
    return try RunsView.table(of: request.journal, in: context)
  }
}
