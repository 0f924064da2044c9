import HealthEvents
import HealthModel
import Testing

/// What is entered anew must make sense in itself; an import states what it states.
@Suite struct EnteredRulesTests {
  static func workout(_ change: (inout WorkoutContent) -> Void) -> HealthObject {
    var workout = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning", span: span(), duration: 600)
    change(&workout)
    return HealthObject(uuid: id(1), content: .workout(workout))
  }

  /// A workout that is refused for a field, taken from an import, and the nearest right one.
  static func field(
    _ name: String, _ field: String, _ expected: String, _ wrong: (inout WorkoutContent) -> Void,
    right: (inout WorkoutContent) -> Void
  ) -> Rule {
    Rule(
      name, refused: saving(workout(wrong)),
      refusal(.documentField(field: field, expected: expected)),
      accepted: saving(workout(right)))
  }

  static func at(_ seconds: Int64) -> Timestamp { span(seconds, seconds).start }

  static func event(_ kind: String, _ seconds: Int64, _ duration: Double? = nil) -> WorkoutEvent {
    WorkoutEvent(type: "HKWorkoutEventType" + kind, date: at(seconds), duration: duration)
  }

  static func heart(
    _ minimum: Double, _ average: Double, _ maximum: Double, _ unit: String? = "count/min"
  ) -> WorkoutStatistics {
    WorkoutStatistics(
      type: QuantityType.heartRate.identifier, average: average, minimum: minimum,
      maximum: maximum, unit: unit)
  }

  static let full = "a full name, such as HKWorkoutActivityTypeRunning"
  static let turns = "a pause and then its resume, in turns"
  static let inside = "inside the workout or its part, with its duration"

  static let rules: [Rule] = [
    field(
      "an activity in short", "activity", "HKWorkoutActivityTypeYoga", { $0.activity = "yoga" },
      right: { $0.activity = "HKWorkoutActivityTypeOfTomorrow" }),
    field(
      "no activity", "activity", full, { $0.activity = "" },
      right: { $0.activity = "HKWorkoutActivityTypeYoga" }),
    field(
      "a negative total", "totalDistance", "0 or more",
      { $0.totals[.totalDistance] = Amount(-1, "m") },
      right: { $0.totals[.totalDistance] = Amount(0, "m") }),
    field(
      "longer than it lasted", "duration", "no more than the time from start to end",
      { $0.duration = 602 }, right: { $0.duration = 601 }),
    field(
      "a lap after the end", "events 1 date", inside, { $0.events = [event("Lap", 590, 20)] },
      right: { $0.events = [event("Lap", 590, 10)] }),
    field(
      "a lap before the start", "events 1 date", inside, { $0.events = [event("Lap", -9, 1)] },
      right: { $0.events = [event("Lap", 0, 1)] }),
    field(
      "an event in short", "events 1 type", WorkoutEventName.lap,
      { $0.events = [WorkoutEvent(type: "lap", date: at(1))] },
      right: { $0.events = [event("OfTomorrow", 1, 5)] }),
    field(
      "a pause that lasts", "events 1 duration", "absent: only laps and segments last",
      { $0.events = [event("Pause", 1, 5)] }, right: { $0.events = [event("Segment", 1, 5)] }),
    field(
      "a resume first", "events 1 type", turns, { $0.events = [event("Resume", 1)] },
      right: { $0.events = [event("Resume", 2), event("Pause", 1)] }),
    field(
      "two pauses", "events 2 type", turns, { $0.events = [event("Pause", 1), event("Pause", 2)] },
      right: { $0.events = [event("Pause", 1), event("Resume", 1), event("Pause", 1)] }),
    field(
      "a part outside", "activities 1 start", "inside the workout, as its end",
      { $0.activities = [WorkoutActivity(start: at(0), end: at(602))] },
      right: { $0.activities = [WorkoutActivity(start: at(0), end: at(601))] }),
    field(
      "a part that ends first", "activities 1 end", "no earlier than its start",
      { $0.activities = [WorkoutActivity(start: at(2), end: at(1))] },
      right: { $0.activities = [WorkoutActivity(start: at(2), end: at(2), duration: 0)] }),
    field(
      "a part of the workout's uuid", "activities 1 uuid", "another than the workout's",
      { $0.activities = [WorkoutActivity(uuid: id(1).description, start: at(0))] },
      right: { $0.activities = [WorkoutActivity(uuid: id(2).description, start: at(0))] }),
    field(
      "an average beyond", "statistics 1 average", "from minimum to maximum",
      { $0.statistics = [heart(90, 170, 160)] }, right: { $0.statistics = [heart(90, 90, 160)] }),
    field(
      "a part's average beyond", "activities 1 statistics 1 average", "from minimum to maximum",
      { $0.activities = [WorkoutActivity(start: at(0), statistics: [heart(90, 80, 160)])] },
      right: { $0.activities = [WorkoutActivity(start: at(0), statistics: [heart(1, 1, 1)])] }),
    field(
      "no unit", "statistics 1 unit", "a unit of HKQuantityTypeIdentifierHeartRate",
      { $0.statistics = [heart(1, 1, 1, nil)] },
      right: {
        $0.statistics = [
          heart(1, 1, 1, "count/s"), WorkoutStatistics(type: "HKQuantityTypeIdentifierOfTomorrow"),
        ]
      }),
    field(
      "statistics that end first", "statistics 1 end", "no earlier than its start",
      { $0.statistics = [WorkoutStatistics(type: steps, start: at(2), end: at(1), unit: "count")] },
      right: {
        $0.statistics = [WorkoutStatistics(type: steps, start: at(1), end: at(2), unit: "count")]
      }),
    Rule(
      "statistics in a wrong unit",
      refused: saving(workout { $0.statistics = [heart(1, 1, 1, "kg")] }),
      refusal(
        .unitMismatch(
          type: QuantityType.heartRate.identifier, unit: "kg", canonical: "count/min")),
      accepted: saving(workout { $0.statistics = [heart(1, 1, 1, "kg")] }, imported: true)),
    Rule(
      "statistics of a category",
      refused: saving(workout { $0.statistics = [WorkoutStatistics(type: sleep)] }),
      refusal(.kindMismatch(type: sleep, kind: "quantity")),
      accepted: saving(workout { $0.duration = 999 }, imported: true)),
    Rule(
      "a number of a document's type", refused: saving(quantity(1, Audiogram.type)),
      refusal(.kindMismatch(type: Audiogram.type, kind: "quantity")),
      accepted: saving(quantity(1, "HKDataTypeSleepDurationGoal", 8, "hr"), imported: true)),
    Rule(
      "a value of a document's type", refused: saving(category(1, StateOfMind.type)),
      refusal(.kindMismatch(type: StateOfMind.type, kind: "category")),
      accepted: saving(category(1, StateOfMind.type), imported: true)),
  ]

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }
}
