import Foundation
import HealthJournal
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// A store that only reads hears what another one writes to the same files.
@Suite struct FollowingTests: StoreSuite {
  let home = TemporaryFolder()

  private func walk(_ count: Double) -> QuantitySample {
    let start = Instant(wholeSeconds: 1_772_000_000) + count
    return QuantitySample(
      type: .stepCount, quantity: Quantity(unit: .count(), doubleValue: count), start: start,
      end: start + 60)
  }

  /// `FollowedProcessTests` has the time that this may take.
  @Test(.timeLimit(.minutes(20))) func aReaderHearsEachEventOfAWriter() async throws {
    try await withStore { writer in
      let reader = try HealthStore(reading: folder)
      let query = AnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: .stepCount)], anchor: nil)
      var updates = query.results(for: reader).makeAsyncIterator()
      #expect(try await updates.next()?.addedSamples.isEmpty == true)
      for count in 1...5 {
        let walk = walk(Double(count))
        try await writer.save(walk)
        #expect(try await updates.next()?.addedSamples.map(\.uuid) == [walk.uuid])
      }
    }
  }

  @Test(.timeLimit(.minutes(20))) func halfALineIsNoChange() async throws {
    try await withStore { writer in
      try await writer.save(walk(1))
      try await writer.close()
      let reader = try HealthStore(reading: folder)
      let news = await reader.observe()
      let file = try FileHandle(forWritingTo: URL(filePath: folder + "/events.ndjson"))
      try file.seekToEnd()
      try file.write(contentsOf: Data("{\"seq\":3,".utf8))
      try file.close()
      try await Task.sleep(for: .milliseconds(600))
      #expect(try await reader.objects(of: .stepCount).count == 1)
      // The next writer sets the torn bytes aside.
      let next = try HealthStore(at: folder)
      let walk = walk(2)
      try await next.save(walk)
      for await changes in news where !changes.isEmpty {
        #expect(changes.added.map(\.uuid) == [walk.uuid])
        break
      }
    }
  }

  /// A damaged journal is read once, not several times a second.
  @Test(.timeLimit(.minutes(20))) func damageIsReadOnce() async throws {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    let reader = try HealthStore(reading: "/j", on: system)
    let news = await reader.observe()
    try await Task.sleep(for: .milliseconds(300))
    let whole = try #require(system["/j/events.ndjson"])
    let before = system.calls(of: .read)
    system["/j/events.ndjson"] = Array("no line\n".utf8) + whole
    // The first look finds the damage; the looks after it read nothing.
    var reads = [before]
    for _ in 0..<20 where reads.count < 3 || reads.last != reads[reads.count - 2] {
      try await Task.sleep(for: .seconds(1))
      reads.append(system.calls(of: .read))
    }
    #expect(reads[1] > before && reads.last == reads[reads.count - 2], "\(reads)")
    // It is followed again when it is whole again.
    system["/j/events.ndjson"] = whole
    let writer = try HealthStore(at: "/j", on: system)
    try await writer.save(walk(1))
    for await changes in news where !changes.isEmpty {
      #expect(changes.added.count == 1)
      break
    }
  }

  @Test(.timeLimit(.minutes(20))) func aReaderThatReloadsHearsTheNewsOnce() async throws {
    try await withStore { writer in
      let reader = try HealthStore(reading: folder)
      var news = await reader.observe().makeAsyncIterator()
      let walks = [walk(1), walk(2)]
      for walk in walks {
        try await writer.save(walk)
        try await reader.reload()
        #expect(try await reader.objects(of: .stepCount).last?.object.uuid == walk.uuid)
      }
      for walk in walks {
        #expect(await news.next()?.added.map(\.uuid) == [walk.uuid])
      }
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: [true, false])
  func whatIsObservedEndsWhenTheStoreIsClosed(_ isReader: Bool) async throws {
    try await withStore { writer in
      let store = isReader ? try HealthStore(reading: folder) : writer
      let news = await store.observe()
      let query = AnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: .stepCount)], anchor: nil)
      var updates = query.results(for: store).makeAsyncIterator()
      #expect(try await updates.next()?.addedSamples.isEmpty == true)
      try await store.close()
      for await _ in news { Issue.record("nothing was saved") }
      #expect(try await updates.next() == nil)
      for await _ in await store.observe() { Issue.record("the store is closed") }
      // A store without any reference would have ended them too.
      #expect(await store.timeZone == "UTC")
    }
  }

  /// Lines that were taken back are told even where more lines took their place.
  @Test(.timeLimit(.minutes(20))) func aReaderHearsThatLinesWereReplacedByMore() async throws {
    try await withStore { writer in
      let file = URL(filePath: folder + "/events.ndjson")
      let beginning = try Data(contentsOf: file)
      try await writer.save(walk(1))
      try await writer.close()
      let reader = try HealthStore(reading: folder)
      var news = await reader.observe().makeAsyncIterator()
      // As a restored copy does: other lines, and more of them.
      let copy = home.path("copy")
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
      try beginning.write(to: URL(filePath: copy + "/events.ndjson"))
      let other = try HealthStore(at: copy)
      try await other.save(walk(2))
      try await other.save(walk(3))
      try await other.close()
      for name in ["lock", "events.ndjson"] {
        try Data(contentsOf: URL(filePath: "\(copy)/\(name)")).write(
          to: URL(filePath: "\(folder)/\(name)"))
      }
      try await reader.reload()
      let told = await news.next()
      #expect(told?.isEmpty == true)
      #expect(told?.anchor.sequence == 3)
      #expect(try await reader.objects(of: .stepCount).count == 2)
    }
  }

  @Test func aReaderFindsAnObjectByItsUUID() async throws {
    try await withStore { writer in
      let pressure = Correlation(
        type: .bloodPressure, start: walk(1).start, end: walk(1).end,
        objects: [
          QuantitySample(
            type: .bloodPressureSystolic,
            quantity: Quantity(unit: .millimeterOfMercury(), doubleValue: 120),
            start: walk(1).start, end: walk(1).end),
          QuantitySample(
            type: .bloodPressureDiastolic,
            quantity: Quantity(unit: .millimeterOfMercury(), doubleValue: 80),
            start: walk(1).start, end: walk(1).end),
        ])
      let steps = walk(1)
      try await writer.save([pressure, steps])
      let reader = try HealthStore(reading: folder)
      #expect(try await reader.object(steps.uuid)?.object.uuid == steps.uuid)
      #expect(try await reader.object(walk(1).uuid) == nil)
      let read = try await SampleQueryDescriptor(
        predicates: [.correlation(type: .bloodPressure)]
      ).result(for: reader)
      #expect(read.first?.objects.map(\.uuid) == pressure.objects.map(\.uuid))
      try await writer.delete(steps)
      try await reader.reload()
      #expect(try await reader.object(steps.uuid) == nil)
    }
  }
}
