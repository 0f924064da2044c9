import Foundation
import Synchronization

/// A program at the other end of `append`: it writes lines and reads answers.
final class Client {
  private let child: Child
  private var input: Int32
  private let output: Int32
  /// The child's end of that, where it does not block.
  private var full: Int32
  private var received = Data()

  /// - Parameter blocks: whether the child's standard input and output block.
  init(_ scratch: Scratch, _ arguments: String = "append", blocks: Bool = true) throws {
    // A client that writes to a killed process must not be killed itself.
    signal(SIGPIPE, SIG_IGN)
    var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
    var kept: Int32 = -1
    child = try Child.starting.withLock { _ in
      for ends in [unsafe pipe(&toChild), unsafe pipe(&fromChild)] where ends != 0 {
        throw POSIXError(.EMFILE)
      }
      for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      if !blocks {
        for end in [toChild[0], fromChild[1]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        kept = fcntl(fromChild[1], F_DUPFD_CLOEXEC, 3)
      }
      defer {
        close(toChild[0])
        close(fromChild[1])
      }
      return try Child(
        "exec health-journal \(arguments)", in: scratch.url.path, scratch.environment,
        streams: [toChild[0], fromChild[1]])
    }
    (input, output, full) = (toChild[1], fromChild[0], kept)
  }

  deinit {
    endInput()
    if full >= 0 { close(full) }
    close(output)
  }

  /// Writes text as it is, as far as anybody reads it.
  func send(_ text: String) {
    try? FileHandle(fileDescriptor: input).write(contentsOf: Data(text.utf8))
  }

  /// The next whole line, waiting for it; nil at the end.
  func answer() -> String? {
    while true {
      if let feed = received.firstIndex(of: 0x0A) {
        let line = received[received.startIndex..<feed]
        received = Data(received[(feed + 1)...])
        return String(decoding: line, as: UTF8.self)
      }
      let more = FileHandle(fileDescriptor: output).availableData
      if more.isEmpty { return nil }
      received += more
    }
  }

  private func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Returns when the child has written more than anybody has read and its output takes no more.
  func waitUntilOutputIsFull() {
    var question = pollfd(fd: full, events: Int16(POLLOUT), revents: 0)
    while unsafe poll(&question, 1, 0) > 0 { usleep(1_000) }
    close(full)
    full = -1
  }

  /// Ends the input and waits for the end.
  ///
  /// - Returns: the exit code.
  func finish() -> Int32 {
    endInput()
    return child.wait()
  }

  /// Ends the process at once.
  func kill() {
    child.kill()
    _ = child.wait()
    endInput()
  }

  /// The command line that saves steps under this uuid.
  static func steps(_ uuid: UUID, _ value: Int = 1) -> String {
    let id = uuid.uuidString
    let parts = [
      #"{"id":"\#(id)","event":"save","by":"owner","objects":[{"kind":"quantity","#,
      #""uuid":"\#(id)","type":"HKQuantityTypeIdentifierStepCount","#,
      #""start":"2026-03-01T08:00:00+01:00","end":"2026-03-01T08:10:00+01:00","#,
      #""value":\#(value),"unit":"count"}]}"#, "\n",
    ]
    return parts.joined()
  }
}

/// A process of its own. Foundation's `Process` waits for ever now and then when several tests
/// start processes at once, and lets children inherit each other's pipes.
struct Child {
  let identifier: pid_t

  /// One start at a time, so that no child inherits a pipe that is being made for another.
  static let starting = Mutex(())

  /// Starts a line of shell with these files as its standard streams; `start` holds the lock.
  init(
    _ line: String, in folder: String, _ environment: [String: String], streams: [Int32]
  ) throws {
    // No pipe of another test, whose reader would wait for the end of this process.
    for descriptor in Int32(3)..<1024 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let arguments = ["/bin/sh", "-c", "cd '\(folder)' || exit\n\(line)"]
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The tests ignore SIGPIPE; what they start shall not.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    var words = unsafe arguments.map { unsafe strdup($0) }
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") }
    unsafe words.append(nil)
    unsafe variables.append(nil)
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var identifier = pid_t()
    let problem = unsafe posix_spawn(
      &identifier, "/bin/sh", &actions, &attributes, words, variables)
    guard problem == 0 else { throw POSIXError(.init(rawValue: problem) ?? .EIO) }
    self.identifier = identifier
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit code; -1 where a signal ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
  }

  /// Ends it as a power cut would, as far as it can tell.
  func kill() { _ = Foundation.kill(identifier, SIGKILL) }
}
