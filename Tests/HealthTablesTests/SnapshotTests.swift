import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import HealthTables

/// A snapshot and the lines after it give what all lines give.
@Suite struct SnapshotTests {
  @Test(arguments: 1...8)
  func aSnapshotAtAnyLineAndTheLinesAfterItAreTheJournal(_ seed: UInt64) throws {
    let scribe = Scribe.unruly(seed, count: 90)
    let uuids = try uuids(in: scribe.lines)
    let expected = try SnapshotTrial(scribe.lines, after: []).read().answers(about: uuids)
    for cut in stride(from: 1, through: scribe.lines.count, by: 7) {
      let trial = try SnapshotTrial(scribe.lines, after: [cut])
      let journal = try trial.read()
      #expect(journal.tables.parts.base != nil)
      let answers = try journal.answers(about: uuids)
      #expect(answers.difference(from: expected).isEmpty, "\(seed) \(cut)")
    }
  }

  @Test(arguments: 1...4) func aSnapshotOfASnapshotIsTheJournal(_ seed: UInt64) throws {
    let scribe = Scribe.unruly(seed, count: 90)
    let uuids = try uuids(in: scribe.lines)
    let expected = try SnapshotTrial(scribe.lines, after: []).read().answers(about: uuids)
    let trial = try SnapshotTrial(scribe.lines, after: [10, 30, 31, 60, 85])
    #expect(try trial.read().answers(about: uuids) == expected)
    let one = try SnapshotTrial(scribe.lines, after: [85])
    #expect(trial.snapshot(85) == one.snapshot(85))
    #expect(trial.system.paths.count { $0.hasPrefix("/j/snapshot/") } == 1)
    let audit = try JournalAudit("/j", on: trial.system)
    #expect(audit.snapshots.isEmpty)
  }

  @Test func aSnapshotServesForAnEarlierMoment() throws {
    let scribe = Scribe.random(4, count: 100)
    let trial = try SnapshotTrial(scribe.lines, after: [50, 80])
    for last in 1...UInt64(scribe.lines.count) {
      let expected = try trial.read(.sequence(last), fromFirstLine: true)
      let found = try trial.read(.sequence(last))
      #expect((found.tables.parts.base != nil) == (last >= 64))
      #expect(found.tables.dump() == expected.tables.dump())
      let recorded = try time(of: scribe.lines[Int(last) - 1])
      let then = try trial.read(.time { _ in recorded })
      #expect(then.tables.dump() == expected.tables.dump())
    }
    let later = Instant(microseconds: 1_795_158_000_000_000 + 3 * 86_400_000_000)
    let then = try trial.read(.time { _ in later })
    #expect(then.tables.parts.base != nil)
    #expect(then.head.sequence == 101)
  }

  private func time(of line: [UInt8]) throws -> Instant {
    try LineCodec.decode(unsafe line.span.bytes).at
  }

  @Test func theZoneOfAnEarlierLineIsNotPassedOver() throws {
    var scribe = Scribe()
    scribe.add(.configure(Configuration(timeZone: "Asia/Tokyo")))
    for number in 1...9 { scribe.add(saving(quantity(UInt64(number)))) }
    let trial = try SnapshotTrial(scribe.lines, after: [8])
    let second = try time(of: scribe.lines[1])
    let journal = try trial.read(
      .time { $0.timeZone == "Europe/Berlin" ? second : second.adding(microseconds: 3_600_000_000) }
    )
    #expect(journal.head.sequence == 11)
    let early = try trial.read(
      .time { $0.timeZone == "Asia/Tokyo" ? second : second.adding(microseconds: 3_600_000_000) })
    #expect(early.head.sequence == 2)
    // Told from the zone that the snapshot leaves in force, all of it would have been known.
    let first = try time(of: scribe.lines[0])
    let before = try trial.read(
      .time { $0.timeZone == "Europe/Berlin" ? first : second.adding(microseconds: 3_600_000_000) })
    #expect(before.head.sequence == 1)
  }

  @Test func aSnapshotIsMadeOnlyWhereLinesAreMany() throws {
    let lines = Scribe.random(5, count: 60).lines
    let system = try ReplayTests.system(lines)
    try system.noteDurable(lines)
    let size = UInt64(system[SnapshotTrial.events]?.count ?? 0)
    for least in [size + 1, .max] {
      _ = try ReplayedJournal("/j", on: system, snapshots: SnapshotPolicy(leastBytes: least))
      #expect(system["/j/snapshot/61"] == nil)
    }
    for asOf in [AsOf.sequence(61), .time { _ in Instant(microseconds: .max) }] {
      _ = try ReplayedJournal("/j", on: system, asOf: asOf, snapshots: .always)
      #expect(system["/j/snapshot/61"] == nil)
    }
    let journal = try ReplayedJournal(
      "/j", on: system, snapshots: SnapshotPolicy(leastBytes: size))
    #expect(journal.snapshots().map(\.sequence) == [61])
    #expect(journal.snapshots().map(\.bytes) == [UInt64(system["/j/snapshot/61"]?.count ?? 0)])
    #expect(SnapshotPolicy.standard.isDue(from: 0, to: 8 << 20))
    #expect(!SnapshotPolicy.standard.isDue(from: 5_000_000_000, to: 5_020_000_000))
    #expect(SnapshotPolicy.standard.isDue(from: 5_000_000_000, to: 5_060_000_000))
    #expect(!SnapshotPolicy.standard.isDue(from: 9, to: 8))
  }

  /// Nobody waits for who writes a snapshot, and two do not write one at a time.
  @Test func aWriterAndAReaderDoNotMeet() throws {
    let lines = Scribe.random(6, count: 20).lines
    let inner = try ReplayTests.system(lines)
    try inner.noteDurable(lines)
    let seen = Mutex<[String]>([])
    let system = MeddlingSystem(inner) { call, _ in
      guard call == .append else { return }
      _ = try ReplayedJournal("/j", on: inner, snapshots: .always)
      let writer = try JournalWriter.open("/j", on: inner) { line, _ in
        let entry = try LineCodec.decode(line)
        return ScannedLine(sequence: entry.sequence, at: entry.at)
      }
      let words = "\(writer.committed.sequence) \(inner["/j/snapshot/21"] == nil)"
      seen.withLock { $0.append(words) }
    }
    _ = try ReplayedJournal("/j", on: system, snapshots: .always)
    let all = seen.withLock { $0 }
    #expect(all.count > 1)
    #expect(Set(all) == ["21 true"])
    #expect(inner["/j/snapshot/21"] != nil)
    #expect(inner["/j/snapshot/new"] == nil)
    #expect(try JournalAudit("/j", on: inner).snapshots.isEmpty)
    #expect(inner.openFiles == 0)
  }

  @Test func aBrokenChainIsReadAsBeforeAndNotPassedOn() throws {
    var lines = Scribe.random(7, count: 20).lines
    // The last digit of the salt.
    let place = lines[9].count - JournalLimits.suffixBytes - 2
    lines[9][place] = lines[9][place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
    let system = try ReplayTests.system(lines)
    try system.noteDurable(lines)
    let journal = try ReplayedJournal("/j", on: system, snapshots: .always)
    #expect(journal.head.sequence == 21)
    #expect(journal.snapshots().isEmpty)
  }

  /// Also what a sample takes in memory, with the index of uuids: the mapped columns and places are
  /// it. A journal of an earlier version, or of another program, whose lock file says nothing.
  @Test(arguments: ["", "locked", "torn", "sync failed\n"])
  func aJournalWithoutNotesHasASnapshotToo(_ obstacle: String) throws {
    let lines = Scribe.random(9, count: 20).lines
    let system = try ReplayTests.system(lines, tail: obstacle == "torn" ? "{\"seq\":22," : "")
    let notes = obstacle.hasSuffix("\n") ? Array(obstacle.utf8) : []
    system["/j/lock"] = notes
    let lock = try system.open("/j/lock", .update)
    if obstacle == "locked" { #expect(try system.lock(lock, patiently: false)) }
    let first = try ReplayedJournal("/j", on: system, snapshots: .always)
    #expect(first.head.sequence == 21)
    let isFree = obstacle.isEmpty
    #expect((system["/j/snapshot/21"] != nil) == isFree)
    #expect((system["/j/lock"] == notes) == !isFree)
    if isFree {
      #expect(try JournalReader("/j", on: system).durable?.sequence == 21)
      #expect(try ReplayedJournal("/j", on: system).tables.parts.base != nil)
      // No loss of power takes away what a snapshot holds.
      system.crash(keeping: 0, keepingNames: true)
      #expect(try ReplayedJournal("/j", on: system).head.sequence == 21)
    }
  }

  @Test func aSampleTakesFewBytes() throws {
    var scribe = Scribe()
    for line in 0..<60 as Range<UInt64> {
      scribe.add(.save(Save(objects: (0..<100).map { quantity(line * 100 + $0) })))
    }
    let trial = try SnapshotTrial(scribe.lines, after: [61])
    let perSample = Double(try #require(trial.snapshot(61)).count) / 6000
    #expect(perSample < 72)
    var tables = try trial.read(fromFirstLine: true).tables
    tables.buildIndex()
    #expect(tables.index.frozen?.entries.count == 6000)
  }
}

extension Scribe {
  /// Random events and what only another program would write: a uuid twice, a member that comes
  /// late, a delete before the save.
  static func unruly(_ seed: UInt64, count: Int) -> Scribe {
    var scribe = Scribe()
    var events = RandomEvents(seed)
    var promised: [ObjectUUID] = []
    for number in 2..<UInt64(count + 2) {
      let by = events.dice.pick([EventActor.owner, "com.example.app"])
      switch events.dice.below(12) {
      case 0:
        let members = [events.uuid(), events.uuid()]
        promised += members
        let food = CorrelationContent(
          type: "HKCorrelationTypeIdentifierFood", span: TimeSpan(time(), time(60)),
          members: members)
        scribe.add(saving(HealthObject(uuid: events.uuid(), content: .correlation(food))), by: by)
      case 1:
        promised.append(events.uuid())
        scribe.add(.delete(Deletion(objects: promised.suffix(1))), by: by)
      case 2 where !promised.isEmpty, 3 where !promised.isEmpty:
        var late = quantity(1, "Late")
        late.uuid = events.dice.pick(promised)
        scribe.add(saving(late), by: by)
      case 4: scribe.add(.authorize(events.decision()), by: by)
      case 5: scribe.add(.configure(events.configuration()), by: by)
      case _: scribe.add(events.event(number).namingSingleObjects, by: by)
      }
    }
    return scribe
  }
}

extension Event {
  /// A revert names no lines: of two objects with one uuid, a line names one.
  fileprivate var namingSingleObjects: Event {
    guard case .revert(var revert) = self else { return self }
    for (runs, state) in revert.objects { revert[state] = ObjectRuns(objects: runs.objects) }
    return .revert(revert)
  }
}

extension RandomEvents {
  fileprivate mutating func decision() -> AuthorizationChange {
    let status = dice.pick(AuthorizationStatus.allCases)
    func time() -> Timestamp? {
      guard dice.often(20) else { return nil }
      return Timestamp(
        instant: Instant(microseconds: Int64(dice.below(1 << 50))), offsetMinutes: 60)
    }
    return AuthorizationChange(
      source: dice.pick(["com.example.app", "com.example.other"]),
      share: [AuthorizationGrant(dice.pick(Self.names), status)],
      read: dice.often(50) ? [AuthorizationGrant("X", status)] : [],
      terms: AuthorizationTerms(
        since: time(), until: time(), purpose: dice.often(20) ? dice.pick(Self.names) : nil))
  }

  fileprivate mutating func configuration() -> Configuration {
    Configuration(
      timeZone: dice.often(50) ? dice.pick(["Asia/Tokyo", "Europe/Berlin"]) : nil,
      priority: [
        SourcePriority(type: dice.pick(Self.names), sources: [dice.pick(Self.names), "b"])
      ],
      preferredUnits: [PreferredUnit(type: "X", unit: dice.pick(["km", ""]))])
  }
}
