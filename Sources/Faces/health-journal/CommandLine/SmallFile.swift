import HealthExport
import Journal
import JournalFile

/// A file that is small enough to be read in one go: an anchor, a cursor, headers.
enum SmallFile {
  private static let most = 1 << 16

  /// Reads the bytes of a file; nil if it is missing. A pipe is read if the process has it open
  /// already, as the shell's `<(…)` is; any other could block without end.
  ///
  /// - Throws: `SystemFailure`; a `Failure` of usage if it is no small file.
  static func bytes(_ path: String) throws -> [UInt8]? {
    try bytesAndStatus(path)?.bytes
  }

  /// Reads the bytes of a file, and its status in the system.
  static func bytesAndStatus(_ path: String) throws -> (bytes: [UInt8], status: FileStatus)? {
    guard let (bytes, isWhole, status) = try beginning(path) else { return nil }
    guard isWhole else {
      throw Failure.usage("\(path) is longer than 64 KiB; it is not the file that is meant here")
    }
    return (bytes, status)
  }

  /// Reads the first 64 KiB of a file, if these are all, and its status in the system.
  ///
  /// - Throws: `SystemFailure`.
  static func beginning(
    _ path: String
  ) throws -> (bytes: [UInt8], isWhole: Bool, status: FileStatus)? {
    let system = PosixSystem()
    let file: OpenFile
    do {
      let isOpen = path.hasPrefix("/dev/fd/") || path == "/dev/stdin"
      file = try system.open(path, isOpen ? .readForeign : .readForeignFile)
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
    defer { system.close(file) }
    let status = try system.status(of: file)
    var bytes = [UInt8](repeating: 0, count: most)
    var filled = 0
    while filled < bytes.count {
      let count = try system.readNext(file, into: &bytes, from: filled)
      if count == 0 { return (Array(bytes[..<filled]), true, status) }
      filled += count
    }
    return (bytes, false, status)
  }
}

/// A file that appears whole or not at all: it is written next to its path, synced and renamed.
struct FileSink: TextSink {
  private let system = PosixSystem()
  private let path: String
  private let file: ReplacementFile

  /// Creates a file.
  ///
  /// - Parameter journal: the folder of the journal, in which nothing is written, as in no other
  ///   one; nil if none has been named.
  init(_ path: String, outside journal: String?) throws {
    self.path = path
    if let journal {
      try JournalPaths(folder: journal).requireOutside(path)
    } else {
      try JournalPaths.requireOutsideAll(path)
    }
    switch try system.kind(of: path) {
    case nil, .regular: break
    case .directory: throw Failure.usage("\(path) is a folder; name a file in it")
    case .link, .other:
      // A rename would replace the link, or /dev/null itself, by a file.
      throw Failure.usage("\(path) is a link or a device; name a file, or - for standard output")
    }
    do {
      file = try ReplacementFile(
        of: path, beside: "\(path).\(system.random()).part", on: system)
    } catch {
      throw error.reason == .missing
        ? Failure.usage("cannot write \(path): its folder does not exist")
        : SystemFailure(.append, path, error.reason)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try Interrupted.check()
    ProgressMeter.shared.add(bytes.count)
    try SystemFailure.telling(.append, path, try file.append(bytes))
  }

  /// Lets `body` write, and puts the file at its path; where `body` fails, nothing is left behind.
  mutating func write<Result>(_ body: (inout FileSink) throws -> Result) throws -> Result {
    ProgressMeter.shared.begin("writing \(path)")
    let result = try body(&self)
    try file.put()
    return result
  }
}

/// The lock of a file in the folder of the user's state, so that two calls do not write it at once.
enum StateLock {
  /// Locks a file that may not be there yet, and makes its folder.
  ///
  /// - Parameters:
  ///   - path: the path of the file; the lock is next to it.
  ///   - words: the message if another call has the lock.
  /// - Returns: the file that holds the lock until it is closed.
  /// - Throws: a `Failure`; `SystemFailure`.
  static func take(_ path: String, in folder: String, busy words: String) throws -> OpenFile {
    let system = PosixSystem()
    try system.ensureDirectory(folder)
    let lock = try system.open(path + ".lock", .append)
    guard try system.lock(lock, patiently: true) else {
      system.close(lock)
      throw Failure(code: .system, message: words)
    }
    return lock
  }
}
