import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

/// Nights, as a program outside this package asks for them.
struct SleepStoreTests: StoreSuite {
  private let app = "com.example.app"
  private let sleep = CategoryType.sleepAnalysis.identifier
  let home = TemporaryFolder()

  private func stage(_ value: Int, _ start: String, hours: Double) throws -> Content {
    let span = TimeSpan(from: try #require(Timestamp(start)), seconds: hours * 3600)
    return .category(CategoryContent(type: sleep, span: span, value: .code(value)))
  }

  @Test func nightsDaysAndReaders() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let store = try HealthStore(at: folder)
    try await store.setAuthorization(
      for: app, share: [sleep: .authorized], read: [sleep: .denied])
    _ = try await store.save([try stage(3, "2026-03-01T22:00:00Z", hours: 4)])
    _ = try await store.save([try stage(5, "2026-03-02T01:00:00Z", hours: 2)], by: app)
    let night = try #require(try await store.sleep().first)
    #expect(night.date == CivilDate("2026-03-02") && night.sources == ["owner", app])
    #expect(night.asleep == 18_000 && night.core == 14_400 && night.rem == 3600)
    #expect(night.inBed == 18_000 && night.awake == nil && night.deep == nil)
    #expect(night.span.duration == 18_000)
    #expect(try await store.sleep(by: .day).map(\.asleep) == [7200, 10_800])
    #expect(try await store.sleep(sources: .all).map(\.asleep) == [21_600])
    #expect(try await store.sleep(sources: .separate).map(\.sources) == [["owner"], [app]])
    #expect(try await store.sleep(as: app).map(\.asleep) == [7200])
    let later = try await store.timestamp("2026-03-03").instant
    #expect(try await store.sleep(from: later).isEmpty)
    #expect(try await store.sleep(to: later).count == 1)
    await #expect(throws: StoreError.self) { try await store.sleep(as: "com.example.other") }
  }
}
