import JournalFile

/// The lock of a file in the folder of the user's state, so that two calls do not write it at once.
enum StateLock {
  /// Locks a file that may not be there yet, and makes its folder.
  ///
  /// - Parameters:
  ///   - path: the file's; the lock stands beside it.
  ///   - words: what to say where another call has it.
  /// - Returns: what holds the lock until it is closed.
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
