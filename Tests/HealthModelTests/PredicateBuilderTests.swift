import HealthModel
import Testing

/// HealthKit's builders, and its constants.
@Suite struct PredicateBuilderTests {
  static let day = Instant(wholeSeconds: 1_772_323_200)  // 2026-03-01T00:00:00Z
  static let next = Instant(wholeSeconds: 1_772_409_600)

  static let builders: [(HealthPredicate, String)] = [
    (
      HealthPredicate.samples(from: day, to: next),
      "endDate >= 2026-03-01T00:00:00Z and startDate < 2026-03-02T00:00:00Z"
    ),
    (
      .samples(from: day, to: next, options: .strictStartDate),
      "startDate >= 2026-03-01T00:00:00Z and startDate < 2026-03-02T00:00:00Z"
    ),
    (
      .samples(from: day, to: next, options: .strictEndDate),
      "endDate >= 2026-03-01T00:00:00Z and endDate < 2026-03-02T00:00:00Z"
    ),
    (.samples(from: day, to: nil), "endDate >= 2026-03-01T00:00:00Z"),
    (.samples(from: nil, to: nil), "all"),
    (
      .objects(from: ["com.example.app", "Ana’s Watch"]),
      "source in {com.example.app, \"Ana’s Watch\"}"
    ),
    (
      .objects(fromSourceRevisions: [Source(name: "App", bundle: "com.app", version: "2")]),
      "source = com.app and sourceRevision = \"2\""
    ),
    (.objects(withUUIDs: []), "UUID in {}"),
    (.metadata(key: "HKTimeZone"), "metadata.HKTimeZone != none"),
    (.metadata(key: "Laps", operator: .greater, value: .number(40)), "metadata.Laps > 40"),
    (
      .metadata(key: "HKLapLength", allowedValues: [.quantity(25, unit: "m")]),
      "metadata.HKLapLength in {25 m}"
    ),
    (
      .workouts(activity: .running) && .workouts(operator: .less, duration: 1800),
      "activity = running and duration < 1800 s"
    ),
    (
      .quantitySamples(operator: .greaterOrEqual, quantity: 120, .countPerMinute),
      "quantity >= 120 count/min"
    ),
    (
      .categorySamples(operator: .equal, value: 3) || .objectsWithNoCorrelation,
      "value = 3 or correlation = none"
    ),
    (.objects(withDeviceProperty: .model, allowedValues: ["Watch"]), "device.model in {Watch}"),
    (
      !.workouts(activityPredicate: .workoutActivities(activity: .running)),
      "not workoutActivity (activityType = running)"
    ),
    (.all && .all && .nothing, "all and all and none"),
  ]

  @Test(arguments: builders) func saysAndReadsBack(_ predicate: HealthPredicate, _ text: String)
    throws
  {
    #expect(predicate.description == text)
    #expect(try HealthPredicate(text) == predicate)
  }

  @Test(.enabled(if: Reference.isPresent, "no ../shared/reference beside the package"))
  func everyConstantIsThere() throws {
    let rows = try Reference.rows("predicate_key_paths")
    let own = PredicateKeyPath.allCases.compactMap(\.constantName)
    #expect(own == rows.map { $0["constant_name"] ?? "" })
    #expect(own.count == 46)
  }

  @Test func everyNameIsOnePathAlone() {
    for path in PredicateKeyPath.allCases {
      #expect(PredicateKeyPath.named(path.rawValue) == path)
      if let constant = path.constantName { #expect(PredicateKeyPath.named(constant) == path) }
    }
    #expect(PredicateKeyPath.allCases.filter { $0.constantName == nil } == [.type, .tag, .copy])
  }
}
