import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import Testing

/// The anchored query and the observer query of the library.
struct StoreChangesTests {
  private let mass = "HKQuantityTypeIdentifierBodyMass"
  private let height = "HKQuantityTypeIdentifierHeight"
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("changes-\(UUID().uuidString).journal").path

  private func sample(_ type: String, _ value: Double) -> Content {
    let time = Timestamp(instant: Instant(wholeSeconds: 60), offsetMinutes: 60)
    let unit = type == mass ? "kg" : "m"
    return .quantity(
      QuantitySample(type: type, span: TimeSpan(time, time), value: value, unit: unit))
  }

  private func withStore(_ body: (HealthStore) async throws -> Void) async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(try HealthStore(at: folder))
  }

  @Test func anAnchorTellsWhatIsNew() async throws {
    try await withStore { store in
      let first = try await store.save([sample(mass, 70), sample(height, 1.7)])
      let all = try await store.changes()
      #expect(all.added.map(\.uuid) == first)
      #expect(all.added.first?.content == sample(mass, 70))
      #expect(all.deleted.isEmpty)
      #expect(all.anchor == 2)
      let second = try await store.save([sample(mass, 71)])
      try await store.perform(.delete(Deletion(objects: [first[0]])))
      let news = try await store.changes(since: all.anchor, types: [mass])
      #expect(news.added.map(\.uuid) == second)
      #expect(news.deleted == [DeletedObject(uuid: first[0], type: mass)])
      #expect(try await store.changes(since: news.anchor).isEmpty)
      #expect(try await store.changes(types: [height]).added.map(\.uuid) == [first[1]])
    }
  }

  @Test func anAnchorOfAnotherJournalIsRefused() async throws {
    try await withStore { store in
      await #expect(throws: StoreError.self) { _ = try await store.changes(since: 2) }
      let changes = try await store.changes(since: 1)
      #expect(changes == HealthChanges(anchor: 1))
    }
  }

  @Test func aReaderThatNeverAskedIsToldSo() async throws {
    try await withStore { store in
      _ = try await store.save([sample(mass, 70)])
      await #expect(throws: StoreError.self) {
        _ = try await store.changes(types: [mass], as: "com.example.app")
      }
      #expect(try await store.changes(as: "com.example.app").added.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(1))) func observersHearOfEachEventOfTheirTypes() async throws {
    var heard: [HealthChanges] = []
    var uuids: [ObjectUUID] = []
    try await withStore { store in
      var stream = await store.observe(types: [mass]).makeAsyncIterator()
      uuids = try await store.save([sample(mass, 70)])
      _ = try await store.save([sample(height, 1.7)])
      try await store.perform(.delete(Deletion(objects: uuids)))
      heard = [await stream.next(), await stream.next()].compactMap { $0 }
    }
    #expect(heard.map { $0.added.map(\.uuid) } == [uuids, []])
    #expect(heard.last?.deleted.map(\.uuid) == uuids)
  }

  @Test(.timeLimit(.minutes(1))) func theSequenceEndsWithTheStore() async throws {
    var stream: AsyncStream<HealthChanges>?
    try await withStore { store in
      stream = await store.observe()
      _ = try await store.save([sample(mass, 70)])
    }
    var count = 0
    for await _ in try #require(stream) { count += 1 }
    #expect(count == 1)
  }
}
