import HealthJournalFoundation
import TestSupport
import Testing

/// Authorization, workouts, characteristics and what HealthKit has not, written as HealthKit's
/// programs write them.
@Suite struct GuessedStoreTests {
  private let start = Date(timeIntervalSince1970: 1_772_000_000)
  private var end: Date { start.addingTimeInterval(1_800) }
  private let steps = QuantityType(.stepCount)
  private let heartRate = QuantityType(.heartRate)

  private func store() throws -> HealthStore {
    try HealthStore(inMemory: try #require(TimeZone(identifier: "Europe/Berlin")))
  }

  private func quantity(_ type: QuantityType, _ unit: Unit, _ value: Double) -> QuantitySample {
    QuantitySample(
      type: type, quantity: Quantity(unit: unit, doubleValue: value), start: start, end: end)
  }

  @Test func theOwnerNeedsNoAuthorization() async throws {
    let store = try store()
    #expect(HealthStore.isHealthDataAvailable())
    try await store.requestAuthorization(
      toShare: [steps, heartRate], read: [steps, CategoryType(.sleepAnalysis)])
    #expect(store.authorizationStatus(for: steps) == .authorized)
    let status = try await store.statusForAuthorizationRequest(toShare: [steps], read: [steps])
    #expect(status == .unnecessary)
  }

  @Test func anAppIsToldWhatTheOwnerHasToDecide() async throws {
    let (store, app) = (try store(), "com.example.app")
    let error = await #expect(throws: StoreError.self) {
      try await store.requestAuthorization(toShare: [steps], read: [heartRate], for: app)
    }
    #expect(error?.code == .authorizationNotDetermined)
    #expect(error?.description.contains("\(steps.identifier) to share") == true)
    try await store.setAuthorization(
      for: app, share: [steps.identifier: .denied], read: [heartRate.identifier: .authorized])
    try await store.requestAuthorization(toShare: [steps], read: [heartRate], for: app)
    #expect(await store.authorizationStatus(for: steps, of: app) == .denied)
  }

  @Test func aJournalInMemoryIsOneOfItsOwn() async throws {
    let (first, second) = (try store(), try store())
    try await first.save(quantity(steps, .count(), 812))
    #expect(try await first.latestSample(of: .stepCount)?.quantity.doubleValue == 812)
    #expect(try await second.latestSample(of: .stepCount) == nil)
    #expect(await first.timeZone == "Europe/Berlin")
    #expect(throws: StoreError.self) { try HealthStore(inMemory: "Europe/Nowhere") }
  }

  @Test func aWorkoutIsBuiltAndSavedWithItsSamples() async throws {
    let store = try store()
    var configuration = WorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    let builder = WorkoutBuilder(
      healthStore: store, configuration: configuration, device: .local())
    try await builder.beginCollection(at: start)
    let energy = quantity(.activeEnergyBurned, .kilocalorie(), 300)
    try await builder.addSamples([energy])
    try await builder.addWorkoutEvents([
      WorkoutEvent(
        type: .pause, dateInterval: DateInterval(start: start, duration: 60), metadata: nil),
      WorkoutEvent(
        type: .resume, dateInterval: DateInterval(start: start + 60, duration: 0), metadata: nil),
    ])
    try await builder.addMetadata([MetadataKeyWorkoutBrandName: "Club"])
    try await builder.endCollection(at: end)
    let workout = try await builder.finishWorkout()
    #expect(workout.duration == 1_740)
    let saved = try await SampleQueryDescriptor(
      predicates: [.workout(Query.predicateForWorkouts(with: .running))]
    ).result(for: store)
    let read = try #require(saved.first)
    #expect(read.uuid == workout.uuid)
    #expect(read.workoutActivityType == .running)
    #expect(read.metadata?[MetadataKeyIndoorWorkout] == false)
    #expect(read.metadata?[MetadataKeyWorkoutBrandName] == "Club")
    #expect(read.statistics(for: .activeEnergyBurned)?.sumQuantity()?.doubleValue == 300)
    #expect(read.content.totals[.totalEnergyBurned] == Amount(300, "kcal"))
    #expect(read.workoutEvents?.first?.date.offsetMinutes == 60)
    let members = try await store.objects(
      of: .activeEnergyBurned, matching: Query.predicateForObjects(from: workout))
    #expect(members.map(\.object.uuid) == [energy.uuid])
  }

  @Test func aWorkoutIsFinishedOnceAndOnlyAfterItsEnd() async throws {
    let store = try store()
    let builder = WorkoutBuilder(healthStore: store, configuration: WorkoutConfiguration())
    await #expect(throws: StoreError.self) { try await builder.finishWorkout() }
    await #expect(throws: StoreError.self) { try await builder.addSamples([]) }
    try await builder.beginCollection(at: start)
    await #expect(throws: StoreError.self) { try await builder.addSamples([]) }
    let early = QuantitySample(
      type: .activeEnergyBurned, quantity: Quantity(unit: .kilocalorie(), doubleValue: 1),
      start: start - 1, end: end)
    await #expect(throws: StoreError.self) { try await builder.addSamples([early]) }
    await #expect(throws: StoreError.self) { try await builder.endCollection(at: start - 1) }
    try await builder.endCollection(at: end)
    try await builder.finishWorkout()
    await #expect(throws: StoreError.self) { try await builder.finishWorkout() }
    #expect(try await store.workouts().count == 1)
  }

  @Test func aSeriesIsSavedAsOneSample() async throws {
    let store = try store()
    let perMinute = Unit.count().unitDivided(by: .minute())
    let series = QuantitySeriesSampleBuilder(
      healthStore: store, quantityType: heartRate, startDate: start, device: nil)
    await #expect(throws: StoreError.self) { try await series.finishSeries(metadata: nil) }
    for (seconds, value) in [(0.0, 60.0), (30, 66), (60, 63)] {
      try await series.insert(
        Quantity(unit: perMinute, doubleValue: value), at: start + seconds)
    }
    await #expect(throws: StoreError.self) {
      try await series.insert(Quantity(unit: .meter(), doubleValue: 1), at: start)
    }
    let fast = Unit.count().unitDivided(by: .secondUnit(with: .pico))
    await #expect(throws: StoreError.self) {
      try await series.insert(Quantity(unit: fast, doubleValue: 1e300), at: start)
    }
    let sample = try await series.finishSeries(metadata: nil)
    let read = try #require(try await store.object(sample.uuid).flatMap { QuantitySample($0) })
    #expect(read.quantity.doubleValue == 63)
    #expect(read.count == 3)
    #expect(read.series?.maximum == 66)
    #expect(read.endDate == start + 60)
  }

  @Test func theProfileIsAskedForAsInHealthKit() async throws {
    let store = try store()
    #expect(await store.dateOfBirthComponents()?.year == nil)
    #expect(await store.biologicalSex() == .notSet)
    #expect(await store.preferredUnits(for: [heartRate])[heartRate]?.unitString == "count/min")
    #expect(store.earliestPermittedSampleDate() < start)
  }

  @Test func thePastIsAStoreThatOnlyReads() async throws {
    let store = try store()
    try await store.save(quantity(steps, .count(), 812))
    let line = try await store.changes().anchor.sequence
    try await store.save(quantity(heartRate, Unit(from: "count/min"), 61))
    let past = try await store.asOf(line: line)
    #expect(try await past.objects(of: .stepCount).count == 1)
    #expect(try await past.objects(of: .heartRate).isEmpty)
    try await past.reload()
    #expect(try await past.objects(of: .heartRate).isEmpty)
    await #expect(throws: StoreError.self) { try await past.save(quantity(steps, .count(), 1)) }
    await #expect(throws: StoreError.self) { try await store.asOf(line: 99) }
    let now = try await store.asOf(Date())
    #expect(try await now.objects(of: .heartRate).count == 1)
    #expect(try await store.explain(steps, on: start).rows.isEmpty == false)
  }
}
