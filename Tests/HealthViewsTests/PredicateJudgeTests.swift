import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Predicates asked of a journal, against a judge that looks at each saved object by itself.
@Suite(.enabled(if: Zones.arePresent)) struct PredicateJudgeTests {
  typealias Judge = @Sendable (SavedObject) -> Bool

  /// A comparison, and what it means in Swift.
  static let comparisons: [(text: String, holds: Judge)] = [
    ("type = heartRate", { $0.object.content.type == pulse }),
    ("type != steps", { $0.object.content.type != steps }),
    ("source contains A", { $0.source.name.lowercased().contains("a") }),
    ("source != Phone", { $0.source.name != "Phone" }),
    ("device = none", { $0.device == nil }),
    ("device.model in {Watch, x}", { $0.device?.model == "Watch" }),
    ("sourceRevision = none", { $0.source.version == nil }),
    ("start < 2026-03-02", { $0.start.map { $0 < at("2026-03-01T23:00:00Z").instant } ?? false }),
    ("end != 2026-03-02T00:10:00Z", { $0.end != at("2026-03-02T00:10:00Z").instant }),
    (
      "end between {2026-03-02, 2026-03-04}",
      { object in
        let window = at("2026-03-01T23:00:00Z").instant...at("2026-03-03T23:00:00Z").instant
        return object.end.map(window.contains) ?? false
      }
    ),
    ("duration >= 10 min", { $0.seconds.map { $0 >= 600 } ?? false }),
    ("duration != 0", { $0.seconds != 0 }),
    ("value > 80", { $0.number.map { $0 > 80 } ?? false }),
    ("value in {3, 62, 120}", { $0.number.map([3, 62, 120].contains) ?? false }),
    ("value = asleepCore", { $0.category == .code(3) }),
    ("value != HKFuture", { $0.category != .name("HKFuture") }),
    ("quantity = none", { $0.quantity == nil }),
    ("quantity between {1, 90}", { $0.quantity.map { (1...90).contains($0) } ?? false }),
    ("UUID in {\(id(1)), \(id(20))}", { [id(1), id(20)].contains($0.object.uuid) }),
    ("UUID != \(id(7))", { $0.object.uuid != id(7) }),
    (
      "metadata.HKTimeZone != none",
      { $0.object.metadata[MetadataName.timeZone] != nil }
    ),
    ("metadata.Laps >= 48", { $0.object.metadata["Laps"] == .number(48) }),
    ("metadata.Depth != 200 cm", { $0.object.metadata["Depth"] != .quantity(2, unit: "m") }),
    ("metadata.Sure = true", { $0.object.metadata["Sure"] == .boolean(true) }),
    ("metadata.HKWasUserEntered != true", { _ in true }),
    ("count = 4", { $0.series?.count == 4 }),
    ("correlation = \(id(30))", { [id(9), id(10)].contains($0.object.uuid) }),
    ("workout = \(id(20))", { $0.object.uuid == id(8) }),
    ("activity = running", { $0.workout?.activity == "HKWorkoutActivityTypeRunning" }),
    ("totalDistance > 5 km", { $0.workout != nil }),
    (
      "activityType = cycling",
      { $0.parts.contains { $0.activity == "HKWorkoutActivityTypeCycling" } }
    ),
    (
      "workoutActivity (activityType = running and activityEndDate <= \"2026-03-03 09:20\")",
      { $0.parts.contains { $0.activity == "HKWorkoutActivityTypeRunning" } }
    ),
    ("dateComponents = 2026-03-01", { $0.object.uuid == id(40) }),
    ("classification = atrialFibrillation", { $0.object.uuid == id(41) }),
    ("all", { _ in true }), ("none", { _ in false }),
  ]

  /// A predicate of random comparisons, as text and as the judge has it.
  static func predicate(_ dice: inout Dice, depth: Int = 0) -> (text: String, holds: Judge) {
    let kind = dice.below(depth > 3 ? 4 : 10)
    if kind < 4 { return dice.pick(comparisons) }
    let first = predicate(&dice, depth: depth + 1)
    if kind == 4 { return ("not (\(first.text))", { !first.holds($0) }) }
    let second = predicate(&dice, depth: depth + 1)
    if kind < 8 {
      return ("(\(first.text)) and (\(second.text))", { first.holds($0) && second.holds($0) })
    }
    return ("(\(first.text)) or (\(second.text))", { first.holds($0) || second.holds($0) })
  }

  private static let journal = Result { try PredicateTests.week() }

  private static func saved() throws -> [SavedObject] {
    try MatchingObjects.saved(ViewQuery(), sortedBy: .sequence, in: journal.get())
  }

  private static func check(
    _ predicate: (text: String, holds: Judge), _ saved: [SavedObject]
  ) throws {
    let found = try PredicateTests.found(
      PredicateTests.query(predicate.text), in: journal.get())
    let expected = saved.filter(predicate.holds).map { Int($0.object.uuid.low) }.sorted()
    #expect(found == expected, "\(predicate.text)")
  }

  @Test func comparisonsHoldForWhatTheJudgeFinds() throws {
    let saved = try Self.saved()
    for comparison in Self.comparisons { try Self.check(comparison, saved) }
  }

  @Test(arguments: 0..<20) func predicatesHoldForWhatTheJudgeFinds(_ seed: Int) throws {
    var dice = Dice(seed)
    let saved = try Self.saved()
    for _ in 0..<50 { try Self.check(Self.predicate(&dice), saved) }
  }
}

extension SavedObject {
  fileprivate var start: Instant? { object.content.span?.start.instant }

  fileprivate var end: Instant? { object.content.span?.end.instant }

  fileprivate var workout: WorkoutContent? {
    if case .workout(let workout) = object.content { workout } else { nil }
  }

  fileprivate var parts: [WorkoutActivity] { workout?.activities ?? [] }

  fileprivate var seconds: Double? {
    guard let start, let end else { return nil }
    return workout?.duration ?? Double(end.microseconds - start.microseconds) / 1e6
  }

  fileprivate var quantity: Double? {
    if case .quantity(let sample) = object.content { sample.value } else { nil }
  }

  fileprivate var series: SeriesSummary? {
    if case .quantity(let sample) = object.content { sample.series } else { nil }
  }

  fileprivate var category: CategoryCode? {
    if case .category(let sample) = object.content { sample.value } else { nil }
  }

  fileprivate var number: Double? {
    if case .code(let code)? = category { Double(code) } else { quantity }
  }
}
