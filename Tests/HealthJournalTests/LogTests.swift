import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import Testing

/// Swims and runs through the library.
struct LogTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("store-\(UUID().uuidString).journal").path

  private func span(_ start: Int64, minutes: Int64) -> TimeSpan {
    let first = Instant(wholeSeconds: start)
    return TimeSpan(
      Timestamp(instant: first, offsetMinutes: 0),
      Timestamp(instant: first.adding(microseconds: minutes * 60_000_000), offsetMinutes: 0))
  }

  private func withStore(_ body: (HealthStore) async throws -> Void) async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(try HealthStore(at: folder))
  }

  @Test func swims() async throws {
    try await withStore { store in
      let swim = Swim(
        laps: 24, metresPerLap: 50, minutes: 40, pace: 6, span: span(86_400, minutes: 40))
      await #expect(throws: UnknownBodyMass()) { try await store.saveSwim(swim) }
      #expect(try await store.swims() == [])
      let mass = QuantitySample(
        type: QuantityType.bodyMass.identifier, span: span(0, minutes: 0), value: 70_000, unit: "g")
      _ = try await store.save([.quantity(mass)])
      let uuid = try await store.saveSwim(swim)
      let logged = try await store.swims()
      #expect(logged.map(\.uuid) == [uuid])
      #expect(logged.first?.metres == 1200)
      #expect(logged.first?.kilocalories == 280)
      #expect(logged.first?.pace == 200)
      #expect(logged.first?.date.description == "1970-01-02")
    }
  }

  @Test func runs() async throws {
    try await withStore { store in
      for day: Int64 in [1, 2] {
        try await store.saveRun(
          Run(
            distance: Amount(3.1, "mi"), span: span(day * 86_400, minutes: 30),
            heartRateStart: 92, heartRateEnd: 161))
      }
      let logged = try await store.runs(limit: 1)
      #expect(logged.map(\.date.description) == ["1970-01-03"])
      #expect(logged.first?.distance == Amount(3.1, "mi"))
      #expect(logged.first?.lastHeartRate == 161)
      #expect(try await store.runs(in: .meter).first?.distance == Amount(4988.9664, "m"))
      await #expect(throws: StoreError.self) { try await store.runs(in: .kilogram) }
    }
  }

  @Test func anAppNeedsEachType() async throws {
    let app = "com.example.run"
    let run = Run(
      distance: Amount(5, "km"), span: span(0, minutes: 30), heartRateStart: 92)
    try await withStore { store in
      let distance = QuantityType.distanceWalkingRunning.identifier
      let change = AuthorizationChange(
        source: app, share: [AuthorizationGrant(distance, .authorized)])
      try await store.perform(.authorize(change))
      let pulse = QuantityType.heartRate.identifier
      await #expect(throws: Rejection.authorizationNotDetermined(source: app, type: pulse)) {
        try await store.saveRun(run, by: app)
      }
      #expect(try await store.runs() == [], "all or nothing")
    }
  }
}
