import ByteTools
import Foundation
import HealthEvents
import HealthModel
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// What is done to a journal's files when a writer makes or opens it, and what another file in the
/// place of the lines leaves behind.
@Suite struct OpeningTests {
  private static let (events, lock) = ("/j/events.ndjson", "/j/lock")

  /// A journal of five lines, closed again.
  private static func journal() throws -> (system: MemorySystem, bytes: [UInt8]) {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    // The last line vouches for an erasure of line 2.
    let erase = Event.erase(Erasure(lines: [2], reason: "asked for"))
    for event in (1...3).map(SampleEvents.steps) + [erase] {
      _ = try writer.stage(event, by: "owner")
      try writer.commit()
    }
    try writer.finish()
    writer.close()
    return (system, system[events] ?? [])
  }

  /// The place after one of the lines.
  private static func head(after sequence: UInt64, in bytes: [UInt8]) throws -> Head {
    var head = Head()
    for line in lines(of: bytes).prefix(Int(sequence)) {
      let seen = try scanned(line.rawBytes)
      try head.advance(over: line.rawBytes, seen, verifyingChain: true)
    }
    return head
  }

  /// The lines were thrown away and `lock` was not. The old notes are gone for good before the
  /// first line is written: they would say that the new journal had been cut back.
  @Test func notesOfAnEarlierJournalDoNotComeBack() throws {
    let (system, _) = try Self.journal()
    system[Self.lock] = system[Self.lock]
    system[Self.events] = nil
    #expect(LockRecords(system[Self.lock] ?? []).durable?.sequence == 5)
    do { _ = try JournalWriter.create("/j", timeZone: "UTC", on: system) }
    system.crash(keeping: 0)
    let writer = try openWriter("/j", on: system)
    #expect(writer.committed.sequence == 1 && writer.recovery == Recovery())
  }

  /// Nothing is cut away but what was looked at and set aside.
  @Test func whatComesWhileTheLinesAreReadStays() throws {
    let (system, bytes) = try Self.journal()
    var writer = try JournalWriter.open("/j", on: system) { line, offset in
      if offset == 0 {
        let file = try system.open(Self.events, .append)
        defer { system.close(file) }
        try system.append(Array("more\n".utf8), to: file)
      }
      return try scanned(line)
    }
    #expect(writer.committed.offset == UInt64(bytes.count))
    #expect(system[Self.events] == bytes + Array("more\n".utf8))
    _ = try writer.stage(SampleEvents.delete, by: "owner")
    #expect(throws: JournalError.changed(path: Self.events)) { try writer.commit() }
    #expect(system[Self.events] == bytes + Array("more\n".utf8))
  }

  /// A writer was stopped in a sync, which may have failed: the lines that it was about are written
  /// once more, before anything is noted.
  @Test func linesOfAStoppedSyncAreWrittenAgain() throws {
    let (system, bytes) = try Self.journal()
    let part = DurablePart(try Self.head(after: 2, in: bytes))
    let durable = LockRecords.record("durable", part)
    let stopped = LockRecords.blank + durable + LockRecords.syncing
    system[Self.lock] = stopped
    system.fail(.write, with: .other(5))
    let told = failure(JournalError.self) { _ = try openWriter("/j", on: system) }
    #expect(told == .system(SystemFailure(.write, Self.events, .other(5))))
    #expect(system[Self.lock] == stopped && system[Self.events] == bytes)
    let before = system.calls(of: .write)
    #expect(try openWriter("/j", on: system).recovery.madeDurable == 3...5)
    // The lines, the note that they are being synced, and that they are.
    #expect(system.calls(of: .write) - before == 3)
    #expect(system[Self.events] == bytes && system.openFiles == 0)
    #expect(try openWriter("/j", on: system).recovery == Recovery())
  }

  /// A folder that is somebody's is refused, and stays as it was: its rights, and what is in it.
  /// The
  /// same by a link that leads to it.
  @Test(
    arguments: [
      (mode: 0o755, holds: []), (0o777, []), (0o710, []), (0o701, []), (0o700, ["a"]),
      (0o755, ["c", "a", "b"]), (0o700, ["lock"]), (0o700, ["quarantine"]),
    ] as [(mode: Int, holds: [String])], [false, true])
  func aFolderOfSomebodyStaysAsItIs(
    _ folder: (mode: Int, holds: [String]), _ byLink: Bool
  ) throws {
    let place = Place("posix")
    let files = FileManager.default
    try files.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
    for name in folder.holds {
      try Data("mine".utf8).write(to: URL(filePath: "\(place.folder)/\(name)"))
    }
    try files.setAttributes([.posixPermissions: folder.mode], ofItemAtPath: place.folder)
    let path = byLink ? place.folder + ".link" : place.folder
    if byLink {
      try files.createSymbolicLink(atPath: path, withDestinationPath: place.folder)
    }
    defer { if byLink { try? files.removeItem(atPath: path) } }
    let names = folder.holds.sorted()
    let expected: JournalError =
      names.isEmpty ? .folderVisible(path: path) : .folderTaken(path: path, holding: names)
    #expect(throws: expected) {
      _ = try JournalWriter.create(path, timeZone: "UTC", on: place.system)
    }
    #expect(try PosixSystemTests.mode(place.folder) == UInt32(folder.mode))
    #expect(try files.contentsOfDirectory(atPath: place.folder).sorted() == names)
  }

  /// A name that is no UTF-8 is something that lies there too.
  @Test func aNameThatIsNoTextLiesThereToo() throws {
    let place = Place("posix")
    try place.system.createDirectory(place.folder)
    let path = (Array(place.folder.utf8) + [0x2F, 0xE9, 0]).map { CChar(bitPattern: $0) }
    close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: JournalError.folderTaken(path: place.folder, holding: ["\u{FFFD}"])) {
      _ = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
    }
  }

  /// An empty folder that is closed to others is taken, by a link too, and its rights stay.
  @Test(arguments: [false, true]) func anEmptyFolderOfOnesOwnIsTaken(_ byLink: Bool) throws {
    let place = Place("posix")
    try place.system.createDirectory(place.folder)
    let path = byLink ? place.folder + ".link" : place.folder
    let files = FileManager.default
    if byLink {
      try files.createSymbolicLink(atPath: path, withDestinationPath: place.folder)
    }
    defer { if byLink { try? files.removeItem(atPath: path) } }
    do { _ = try JournalWriter.create(path, timeZone: "UTC", on: place.system) }
    #expect(try openWriter(place.folder, on: place.system).recovery == Recovery())
    #expect(try PosixSystemTests.mode(place.folder) == 0o700)
  }

  /// A first line that lost its line feed is a journal's all the same.
  @Test func aFirstLineWithoutItsEndIsNotWrittenOver() throws {
    let place = Place("posix")
    try place.system.createDirectory(place.folder)
    let line = Array(try SampleEvents.bytes([]).dropLast())
    try place.append(line, to: place.events)
    #expect(throws: JournalError.exists(path: place.folder)) {
      _ = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
    }
    #expect(try place.bytes(place.events) == line)
  }

  /// Puts a file in the place of the lines in which line 2 is erased.
  private func replace(
    _ bytes: [UInt8], on system: MemorySystem, failing: () -> Void = {}
  ) throws {
    var writer = try openWriter("/j", on: system)
    failing()
    var head = writer.committed
    head.offset = UInt64(bytes.count)
    try writer.replaceLines {
      try $0.append(bytes)
      return head
    } removingCaches: {
      try $0()
    }
  }

  /// Any call fails while other lines take the place of the journal's: what is told is what stands
  /// there, and the next writer finds a whole journal.
  @Test(arguments: SystemFailure.Operation.allCases)
  func linesAreReplacedOrStay(_ operation: SystemFailure.Operation) throws {
    let (clean, bytes) = try Self.journal()
    let erased = try erasing(2, in: bytes)
    var opening = 0
    try replace(erased, on: clean) { opening = clean.calls(of: operation) }
    #expect(clean[Self.events] == erased)
    for call in 0..<clean.calls(of: operation) - opening {
      let (system, _) = try Self.journal()
      var told: (any Error)?
      do {
        try replace(erased, on: system) {
          system.fail(operation, after: call, with: .other(5))
        }
      } catch {
        told = error
      }
      let stands = system[Self.events]
      #expect(stands == bytes || stands == erased, "\(operation) \(call)")
      var isUnknown = false
      if case .outcomeUnknown? = told as? JournalError { isUnknown = true }
      #expect(isUnknown == (told != nil && stands == erased), "\(operation) \(call)")
      #expect(system.openFiles == 0)
      let next = try openWriter("/j", on: system)
      #expect(next.committed.sequence == 5 && next.recovery == Recovery())
      #expect(next.committed.offset == UInt64(stands?.count ?? 0))
      #expect(system.paths.allSatisfy { !$0.hasSuffix(".copy") && !$0.hasSuffix("/erasing") })
    }
  }
}
