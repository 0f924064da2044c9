import Synchronization

/// Files in memory, for `HealthStore(inMemory:)`: they vanish with it, and nobody else can open
/// them. The clock and the random bits are those of the real system.
///
/// No call fails on demand or loses power; the `MemorySystem` of the tests does that.
public final class MemoryFileSystem: FileSystem {
  /// The object at a path.
  private enum Name: Hashable {
    case file(Int)
    case folder
  }

  private struct State {
    var names: [String: Name] = [:]
    /// The bytes of each file, by its number.
    var files: [[UInt8]] = []
    /// The file of each descriptor.
    var open: [Int32: Int] = [:]
    var positions: [Int32: Int] = [:]
    /// The descriptor that has the lock of a file.
    var locks: [Int: Int32] = [:]
    var nextDescriptor: Int32 = 3

    func status(of file: Int) -> FileStatus {
      FileStatus(
        kind: .regular, identity: FileIdentity(device: 1, number: UInt64(file)),
        size: UInt64(files[file].count), links: names.values.count { $0 == .file(file) })
    }
  }

  private let state = Mutex(State())
  private let real = PosixSystem()

  /// Creates a system without files.
  public init() {}

  private static func folder(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    return folder == "." ? "/" : folder
  }

  /// Calls `body` with the number of an open file.
  private func with<Result: Sendable>(
    _ file: OpenFile, _ operation: SystemFailure.Operation,
    _ body: (inout State, Int) throws(SystemFailure) -> sending Result
  ) throws(SystemFailure) -> Result {
    try state.withLock { (state) throws(SystemFailure) in
      guard let number = state.open[file.descriptor] else {
        throw SystemFailure(operation, "a closed file", .other(9))
      }
      return try body(&state, number)
    }
  }

  // MARK: Open files

  /// Opens a regular file.
  public func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile {
    try state.withLock { (state) throws(SystemFailure) in
      let number: Int
      switch state.names[path] {
      case .file(let existing):
        guard access != .createNew else { throw SystemFailure(.open, path, .exists) }
        number = existing
      case .folder: throw SystemFailure(.open, path, .notRegular)
      case nil:
        guard access == .append || access == .createNew || access == .update,
          state.names[Self.folder(of: path)] == .folder
        else { throw SystemFailure(.open, path, .missing) }
        number = state.files.count
        state.files.append([])
        state.names[path] = .file(number)
      }
      let descriptor = state.nextDescriptor
      state.nextDescriptor += 1
      state.open[descriptor] = number
      return OpenFile(descriptor: descriptor)
    }
  }

  /// Gives the file back, and with it its lock.
  public func close(_ file: OpenFile) {
    state.withLock { state in
      state.positions[file.descriptor] = nil
      guard let number = state.open.removeValue(forKey: file.descriptor) else { return }
      if state.locks[number] == file.descriptor { state.locks[number] = nil }
    }
  }

  /// Reads into `buffer` from `index` on, at most to its end; 0 at the end of the file.
  public func read(
    _ file: OpenFile, at offset: UInt64, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    let room = buffer.count - index
    let bytes = try with(file, .read) { (state, number) in
      state.files[number].dropFirst(Int(offset)).prefix(room)
    }
    buffer.replaceSubrange(index..<index + bytes.count, with: bytes)
    return bytes.count
  }

  /// Reads what comes next into `buffer` from `index` on; 0 at the end.
  public func readNext(
    _ file: OpenFile, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    let position = state.withLock { $0.positions[file.descriptor] ?? 0 }
    let count = try read(file, at: UInt64(position), into: &buffer, from: index)
    state.withLock { $0.positions[file.descriptor] = position + count }
    return count
  }

  /// Reads a part of a file into its place in the memory of its bytes.
  public func read(
    _ file: OpenFile, _ range: Range<Int>, into bytes: OwnedBytes
  ) throws(SystemFailure) -> Int {
    var buffer = [UInt8](repeating: 0, count: range.count)
    let count = try read(file, at: UInt64(range.lowerBound), into: &buffer, from: 0)
    bytes.fill(range, with: buffer)
    return count
  }

  /// Writes all of `bytes` after what the file holds.
  public func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    try with(file, .append) { (state, number) in state.files[number] += bytes }
  }

  /// Writes all of `bytes` from `offset` on.
  public func write(
    _ bytes: [UInt8], at offset: UInt64, to file: OpenFile
  ) throws(SystemFailure) {
    try with(file, .write) { (state, number) in
      let range = Int(offset)..<Int(offset) + bytes.count
      Self.fill(&state.files[number], upTo: range.upperBound)
      state.files[number].replaceSubrange(range, with: bytes)
    }
  }

  /// Cuts the file to `size` bytes, or fills it up with zeros.
  public func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure) {
    try with(file, .truncate) { (state, number) in
      Self.fill(&state.files[number], upTo: Int(size))
      state.files[number].removeLast(state.files[number].count - Int(size))
    }
  }

  private static func fill(_ bytes: inout [UInt8], upTo size: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(size - bytes.count, 0)))
  }

  /// Takes the exclusive lock of the file without waiting; false where another holds it.
  public func lock(_ file: OpenFile, patiently: Bool) throws(SystemFailure) -> Bool {
    try with(file, .lock) { (state, number) in
      guard state.locks[number] == nil || state.locks[number] == file.descriptor
      else { return false }
      state.locks[number] = file.descriptor
      return true
    }
  }

  /// Returns the status of an open file.
  public func status(of file: OpenFile) throws(SystemFailure) -> FileStatus {
    try with(file, .kind) { (state, number) in state.status(of: number) }
  }

  /// Does nothing: there is no disk.
  public func synchronize(_ file: OpenFile) {}

  /// Does nothing: there is no disk.
  public func startSynchronizing(_ file: OpenFile, from offset: UInt64) {}

  // MARK: Names

  /// Renames a file, and replaces one that has the new name.
  public func rename(_ from: String, to: String) throws(SystemFailure) {
    try state.withLock { (state) throws(SystemFailure) in
      guard let name = state.names[from] else { throw SystemFailure(.rename, from, .missing) }
      state.names[from] = nil
      state.names[to] = name
    }
  }

  /// Removes a name.
  public func remove(_ path: String) throws(SystemFailure) {
    try state.withLock { (state) throws(SystemFailure) in
      guard state.names.removeValue(forKey: path) != nil else {
        throw SystemFailure(.remove, path, .missing)
      }
    }
  }

  /// Makes a folder, and the ones above it that are missing.
  public func createDirectory(_ path: String) throws(SystemFailure) {
    try state.withLock { (state) throws(SystemFailure) in
      guard state.names[path] == nil else { throw SystemFailure(.createDirectory, path, .exists) }
      var folder = path
      while folder != "/", !folder.isEmpty, state.names[folder] == nil {
        state.names[folder] = .folder
        folder = Self.folder(of: folder)
      }
    }
  }

  /// Does nothing: there is no disk.
  public func synchronizeDirectory(_ path: String) {}

  /// Returns the names in a folder.
  public func names(inDirectory path: String) throws(SystemFailure) -> [String] {
    try state.withLock { (state) throws(SystemFailure) in
      guard let name = state.names[path] else { throw SystemFailure(.names, path, .missing) }
      guard name == .folder else { throw SystemFailure(.names, path, .notRegular) }
      return state.names.keys.filter { Self.folder(of: $0) == path }
        .map { String($0.dropFirst(path.count + 1)) }
    }
  }

  /// Returns the status of the file or folder at a path; nil: nothing is there.
  public func status(at path: String) -> FileStatus? {
    state.withLock { state in
      switch state.names[path] {
      case .file(let number): state.status(of: number)
      case .folder:
        FileStatus(
          kind: .directory, identity: FileIdentity(device: 0, number: 0), size: 0, links: 2)
      case nil: nil
      }
    }
  }

  // MARK: Clock, chance and key

  /// Microseconds since 1970-01-01 UTC.
  public func now() -> Int64 { real.now() }

  /// Returns 64 bits that nobody can guess.
  public func random() -> UInt64 { real.random() }

  /// Fills words with bits that nobody can guess.
  public func random(into words: inout [UInt64]) { real.random(into: &words) }

  /// Always the same: nobody else can write here.
  public func userKey(making: Bool) -> [UInt8]? { Array(1...32) }
}
