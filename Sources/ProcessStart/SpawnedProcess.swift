import CLibrary

/// Another program, which this one started.
///
///     let child = try SpawnedProcess(["/bin/ls", "/"], environment: [], output: .file("list"))
///     child.wait().code   // 0
package struct SpawnedProcess: Sendable {
  private let identifier: pid_t

  /// Where a standard stream of the program leads.
  package enum Stream {
    /// Nothing comes, and what is written is gone.
    case nothing
    /// To a file, which is made or emptied.
    case file(String)
    /// To a descriptor of this process.
    case descriptor(Int32)
  }

  /// Why there is none: the system's number of the error.
  package struct Problem: Error {
    /// `errno`.
    package let code: Int32
  }

  /// How a program ended.
  package struct End {
    /// Its exit code; 128 and more: a signal ended it.
    package let code: Int32
    /// The most memory that it took.
    package let peakBytes: Int
  }

  /// Starts a program. Its standard error is discarded unless `errors` says otherwise, so that no
  /// text of another machine reaches the terminal through it.
  ///
  /// - Parameters:
  ///   - words: its path, or what it is to be called, and its arguments.
  ///   - path: where it is, else its first word.
  ///   - environment: as `HOME=/home/me`; it gets no other.
  package init(
    _ words: [String], at path: String? = nil, environment: [String], input: Stream = .nothing,
    output: Stream, errors: Stream = .nothing
  ) throws(Problem) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (stream, number) in [(input, 0), (output, 1), (errors, 2)] as [(Stream, Int32)] {
      let access = number == 0 ? O_RDONLY : O_WRONLY
      switch stream {
      case .nothing:
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", access, 0)
      case .file(let path):
        unsafe posix_spawn_file_actions_addopen(
          &actions, number, path, access | O_CREAT | O_TRUNC, 0o600)
      case .descriptor(let descriptor):
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments = unsafe words.map { unsafe strdup($0) }
    var variables = unsafe environment.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    unsafe variables.append(nil)
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var identifier = pid_t()
    let problem = unsafe posix_spawn(
      &identifier, path ?? words[0], &actions, &attributes, arguments, variables)
    guard problem == 0 else { throw Problem(code: problem) }
    self.identifier = identifier
  }

  /// Waits for its end; to be called once.
  @discardableResult
  package func wait() -> End {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7f
    #if canImport(Darwin)
      let peak = usage.ru_maxrss
    #else
      let peak = usage.ru_maxrss * 1024
    #endif
    return End(code: signal == 0 ? (status >> 8) & 0xff : 128 + signal, peakBytes: peak)
  }

  /// The descriptors of a new pipe, which programs that are started do not get.
  package static func pipeEnds() throws(Problem) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Problem(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
