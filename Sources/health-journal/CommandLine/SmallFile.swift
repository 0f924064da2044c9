import JournalFile

/// A file that is small enough to be read in one go: an anchor, a cursor, headers.
enum SmallFile {
  private static let most = 1 << 16

  /// Its bytes; nil where it is missing. A pipe is read where the process has it open already, as
  /// the shell's `<(…)` is; any other would be waited for without end.
  ///
  /// - Throws: `SystemFailure`; a `Failure` of usage where it is no small file.
  static func bytes(_ path: String) throws -> [UInt8]? {
    try bytesAndStatus(path)?.bytes
  }

  /// The same, and what the system says of the file.
  static func bytesAndStatus(_ path: String) throws -> (bytes: [UInt8], status: FileStatus)? {
    guard let (bytes, isWhole, status) = try beginning(path) else { return nil }
    guard isWhole else {
      throw Failure.usage("\(path) is longer than 64 KiB; it is not the file that is meant here")
    }
    return (bytes, status)
  }

  /// Its first 64 KiB, whether these are all, and what the system says of it.
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
