import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import Journal

/// A call of an exchange fails, or the power goes at it: the journal has its old lines or the new
/// ones.
@Suite struct JournalExchangeTests {
  private static func journal(_ folder: String, _ count: Int, on system: MemorySystem) throws
    -> [UInt8]
  {
    try JournalSession.create(folder, timeZone: "UTC", on: system)
    var session = try JournalSession.open(
      folder, on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    for _ in 0..<count {
      let change = AuthorizationChange(
        source: "a.b", share: [AuthorizationGrant(QuantityType.stepCount.identifier, .denied)])
      _ = try session.perform(Command(by: EventActor.owner, .authorize(change)))
    }
    try session.finish()
    return try #require(system[folder + "/events.ndjson"])
  }

  private static func exchange(on system: MemorySystem) throws {
    let exchange = try JournalExchange(JournalPaths(folder: "/j"), on: system)
    _ = try exchange.put("events.ndjson", from: "/j/restored")
  }

  /// Which lines there are after a sync of a folder has failed is told.
  @Test func aSyncOfAFolderFails() throws {
    var (isDone, number, wasPut) = (false, 0, false)
    while !isDone {
      let system = MemorySystem()
      let old = try Self.journal("/j", 9, on: system)
      let new = try Self.journal("/j/restored", 4, on: system)
      system.fail(.synchronizeDirectory, after: number, with: .other(5))
      do {
        try Self.exchange(on: system)
        isDone = true
      } catch is SystemFailure {
        #expect(system["/j/events.ndjson"] == old, "sync \(number)")
      } catch BackupProblem.notSynced(journal: "/j", keptAt: let kept, let failure) {
        wasPut = true
        #expect(system["/j/events.ndjson"] == new && failure.reason == .other(5))
        let path = try #require(kept)
        #expect(system[path] == old)
      }
      number += 1
    }
    #expect(wasPut && number > 3)
  }

  @Test func thePowerGoesAtEachCall() throws {
    var (isDone, stop, seen) = (false, 0, Set<[UInt8]>())
    var dice = Dice(7)
    while !isDone {
      let system = MemorySystem()
      let old = try Self.journal("/j", 9, on: system)
      let new = try Self.journal("/j/restored", 4, on: system)
      system.stop(after: stop)
      do {
        try Self.exchange(on: system)
        isDone = true
      } catch {}
      for _ in 0..<Counts.scaled(3) {
        let crashed = system.crashed(using: &dice)
        let left = try #require(crashed["/j/events.ndjson"])
        #expect(left == old || left == new, "call \(stop)")
        seen.insert(left)
        var session = try JournalSession.open("/j", on: crashed)
        try session.finish()
        let kept = crashed.paths.filter { $0.hasPrefix("/j/quarantine/replaced") }
        if left == new { #expect(kept.map { crashed[$0] } == [old]) }
      }
      stop += 1
    }
    #expect(seen.count == 2 && stop > 10)
  }
}
