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

  @Test func aCommandDependsOnWhatItSaw() async throws {
    try await withStore { store in
      let seen = await store.head
      let uuids = try await store.save([sample(70, at: 1)])
      let now = await store.head
      func rename(_ condition: CommandCondition) async throws {
        try await store.perform(
          .configure(Configuration(weekStarts: .sunday)), if: condition)
      }
      func conflict(_ condition: CommandCondition) async throws {
        let error = await #expect(throws: StoreError.self) { try await rename(condition) }
        #expect(error?.code == .conflict && error?.head == now)
      }
      try await conflict(CommandCondition(head: seen))
      try await conflict(CommandCondition(unchanged: .init(mass, since: seen.sequence)))
      try await conflict(CommandCondition(unchanged: .init(mass, since: now.sequence + 1)))
      try await rename(
        CommandCondition(
          head: now, unchanged: .init(QuantityType.stepCount.identifier, since: seen.sequence)))
      // A deletion is a change too; an app does not learn of objects that it may not see.
      let before = await store.head.sequence
      try await store.perform(.delete(Deletion(objects: uuids)))
      let unchanged = CommandCondition(unchanged: .init(mass, since: before))
      await #expect(throws: StoreError.self) { try await rename(unchanged) }
      let (steps, app) = (QuantityType.stepCount.identifier, "com.example.app")
      try await store.perform(
        .authorize(
          AuthorizationChange(source: app, share: [AuthorizationGrant(steps, .authorized)])))
      let time = Timestamp(instant: Instant(wholeSeconds: 10), offsetMinutes: 60)
      let walk = HealthObject(
        uuid: ObjectUUID(random: (1, 2)),
        content: .quantity(
          QuantityContent(type: steps, span: TimeSpan(time, time), value: 3, unit: "count")))
      try await store.perform(
        .save(SaveRequest(objects: [Draft(walk)])), by: app, if: unchanged)
    }
  }

  @Test func rightsEndAtTheMomentOfAsking() async throws {
    let app = "com.example.app"
    func time(_ second: Int64) -> Timestamp {
      Timestamp(instant: Instant(wholeSeconds: second), offsetMinutes: 60)
    }
    try await withStore { store in
      _ = try await store.save([sample(72, at: 10), sample(71.5, at: 20)])
      func latest() async throws -> Double? {
        try await store.latestSample(of: .bodyMass, as: app)?.quantity.doubleValue
      }
      for (since, value) in [(20, 71.5), (21, nil)] as [(Int64, Double?)] {
        let terms = AuthorizationTerms(since: time(since), until: time(4_000_000_000))
        try await store.setAuthorization(for: app, read: [mass: .authorized], terms: terms)
        #expect(try await latest() == value)
        let earliest = await store.earliestAuthorizedSampleDate(for: .bodyMass, of: app)
        #expect(earliest == time(since))
      }
      try await store.setAuthorization(
        for: app, read: [mass: .authorized],
        terms: AuthorizationTerms(until: time(4_000_000_000)))
      await store.ask(at: time(3_999_999_999).instant)
      #expect(try await latest() == 71.5)
      await store.ask(at: time(4_000_000_000).instant)
      #expect(try await latest() == nil)
      #expect(await store.readAuthorizationStatus(for: .bodyMass, of: app) == .denied)
      let rows = try await store.view("samples", options: ["type": "bodyMass"], as: app)
      #expect(rows.rows.isEmpty)
      await store.ask(at: nil)
      #expect(try await latest() == 71.5)
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
