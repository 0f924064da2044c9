import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import Journal
import JournalTestSupport
import TestSupport
import Testing

/// Times and errors as a program outside this package has them.
struct TimeAndErrorTests: StoreSuite {
  let home = TemporaryFolder()

  private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }

  /// The example in the documentation of `HealthStore`.
  @Test func theExampleOfTheStore() async throws {
    try await withStore { store in
      let mass = QuantitySample(
        type: .bodyMass, quantity: Quantity(unit: .gramUnit(with: .kilo), doubleValue: 71.5),
        start: .now, end: .now)
      try await store.save(mass)
      let latest = try await store.latestSample(of: .bodyMass)
      #expect(latest?.uuid == mass.uuid && latest?.quantity.description == "71.5 kg")
    }
  }

  @Test func timesAreThoseOfTheJournalsZone() async throws {
    try await withStore { store in
      #expect(await store.timeZone == "UTC")
      let morning = try await store.timestamp("2026-03-01 08:00")
      #expect(morning == Timestamp("2026-03-01T08:00:00Z"))
      let distance = try await store.now.instant.seconds(since: .now)
      #expect(abs(distance) < 60)
      #expect(await code { _ = try await store.timestamp("soon") } == .invalidArgument)
    }
    #expect(Timestamp("2026-03-01") == nil)
    #expect(
      abs(Instant.now.seconds(since: Instant(wholeSeconds: 0)) - Date().timeIntervalSince1970) < 60)
  }

  /// A clock that leaps by years saves nothing, unless the program says that it is right.
  @Test func aClockThatLeapsSavesNothing() async throws {
    let system = MemorySystem()
    try Journal(at: "/j", on: system).create(timeZone: "UTC")
    system.advance(by: 1_000 * 86_400_000_000)
    let mass = QuantityType.bodyMass.identifier
    let content = QuantityContent(
      type: mass, span: TimeSpan(at: try #require(Timestamp("2026-03-01T08:00:00Z"))), value: 71,
      unit: "kg")
    do {
      let store = try HealthStore(at: "/j", on: system)
      let told = await code { _ = try await store.save([.quantity(content)]) }
      #expect(told == .clockLeap)
      #expect(try await store.latestSample(of: .bodyMass) == nil)
      try await store.close()
    }
    let store = try HealthStore(at: "/j", clockIsRight: true, on: system)
    _ = try await store.save([.quantity(content)])
    #expect(try await store.latestSample(of: .bodyMass)?.quantity.doubleValue == 71)
    try await store.close()
  }

  @Test func aSpanOfSeconds() throws {
    let start = try #require(Timestamp("2026-03-01T08:00:00+01:00"))
    #expect(TimeSpan(from: start, seconds: 90).end == Timestamp("2026-03-01T08:01:30+01:00"))
    #expect(TimeSpan(at: start).duration == 0)
    #expect(TimeSpan(from: start, seconds: .nan).duration == 0)
  }

  @Test func errorsHaveCodes() async throws {
    let app = "com.example.app"
    let mass = QuantityType.bodyMass.identifier
    #expect(await code { _ = try HealthStore(at: folder) } == .missing)
    try await withStore { store in
      #expect(await code { _ = try HealthStore(at: folder) } == .locked)
      #expect(
        await code { _ = try await store.changes(since: ChangeAnchor(sequence: 9, chain: "")) }
          == .invalidArgument)
      #expect(
        await code { _ = try await store.objects(of: .bodyMass, as: app) }
          == .authorizationNotDetermined)
      _ = try await store.save([
        .quantity(
          QuantityContent(
            type: mass, span: TimeSpan(at: try await store.now), value: 70, unit: "kg"))
      ])
      let metres = HealthPredicate.quantitySamples(operator: .less, quantity: 5, .meter)
      #expect(
        await code { _ = try await store.objects(of: .bodyMass, matching: metres) } == .unitMismatch
      )
    }
    #expect(
      await code { try HealthStore.create(at: folder, timeZone: "Mars/X") } == .timeZoneUnknown)
  }

  @Test func aSecondJournalIsRefused() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    #expect(await code { try HealthStore.create(at: folder, timeZone: "UTC") } == .exists)
  }

  @Test func wordsAreThoseOfTheLibrary() async throws {
    try await withStore { store in
      let error = await #expect(throws: StoreError.self) {
        try await store.latestSample(of: .bodyMass, as: "com.example.app")
      }
      #expect(error?.code.healthErrorCode == .authorizationNotDetermined)
      #expect(error?.description.contains("health-journal") == false)
    }
  }
}
