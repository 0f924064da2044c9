import HealthProjections

/// `workouts`: workouts with their samples.
enum WorkoutsCommand {
  static let samples = Option("samples", nil, "list each workout's samples by type")
  static let activity = Option(
    "activity", "ACTIVITY", "only this activity, as running", isRepeatable: true)

  private static let type = Option(
    "type", "ACTIVITY", "the same as --activity", isRepeatable: true)

  static let page = CommandPage(
    name: "workouts", group: .read, summary: "workouts, newest first, with their samples",
    options: Option.view + [
      activity, type, .from, .to, .source, .predicate, .limit, .unit, .sort, samples,
    ],
    details: """
      Energy (kcal) and distance (m), one of them in another --unit where that is asked for, are those
      that the source stated, else the sums of the workout's samples. Samples that were saved with a workout
      belong to it; an import does not know them, so there it is those inside its time from its own
      source or device, marked as inferred. With --unit, energyUnit and distanceUnit
      say in which units the figures are.

        health-journal workouts --activity swimming --samples --limit 5
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    return try console.show(try table(arguments, &reading), arguments)
  }

  static func table(_ arguments: Arguments, _ reading: inout Reading) throws -> Table {
    let names = try arguments.list(activity) + arguments.list(.type)
    let activities = try names.map { try Inputs.activity($0) }
    let context = try reading.context(types: false)
    return try WorkoutsView.table(
      of: reading.journal, in: context, activities: names.isEmpty ? nil : Set(activities),
      showingSamples: arguments.has(samples))
  }
}
