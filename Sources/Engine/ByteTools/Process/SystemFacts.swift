import Synchronization

#if canImport(Darwin)
  import MachO
#endif

/// The facts that the system has about a process and its surroundings.
package enum SystemFacts {
  /// Returns the bytes of an environment variable; nil if it is unset.
  package static func variable(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe (0..<strlen(value)).map { unsafe UInt8(bitPattern: value[$0]) }
  }

  /// All environment variables, as `HOME=/home/me`; those that are not UTF-8 are left out.
  package static var variables: [String] {
    #if canImport(Darwin)
      let all = unsafe _NSGetEnviron().pointee
    #else
      let all = unsafe environ
    #endif
    var variables: [String] = []
    var index = 0
    while let variable = unsafe all[index] {
      if let text = unsafe String(validatingCString: variable) { variables.append(text) }
      index += 1
    }
    return variables
  }

  /// Returns the bytes that a symbolic link holds, up to 4096; nil if it is not a symbolic link.
  package static func target(ofLink path: String) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &buffer, buffer.count)
    return count > 0 ? buffer.prefix(count).map { UInt8(bitPattern: $0) } : nil
  }

  /// The bytes of the path of the program that runs; nil where the system does not say.
  package static var ownPath: [UInt8]? {
    #if canImport(Darwin)
      var buffer = [CChar](repeating: 0, count: 4096)
      var size = UInt32(buffer.count)
      guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    #else
      return target(ofLink: "/proc/self/exe")
    #endif
  }

  /// Returns true if a file is there that this process may run.
  package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// The number of columns of the terminal that standard output leads to; nil if it is unknown.
  package static var terminalColumns: Int? { terminalColumns(of: 1) }

  /// Returns the number of columns of the terminal that a descriptor leads to.
  package static func terminalColumns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let asked = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return asked == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Returns the number of bytes that this user may still write to the file system of a path; nil
  /// if the system does not report it.
  package static func freeBytes(at path: String) -> UInt64? {
    var facts = statvfs()
    guard unsafe statvfs(path, &facts) == 0 else { return nil }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
  }

  /// True if standard input can be read without waiting.
  package static var hasInput: Bool {
    var question = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&question, 1, 0) > 0
  }
}

/// The words after a program's name, as the system hands them over.
package enum ProgramArguments: Sendable {
  /// All of them.
  case words([String])
  /// The system did not give them: Linux needs a free descriptor for it.
  case unavailable(message: String)
  /// A word is not UTF-8.
  case notUTF8(message: String)

  /// Asks for all of them. `CommandLine.arguments` replaces a byte that is not UTF-8 by U+FFFD, and
  /// so names another file than the one that was meant.
  ///
  /// - Parameters:
  ///   - noted: how many words the program noted before Swift began, its name included. Swift
  ///     itself reads them from /proc, which may not be there. 0: Swift's words are used.
  ///   - notedByte: the byte of a noted word at an index; 0 is its end.
  package init(noted: Int32, _ notedByte: (_ word: Int32, _ index: Int32) -> Int32) {
    let count = noted > 0 ? noted : CommandLine.argc
    guard count > 0 else {
      self = .unavailable(
        message: "the arguments cannot be read: too few files may be open; raise the limit, as "
          + "with ulimit -n 64")
      return
    }
    var words: [String] = []
    for word in 1..<max(count, 1) {
      let bytes = Self.bytes { noted > 0 ? notedByte(word, $0) : Self.swiftByte(word, $0) }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        // A byte that is not UTF-8 is spelled as `\xE9`.
        let escaped = TerminalText.escaped(bytes: bytes)
        self = .notUTF8(
          message: "argument \(word), \(escaped), is not UTF-8; rename the file, or give it on "
            + "standard input")
        return
      }
      words.append(text)
    }
    self = .words(words)
  }

  private static func bytes(_ byte: (Int32) -> Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    while let next = UInt8(exactly: byte(Int32(bytes.count))), next != 0 { bytes.append(next) }
    return bytes
  }

  private static func swiftByte(_ word: Int32, _ index: Int32) -> Int32 {
    guard let text = unsafe CommandLine.unsafeArgv[Int(word)] else { return 0 }
    return unsafe Int32(UInt8(bitPattern: text[Int(index)]))
  }
}

/// Standard input, output and error: descriptors 0, 1 and 2.
package enum StandardDescriptors {
  /// Opens `/dev/null` onto the closed standard descriptors; call it before a program opens
  /// anything else.
  ///
  /// The next file that a process opens gets the lowest free number: with 1 closed, a journal's
  /// file would become standard output. Each is opened the wrong way round, standard input to write
  /// and the others to read, as the C library does for programs with more rights than their user:
  /// reading or writing there fails as on a closed descriptor, and the program reports it.
  package static func openClosed() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      let access = descriptor == 0 ? O_WRONLY : O_RDONLY
      // All numbers below are taken, so that it gets this one; where it cannot be had, none can.
      _ = unsafe open("/dev/null", access)
    }
  }
}

/// A signal by which a person, or the system, asks the program to end: SIGINT (Ctrl-C) or SIGTERM.
///
/// Once signals are watched for, the first one of each kind is noted, and work that asks for it
/// ends by itself and cleans up; a second one of the same kind ends the process at once.
package enum Interruption {
  private static let watched = [SIGINT, SIGTERM]

  /// The number of the signal that came; 0: none.
  private static let noted = Atomic<Int32>(0)

  /// The signal that came since `watch`; nil: none.
  package static var signal: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Notes from now on the first signal of each kind. A signal that the parent ignores, as `nohup`
  /// does, stays ignored.
  package static func watch() {
    // This first use creates `noted`, which must exist before a handler runs.
    _ = signal
    for number in watched {
      var action = sigaction()
      var before = sigaction()
      let handler: @convention(c) (Int32) -> Void = { Interruption.note($0) }
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
      #else
        unsafe action.__sigaction_handler.sa_handler = handler
      #endif
      // After the first signal the system's default is in force again: the next one ends the
      // process.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      guard unsafe sigaction(number, nil, &before) == 0 else { continue }
      if !isIgnored(before) { unsafe sigaction(number, &action, nil) }
    }
  }

  /// Ends the watch when the work is done: earlier signals are forgotten, and from now on a signal
  /// ends the process.
  package static func forget() {
    noted.store(0, ordering: .relaxed)
    // All zeros: the system's own way.
    var usual = sigaction()
    for number in watched {
      var action = sigaction()
      guard unsafe sigaction(number, nil, &action) == 0 else { continue }
      if !isIgnored(action) { unsafe sigaction(number, &usual, nil) }
    }
  }

  /// Waits until a pipe or terminal has bytes or has ended, or a signal was noted: a read that
  /// waits for bytes would go on waiting after it.
  package static func awaitInput(_ descriptor: Int32) {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A signal that comes just before the call does not end it: so it is made again after a while.
    while signal == nil {
      let ready = unsafe poll(&question, 1, 200)
      if ready > 0 || ready < 0 && errno != EINTR { return }
    }
  }

  private static func note(_ number: Int32) { noted.store(number, ordering: .relaxed) }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == 1
  }
}
