import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// A figure changes only by the right to a type that it is a figure of: without the right to
/// another type it is equal or missing, and never another.
@Suite(.enabled(if: Zones.arePresent)) struct FewerTypesTests {
  private static let (ridden, swum, walked) = (
    QuantityType.distanceCycling.identifier, QuantityType.distanceSwimming.identifier,
    QuantityType.distanceWalkingRunning.identifier
  )
  private static let strokes = QuantityType.swimmingStrokeCount.identifier
  private static let basal = QuantityType.basalEnergyBurned.identifier
  private static let (height, mass) = (
    QuantityType.height.identifier, QuantityType.bodyMass.identifier
  )
  private static let characteristics = [CharacteristicType.dateOfBirth, .biologicalSex]
    .map(\.identifier)

  // MARK: A journal

  private static func time(_ day: Int, _ minute: Double) -> Timestamp {
    let begin = at("2026-03-02T07:00:00Z").instant
    return Timestamp(instant: begin + Double(day) * 86_400 + minute * 60, offsetMinutes: 0)
  }

  private static func span(_ day: Int, _ from: Double, _ to: Double) -> TimeSpan {
    TimeSpan(time(day, from), time(day, to))
  }

  private static func workout(
    _ number: Int, _ activity: WorkoutActivityType, _ span: TimeSpan,
    statistics: [WorkoutStatistics] = [], totals: [WorkoutTotal: Amount] = [:],
    events: [WorkoutEvent] = [], parts: [WorkoutActivity] = []
  ) -> HealthObject {
    HealthObject(
      uuid: id(number),
      content: .workout(
        WorkoutContent(
          activity: activity.exportName, span: span, duration: span.duration - 7, totals: totals,
          events: events, activities: parts, statistics: statistics)))
  }

  private static func stated(_ type: String, _ sum: Double, _ unit: String) -> WorkoutStatistics {
    WorkoutStatistics(type: type, sum: sum, unit: unit)
  }

  /// Rides: with samples alone, with a stated total, with statistics; walking inside each of them.
  private static func rides(_ day: Int) -> [HealthObject] {
    let total: [WorkoutTotal: Amount] = [.totalDistance: Amount(19.25, "km")]
    return [
      workout(1, .cycling, span(day, 0, 60)),
      workout(2, .cycling, span(day, 100, 160), totals: total),
      workout(
        3, .cycling, span(day, 200, 260),
        statistics: [stated(walked, 0.31, "km"), stated(ridden, 21.5, "km")]),
      quantity(10, ridden, 18, "km", span(day, 0, 60)),
      quantity(11, walked, 0.3, "km", span(day, 5, 10)),
      quantity(12, walked, 0.32, "km", span(day, 110, 115)),
      quantity(13, walked, 0.33, "km", span(day, 210, 215)),
      quantity(14, energy, 333, "kcal", span(day, 0, 60)),
      quantity(15, pulse, 120, "count/min", span(day, 30, 30)),
      quantity(16, steps, 77, "count", span(day, 0, 60)),
    ]
  }

  /// Swims: by laps alone, and by samples; a person walks at the pool.
  private static func swims(_ day: Int) -> [HealthObject] {
    let laps = (0..<4).map { lap in
      WorkoutEvent(type: WorkoutEventName.lap, date: time(day, Double(lap) * 5), duration: 300)
    }
    var pool = workout(20, .swimming, span(day, 0, 20), events: laps)
    pool.metadata[MetadataName.lapLength] = .quantity(50, unit: "m")
    return [
      pool, workout(21, .swimming, span(day, 50, 80)),
      quantity(22, walked, 191, "m", span(day, 1, 3)),
      quantity(23, swum, 210, "m", span(day, 0, 20)),
      quantity(24, walked, 0.19, "km", span(day, 51, 53)),
      quantity(25, swum, 820, "m", span(day, 50, 80)),
      quantity(26, strokes, 44, "count", span(day, 0, 10)),
    ]
  }

  /// Runs: one whose heart rates alone were saved with it, one that holds a logged run, and the leg
  /// of a triathlon whose parts are told by their distances.
  private static func runs(
    _ day: Int, _ session: inout JournalSession
  ) throws {
    try session.save(workout(30, .running, span(day, 0, 60)), source: "Watch")
    try session.save(
      quantity(31, pulse, 141, "count/min", span(day, 10, 10)), source: "Watch", workout: id(30))
    try session.save(
      quantity(32, energy, 412, "kcal", span(day, 0, 60)),
      quantity(33, walked, 9, "km", span(day, 0, 60)), source: "Watch")
    try session.save(workout(34, .running, span(day, 100, 160)), source: "Watch")
    try session.save(
      quantity(35, pulse, 133, "count/min", span(day, 102, 102)),
      quantity(36, pulse, 139, "count/min", span(day, 150, 150)), source: "Watch")
    let run = Run(
      distance: Amount(8, "km"), span: span(day, 101, 159), heartRateStart: 99, heartRateEnd: 171,
      kilocalories: 505)
    try session.ask(.save(session.request(saving: run)))
    func part(_ from: Double, _ to: Double, _ statistics: WorkoutStatistics...) -> WorkoutActivity {
      WorkoutActivity(start: time(day, from), end: time(day, to), statistics: statistics)
    }
    try session.save(
      workout(
        40, .swimBikeRun, span(day, 200, 320),
        parts: [
          part(
            200, 230, stated(walked, 80, "m"), stated(swum, 750, "m"), stated(energy, 201, "kcal")),
          part(230, 290, stated(ridden, 20, "km"), stated(walked, 0.2, "km")),
          part(290, 320, stated(walked, 5, "km"), stated(energy, 303, "kcal")),
        ]), source: "Watch")
  }

  private static func daysOfOther() -> [HealthObject] {
    let summary = [
      Field("activeEnergyBurned", .number(745)), Field("activeEnergyBurnedUnit", .text("kcal")),
    ]
    let born = Characteristic(type: characteristics[0], value: "1984-02-29")
    let sex = Characteristic(type: characteristics[1], value: "HKBiologicalSexMale")
    return [
      HealthObject(
        uuid: id(50), content: .summary(SummaryContent(date: "2026-03-03")), fields: summary),
      HealthObject(uuid: id(51), content: .characteristic(born)),
      HealthObject(uuid: id(52), content: .characteristic(sex)),
      quantity(53, height, 1.8, "m", span(0, 0, 0)), quantity(54, mass, 75, "kg", span(0, 0, 0)),
      quantity(55, basal, 900, "kcal", span(1, 0, 600)),
      category(56, sleep, .code(3), span(1, 900, 1300)),
      quantity(57, QuantityType.dietaryEnergyConsumed.identifier, 1800, "kcal", span(1, 300, 301)),
    ]
  }

  private static let types: [String] =
    [
      ridden, swum, walked, strokes, basal, height, mass, energy, pulse, steps, sleep,
      QuantityType.dietaryEnergyConsumed.identifier, WorkoutContent.type, SummaryContent.type,
    ] + characteristics

  /// The journal as a reader sees it who may read all types but one.
  private static func seen(without type: String?) throws -> ReplayedJournal {
    try journal("UTC") { session in
      for object in rides(0) + swims(1) { try session.save(object, source: "Watch") }
      try runs(2, &session)
      for object in daysOfOther() { try session.save(object, source: "Watch") }
      let read = types.map { AuthorizationGrant($0, $0 == type ? .denied : .authorized) }
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
    }.seen(by: app)
  }

  // MARK: Views

  /// A call of a view: the columns that tell its rows apart, and the types that figures are of.
  private struct Call {
    var view: View
    var options: [(String, String)] = []
    var key: [String]
    /// Of a column, in a row whose cells have these words.
    var types: @Sendable (_ column: String, _ row: [String: Cell]) -> Set<String>
  }

  private static let calls: [Call] = {
    let window = [("from", "2026-03-01"), ("to", "2026-03-10")]
    let body = Set([basal, height, mass] + characteristics)
    let eaten = QuantityType.dietaryEnergyConsumed.identifier
    let ofType: @Sendable (String, [String: Cell]) -> Set<String> = { _, row in
      guard let type = ofRow(row["type"]) else { return [] }
      guard WorkoutActivityType.find(type) == nil else {
        return ofWorkout(word(row["of"] ?? .missing), row["type"])
      }
      return [type]
    }
    let ofWorkouts: @Sendable (String, [String: Cell]) -> Set<String> = { column, row in
      ofWorkout(column, row["activity"])
    }
    func workouts(_ key: [String], _ options: (String, String)...) -> Call {
      Call(view: .workouts, options: options, key: key, types: ofWorkouts)
    }
    let ofRuns: @Sendable (String, [String: Cell]) -> Set<String> = { column, _ in
      ofWorkout(column, .identifier(WorkoutActivityType.running.exportName)).union([walked])
    }
    let ofSwims: @Sendable (String, [String: Cell]) -> Set<String> = { column, _ in
      ofWorkout(column, .identifier(WorkoutActivityType.swimming.exportName))
    }
    let ofEnergy: [String: Set<String>] = [
      "active": [energy], "consumed": [eaten], "resting": body, "basalMetabolicRate": body,
      "net": body.union([energy, eaten]),
    ]
    return [
      workouts(["uuid"]), workouts(["uuid", "event", "index"], ("events", "")),
      workouts(["uuid", "part"], ("activities", "")),
      workouts(["start", "activity"], ("every", "day")),
      Call(view: .runs, key: ["uuid"], types: ofRuns),
      Call(view: .runs, options: [("every", "day")], key: ["start"], types: ofRuns),
      Call(view: .swims, key: ["uuid"], types: ofSwims),
      Call(view: .swims, options: [("lengths", "")], key: ["uuid", "length"], types: ofSwims),
      Call(view: .swims, options: [("every", "day")], key: ["start"], types: ofSwims),
      Call(view: .energy, options: [("on", "2026-03-03")], key: ["day"]) { column, _ in
        ofEnergy[column] ?? []
      },
      Call(view: .profile, options: [("on", "2026-03-03")], key: ["day"]) { column, _ in
        ["age": [characteristics[0]], "height": [height], "bodyMass": [mass]][column]
          ?? [height, mass]
      },
      Call(view: .rings, key: ["day", "ring"]) { _, _ in [energy, SummaryContent.type] },
      Call(view: .sleep, key: ["night"]) { _, _ in [sleep] },
      Call(
        view: .summary, options: [("period", "2026-03")], key: ["type", "of", "unit"], types: ofType
      ),
      Call(
        view: .compare, options: [("period", "2026-03"), ("against", "2026-02")],
        key: ["type", "of", "statistic", "unit"], types: ofType),
      Call(
        view: .trends, options: [("on", "2026-03-05")], key: ["type", "statistic"], types: ofType),
      Call(view: .statistics, options: window, key: ["type", "value", "unit"], types: ofType),
      Call(view: .daily, options: window, key: ["type", "day", "value", "unit"], types: ofType),
      Call(view: .latest, key: ["type"], types: ofType),
    ]
  }()

  /// The type that a row is about: of workouts what is measured of them.
  private static func ofRow(_ cell: Cell?) -> String? {
    guard case .identifier(let name)? = cell else { return nil }
    return name
  }

  /// The types that a figure of workouts is of: of energy, strokes and heart rate one each; of
  /// distance and what is made of it those of the activity.
  private static func ofWorkout(_ column: String, _ activity: Cell?) -> Set<String> {
    let name = column.lowercased()
    let word = ofRow(activity) ?? WorkoutActivityType.swimBikeRun.exportName
    var types: Set = [WorkoutContent.type]
    if name.contains("energy") || name.contains("kilocalories") { types.insert(energy) }
    if name.contains("heartrate") { types.insert(pulse) }
    if name.contains("strokes") || name.contains("swolf") { types.insert(strokes) }
    if ["distance", "metres", "pace", "laps"].contains(where: name.contains) {
      let whole = WorkoutContent(activity: word, span: FewerTypesTests.span(0, 0, 1), duration: 60)
      types.formUnion(whole.types(of: .totalDistance))
    }
    return types
  }

  private static func rows(
    _ call: Call, _ journal: ReplayedJournal
  ) throws -> [String: [String: Cell]] {
    var values = OptionValues()
    for (name, value) in call.options { values.add(value, to: name) }
    var request = ViewRequest(journal, values, now: at("2026-03-20T12:00:00Z").instant)
    let rows: [[String: Cell]]
    do {
      rows = try call.view.table(&request).records()
    } catch ProjectionError.readNotDetermined {
      return [:]
    }
    return Dictionary(
      rows.map { row in (call.key.map { "\(row[$0] ?? .missing)" }.joined(separator: " "), row) }
    ) { first, _ in first }
  }

  private static func isFigure(_ cell: Cell) -> Bool {
    switch cell {
    case .number, .whole: true
    case .missing, .text, .identifier, .time, .day, .flag, .names, .list, .json: false
    }
  }

  @Test(arguments: types) func aFigureIsOfItsOwnTypes(_ type: String) throws {
    let (all, fewer) = (try Self.seen(without: nil), try Self.seen(without: type))
    var figures = 0
    for call in Self.calls {
      let whole = try Self.rows(call, all)
      for (key, row) in try Self.rows(call, fewer) {
        for (column, cell) in row where Self.isFigure(cell) {
          figures += 1
          if whole[key]?[column] == cell || call.types(column, row).contains(type) { continue }
          Issue.record(
            "\(call.view.name) \(call.options) \(key): \(column) is \(cell), not \(whole[key]?[column] ?? .missing)"
          )
        }
      }
    }
    #expect(figures > 200)
  }

  /// Those of the journal that tell it best.
  @Test func aForeignDistanceIsNeverAWorkouts() throws {
    func distances(without type: String?) throws -> [String] {
      let table = try WorkoutsView.table(of: Self.seen(without: type), in: ViewContext())
      let rows = try table.records().filter { word($0["activity"] ?? .missing).hasSuffix("ing") }
      return words(rows, "distance")
    }
    // Newest first: two runs, two swims, three rides.
    #expect(
      try distances(without: nil) == ["-", "9000", "820", "200", "21500", "19250", "18000"])
    #expect(
      try distances(without: Self.ridden) == ["-", "9000", "820", "200", "-", "-", "-"])
    #expect(
      try distances(without: Self.swum) == ["-", "9000", "-", "-", "21500", "19250", "18000"],
      "laps times the length of the pool are a distance of a swim too")
    #expect(
      try distances(without: Self.walked) == ["-", "-", "820", "200", "21500", "19250", "18000"])
  }

  /// Taking away other types leaves energy and heart rates as they are, whatever was saved with it.
  @Test func eachTypeIsForItself() throws {
    func run(without type: String?) throws -> [String] {
      let runs = try RunsView.table(of: Self.seen(without: type), in: ViewContext()).records()
      return words(
        runs.filter {
          $0["uuid"] == .text(id(30).description) || $0["uuid"] == .text(id(34).description)
        },
        "firstHeartRate", "lastHeartRate", "kilocalories")
    }
    #expect(try run(without: nil) == ["133 139 505", "141 141 412"])
    #expect(try run(without: Self.walked) == ["133 139 -", "141 141 412"])
    #expect(try run(without: pulse) == ["- - 505", "- - 412"])
    #expect(try run(without: energy) == ["133 139 -", "141 141 -"])
  }
}
