import HealthProjections

/// `runs`: the run log.
enum RunsCommand {
  static let view = View(
    name: "runs", summary: "the run log, newest first",
    options: Option.calendar + [
      .from, .to, .source, .predicate, .limit, .unit, .sort, .fold,
    ],
    details: """
      One row a run, from `run` and from running workouts: distance, total time (s), pace (s for a
      kilometre), first and last heart rate (count/min), kilocalories. A run inside the time of a
      running workout is shown once, as the workout, which takes from it what it lacks. All distances
      are in one unit: --unit, else the preferred one, the one that they all have, or km. `copy` marks
      further copies of a workout, 2, 3 …; --fold leaves them out.

        health-journal runs --limit 20
      """,
    rowKey: .uuid
  ) {
    try RunsView.table(of: $1.journal, in: try $1.context())
  }
}
