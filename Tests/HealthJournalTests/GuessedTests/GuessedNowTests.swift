import HealthJournalFoundation
import Testing

/// Times as a program writes them that imports the library with Foundation: `.now` and nil, which
/// both a `Date` and an `Instant` can be.
@Suite struct GuessedNowTests {
  private let steps = QuantityType(.stepCount)

  private func walk() -> QuantitySample {
    QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: 1), start: .now, end: .now)
  }

  @Test func samplesAreMadeNow() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let before = Date()
    let night = CategorySample(
      type: CategoryType(.sleepAnalysis), value: CategoryValueSleepAnalysis.inBed.rawValue,
      start: Date.now, end: .now)
    let pressure = Correlation(
      type: CorrelationType(.bloodPressure), start: .now, end: .now,
      objects: Set([half(.bloodPressureSystolic, 120), half(.bloodPressureDiastolic, 80)]))
    try await store.save([walk(), night, pressure])
    let saved = try await store.objects(of: .stepCount).compactMap { QuantitySample($0) }
    #expect(saved.allSatisfy { abs($0.startDate.timeIntervalSince(before)) < 600 })
    #expect(try await store.objects(of: .bloodPressureSystolic).count == 1)
    #expect(
      pressure.objects.map(\.quantityType) == [.bloodPressureDiastolic, .bloodPressureSystolic])
  }

  private func half(_ type: QuantityType, _ value: Double) -> QuantitySample {
    QuantitySample(
      type: type, quantity: Quantity(unit: .millimeterOfMercury(), doubleValue: value),
      start: .now, end: .now)
  }

  @Test func windowsEndNowOrNever() async throws {
    let store = try HealthStore(inMemory: .gmt)
    try await store.save(walk())
    func count(_ window: HealthPredicate) async throws -> Int {
      try await store.objects(of: .stepCount, matching: window).count
    }
    #expect(try await count(Query.predicateForSamples(withStart: nil, end: nil)) == 1)
    #expect(try await count(Query.predicateForSamples(withStart: .distantPast, end: nil)) == 1)
    #expect(try await count(Query.predicateForSamples(withStart: nil, end: .now)) == 1)
    #expect(try await count(Query.predicateForSamples(withStart: Date() + 60, end: nil)) == 0)
    #expect(try await store.asOf(.now).objects(of: .stepCount).count == 1)
    #expect(try await store.explain(steps, on: .now).rows.isEmpty == false)
  }

  @Test func aWorkoutAndASeriesAreMadeNow() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let builder = WorkoutBuilder(healthStore: store, configuration: WorkoutConfiguration())
    #expect(await builder.startDate == nil)
    try await builder.beginCollection(at: .now)
    try await builder.endCollection(at: .now)
    try await builder.finishWorkout()
    let series = QuantitySeriesSampleBuilder(
      healthStore: store, quantityType: steps, startDate: .now)
    try await series.insert(Quantity(unit: .count(), doubleValue: 1), at: .now)
    try await series.finishSeries(metadata: nil)
    #expect(try await store.workouts().count == 1)
    let days = try await StatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .cumulativeSum, anchorDate: Date() - 60,
      intervalComponents: DateComponents(day: 1)
    ).result(for: store)
    #expect(days.statistics(for: .now)?.sumQuantity() == Quantity(unit: .count(), doubleValue: 1))
  }
}
