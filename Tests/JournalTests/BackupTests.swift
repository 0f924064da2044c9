import Foundation
import HealthEvents
import HealthModel
import HealthTables
import TestSupport
import Testing

@testable import Journal
@testable import JournalFile

/// Backups that are taken beside a writer, and what is put back.
@Suite struct BackupTests {
  let scratch = TemporaryFolder()
  var journal: Journal { Journal(at: scratch.path("a.journal")) }
  private let system = PosixSystem()

  static func save(_ number: Int) -> Command {
    let time = Timestamp(
      instant: Instant(wholeSeconds: 1_700_000_000 + Int64(number)), offsetMinutes: 0)
    let sample = QuantityContent(
      type: QuantityType.stepCount.identifier, span: TimeSpan(time, time), value: 1, unit: "count")
    let uuid = ObjectUUID(random: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)))
    return Command(
      by: EventActor.owner,
      .save(SaveRequest(objects: [Draft(HealthObject(uuid: uuid, content: .quantity(sample)))])))
  }

  func grow(_ journal: Journal, _ numbers: Range<Int>) throws {
    if try system.kind(of: journal.paths.events) == nil { try journal.create(timeZone: "UTC") }
    var session = try journal.write()
    for number in numbers { _ = try session.perform(Self.save(number)) }
    try session.finish()
  }

  func lines(_ journal: Journal) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: journal.paths.events))
  }

  /// One that is refused leaves no file open.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func whatIsRefusedIsClosed() throws {
    let folder = scratch.path("b")
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in [Backup.events, Backup.checkpoint] {
      try Data("no checkpoint".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    #expect(throws: BackupProblem.self) { try BackupSource(folder, on: PosixSystem()) }
    let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
      try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    }
    #expect(open.filter { $0.hasPrefix(folder) } == [])
  }

  private func backup(_ name: String) throws -> String {
    let path = scratch.path(name)
    #expect(try Backup(of: journal, threads: 1).write(to: path).problems == 0)
    return path
  }

  private func restore(_ path: String, replacing: Bool = false) throws -> Restore.Done {
    try Restore(to: journal, replacing: replacing, threads: 1).run(from: path)
  }

  private struct BrokenOff: Error {}

  /// Wherever it is asked to end, the journal is as it was.
  @Test func whatIsBrokenOffChangesNothing() throws {
    try grow(journal, 0..<20)
    let path = try backup("copy.journal")
    try grow(journal, 20..<30)
    let before = try lines(journal)
    let names = try system.names(inDirectory: journal.folder).sorted()
    var (most, isDone) = (0, false)
    while !isDone {
      var asked = 0
      do {
        _ = try Restore(to: journal, replacing: true, threads: 1).run(from: path) {
          asked += 1
          if asked > most { throw BrokenOff() }
        }
        isDone = true
      } catch is BrokenOff {
        #expect(try lines(journal) == before)
        #expect(try system.names(inDirectory: journal.folder).sorted() == names)
        most += 1
      }
    }
    #expect(try most > 2 && lines(journal) != before)
  }

  @Test(arguments: ["copy.tar", "copy.journal"])
  func whatIsRestoredIsWhatWasBackedUp(_ name: String) throws {
    try grow(journal, 0..<20)
    let expected = try lines(journal)
    let path = try backup(name)
    try system.removeDirectory(journal.folder)
    let done = try restore(path)
    #expect(done.lines == 21 && done.keptAt == nil)
    #expect(try lines(journal) == expected)
    try grow(journal, 20..<21)
    #expect(try journal.audit(threads: 1).count == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
        == ["a.journal", name].sorted())
  }

  /// Every backup that is taken while a writer goes on has all that was acknowledged before, and is
  /// a prefix.
  @Test func besideAWriter() async throws {
    try grow(journal, 0..<1)
    let journal = journal
    let counts = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      group.addTask {
        var session = try journal.write()
        for number in 1..<300 { _ = try session.perform(Self.save(number)) }
        try session.finish()
        return []
      }
      group.addTask { [scratch] in
        try (0..<8).map { number in
          let known = try #require(LockRecords.read(journal.paths, on: PosixSystem()).durable)
          let path = scratch.path(number % 2 == 0 ? "\(number).tar" : "\(number)")
          let written = try Backup(of: journal, threads: 1).write(to: path)
          #expect(written.lines >= known.sequence && written.problems == 0)
          return written.lines
        }
      }
      return try await group.reduce([]) { $0 + $1 }
    }
    let whole = try lines(journal)
    for number in 0..<8 {
      let target = Journal(at: scratch.path("restored-\(number)"))
      let path = scratch.path(number % 2 == 0 ? "\(number).tar" : "\(number)")
      let done = try Restore(to: target, replacing: false, threads: 1).run(from: path)
      #expect(done.lines == counts[number])
      #expect(whole.starts(with: try lines(target)))
    }
  }

  @Test func aNewerJournalIsKept() throws {
    try grow(journal, 0..<5)
    let old = try backup("old.tar")
    try grow(journal, 5..<9)
    let newer = try lines(journal)
    #expect(throws: BackupProblem.wouldLose(journal: journal.folder)) { try restore(old) }
    #expect(try lines(journal) == newer)
    let done = try restore(old, replacing: true)
    let kept = try #require(done.keptAt)
    #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == newer)
    #expect(try journal.audit(threads: 1).lines == 6)
    try grow(journal, 5..<6)
  }

  @Test func anErasureThatIsUndoneIsCounted() throws {
    try grow(journal, 0..<5)
    let old = try backup("old.tar")
    for line: UInt64 in [3, 4] {
      var session = try journal.write()
      _ = try session.erase(.lines([line]), reason: "asked for")
    }
    let erased = try backup("erased.tar")
    #expect(try restore(erased, replacing: true).undoneErasures == 0)
    #expect(try restore(old, replacing: true).undoneErasures == 2)
    #expect(try restore(erased, replacing: true).undoneErasures == 0)
    let other = Journal(at: scratch.path("other.journal"))
    try grow(other, 0..<3)
    let foreign = scratch.path("other.tar")
    _ = try Backup(of: other, threads: 1).write(to: foreign)
    #expect(try restore(foreign, replacing: true).undoneErasures == 0)
  }

  /// A backup that goes on from the journal takes its place, also where a line of that is damaged.
  @Test func anOlderOrDamagedJournalIsReplaced() throws {
    try grow(journal, 0..<5)
    let early = try lines(journal)
    try grow(journal, 5..<9)
    let whole = try lines(journal)
    let path = try backup("whole")
    var damaged = early
    damaged[200] ^= 1
    for content in [early, damaged] {
      try content.write(to: URL(fileURLWithPath: journal.paths.events))
      #expect(try restore(path).keptAt != nil)
      #expect(try lines(journal) == whole)
    }
  }

  @Test func anotherJournalIsKept() throws {
    try grow(journal, 0..<5)
    let path = try backup("one.tar")
    try system.removeDirectory(journal.folder)
    try grow(journal, 0..<2)
    #expect(throws: BackupProblem.wouldLose(journal: journal.folder)) { try restore(path) }
  }

  @Test func whatAWriterHasOpenIsRefused() throws {
    try grow(journal, 0..<5)
    let path = try backup("one.tar")
    var session = try journal.write()
    #expect(throws: JournalError.locked(path: journal.folder)) { try restore(path) }
    try session.finish()
    _ = try restore(path)
  }

  /// No flipped bit and no cut of an archive reaches the journal, and none takes it away.
  @Test func aBadArchiveChangesNothing() throws {
    try grow(journal, 0..<5)
    let path = try backup("one.tar")
    let expected = try lines(journal)
    let good = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in stride(from: 0, to: good.count, by: 37) {
      var bad = good
      bad[place] ^= 0x10
      try bad.write(to: URL(fileURLWithPath: path))
      _ = try? restore(path)
      #expect(try lines(journal) == expected, "byte \(place)")
    }
    for size in stride(from: 0, to: 512 + expected.count, by: 101) {
      try good.prefix(size).write(to: URL(fileURLWithPath: path))
      #expect(throws: BackupProblem.self) { try restore(path) }
    }
    #expect(try lines(journal) == expected)
  }

  /// A chain that was written anew, with all hashes right, is not that of the checkpoint.
  @Test func aForkIsFoundByTheCheckpoint() throws {
    try grow(journal, 0..<5)
    let path = try backup("one")
    let checkpoint = try Data(contentsOf: URL(fileURLWithPath: path + "/checkpoint"))
    try system.removeDirectory(journal.folder)
    try grow(journal, 7..<12)
    let other = try backup("other")
    try checkpoint.write(to: URL(fileURLWithPath: other + "/checkpoint"))
    #expect(throws: BackupProblem.otherCheckpoint(path: other)) { try restore(other) }
    try Data("hello".utf8).write(to: URL(fileURLWithPath: other + "/checkpoint"))
    #expect(throws: BackupProblem.noCheckpoint(path: other)) { try restore(other) }
    try system.remove(other + "/checkpoint")
    #expect(try restore(other).lines == 6)
  }

  /// A backup that was cut back as a whole, or made of another chain, is refused by a checkpoint
  /// that was kept, also where the journal may be replaced.
  @Test func aCopyThatDoesNotHoldAgainstAKeptCheckpointChangesNothing() throws {
    try grow(journal, 0..<3)
    let short = try backup("short")
    try grow(journal, 3..<5)
    let long = try backup("long")
    let text = try Data(contentsOf: URL(fileURLWithPath: long + "/checkpoint"))
    let note = (path: "kept.note", checkpoint: try #require(CheckpointNote(Array(text))).checkpoint)
    func restore(_ path: String) throws -> Restore.Done {
      try Restore(to: journal, replacing: true, against: [note], threads: 1).run(from: path)
    }
    let expected = try lines(journal)
    #expect(
      throws: BackupProblem.against(path: short, note: note.path, .fewerLines, lines: 4)
    ) { try restore(short) }
    #expect(try lines(journal) == expected && restore(long).lines == 6)
    try system.removeDirectory(journal.folder)
    try grow(journal, 7..<12)
    let other = try backup("other")
    #expect(throws: BackupProblem.self) { try restore(other) }
  }

  /// A restore waits for the writer as long as was asked for.
  @Test func aRestoreWaitsForTheWriter() throws {
    try grow(journal, 0..<3)
    let path = try backup("copy")
    let held = try system.open(journal.paths.lock, .update)
    #expect(try system.lock(held, patiently: false))
    DispatchQueue.global().asyncAfter(deadline: .now() + 1.5) { PosixSystem().close(held) }
    let waiting = Journal(at: journal.folder, on: PosixSystem(watchedBy: nil, waiting: 60))
    #expect(try Restore(to: waiting, replacing: false, threads: 1).run(from: path).lines == 4)
  }

  /// What cannot be looked at is told as that, and not as missing.
  @Test func aBackupThatCannotBeLookedAtIsNotMissing() throws {
    let loop = scratch.path("loop.tar")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let long = scratch.path(String(repeating: "x", count: 300))
    for (path, number) in [(loop, ELOOP), (long, ENAMETOOLONG)] {
      let failure = SystemFailure(.kind, path, SystemFailure.Reason(number: number))
      #expect(throws: failure) { try restore(path) }
    }
    let missing = scratch.path("missing.tar")
    #expect(throws: SystemFailure(.open, missing, .missing)) { try restore(missing) }
  }

  /// A restore that was killed leaves a copy of the lines. An erasure takes it away, and so does
  /// the next restore.
  @Test func whatAKilledRestoreLeftGoes() throws {
    try grow(journal, 0..<3)
    let path = try backup("copy.tar")
    func leave() throws {
      for name in ["restored", "restored.17.part"] {
        let folder = "\(journal.folder)/\(name)"
        try system.createDirectory(folder)
        try lines(journal).write(to: URL(fileURLWithPath: folder + "/events.ndjson"))
      }
    }
    func left() throws -> [String] {
      try system.names(inDirectory: journal.folder).filter { $0.hasPrefix("restored") }
    }
    try leave()
    do {
      var session = try journal.write()
      _ = try session.erase(.lines([2]), reason: "asked for")
    }
    #expect(try left() == [])
    try leave()
    _ = try restore(path, replacing: true)
    #expect(try left() == [])
  }

  @Test func nothingIsReplacedByABackup() throws {
    try grow(journal, 0..<2)
    for name in ["one.tar", "one"] {
      let path = try backup(name)
      #expect(throws: BackupProblem.pathTaken(path: path)) { try backup(name) }
    }
    #expect(throws: (any Error).self) { try backup("a.journal/inside") }
  }

  @Test func aDamagedJournalIsNotBackedUp() throws {
    try grow(journal, 0..<5)
    var damaged = try lines(journal)
    damaged[300] ^= 1
    try damaged.write(to: URL(fileURLWithPath: journal.paths.events))
    #expect(throws: JournalError.self) { try backup("one.tar") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["a.journal"])
  }

  /// Bytes after the last whole line, or a line that was never acknowledged and is not sound, are
  /// left out.
  @Test(arguments: ["half", "{\"seq\":7}\n", "\u{0}\u{0}\n"]) func whatIsTornIsLeftOut(
    _ tail: String
  ) throws {
    try grow(journal, 0..<5)
    let expected = try lines(journal)
    try (expected + Data(tail.utf8)).write(to: URL(fileURLWithPath: journal.paths.events))
    let path = try backup("one")
    #expect(try lines(Journal(at: path)) == expected)
  }

  /// The same lines make the same archive, whenever it is written.
  @Test func equalLinesMakeEqualArchives() throws {
    try grow(journal, 0..<5)
    let archives = try ["one.tar", "two.tar"].map {
      try Data(contentsOf: URL(fileURLWithPath: backup($0)))
    }
    #expect(archives[0] == archives[1])
  }

  @Test func aSizeBeyondElevenDigitsIsRead() throws {
    for size in [0, 511, (1 << 33) - 1, 1 << 33, 1 << 40] as [UInt64] {
      let header = TarHeader("a/events.ndjson", size: size)
      #expect(TarHeader(try #require(header.bytes(time: 1_700_000_000))) == header)
    }
  }
}
