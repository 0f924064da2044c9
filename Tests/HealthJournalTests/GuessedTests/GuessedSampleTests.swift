import HealthJournalFoundation
import TestSupport
import Testing

/// Saving and deleting, written as HealthKit's programs write it, the prefix left out.
@Suite struct GuessedSampleTests: StoreSuite {
  let home = TemporaryFolder()
  private let start = Date(timeIntervalSince1970: 1_772_000_000)
  private var end: Date { start.addingTimeInterval(1_800) }
  private let steps = QuantityType(.stepCount)
  private let heartRate = QuantityType(.heartRate)
  private let perMinute = Unit.count().unitDivided(by: .minute())

  private var walk: QuantitySample {
    QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: 812), start: start, end: end)
  }

  private var entered: QuantitySample {
    QuantitySample(
      type: heartRate, quantity: Quantity(unit: perMinute, doubleValue: 61), start: start,
      end: start, device: .local(), metadata: [MetadataKeyWasUserEntered: true])
  }

  @Test func aSampleIsSavedUnderItsOwnIdentity() async throws {
    try await withStore { store in
      let (walk, entered) = (walk, entered)
      try await store.save(walk)
      try await store.save([entered])
      let saved = try #require(try await store.object(entered.uuid))
      let read = try #require(QuantitySample(saved))
      #expect(read.quantity == entered.quantity)
      #expect(read.startDate == start)
      #expect(read.metadata?[MetadataKeyWasUserEntered] == true)
      #expect(read.device == .local())
      #expect(read.sourceRevision.name == EventActor.owner)
      #expect(try await store.objects(of: .stepCount).map(\.object.uuid) == [walk.uuid])
    }
  }

  @Test func theTimeZoneOfASampleSetsItsClock() async throws {
    try await withStore { store in
      let sample = QuantitySample(
        type: steps, quantity: Quantity(unit: .count(), doubleValue: 1), start: start, end: start,
        metadata: [MetadataKeyTimeZone: "Asia/Kolkata"])
      try await store.save([sample, walk])
      let saved = try #require(try await store.object(sample.uuid))
      #expect(saved.object.content.span?.start.offsetMinutes == 330)
    }
  }

  @Test func aNightIsSavedByTheValueOfItsStage() async throws {
    try await withStore { store in
      let night = CategorySample(
        type: CategoryType(.sleepAnalysis), value: CategoryValueSleepAnalysis.asleepREM.rawValue,
        start: start, end: end)
      try await store.save(night)
      let saved = try #require(try await store.objects(of: .sleepAnalysis).first)
      #expect(CategorySample(saved)?.value == 5)
      #expect(CategorySample(saved)?.endDate == end)
    }
  }

  @Test func samplesAreDeletedByThemselvesAndByPredicate() async throws {
    try await withStore { store in
      let (walk, entered) = (walk, entered)
      try await store.save([walk, entered])
      try await store.delete(entered)
      #expect(try await store.object(entered.uuid) == nil)
      #expect(try await store.deleteObjects(of: heartRate, predicate: .all) == 0)
      #expect(try await store.deleteObjects(of: steps, predicate: .all) == 1)
      await #expect(throws: StoreError.self) { try await store.delete(walk) }
    }
  }

  @Test func aCorrelationIsSavedWithItsSamples() async throws {
    try await withStore { store in
      let pressure = Correlation(
        type: CorrelationType(.bloodPressure), start: start, end: start,
        objects: [pressure(.bloodPressureSystolic, 120), pressure(.bloodPressureDiastolic, 80)])
      try await store.save(pressure)
      #expect(pressure.objects(for: QuantityType(.bloodPressureSystolic)).count == 1)
      let saved = try #require(try await store.objects(of: .bloodPressure).first)
      let members = try await store.objects(of: .bloodPressureSystolic).compactMap {
        QuantitySample($0)
      }
      let read = try #require(Correlation(saved, objects: members))
      #expect(read.uuid == pressure.uuid)
      #expect(read.objects.first?.quantity.doubleValue(for: .millimeterOfMercury()) == 120)
      #expect(saved.sequence == 2)
    }
  }

  private func pressure(_ type: QuantityType, _ value: Double) -> QuantitySample {
    QuantitySample(
      type: type, quantity: Quantity(unit: .millimeterOfMercury(), doubleValue: value),
      start: start, end: start)
  }

  @Test func whatIsRefusedIsAStoreErrorWithHealthKitsCode() async throws {
    try await withStore { store in
      let app = "com.example.app"
      func code(_ body: () async throws(StoreError) -> Void) async -> HealthErrorCode? {
        do {
          try await body()
          return nil
        } catch {
          return error.code.healthErrorCode
        }
      }
      let walk = walk
      let none: [any Sample] = []
      let asked = await code { () async throws(StoreError) in try await store.save(walk, by: app) }
      #expect(asked == .authorizationNotDetermined)
      try await store.setAuthorization(for: app, share: [steps.identifier: .denied])
      let denied = await code { () async throws(StoreError) in try await store.save(walk, by: app) }
      #expect(denied == .authorizationDenied)
      let empty = await code { () async throws(StoreError) in try await store.save(none) }
      #expect(empty == .invalidArgument)
    }
  }
}
