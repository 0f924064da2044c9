import Foundation
import Synchronization

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
