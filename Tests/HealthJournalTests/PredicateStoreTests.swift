import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

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
