import CLibrary

// What was written gets onto the disk.
extension PosixSystem {
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
    /// fsync on Apple platforms stops at the drive's cache; this goes through it, for files and for
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
