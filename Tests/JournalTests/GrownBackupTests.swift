import Foundation
import HealthEvents
import HealthModel
import HealthTables
import Synchronization
import TestSupport
import Testing

@testable import Journal
@testable import JournalFile

/// Backups to which the new lines of a journal are added.
@Suite struct GrownBackupTests {
  private let base = BackupTests()
  private let system = PosixSystem()
  private var journal: Journal { base.journal }
  private var path: String { base.scratch.path("b.journal") }
  private var copy: Journal { Journal(at: path) }

  private func add(_ system: PosixSystem = PosixSystem()) throws -> Backup.Written {
    let journal = Journal(at: journal.folder, on: system)
    return try Backup(of: journal, threads: 1, continued: true).add(to: path)
  }

  /// Expects that the backup has the lines of the journal, and that they are sound.
  private func expectWhole(_ written: Backup.Written) throws {
    #expect(try base.lines(copy) == base.lines(journal))
    let note = try Data(contentsOf: URL(fileURLWithPath: path + "/checkpoint"))
    let checkpoint = try #require(CheckpointNote(Array(note))).checkpoint
    let audit = try JournalAudit(path, against: [checkpoint], threads: 1)
    #expect(audit.count == 0 && audit.outcomes.allSatisfy(\.holds))
    #expect(audit.lines == written.lines && audit.chain == written.chain)
  }

  private func erase(_ selection: ErasureSelection) throws {
    var session = try journal.write()
    _ = try session.erase(selection, reason: "asked for")
    try session.finish()
  }

  /// Expects that an error is thrown and nothing in the backup is changed.
  private func expectRefusal(_ isRight: (any Error) -> Bool) throws {
    let before = try base.lines(copy)
    do {
      _ = try add()
      Issue.record("lines were added")
    } catch {
      #expect(isRight(error), "\(error)")
    }
    #expect(try base.lines(copy) == before)
  }

  private func refuse(_ verdict: AuditVerdict) -> (any Error) -> Bool {
    { $0 as? BackupProblem == .notFirst(path: path, verdict) }
  }

  @Test func eachCallAddsWhatIsNew() throws {
    try base.grow(journal, 0..<5)
    #expect(try add().added == nil)
    var (end, sizes) = (5, [3, 0, 1, 40])
    while let size = sizes.popLast() {
      try base.grow(journal, end..<end + size)
      let written = try add()
      #expect(written.added == UInt64(size) && written.erased == 0)
      try expectWhole(written)
      end += size
    }
    let restored = Journal(at: base.scratch.path("restored.journal"))
    _ = try Restore(to: restored, replacing: false, threads: 1).run(from: path)
    #expect(try base.lines(restored) == base.lines(journal))
  }

  /// A backup of an earlier version is continued too, and lines of more than one part are added.
  @Test func manyLinesAreAddedToAPlainBackup() throws {
    try base.grow(journal, 0..<1)
    _ = try Backup(of: journal, threads: 1).write(to: path)
    var session = try journal.write()
    for number in 1...6_000 { _ = try session.stage(BackupTests.save(number)) }
    try session.commit()
    try session.finish()
    #expect(try base.lines(journal).count > 1 << 20)
    let written = try add()
    #expect(written.added == 6_000)
    try expectWhole(written)
  }

  private final class Reads: ReadWatcher {
    let bytes = Mutex(0)
    func opened(_ path: String, of size: UInt64) {}
    func read(_ count: Int) { bytes.withLock { $0 += count } }
    func requireWaiting() throws(SystemFailure) {}
    func requireGoingOn() throws(SystemFailure) {}
  }

  /// Of a long journal only the new lines are read.
  @Test func onlyNewLinesAreRead() throws {
    try base.grow(journal, 0..<1)
    var session = try journal.write()
    for number in 1...3_000 { _ = try session.stage(BackupTests.save(number)) }
    try session.commit()
    try session.finish()
    _ = try add()
    let before = try base.lines(journal).count
    try base.grow(journal, 3_001..<3_011)
    let new = try base.lines(journal).count - before
    let reads = Reads()
    #expect(try add(PosixSystem(watchedBy: reads, waiting: 0)).added == 10)
    let read = reads.bytes.withLock { $0 }
    #expect(read >= new && read < new + 4_096 && new < 8_192)
  }

  /// Wherever a kill cut an addition off, the next call adds the rest.
  @Test func aHalfLineAtTheEndIsCutOff() throws {
    try base.grow(journal, 0..<5)
    _ = try add()
    let short = try base.lines(copy)
    try base.grow(journal, 5..<7)
    let whole = try base.lines(journal)
    for size in stride(from: short.count, through: whole.count, by: 7) {
      try whole.prefix(size).write(to: URL(fileURLWithPath: copy.paths.events))
      try? system.remove(copy.paths.lock)
      try expectWhole(try add())
    }
  }

  /// None of the files of a backup keeps what was erased.
  @Test(arguments: [false, true]) func anErasureReachesTheBackup(_ isOfNewLines: Bool) throws {
    try base.grow(journal, 0..<5)
    _ = try add()
    if isOfNewLines { try base.grow(journal, 5..<6) }
    let line = UInt64(isOfNewLines ? 7 : 3)
    let uuid = ObjectUUID(
      random: (UInt64(line - 2) &* 0x9E37_79B9_7F4A_7C15, UInt64(line - 2))
    ).description
    try system.createDirectory(path + "/quarantine")
    try base.lines(journal).write(to: URL(fileURLWithPath: path + "/quarantine/torn-1"))
    #expect(try base.lines(journal).range(of: Data(uuid.utf8)) != nil)
    try erase(.lines([line]))
    try base.grow(journal, 8..<9)
    let written = try add()
    #expect(written.erased == 1 && written.added == (isOfNewLines ? 3 : 2))
    try expectWhole(written)
    #expect(try system.names(inDirectory: path + "/quarantine") == [])
    try base.grow(journal, 9..<10)
    let next = try add()
    #expect(next.erased == 0 && next.added == 1)
    try expectWhole(next)
  }

  @Test func eachErasureOfManyReachesTheBackup() throws {
    try base.grow(journal, 0..<8)
    _ = try add()
    for line: UInt64 in 2..<8 {
      try erase(.lines([line]))
      let written = try add()
      #expect(written.erased == 1)
      try expectWhole(written)
    }
  }

  @Test func aBackupThatIsAheadIsRefused() throws {
    try base.grow(journal, 0..<5)
    let early = try base.lines(journal)
    try base.grow(journal, 5..<8)
    _ = try add()
    try early.write(to: URL(fileURLWithPath: journal.paths.events))
    try system.remove(journal.paths.lock)
    try expectRefusal(refuse(.rolledBack))
    try base.grow(journal, 5..<6)
    try expectRefusal(refuse(.rolledBack))
    try base.grow(journal, 6..<12)
    try expectRefusal(refuse(.forked))
  }

  @Test func anotherJournalIsRefused() throws {
    try base.grow(journal, 0..<5)
    _ = try add()
    try system.removeDirectory(journal.folder)
    try base.grow(journal, 0..<9)
    try expectRefusal(refuse(.forked))
  }

  @Test func aBackupWithADamagedEndIsRefused() throws {
    try base.grow(journal, 0..<5)
    _ = try add()
    try base.grow(journal, 5..<6)
    let whole = try base.lines(copy)
    for place in [whole.count - 100, whole.count - 20] {
      var damaged = whole
      damaged[place] ^= 1
      try damaged.write(to: URL(fileURLWithPath: copy.paths.events))
      try expectRefusal { error in
        guard case JournalError.damaged(let damage) = error else { return false }
        return damage.path == copy.paths.events
      }
    }
  }

  @Test func ofADamagedNewLineNothingIsAdded() throws {
    try base.grow(journal, 0..<5)
    _ = try add()
    try base.grow(journal, 5..<9)
    var damaged = try base.lines(journal)
    damaged[damaged.count - 500] ^= 1
    try damaged.write(to: URL(fileURLWithPath: journal.paths.events))
    try expectRefusal { error in
      guard case JournalError.damaged(let damage) = error else { return false }
      return damage.path == journal.paths.events && damage.line > 6
    }
  }

  /// Lines that their writer may take back would make a fork of the backup.
  @Test(arguments: [false, true]) func whatMayBeTakenBackIsLeftOut(_ isFirst: Bool) throws {
    try base.grow(journal, 0..<5)
    if !isFirst { _ = try add() }
    let change = AuthorizationChange(
      source: "a.b", share: [AuthorizationGrant(QuantityType.stepCount.identifier, .denied)])
    var writer = try JournalWriter.open(journal.folder, on: system) { line, _ in
      let entry = try LineCodec.decode(line)
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    let settled = writer.committed
    _ = try writer.stage(.authorize(change), by: EventActor.owner)
    try writer.commit(synchronizing: false)
    #expect(try add().lines == settled.sequence)
    try writer.withdraw(to: settled)
    try writer.finish()
    writer.close()
    try base.grow(journal, 5..<6)
    let written = try add()
    #expect(written.added == 1)
    try expectWhole(written)
  }

  @Test func aBackupThatAnotherCallWritesIsRefused() throws {
    try base.grow(journal, 0..<5)
    _ = try add()
    try base.grow(journal, 5..<6)
    let held = try system.open(copy.paths.lock, .update)
    #expect(try system.lock(held, patiently: false))
    try expectRefusal { $0 as? JournalError == .locked(path: path) }
    system.close(held)
    #expect(try add().added == 1)
  }

  @Test func whatIsNoBackupIsRefused() throws {
    try base.grow(journal, 0..<5)
    let backup = Backup(of: journal, threads: 1, continued: true)
    let (archive, empty) = (base.scratch.path("b.tar"), base.scratch.path("empty"))
    #expect(throws: BackupProblem.archive(path: archive)) { try backup.add(to: archive) }
    _ = try backup.write(to: archive)
    let renamed = base.scratch.path("renamed")
    try system.rename(archive, to: renamed)
    #expect(throws: BackupProblem.archive(path: renamed)) { try backup.add(to: renamed) }
    try system.createDirectory(empty)
    #expect(throws: BackupProblem.noBackup(path: empty)) { try backup.add(to: empty) }
    #expect(throws: BackupProblem.itself(path: journal.folder)) {
      try backup.add(to: journal.folder)
    }
  }
}
