import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// The sentence of a view without rows: where there is something instead.
@Suite(.enabled(if: Zones.arePresent)) struct NothingFoundTests {
  /// Steps of two sources, a later pulse that `app` may not read, and a workout.
  private static func journal() throws -> ReplayedJournal {
    try ViewTestSupport.journal("UTC") { session in
      let first = span("2026-03-01T08:00:00Z", "2026-03-01T09:00:00Z")
      let last = span("2026-03-05T23:00:00Z", "2026-03-06T00:00:00Z")
      try session.save(quantity(1, steps, 100, "count", first), source: "Watch")
      try session.save(quantity(2, steps, 50, "count", last), source: "Phone")
      try session.save(
        quantity(3, pulse, 60, "count/min", span("2026-03-09T08:00:00Z")), source: "Watch")
      try session.save(WorkoutTests.workout(4))
      let read = [AuthorizationGrant(steps, .authorized), AuthorizationGrant(pulse, .denied)]
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
    }
  }

  /// Returns the sentence of a view for options as `--from 2026-04-01`.
  private static func sentence(
    _ view: View, _ options: KeyValuePairs<String, String>, in journal: ReplayedJournal
  ) throws -> String {
    var values = OptionValues()
    for (name, value) in options { values.add(value, to: name) }
    var request = ViewRequest(journal, values, now: at("2026-11-20T12:00:00Z").instant)
    let table = try view.table(&request)
    #expect(try table.rowCount() == 0)
    return table.presentation?.emptySentence ?? ""
  }

  private static let cases: [(View, KeyValuePairs<String, String>, String)] = [
    (
      .daily, ["type": "steps", "from": "2026-04-01"],
      "no steps found from 2026-04-01; the latest is of 2026-03-05"
    ),
    (
      .latest, ["type": "steps", "on": "2026-02-01"],
      "no steps found on 2026-02-01; the earliest is of 2026-03-01"
    ),
    (
      .samples, ["type": "steps", "from": "2026-03-02", "to": "2026-03-04"],
      "no steps found from 2026-03-02 to 2026-03-03; there are some from 2026-03-01 to 2026-03-05"
    ),
    (
      .statistics, ["to": "2026-01-01"],
      "nothing found before 2026-01-01; the earliest sample is of"
    ),
    (
      .samples, ["type": "steps", "source": "Wotch"],
      "no steps found; without --source the latest is of 2026-03-05 (Phone, Watch)"
    ),
    (
      .samples, ["type": "steps", "where": "value > 1000 count"],
      "no steps found; without --where the latest is of 2026-03-05"
    ),
    (
      .samples, ["type": "steps", "source": "Wotch", "from": "2026-04-01"],
      "no steps found from 2026-04-01; without --from and --source the latest is of 2026-03-05"
    ),
    (
      .latest, ["type": "bodyFat"],
      "no body fat found; `latest` lists the types that there are"
    ),
    (.workouts, ["from": "2030-01-01"], "no workouts found from 2030-01-01; the latest is of"),
    (.sleep, ["last": "7d"], "no sleep found from 2026-11-14 to 2026-11-20"),
    (
      .workouts, ["activity": "yoga"],
      "no workouts found; without --activity the latest is of 2026-"
    ),
    // Workouts and notes count too, and were not looked at.
    (
      .summary, ["period": "2026-01"],
      "nothing found of 2026-01-01 to 2026-01-31; the earliest sample is of"
    ),
    (.find, ["text": "nobody"], "nothing found"),
  ]

  @Test(arguments: cases.indices) func saysWhereThereIsSomething(_ index: Int) throws {
    let (view, options, expected) = Self.cases[index]
    let sentence = try Self.sentence(view, options, in: Self.journal())
    #expect(sentence.hasPrefix(expected), "\(sentence)")
  }

  /// A type that a reader may not see is as one that was never saved.
  @Test func tellsAReaderOnlyWhatItMaySee() throws {
    let journal = try Self.journal().seen(by: app)
    let later: KeyValuePairs = ["from": "2026-04-01"]
    let hidden = "no heart rate found; `latest` lists the types that there are"
    #expect(try Self.sentence(.latest, ["type": "pulse"], in: journal) == hidden)
    #expect(
      try Self.sentence(.daily, later, in: journal)
        == "nothing found from 2026-04-01; the latest sample is of 2026-03-05")
  }

  @Test func namesTypesInPlainWords() {
    let names = [
      QuantityType.stepCount.identifier: "steps",
      QuantityType.heartRateVariabilitySDNN.identifier: "heart rate variability (SDNN)",
      QuantityType.appleExerciseTime.identifier: "exercise", "HKFoo": "HKFoo",
      QuantityType.vo2Max.identifier: "VO₂ max",
    ]
    for (type, name) in names { #expect(TypeCatalogue.plainName(of: type) == name) }
  }
}
