import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// The anchored query and the observer query of the library.
struct StoreChangesTests: StoreSuite {
  private let mass = "HKQuantityTypeIdentifierBodyMass"
  private let height = "HKQuantityTypeIdentifierHeight"
  let home = TemporaryFolder()

  private func sample(_ type: String, _ value: Double) -> Content {
    let time = Timestamp(instant: Instant(wholeSeconds: 60), offsetMinutes: 60)
    let unit = type == mass ? "kg" : "m"
    return .quantity(
      QuantityContent(type: type, span: TimeSpan(time, time), value: value, unit: unit))
  }

  @Test func anAnchorTellsWhatIsNew() async throws {
    try await withStore { store in
      let first = try await store.save([sample(mass, 70), sample(height, 1.7)])
      let all = try await store.changes()
      #expect(all.added.map(\.uuid) == first)
      #expect(all.added.first?.content == sample(mass, 70))
      #expect(all.deleted.isEmpty)
      #expect(all.anchor.sequence == 2)
      #expect(ChangeAnchor(all.anchor.description) == all.anchor)
      let second = try await store.save([sample(mass, 71)])
      try await store.perform(.delete(Deletion(objects: [first[0]])))
      let news = try await store.changes(since: all.anchor, types: [.bodyMass])
      #expect(news.added.map(\.uuid) == second)
      #expect(news.deleted == [DeletedObject(uuid: first[0], type: mass)])
      #expect(try await store.changes(since: news.anchor).isEmpty)
      #expect(try await store.changes(types: [.height]).added.map(\.uuid) == [first[1]])
    }
  }

  @Test func anAnchorOfAnotherJournalIsRefused() async throws {
    try await withStore { store in
      let head = try await store.changes().anchor
      let chain = String(repeating: "a", count: 64)
      for wrong in ["1-\(chain)", "2-\(head.chain)"] {
        let anchor = try #require(ChangeAnchor(wrong))
        await #expect(throws: StoreError.self) { _ = try await store.changes(since: anchor) }
      }
      #expect(try await store.changes(since: head) == HealthChanges(anchor: head))
    }
  }

  /// Lines that were written after a restore have the numbers of lines that are gone.
  @Test func anAnchorOfLinesThatAreGoneIsRefused() async throws {
    let path = folder + "/events.ndjson"
    try HealthStore.create(at: folder, timeZone: "UTC")
    let copy = try Data(contentsOf: URL(fileURLWithPath: path))
    func save() async throws -> ChangeAnchor {
      let store = try HealthStore(at: folder)
      _ = try await store.save([sample(mass, 70)])
      return try await store.changes().anchor
    }
    let anchor = try await save()
    try copy.write(to: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: folder + "/lock")
    #expect(try await save().sequence == anchor.sequence)
    let store = try HealthStore(at: folder)
    await #expect(throws: StoreError.self) { _ = try await store.changes(since: anchor) }
    #expect(try await store.changes(since: .beginning).added.count == 1)
  }

  @Test(arguments: [
    "", "1", "1-", "-1-" + String(repeating: "0", count: 64),
    "01-" + String(repeating: "0", count: 64), "1-" + String(repeating: "A", count: 64),
    "1-" + String(repeating: "0", count: 63), "1-" + String(repeating: "0", count: 64) + "-",
  ])
  func aTextThatIsNoAnchorIsNone(_ text: String) { #expect(ChangeAnchor(text) == nil) }

  @Test func aReaderThatNeverAskedIsToldSo() async throws {
    try await withStore { store in
      _ = try await store.save([sample(mass, 70)])
      await #expect(throws: StoreError.self) {
        _ = try await store.changes(types: [.bodyMass], as: "com.example.app")
      }
      #expect(try await store.changes(as: "com.example.app").added.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(20))) func observersHearOfEachEventOfTheirTypes() async throws {
    var heard: [HealthChanges] = []
    var uuids: [ObjectUUID] = []
    try await withStore { store in
      var stream = await store.observe(types: [.bodyMass]).makeAsyncIterator()
      uuids = try await store.save([sample(mass, 70)])
      _ = try await store.save([sample(height, 1.7)])
      try await store.perform(.delete(Deletion(objects: uuids)))
      heard = [await stream.next(), await stream.next()].compactMap { $0 }
    }
    #expect(heard.map { $0.added.map(\.uuid) } == [uuids, []])
    #expect(heard.last?.deleted.map(\.uuid) == uuids)
  }

  /// What each of the store's calls that write tells: how many objects came and went.
  @Test(.timeLimit(.minutes(20))) func observersHearOfEveryCallThatChangesObjects() async throws {
    var heard: [String] = []
    var last: ChangeAnchor?
    try await withStore { store in
      let stream = await store.observe()
      try await store.setAuthorization(for: "com.example.app", share: [mass: .authorized])
      let uuids = try await store.save([sample(mass, 70), sample(height, 1.7)])
      try await store.saveBodyMassIndex()
      try await store.delete([uuids[0]])
      try await store.deleteObjects(of: .height, predicate: .all)
      try await store.deleteObjects(of: .height, predicate: .all)
      let now = Timestamp(instant: Instant(wholeSeconds: 6000), offsetMinutes: 0)
      let hour = TimeSpan(Timestamp(instant: Instant(wholeSeconds: 60), offsetMinutes: 0), now)
      try await store.saveSwim(
        Swim(laps: 2, metresPerLap: 50, minutes: 10, kilocalories: 80, span: hour))
      try await store.saveRun(Run(distance: Amount(3, "km"), span: hour))
      _ = try await store.save(documents: [StateOfMind(span: hour, kind: .dailyMood, valence: 0)])
      try await store.startWorkout(activity: .other)
      try await store.pauseWorkout()
      try await store.endWorkout()
      last = try await store.changes().anchor
      var steps = stream.makeAsyncIterator()
      while last != nil, let changes = await steps.next() {
        heard.append("\(changes.added.count) \(changes.deleted.count)")
        if changes.anchor == last { break }
      }
    }
    #expect(heard == ["2 0", "1 0", "0 1", "0 1", "2 0", "1 0", "1 0", "1 0"])
  }

  /// What was written and cannot be read again is told by its anchor alone.
  @Test(.timeLimit(.minutes(20))) func observersHearOfWhatCannotBeRead() async throws {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    let store = try HealthStore(at: "/j", on: system)
    var stream = await store.observe(types: [.height]).makeAsyncIterator()
    // After that of the notes.
    system.fail(.open, after: 1, with: .other(5))
    _ = try await store.save([sample(mass, 70)])
    let heard = await stream.next()
    #expect(heard?.isEmpty == true && heard?.anchor.sequence == 2)
  }

  @Test(.timeLimit(.minutes(20))) func theSequenceEndsWithTheStore() async throws {
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
