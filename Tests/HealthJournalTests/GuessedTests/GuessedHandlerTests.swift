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
  @Test func whoStopsAQueryHearsNoMoreOfIt() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    let observer = ObserverQuery(sampleType: QuantityType.stepCount, predicate: nil) {
      query, _, _ in
      // What is saved while the first call lasts waits for the query, which stops itself.
      let saved = DispatchSemaphore(value: 0)
      Task {
        for count in 1...5 { try await store.save(walk(Double(count))) }
        saved.signal()
      }
      saved.wait()
      store.stop(query)
      continuation.yield()
    }
    store.execute(observer)
    var heard = calls.makeAsyncIterator()
    #expect(await heard.next() != nil)
    try await Task.sleep(for: .milliseconds(50))
    continuation.finish()
    #expect(await heard.next() == nil)
    #expect(try await store.objects(of: .stepCount).count == 5)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func statisticsAreHandedOver() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    try await store.save([walk(1), walk(2)])
    let sum = await withCheckedContinuation { continuation in
      let query = StatisticsQuery(
        quantityType: QuantityType(.stepCount), quantitySamplePredicate: nil,
        options: .cumulativeSum
      ) { _, statistics, error in
        let sum = statistics?.sumQuantity()?.doubleValue(for: .count())
        continuation.resume(returning: error == nil ? sum : nil)
      }
      store.execute(query)
    }
    #expect(sum == 3)
    let refused = await withCheckedContinuation { continuation in
      let query = StatisticsQuery(
        quantityType: QuantityType(.stepCount), quantitySamplePredicate: nil,
        options: .discreteMax
      ) { _, _, error in continuation.resume(returning: error) }
      store.execute(query)
    }
    #expect(refused?.code == .invalidArgument)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func aCollectionIsHandedOverAndAnewWhenItChanges() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    let (sums, continuation) = AsyncStream.makeStream(of: Double.self)
    let query = StatisticsCollectionQuery(
      quantityType: QuantityType(.stepCount), quantitySamplePredicate: nil,
      options: .cumulativeSum, anchorDate: start, intervalComponents: DateComponents(day: 1))
    query.initialResultsHandler = { _, collection, _ in
      continuation.yield(collection?.statistics().first?.sum ?? 0)
    }
    query.statisticsUpdateHandler = { _, _, collection, _ in
      continuation.yield(collection?.statistics().first?.sum ?? 0)
    }
    store.execute(query)
    var heard = sums.makeAsyncIterator()
    #expect(await heard.next() == 0)
    try await store.save(walk(4))
    #expect(await heard.next() == 4)
    store.stop(query)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func changesAreHandedOverAfterAnAnchor() async throws {
    let store = try HealthStore(inMemory: "Europe/Berlin")
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    try await store.save(walk(1))
    let query = AnchoredObjectQuery(
      type: QuantityType(.stepCount), predicate: nil, anchor: nil, limit: ObjectQueryNoLimit
    ) { _, samples, deleted, anchor, error in
      continuation.yield(error == nil && anchor != nil ? samples?.count ?? -1 : -1)
    }
    query.updateHandler = { _, samples, deleted, _, _ in
      continuation.yield((samples?.count ?? 0) * 10 + (deleted?.count ?? 0))
    }
    store.execute(query)
    var heard = counts.makeAsyncIterator()
    #expect(await heard.next() == 1)
    let second = walk(2)
    try await store.save(second)
    #expect(await heard.next() == 10)
    try await store.delete(second)
    #expect(await heard.next() == 1)
    store.stop(query)
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
