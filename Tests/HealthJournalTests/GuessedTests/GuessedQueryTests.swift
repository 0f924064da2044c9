import HealthJournalFoundation
import TestSupport
import Testing

/// Queries, statistics and changes, written as HealthKit's programs write them, the prefix left
/// out.
@Suite struct GuessedQueryTests: StoreSuite {
  let home = TemporaryFolder()
  private let start = Date(timeIntervalSince1970: 1_772_000_000)
  private var end: Date { start.addingTimeInterval(1_800) }
  private let steps = QuantityType(.stepCount)
  private let heartRate = QuantityType(.heartRate)
  private let perMinute = Unit.count().unitDivided(by: .minute())

  private func beat(_ value: Double, after seconds: Double) -> QuantitySample {
    let moment = start.addingTimeInterval(seconds)
    return QuantitySample(
      type: heartRate, quantity: Quantity(unit: perMinute, doubleValue: value), start: moment,
      end: moment)
  }

  private func walk(_ count: Double, after seconds: Double = 0) -> QuantitySample {
    QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: count),
      start: start.addingTimeInterval(seconds), end: start.addingTimeInterval(seconds + 60))
  }

  @Test func samplesComeSortedAndLimited() async throws {
    try await withStore { store in
      try await store.save([beat(60, after: 0), beat(110, after: 60), beat(80, after: 9_000)])
      let day = Query.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
      let query = SampleQueryDescriptor(
        predicates: [.quantitySample(type: heartRate, predicate: day)],
        sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)], limit: 10)
      let samples = try await query.result(for: store)
      #expect(samples.map { $0.quantity.doubleValue(for: perMinute) } == [110, 60])
      let hard =
        day
        && Query.predicateForQuantitySamples(
          with: .greater, quantity: Quantity(unit: perMinute, doubleValue: 100))
      let found = try await SampleQueryDescriptor(
        predicates: [.sample(type: heartRate, predicate: hard)],
        sortDescriptors: [SortDescriptor(\.startDate)]
      ).result(for: store)
      #expect(found.map(\.uuid) == [samples[0].uuid])
    }
  }

  @Test func theLimitCountsWhatIsSorted() async throws {
    try await withStore { store in
      try await store.save([walk(1), walk(2, after: 600), walk(3, after: 300)])
      let newest = SampleQueryDescriptor(
        predicates: [.quantitySample(type: .stepCount)], sortedBy: .startDate.reversed, limit: 1)
      #expect(try await newest.result(for: store).map(\.quantity.doubleValue) == [2])
      let most = SampleQueryDescriptor(
        predicates: [.quantitySample(type: .stepCount)],
        sortDescriptors: [SortDescriptor(\.quantity.doubleValue, order: .reverse)], limit: 2)
      #expect(try await most.result(for: store).map(\.quantity.doubleValue) == [3, 2])
    }
  }

  @Test func aCorrelationComesWithItsSamples() async throws {
    try await withStore { store in
      let pressures = [(QuantityType.bloodPressureSystolic, 120.0), (.bloodPressureDiastolic, 80)]
        .map { type, value in
          QuantitySample(
            type: type, quantity: Quantity(unit: .millimeterOfMercury(), doubleValue: value),
            start: start, end: start)
        }
      let saved = Correlation(
        type: .bloodPressure, start: start, end: start, objects: pressures)
      try await store.save(saved)
      let found = try await SampleQueryDescriptor(
        predicates: [.correlation(type: .bloodPressure)]
      ).result(for: store)
      #expect(found.map(\.uuid) == [saved.uuid])
      #expect(found.first?.objects.map(\.uuid) == pressures.map(\.uuid))
    }
  }

  @Test func statisticsAreOfTheSamplesThatThePredicateMeans() async throws {
    try await withStore { store in
      try await store.save([walk(100), walk(20, after: 300), walk(7, after: 90_000)])
      let today = Query.predicateForSamples(withStart: start, end: end)
      let sum = try await StatisticsQueryDescriptor(
        predicate: .quantitySample(type: steps, predicate: today), options: .cumulativeSum
      ).result(for: store)?.sumQuantity()?.doubleValue(for: .count())
      #expect(sum == 120)
      await #expect(throws: StoreError.self) {
        try await StatisticsQueryDescriptor(
          predicate: .quantitySample(type: steps), options: .discreteAverage
        ).result(for: store)
      }
      let none = try await StatisticsQueryDescriptor(
        predicate: .quantitySample(type: .bodyMass), options: .discreteAverage
      ).result(for: store)
      #expect(none == nil)
    }
  }

  @Test func aCollectionHasAnIntervalForEachDay() async throws {
    try await withStore { store in
      try await store.save([
        beat(60, after: 0), beat(80, after: 60), beat(100, after: 2 * 86_400),
      ])
      let collection = try await StatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: heartRate),
        options: [.discreteAverage, .discreteMin, .discreteMax],
        anchorDate: start, intervalComponents: DateComponents(day: 1)
      ).result(for: store)
      var least: [Double?] = []
      collection.enumerateStatistics(from: start, to: start.addingTimeInterval(3 * 86_400)) {
        statistics, _ in
        least.append(statistics.minimumQuantity()?.doubleValue(for: perMinute))
      }
      #expect(least == [60, nil, 100])
      #expect(collection.statistics().map(\.startDate) == [0, 2].map { start + $0 * 86_400 })
      #expect(collection.statistics(for: start)?.maximumQuantity()?.doubleValue == 80)
      var seen = 0
      collection.enumerateStatistics(from: start, to: .distantFuture) { _, stop in
        seen += 1
        stop = true
      }
      #expect(seen == 1)
    }
  }

  @Test func changesFollowAnAnchor() async throws {
    try await withStore { store in
      let (first, second) = (walk(1), walk(2, after: 600))
      try await store.save([first, beat(60, after: 0)])
      let query = AnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: steps)], anchor: nil)
      let result = try await query.result(for: store)
      #expect(result.addedSamples.map(\.uuid) == [first.uuid])
      try await store.delete(first)
      try await store.save(second)
      let later = AnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: steps)], anchor: result.newAnchor)
      for try await update in later.results(for: store) {
        #expect(update.addedSamples.map(\.uuid) == [second.uuid])
        #expect(update.deletedObjects.map(\.uuid) == [first.uuid])
        break
      }
    }
  }

  @Test func resultsGoOnWithWhatIsSavedLater() async throws {
    try await withStore { store in
      let query = AnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: steps)], anchor: nil)
      var updates = query.results(for: store).makeAsyncIterator()
      #expect(try await updates.next()?.addedSamples.isEmpty == true)
      let walk = walk(5)
      try await store.save(beat(60, after: 0))
      try await store.save(walk)
      #expect(try await updates.next()?.addedSamples.map(\.uuid) == [walk.uuid])
    }
  }

  @Test func sourcesAreThoseOfTheSamples() async throws {
    try await withStore { store in
      try await store.save(walk(1))
      let query = SourceQueryDescriptor(predicate: .quantitySample(type: steps))
      #expect(try await query.result(for: store).map(\.name) == [Source.default().name])
    }
  }
}
