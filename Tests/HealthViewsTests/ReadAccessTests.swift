import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// What a source may see of workouts and correlations that others saved.
@Suite(.enabled(if: Zones.arePresent)) struct ReadAccessTests {
  static let stated: [String] = [
    energy, "HKQuantityTypeIdentifierDistanceWalkingRunning",
    QuantityType.swimmingStrokeCount.identifier, QuantityType.flightsClimbed.identifier, pulse,
  ]

  /// A workout whose source stated all that it can state, and what an app may read beside workouts.
  static func journal(_ status: AuthorizationStatus, own: Bool = false) throws -> ReplayedJournal {
    let rates = [WorkoutStatistics(type: pulse, average: 150, maximum: 180, unit: "count/min")]
    var object = WorkoutTests.workout(
      1,
      totals: [
        .totalEnergyBurned: Amount(418.4, "kJ"), .totalDistance: Amount(2, "km"),
        .totalSwimmingStrokeCount: Amount(9, "count"), .totalFlightsClimbed: Amount(4, "count"),
      ], statistics: rates)
    if case .workout(var workout) = object.content {
      workout.activities = [WorkoutActivity(start: workout.span.start, statistics: rates)]
      object.content = .workout(workout)
    }
    return try ViewTestSupport.journal { session in
      let read = Self.stated.map { AuthorizationGrant($0, status) }
      let workouts = [AuthorizationGrant(WorkoutContent.type, .authorized)]
      try session.ask(
        .authorize(AuthorizationChange(source: app, share: workouts, read: workouts + read)))
      if own {
        try session.ask(.save(SaveRequest(objects: [Draft(object)])), by: app)
      } else {
        try session.save(object)
      }
    }
  }

  @Test func statedTotalsOfRefusedTypesAreMissing() throws {
    func shown(_ journal: ReplayedJournal) throws -> [String] {
      let table = try WorkoutsView.table(of: journal.seen(by: app), in: ViewContext())
      return words(try table.records(), "energy", "distance")
    }
    #expect(try shown(Self.journal(.denied)) == ["- -"])
    #expect(try shown(Self.journal(.authorized)) == ["100 2000"])
    #expect(try shown(Self.journal(.denied, own: true)) == ["100 2000"])
  }

  @Test(arguments: [
    "averageQuantity.heartRate > 130 count/min", "maximumQuantity.heartRate > 1",
    "activityAverageQuantity.heartRate > 130 count/min", "totalEnergyBurned > 1 kcal",
    "workoutActivity (activityMaximumQuantity.heartRate > 1)", "totalDistance > 1 m",
    "totalSwimmingStrokeCount > 1", "totalFlightsClimbed > 1",
  ])
  func predicatesDoNotAskWhatIsHidden(_ text: String) throws {
    func found(_ status: AuthorizationStatus) throws -> [Int] {
      try PredicateTests.found(
        PredicateTests.query(text), in: Self.journal(status).seen(by: app))
    }
    #expect(try found(.denied) == [])
    #expect(try found(.authorized) == [1])
  }

  @Test func unitsOfHiddenStatisticsTellNothing() throws {
    let text = "averageQuantity.heartRate > 1 kg"
    let journal = try Self.journal(.denied)
    let query = try PredicateTests.query(text)
    #expect(try PredicateTests.found(query, in: journal.seen(by: app)) == [])
    #expect(throws: ProjectionError.self) {
      try PredicateTests.found(query, in: journal)
    }
  }

  @Test func objectsAndChangesHideThemToo() throws {
    let journal = try Self.journal(.denied).seen(by: app)
    var query = ViewQuery()
    query.types = [WorkoutContent.type]
    let saved = try MatchingObjects.saved(query, sortedBy: .sequence, in: journal).map(\.object)
    var changed: [HealthObject] = []
    try ChangesTable(of: journal).forEachChange { change in
      if case .added(let object) = change.what { changed.append(object) }
    }
    #expect(saved.count == 1)
    for object in saved + changed {
      guard case .workout(let workout) = object.content else { continue }
      #expect(workout.totals.isEmpty && workout.statistics.isEmpty)
      #expect(workout.activities.map(\.statistics) == [[]])
    }
    #expect(changed == saved)
  }

  @Test func aDistanceIsOfTheTypesOfItsActivities() {
    func types(_ activity: String, _ parts: String...) -> [String] {
      let prefix = "HKWorkoutActivityType"
      let time = WorkoutTests.whole
      let workout = WorkoutContent(
        activity: prefix + activity, span: time, duration: 1,
        activities: parts.map { WorkoutActivity(activity: prefix + $0, start: time.start) })
      return workout.types(of: .totalDistance).map { String($0.dropFirst(32)) }
    }
    #expect(types("Swimming") == ["Swimming"])
    #expect(types("Running", "Cycling") == ["Cycling", "WalkingRunning"])
    #expect(types("SwimBikeRun") == ["Cycling", "Swimming", "WalkingRunning"])
    for activity in WorkoutActivityType.all {
      let workout = WorkoutContent(
        activity: activity.exportName, span: WorkoutTests.whole, duration: 1)
      for type in workout.types(of: .totalDistance) {
        #expect(TypeCatalogue.find(type) != nil, "\(type)")
      }
    }
  }

  /// One hidden sample that was saved with a workout makes no other sample a stranger to it.
  @Test func aHiddenMemberChangesNothing() throws {
    func shown(hidden: Bool) throws -> [String] {
      let journal = try ViewTestSupport.journal { session in
        let read = [(WorkoutContent.type, true), (energy, true), (pulse, false)].map {
          AuthorizationGrant($0.0, $0.1 ? .authorized : .denied)
        }
        try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
        let time = WorkoutTests.whole
        try session.save(WorkoutTests.workout(1))
        try session.save(quantity(2, energy, 5, "kcal", time))
        if hidden { try session.save(quantity(3, pulse, 99, "count/min", time), workout: id(1)) }
      }
      let table = try WorkoutsView.table(
        of: journal.seen(by: app), in: ViewContext(), showingSamples: true)
      return words(try table.records(), "energy", "inferred", "samples")
    }
    #expect(try shown(hidden: true) == shown(hidden: false))
    #expect(try shown(hidden: true).first?.hasPrefix("5 true") == true)
  }

  // MARK: Correlations

  static let pressures = ["Systolic", "Diastolic"]
    .map { "HKQuantityTypeIdentifierBloodPressure" + $0 }
  static let pressure = "HKCorrelationTypeIdentifierBloodPressure"

  static func pressures(_ statuses: [AuthorizationStatus]) throws -> [ObjectUUID] {
    let time = span("2026-03-04T08:00:00Z")
    let journal = try ViewTestSupport.journal { session in
      try session.save(
        quantity(4, pressures[0], 120, "mmHg", time), quantity(5, pressures[1], 80, "mmHg", time),
        HealthObject(
          uuid: id(3),
          content: .correlation(
            CorrelationContent(type: pressure, span: time, members: [id(4), id(5)]))))
      let read = zip(pressures, statuses).map { AuthorizationGrant($0, $1) }
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
    }
    var query = ViewQuery()
    query.types = [pressure]
    return try MatchingObjects.others(query, in: journal.seen(by: app)).map(\.uuid)
  }

  @Test func aCorrelationIsSeenByWhoSeesItsMembers() throws {
    #expect(try Self.pressures([.authorized, .authorized]) == [id(3)])
    #expect(try Self.pressures([.authorized, .denied]) == [])
    #expect(throws: ProjectionError.readNotDetermined(source: app, type: Self.pressures[1])) {
      try Self.pressures([.authorized])
    }
  }

  @Test func foodNeedsOneDecision() throws {
    let food = "HKCorrelationTypeIdentifierFood"
    func tables(_ read: [String]) throws -> HealthTables {
      let journal = try ViewTestSupport.journal { session in
        let read = read.map { AuthorizationGrant($0, .authorized) }
        if read.isEmpty { return }
        try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
      }
      return try journal.tables.seen(by: app, at: .epoch)
    }
    let one = QuantityType.dietaryEnergyConsumed.identifier
    let all = CorrelationType.all.filter { $0.identifier == food }
      .flatMap { $0.containedTypes.map(\.identifier) }
    #expect(throws: ProjectionError.self) { try tables([]).requireDetermined(food) }
    try tables([one]).requireDetermined(food)
    #expect(try tables([one]).access.firstEnd(of: food) != Int64.min)
    #expect(try tables(all).access.firstEnd(of: food) == Int64.min)
  }
}
