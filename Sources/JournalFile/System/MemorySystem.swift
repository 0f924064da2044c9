import Synchronization

/// A system in memory, for tests: it fails on demand, and `crash()` leaves only what was synced.
///
///     let system = MemorySystem()
///     system.fail(.synchronize, after: 2, with: .other(5))   // the third sync fails
///     system.crash(keeping: 0)                               // the power goes
public final class MemorySystem: FileSystem {
  private struct Node {
    var bytes: [UInt8] = []
    var synced: [UInt8] = []
  }

  private enum Name: Hashable {
    case file(Int)
    case directory
    case link
  }

  private struct PlannedFailure {
    var operation: SystemFailure.Operation
    var after: Int
    var reason: SystemFailure.Reason
    var written: Int
  }

  private struct State {
    var nodes: [Node] = []
    var names: [String: Name] = [:]
    var syncedNames: [String: Name] = [:]
    var open: [Int32: (node: Int, path: String)] = [:]
    var positions: [Int32: Int] = [:]
    var locks: [Int: Int32] = [:]
    var nextDescriptor: Int32 = 3
    var failures: [PlannedFailure] = []
    var calls: [SystemFailure.Operation: Int] = [:]
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

  /// The power goes: unsynced names and bytes are lost, but for the first `keeping` bytes of each
  /// file's unsynced tail, which the disk happened to have taken; `keepingNames`: and all names.
  public func crash(keeping: Int, keepingNames: Bool = false) {
    state.withLock { state in
      for index in state.nodes.indices {
        let node = state.nodes[index]
        let isTail = node.bytes.starts(with: node.synced)
        let tail = isTail ? node.bytes.dropFirst(node.synced.count).prefix(keeping) : []
        state.nodes[index].synced = node.synced + tail
        state.nodes[index].bytes = state.nodes[index].synced
      }
      if keepingNames { state.syncedNames = state.names } else { state.names = state.syncedNames }
      state.open = [:]
      state.locks = [:]
      state.failures = []
    }
  }

  /// Moves the clock by `microseconds`, backwards too.
  public func advance(by microseconds: Int64) { state.withLock { $0.clock += microseconds } }

  /// The bytes of a file, nil where there is none; setting them counts as synced.
  public subscript(path: String) -> [UInt8]? {
    get {
      state.withLock { state in
        guard case .file(let node)? = state.names[path] else { return nil }
        return state.nodes[node].bytes
      }
    }
    set {
      state.withLock { state in
        guard let bytes = newValue else {
          state.names[path] = nil
          state.syncedNames[path] = nil
          return
        }
        state.nodes.append(Node(bytes: bytes, synced: bytes))
        state.names[path] = .file(state.nodes.count - 1)
        state.syncedNames[path] = state.names[path]
      }
    }
  }

  /// Puts a symbolic link at `path`.
  public func placeLink(at path: String) { state.withLock { $0.names[path] = .link } }

  /// How many files are open.
  public var openFiles: Int { state.withLock { $0.open.count } }

  /// All paths that have something, sorted.
  public var paths: [String] { state.withLock { $0.names.keys.sorted() } }

  /// How often an operation has been called.
  public func calls(of operation: SystemFailure.Operation) -> Int {
    state.withLock { $0.calls[operation] ?? 0 }
  }

  // MARK: FileSystem

  /// Opens a regular file, without following a link or waiting for a pipe.
  public func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile {
    try call(.open, path) { (state) throws(SystemFailure) in
      let node: Int
      switch state.names[path] {
      case .file(let existing):
        guard access != .createNew else { throw SystemFailure(.open, path, .exists) }
        node = existing
      case .directory, .link: throw SystemFailure(.open, path, .notRegular)
      case nil:
        guard access == .append || access == .createNew,
          state.names[Self.folder(of: path)] == .directory
        else {
          throw SystemFailure(.open, path, .missing)
        }
        state.nodes.append(Node())
        node = state.nodes.count - 1
        state.names[path] = .file(node)
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
      state.nodes[node].bytes.dropFirst(Int(offset)).prefix(room)
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

  /// Writes all of `bytes` behind what the file holds.
  public func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure) {
    let written = state.withLock { state in
      state.failures.first { $0.operation == .append }?.written ?? 0
    }
    do {
      try call(.append, on: file) { (state, node) throws(SystemFailure) in
        state.nodes[node].bytes.append(contentsOf: bytes)
      }
    } catch {
      state.withLock { state in
        guard let (node, _) = state.open[file.descriptor] else { return }
        state.nodes[node].bytes.append(contentsOf: bytes.prefix(written))
      }
      throw error
    }
  }

  /// The size in bytes.
  public func size(of file: OpenFile) throws(SystemFailure) -> UInt64 {
    try call(.size, on: file) { (state, node) throws(SystemFailure) in
      UInt64(state.nodes[node].bytes.count)
    }
  }

  /// Cuts the file to `size` bytes, or fills it up with zeros.
  public func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure) {
    try call(.truncate, on: file) { (state, node) throws(SystemFailure) in
      let kept = state.nodes[node].bytes.prefix(Int(size))
      state.nodes[node].bytes = kept + [UInt8](repeating: 0, count: Int(size) - kept.count)
    }
  }

  /// Returns when what was written is on the disk.
  public func synchronize(_ file: OpenFile) throws(SystemFailure) {
    try call(.synchronize, on: file) { (state, node) throws(SystemFailure) in
      state.nodes[node].synced = state.nodes[node].bytes
    }
  }

  /// A copy of the whole file as it stands.
  public func map(_ file: OpenFile) throws(SystemFailure) -> MappedBytes {
    try call(.map, on: file) { (state, node) throws(SystemFailure) in
      MappedBytes(copying: state.nodes[node].bytes)
    }
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
      guard let name = state.names.removeValue(forKey: from) else {
        throw SystemFailure(.rename, from, .missing)
      }
      state.names[to] = name
    }
  }

  /// Takes a name away.
  public func remove(_ path: String) throws(SystemFailure) {
    try call(.remove, path) { (state) throws(SystemFailure) in
      guard state.names.removeValue(forKey: path) != nil else {
        throw SystemFailure(.remove, path, .missing)
      }
    }
  }

  /// Makes a folder of mode 0700, and the ones above it that are missing.
  public func createDirectory(_ path: String) throws(SystemFailure) {
    try call(.createDirectory, path) { (state) throws(SystemFailure) in
      guard state.names[path] == nil else {
        throw SystemFailure(.createDirectory, path, .exists)
      }
      var folder = path
      while folder != "/", !folder.isEmpty, state.names[folder] == nil {
        state.names[folder] = .directory
        state.syncedNames[folder] = .directory
        folder = Self.folder(of: folder)
      }
    }
  }

  /// Returns when the names in a folder are on the disk.
  public func synchronizeDirectory(_ path: String) throws(SystemFailure) {
    try call(.synchronizeDirectory, path) { (state) throws(SystemFailure) in
      let isInside = { (name: String) in Self.folder(of: name) == path }
      state.syncedNames = state.syncedNames.filter { !isInside($0.key) }
      for (name, value) in state.names where isInside(name) { state.syncedNames[name] = value }
    }
  }

  /// The names in a folder.
  public func names(inDirectory path: String) throws(SystemFailure) -> [String] {
    try call(.names, path) { (state) throws(SystemFailure) in
      guard let name = state.names[path] else { throw SystemFailure(.names, path, .missing) }
      guard name == .directory else { throw SystemFailure(.names, path, .notRegular) }
      return state.names.keys.filter { Self.folder(of: $0) == path && $0 != "/" }
        .map { String($0.dropFirst(path.count + 1)) }
    }
  }

  /// What stands at a path, links not followed; nil: nothing.
  public func kind(of path: String) throws(SystemFailure) -> FileKind? {
    try call(.kind, path) { (state) throws(SystemFailure) in
      switch state.names[path] {
      case .file: .regular
      case .directory: .directory
      case .link: .link
      case nil: nil
      }
    }
  }

  /// The clock, which only `advance(by:)` moves.
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
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }

  // MARK: Inside

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Folders in memory have no modes.
  public func restrictDirectory(_ path: String) throws(SystemFailure) {}

  /// Counts the call, lets it fail where a failure is due, and does it otherwise.
  private func call<Result: Sendable>(
    _ operation: SystemFailure.Operation, _ path: String,
    _ body: (inout State) throws(SystemFailure) -> sending Result
  ) throws(SystemFailure) -> Result {
    try state.withLock { (state) throws(SystemFailure) in
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
