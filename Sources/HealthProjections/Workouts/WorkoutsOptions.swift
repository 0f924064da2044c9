import HealthModel
import ViewTables

/// How workouts count that are one effort.
enum EffortSources: String, CaseIterable {
  /// Only that of the first source.
  case merge
  /// All of them.
  case all
}

extension DeclaredOption {
  /// `--fold` and `--sources`: which workouts are shown, and which count.
  static func efforts(
    _ path: any WritableKeyPath<Options, EffortSources> & Sendable
  ) -> [DeclaredOption] {
    let sources = Option(
      "sources", "RULE", "merge (the default): an effort of two sources counts once; all: add up")
    return [.shared(.fold), .choice(path, sources)]
  }
}

/// The options of `workouts`.
struct WorkoutsOptions: ViewOptions {
  /// The export's words of the activities to show; nil: all.
  var activities: Set<String>?
  /// The only workout; nil: all.
  var uuid: ObjectUUID?
  /// Whether each row lists its samples by type.
  var showsSamples = false
  /// Whether there is a row for each event.
  var showsEvents = false
  /// Whether there is a row for each activity of a workout.
  var showsParts = false
  /// Whether there is a row for each figure.
  var compares = false
  /// The workout whose routes are written; nil: none.
  var route: ObjectUUID?
  /// Whether it says why.
  var explains = false
  /// Whether workouts are taken together.
  var rollup = RollupOptions()
  /// Whether an effort that several sources recorded counts once.
  var sources = EffortSources.merge

  private static let samples = Option("samples", nil, "list each row's samples by type")
  private static let activity = Option(
    "activity", "ACTIVITY", "only this activity, as running", isRepeatable: true)
  private static let uuid = Option("uuid", "UUID", "only this workout")
  private static let events = Option(
    "events", nil, "a row for each lap, segment, pause and marker")
  private static let parts = Option(
    "activities", nil, "a row for each activity of a multisport workout")
  private static let compare = Option(
    "compare", nil, "a row for each figure: as stated, and as the samples have it")
  private static let route = Option("route", "UUID", "the points of this workout's routes, as GPX")
  private static let type = Option(
    "type", "ACTIVITY", "the same as --activity", isRepeatable: true)
  private static let explain = Option("explain", nil, "with --uuid: why its figures are so")

  /// Those that `--activity` and `--type` name together.
  private static func activities(_ values: OptionValues) throws(OptionProblem) -> Set<String> {
    var activities: Set<String> = []
    for name in try values.list(activity) + values.list(type) {
      activities.insert(try Inputs.activity(name))
    }
    return activities
  }

  static let declared: [DeclaredOption<Self>] =
    [
      .value(\.activities, activity) { request, _ in try activities(request.values) },
      .value(\.activities, type) { request, _ in try activities(request.values) },
      .value(\.uuid, uuid) { request, option in try request.uuid(option) },
    ]
    + shared(.from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .unit, .sort)
    + [
      .flag(\.showsSamples, samples),
      .flag(\.showsEvents, events),
      .flag(\.showsParts, parts),
      .flag(\.compares, compare),
      .value(\.route, route) { request, option in try request.uuid(option) }.ofCommand,
      .flag(\.explains, explain).ofCommand,
    ] + DeclaredOption.efforts(\.sources) + DeclaredOption.rollup(\.rollup)

  static let rules: [OptionRule] =
    RollupOptions.rules(without: [samples, events, parts, compare, route, explain]) + [
      .atMostOne(of: [events, parts, compare, route, explain]),
      .excludes(compare, [samples]), .excludes(explain, [samples]),
      .excludes(route, [samples, uuid]),
      .excludes(compare, [.unit]) { _ in
        "--compare goes without --unit: figures stay as they were stated"
      },
      .requires(explain, [uuid], saying: "--explain needs a --uuid"),
    ]

  static let choosesTypes = false
}

extension View {
  /// Workouts with their samples.
  package static let workouts = View(
    "workouts", summary: "workouts, newest first, with their samples",
    options: WorkoutsOptions.self,
    details: """
      Energy (kcal) and distance (m), one of them in another --unit where that is asked for, are
      those that the source stated, else, of a swim, its laps by their length, else the sums of the
      workout's samples; a distance of another kind, as walking on a ride, never counts. Samples that
      were saved with a workout belong to it; an import does not know them, so there, and for types
      of which none was saved with it, it is those inside its time, a moment at its end included,
      from its own source or device, marked as inferred. With --unit, energyUnit and distanceUnit
      say in which units the figures are.

      Where several sources measured the same, their samples are merged, as in `daily`. Pauses reach
      from Pause to Resume, or to the end; MotionPaused does not count. --events and --activities
      show the parts of a workout; of a sample that reaches over their borders, what lies inside
      counts.

      A workout of the same activity, source, start and end as an earlier one is a further copy:
      `copy` says 2, 3 … Workouts of one activity that several sources recorded, more than half of
      the longer one at the same time, are one effort: that of the first source counts. `copyOf`
      names the workout that counts in the place of another; --fold leaves out those that do not
      count, with --sources all every source counts. With --every or --total a row has what the
      workouts of an activity come to; one counts on the day on which it began, an effort once.

      --compare sets what the source stated beside what the samples come to, of the workout and of
      its activities (part 1, 2 …), and says whether they agree: to six digits, and energy to 0.1
      kcal. --explain lists every sample and what of it counts. --route writes the points of a
      workout's routes as GPX 1.1, or in another --format: see `routes`.

        health-journal workouts --activity swimming --samples --limit 5
        health-journal workouts --every month --period 2026
        health-journal workouts --events --limit 1
        health-journal workouts --compare --activity running
        health-journal workouts --uuid 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --explain
        health-journal workouts --route 3F2504E0-4F89-41D3-9A0C-0305E82C3301 > run.gpx
      """,
    reads: WorkoutsView.reads, isComparedByDefault: true,
    forms: [
      Form("", WorkoutsView.columns(), unit + [WorkoutsView.samplesColumn.column]),
      Form(
        "--events", WorkoutStretchesView.columns(), unit + [WorkoutsView.samplesColumn.column]),
      Form(
        "--activities", WorkoutPartsView.columns(),
        unit + WorkoutPartsView.listColumns.map(\.column)),
      Form("--compare", WorkoutComparisonView.columns),
      Form(
        "--every month",
        WorkoutsView.rollup(energy: .kilocalorie, distance: .meter).columns.map(\.column) + unit),
      Form("--route", RoutesView.pointColumns),
      Form("--explain", WorkoutExplanation.columns),
    ]
  ) { request, options in
    var context = try request.context()
    context.query.object = options.uuid
    context.query.addsUpWorkouts = options.sources == .all
    let (journal, activities) = (request.journal, options.activities)
    if options.rollup.isAsked {
      return try WorkoutsView.table(
        of: journal, in: context, activities: activities, options.rollup)
    }
    if let workout = options.route {
      var points = try RoutesView.points(of: journal, in: context, workout: workout)
      points.presentation = Presentation(nothing: "that workout has no route with points")
      points.presentation?.format = "gpx"
      return points
    }
    if options.showsEvents {
      return try WorkoutStretchesView.table(
        of: journal, in: context, activities: activities, showingSamples: options.showsSamples)
    }
    if options.showsParts {
      return try WorkoutPartsView.table(
        of: journal, in: context, activities: activities, showingSamples: options.showsSamples)
    }
    if options.compares {
      return try WorkoutComparisonView.table(
        of: journal, in: context, activities: activities, grouped: request.isForPeople)
    }
    if options.explains {
      return try WorkoutExplanation.table(of: journal, in: context, activities: activities)
    }
    return try WorkoutsView.table(
      of: journal, in: context, activities: activities, showingSamples: options.showsSamples)
  }

  private static let unit = WorkoutFigures.unitColumns
}
