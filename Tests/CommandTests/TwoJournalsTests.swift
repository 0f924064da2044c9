import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import Journal

/// Journals of several computers that import each other show the same.
@Suite struct TwoJournalsTests {
  /// A journal with random commands of all kinds, reverts among them.
  private final class Computer {
    let system: MemorySystem
    var journal: Journal { Journal(at: "/j", on: system) }

    init(_ seed: Int, format: Int = JournalLimits.format, commands: Int = 30) throws {
      system = MemorySystem(
        clock: 1_795_158_000_000_000 + Int64(seed) * 7_000_000, seed: UInt64(seed))
      try JournalSession.create("/j", timeZone: "Europe/Berlin", format: format, on: system)
      if commands > 0 { try work(seed, commands: commands) }
    }

    init(copying other: Computer, seed: Int) {
      system = other.system.copied(seed: UInt64(seed))
    }

    func write(_ body: (inout JournalSession) throws -> Void) throws {
      var session = try JournalSession.open("/j", on: system)
      do { try body(&session) } catch { try session.finish(after: error) }
      try session.finish()
    }

    /// Saves, deletes, replaces and reverts.
    func work(_ seed: Int, commands: Int) throws {
      var random = RandomCommands(seed, space: UInt64(seed) << 32)
      try write { session in
        _ = try session.perform(
          Command(by: EventActor.owner, .declare(RandomCommands.declaration)))
        for app in RandomCommands.apps {
          let share = RandomCommands.shared.map { AuthorizationGrant($0, .authorized) }
          let change = AuthorizationChange(source: app, share: share)
          _ = try session.perform(Command(by: EventActor.owner, .authorize(change)))
        }
        for _ in 0..<commands {
          system.advance(by: Int64(random.dice.below(20)) * 1_000_000)
          do {
            if random.dice.often(12) {
              let line = UInt64(2 + random.dice.below(Int(session.lastLine)))
              let plan = try session.plan(revertOf: [LineRun(line, line)])
              _ = try session.perform(plan, widensRights: true)
              continue
            }
            var command = random.next()
            switch command.request {
            case .save(var request):
              // Imports may save versions that do not follow each other.
              request.imported = false
              command.request = .save(request)
              _ = try session.perform(command)
            case .delete: _ = try session.perform(command)
            case .authorize, .configure, .declare, .recordImport, .revert: continue
            }
          } catch is Rejection {
            continue
          }
        }
      }
    }

    @discardableResult
    func take(
      _ other: Computer, _ choices: JournalImport.Choices = .init()
    ) throws -> JournalImport.Report {
      var report: JournalImport.Report?
      system.advance(by: 60_000_000_000)
      try write { session in
        report = try JournalImport.run(other.journal, named: "other", into: &session, choices)
      }
      return try #require(report)
    }

    /// The rows of every view of data, without the numbers of lines.
    func rows() throws -> [(view: String, rows: [String])] {
      var options = Journal.ReadOptions()
      options.now = Instant(microseconds: 1_800_000_000_000_000)
      let whole = try journal.read(OptionValues(), options)
      return try Views.all.filter { !Self.viewsOfLines.contains($0.name) }.map { view in
        var request = whole
        let table = try view.table(&request)
        let kept = table.columns.indices.filter {
          !Self.ofLines.contains(table.columns[$0].field)
        }
        return (view.name, try table.allRows().map { row in "\(kept.map { row[$0] })" })
      }
    }

    private static let viewsOfLines: Set<String> = ["imports", "authorizations", "find"]
    private static let ofLines: Set<String> = ["seq", "line", "lines", "fields"]
  }

  private func expectSame(
    _ one: Computer, _ other: Computer, _ trial: String
  ) throws {
    for (a, b) in zip(try one.rows(), try other.rows()) where a.rows != b.rows {
      let index = zip(a.rows, b.rows).enumerated().first { $1.0 != $1.1 }?.offset
      let words = index.map { "\n\(a.rows[$0])\n\(b.rows[$0])" } ?? ""
      Issue.record("\(trial): \(a.view), \(a.rows.count) and \(b.rows.count) rows\(words)")
    }
    for computer in [one, other] {
      let audit = try JournalAudit("/j", on: computer.system, threads: 1)
      #expect(audit.findings.isEmpty, "\(trial): \(audit.findings)")
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: Counts.seeds(1...100))
  func theyBecomeOne(_ seed: Int) throws {
    let (one, two) = (try Computer(seed), try Computer(seed + 100_000))
    let whole = Computer(copying: one, seed: seed + 1)
    #expect(try whole.take(two).issues == [], "seed \(seed)")
    try two.take(one)
    try expectSame(whole, two, "seed \(seed)")
    let again = try whole.take(two)
    #expect(again.types.allSatisfy { $0.saved == 0 }, "seed \(seed): \(again.types)")
    try expectSame(whole, two, "seed \(seed) again")
    #expect(try whole.take(two).lines == nil, "seed \(seed)")
    // Both go on, and meet again.
    try whole.work(seed + 200_000, commands: 10)
    try two.work(seed + 300_000, commands: 10)
    let further = Computer(copying: whole, seed: seed + 2)
    try further.take(two)
    try two.take(whole)
    try expectSame(further, two, "seed \(seed) further")
  }

  @Test(.timeLimit(.minutes(20)), arguments: Counts.seeds(501...600))
  func theirOrderDoesNotMatter(_ seed: Int) throws {
    let (two, three) = (try Computer(seed + 100_000), try Computer(seed + 200_000))
    let one = try Computer(seed)
    let other = Computer(copying: one, seed: seed + 1)
    try one.take(two)
    try one.take(three)
    try other.take(three)
    try other.take(two)
    try expectSame(one, other, "seed \(seed)")
  }

  /// The step to format 2 comes before the lines that later ones name.
  @Test func aJournalOfFormat1TakesAnother() throws {
    let (old, other) = (try Computer(1, format: 1, commands: 0), try Computer(2))
    try old.take(other)
    try expectSame(old, other, "format 1")
  }

  private static let export = """
    <HealthData locale="en_GB"><ExportDate value="2026-02-01 10:00:00 +0100"/>
    <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
    startDate="2026-01-01 11:00:00 +0100" endDate="2026-01-01 11:10:00 +0100" value="7"/>
    </HealthData>
    """

  /// Given an export that both journals have imported, when one reverts its import and they import
  /// each other, then the objects live in both: the other's import of them counts.
  @Test(arguments: [false, true]) func anImportOfBothThatOneReverted(isSecond: Bool) throws {
    let computers = (try Computer(1, commands: 0), try Computer(2, commands: 0))
    for computer in [computers.0, computers.1] {
      let session = try computer.journal.write()
      var job = try ImportJob(into: session, fileName: "export.xml") { _, _ in }
      _ = try job.run(MemorySource(Array(Self.export.utf8)))
    }
    let reverter = isSecond ? computers.1 : computers.0
    try reverter.write { session in
      let lines = try #require(try session.lastImport())
      _ = try session.perform(try session.plan(revertOf: lines))
    }
    #expect(try ReplayedJournal("/j", on: reverter.system).tables.liveCount == 0)
    let whole = Computer(copying: computers.0, seed: 3)
    try whole.take(computers.1)
    try computers.1.take(computers.0)
    #expect(try ReplayedJournal("/j", on: whole.system).tables.liveCount == 2)
    try expectSame(whole, computers.1, "reverted here: \(isSecond)")
    #expect(try whole.take(computers.1).types.allSatisfy { $0.saved + $0.restored == 0 })
    try expectSame(whole, computers.1, "again")
  }

  /// Given two versions of another journal, when its import is reverted and done again, then the
  /// newer one lives alone; or none, if it was deleted here.
  @Test(arguments: [false, true])
  func anImportThatIsDoneAgainAfterARevert(hasDeletion: Bool) throws {
    let (one, two) = (try Computer(1, commands: 0), try Computer(2, commands: 0))
    for number in [1, 2] as [UInt64] {
      let version = AuditOfAcceptedTests.version(number, Double(number), by: EventActor.owner)
      try two.write { _ = try $0.perform(version) }
    }
    try one.take(two)
    try one.write { session in
      let deletion = Deletion(objects: [ObjectUUID(high: 0, low: 2)])
      if hasDeletion {
        _ = try session.perform(Command(by: EventActor.owner, .delete(deletion)))
      }
      let lines = try #require(try session.lastImport())
      _ = try session.perform(try session.plan(revertOf: lines))
    }
    let report = try one.take(two)
    #expect(report.types.map(\.deleted) == [hasDeletion ? 1 : 0])
    try two.take(one)
    #expect(try ReplayedJournal("/j", on: one.system).tables.liveCount == (hasDeletion ? 0 : 1))
    try expectSame(one, two, "deleted: \(hasDeletion)")
  }

  /// Given a journal in which a source deleted the owner's sample, against the rules there, when it
  /// is imported, then the answer names the line, once.
  @Test func brokenRulesOfTheOtherAreNamed() throws {
    let (one, two) = (try Computer(1, commands: 0), try Computer(2, commands: 0))
    try two.write { session in
      _ = try session.perform(AuditOfAcceptedTests.version(1, 1, by: EventActor.owner))
    }
    var writer = try JournalWriter.open("/j", on: two.system) { line, _ in
      let entry = try LineCodec.decode(line)
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    let deletion = Deletion(objects: [ObjectUUID(high: 0, low: 1)])
    _ = try writer.stage(.delete(deletion), by: "com.example.app")
    try writer.commit()
    try writer.finish()
    let report = try one.take(two)
    let line = try ReplayedJournal("/j", on: two.system).head.sequence
    #expect(report.issues.map { $0.hasPrefix("line \(line): ") } == [true], "\(report.issues)")
    #expect(!report.isComplete)
    #expect(try one.take(two).issues.isEmpty, "they are no new lines")
  }

  /// Given a sample that was deleted here, when the other journal erases it, then its content goes
  /// from the lines here too.
  @Test func anErasureTakesWhatIsDeletedHere() throws {
    let (one, two) = (try Computer(1, commands: 0), try Computer(2, commands: 0))
    let uuid = ObjectUUID(high: 0, low: 1)
    try two.write { session in
      _ = try session.perform(AuditOfAcceptedTests.version(1, 1, by: EventActor.owner))
    }
    try one.take(two)
    try one.write { session in
      let deletion = Deletion(objects: [uuid])
      _ = try session.perform(Command(by: EventActor.owner, .delete(deletion)))
    }
    try two.write { session in _ = try session.erase(.objects([uuid]), reason: "asked") }
    var choices = JournalImport.Choices()
    choices.erases = true
    #expect(try one.take(two, choices).erasedThere == [uuid])
    let lines = String(decoding: try #require(one.system["/j/events.ndjson"]), as: UTF8.self)
    #expect(!lines.contains(#""walk""#))
    #expect(try JournalAudit("/j", on: one.system, threads: 1).findings.isEmpty)
  }

  /// Given a version that one journal deleted and the other takes back, when the first saves a
  /// newer version meanwhile, then the newer one counts in both.
  @Test func aVersionThatLivesAgainIsNoNewerOne() throws {
    let (one, two) = (try Computer(1, commands: 0), try Computer(2, commands: 0))
    func save(_ number: UInt64) -> Command {
      AuditOfAcceptedTests.version(number, Double(number), by: EventActor.owner)
    }
    let deletion = Deletion(objects: [ObjectUUID(high: 0, low: 1)])
    try one.write { session in
      _ = try session.perform(save(1))
      _ = try session.perform(Command(by: EventActor.owner, .delete(deletion)))
    }
    try two.take(one)
    try one.write { _ = try $0.perform(save(2)) }
    try two.write { session in
      // The receipt comes after the deletion.
      let deleted = session.lastLine - 1
      _ = try session.perform(try session.plan(revertOf: [LineRun(deleted, deleted)]))
    }
    let whole = Computer(copying: one, seed: 3)
    try whole.take(two)
    try two.take(one)
    #expect(try ReplayedJournal("/j", on: whole.system).tables.liveCount == 1)
    try expectSame(whole, two, "taken back")
  }
}
