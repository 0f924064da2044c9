public import JournalFile
import Synchronization

/// A system in memory, for journals of tests: it fails on demand, and `crash` leaves only what was
/// synced, or any part of what was not.
///
///     let system = MemorySystem()
///     system.fail(.synchronize, after: 2, with: .other(5))   // the third sync fails
///     system.stop(after: 40)                                 // and nothing is done from the 41st
/// call on
///     system.crash(keeping: 0)                               // the power goes
public final class MemorySystem: FileSystem {
  private struct PlannedFailure {
    var operation: SystemFailure.Operation
    var after: Int
    var reason: SystemFailure.Reason
    var written: Int
  }

  private struct State {
    var disk = MemoryDisk()
    var open: [Int32: (node: Int, path: String)] = [:]
    var positions: [Int32: Int] = [:]
    var locks: [Int: Int32] = [:]
    var nextDescriptor: Int32 = 3
    var failures: [PlannedFailure] = []
    var calls: [SystemFailure.Operation: Int] = [:]
    /// How many more calls are done; nil: all.
    var callsLeft: Int?
    var foreign: Set<String> = []
    var hasUserKey = true
    var clock: Int64
    var seed: UInt64
  }

  private let state: Mutex<State>

  /// An empty system whose clock stands at `clock` (microseconds) and whose chance is `seed`'s.
  public init(clock: Int64 = 1_795_158_000_000_000, seed: UInt64 = 1) {
    state = Mutex(State(clock: clock, seed: seed))
  }

  // MARK: What tests do to it

  /// Makes one coming call of `operation` fail: the one that follows `after` more that succeed.
  /// A failing append leaves `written` bytes in the file.
  public func fail(
    _ operation: SystemFailure.Operation, after: Int = 0, with reason: SystemFailure.Reason,
    written: Int = 0
  ) {
    state.withLock {
      let failure = PlannedFailure(
        operation: operation, after: after, reason: reason, written: written)
      $0.failures.append(failure)
    }
  }

  /// Has every call fail from now on but the next `calls`: what follows comes after the power went.
  public func stop(after calls: Int) { state.withLock { $0.callsLeft = calls } }

  /// The power goes: unsynced names and bytes are lost, except the first `keeping` bytes of each
  /// file's unsynced tail, which the disk happened to have taken; `keepingNames`: and all names.
  public func crash(keeping: Int, keepingNames: Bool = false) {
    state.withLock { state in
      state.disk.crash(keeping: keeping, keepingNames: keepingNames)
      Self.restart(&state)
    }
  }

  /// Another system with the same files and names, synced or not, as a program finds it that starts
  /// next.
  public func copied(seed: UInt64) -> MemorySystem {
    let other = MemorySystem(clock: now(), seed: seed)
    let disk = state.withLock { $0.disk }
    other.state.withLock { $0.disk = disk }
    return other
  }

  /// Another system, as this one is after the power went and the disk kept any subset of the pages
  /// that were not synced.
  public func crashed(using generator: inout some RandomNumberGenerator) -> MemorySystem {
    let other = copied(seed: UInt64.random(in: 0...UInt64.max, using: &generator))
    var left = state.withLock { $0.disk }
    left.crash(using: &generator)
    let disk = left
    other.state.withLock { $0.disk = disk }
    return other
  }

  private static func restart(_ state: inout State) {
    state.open = [:]
    state.locks = [:]
    state.failures = []
    state.callsLeft = nil
  }

  /// Moves the clock by `microseconds`, backwards too.
  public func advance(by microseconds: Int64) { state.withLock { $0.clock += microseconds } }

  /// The bytes of a file, nil where there is none; setting them makes another file of that name, on
  /// the disk at once.
  public subscript(path: String) -> [UInt8]? {
    get { state.withLock { state in state.disk.file(at: path).map { state.disk.bytes(of: $0) } } }
    set { state.withLock { $0.disk.place(newValue, at: path) } }
  }

  /// Puts a symbolic link at `path`.
  public func placeLink(at path: String) { state.withLock { $0.disk.change([(path, .link)]) } }

  /// Gives the file at `path` a second name.
  public func placeHardLink(to path: String, at other: String) {
    state.withLock { $0.disk.change([(other, $0.disk.names[path])]) }
  }

  /// Gives what stands at `path` to another user, who may write to it.
  public func giveAway(_ path: String) { state.withLock { _ = $0.foreign.insert(path) } }

  /// How many files are open.
  public var openFiles: Int { state.withLock { $0.open.count } }

  /// All paths that have something, sorted.
  public var paths: [String] { state.withLock { $0.disk.names.keys.sorted() } }

  /// Whether the user whose programs run here has a key.
  public var hasUserKey: Bool {
    get { state.withLock { $0.hasUserKey } }
    set { state.withLock { $0.hasUserKey = newValue } }
  }

  /// How often an operation has been called.
  public func calls(of operation: SystemFailure.Operation) -> Int {
    state.withLock { $0.calls[operation] ?? 0 }
  }

  /// How many calls there were of all operations.
  public var calls: Int { state.withLock { $0.calls.values.reduce(0, +) } }

  // MARK: FileSystem

  /// Opens a regular file, without following a link or waiting for a pipe.
  public func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile {
    try call(.open, path) { (state) throws(SystemFailure) in
      let node: Int
      switch state.disk.names[path] {
      case .file(let existing):
        guard access != .createNew else { throw SystemFailure(.open, path, .exists) }
        node = existing
      case .directory, .link: throw SystemFailure(.open, path, .notRegular)
      case nil:
        guard access == .append || access == .createNew || access == .update,
          state.disk.names[MemoryDisk.folder(of: path)] == .directory
        else {
          throw SystemFailure(.open, path, .missing)
        }
        node = state.disk.makeFile(at: path)
      }
      let descriptor = state.nextDescriptor
      state.nextDescriptor += 1
      state.open[descriptor] = (node, path)
      return OpenFile(descriptor: descriptor)
    }
  }

  /// Gives the file back, and with it its lock.
  public func close(_ file: OpenFile) {
    state.withLock { state in
      guard let (node, _) = state.open.removeValue(forKey: file.descriptor) else { return }
      if state.locks[node] == file.descriptor { state.locks[node] = nil }
    }
  }

  /// Reads into `buffer` from `index` on, at most to its end; 0 at the end of the file.
  public func read(
    _ file: OpenFile, at offset: UInt64, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int {
    let room = buffer.count - index
    let bytes = try call(.read, on: file) { (state, node) throws(SystemFailure) in
      state.disk.bytes(of: node).dropFirst(Int(offset)).prefix(room)
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

  /// Writes all of `bytes` after what the file holds.
  public func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    let written = state.withLock { state in
      state.failures.first { $0.operation == .append }?.written ?? 0
    }
    do {
      try call(.append, on: file) { (state, node) throws(SystemFailure) in
        state.disk.append(bytes, to: node)
      }
    } catch {
      state.withLock { state in
        guard state.callsLeft != 0, let (node, _) = state.open[file.descriptor] else { return }
        state.disk.append(bytes.prefix(written), to: node)
      }
      throw error
    }
  }

  /// Writes all of `bytes` from `offset` on.
  public func write(
    _ bytes: [UInt8], at offset: UInt64, to file: OpenFile
  ) throws(SystemFailure) {
    try call(.write, on: file) { (state, node) throws(SystemFailure) in
      state.disk.write(bytes, at: Int(offset), in: node)
    }
  }

  /// Cuts the file to `size` bytes, or fills it up with zeros.
  public func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure) {
    try call(.truncate, on: file) { (state, node) throws(SystemFailure) in
      state.disk.resize(node, to: Int(size))
    }
  }

  /// Returns when what was written is on the disk.
  public func synchronize(_ file: OpenFile) throws(SystemFailure) {
    try call(.synchronize, on: file) { (state, node) throws(SystemFailure) in
      state.disk.synchronize(node)
    }
  }

  /// Reads a part of a file to where it belongs in the memory of its bytes.
  public func read(
    _ file: OpenFile, _ range: Range<Int>, into bytes: OwnedBytes
  ) throws(SystemFailure) -> Int {
    var buffer = [UInt8](repeating: 0, count: range.count)
    let count = try read(file, at: UInt64(range.lowerBound), into: &buffer, from: 0)
    bytes.fill(range, with: buffer)
    return count
  }

  /// Takes the exclusive lock of the file without waiting; false where another holds it.
  public func lock(_ file: OpenFile, patiently: Bool) throws(SystemFailure) -> Bool {
    try call(.lock, on: file) { (state, node) throws(SystemFailure) in
      guard state.locks[node] == nil || state.locks[node] == file.descriptor else { return false }
      state.locks[node] = file.descriptor
      return true
    }
  }

  /// Gives a file another name, in place of one that has it.
  public func rename(_ from: String, to: String) throws(SystemFailure) {
    try call(.rename, from) { (state) throws(SystemFailure) in
      guard let name = state.disk.names[from] else {
        throw SystemFailure(.rename, from, .missing)
      }
      state.disk.change([(from, nil), (to, name)])
    }
  }

  /// Takes a name away.
  public func remove(_ path: String) throws(SystemFailure) {
    try call(.remove, path) { (state) throws(SystemFailure) in
      guard state.disk.names[path] != nil else {
        throw SystemFailure(.remove, path, .missing)
      }
      state.disk.change([(path, nil)])
    }
  }

  /// Makes a folder of mode 0700, and the ones above it that are missing.
  public func createDirectory(_ path: String) throws(SystemFailure) {
    try call(.createDirectory, path) { (state) throws(SystemFailure) in
      guard state.disk.names[path] == nil else {
        throw SystemFailure(.createDirectory, path, .exists)
      }
      state.disk.makeFolder(path)
    }
  }

  /// Returns when the names in a folder are on the disk.
  public func synchronizeDirectory(_ path: String) throws(SystemFailure) {
    try call(.synchronizeDirectory, path) { (state) throws(SystemFailure) in
      state.disk.synchronizeNames(in: path)
    }
  }

  /// The names in a folder.
  public func names(inDirectory path: String) throws(SystemFailure) -> [String] {
    try call(.names, path) { (state) throws(SystemFailure) in
      guard let name = state.disk.names[path] else { throw SystemFailure(.names, path, .missing) }
      guard name == .directory else { throw SystemFailure(.names, path, .notRegular) }
      return state.disk.names.keys.filter { MemoryDisk.folder(of: $0) == path && $0 != "/" }
        .map { String($0.dropFirst(path.count + 1)) }
    }
  }

  /// What the system says of an open file.
  public func status(of file: OpenFile) throws(SystemFailure) -> FileStatus {
    try call(.kind, on: file) { (state, node) throws(SystemFailure) in
      var status = Self.status(of: node, in: state)
      status.isOwn = state.open[file.descriptor].map { !state.foreign.contains($0.path) } ?? true
      return status
    }
  }

  /// What the system says of what stands at a path; nil: nothing is there.
  public func status(at path: String) throws(SystemFailure) -> FileStatus? {
    try call(.kind, path) { (state) throws(SystemFailure) in
      let nowhere = FileIdentity(device: 0, number: 0)
      var status: FileStatus
      switch state.disk.names[path] {
      case .file(let node): status = Self.status(of: node, in: state)
      case .directory: status = FileStatus(kind: .directory, identity: nowhere, size: 0, links: 2)
      case .link: status = FileStatus(kind: .link, identity: nowhere, size: 0, links: 1)
      case nil: return nil
      }
      status.isOwn = !state.foreign.contains(path)
      status.isOpenToOthers = !status.isOwn
      return status
    }
  }

  private static func status(of node: Int, in state: State) -> FileStatus {
    FileStatus(
      kind: .regular, identity: FileIdentity(device: 1, number: UInt64(node)),
      size: UInt64(state.disk.bytes(of: node).count), links: state.disk.links(to: node))
  }

  /// The clock; only `advance(by:)` moves it.
  public func now() -> Int64 { state.withLock { $0.clock } }

  /// Nothing: only `synchronize` gets bytes onto this disk.
  public func startSynchronizing(_ file: OpenFile, from offset: UInt64) {}

  /// Words that follow from the seed.
  public func random(into words: inout [UInt64]) {
    for index in words.indices { words[index] = random() }
  }

  /// 64 bits that follow from the seed.
  public func random() -> UInt64 {
    state.withLock { state in
      // SplitMix64 (Steele, Lea, Flood 2014).
      state.seed &+= 0x9E37_79B9_7F4A_7C15
      var z = state.seed
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Always the same: programs of one user.
  public func userKey(making: Bool) -> [UInt8]? { hasUserKey ? Array(1...32) : nil }

  // MARK: Inside

  /// Counts the call, lets it fail where a failure is due, and does it otherwise.
  private func call<Result: Sendable>(
    _ operation: SystemFailure.Operation, _ path: String,
    _ body: (inout State) throws(SystemFailure) -> sending Result
  ) throws(SystemFailure) -> Result {
    try state.withLock { (state) throws(SystemFailure) in
      guard state.callsLeft != 0 else { throw SystemFailure(operation, path, .other(5)) }
      state.callsLeft? -= 1
      state.calls[operation, default: 0] += 1
      if let index = state.failures.firstIndex(where: { $0.operation == operation }) {
        guard state.failures[index].after > 0 else {
          throw SystemFailure(operation, path, state.failures.remove(at: index).reason)
        }
        state.failures[index].after -= 1
      }
      return try body(&state)
    }
  }

  private func call<Result: Sendable>(
    _ operation: SystemFailure.Operation, on file: OpenFile,
    _ body: (inout State, Int) throws(SystemFailure) -> sending Result
  ) throws(SystemFailure) -> Result {
    let opened = state.withLock { $0.open[file.descriptor] }
    guard let (node, path) = opened else {
      throw SystemFailure(operation, "a closed file", .other(9))
    }
    return try call(operation, path) { (state) throws(SystemFailure) in try body(&state, node) }
  }
}
