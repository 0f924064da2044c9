import HealthEvents
import HealthModel
import Testing

/// Figures of series, rings and documents that are entered anew fit each other.
@Suite struct FigureRulesTests {
  static let rate = QuantityType.heartRate.identifier

  static func series(
    _ type: String, _ value: Double, _ unit: String, _ figures: SeriesSummary
  ) -> HealthObject {
    let sample = QuantityContent(
      type: type, span: span(), value: value, unit: unit, series: figures)
    return HealthObject(uuid: id(1), content: .quantity(sample))
  }

  static func beats(_ figures: SeriesSummary) -> HealthObject {
    series(rate, 80, "count/min", figures)
  }

  static func rings(_ date: String, _ fields: Field...) -> HealthObject {
    HealthObject(
      uuid: id(1), content: .summary(SummaryContent(date: date)), fields: fields)
  }

  static func field(
    _ name: String, _ field: String, _ expected: String, _ wrong: HealthObject, right: HealthObject
  ) -> [Rule] {
    let why = refusal(.documentField(field: field, expected: expected))
    return [
      Rule(name, refused: saving(wrong), why, accepted: saving(right)),
      Rule(
        name + ", imported", refused: saving(wrong), why, accepted: saving(wrong, imported: true)),
    ]
  }

  static let figures: [[Rule]] = [
    field(
      "no beat", "count", "a whole number of 1 or more", beats(.init(count: 0)),
      right: beats(.init(count: 1))),
    field(
      "half a beat", "count", "a whole number of 1 or more", beats(.init(count: 1.5)),
      right: beats(.init(count: 2))),
    field(
      "least above most", "minimum", "no more than maximum",
      beats(.init(minimum: 90, maximum: 70)), right: beats(.init(minimum: 80, maximum: 80))),
    field(
      "least above the average", "minimum", "no more than the value", beats(.init(minimum: 81)),
      right: beats(.init(minimum: 79))),
    field(
      "most below the average", "maximum", "no less than the value", beats(.init(maximum: 79)),
      right: beats(.init(maximum: 81))),
    field(
      "another sum", "sum", "the value of the sample, or absent",
      series(steps, 10, "count", .init(sum: 11)),
      right: series(steps, 0.3, "count", .init(sum: 0.1 + 0.2))),
    field(
      "no day", "date", "a day, such as 2026-11-20", rings("2026-02-30"),
      right: rings("2024-02-29")),
    field(
      "a negative ring", "appleExerciseTime", "a number of 0 or more",
      rings("2026-11-20", Field("appleExerciseTime", .number(-1))),
      right: rings("2026-11-20", Field("appleExerciseTime", .number(0)))),
    field(
      "a ring in words", "appleStandHours", "a number of 0 or more",
      rings("2026-11-20", Field("appleStandHours", .text("many"))),
      right: rings("2026-11-20", Field("appleStandHours", .text("12")))),
    field(
      "a negative ring in digits", "appleStandHours", "a number of 0 or more",
      rings("2026-11-20", Field("appleStandHours", .text("-1"))),
      right: rings("2026-11-20", Field("appleStandHours", .text("0")))),
  ]

  // MARK: Documents

  static func route(_ times: Int64...) -> HealthObject {
    let places = times.map {
      WorkoutRoute.Location(date: EnteredRulesTests.at($0), latitude: 0, longitude: 0)
    }
    return WorkoutRoute(span: span(), locations: places).object(uuid: id(1))
  }

  static func hearing(_ frequencies: Double...) -> HealthObject {
    let points = frequencies.map { Audiogram.SensitivityPoint(frequency: $0, left: .init(10)) }
    return Audiogram(span: span(), points: points).object(uuid: id(1))
  }

  static func glasses(axis: Double = 0, add: Double = 0) -> HealthObject {
    VisionPrescription(
      prescriptionType: .glasses, dateIssued: span().start,
      leftEye: .init(sphere: 1, cylinder: 1, axis: axis, addPower: add)
    ).object(uuid: id(1))
  }

  static func mood(_ classification: FieldValue) -> HealthObject {
    var object = StateOfMind(span: span(), kind: .dailyMood, valence: 0.9).object(uuid: id(1))
    object.fields = object.fields.filter { $0.name != "valenceClassification" }
    object.fields.append(Field("valenceClassification", classification))
    return object
  }

  static func heart(_ seconds: Double) -> HealthObject {
    HeartbeatSeries(span: span(), beats: [.init(seconds)]).object(uuid: id(1))
  }

  static let documents: [[Rule]] = [
    field(
      "a place before the route", "locations 1 date", "from start to end of the route", route(-1),
      right: route(0, 600)),
    field(
      "a place after the route", "locations 2 date", "from start to end of the route",
      route(0, 601), right: route(1, 1)),
    field(
      "places out of order", "locations 2 date", "no earlier than the place before", route(9, 8),
      right: route(8, 9)),
    field(
      "a frequency twice", "sensitivityPoints 2 frequencyValue", "named once",
      hearing(500, 500), right: hearing(500, 1000)),
    field(
      "an axis beyond the circle", "leftEye axis", "a number from 0 to 360 degrees",
      glasses(axis: 361), right: glasses(axis: 360)),
    field(
      "less for reading", "leftEye add", "0 or more", glasses(add: -1), right: glasses(add: 1)),
    field(
      "another class of mood", "valenceClassification", "that of the valence, or absent",
      mood(.text("unpleasant")), right: mood(.text("veryPleasant"))),
    field(
      "another number of mood", "valenceClassification", "that of the valence, or absent",
      mood(.number(1)), right: mood(.number(7))),
    field(
      "a beat after the series", "beats 1 timeSinceStart",
      "no later than the end of the series", heart(602), right: heart(600)),
  ]

  @Test(arguments: (figures + documents).flatMap { $0 }) func holds(_ rule: Rule) { rule.check() }

  @Test func anExportsNameBecomesItsCode() throws {
    let named = category(1, sleep, .name("HKCategoryValueSleepAnalysisAsleepCore"))
    let save = try #require(Given().when(saving(named)).save)
    #expect(save.objects.map(\.content) == [category(1, sleep, .code(3)).content])
    let kept = try #require(Given().when(saving(named, imported: true)).save)
    #expect(kept.objects.map(\.content) == [named.content])
  }
}
