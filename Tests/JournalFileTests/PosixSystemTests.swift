import ByteTools
import Foundation
import HealthEvents
import HealthModel
import JournalFile
import Synchronization
import TestSupport
import Testing

/// What only a real file system has: links, pipes, modes, other processes.
@Suite struct PosixSystemTests {
  static func mode(_ path: String) throws -> UInt32 {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
    return UInt32(status.st_mode) & 0o7777
  }

  /// Many that make the same folders at once all have them.
  @Test func foldersAreMadeByMany() throws {
    let place = TemporaryFolder()
    let failures = Mutex<[String]>([])
    for round in 0..<40 {
      let path = place.path("\(round)/state/health-journal/push")
      DispatchQueue.concurrentPerform(iterations: 16) { _ in
        do {
          try PosixSystem().ensureDirectory(path)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(try Self.mode(path) == 0o700)
    }
    #expect(failures.withLock { $0 } == [])
  }

  /// A lock that another has is waited for as long as was asked for, and no longer.
  @Test func aLockIsWaitedFor() throws {
    let place = TemporaryFolder()
    let (patient, other) = (PosixSystem(watchedBy: nil, waiting: 30), PosixSystem())
    let held = try other.open(place.path("lock"), .update)
    #expect(try other.lock(held, patiently: false))
    let second = try other.open(place.path("lock"), .update)
    defer { other.close(second) }
    #expect(try !other.lock(second, patiently: true))
    #expect(try !patient.lock(second, patiently: false))
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { PosixSystem().close(held) }
    #expect(try patient.lock(second, patiently: true))
  }

  private func replaceByLink(_ path: String) throws {
    let other = path + ".elsewhere"
    if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.moveItem(atPath: path, toPath: other)
    }
    #expect(unsafe symlink(other, path) == 0)
  }

  @Test(arguments: ["events.ndjson", "lock", "quarantine"])
  func linksAreRefused(_ name: String) throws {
    let place = Place("posix")
    try place.fill(1)
    try place.append(Array("half".utf8), to: place.events)
    if name == "quarantine" { try place.system.createDirectory(place.folder + "/quarantine") }
    let path = "\(place.folder)/\(name)"
    try replaceByLink(path)
    let before = try Data(contentsOf: URL(filePath: place.events))
    #expect(throws: JournalError.notRegular(path: path)) {
      _ = try openWriter(place.folder, on: place.system)
    }
    #expect(try Data(contentsOf: URL(filePath: place.events)) == before)
    guard name == "events.ndjson" else { return }
    #expect(throws: JournalError.notRegular(path: path)) {
      _ = try JournalReader(place.folder, on: place.system)
    }
    let held = try place.system.names(inDirectory: place.folder).filter { $0 != "lock" }.sorted()
    #expect(throws: JournalError.folderTaken(path: place.folder, holding: held)) {
      _ = try JournalWriter.create(place.folder, timeZone: "UTC", on: place.system)
    }
  }

  @Test func aLinkToTheFolderItselfWillDo() throws {
    let place = Place("posix")
    try place.fill(1)
    #expect(unsafe symlink(place.folder, place.folder + ".link") == 0)
    let linked = place.folder + ".link"
    #expect(try openWriter(linked, on: place.system).committed.sequence == 2)
    #expect(throws: JournalError.exists(path: linked)) {
      _ = try JournalWriter.create(linked, timeZone: "UTC", on: place.system)
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: ["events.ndjson", "lock"])
  func aPipeDoesNotHang(_ name: String) throws {
    let place = Place("posix")
    try place.fill(1)
    let path = "\(place.folder)/\(name)"
    try FileManager.default.removeItem(atPath: path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: JournalError.notRegular(path: path)) {
      _ = try openWriter(place.folder, on: place.system)
    }
    guard name == "events.ndjson" else { return }
    #expect(throws: JournalError.notRegular(path: path)) {
      _ = try JournalReader(place.folder, on: place.system)
    }
  }

  @Test(arguments: ["events.ndjson", "lock"]) func aFolderIsNoFile(_ name: String) throws {
    let place = Place("posix")
    try place.fill(1)
    let path = "\(place.folder)/\(name)"
    try FileManager.default.removeItem(atPath: path)
    try place.system.createDirectory(path)
    #expect(throws: JournalError.notRegular(path: path)) {
      _ = try openWriter(place.folder, on: place.system)
    }
  }

  /// A journal with a quarantine, made under a mask that would take every right or none.
  static func makeUnderMask(_ mask: UInt32) throws {
    // The folder of the test is made before the mask could take its rights.
    let place = Place("posix")
    let parent = URL(filePath: place.folder).deletingLastPathComponent().path
    try place.system.createDirectory(parent)
    umask(mode_t(mask))
    try place.fill(1)
    try place.append(Array("half".utf8), to: place.events)
    let writer = try openWriter(place.folder, on: place.system)
    let aside = try #require(writer.recovery.quarantinePath)
    for folder in [parent, place.folder, place.folder + "/quarantine"] {
      guard try mode(folder) == 0o700 else { throw POSIXError(.EPERM) }
    }
    for file in [place.events, place.folder + "/lock", aside] {
      guard try mode(file) == 0o600 else { throw POSIXError(.EPERM) }
    }
  }

  @Test func modesDoNotDependOnTheMask() async {
    await #expect(processExitsWith: .success) { try PosixSystemTests.makeUnderMask(0) }
    await #expect(processExitsWith: .success) { try PosixSystemTests.makeUnderMask(0o777) }
  }

  @Test func modesOfAnOlderJournalAreNarrowed() throws {
    let place = Place("posix")
    try place.fill(1)
    #expect(unsafe chmod(place.events, 0o644) == 0)
    _ = try JournalReader(place.folder, on: place.system)
    #expect(try Self.mode(place.events) == 0o644)
    _ = try openWriter(place.folder, on: place.system)
    #expect(try Self.mode(place.events) == 0o600)
  }

  /// Runs Python with a script and a path; its answer is its first line.
  private func start(_ script: String, _ path: String) throws -> (Process, Pipe, String) {
    let process = Process()
    process.executableURL = Python.path.map { URL(filePath: $0) }
    process.arguments = ["-c", script, path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var answer = Data()
    while !answer.contains(0x0A) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      answer += more
    }
    return (process, input, String(decoding: answer.dropLast(), as: UTF8.self))
  }

  static let lockScript = """
    import fcntl, sys
    file = open(sys.argv[1], "a")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        print("held", flush=True)
    except BlockingIOError:
        print("refused", flush=True)
    sys.stdin.readline()
    """

  /// Ends a process that waits for a line. The end of its input may not come: a process that
  /// another test starts meanwhile can have the other end of the pipe.
  private func end(_ process: Process, _ input: Pipe) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  @Test(.enabled(if: Python.isPresent), .timeLimit(.minutes(20)))
  func theLockHoldsAcrossProcesses() throws {
    let place = Place("posix")
    try place.fill(1)
    let lock = place.folder + "/lock"
    let (holder, input, answer) = try start(Self.lockScript, lock)
    #expect(answer == "held")
    #expect(throws: JournalError.locked(path: place.folder)) {
      _ = try openWriter(place.folder, on: place.system)
    }
    try end(holder, input)
    let writer = try openWriter(place.folder, on: place.system)
    let (other, otherInput, refusal) = try start(Self.lockScript, lock)
    #expect(refusal == "refused")
    try end(other, otherInput)
    #expect(writer.committed.sequence == 2)
  }

  /// Foreign files may be links, and pipes are read in order.
  @Test func foreignFilesMayBeLinksAndPipes() throws {
    let place = Place("posix")
    try place.fill(1)
    try replaceByLink(place.events)
    let file = try place.system.open(place.events, .readForeign)
    defer { place.system.close(file) }
    var bytes = [UInt8](repeating: 0, count: 7)
    #expect(try place.system.read(file, at: 0, into: &bytes, from: 0) == 7)
    #expect(text(bytes) == "{\"seq\":")
    #expect(throws: SystemFailure(.open, place.folder, .notRegular)) {
      _ = try place.system.open(place.folder, .readForeign)
    }
    #expect(unsafe mkfifo(place.folder + "/fifo", 0o600) == 0)
    for path in [place.folder, place.folder + "/fifo"] {
      #expect(throws: SystemFailure(.open, path, .notRegular)) {
        _ = try place.system.open(path, .readForeignFile)
      }
    }
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("0123456789".utf8))
    try pipe.fileHandleForWriting.close()
    let end = OpenFile(descriptor: pipe.fileHandleForReading.fileDescriptor)
    #expect(try place.system.readNext(end, into: &bytes, from: 0) == 7)
    #expect(text(bytes) == "0123456")
    #expect(try place.system.readNext(end, into: &bytes, from: 2) == 3)
    #expect(text(bytes) == "0178956")
    #expect(try place.system.readNext(end, into: &bytes, from: 0) == 0)
  }

  @Test func failuresSayWhatAndWhere() throws {
    let place = Place("posix")
    try place.fill(1)
    let system = place.system
    #expect(throws: SystemFailure(.open, place.events, .exists)) {
      _ = try system.open(place.events, .createNew)
    }
    #expect(throws: SystemFailure(.open, place.events + "/x", .missing)) {
      _ = try system.open(place.events + "/x", .read)
    }
    #expect(throws: SystemFailure(.createDirectory, place.folder, .exists)) {
      try system.createDirectory(place.folder)
    }
    #expect(throws: SystemFailure(.remove, place.folder + "/x", .missing)) {
      try system.remove(place.folder + "/x")
    }
    let file = try system.open(place.events, .read)
    defer { system.close(file) }
    let error = failure(SystemFailure.self) { try system.append([1], to: file) }
    #expect(error?.operation == .append)
    #expect(error?.path.hasSuffix("/events.ndjson") == true)
    #expect(try system.kind(of: place.folder + "/x") == nil)
    #expect(try system.kind(of: place.events + "/x") == nil)
  }
}

#if os(Linux)
  /// A table of descriptors of its own: a thread that takes one closes its standard streams, and no
  /// other.
  @Suite struct LowDescriptorTests {
    /// `unshare(CLONE_FILES)`, which the headers show to programs in C alone.
    private static func unshareDescriptors() -> Bool {
      guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "unshare") else { return false }
      let unshare = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
      return unshare(0x400) == 0
    }

    @Test func theJournalsFilesAreNoStandardStreams() throws {
      let place = Place("posix")
      try place.fill(1)
      let (system, events) = (PosixSystem(), place.events)
      let numbers = Mutex<[Int32]>([])
      let isOver = DispatchSemaphore(value: 0)
      let thread = Thread {
        defer { isOver.signal() }
        guard Self.unshareDescriptors() else { return }
        for descriptor in 0...2 as ClosedRange<Int32> { close(descriptor) }
        for access in [FileAccess.read, .append, .update, .readForeign, .readForeignFile] {
          guard let file = try? system.open(events, access) else { continue }
          numbers.withLock { $0.append(file.descriptor) }
        }
      }
      thread.start()
      isOver.wait()
      let found = numbers.withLock { $0 }
      #expect(found.count == 5 && found.allSatisfy { $0 > 2 }, "\(found)")
    }
  }
#endif

@Suite struct FilePathTests {
  /// Folder, last name and path without ending slashes of each path. A slash that a combining mark
  /// follows or a prefix sign leads is one character in Swift, and a slash for the system.
  @Test(arguments: [
    ("/a/b", "/a", "b", "/a/b"), ("/a", "/", "a", "/a"), ("a", ".", "a", "a"), ("", ".", "", ""),
    ("/", "/", "", "/"), ("///", "//", "", "/"), ("a/b//", "a/b/", "b", "a/b"),
    ("/a/\u{301}b", "/a", "\u{301}b", "/a/\u{301}b"),
    ("a\u{600}/", "a\u{600}", "a\u{600}", "a\u{600}"),
    ("a\u{600}/b", "a\u{600}", "b", "a\u{600}/b"),
  ])
  func parts(_ path: String, _ folder: String, _ name: String, _ trimmed: String) {
    #expect(Array(FilePath.folder(of: path).utf8) == Array(folder.utf8))
    #expect(Array(FilePath.name(of: path).utf8) == Array(name.utf8))
    #expect(Array(FilePath.withoutEndingSlashes(path).utf8) == Array(trimmed.utf8))
    #expect(FilePath.names(in: path).joined(separator: "/") == path)
    #expect(JournalPaths(folder: path).events == trimmed + "/events.ndjson")
  }

  @Test func names() {
    #expect(FilePath.names(in: "/a//\u{301}b/") == ["", "a", "", "\u{301}b", ""])
  }
}
