import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Runs, logged and imported.
@Suite(.enabled(if: Zones.arePresent)) struct RunTests {
  static let morning = span("2026-11-20T07:00:00Z", "2026-11-20T07:30:00Z")
  static let metres = QuantityType.distanceWalkingRunning.identifier

  static func run(
    _ span: TimeSpan = morning, _ distance: Amount = Amount(5, "km"), start: Double? = 92,
    end: Double? = 161, kcal: Double? = nil
  ) -> Run {
    Run(
      distance: distance, span: span, heartRateStart: start, heartRateEnd: end, kilocalories: kcal)
  }

  static func log(_ journal: ReplayedJournal, _ query: ViewQuery = ViewQuery()) throws -> [String] {
    words(
      try RunsView.table(of: journal, in: ViewContext(query)).records(), "date", "distance",
      "unit", "totalTime", "pace", "firstHeartRate", "lastHeartRate", "kilocalories", "source")
  }

  @Test func aRunIsOneEventAndOneRow() throws {
    let journal = try journal { session in
      try session.ask(.save(session.request(saving: Self.run(kcal: 320))))
    }
    #expect(journal.head.sequence == 2)
    #expect(journal.tables.liveCount == 4)
    #expect(try Self.log(journal) == ["2026-11-20 5 km 1800 360 92 161 320 owner"])
  }

  @Test func whatIsNotKnownIsMissing() throws {
    let journal = try journal { session in
      try session.ask(.save(session.request(saving: Self.run(start: nil, end: 150))))
    }
    #expect(try Self.log(journal) == ["2026-11-20 5 km 1800 360 - 150 - owner"])
  }

  @Test func distancesWithoutTheFlagAreNoRuns() throws {
    let journal = try journal { session in
      try session.save(quantity(1, Self.metres, 5, "km", Self.morning))
    }
    #expect(try Self.log(journal) == [])
  }

  @Test func deletedFiguresAreMissingAndDeletedDistancesNoRuns() throws {
    func journal(deleting places: [Int]) throws -> ReplayedJournal {
      try ViewTestSupport.journal { session in
        let request = session.request(saving: Self.run())
        try session.ask(.save(request))
        let uuids = places.map { request.objects[$0].object.uuid }
        try session.ask(.delete(Deletion(objects: uuids)))
      }
    }
    #expect(try Self.log(journal(deleting: [1])) == ["2026-11-20 5 km 1800 360 - 161 - owner"])
    #expect(try Self.log(journal(deleting: [0])) == [])
  }

  @Test func aMemberOfACorrelationIsLeftOut() throws {
    let journal = try journal { session in
      let request = session.request(saving: Self.run())
      try session.ask(.save(request))
      let food = CorrelationContent(
        type: CorrelationType.food.identifier, span: Self.morning,
        members: [request.objects[0].object.uuid])
      try session.save(HealthObject(uuid: id(9), content: .correlation(food)))
    }
    #expect(try Self.log(journal) == [])
  }

  @Test func newestFirstWithinTheLimitInOneUnit() throws {
    let later = span("2026-11-21T07:00:00Z", "2026-11-21T07:10:00Z")
    let journal = try journal { session in
      for run in [Self.run(), Self.run(later, Amount(1, "mi"), start: nil, end: nil)] {
        try session.ask(.save(session.request(saving: run)))
      }
    }
    var query = ViewQuery()
    #expect(
      words(try RunsView.table(of: journal, in: ViewContext()).records(), "distance", "unit")
        == ["1.609344 km", "5 km"])
    query.limit = 1
    #expect(
      words(try RunsView.table(of: journal, in: ViewContext(query)).records(), "distance", "unit")
        == ["1.609344 km"], "the unit does not hang on the limit")
    query.unit = .meter
    query.from = nil
    query.to = later.start.instant
    #expect(try Self.log(journal, query) == ["2026-11-20 5000 m 1800 360 92 161 - owner"])
    query.unit = .kilogram
    #expect(throws: ProjectionError.unitMismatch(type: Self.metres, unit: "kg")) {
      try Self.log(journal, query)
    }
  }

  @Test func runningWorkoutsAreRuns() throws {
    let total: [WorkoutTotal: Amount] = [.totalDistance: Amount(10, "km")]
    let journal = try journal { session in
      try session.save(WorkoutTests.workout(1, totals: total), source: "A")
      try session.save(WorkoutTests.workout(2, activity: "HKWorkoutActivityTypeYoga"), source: "A")
      for (number, minute) in [(3, "40"), (4, "05"), (5, "20")] {
        let time = span("2026-11-20T08:\(minute):00Z")
        try session.save(quantity(number, pulse, Double(number), "count/s", time), source: "A")
      }
    }
    #expect(try Self.log(journal) == ["2026-11-20 10 km 3000 300 240 180 - A"])
  }

  @Test func aRunInAWorkoutIsShownOnce() throws {
    let whole = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
    let journal = try journal { session in
      try session.save(WorkoutTests.workout(1))
      try session.ask(.save(session.request(saving: Self.run(whole))))
    }
    #expect(try Self.log(journal) == ["2026-11-20 5 km 3000 600 92 161 - owner"])
  }

  /// The workout has samples of its own, or is another source's: the run is told by its time alone.
  @Test(arguments: [nil, "Watch"]) func aRunInTheTimeOfAWorkoutIsShownOnce(
    _ source: String?
  ) throws {
    let inside = span("2026-11-20T08:05:00Z", "2026-11-20T08:50:00Z")
    let journal = try journal { session in
      try session.save(WorkoutTests.workout(1), source: source)
      let saved = quantity(2, energy, 500, "kcal", inside)
      try session.save(saved, source: source, workout: id(1))
      try session.ask(.save(session.request(saving: Self.run(inside, kcal: 300))))
    }
    #expect(
      try Self.log(journal) == ["2026-11-20 5 km 3000 600 92 161 500 \(source ?? "owner")"],
      "what the workout lacks comes from the run, and nothing else")
  }

  /// A run in a workout that was saved twice is that of both, whichever is shown.
  @Test func aCopyTakesNoRunFromItsWorkout() throws {
    let inside = span("2026-11-20T08:05:00Z", "2026-11-20T08:50:00Z")
    let journal = try journal { session in
      try session.save(WorkoutTests.workout(1), source: "Watch")
      try session.save(WorkoutTests.workout(2), source: "Watch")
      try session.ask(.save(session.request(saving: Self.run(inside))))
    }
    let run = "2026-11-20 5 km 3000 600 92 161 - Watch"
    var query = ViewQuery()
    #expect(try Self.log(journal, query) == [run, run])
    query.foldsCopies = true
    #expect(try Self.log(journal, query) == [run])
  }

  /// The newer workout is a copy, and has only one of the runs of the workout that counts.
  @Test func aWorkoutTakesItsRunsBeforeItsCopies() throws {
    let journal = try journal { session in
      let order = SourcePriority(type: WorkoutContent.type, sources: ["A", "B"])
      try session.ask(.configure(Configuration(priority: [order])))
      try session.save(WorkoutTests.workout(1), source: "A")
      let later = span("2026-11-20T08:10:00Z", "2026-11-20T09:02:00Z")
      try session.save(WorkoutTests.workout(2, later), source: "B")
      for (start, end, kilometres) in [("08:01", "08:08", 1.0), ("08:15", "08:35", 4)] {
        let inside = span("2026-11-20T\(start):00Z", "2026-11-20T\(end):00Z")
        let run = Self.run(inside, Amount(kilometres, "km"), start: nil, end: nil)
        try session.ask(.save(session.request(saving: run)))
      }
    }
    var query = ViewQuery()
    #expect(
      try Self.log(journal, query) == [
        "2026-11-20 4 km 3000 750 - - - B", "2026-11-20 4 km 3000 750 - - - A",
      ])
    query.foldsCopies = true
    #expect(try Self.log(journal, query) == ["2026-11-20 4 km 3000 750 - - - A"])
  }

  @Test func eachLegTakesItsOwnRuns() throws {
    let legs = [("08:00", "08:15"), ("08:45", "09:00")].map {
      span("2026-11-20T\($0):00Z", "2026-11-20T\($1):00Z")
    }
    let journal = try journal { session in
      var whole = WorkoutTests.workout(
        1, activity: WorkoutActivityType.swimBikeRun.exportName)
      guard case .workout(var workout) = whole.content else { return }
      workout.activities = legs.map {
        WorkoutActivity(
          activity: WorkoutActivityType.running.exportName, start: $0.start, end: $0.end)
      }
      whole.content = .workout(workout)
      try session.save(whole, source: "A")
      for (leg, kilometres) in zip(legs, [1.0, 4]) {
        let run = Self.run(leg, Amount(kilometres, "km"), start: nil, end: nil)
        try session.ask(.save(session.request(saving: run)))
      }
    }
    #expect(
      try Self.log(journal) == [
        "2026-11-20 4 km 900 225 - - - A", "2026-11-20 1 km 900 900 - - - A",
      ])
  }

  @Test func aRunThatOutlastsAWorkoutIsAnother() throws {
    let longer = span("2026-11-20T08:05:00Z", "2026-11-20T09:00:01Z")
    let journal = try journal { session in
      try session.save(WorkoutTests.workout(1))
      try session.ask(.save(session.request(saving: Self.run(longer))))
    }
    #expect(try Self.log(journal).count == 2)
  }

  @Test(arguments: [("duration > 40 min", "3000"), ("duration < 40 min", "1800")])
  func onlyWhatThePredicateHoldsFor(_ text: String, _ seconds: String) throws {
    let journal = try journal { session in
      try session.save(WorkoutTests.workout(1))
      try session.ask(.save(session.request(saving: Self.run())))
    }
    var query = ViewQuery()
    query.predicate = try HealthPredicate(text)
    let rows = try RunsView.table(of: journal, in: ViewContext(query)).records()
    #expect(words(rows, "totalTime") == [seconds])
  }

  @Test func aRunWithoutHeartRatesLeavesThoseOfTheWorkout() throws {
    let whole = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
    let journal = try journal { session in
      try session.save(WorkoutTests.workout(1))
      try session.save(quantity(2, pulse, 99, "count/min", span("2026-11-20T08:30:00Z")))
      try session.ask(.save(session.request(saving: Self.run(whole, start: nil, end: nil))))
    }
    #expect(try Self.log(journal) == ["2026-11-20 5 km 3000 600 99 99 - owner"])
  }
}

/// Runs and charts as a source may see them.
@Suite(.enabled(if: Zones.arePresent)) struct RunReaderTests {
  static func journal(_ read: [AuthorizationGrant]) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      try session.ask(.save(session.request(saving: RunTests.run())))
      try session.save(WorkoutTests.workout(1, totals: [.totalDistance: Amount(9, "km")]))
      if read.isEmpty { return }
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
    }
  }

  static func log(_ read: AuthorizationGrant...) throws -> [String] {
    try RunTests.log(try journal(read).seen(by: app), ViewQuery())
  }

  @Test func whatMayNotBeReadIsNotThere() throws {
    let distance = RunTests.metres
    #expect(
      try Self.log(AuthorizationGrant(distance, .authorized)) == [
        "2026-11-20 5 km 1800 360 - - - owner"
      ], "neither heart rates nor workouts")
    #expect(
      try Self.log(
        AuthorizationGrant(distance, .authorized), AuthorizationGrant(pulse, .authorized),
        AuthorizationGrant(WorkoutContent.type, .authorized)) == [
          "2026-11-20 9 km 3000 333.3333333333333 - - - owner",
          "2026-11-20 5 km 1800 360 92 161 - owner",
        ])
    #expect(try Self.log(AuthorizationGrant(distance, .denied)) == [])
    #expect(
      throws: ProjectionError.readNotDetermined(source: app, type: distance, isKnown: false)
    ) {
      try Self.log()
    }
  }

  @Test func chartsToo() throws {
    func count(_ status: AuthorizationStatus?) throws -> Int? {
      let read = status.map { [AuthorizationGrant(pulse, $0)] } ?? []
      return try ChartView.chart(
        of: pulse, try Self.journal(read).seen(by: app), in: ViewContext(), step: .none, parts: 2)?
        .count
    }
    #expect(try count(.authorized) == 2)
    #expect(try count(.denied) == nil)
    #expect(throws: ProjectionError.readNotDetermined(source: app, type: pulse, isKnown: false)) {
      try count(nil)
    }
  }
}
