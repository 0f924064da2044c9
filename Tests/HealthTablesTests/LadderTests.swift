import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables

/// A look back from the tables of now shows what a replay up to there gives.
@Suite struct LadderTests {
  private static let count = 300
  private static let moments: [UInt64] = [1, 64, 65, 127, 150, 192, 256, 299]

  /// Snapshots of all lines at once, or one that goes on from another.
  static let ways: [[Int]] = [[301], [130, 301], [64, 70, 200, 290]]

  @Test(arguments: Counts.seeds(0...39 as ClosedRange<UInt64>), ways)
  func anEarlierLineIsAsAReplayLeavesIt(_ seed: UInt64, _ cuts: [Int]) throws {
    let lines = Scribe.random(seed, count: Self.count).lines
    let trial = try SnapshotTrial(lines, after: cuts)
    let uuids = try uuids(in: lines)
    for last in Self.moments {
      let fresh = try trial.read(.sequence(last), fromFirstLine: true)
      let at = fresh.head.at
      let answers = try fresh.answers(about: uuids)
      for asOf in [AsOf.sequence(last), .time { _ in at }] {
        let then = try trial.read(asOf)
        #expect(then.tables.parts.base?.head.sequence ?? 0 <= last)
        #expect(then.head == fresh.head)
        #expect(try then.answers(about: uuids) == answers, "\(last)")
      }
    }
    #expect(try JournalAudit("/j", on: trial.system).snapshots.isEmpty)
  }

  /// What one line states of an object in two ways counts as in a replay, also if a later line
  /// hides the difference.
  @Test func statesOfOneLineCountInTheirOrder() throws {
    var scribe = Scribe()
    for number in 1...60 as ClosedRange<UInt64> { scribe.add(saving(quantity(number))) }
    scribe.add(
      .revert(
        Revert(
          lines: [LineRun(60, 60)], live: ObjectRuns(objects: [id(40)]),
          gone: ObjectRuns(objects: [id(50)]), deleted: ObjectRuns(lines: [LineRun(38, 44)]),
          joined: [id(50)])))
    for number in 101...200 as ClosedRange<UInt64> { scribe.add(saving(quantity(number))) }
    scribe.add(.delete(Deletion(objects: [id(40)])))
    let trial = try SnapshotTrial(scribe.lines, after: [scribe.lines.count])
    let then = try trial.read(.sequence(130))
    #expect(then.tables.parts.base != nil)
    let uuids = [40, 50].map(id)
    let fresh = try trial.read(.sequence(130), fromFirstLine: true)
    #expect(try then.answers(about: uuids) == fresh.answers(about: uuids))
  }

  /// Few journals do what only a replay can retrace.
  @Test func mostJournalsHaveRungs() throws {
    let count = try (0..<40 as Range<UInt64>).count { seed in
      let trial = try SnapshotTrial(Scribe.random(seed, count: Self.count).lines, after: [301])
      return try trial.read(.sequence(290)).tables.parts.base != nil
    }
    #expect(count >= 30)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func statesAreThoseOfAReplay(_ seed: UInt64) throws {
    let lines = Scribe.random(seed, count: Self.count).lines
    let trial = try SnapshotTrial(lines, after: [301])
    let asked: Set<UInt64> = [1, 70, 71, 140, 260, 301]
    var states: [[String]] = []
    for isWhole in [false, true] {
      var found: [String] = []
      try trial.read(fromFirstLine: isWhole).forEachState(after: asked) { entry, tables in
        found += ["\(entry.sequence)"] + tables.dump()
      }
      states.append(found)
    }
    #expect(states[0] == states[1])
  }

  /// A moment is told by the zone in force at each line, also where it was changed often.
  @Test func zonesAreThoseInForce() throws {
    var scribe = Scribe()
    for number in 1...500 as ClosedRange<UInt64> {
      if number % 90 == 0 {
        let zone = number % 180 == 0 ? "Europe/Berlin" : "Asia/Tokyo"
        scribe.add(.configure(Configuration(timeZone: zone)))
      }
      scribe.add(saving(quantity(number)))
    }
    let trial = try SnapshotTrial(scribe.lines, after: [scribe.lines.count])
    for last in [70, 200, 330, 480] as [UInt64] {
      let at = try trial.read(.sequence(last)).head.at
      for early in ["Europe/Berlin", "Asia/Tokyo", "UTC"] {
        let asOf = AsOf.time { $0.timeZone == early ? at : at.adding(microseconds: 40_000_000) }
        let then = try trial.read(asOf)
        #expect(then.head == (try trial.read(asOf, fromFirstLine: true)).head)
      }
    }
  }
}
