import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

/// Queries of the library, as a program outside this package writes them.
struct QueryTests: StoreSuite {
  private let app = "com.example.app"
  private let heartRate = QuantityType.heartRate.identifier
  let home = TemporaryFolder()

  private func span(_ start: Int64, _ end: Int64) -> TimeSpan {
    func time(_ second: Int64) -> Timestamp {
      Timestamp(instant: Instant(wholeSeconds: second), offsetMinutes: 0)
    }
    return TimeSpan(time(start), time(end))
  }

  private func beats(_ value: Double, _ start: Int64, _ end: Int64) -> Content {
    .quantity(
      QuantityContent(
        type: heartRate, span: span(start, end), value: value, unit: "count/min"))
  }

  private func values(_ objects: [SavedObject]) -> [Double] {
    objects.map {
      guard case .quantity(let sample) = $0.object.content else { return -1 }
      return sample.value
    }
  }

  @Test func takesBackWhatWasSavedLast() async throws {
    try await withStore { store in
      let first = try await store.save([beats(60, 0, 1)])
      let second = try await store.save([beats(70, 0, 1), beats(80, 2, 3)])
      #expect(try await store.undo()?.gone.values.reduce(0, +) == second.count)
      #expect(values(try await store.objects(of: .heartRate)) == [60])
      #expect(try await store.undo()?.gone.values.reduce(0, +) == first.count)
      #expect(try await store.undo() == nil)
      #expect(try await store.redo()?.live.values.reduce(0, +) == first.count)
      try await store.delete(first)
      #expect(try await store.undo()?.live.values.reduce(0, +) == first.count)
      #expect(values(try await store.objects(of: .heartRate)) == [60])
    }
  }

  @Test func sortsLimitsAndAsksThePredicate() async throws {
    try await withStore { store in
      _ = try await store.save([beats(60, 50, 90), beats(150, 10, 80), beats(170, 30, 40)])
      #expect(values(try await store.objects(of: .heartRate)) == [60, 150, 170])
      #expect(
        values(try await store.objects(of: .heartRate, sortedBy: .startDate)) == [150, 170, 60])
      let latest = try await store.objects(of: .heartRate, sortedBy: .endDate.reversed, limit: 2)
      #expect(values(latest) == [60, 150])
      let hard = try await store.objects(
        of: .heartRate,
        matching: .quantitySamples(
          operator: .greater, quantity: 2.6, try Unit("count/s")))
      #expect(values(hard) == [170])
      #expect(try await store.objects(of: .bodyMass) == [])
      #expect(try await store.object(latest[0].object.uuid) == latest[0])
      try await store.delete([latest[0].object.uuid])
      #expect(try await store.object(latest[0].object.uuid) == nil)
    }
  }

  @Test func tellsSourceAndDevice() async throws {
    try await withStore { store in
      var draft = Draft(HealthObject(uuid: ObjectUUID(high: 1, low: 2), content: beats(61, 1, 1)))
      draft.source = Source(name: "Watch", bundle: "com.apple.health.A1", version: "11.1")
      draft.device = Device(name: "Apple Watch", model: "Watch")
      try await store.perform(.save(SaveRequest(objects: [draft])))
      _ = try await store.save([beats(62, 2, 2)])
      let found = try await store.objects(of: .heartRate)
      #expect(found.map(\.source.name) == ["Watch", "owner"])
      #expect(found.map(\.device?.model) == ["Watch", nil])
      #expect(found.map(\.sequence) == [3, 4])
      let sources = try await store.sources(of: .heartRate)
      #expect(sources == [draft.source, Source(name: "owner")])
    }
  }

  @Test func aRefusedReadShowsOnesOwnOnly() async throws {
    try await withStore { store in
      let grants = [AuthorizationGrant(heartRate, .authorized)]
      let denied = [AuthorizationGrant(heartRate, .denied)]
      await #expect(throws: StoreError.self) {
        try await store.objects(of: .heartRate, as: app)
      }
      try await store.perform(
        .authorize(AuthorizationChange(source: app, share: grants, read: denied)))
      _ = try await store.save([beats(60, 1, 1)])
      _ = try await store.save([beats(61, 2, 2)], by: app)
      #expect(values(try await store.objects(of: .heartRate, as: app)) == [61])
      #expect(try await store.sources(of: .heartRate, as: app).map(\.name) == [app])
      try await store.perform(.authorize(AuthorizationChange(source: app, read: grants)))
      #expect(values(try await store.objects(of: .heartRate, as: app)) == [60, 61])
    }
  }

  @Test func aWorkoutHasItsLapsPartsAndComparison() async throws {
    try await withStore { store in
      let lap = WorkoutEvent(type: WorkoutEventName.lap, date: span(0, 50).start, duration: 50)
      let pause = WorkoutEvent(type: WorkoutEventName.pause, date: span(90, 90).start)
      let part = WorkoutActivity(
        start: span(0, 50).start, end: span(0, 50).end,
        statistics: [
          WorkoutStatistics(type: heartRate, average: 120, unit: "count/min")
        ])
      let workout = WorkoutContent(
        activity: WorkoutActivityType.running.exportName, span: span(0, 100), duration: 90,
        events: [lap, pause], activities: [part])
      let uuid = try await store.save([.workout(workout)])[0]
      _ = try await store.save([beats(120, 10, 10), beats(150, 60, 60)], workout: uuid)
      let found = try await store.workouts()[0]
      #expect(found.workout.pauses == [span(90, 100)] && found.workout.activeDuration == 90)
      #expect(
        found.stretches.map(\.stretch.event) == [WorkoutEventName.lap, WorkoutEventName.pause])
      #expect(found.stretches.map { $0.samples.map(\.average) } == [[120], []])
      #expect(found.parts.map { $0.samples.map(\.average) } == [[120]])
      let stated = found.comparison.filter { $0.stated != nil }
      #expect(stated.map(\.part) == [1] && stated.map(\.verdict) == [.agree])
      // The first holds until the second, 50 s, and that to the end of the workout, 40 s.
      let average = (120.0 * 50 + 150 * 40) / 90
      #expect(found.comparison.filter { $0.part == nil }.map(\.ours) == [average, 120, 150])
    }
  }

  @Test func findsWorkoutsAndTheirSamples() async throws {
    try await withStore { store in
      let workout = WorkoutContent(
        activity: WorkoutActivityType.running.exportName, span: span(0, 100), duration: 100)
      let uuid = try await store.save([.workout(workout)])[0]
      _ = try await store.save([beats(120, 10, 10)], workout: uuid)
      _ = try await store.save([beats(60, 200, 200)])
      let running = try await store.objects(
        of: .workout, matching: .workouts(activity: .running))
      #expect(running.map(\.object.uuid) == [uuid])
      let whole = try await store.workouts(matching: .workouts(activity: .running))
      #expect(whole.map(\.uuid) == [uuid] && whole[0].energy == nil && !whole[0].isInferred)
      #expect(whole[0].samples.map(\.average) == [120] && whole[0].samples.map(\.count) == [1])
      #expect(try await store.workouts(matching: .workouts(activity: .swimming)).isEmpty)
      await #expect(throws: StoreError.self) { try await store.workouts(as: app) }
      let members = try await store.objects(of: .heartRate, matching: .objects(fromWorkout: uuid))
      #expect(values(members) == [120])
    }
  }

  @Test func preferredUnitsAreConfiguredOrMetric() async throws {
    try await withStore { store in
      let mass = QuantityType.bodyMass.identifier
      #expect(await store.preferredUnit(for: .bodyMass) == .kilogram)
      var settings = Configuration()
      settings.preferredUnits = [PreferredUnit(type: mass, unit: "lb")]
      try await store.perform(.configure(settings))
      #expect(await store.preferredUnit(for: .bodyMass)?.description == "lb")
      settings.preferredUnits = [PreferredUnit(type: mass, unit: "")]
      try await store.perform(.configure(settings))
      #expect(await store.preferredUnit(for: .bodyMass) == .kilogram)
      #expect(await store.preferredUnit(for: .workout) == nil)
    }
  }
}

/// Delete by predicate, as a program outside this package calls it.
struct PredicateStoreTests: StoreSuite {
  private let steps = QuantityType.stepCount.identifier
  let home = TemporaryFolder()

  @Test func countsWhatItDeletes() async throws {
    let app = "com.example.app"
    try HealthStore.create(at: folder, timeZone: "Europe/Paris")
    let store = try HealthStore(at: folder)
    let share = [AuthorizationGrant(steps, .authorized)]
    try await store.perform(.authorize(AuthorizationChange(source: app, share: share)))
    func sample(_ value: Double, _ second: Int64) -> Content {
      let time = Timestamp(instant: Instant(wholeSeconds: second), offsetMinutes: 0)
      return .quantity(
        QuantityContent(
          type: steps, span: TimeSpan(time, time), value: value, unit: "count"))
    }
    _ = try await store.save([sample(1, 10), sample(2, 20)])
    _ = try await store.save([sample(3, 30), sample(4, 40)], by: app)
    let late = HealthPredicate.samples(
      from: Instant(wholeSeconds: 20), to: nil, options: .strictStartDate)
    #expect(try await store.deleteObjects(of: .stepCount, predicate: late, by: app) == 2)
    #expect(try await store.deleteObjects(of: .stepCount, predicate: late, by: app) == 0)
    #expect(try await store.latestSample(of: .stepCount)?.quantity.doubleValue == 2)
    #expect(
      try await store.deleteObjects(
        of: .bodyMass, predicate: .all) == 0)
    await #expect(throws: StoreError.self) {
      try await store.deleteObjects(
        of: .stepCount, predicate: .quantitySamples(operator: .less, quantity: 5, .kilogram))
    }
    await #expect(throws: StoreError.self) {
      try await store.deleteObjects(of: .stepCount, predicate: try HealthPredicate("start < x"))
    }
    #expect(try await store.deleteObjects(of: .stepCount, predicate: late || .all) == 2)
  }
}

/// Corrections and double entries, as a program outside this package has them.
struct CorrectionStoreTests: StoreSuite {
  let home = TemporaryFolder()

  @Test func valuesAreCorrected() async throws {
    try HealthStore.create(at: folder, timeZone: "Europe/Paris")
    let store = try HealthStore(at: folder)
    let time = Timestamp(instant: Instant(wholeSeconds: 60), offsetMinutes: 0)
    let mass = QuantityContent(
      type: QuantityType.bodyMass.identifier, span: TimeSpan(time, time), value: 71.5, unit: "kg")
    let sleep = CategoryContent(
      type: CategoryType.sleepAnalysis.identifier, span: TimeSpan(time, time), value: .code(3))
    let uuids = try await store.save([.quantity(mass), .category(sleep)])
    let kilogram = try Unit("kg")
    let newer = try await store.correct(uuids[0], to: Quantity(unit: kilogram, doubleValue: 68.9))
    let latest = try #require(try await store.latestSample(of: .bodyMass))
    #expect(latest.uuid == newer && latest.quantity.doubleValue == 68.9)
    #expect(try await store.correct(uuids[1], to: 5) != uuids[1])
    let wrong = Quantity(unit: try Unit("m"), doubleValue: 1)
    await #expect(throws: StoreError.self) { try await store.correct(newer, to: wrong) }
    await #expect(throws: StoreError.self) { try await store.correct(uuids[0], to: wrong) }
    await #expect(throws: StoreError.self) { try await store.correct(newer, to: 5) }
  }

  @Test func copiesAreDeleted() async throws {
    try HealthStore.create(at: folder, timeZone: "Europe/Paris")
    let store = try HealthStore(at: folder)
    let time = Timestamp(instant: Instant(wholeSeconds: 60), offsetMinutes: 0)
    let steps = Content.quantity(
      QuantityContent(
        type: QuantityType.stepCount.identifier, span: TimeSpan(time, time), value: 5,
        unit: "count"))
    for _ in 1...3 { _ = try await store.save([steps]) }
    #expect(try await store.deleteCopies(of: [.bodyMass]) == 0)
    #expect(try await store.deleteCopies() == 2)
    #expect(try await store.deleteCopies(of: [.stepCount]) == 0)
  }
}
