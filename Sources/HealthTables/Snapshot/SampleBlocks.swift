import ByteTools
import JournalFile

/// What a snapshot tells of the rows of a type by blocks: a question about a few rows reads and
/// verifies only the blocks that may hold them.
struct SampleBlocks: Sendable {
  /// The rows of a block. A column of eight bytes a row then fills a page of memory.
  static let size = 512

  /// When the first of a block's live rows starts; the greatest number where none is live.
  private(set) var starts = StoredColumn<Int64>()
  /// When the last of them ends; the least number where none is live.
  private(set) var ends = StoredColumn<Int64>()
  /// Checksums of all columns of a block's rows.
  private(set) var sums = StoredColumn<UInt64>()

  /// How many blocks this many rows make.
  static func count(for rows: Int) -> Int { (rows + size - 1) / size }

  /// How many blocks there are.
  var count: Int { sums.count }

  /// The rows of a block of this many rows in all.
  static func rows(_ block: Int, of count: Int) -> Range<Int> {
    block * size..<min((block + 1) * size, count)
  }

  /// Whether a live row of a block may lie in a stretch of time.
  func mayTouch(_ block: Int, _ time: ClosedRange<Int64>) -> Bool {
    ends[block] >= time.lowerBound && starts[block] <= time.upperBound
  }

  // MARK: In a snapshot

  /// The blocks of some rows.
  init(of columns: SampleColumns) {
    for block in 0..<Self.count(for: columns.count) {
      var rows = SampleColumns()
      rows.append(copying: columns, Self.rows(block, of: columns.count))
      let live = (0..<rows.count).filter(rows.isLive)
      starts.append(live.lazy.map { rows.starts[$0] }.min() ?? .max)
      ends.append(live.lazy.map { rows.ends[$0] }.max() ?? .min)
      sums.append(rows.checksum(0..<rows.count))
    }
  }

  func write(to section: inout SnapshotSink) throws {
    try section.put(starts)
    try section.put(ends)
    try section.put(sums)
  }

  /// The blocks of a section.
  init(_ file: OwnedBytes, _ section: SnapshotSection) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    starts = try columns.next()
    ends = try columns.next()
    sums = try columns.next()
    try columns.requireEnd()
  }
}

extension SampleColumns {
  /// Appends rows of other columns, wherever they lie.
  mutating func append(copying other: SampleColumns, _ rows: Range<Int>) {
    extremes.append(copying: other.extremes, rows, stored: other.storedCount, at: count)
    uuids.append(copying: other.uuids, rows)
    starts.append(copying: other.starts, rows)
    ends.append(copying: other.ends, rows)
    values.append(copying: other.values, rows)
    sequences.append(copying: other.sequences, rows)
    contexts.append(copying: other.contexts, rows)
    flags.append(copying: other.flags, rows)
    for row in rows where !other.isLive(row) { deadCount += 1 }
  }

  /// A checksum of all columns of rows that lie in one piece.
  func checksum(_ rows: Range<Int>) -> UInt64 {
    var sum = Checksum64()
    sum.update(uuids.checksum(rows))
    sum.update(starts.checksum(rows))
    sum.update(ends.checksum(rows))
    sum.update(values.checksum(rows))
    sum.update(sequences.checksum(rows))
    sum.update(contexts.checksum(rows))
    sum.update(flags.checksum(rows))
    return sum.value
  }
}
