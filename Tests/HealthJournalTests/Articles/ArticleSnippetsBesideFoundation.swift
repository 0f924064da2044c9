import HealthJournalFoundation

// `ArticleSnippets` once more, as a program writes it that imports Foundation: `ArticleTests`
// compares.

enum ArticleSnippetsBesideFoundation {
  static func savingAndReading(in folder: String) async throws -> HealthStore {
    try HealthStore.create(at: folder, timeZone: "Europe/Berlin")
    let store = try HealthStore(at: folder)
    let perMinute = Unit.count().unitDivided(by: .minute())
    let beat = QuantitySample(
      type: .heartRate, quantity: Quantity(unit: perMinute, doubleValue: 61), start: .now,
      end: .now, device: .local(), metadata: [MetadataKeyWasUserEntered: true])
    try await store.save(beat)
    let newest = SampleQueryDescriptor(
      predicates: [.quantitySample(type: .heartRate)], sortedBy: .endDate.reversed, limit: 10)
    for sample in try await newest.result(for: store) {
      print(sample.quantity, sample.sourceRevision.name)
    }
    do {
      try await store.save(beat, by: "com.example.app")
    } catch {
      print(error.code.healthErrorCode, error)
    }
    return store
  }

  static func figuresOfDays(of store: HealthStore) async throws {
    let today = try await store.timestamp("today").instant
    let steps = try await StatisticsQueryDescriptor(
      predicate: .quantitySample(
        type: .stepCount, predicate: Query.predicateForSamples(withStart: today, end: nil)),
      options: .cumulativeSum
    ).result(for: store)
    print(steps?.sumQuantity()?.doubleValue(for: .count()) ?? 0)
    let days = try await StatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: .heartRate), options: [.discreteAverage, .discreteMax],
      anchor: today, every: .day
    ).result(for: store)
    for day in days.statistics() {
      print(day.start, day.averageQuantity() ?? "no value")
    }
    let reasons = try await store.explain(.stepCount, on: store.day(of: today))
    print(reasons.rows.count)
  }

  static func followingChanges(
    of store: HealthStore, in folder: String, after kept: String
  ) async throws -> String {
    let query = AnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: .stepCount)], anchor: QueryAnchor(kept))
    let news = try await query.result(for: store)
    print(news.addedSamples.count, news.deletedObjects.count)
    let next = news.newAnchor.description
    let reader = try HealthStore(reading: folder)
    for try await update in query.results(for: reader) {
      print(update.addedSamples.map(\.uuid))
      break
    }
    return next
  }

  static func buildingAWorkout(
    in store: HealthStore, from start: Instant, to end: Instant
  ) async throws -> Workout {
    let configuration = WorkoutConfiguration(activityType: .running, locationType: .outdoor)
    let builder = WorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
    try await builder.beginCollection(at: start)
    try await builder.addSamples([
      QuantitySample(
        type: .activeEnergyBurned, quantity: Quantity(unit: .kilocalorie(), doubleValue: 300),
        start: start, end: end)
    ])
    try await builder.addWorkoutEvents([
      WorkoutEvent(type: .pause, start: start + 600),
      WorkoutEvent(type: .resume, start: start + 660),
    ])
    try await builder.endCollection(at: end)
    let workout = try await builder.finishWorkout()
    print(workout.duration, workout.statistics(for: .activeEnergyBurned)?.sumQuantity() ?? "none")
    return workout
  }

  static func testingAProgram() async throws -> HealthStore {
    let memory = try HealthStore(inMemory: "Europe/Berlin")
    let app = "com.example.app"
    try await memory.setAuthorization(
      for: app, share: [QuantityType.stepCount.identifier: .authorized])
    let walk = QuantitySample(
      type: .stepCount, quantity: Quantity(unit: .count(), doubleValue: 812), start: .now,
      end: .now)
    try await memory.save(walk, by: app)
    return memory
  }

  static func journeys(of store: HealthStore) async throws -> Int {
    let scale = try await store.objects(of: .bodyMass, sortedBy: .endDate.reversed, limit: 1)
    if let last = scale.first {
      let kilogram = Unit.gramUnit(with: .kilo)
      try await store.correct(last.object.uuid, to: Quantity(unit: kilogram, doubleValue: 71.2))
    }
    let deleted = try await store.deleteCopies(of: [.bodyMass])
    let page = try await store.report(options: ["name": "Ana Lopez", "language": "de"])
    return deleted + (page?.count ?? 0)
  }
}
