import JournalFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program, with pipes to its standard input and from its standard output.
struct ChildProcess {
  private let identifier: pid_t
  private let input: OpenFile
  private let output: OpenFile
  private static let system = PosixSystem()

  /// Starts a program.
  ///
  /// - Throws: a `Failure` where the system refuses.
  init(_ path: String, _ arguments: [String], environment: [String]) throws(Failure) {
    let toChild = try Self.pipeEnds()
    let fromChild = try Self.pipeEnds()
    defer {
      Self.system.close(toChild.read)
      Self.system.close(fromChild.write)
    }
    let started = Self.spawn(
      path, arguments, environment: environment, input: toChild.read.descriptor,
      output: fromChild.write.descriptor)
    input = toChild.write
    output = fromChild.read
    guard let started else {
      Self.system.close(toChild.write)
      Self.system.close(fromChild.read)
      throw Failure(code: .system, message: "cannot start \(path): system error \(errno)")
    }
    identifier = started
  }

  /// Writes all of `bytes`, then reads what the program answers, and waits for its end. To be called
  /// once.
  func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
    // A program that does not read to the end says why in its answer, or breaks off.
    try? Self.system.append(bytes, to: input)
    Self.system.close(input)
    defer {
      Self.system.close(output)
      var status: Int32 = 0
      while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while answer.count < 1 << 20 {
      let count = try Self.system.readNext(output, into: &chunk, from: 0)
      if count == 0 { break }
      answer += chunk[..<count]
    }
    return answer
  }

  private static func pipeEnds() throws(Failure) -> (read: OpenFile, write: OpenFile) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else {
      throw Failure(code: .system, message: "cannot make a pipe: system error \(errno)")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (OpenFile(descriptor: ends[0]), OpenFile(descriptor: ends[1]))
  }

  /// Starts the program with its complaints turned off: what another side sends must not reach the
  /// terminal by way of them.
  private static func spawn(
    _ path: String, _ arguments: [String], environment: [String], input: Int32, output: Int32
  ) -> pid_t? {
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
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words = unsafe arguments.map { unsafe strdup($0) }
    var variables = unsafe environment.map { unsafe strdup($0) }
    unsafe words.append(nil)
    unsafe variables.append(nil)
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var identifier = pid_t()
    let problem = unsafe posix_spawn(
      &identifier, path, &actions, &attributes, words, variables)
    if problem != 0 { errno = problem }
    return problem == 0 ? identifier : nil
  }
}
