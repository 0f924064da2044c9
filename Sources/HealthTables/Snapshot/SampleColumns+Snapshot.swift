import HealthModel
import JournalFile

extension SampleColumns {
  /// Calls `body` with each column, in the order in which a snapshot holds them.
  func write(to section: inout SnapshotSink) throws {
    try section.put(uuids)
    try section.put(starts)
    try section.put(ends)
    try section.put(values)
    try section.put(sequences)
    try section.put(circumstances)
    try section.put(flags)
  }

  /// The rows of a section, mapped.
  init(_ file: MappedBytes, _ section: SnapshotSection) throws(SnapshotProblem) {
    var mapped = MappedColumns(file, section)
    try self.init(&mapped, dead: section.dead)
    try mapped.requireEnd()
  }

  /// The columns that come next in a section.
  init(_ mapped: inout MappedColumns, dead: Int) throws(SnapshotProblem) {
    self.init(
      uuids: try mapped.next(), starts: try mapped.next(), ends: try mapped.next(),
      values: try mapped.next(), sequences: try mapped.next(), circumstances: try mapped.next(),
      flags: try mapped.next(), deadCount: dead)
  }
}

/// The columns of a section, one behind the other, each from a multiple of the alignment on.
struct MappedColumns {
  private let file: MappedBytes
  private let end: Int
  private let count: Int
  private var at: Int

  init(_ file: MappedBytes, _ section: SnapshotSection) {
    self.file = file
    count = section.count
    at = section.offset
    end = section.offset + section.size
  }

  mutating func next<Element>() throws(SnapshotProblem) -> StoredColumn<Element> {
    try next(count: count)
  }

  mutating func next<Element>(count: Int) throws(SnapshotProblem) -> StoredColumn<Element> {
    guard let mapped = file.array(of: Element.self, at: at, count: count) else {
      throw SnapshotProblem()
    }
    let size = count * MemoryLayout<Element>.stride
    at +=
      (size + SnapshotLayout.alignment - 1) / SnapshotLayout.alignment
      * SnapshotLayout.alignment
    return StoredColumn(mapped)
  }

  func requireEnd() throws(SnapshotProblem) {
    guard at == end else { throw SnapshotProblem() }
  }
}
