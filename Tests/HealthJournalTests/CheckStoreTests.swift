import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

/// Findings, as a program outside this package asks for them.
struct CheckStoreTests: StoreSuite {
  let home = TemporaryFolder()

  private func pulse(_ value: Double, _ moment: Timestamp) -> Content {
    let type = QuantityType.heartRate.identifier
    let span = TimeSpan(at: moment)
    return .quantity(
      QuantityContent(type: type, span: span, value: value, unit: "count/min"))
  }

  @Test func findingsNameTheirSamples() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let store = try HealthStore(at: folder)
    let now = try await store.now
    _ = try await store.save([pulse(60, now)])
    #expect(try await store.check().isEmpty)
    let absurd = try await store.save([pulse(600, now)])
    let week = Timestamp(instant: now.instant + -7 * 86_400, offsetMinutes: 0)
    _ = try await store.save([pulse(61, week)])
    let found = try await store.check()
    #expect(found.map(\.check) == ["implausible", "late"])
    #expect(found.map(\.isProblem) == [true, false])
    #expect(found[0].samples == absurd && found[0].count == 1)
    #expect(found[0].type == QuantityType.heartRate.identifier)
    #expect(try await store.check(checks: ["late"], examples: 0).map(\.samples) == [[]])
    #expect(try await store.check([.stepCount]).isEmpty)
    await #expect(throws: StoreError.self) {
      try await store.check([.heartRate], as: "com.example.app")
    }
  }
}
