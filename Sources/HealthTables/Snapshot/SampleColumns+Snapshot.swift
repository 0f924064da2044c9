import HealthModel
import JournalFile

extension SampleColumns {
  /// Writes each column, in the order in which a snapshot holds them.
  func write(to section: inout SnapshotSink) throws {
    try section.put(uuids)
    try section.put(starts)
    try section.put(ends)
    try section.put(values)
    try section.put(sequences)
    try section.put(contexts)
    try section.put(flags)
  }

  /// How many bytes a row has in each column, in that order.
  static var strides: [Int] {
    [
      MemoryLayout<ObjectUUID>.stride, MemoryLayout<Int64>.stride, MemoryLayout<Int64>.stride,
      MemoryLayout<Double>.stride, MemoryLayout<UInt32>.stride, MemoryLayout<UInt32>.stride,
      MemoryLayout<SampleRow.Flags>.stride,
    ]
  }

  /// Rows that are in no view, instead of rows that cannot be read.
  init(dead count: Int) {
    let zero = ObjectUUID(high: 0, low: 0)
    self.init(
      uuids: StoredColumn(tail: Array(repeating: zero, count: count)),
      starts: StoredColumn(tail: Array(repeating: 0, count: count)),
      ends: StoredColumn(tail: Array(repeating: 0, count: count)),
      values: StoredColumn(tail: Array(repeating: 0, count: count)),
      sequences: StoredColumn(tail: Array(repeating: 0, count: count)),
      contexts: StoredColumn(tail: Array(repeating: 0, count: count)),
      flags: StoredColumn(tail: Array(repeating: .dead, count: count)), deadCount: count)
  }

  /// The rows of a section, and what they state of series in another.
  init(
    _ file: OwnedBytes, _ section: SnapshotSection, extremes: SnapshotSection
  ) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    try self.init(&columns, dead: section.dead)
    try columns.requireEnd()
    self.extremes = try SeriesExtremes(file, extremes)
  }

  /// The columns that come next in a section.
  init(_ columns: inout SectionColumns, dead: Int) throws(SnapshotProblem) {
    self.init(
      uuids: try columns.next(), starts: try columns.next(), ends: try columns.next(),
      values: try columns.next(), sequences: try columns.next(), contexts: try columns.next(),
      flags: try columns.next(), deadCount: dead)
  }
}

/// The columns of a section, one after the other, each from a multiple of the alignment on.
struct SectionColumns {
  private let file: OwnedBytes
  private let end: Int
  private let count: Int
  private var at: Int

  init(_ file: OwnedBytes, _ section: SnapshotSection) {
    self.file = file
    count = section.count
    at = section.offset
    end = section.offset + section.size
  }

  mutating func next<Element>() throws(SnapshotProblem) -> StoredColumn<Element> {
    try next(count: count)
  }

  mutating func next<Element>(count: Int) throws(SnapshotProblem) -> StoredColumn<Element> {
    guard let array = file.array(of: Element.self, at: at, count: count) else {
      throw SnapshotProblem()
    }
    let size = count * MemoryLayout<Element>.stride
    at += SnapshotLayout.aligned(size)
    return StoredColumn(array)
  }

  func requireEnd() throws(SnapshotProblem) {
    guard at == end else { throw SnapshotProblem() }
  }
}
