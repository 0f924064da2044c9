import ByteTools

/// Another program, which this one started.
///
///     let child = try SpawnedProcess(["/bin/ls", "/"], environment: [], output: .file("list"))
///     child.wait().code   // 0
package struct SpawnedProcess: Sendable {
  private let identifier: pid_t

  /// The connection of a standard stream of the program.
  package enum Stream {
    /// Nothing comes, and what is written is gone.
    case nothing
    /// To a file, which is made or emptied.
    case file(String)
    /// To a descriptor of this process.
    case descriptor(Int32)
  }

  /// The end of a program.
  package struct End {
    /// Its exit code; 128 and more: a signal ended it.
    package let code: Int32
    /// The most memory that it took.
    package let peakBytes: Int
  }

  /// Starts a program. Its standard error is discarded unless `errors` gives it a stream, so that
  /// no text of another machine reaches the terminal through it.
  ///
  /// - Parameters:
  ///   - words: its path or name, and its arguments.
  ///   - path: the path; by default its first word.
  ///   - environment: variables such as `HOME=/home/me`; it gets no other.
  package init(
    _ words: [String], at path: String? = nil, environment: [String], input: Stream = .nothing,
    output: Stream, errors: Stream = .nothing
  ) throws(SystemFailure) {
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
    guard problem == 0 else { throw SystemFailure(.start, path ?? words[0], .other(problem)) }
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

  /// Returns the descriptors of a new pipe, which programs that are started do not get.
  package static func pipeEnds() throws(SystemFailure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemFailure(.make, "a pipe", .other(errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// A program that takes standard output and shows it a screen at a time.
///
///     let pager = try Pager("less -FRX")
///     // what is written to descriptor 1 now goes to less
///     pager.finish()
package struct Pager: Sendable {
  private let process: SpawnedProcess

  /// Starts a pager and leads standard output to it. From then on, a write fails if the user has
  /// left the pager.
  ///
  /// - Parameters:
  ///   - command: the command, as a shell reads it.
  ///   - defaults: variables that it gets if they are unset, such as `LESS=FRX`.
  package init(_ command: String, defaults: [String]) throws(SystemFailure) {
    let pipe = try SpawnedProcess.pipeEnds()
    defer {
      close(pipe.read)
      close(pipe.write)
    }
    let unset = defaults.filter { variable in
      SystemFacts.variable(String(variable.prefix { $0 != "=" })) == nil
    }
    process = try SpawnedProcess(
      ["/bin/sh", "-c", command], environment: SystemFacts.variables + unset,
      input: .descriptor(pipe.read), output: .descriptor(1), errors: .descriptor(2))
    signal(SIGPIPE, SIG_IGN)
    guard dup2(pipe.write, 1) >= 0 else { throw SystemFailure(.start, command, .other(errno)) }
  }

  /// Returns true if the shell knows the program that a command begins with; also if the command
  /// does not begin with a plain name.
  package static func isThere(_ command: String) -> Bool {
    let name = String(command.prefix { $0 != " " })
    let isPlain = name.utf8.allSatisfy { byte in
      byte > 0x7F || Character(Unicode.Scalar(byte)).isLetter
        || Character(Unicode.Scalar(byte)).isNumber || "._/+-".utf8.contains(byte)
    }
    guard isPlain, !name.isEmpty else { return true }
    let words = ["/bin/sh", "-c", "command -v -- \"$0\"", name]
    let shell = try? SpawnedProcess(words, environment: SystemFacts.variables, output: .nothing)
    return shell.map { $0.wait().code == 0 } ?? true
  }

  /// Ends the input of the pager, and waits until its reader leaves it.
  package func finish() {
    close(1)
    process.wait()
  }
}
