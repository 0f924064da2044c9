import HealthJournalFoundation
import Testing

/// Queries that hand their answers to a function, and the rings of days.
@Suite struct GuessedHandlerTests {
  private let start = Date(timeIntervalSince1970: 1_772_000_000)

  private func walk(_ count: Double) -> QuantitySample {
    QuantitySample(
      type: .stepCount, quantity: Quantity(unit: .count(), doubleValue: count), start: start,
      end: start + 60)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func anObserverIsCalledAtItsStartAndForEachChangeThatItAsksFor() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    let (calls, continuation) = AsyncStream.makeStream(of: StoreError?.self)
    let many = Query.predicateForQuantitySamples(
      with: .greater, quantity: Quantity(unit: .count(), doubleValue: 100))
    let observer = ObserverQuery(sampleType: QuantityType.stepCount, predicate: many) {
      _, completion, error in
      continuation.yield(error)
      completion()
    }
    store.execute(observer)
    var heard = calls.makeAsyncIterator()
    #expect(try #require(await heard.next()) == nil)
    try await store.save(walk(1))
    try await store.save(walk(101))
    #expect(try #require(await heard.next()) == nil)
    store.stop(observer)
    try await store.save(walk(102))
    try await Task.sleep(for: .milliseconds(50))
    continuation.finish()
    #expect(await heard.next() == nil)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func aSampleQueryHandsItsSamplesOver() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    try await store.save([walk(1), walk(2)])
    let found = await withCheckedContinuation { continuation in
      let query = SampleQuery(
        sampleType: QuantityType.stepCount, predicate: nil, limit: 1,
        sortDescriptors: [NSSortDescriptor(key: SampleSortIdentifierStartDate, ascending: true)]
      ) { _, samples, error in
        continuation.resume(returning: error == nil ? samples : nil)
      }
      store.execute(query)
    }
    #expect(found?.count == 1)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func compoundPredicatesAreOurs() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    try await store.save([walk(1), walk(5), walk(9)])
    func atLeast(_ count: Double) -> HealthPredicate {
      Query.predicateForQuantitySamples(
        with: .greaterOrEqual, quantity: Quantity(unit: .count(), doubleValue: count))
    }
    func found(_ predicate: HealthPredicate) async throws -> Int {
      try await store.objects(of: .stepCount, matching: predicate).count
    }
    let (some, most) = (atLeast(5), atLeast(9))
    #expect(try await found(NSCompoundPredicate(andPredicateWithSubpredicates: [some, most])) == 1)
    #expect(try await found(NSCompoundPredicate(orPredicateWithSubpredicates: [some, most])) == 2)
    #expect(try await found(NSCompoundPredicate(notPredicateWithSubpredicate: some)) == 1)
    #expect(try await found(NSCompoundPredicate(orPredicateWithSubpredicates: [])) == 0)
    #expect(try await found(NSCompoundPredicate(andPredicateWithSubpredicates: [])) == 3)
  }

  @Test func ringsAreWhatTheSamplesComeTo() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    try await store.save(
      QuantitySample(
        type: .appleExerciseTime, quantity: Quantity(unit: .minute(), doubleValue: 30),
        start: start, end: start + 1_800))
    let day = try await store.day(of: Instant(start))
    let all = try await ActivitySummaryQueryDescriptor(predicate: nil).result(for: store)
    #expect(all.map(\.day) == [day])
    #expect(all.first?.appleExerciseTime?.doubleValue(for: .minute()) == 30)
    #expect(all.first?.exerciseTimeGoal == nil)
    #expect(all.first?.activeEnergyBurned == nil)
    let before = try await store.day(of: Instant(start) - 86_400)
    let none = Query.predicate(forActivitySummariesBetweenStart: before, end: before)
    #expect(try await ActivitySummaryQueryDescriptor(predicate: none).result(for: store).isEmpty)
  }
}
