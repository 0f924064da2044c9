import HealthExport
import HealthModel
import HealthProjections

/// `workouts`: workouts with their samples.
enum WorkoutsCommand {
  static let samples = Option("samples", nil, "list each row's samples by type")
  static let activity = Option(
    "activity", "ACTIVITY", "only this activity, as running", isRepeatable: true)
  static let uuid = Option("uuid", "UUID", "only this workout")
  static let events = Option("events", nil, "a row for each lap, segment, pause and marker")
  static let parts = Option("activities", nil, "a row for each activity of a multisport workout")
  static let compare = Option(
    "compare", nil, "a row for each figure: as stated, and as the samples have it")

  private static let type = Option(
    "type", "ACTIVITY", "the same as --activity", isRepeatable: true)
  private static let explain = Option("explain", nil, "with --uuid: why its figures are so")

  static let view = View(
    name: "workouts", summary: "workouts, newest first, with their samples",
    options: [
      activity, type, uuid, .from, .to, .source, .predicate, .limit, .unit, .sort, .fold, samples,
      events, parts, compare, explain,
    ],
    commandOptions: [explain],
    details: """
      Energy (kcal) and distance (m), one of them in another --unit where that is asked for, are those
      that the source stated, else the sums of the workout's samples. Samples that were saved with a workout
      belong to it; an import does not know them, so there it is those inside its time, a moment at its
      end included, from its own source or device, marked as inferred. With --unit, energyUnit and distanceUnit
      say in which units the figures are.

      Where several sources measured the same, their samples are merged, as in `daily`. Pauses reach
      from Pause to Resume, or to the end; MotionPaused does not count. --events and --activities
      show the parts of a workout; of a sample that reaches over their borders, what lies inside counts.

      A workout of the same activity, source, start and end as an earlier one is a further copy: `copy` says
      2, 3 … --fold leaves those out.

      --compare sets what the source stated beside what the samples come to, of the workout and of
      its activities (part 1, 2 …), and says whether they agree: to six digits, and energy to 0.1 kcal.
      --explain lists every sample and what of it counts.

        health-journal workouts --activity swimming --samples --limit 5
        health-journal workouts --events --limit 1
        health-journal workouts --compare --activity running
        health-journal workouts --uuid 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --explain
      """,
    rowKey: WorkoutsView.rowKey, isComparedByDefault: true
  ) {
    try table($0, &$1)
  } show: { arguments, reading, console in
    let isPlain = arguments[.format] ?? "text" == "text"
    let isGrouped = isPlain && !arguments.has(.columns) && !arguments.has(.sort)
    return try console.showFilled(
      try table(arguments, &reading, grouped: isGrouped), arguments)
  }

  /// - Parameter grouped: whether figures that are compared stand below their workout.
  static func table(
    _ arguments: Arguments, _ reading: inout Reading, grouped: Bool = false
  ) throws -> Table {
    let forms = [events, parts, compare, explain].filter(arguments.has)
    guard forms.count < 2 else {
      throw arguments.misused("--\(forms[0].name) goes without --\(forms[1].name)")
    }
    let form = forms.first?.name
    if form == compare.name || form == explain.name, arguments.has(samples) {
      throw arguments.misused("--\(form ?? "") goes without --samples")
    }
    if form == compare.name, arguments.has(.unit) {
      throw arguments.misused("--compare goes without --unit: figures stay as they were stated")
    }
    if form == explain.name, !arguments.has(uuid) {
      throw arguments.misused("--explain needs a --uuid")
    }
    let names = try arguments.list(activity) + arguments.list(.type)
    let chosen = names.isEmpty ? nil : Set(try names.map { try Inputs.activity($0) })
    let context = try context(arguments, &reading)
    let journal = reading.journal
    let showingSamples = arguments.has(samples)
    switch form {
    case events.name:
      return try WorkoutStretchesView.table(
        of: journal, in: context, activities: chosen, showingSamples: showingSamples)
    case parts.name:
      return try WorkoutPartsView.table(
        of: journal, in: context, activities: chosen, showingSamples: showingSamples)
    case compare.name:
      return try WorkoutComparisonView.table(
        of: journal, in: context, activities: chosen, grouped: grouped)
    case explain.name:
      return try WorkoutExplanation.table(of: journal, in: context, activities: chosen)
    case _:
      return try WorkoutsView.table(
        of: journal, in: context, activities: chosen, showingSamples: showingSamples)
    }
  }

  /// The query, for one workout where --uuid names it.
  private static func context(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> ViewContext {
    var context = try reading.context(types: false)
    guard let text = arguments[uuid] else { return context }
    let only = HealthPredicate.object(withUUID: try Inputs.uuid(text))
    context.query.predicate = context.query.predicate.map { only && $0 } ?? only
    return context
  }
}
