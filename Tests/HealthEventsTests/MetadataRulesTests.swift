import HealthEvents
import HealthModel
import Testing

/// Metadata that is entered anew: what HealthKit's keys take, and which are Apple's own.
@Suite struct MetadataRulesTests {
  static func noted(_ key: String, _ value: MetadataValue) -> HealthObject {
    quantity(1, mass, 70, "kg", span(), .init(key, value))
  }

  static func refused(
    _ name: String, _ key: String, _ wrong: MetadataValue, _ expected: String,
    accepted: MetadataValue
  ) -> Rule {
    Rule(
      name, refused: saving(noted(key, wrong)),
      refusal(.metadataClass(key: key, expected: expected)), accepted: saving(noted(key, accepted)))
  }

  static let calibrated = "HKMetadataKeyAppleDeviceCalibrated"
  static let estimate = "HKMetadataKeySessionEstimate"
  static let entered = noted("HKWasUserEntered", .string("yes"))

  static let strokes =
    "a value of HKSwimmingStrokeStyle: 0 unknown, 1 mixed, 2 freestyle, 3 backstroke, "
    + "4 breaststroke, 5 butterfly, 6 kickboard"

  static let rules: [Rule] = [
    refused(
      "a lap of no length", "HKLapLength", .quantity(0, unit: "m"), "more than 0",
      accepted: .quantity(0.1, unit: "m")),
    Rule(
      "a zone that is none", refused: saving(noted("HKTimeZone", .string("Mars/Olympus Mons"))),
      refusal(.timeZoneUnknown("Mars/Olympus Mons")),
      accepted: saving(noted("HKTimeZone", .string("Europe/Paris")))),
    Rule(
      "a unit that is none", refused: saving(noted("Depth", .quantity(1, unit: "fathoms"))),
      refusal(.unitUnknown("fathoms")),
      accepted: saving(noted("Depth", .quantity(1, unit: "ft")))),
    Rule(
      "no key", refused: saving(noted("", .number(1))),
      refusal(.metadataClass(key: "''", expected: "named by a key")),
      accepted: saving(noted("", .number(1)), imported: true)),
    refused("text", "HKFoodType", .number(1), "text", accepted: .string("bread")),
    refused(
      "a date", "HKDateOfEarliestDataUsedForEstimate", .string("2026-11-20"), "a date",
      accepted: .date(span().start)),
    refused(
      "a quantity", "HKLapLength", .number(25), "a quantity with a unit",
      accepted: .quantity(25, unit: "yd")),
    refused(
      "a truth value", "HKWasUserEntered", .number(2), "true or false, 1 or 0", accepted: .number(1)
    ),
    refused(
      "a truth value in words", "HKWasUserEntered", .string("yes"), "true or false, 1 or 0",
      accepted: .boolean(false)),
    refused(
      "a whole number", "HKAlgorithmVersion", .number(1.5), "a whole number", accepted: .number(2)),
    refused(
      "a number", "HKSWOLFScore", .boolean(true), "a number", accepted: .number(41.5)),
    refused(
      "a value of an enumeration", "HKWeatherCondition", .number(28),
      "a value of HKWeatherCondition", accepted: .number(27)),
    refused(
      "half a value", "HKSwimmingStrokeStyle", .number(1.5), strokes,
      accepted: .number(6)),
    refused(
      "an activity", "HKActivityType", .number(81), "a value of HKWorkoutActivityType",
      accepted: .number(3000)),
    Rule(
      "a length in kilograms", refused: saving(noted("HKLapLength", .quantity(25, unit: "kg"))),
      refusal(.unitMismatch(type: "HKLapLength", unit: "kg", canonical: "m")),
      accepted: saving(noted("HKElevationAscended", .quantity(45443, unit: "cm")))),
    Rule(
      "a length in nothing", refused: saving(noted("HKLapLength", .quantity(25, unit: "laps"))),
      refusal(.unitUnknown("laps")),
      accepted: saving(noted("HKWeatherTemperature", .quantity(50, unit: "degF")))),
    Rule(
      "another unit than the sample's", refused: saving(noted(estimate, .quantity(1, unit: "m"))),
      refusal(.unitMismatch(type: estimate, unit: "m", canonical: "kg")),
      accepted: saving(noted(estimate, .quantity(150, unit: "lb")))),
    Rule(
      "an imported slip", refused: saving(entered),
      refusal(
        .metadataClass(key: "HKWasUserEntered", expected: "true or false, 1 or 0")),
      accepted: saving(entered, imported: true)),
    Rule(
      "a key of the system's", refused: saving(noted(calibrated, .boolean(true))),
      refusal(.metadataReserved(key: calibrated)),
      accepted: saving(noted(calibrated, .boolean(true)), by: "com.apple.health"),
      given: Given().sharing(mass, by: "com.apple.health")),
    Rule(
      "a private key", Given().sharing(mass),
      refused: saving(noted("_HKPrivateMood", .number(1)), by: app),
      refusal(.metadataReserved(key: "_HKPrivateMood")),
      accepted: saving(noted("_HKMine", .number(1)), by: app)),
    Rule(
      "a private key in an import", refused: saving(noted("_HKPrivateMood", .number(1))),
      refusal(.metadataReserved(key: "_HKPrivateMood")),
      accepted: saving(noted("_HKPrivateMood", .number(1)), imported: true)),
    Rule(
      "of a lap", refused: saving(lap(.string("crawl"))),
      refusal(
        .metadataClass(
          key: "HKSwimmingStrokeStyle", expected: strokes)),
      accepted: saving(lap(.number(2)))),
  ]

  static func lap(_ stroke: MetadataValue) -> HealthObject {
    let event = WorkoutEvent(
      type: WorkoutEventName.lap, date: span().start, duration: 30,
      metadata: Metadata([.init("HKSwimmingStrokeStyle", stroke)]))
    let part = WorkoutActivity(start: span().start, events: [event])
    let workout = WorkoutContent(
      activity: "HKWorkoutActivityTypeSwimming", span: span(), duration: 600, activities: [part])
    return HealthObject(uuid: id(1), content: .workout(workout))
  }

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test(arguments: [
    MetadataValue.string("x"), .number(1.5), .boolean(true), .quantity(1, unit: "m"),
  ])
  func aKeyOfOnesOwnIsFree(_ value: MetadataValue) {
    #expect(Given().when(saving(Self.noted("Mood", value))).save != nil)
  }

  @Test func everyKnownKeyTakesSomething() {
    for key in MetadataKey.all where !key.isReserved {
      let value: MetadataValue =
        switch key.valueClass {
        case .string: .string(key.key == "HKTimeZone" ? "Europe/Paris" : "x")
        case .date: .date(span().start)
        case .number: .number(Double(key.enumeration?.values.first?.rawValue ?? 1))
        case .quantity: .quantity(1, unit: key.comparableUnit?.description ?? "kg")
        }
      if key.key.hasPrefix("HKMetadataKeySync") { continue }
      #expect(Given().when(saving(Self.noted(key.key, value))).save != nil, "\(key.key)")
    }
  }
}
