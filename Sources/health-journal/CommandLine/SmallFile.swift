import JournalFile

/// A file that is small enough to be read in one go: an anchor, a cursor, headers.
enum SmallFile {
  private static let most = 1 << 16

  /// Its bytes; nil where it is missing.
  ///
  /// - Throws: `SystemFailure`; a `Failure` of usage where it is no small file.
  static func bytes(_ path: String) throws -> [UInt8]? {
    let system = PosixSystem()
    let file: OpenFile
    do {
      file = try system.open(path, .readForeign)
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
    defer { system.close(file) }
    var bytes = [UInt8](repeating: 0, count: most)
    var filled = 0
    while filled < bytes.count {
      let count = try system.readNext(file, into: &bytes, from: filled)
      if count == 0 { return Array(bytes[..<filled]) }
      filled += count
    }
    throw Failure.usage("\(path) is longer than 64 KiB; it is not the file that is meant here")
  }
}
