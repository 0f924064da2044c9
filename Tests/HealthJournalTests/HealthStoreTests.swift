import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

/// The library as a program outside this package sees it.
struct HealthStoreTests: StoreSuite {
  private let mass = "HKQuantityTypeIdentifierBodyMass"
  let home = TemporaryFolder()

  private func sample(_ value: Double, at second: Int64) -> Content {
    let time = Timestamp(instant: Instant(wholeSeconds: second), offsetMinutes: 60)
    return .quantity(
      QuantityContent(type: mass, span: TimeSpan(time, time), value: value, unit: "kg"))
  }

  @Test func savesAndFindsTheLatest() async throws {
    try await withStore { store in
      let uuids = try await store.save([sample(71.5, at: 20), sample(72, at: 10)])
      #expect(uuids.count == 2)
      #expect(try await store.latestSample(of: .bodyMass)?.quantity.doubleValue == 71.5)
      try await store.perform(.delete(Deletion(objects: [uuids[0]])))
      #expect(try await store.latestSample(of: .bodyMass)?.quantity.doubleValue == 72)
    }
  }

  @Test func savesDocuments() async throws {
    let time = Timestamp(instant: Instant(wholeSeconds: 10), offsetMinutes: 60)
    let mood = StateOfMind(
      span: TimeSpan(time, time), kind: .dailyMood, valence: 0.4, labels: [.calm])
    let beats = HeartbeatSeries(span: TimeSpan(time, time), beats: [])
    try await withStore { store in
      let uuids = try await store.save(documents: [mood, mood])
      #expect(uuids.count == 2)
      await #expect(throws: StoreError.self) { try await store.save(documents: [mood, beats]) }
    }
  }

  @Test func asksForAuthorization() async throws {
    let app = "com.example.app"
    try await withStore { store in
      await #expect(
        throws: StoreError(Rejection.authorizationNotDetermined(source: app, type: mass))
      ) {
        try await store.save([sample(70, at: 1)], by: app)
      }
      let change = AuthorizationChange(
        source: app, share: [AuthorizationGrant(mass, .authorized)])
      try await store.perform(.authorize(change))
      #expect(await store.authorizationStatus(for: .bodyMass, of: app) == .authorized)
      #expect(try await store.save([sample(70, at: 1)], by: app).count == 1)
    }
  }

  @Test func refusesASecondWriterAndASecondJournal() async throws {
    try await withStore { store in
      #expect(throws: StoreError.self) { _ = try HealthStore(at: folder) }
      #expect(throws: StoreError.self) {
        try HealthStore.create(at: folder, timeZone: "UTC")
      }
      let latest = try await store.latestSample(of: .bodyMass)
      #expect(latest == nil)
    }
  }

  @Test func refusesATimeZoneThatTheSystemDoesNotKnow() async throws {
    try await withStore { store in
      let zone = "Mars/Olympus"
      await #expect(
        throws: StoreError(Rejection.invalidArgument(.timeZoneUnknown(zone), index: nil))
      ) {
        try await store.perform(.configure(Configuration(timeZone: zone)))
      }
    }
  }

  @Test func namesWhatIsMissing() {
    #expect(throws: StoreError.self) { _ = try HealthStore(at: folder) }
    #expect(throws: StoreError.self) {
      try HealthStore.create(at: folder, timeZone: "Mars/Olympus")
    }
  }
}

/// Tests of a store on a journal in a folder of its own, which goes when the test is over.
protocol StoreSuite {
  /// What holds the journal.
  var home: TemporaryFolder { get }
}

extension StoreSuite {
  /// Where the journal is.
  var folder: String { home.path("health.journal") }

  /// Makes the journal and opens it.
  func withStore(_ body: (HealthStore) async throws -> Void) async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    try await body(try HealthStore(at: folder))
  }
}
