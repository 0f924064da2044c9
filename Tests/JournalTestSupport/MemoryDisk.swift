/// The files and names of a `MemorySystem`, and which parts of them stay after a loss of power.
///
/// A file is pages of 4096 bytes. Pages that were written since the last sync are lost one by one:
/// a page is on the disk or it is not, also where pages before it are lost. Where the file grew, a
/// lost page reads as zeros. Names are lost from the end of the list of changes that were not
/// synced.
struct MemoryDisk {
  /// Bytes that reach the disk together.
  static let pageBytes = 4096

  /// What stands at a path.
  enum Name: Hashable {
    case file(Int)
    case directory
    case link
  }

  private struct Node {
    var bytes: [UInt8] = []
    var synced: [UInt8] = []
  }

  /// A change of names that the disk takes whole: one name, or the two of a renaming.
  private typealias Change = [(path: String, name: Name?)]

  private var nodes: [Node] = []
  private(set) var names: [String: Name] = [:]
  private var syncedNames: [String: Name] = [:]
  private var changes: [Change] = []

  // MARK: Files

  /// Makes an empty file at a path and returns its number.
  mutating func makeFile(at path: String) -> Int {
    nodes.append(Node())
    change([(path, .file(nodes.count - 1))])
    return nodes.count - 1
  }

  /// Puts a file there with bytes that are on the disk; nil takes the path away for good.
  mutating func place(_ bytes: [UInt8]?, at path: String) {
    if let bytes {
      nodes.append(Node(bytes: bytes, synced: bytes))
      names[path] = .file(nodes.count - 1)
    } else {
      names[path] = nil
    }
    syncedNames[path] = names[path]
    for index in changes.indices { changes[index].removeAll { $0.path == path } }
  }

  /// The number of the file at a path.
  func file(at path: String) -> Int? {
    guard case .file(let node)? = names[path] else { return nil }
    return node
  }

  func bytes(of node: Int) -> [UInt8] { nodes[node].bytes }

  mutating func append(_ bytes: some Sequence<UInt8>, to node: Int) {
    nodes[node].bytes.append(contentsOf: bytes)
  }

  mutating func write(_ bytes: [UInt8], at offset: Int, in node: Int) {
    let end = offset + bytes.count
    if end > nodes[node].bytes.count { resize(node, to: end) }
    nodes[node].bytes.replaceSubrange(offset..<end, with: bytes)
  }

  mutating func resize(_ node: Int, to size: Int) {
    nodes[node].bytes = Self.sized(nodes[node].bytes, size)
  }

  mutating func synchronize(_ node: Int) { nodes[node].synced = nodes[node].bytes }

  /// How many names a file has.
  func links(to node: Int) -> Int { names.values.count { $0 == .file(node) } }

  // MARK: Names

  mutating func change(_ change: [(path: String, name: Name?)]) {
    for (path, name) in change { names[path] = name }
    changes.append(change)
  }

  /// Makes a folder and those above it; their names are on the disk at once.
  mutating func makeFolder(_ path: String) {
    var folder = path
    while folder != "/", !folder.isEmpty, names[folder] == nil {
      names[folder] = .directory
      syncedNames[folder] = .directory
      folder = Self.folder(of: folder)
    }
  }

  /// Gets the names in a folder onto the disk.
  mutating func synchronizeNames(in folder: String) {
    for index in changes.indices {
      for (path, name) in changes[index] where Self.folder(of: path) == folder {
        syncedNames[path] = name
      }
      changes[index].removeAll { Self.folder(of: $0.path) == folder }
    }
    changes.removeAll { $0.isEmpty }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  // MARK: Loss of power

  /// Leaves of each file what was synced and the first `keeping` bytes after it, and of the names
  /// those that were synced, or all.
  mutating func crash(keeping: Int, keepingNames: Bool) {
    for index in nodes.indices {
      let node = nodes[index]
      let isTail = node.bytes.starts(with: node.synced)
      let tail = isTail ? node.bytes.dropFirst(node.synced.count).prefix(keeping) : []
      settle(index, node.synced + tail)
    }
    settleNames(keepingNames ? changes.count : 0)
  }

  /// Leaves any subset of the pages that were not synced, any size that a file had on its way, and
  /// any beginning of the changes of names.
  mutating func crash(using generator: inout some RandomNumberGenerator) {
    for index in nodes.indices where nodes[index].bytes != nodes[index].synced {
      settle(index, Self.survivor(of: nodes[index], using: &generator))
    }
    settleNames(Int.random(in: 0...changes.count, using: &generator))
  }

  private static func survivor(
    of node: Node, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let sizes = [node.synced.count, node.bytes.count]
    let between = Int.random(
      in: min(sizes[0], sizes[1])...max(sizes[0], sizes[1]), using: &generator)
    let size = (sizes + [node.bytes.count, between])[Int.random(in: 0..<4, using: &generator)]
    var survivor = sized(node.synced, size)
    // Mostly all pages but a few are kept or lost together, as a disk has it.
    let kept = UInt8.random(in: 0...4, using: &generator)
    for start in stride(from: 0, to: size, by: pageBytes)
    where UInt8.random(in: 0..<4, using: &generator) < kept {
      let page = start..<min(start + pageBytes, size)
      let new = sized(Array(node.bytes.dropFirst(start).prefix(page.count)), page.count)
      survivor.replaceSubrange(page, with: new)
    }
    return survivor
  }

  private mutating func settle(_ node: Int, _ bytes: [UInt8]) {
    nodes[node].bytes = bytes
    nodes[node].synced = bytes
  }

  private mutating func settleNames(_ kept: Int) {
    for (path, name) in changes.prefix(kept).joined() { syncedNames[path] = name }
    names = syncedNames
    changes = []
  }

  private static func sized(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
    bytes.count >= size
      ? Array(bytes.prefix(size)) : bytes + [UInt8](repeating: 0, count: size - bytes.count)
  }
}
