import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Workouts and the samples that belong to them.
@Suite struct WorkoutTests {
  static let whole = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
  static let inside = span("2026-11-20T08:10:00Z", "2026-11-20T08:20:00Z")
  static let metres = QuantityType.distanceWalkingRunning.identifier

  static func workout(
    _ number: Int, totals: [WorkoutTotal: Amount] = [:], statistics: [WorkoutStatistics] = [],
    activity: String = "HKWorkoutActivityTypeRunning", _ span: TimeSpan = whole
  ) -> HealthObject {
    HealthObject(
      uuid: id(number),
      content: .workout(
        WorkoutContent(
          activity: activity, span: span, duration: 3000, totals: totals, statistics: statistics)))
  }

  static func row(_ journal: ReplayedJournal, _ fields: [String]) throws -> String {
    let table = try WorkoutsView.table(of: journal, in: ViewContext(), showingSamples: true)
    let record = try #require(try table.records().first)
    return fields.map { word(record[$0] ?? .missing) }.joined(separator: " ")
  }

  /// `stepCount 2 7 inferred`: what the workout's samples of each type come to.
  static func samples(_ journal: ReplayedJournal) throws -> [String] {
    let table = try WorkoutsView.table(of: journal, in: ViewContext(), showingSamples: true)
    guard case .list(let list)? = try table.records().first?["samples"] else { return [] }
    return list.map { item in
      let record = Dictionary(item.filter { $0.1 != .missing }) { first, _ in first }
      return words([record], "type", "count", "sum", "average", "inferred")[0]
    }
  }

  @Test func samplesSavedWithItBelongToIt() throws {
    let journal = try journal { session in
      try session.save(
        Self.workout(1), quantity(2, steps, 5, "count", Self.inside),
        quantity(3, steps, 2, "count", Self.inside),
        quantity(4, pulse, 90, "count/min", Self.inside))
      try session.save(quantity(5, steps, 100, "count", Self.inside))
      try session.ask(.delete(Deletion(objects: [id(3)])))
    }
    #expect(
      try Self.samples(journal) == ["\(pulse) 1 - 90 false", "\(steps) 1 5 - false"])
    #expect(try Self.row(journal, ["inferred", "duration", "uuid"]) == "false 3000 \(id(1))")
  }

  @Test func deletedSamplesAreNotMadeUpFor() throws {
    let journal = try journal { session in
      try session.save(Self.workout(1), quantity(2, steps, 5, "count", Self.inside))
      try session.save(quantity(3, steps, 100, "count", Self.inside))
      try session.ask(.delete(Deletion(objects: [id(2)])))
    }
    #expect(try Self.samples(journal) == [])
  }

  @Test func aNewerVersionHasThePlaceOfTheOlder() throws {
    func version(_ object: HealthObject, _ version: Double) -> HealthObject {
      var object = object
      object.metadata[MetadataName.syncIdentifier] = .string(
        object.content.type == steps ? "walk" : "workout")
      object.metadata[MetadataName.syncVersion] = .number(version)
      return object
    }
    func save(_ objects: HealthObject..., by session: inout JournalSession) throws {
      try session.ask(.save(SaveRequest(objects: objects.map { Draft($0) })))
    }
    let journal = try journal { session in
      let (first, last) = (
        quantity(3, steps, 2, "count", Self.inside), quantity(5, steps, 7, "count", Self.inside)
      )
      try save(
        version(Self.workout(1), 1), version(first, 1),
        quantity(4, steps, 30, "count", Self.inside), by: &session)
      try save(
        version(quantity(6, steps, 3, "count", Self.inside), 2),
        quantity(7, steps, 100, "count", Self.inside), by: &session)
      try save(version(last, 3), by: &session)
      try save(version(Self.workout(2), 2), by: &session)
    }
    #expect(try Self.samples(journal) == ["\(steps) 2 37 - false"])
    #expect(try Self.row(journal, ["uuid"]) == "\(id(2))")
  }

  @Test func samplesAddedLaterBelongToIt() throws {
    let later = span("2026-11-21T08:00:00Z")
    let journal = try journal { session in
      try session.save(Self.workout(1), source: "A")
      try session.save(quantity(2, steps, 5, "count", later), source: "B", workout: id(1))
      try session.save(category(3, sleep, .code(3), later), source: "B", workout: id(1))
      try session.save(quantity(4, steps, 9, "count", Self.inside), source: "A")
    }
    #expect(try Self.samples(journal) == ["\(sleep) 1 - - false", "\(steps) 1 5 - false"])
  }

  @Test func imported() throws {
    let watch = Device(name: "Watch", hardware: "Watch7,2")
    let edge = span("2026-11-20T08:50:00Z", "2026-11-20T09:00:00Z")
    let over = span("2026-11-20T08:50:00Z", "2026-11-20T09:00:01Z")
    let journal = try journal { session in
      try session.save(Self.workout(1), source: "Anna’s\u{A0}Watch ", device: watch)
      try session.save(quantity(2, steps, 1, "count", Self.inside), source: "Anna’s Watch")
      try session.save(quantity(3, steps, 2, "count", edge), source: "Other", device: watch)
      try session.save(quantity(4, steps, 4, "count", over), source: "Anna’s Watch")
      try session.save(quantity(5, steps, 8, "count", Self.inside), source: "Phone")
      try session.save(
        quantity(6, steps, 16, "count", span("2026-11-20T07:59:59Z")), source: "Anna’s Watch")
    }
    #expect(try Self.samples(journal) == ["\(steps) 2 3 - true"])
    #expect(try Self.row(journal, ["inferred"]) == "true")
  }

  /// A workout's own source is its bundle where one is stated.
  @Test func samplesOfItsBundleBelongToIt() throws {
    let journal = try journal { session in
      try session.save(Self.workout(1), source: "Fit", bundle: "com.a")
      for (number, (name, bundle)) in [
        ("Fit", "com.a"), ("Fit 2", "com.a"), ("Fit", "com.b"), ("Fit", nil),
      ].enumerated() {
        try session.save(
          quantity(2 + number, pulse, 100 + Double(10 * number), "count/min", Self.inside),
          source: name, bundle: bundle)
      }
    }
    #expect(try Self.samples(journal) == ["\(pulse) 2 - 105 true"])
  }

  /// What starts or ends at a border of a workout, also of one without a length.
  @Test(arguments: [
    ("2026-11-20T09:00:00Z", "2026-11-20T09:00:00Z", true),
    ("2026-11-20T09:00:00Z", "2026-11-20T09:00:00.001Z", false),
    ("2026-11-20T09:00:00.001Z", "2026-11-20T09:00:00.001Z", false),
    ("2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z", true),
    ("2026-11-20T07:59:59.999Z", "2026-11-20T08:00:00Z", false),
    ("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z", true),
  ])
  func aMomentAtItsEndIsInside(_ start: String, _ end: String, _ isInside: Bool) throws {
    let sample = span(start, end)
    func sums(_ workout: TimeSpan) throws -> [String] {
      let journal = try journal { session in
        try session.save(Self.workout(1, workout), source: "Watch")
        try session.save(quantity(2, steps, 3, "count", sample), source: "Watch")
      }
      return try Self.samples(journal)
    }
    #expect(try sums(Self.whole) == (isInside ? ["\(steps) 1 3 - true"] : []))
    let isMoment = start == end
    let moment = TimeSpan(sample.start, sample.start)
    #expect(try sums(moment) == (isMoment ? ["\(steps) 1 3 - true"] : []))
  }

  @Test func aWorkoutWithoutSamplesInfersNothing() throws {
    let journal = try journal { session in
      try session.save(Self.workout(1), source: "A")
      try session.save(quantity(2, steps, 1, "count", Self.inside), source: "B")
    }
    #expect(try Self.row(journal, ["inferred", "energy", "distance"]) == "false - -")
    #expect(try Self.samples(journal) == [])
  }

  @Test func statedTotalsCountBeforeStatisticsBeforeSamples() throws {
    let totals: [WorkoutTotal: Amount] = [
      .totalEnergyBurned: Amount(418.4, "kJ"), .totalDistance: Amount(2, "km"),
    ]
    let statistics = [
      WorkoutStatistics(type: energy, sum: 90, unit: "kcal"),
      WorkoutStatistics(type: Self.metres, sum: 1.5, unit: "km"),
    ]
    func figures(_ workout: HealthObject) throws -> String {
      let journal = try journal { session in
        try session.save(
          workout, quantity(2, energy, 80, "Cal", Self.inside),
          quantity(3, Self.metres, 1, "km", Self.inside),
          quantity(4, Self.metres, 500, "m", Self.inside))
      }
      return try Self.row(journal, ["energy", "distance"])
    }
    #expect(try figures(Self.workout(1, totals: totals, statistics: statistics)) == "100 2000")
    #expect(try figures(Self.workout(1, statistics: statistics)) == "90 1500")
    #expect(try figures(Self.workout(1)) == "80 1500")
  }

  @Test func aTypeOfBothKindsCountsBoth() throws {
    let journal = try journal { session in
      try session.save(
        Self.workout(1), category(2, "New", .name("word"), Self.inside),
        quantity(3, "New", 4, "kg", Self.inside))
    }
    #expect(try Self.samples(journal) == ["New 1 - - false", "New 1 - 4 false"])
  }

  @Test func newestFirstAndOfOneActivity() throws {
    let journal = try journal { session in
      for number in 1...4 {
        let object = Self.workout(
          number, activity: "HKWorkoutActivityType" + (number % 2 == 0 ? "Yoga" : "Rowing"),
          span("2026-11-0\(number)T08:00:00Z", "2026-11-0\(number)T09:00:00Z"))
        try session.save(object)
      }
      try session.ask(.delete(Deletion(objects: [id(4)])))
    }
    func shown(_ activities: Set<String>?, limit: Int? = nil) throws -> [String] {
      var query = ViewQuery()
      query.limit = limit
      let table = try WorkoutsView.table(
        of: journal, in: ViewContext(query), activities: activities)
      return words(try table.records(), "uuid")
    }
    #expect(try shown(nil) == [3, 2, 1].map { id($0).description })
    #expect(try shown(nil, limit: 1) == [id(3).description])
    #expect(try shown(["HKWorkoutActivityTypeYoga"], limit: 1) == [id(2).description])
  }
}

/// Swims, logged and imported.
@Suite(.enabled(if: Zones.arePresent)) struct SwimTests {
  static func swims(_ journal: ReplayedJournal) throws -> [String] {
    words(
      try SwimsView.table(of: journal, in: ViewContext()).records(), "date", "laps",
      "metresPerLap", "metres", "totalTime", "pace", "strokes", "swolf", "kilocalories")
  }

  @Test func aLoggedSwim() throws {
    let journal = try journal { session in
      let mass = QuantityType.bodyMass.identifier
      try session.save(quantity(1, mass, 75_000, "g", span("2026-11-02T08:00:00Z")))
      let swim = Swim(
        laps: 24, metresPerLap: 50, minutes: 40, pace: 6,
        span: span("2026-11-20T23:10:00Z", "2026-11-20T23:50:00Z"))
      try session.ask(.save(try session.request(saving: swim).request))
    }
    #expect(try Self.swims(journal) == ["2026-11-21 24 50 1200 2400 200 - - 300"])
    #expect(try WorkoutTests.row(journal, ["inferred", "energy", "distance"]) == "false 300 1200")
  }

  static let mass = QuantityType.bodyMass.identifier

  /// 80 kg on the first of the month, 75,000 g on the second; an app may read it or not.
  static func weighed(_ status: AuthorizationStatus = .notDetermined) throws -> HealthTables {
    try journal { session in
      try session.save(quantity(1, mass, 80, "kg", span("2026-11-01T08:00:00Z")))
      try session.save(quantity(2, mass, 75_000, "g", span("2026-11-02T08:00:00Z")))
      if status == .notDetermined { return }
      let read = [AuthorizationGrant(mass, status)]
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
    }.tables
  }

  @Test(arguments: [
    ("2026-11-03T08:00:00Z", 75.0), ("2026-11-02T08:00:00Z", 75), ("2026-11-02T07:59:59Z", 80),
    ("2026-10-01T00:00:00Z", 80),
  ])
  func theWeightIsThatOfTheSwimsEndInWhateverUnit(_ time: String, _ kilograms: Double) throws {
    #expect(try Self.weighed().mass(at: at(time).instant)?.kilograms == kilograms)
  }

  @Test func aWeightThatMayNotBeReadIsNotKnown() throws {
    let end = at("2026-11-03T08:00:00Z").instant
    #expect(try Self.weighed(.denied).mass(at: end, seenBy: app) == nil)
    #expect(try Self.weighed().mass(at: end, seenBy: app) == nil)
    #expect(try Self.weighed(.authorized).mass(at: end, seenBy: app)?.kilograms == 75)
  }

  static func imported(
    laps: Int, _ metadata: [Metadata.Entry], _ statistics: [WorkoutStatistics],
    totals: [WorkoutTotal: Amount] = [:]
  ) -> HealthObject {
    let time = span("2026-11-20T08:00:00Z", "2026-11-20T08:20:00Z")
    let events = (0..<laps).map { lap in
      let begin = TimeSpan(from: time.start, seconds: Double(lap) * 60).end
      return WorkoutEvent(type: WorkoutEventName.lap, date: begin, duration: 60)
    }
    let pause = WorkoutEvent(type: WorkoutEventName.pause, date: time.start)
    let workout = WorkoutContent(
      activity: WorkoutActivityType.swimming.exportName, span: time, duration: 1000,
      totals: totals, events: events + [pause], statistics: statistics)
    return HealthObject(
      uuid: id(1), content: .workout(workout), metadata: Metadata(metadata))
  }

  static let strokes = WorkoutStatistics(
    type: QuantityType.swimmingStrokeCount.identifier, sum: 400, unit: "count")
  static let distance = WorkoutStatistics(
    type: QuantityType.distanceSwimming.identifier, sum: 500, unit: "m")
  static let pool = Metadata.Entry(MetadataName.lapLength, .quantity(25, unit: "m"))

  @Test(arguments: [
    (imported(laps: 20, [pool], [strokes, distance]), "20 25 500 1000 200 400 70 -"),
    (imported(laps: 0, [pool], [distance]), "20 25 500 1000 200 - - -"),
    (imported(laps: 20, [pool], []), "20 25 500 1000 200 - - -"),
    (
      imported(laps: 10, [.init("HKLapLength", .quantity(50, unit: "yd"))], []),
      "10 45.72 457.2 1000 \(1000 / 457.2 * 100) - - -"
    ),
    (imported(laps: 0, [], []), "- - - 1000 - - - -"),
    (
      imported(laps: 20, [pool, .init("HKSWOLFScore", .number(41.5))], [strokes]),
      "20 25 500 1000 200 400 41.5 -"
    ),
    (
      imported(
        laps: 0, [],
        [], totals: [.totalDistance: Amount(1, "km"), .totalEnergyBurned: Amount(100, "Cal")]),
      "- - 1000 1000 100 - - 100"
    ),
  ])
  func anImportedSwim(_ object: HealthObject, _ figures: String) throws {
    let journal = try journal { try $0.save(object, source: "Watch") }
    #expect(try Self.swims(journal) == ["2026-11-20 " + figures])
  }

  @Test func theDateIsThatOfThePlace() throws {
    var object = Self.imported(laps: 1, [.init("HKTimeZone", .string("Asia/Tokyo"))], [])
    if case .workout(var workout) = object.content {
      workout.span = span("2026-11-20T16:00:00Z", "2026-11-20T16:30:00Z")
      object.content = .workout(workout)
    }
    let journal = try journal { try $0.save(object) }
    #expect(try Self.swims(journal)[0].hasPrefix("2026-11-21 "))
  }
}
