import Foundation
import HealthEvents
import HealthModel
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables

/// Who writes from a snapshot decides as who has read every line.
@Suite struct SnapshotSessionTests {
  private static let always = SnapshotPolicy(leastBytes: 1)
  private static let never = SnapshotPolicy(leastBytes: .max)
  private static let app = "com.example.fit"
  private static let types = [QuantityType.stepCount, .bodyMass].map(\.identifier)

  private static func span(_ minutes: Int) -> TimeSpan {
    func time(_ minutes: Int) -> Timestamp {
      Timestamp(
        instant: Instant(wholeSeconds: 1_700_000_000 + Int64(minutes) * 60), offsetMinutes: 0)
    }
    return TimeSpan(time(minutes), time(minutes + 1))
  }

  private static func uuid(_ number: Int) -> ObjectUUID {
    ObjectUUID(random: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)))
  }

  private static func draft(_ dice: inout Dice) -> Draft {
    let type = types[dice.below(2)]
    let sample = QuantityContent(
      type: type, span: span(dice.below(10_000)), value: Double(dice.below(100)),
      unit: type == types[0] ? "count" : "kg")
    var object = HealthObject(uuid: uuid(dice.below(400)), content: .quantity(sample))
    if dice.below(3) == 0 {
      object.metadata[MetadataName.syncIdentifier] = .string("s\(dice.below(6))")
      object.metadata[MetadataName.syncVersion] = .number(Double(dice.below(30)))
    }
    return Draft(object, source: Source(name: "Scale \(dice.below(4))"))
  }

  private static func command(_ dice: inout Dice) -> Command {
    let by = dice.below(3) == 0 ? app : EventActor.owner
    switch dice.below(10) {
    case 0, 1:
      return Command(by: by, .delete(Deletion(objects: [uuid(dice.below(400))])))
    case 2:
      let status: AuthorizationStatus = dice.below(2) == 0 ? .denied : .authorized
      let grants = [AuthorizationGrant(types[dice.below(2)], status)]
      return Command(by: by, .authorize(AuthorizationChange(source: app, share: grants)))
    case 3:
      let order = [SourcePriority(type: types[0], sources: ["Scale \(dice.below(4))"])]
      return Command(by: by, .configure(Configuration(priority: order)))
    case _:
      var drafts = [draft(&dice)]
      if by == app { drafts[0].source = nil }
      if dice.below(4) == 0 {
        drafts.append(draft(&dice))
        drafts[1].source = drafts[0].source
      }
      return Command(by: by, .save(SaveRequest(objects: drafts)))
    }
  }

  /// The answers to commands, each given to a session of its own.
  private static func answers(
    _ seed: UInt64, _ count: Int, on system: MemorySystem, _ policy: SnapshotPolicy
  ) throws -> [String] {
    var dice = Dice(seed)
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    return try (0..<count).map { number in
      let command = command(&dice)
      var session = try JournalSession.open("/j", on: system, snapshots: policy)
      #expect((session.tables.parts.base != nil) == (policy.leastBytes == 1 && number > 0))
      let answer: String
      do {
        answer = "\(try session.perform(command))"
      } catch let rejection as Rejection {
        answer = "\(rejection)"
      }
      try session.finish()
      return answer
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func theSameIsDecidedAndWritten(_ seed: UInt64) throws {
    let (plain, fast) = (MemorySystem(), MemorySystem())
    let expected = try Self.answers(seed, 150, on: plain, Self.never)
    let answers = try Self.answers(seed, 150, on: fast, Self.always)
    #expect(answers == expected)
    #expect(expected.count { $0.contains("Accepted") } > 40)
    #expect(fast["/j/events.ndjson"] == plain["/j/events.ndjson"])
    #expect(plain.paths.allSatisfy { !$0.contains("snapshot") })
    #expect(fast.paths.count { $0.hasPrefix("/j/snapshot/") } == 1)
    // Made by one session from another's, and yet what the lines make.
    #expect(try JournalAudit("/j", on: fast).snapshots.isEmpty)
    let one = try ReplayedJournal("/j", on: plain, fromFirstLine: true).tables
    let other = try ReplayedJournal("/j", on: fast, snapshots: Self.never).tables
    #expect(one.liveCount == other.liveCount)
    for type in Self.types {
      let (a, b) = (one.columns(of: type), other.columns(of: type))
      #expect(
        a.map { a in (0..<a.count).map { a[$0] } } == b.map { b in (0..<b.count).map { b[$0] } })
    }
  }

  @Test func afterAFailedSyncEveryLineIsReadAnew() throws {
    let system = MemorySystem()
    _ = try Self.answers(7, 20, on: system, Self.always)
    system["/j/lock"] = Array("sync failed\n".utf8)
    let session = try JournalSession.open("/j", on: system, snapshots: Self.always)
    #expect(session.recovery.wasCopied)
    #expect(session.tables.parts.base == nil)
  }

  @Test func linesThatFailedToBeWrittenAreInNoSnapshot() throws {
    let system = MemorySystem()
    _ = try Self.answers(8, 5, on: system, Self.always)
    var dice = Dice(3)
    do {
      var session = try JournalSession.open("/j", on: system, snapshots: Self.always)
      _ = try session.stage(
        Command(by: EventActor.owner, .save(SaveRequest(objects: [Self.draft(&dice)]))))
      try session.finish()
    }
    do {
      var session = try JournalSession.open("/j", on: system, snapshots: Self.always)
      system.fail(.append, with: .full)
      #expect(throws: JournalError.self) {
        try session.perform(
          Command(by: EventActor.owner, .save(SaveRequest(objects: [Self.draft(&dice)]))))
      }
      try session.finish()
    }
    let whole = try ReplayedJournal("/j", on: system, fromFirstLine: true)
    #expect(whole.snapshots().last?.sequence == whole.head.sequence)
  }

  /// Readers that make snapshots beside a writer that appends: nobody is refused or misled.
  @Test func readersAndAWriterSideBySide() async throws {
    let temporary = TemporaryFolder()
    let folder = temporary.path("health.journal")
    defer { withExtendedLifetime(temporary) {} }
    try JournalSession.create(folder, timeZone: "UTC")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var last: UInt64 = 0
          while last < 201 {
            let journal = try ReplayedJournal(folder, snapshots: Self.always)
            let steps = journal.tables.columns(of: Self.types[0])
            #expect(journal.head.sequence >= last)
            #expect((steps?.count ?? 0) == Int(journal.head.sequence) - 1)
            #expect(journal.tables.liveCount == Int(journal.head.sequence) - 1)
            last = journal.head.sequence
            await Task.yield()
          }
        }
      }
      group.addTask { try await Self.write(200, to: folder) }
      try await group.waitForAll()
    }
    let whole = try ReplayedJournal(folder, verifyingChain: true)
    #expect(whole.head.sequence == 201)
    #expect(!whole.snapshots().isEmpty)
    #expect(whole.snapshots().count == 1)
  }

  private static func write(_ count: Int, to folder: String) async throws {
    var number = 0
    while number < count {
      var session = try JournalSession.open(folder, snapshots: always)
      for _ in 0..<10 {
        let sample = QuantityContent(
          type: types[0], span: span(number), value: Double(number), unit: "count")
        let object = HealthObject(uuid: uuid(number), content: .quantity(sample))
        _ = try session.perform(
          Command(by: EventActor.owner, .save(SaveRequest(objects: [Draft(object)]))))
        number += 1
      }
      try session.finish()
    }
  }
}
