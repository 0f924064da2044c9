import HealthModel

/// The options of `routes`.
struct RoutesOptions: ViewOptions {
  /// The only workout; nil: all.
  var workout: ObjectUUID?
  /// Whether there is a row for each point.
  var showsPoints = false

  private static let workout = Option("workout", "UUID", "only the routes of this workout")
  private static let points = Option("points", nil, "a row a point")

  static let declared: [DeclaredOption<Self>] =
    [
      .value(\.workout, workout) { request, option in try request.uuid(option) },
      .flag(\.showsPoints, points),
    ] + shared(.from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .sort)

  static let choosesTypes = false
}

extension View {
  /// Where workouts went.
  package static let routes = View(
    "routes", summary: "where workouts went, newest first, by route or point",
    options: RoutesOptions.self,
    details: """
      One row a route: its workout, start, end, how many points it has, source. A route without points is one
      whose file was not beside the export.

      --points shows the points in their order: time, latitude and longitude (degrees), altitude (m), the
      accuracies (m), course (degrees from north), speed (m/s), as the source has them; a value below 0 of an
      accuracy, course or speed says that it is not known. Points may be written as GPX 1.1, with --format gpx
      or into a file whose name ends in .gpx; `workouts --route UUID` is short for that.

        health-journal routes --limit 5
        health-journal export routes --points --workout 3F2504E0-4F89-41D3-9A0C-0305E82C3301 -o run.gpx
        health-journal export routes --points -o points.csv
      """,
    rowKey: RoutesView.rowKey, reads: RoutesView.reads,
    forms: [Form("", RoutesView.columns), Form("--points", RoutesView.pointColumns)]
  ) { request, options in
    let context = try request.context()
    return options.showsPoints
      ? try RoutesView.points(of: request.journal, in: context, workout: options.workout)
      : try RoutesView.table(of: request.journal, in: context, workout: options.workout)
  }
}
