import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// A view reads what it declares, all of it and nothing else.
@Suite(.enabled(if: Zones.arePresent)) struct ReadsTests {
  static let now = at("2026-03-08T18:00:00+01:00").instant
  private static let other = "com.example.other"
  static let noon = span("2026-03-08T12:00:00+01:00", "2026-03-08T12:30:00+01:00")

  /// Something of every type that any view declares, and of some that are asked for.
  static func objects() -> [HealthObject] {
    let night = span("2026-03-07T23:00:00+01:00", "2026-03-08T06:00:00+01:00")
    let point: [Field] = [
      Field("date", .text("2026-03-08T11:00:00Z")), Field("latitude", .number(52)),
      Field("longitude", .number(13)),
    ]
    let summary = [
      Field("activeEnergyBurned", .number(9)), Field("activeEnergyBurnedUnit", .text("kcal")),
    ]
    let childs = [Field("appleMoveTime", .number(4)), Field("appleMoveTimeGoal", .number(60))]
    func amount(_ number: Int, _ type: QuantityType, _ value: Double) -> HealthObject {
      quantity(number, type.identifier, value, type.metricUnitText, noon)
    }
    let made = [
      amount(1, .stepCount, 7), amount(2, .heartRate, 60), amount(3, .activeEnergyBurned, 30),
      amount(4, .basalEnergyBurned, 40), amount(5, .dietaryEnergyConsumed, 50),
      amount(6, .appleExerciseTime, 5), amount(7, .height, 1.8), amount(8, .bodyMass, 75),
      amount(9, .distanceWalkingRunning, 3), amount(40, .bloodPressureSystolic, 120),
      amount(41, .bloodPressureDiastolic, 80),
      category(10, CategoryType.appleStandHour.identifier, .code(0), noon),
      category(11, sleep, .code(3), night), WorkoutTests.workout(12, noon),
      HealthObject(
        uuid: id(13), content: .summary(SummaryContent(date: "2026-03-08")), fields: summary),
      HealthObject(
        uuid: id(16), content: .summary(SummaryContent(date: "2026-03-09")), fields: childs),
      quantity(
        17, QuantityType.appleMoveTime.identifier, 4, "min",
        span("2026-03-09T12:00:00+01:00", "2026-03-09T12:30:00+01:00")),
      HealthObject(
        uuid: id(14), content: .document(Document(kind: .ecg, span: noon)),
        fields: [Field("classification", .text("sinusRhythm"))]),
      HealthObject(
        uuid: id(15), content: .document(Document(kind: .route, span: noon)),
        fields: [Field("locations", .list([.fields(point)]))]),
      Note(span: noon, text: "flu", tags: ["sick"]).object(uuid: id(18)),
    ]
    return made + characteristics()
  }

  private static func characteristics() -> [HealthObject] {
    CharacteristicType.all.filter(\.isPublic).enumerated().map { index, type in
      let value = type.values.dropFirst().first?.exportName ?? "1984-02-29"
      let content = Characteristic(type: type.identifier, value: value)
      return HealthObject(uuid: id(20 + index), content: .characteristic(content))
    }
  }

  private static let allTypes = Set(objects().map(\.content.type))

  /// A journal with the objects of these types, and decisions on a source.
  private static func journal(
    of types: Set<String>, deciding decided: [String] = []
  ) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      let grants = decided.map { AuthorizationGrant($0, .authorized) }
      if !grants.isEmpty {
        try session.ask(.authorize(AuthorizationChange(source: app, read: grants)))
      }
      let share = [AuthorizationGrant(steps, .denied)]
      try session.ask(.authorize(AuthorizationChange(source: other, share: share)))
      let hasWorkout = types.contains(WorkoutContent.type)
      for object in objects() where types.contains(object.content.type) {
        let isRoute = object.content.type == WorkoutRoute.type
        try session.save(
          object, source: "Watch", workout: isRoute && hasWorkout ? id(12) : nil)
      }
    }
  }

  /// The rows but for the numbers of lines, which depend on what else was saved.
  private static func rows(
    of view: View, _ journal: ReplayedJournal, types: [String] = []
  ) throws -> [[String: Cell]] {
    var values = OptionValues()
    for type in types { values.add(type, to: Option.type.name) }
    var request = ViewRequest(journal, values, now: now)
    let table = try view.table(&request)
    return try table.records().map { row in row.filter { $0.key != "seq" } }
  }

  private static let ofOwnTypes = Views.all.filter { $0.reads.types(asked: nil) != nil }
  private static let ofAskedTypes = Views.all.filter { view in
    view.reads.types(asked: nil) == nil && view.options.contains(.type)
  }

  @Test(arguments: ofOwnTypes.map(\.name)) func showsTheSameOfItsTypesAlone(_ name: String) throws {
    let view = try #require(Views.all.first { $0.name == name })
    let declared = try #require(view.reads.types(asked: nil))
    let whole = try Self.rows(of: view, Self.journal(of: Self.allTypes))
    #expect(!whole.isEmpty || view.reads.fact == .receipts)
    #expect(try Self.rows(of: view, Self.journal(of: declared)) == whole)
    for type in declared {
      let without = try Self.journal(of: Self.allTypes.subtracting([type]))
      #expect(try Self.rows(of: view, without) != whole, "\(type) is declared for nothing")
    }
  }

  @Test(arguments: ofAskedTypes.map(\.name))
  func showsTheSameOfWhatIsAskedForAlone(_ name: String) throws {
    let view = try #require(Views.all.first { $0.name == name })
    let whole = try Self.journal(of: Self.allTypes)
    for asked in [[steps], [pulse], [sleep], [steps, energy]] {
      let declared = try #require(view.reads.types(asked: asked))
      #expect(declared == Set(asked))
      let few = try Self.journal(of: declared)
      #expect(
        try Self.rows(of: view, few, types: asked) == Self.rows(of: view, whole, types: asked),
        "\(asked)")
    }
  }

  /// A reader is refused what the view declares to be about, and nothing else.
  @Test func refusesWhatIsNotDecidedOn() throws {
    let undecided = try Self.journal(of: Self.allTypes).seen(by: app)
    for view in Views.all {
      guard let required = view.reads.required.first else {
        _ = try Self.rows(of: view, undecided)
        continue
      }
      #expect(
        throws: ProjectionError.readNotDetermined(source: app, type: required, isKnown: false)
      ) {
        try Self.rows(of: view, undecided)
      }
      // Routes cannot be asked for without workouts.
      let types = Set(view.reads.required + [WorkoutContent.type]).sorted()
      let decided = try Self.journal(of: Self.allTypes, deciding: types)
      _ = try Self.rows(of: view, decided.seen(by: app))
    }
  }

  /// A decision is named by the line that made it, not by lines that saved samples of its type.
  @Test func decisionsNameTheirLines() throws {
    let before = try Self.journal(of: [steps])
    let first = before.head.sequence
    let after = try ViewTestSupport.journal { session in
      let share = [AuthorizationGrant(steps, .denied)]
      try session.ask(.authorize(AuthorizationChange(source: Self.other, share: share)))
      try session.save(Self.objects()[0])
      try session.save(quantity(99, steps, 3, "count", Self.noon))
      let change = AuthorizationChange(source: app, read: [AuthorizationGrant(steps, .authorized)])
      try session.ask(.authorize(change))
    }
    let view = View.authorizations
    var difference = try DifferenceView(after, after: first, in: ViewContext())
    try difference.add(
      view.name, view.reads,
      from: AuthorizationsView.table(of: before.tables, at: .epoch),
      to: AuthorizationsView.table(of: after.tables, at: .epoch))
    let lines = Set(words(try difference.table.records(), "source", "lines"))
    #expect(lines == ["\(app) \(after.head.sequence)"])
  }
}

extension Reads {
  /// The types whose objects can count.
  ///
  /// - Parameter asked: the types that `--type` names; nil: it names none.
  /// - Returns: nil: all types. Of workouts counts what belongs to them, of whatever type it is.
  fileprivate func types(asked: [String]?) -> Set<String>? {
    guard isAsked else { return Set(objects + ofDates + lasting) }
    guard let asked, !asked.contains(WorkoutContent.type) else { return nil }
    return Set(asked)
  }
}
