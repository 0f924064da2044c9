import CLibrary

#if canImport(Darwin)
  import MachO
#endif

/// What the system tells of a process and of what is around it.
package enum SystemFacts {
  /// The bytes of an environment variable; nil where it is unset.
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

  /// The bytes that a symbolic link holds, up to 4096; nil where it is not a symbolic link.
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

  /// Whether a file is there that this process may run.
  package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// How many columns the terminal has that standard output leads to; nil where it does not say.
  package static var terminalColumns: Int? { terminalColumns(of: 1) }

  /// The same of the terminal that a descriptor leads to.
  package static func terminalColumns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let asked = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return asked == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// How many bytes this user may still write to the file system of a path; nil where the system
  /// does not say.
  package static func freeBytes(at path: String) -> UInt64? {
    var facts = statvfs()
    guard unsafe statvfs(path, &facts) == 0 else { return nil }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
  }

  /// Whether standard input can be read without waiting.
  package static var hasInput: Bool {
    var question = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&question, 1, 0) > 0
  }
}
