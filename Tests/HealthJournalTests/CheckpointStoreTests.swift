import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import JournalFile
import TestSupport
import Testing

/// Checkpoints, as a program outside this package makes and compares them.
struct CheckpointStoreTests: StoreSuite {
  let home = TemporaryFolder()

  private func save(_ store: isolated HealthStore) throws {
    let type = QuantityType.heartRate.identifier
    let span = TimeSpan(at: try store.now)
    let sample = QuantityContent(type: type, span: span, value: 60, unit: "count/min")
    _ = try store.save([.quantity(sample)])
  }

  @Test func growthIsVerifiedAndACutTailRolledBack() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let store = try HealthStore(at: folder)
    #expect(try await store.audit() == .unanchored)
    var notes: [String] = []
    for lines in 1...4 as ClosedRange<UInt64> {
      let checkpoint = try await store.checkpoint()
      #expect(checkpoint.lines == lines && checkpoint.description.hasSuffix("\n"))
      notes.append(checkpoint.description)
      try await save(store)
    }
    #expect(try await store.audit(against: notes) == .verified)
    #expect(try await store.audit(against: [notes[3] + "\n— ana AAAA\n"]) == .verified)
    await #expect(throws: StoreError.self) { try await store.audit(against: ["none"]) }
    try await store.close()
    let file = URL(filePath: folder + "/events.ndjson")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix(3)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    try FileManager.default.removeItem(atPath: folder + "/lock")
    let reading = try HealthStore(reading: folder)
    #expect(try await reading.audit(against: notes) == .rolledBack)
    #expect(try await reading.audit(against: Array(notes[..<3])) == .verified)
  }
}
