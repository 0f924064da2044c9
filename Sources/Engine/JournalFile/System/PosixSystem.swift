import ByteTools

/// The real system. Every system call on a journal's files is in this file and in those named
/// `PosixSystem+…`.
public struct PosixSystem: FileSystem {
  private let watcher: (any ReadWatcher)?
  /// For how long a lock is waited for that another process holds.
  private let patience: Duration

  /// Creates the interface to the system that this process runs on.
  public init() { self.init(watchedBy: nil, waiting: 0) }

  /// Creates the interface to the system that this process runs on.
  ///
  /// - Parameters:
  ///   - watcher: it is notified of each read.
  ///   - seconds: the time to wait for a lock; a second at least.
  package init(watchedBy watcher: (any ReadWatcher)?, waiting seconds: Int) {
    self.watcher = watcher
    patience = .seconds(max(1, seconds))
  }

  /// The number of threads that this machine runs at once. A program asks for it once, as the
  /// answer comes from a file of the system.
  public static let processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)

  /// Opens a file by the rules of `FileSystem.open`; only with `readForeign` it may wait for a
  /// pipe. Its number is 3 or more, even if a standard stream is closed.
  public func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile {
    // Without O_NONBLOCK, a pipe in a file's place would hang the program.
    var flags = O_CLOEXEC
    switch access {
    case .readForeign: return try openForeign(path, O_RDONLY, isFile: false)
    case .readForeignFile: return try openForeign(path, O_RDONLY | O_NONBLOCK, isFile: true)
    case .read: flags |= O_RDONLY
    case .append: flags |= O_RDWR | O_APPEND | O_CREAT
    case .createNew: flags |= O_RDWR | O_APPEND | O_CREAT | O_EXCL
    case .update: flags |= O_RDWR | O_CREAT
    }
    let descriptor = openOwned(path, flags | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(.open, path) }
    do throws(SystemFailure) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { throw failure(.open, path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SystemFailure(.open, path, .notRegular)
      }
      if access != .read, status.st_mode & 0o777 != 0o600, fchmod(descriptor, 0o600) != 0 {
        throw failure(.open, path)
      }
    } catch {
      _ = systemClose(descriptor)
      throw error
    }
    let file = OpenFile(descriptor: descriptor)
    watcher?.opened(path, of: (try? size(of: file)) ?? 0)
    return file
  }

  private func openForeign(
    _ path: String, _ flags: Int32, isFile: Bool
  ) throws(SystemFailure) -> OpenFile {
    let descriptor = systemOpen(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(.open, path) }
    do throws(SystemFailure) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { throw failure(.open, path) }
      let kind = FileStatus(status).kind
      let isFit = isFile ? kind == .regular : kind != .directory
      if !isFit { throw SystemFailure(.open, path, .notRegular) }
    } catch {
      _ = systemClose(descriptor)
      throw error
    }
    return OpenFile(descriptor: descriptor)
  }

  /// Gives the file back, and with it its lock.
  public func close(_ file: OpenFile) { _ = systemClose(file.descriptor) }

  /// Reads into `buffer` from `index` on, at most to its end; 0 at the end of the file.
  public func read(
    _ file: OpenFile, at offset: UInt64, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    try watcher?.requireGoingOn()
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[index...])
      while true {
        var count = unsafe pread(file.descriptor, room.baseAddress, room.count, off_t(offset))
        if count < 0, errno == ESPIPE {
          // A pipe has no offsets; it is read in order.
          count = unsafe systemRead(file.descriptor, room)
        }
        if count >= 0 || !isWorthRepeating(file, POLLIN) { return count }
      }
    }
    guard count >= 0 else { throw failure(.read, name(of: file)) }
    watcher?.read(count)
    return count
  }

  /// Reads what comes next in a file that may be a pipe.
  public func readNext(
    _ file: OpenFile, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    try watcher?.requireGoingOn()
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[index...])
      while true {
        let count = unsafe systemRead(file.descriptor, room)
        if count >= 0 || !isWorthRepeating(file, POLLIN) { return count }
      }
    }
    guard count >= 0 else { throw failure(.read, name(of: file)) }
    watcher?.read(count)
    // The signal that stops the reading may have ended the writer of the pipe before its last line.
    try watcher?.requireGoingOn()
    return count
  }

  /// Writes all of `bytes` after what the file holds.
  public func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        return unsafe systemWrite(file.descriptor, rest)
      }
      if count < 0, isWorthRepeating(file, POLLOUT) { continue }
      guard count > 0 else { throw failure(.append, name(of: file)) }
      done += count
    }
  }

  /// Writes all of `bytes` from `offset` on.
  public func write(
    _ bytes: [UInt8], at offset: UInt64, to file: OpenFile
  ) throws(SystemFailure) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        let start = off_t(offset) + off_t(done)
        return unsafe pwrite(file.descriptor, rest.baseAddress, rest.count, start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(.write, name(of: file)) }
      done += count
    }
  }

  /// Cuts the file to `size` bytes, or fills it up with zeros.
  public func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure) {
    guard ftruncate(file.descriptor, off_t(size)) == 0 else {
      throw failure(.truncate, name(of: file))
    }
  }

  /// Returns true if the file system of an open file accepts writes; if not, `errno` has the
  /// reason.
  ///
  /// A file system that goes down or turns read-only during a sync may drop the written bytes and
  /// report that the sync succeeded. A question after the sync shows it: with XFS `fstat`, with
  /// ext4 a write of no bytes, and with ext4 before Linux 6.15 the flags of the file system.
  static func takesWrites(_ descriptor: CInt) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    var nothing: UInt8 = 0
    guard unsafe pwrite(descriptor, &nothing, 0, 0) == 0 || errno == EBADF else { return false }
    #if os(Linux)
      var system = statvfs()
      guard unsafe fstatvfs(descriptor, &system) == 0 else { return false }
      if UInt(system.f_flag) & UInt(ST_RDONLY) != 0 {
        errno = EROFS
        return false
      }
    #endif
    return true
  }

  /// Takes the exclusive lock of the file; false where another holds it.
  ///
  /// A process that starts another shares its locks with it for the moment between fork and exec: a
  /// lock that was just given back may look taken. On a busy machine that moment is long, so this
  /// waits a second, or as long as was asked for.
  public func lock(_ file: OpenFile, patiently: Bool) throws(SystemFailure) -> Bool {
    let start = ContinuousClock.now
    while true {
      if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK else { throw failure(.lock, name(of: file)) }
      guard patiently, ContinuousClock.now - start < patience else { return false }
      try watcher?.requireWaiting()
      // At random, so that many that wait do not ask at the same moments.
      usleep(.random(in: 5_000...15_000))
    }
  }

  /// The number of bytes from which on large pages are worth a call.
  private static let manyBytes = 8 << 20

  /// Reads a part of a file into its place in the memory of its bytes.
  public func read(
    _ file: OpenFile, _ range: Range<Int>, into bytes: OwnedBytes
  ) throws(SystemFailure) -> Int {
    try watcher?.requireGoingOn()
    if range.count >= Self.manyBytes { bytes.useLargePages(for: range) }
    let count = unsafe bytes.withMutableBytes(range) { room in
      while true {
        let count = unsafe pread(
          file.descriptor, room.baseAddress, room.count, off_t(range.lowerBound))
        if count >= 0 || errno != EINTR { return count }
      }
    }
    guard count >= 0 else { throw failure(.read, name(of: file)) }
    return count
  }

  /// Renames a file, and replaces one that has the new name.
  public func rename(_ from: String, to: String) throws(SystemFailure) {
    guard systemRename(from, to) == 0 else { throw failure(.rename, from) }
  }

  /// Removes a name.
  public func remove(_ path: String) throws(SystemFailure) {
    guard unsafe unlink(path) == 0 else { throw failure(.remove, path) }
  }

  /// Makes a folder of mode 0700, and the ones above it that are missing.
  public func createDirectory(_ path: String) throws(SystemFailure) {
    if unsafe mkdir(path, 0o700) != 0 {
      if errno == EEXIST { throw SystemFailure(.createDirectory, path, .exists) }
      guard errno == ENOENT else { throw failure(.createDirectory, path) }
      let above = FilePath.folder(of: path)
      guard above != "/", above != "." else {
        throw SystemFailure(.createDirectory, path, .missing)
      }
      try ensureDirectory(above)
      guard unsafe mkdir(path, 0o700) == 0 else { throw failure(.createDirectory, path) }
    }
    guard unsafe chmod(path, 0o700) == 0 else { throw failure(.createDirectory, path) }
    giveOwner(toNewFolder: path)
    try synchronizeDirectory(FilePath.folder(of: path))
  }

  /// Returns the status of an open file.
  public func status(of file: OpenFile) throws(SystemFailure) -> FileStatus {
    var status = stat()
    guard unsafe fstat(file.descriptor, &status) == 0 else { throw failure(.kind, name(of: file)) }
    return FileStatus(status)
  }

  /// Returns the status of the file or folder at a path, links not followed; nil: nothing is there.
  public func status(at path: String) throws(SystemFailure) -> FileStatus? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(.kind, path)
    }
    return FileStatus(status)
  }

  /// Returns the names in a folder, in no order; throws `.notRegular` if the path is no folder.
  /// Names that are not UTF-8 are left out: no path of this program leads to them.
  public func names(inDirectory path: String) throws(SystemFailure) -> [String] {
    try rawNames(inDirectory: path).compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// Returns the names in a folder as the system has them, which may not be UTF-8.
  public func rawNames(inDirectory path: String) throws(SystemFailure) -> [[UInt8]] {
    guard let directory = unsafe opendir(path) else {
      throw errno == ENOTDIR ? SystemFailure(.open, path, .notRegular) : failure(.open, path)
    }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe Array($0.prefix { $0 != 0 })
      }
      if ![[0x2E], [0x2E, 0x2E]].contains(name) { names.append(name) }
      errno = 0
    }
    if errno == 0 { return names } else { throw failure(.read, path) }
  }

  /// Removes a folder that is empty.
  func removeEmptyDirectory(_ path: String) throws(SystemFailure) {
    guard unsafe rmdir(path) == 0 else { throw failure(.remove, path) }
  }

  /// Returns the path that a symbolic link holds, up to 4,095 bytes; nil if it is not a symbolic
  /// link.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Microseconds since 1970-01-01 UTC.
  public func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// Returns 64 bits that nobody can guess.
  public func random() -> UInt64 { UInt64.random(in: .min ... .max) }

  /// Words of the system's generator, many for one call of it.
  public func random(into words: inout [UInt64]) {
    #if os(Linux)
      // It gives 256 bytes at most.
      if words.count <= 32,
        unsafe words.withUnsafeMutableBytes({ unsafe getentropy($0.baseAddress, $0.count) }) == 0
      {
        return
      }
    #endif
    for index in words.indices { words[index] = random() }
  }

  /// Returns true if a call that failed must be made again: a signal came, or the file is a pipe,
  /// socket or terminal that does not block and was not ready. In that case it waits for the file.
  private func isWorthRepeating(_ file: OpenFile, _ event: Int32) -> Bool {
    switch errno {
    case EINTR: return true
    case EAGAIN, EWOULDBLOCK:
      var question = pollfd(fd: file.descriptor, events: Int16(event), revents: 0)
      return unsafe poll(&question, 1, -1) > 0 || errno == EINTR
    default: return false
    }
  }

  func failure(_ operation: SystemFailure.Operation, _ path: String) -> SystemFailure {
    SystemFailure(operation, path, SystemFailure.Reason(number: errno))
  }

  /// Returns an environment variable; nil if it is unset, empty or not UTF-8.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value[0] != 0 else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// Returns the path of an open file, for messages.
  func name(of file: OpenFile) -> String {
    let saved = errno
    defer { errno = saved }
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let link = "/proc/self/fd/\(file.descriptor)"
      let count = unsafe buffer.withUnsafeMutableBytes {
        guard let base = $0.baseAddress else { return 0 }
        return unsafe readlink(link, base.assumingMemoryBound(to: CChar.self), $0.count)
      }
      if count > 0 { return String(decoding: buffer.prefix(count), as: UTF8.self) }
    #endif
    return "the journal"
  }
}

// The calls whose names the methods above shadow.
func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
  let descriptor = unsafe open(path, flags, 0o600)
  guard (0...2).contains(descriptor) else { return descriptor }
  // What the program prints would land in a file with the number of a standard stream.
  let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  let problem = errno
  _ = close(descriptor)
  errno = problem
  return higher
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, room.baseAddress, room.count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

func systemStatus(_ path: String, _ status: inout stat) -> Int32 {
  unsafe stat(path, &status)
}

func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRename(_ from: String, _ to: String) -> Int32 {
  unsafe rename(from, to)
}
