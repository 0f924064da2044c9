import ByteTools

extension PosixSystem {
  /// Removes a folder and all that is in it.
  package func removeDirectory(_ path: String) throws(SystemFailure) {
    for name in try names(inDirectory: path) {
      let inner = path + "/" + name
      if try kind(of: inner) == .directory {
        try removeDirectory(inner)
      } else {
        try remove(inner)
      }
    }
    try removeEmptyDirectory(path)
  }

  /// The folder for what programs of this user keep between runs: `health-journal` below
  /// `$XDG_STATE_HOME`, else below `~/.local/state`; nil where there is no home directory, or its
  /// path is not UTF-8.
  package static var stateFolder: String? {
    #if os(macOS)
      return variable("HOME").map { $0 + "/Library/Application Support/HealthJournal" }
    #else
      return variable("XDG_STATE_HOME").map { $0 + "/health-journal" }
        ?? variable("HOME").map { $0 + "/.local/state/health-journal" }
    #endif
  }

  /// Returns true if two paths lead to the same file, links followed; false if either leads
  /// nowhere.
  package func isSame(_ one: String, _ other: String) throws(SystemFailure) -> Bool {
    var first = stat()
    var second = stat()
    guard systemStatus(one, &first) == 0, systemStatus(other, &second) == 0
    else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Returns the kind of the object at a path, links followed; nil: nothing is there.
  ///
  /// - Throws: `SystemFailure` if it cannot be examined.
  package func kindFollowingLinks(of path: String) throws(SystemFailure) -> FileKind? {
    var status = stat()
    guard systemStatus(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(.kind, path)
    }
    return FileStatus(status).kind
  }

  // What was written gets onto the disk.

  /// Returns when what was written is on the disk.
  public func synchronize(_ file: OpenFile) throws(SystemFailure) {
    #if canImport(Darwin)
      let isDone = Self.flushDrive(file.descriptor)
    #else
      let isDone = fdatasync(file.descriptor) == 0 && Self.takesWrites(file.descriptor)
    #endif
    guard isDone else { throw failure(.synchronize, name(of: file)) }
  }

  #if canImport(Darwin)
    /// Flushes the drive's cache too: fsync on Apple platforms stops there. It is for files and for
    /// folders.
    private static func flushDrive(_ descriptor: Int32) -> Bool {
      fcntl(descriptor, F_FULLFSYNC) != -1
    }
  #endif

  /// Has Linux begin to write to the disk; elsewhere nothing.
  public func startSynchronizing(_ file: OpenFile, from offset: UInt64) {
    #if os(Linux)
      // Linux writes pages that it is told to forget, and keeps those that are not on the disk yet.
      _ = posix_fadvise(file.descriptor, off_t(offset), 0, POSIX_FADV_DONTNEED)
    #endif
  }

  /// Returns when the names in a folder are on the disk.
  public func synchronizeDirectory(_ path: String) throws(SystemFailure) {
    let descriptor = systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(.synchronizeDirectory, path) }
    defer { _ = systemClose(descriptor) }
    #if canImport(Darwin)
      let isDone = Self.flushDrive(descriptor)
    #else
      let isDone = fsync(descriptor) == 0
    #endif
    guard isDone else { throw failure(.synchronizeDirectory, path) }
  }
}
