import JournalFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that ran to its end.
struct EndedProcess {
  /// From before its start to after its end.
  var seconds: Double
  /// The most memory that it took.
  var peakBytes: Int
  /// Its exit code; 128 and more: a signal ended it.
  var code: Int32

  /// Why there is none.
  enum Failure: Error {
    /// The system's number of the error that kept it from starting.
    case notStarted([String], Int32)
    /// It did not do what it was to do.
    case failed([String], code: Int32)
  }

  /// Starts a program, whose output goes to a file, and waits for its end.
  ///
  /// - Parameter words: its path and its arguments.
  static func run(
    _ words: [String], output: String = "/dev/null"
  ) throws(Failure) -> EndedProcess {
    var status: Int32 = 0
    var usage = rusage()
    var problem: Int32 = 0
    let seconds = Turns.seconds {
      var identifier = pid_t()
      problem = start(words, output: output, &identifier)
      guard problem == 0 else { return }
      while unsafe wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    }
    guard problem == 0 else { throw .notStarted(words, problem) }
    #if canImport(Darwin)
      let peak = usage.ru_maxrss
    #else
      let peak = usage.ru_maxrss * 1024
    #endif
    let signal = status & 0x7f
    let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
    return EndedProcess(seconds: seconds, peakBytes: peak, code: code)
  }

  private static func start(
    _ words: [String], output: String, _ identifier: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = unsafe words.map { unsafe strdup($0) }
    var variables = unsafe environment.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    unsafe variables.append(nil)
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    return unsafe posix_spawn(&identifier, words[0], &actions, nil, arguments, variables)
  }

  /// What programs may know of our environment: where libraries are, and how to hash.
  private static var environment: [String] {
    let names = ["PATH", "HOME", "LD_LIBRARY_PATH", "HEALTH_JOURNAL_SHA256"]
    return names.compactMap { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe "\(name)=\(String(cString: value))"
    }
  }
}
