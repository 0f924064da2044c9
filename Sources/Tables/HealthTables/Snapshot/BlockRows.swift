import ByteTools
import HealthModel
import JournalFile

// Rows of a snapshot that are read and verified block by block.

/// The rows of a type in a snapshot, read and verified block by block for one question.
struct UnreadRows {
  /// The rows; those of blocks that have not been read are not to be asked for.
  let columns: SampleColumns
  private let file: SnapshotFile
  private let section: SnapshotSection
  private let limits: SnapshotLimits
  private let changed: ChangedFlags
  /// The number of rows that count; later ones are those of lines after a cut.
  private let counted: Int

  init?(
    _ owner: SnapshotFile, _ section: SnapshotSection, extremes: SnapshotSection,
    _ limits: SnapshotLimits, _ changed: ChangedFlags, counted: Int
  ) {
    guard let file = SnapshotFile(again: owner), file.loadSound(extremes),
      let columns = try? SampleColumns(file.bytes, section, extremes: extremes),
      columns.extremes.fit(section.count)
    else { return nil }
    (self.columns, self.file, self.section, self.limits) = (columns, file, section, limits)
    (self.changed, self.counted) = (changed, counted)
  }

  /// Reads the rows of blocks that follow one another; whether they are what was written.
  func load(_ blocks: Range<Int>, _ sums: StoredColumn<UInt64>) -> Bool {
    let rows = blocks.lowerBound * SampleBlocks.size..<blocks.upperBound * SampleBlocks.size
    return file.load(rows.clamped(to: 0..<section.count), of: section)
      && blocks.allSatisfy { isSound($0, sum: sums[$0]) }
  }

  private func isSound(_ block: Int, sum: UInt64) -> Bool {
    let rows = SampleBlocks.rows(block, of: section.count)
    guard columns.checksum(rows) == sum else { return false }
    let counted = rows.clamped(to: 0..<self.counted)
    var own = SampleColumns()
    own.append(copying: columns, counted)
    guard limits.allow(own, count: counted.count) else { return false }
    change(counted)
    return true
  }

  /// Gives rows that were read the flags that they have now.
  private func change(_ rows: Range<Int>) {
    for row in changed.changed(of: rows) {
      let flags = changed.flags(of: row, now: columns.flags[Int(row)])
      file.fill(Int(row)..<Int(row) + 1, of: section, with: [flags])
    }
  }
}

/// The rows of a type in a snapshot, to be asked for one by one: each is read with its block.
struct SingleRows {
  /// The identity, line, context and state of a row.
  struct Row {
    let uuid: ObjectUUID
    let sequence: UInt32
    let context: UInt32
    var flags: SampleRow.Flags
  }

  private let unread: UnreadRows
  private let blocks: SampleBlocks
  /// By the number of the block; nil: it has not been read.
  private var isSound: [Bool?]

  init(_ unread: UnreadRows, _ blocks: SampleBlocks) {
    self.unread = unread
    self.blocks = blocks
    isSound = Array(repeating: nil, count: blocks.count)
  }

  /// Returns a row; nil if its block is not what was written.
  mutating func row(_ row: Int) -> Row? {
    let columns = unread.columns
    guard row < columns.count else { return nil }
    let block = row / SampleBlocks.size
    let isRead = isSound[block] ?? unread.load(block..<block + 1, blocks.sums)
    isSound[block] = isRead
    guard isRead else { return nil }
    return Row(
      uuid: columns.uuids[row], sequence: columns.sequences[row], context: columns.contexts[row],
      flags: columns.flags[row])
  }
}

/// Finds rows of a snapshot by their time and lines, in blocks that it verifies first.
struct NearbyRows {
  /// The number of blocks that are cheap to read and to copy.
  private static let fewBlocks = 64

  /// All rows of the type; only those that came since the snapshot are read from here.
  private let columns: SampleColumns
  private let unread: UnreadRows
  private let blocks: SampleBlocks
  /// The number of blocks with rows that count.
  private let count: Int
  /// True if dead rows are found too.
  private let withDead: Bool
  private var isSound: [Bool]

  init(
    _ columns: SampleColumns, _ unread: UnreadRows, _ blocks: SampleBlocks,
    withDead: Bool = false
  ) {
    self.withDead = withDead
    self.columns = columns
    self.unread = unread
    self.blocks = blocks
    count = SampleBlocks.count(for: columns.storedCount)
    isSound = Array(repeating: false, count: count)
  }

  /// Returns the stored rows that lines after one saved, and those of some numbers, ascending; nil
  /// as `rows(near:)`.
  consuming func rows(savedAfter line: UInt64, and numbers: [Int]) -> [Int]? {
    let first = (0..<count).partitioningIndex { UInt64(blocks.lines[$0]) > line }
    let stored = numbers.filter { $0 < columns.storedCount }
    let touched = Set(stored.map { $0 / SampleBlocks.size }).union(first..<count)
    if touched.count > Self.fewBlocks, touched.count * 5 > count * 2 { return nil }
    guard load(touched.sorted()) else { return nil }
    let all = first < count ? rows(of: first).lowerBound..<columns.storedCount : 0..<0
    let new = all.partitioningIndex { UInt64(unread.columns.sequences[$0]) > line }
    return Set(stored).union(new..<all.upperBound).sorted()
  }

  /// Returns the live stored rows that end last, ascending; nil if a block is not what was written.
  consuming func latest() -> [Int]? {
    var (found, end) = ([Int](), Int64.min)
    for block in (0..<count).sorted(by: { blocks.ends[$0] > blocks.ends[$1] }) {
      if blocks.ends[block] < end { break }
      guard load([block]) else { return nil }
      for row in rows(of: block) where unread.columns.isLive(row) && unread.columns.ends[row] >= end
      {
        if unread.columns.ends[row] > end { (found, end) = ([], unread.columns.ends[row]) }
        found.append(row)
      }
    }
    return found.sorted()
  }

  /// Returns the stored rows of some windows, ascending; nil if a block is not what was written, or
  /// if most of many blocks would be read.
  consuming func rows(near windows: [SampleWindow]) -> [Int]? {
    var times = windows.map(\.time)
    let all = times.merged()
    let touched = (0..<count).count {
      all.isTouched(from: blocks.starts[$0], to: blocks.ends[$0])
    }
    // To copy a large part of the rows costs more than a look at all of them.
    if touched > Self.fewBlocks, touched * 5 > count * 2 { return nil }
    var saved: [Int] = []
    let lines = windows.indices.flatMap { index in windows[index].lines.map { ($0, index) } }
    for (line, index) in lines {
      guard let rows = rows(savedBy: line) else { return nil }
      for row in rows where unread.columns.isLive(row) {
        times[index].widen(to: row, of: unread.columns)
      }
      for row in newRows(savedBy: line) where columns.isLive(row) {
        times[index].widen(to: row, of: columns)
      }
      saved += rows
    }
    guard let found = rows(touching: times.merged()) else { return nil }
    return saved.isEmpty ? found : Set(found + saved).sorted()
  }

  /// Returns the live rows that touch one of some spans of time, and those that touch one of these.
  private mutating func rows(touching times: [ClosedRange<Int64>]) -> [Int]? {
    guard let found = find(touching: times) else { return nil }
    var near = times
    for row in found { near.append(row, of: unread.columns, beyond: times) }
    for row in columns.storedCount..<columns.count where withDead || columns.isLive(row) {
      near.append(row, of: columns, beyond: times)
    }
    return near.count == times.count ? found : find(touching: near.merged())
  }

  private mutating func find(touching times: [ClosedRange<Int64>]) -> [Int]? {
    var found: [Int] = []
    let touched = (0..<count).filter {
      times.isTouched(from: blocks.starts[$0], to: blocks.ends[$0])
    }
    guard load(touched) else { return nil }
    for block in touched {
      for row in rows(of: block)
      where (withDead || unread.columns.isLive(row))
        && times.isTouched(from: unread.columns.starts[row], to: unread.columns.ends[row])
      {
        found.append(row)
      }
    }
    return found
  }

  /// Reads blocks unless they have been read, those that follow one another in one go; false if one
  /// is not what was written.
  private mutating func load(_ wanted: [Int]) -> Bool {
    let unreadBlocks = wanted.filter { !isSound[$0] }.map { $0..<$0 + 1 }
    for blocks in RangeSet(unreadBlocks).ranges {
      guard unread.load(blocks, self.blocks.sums) else { return false }
      for block in blocks { isSound[block] = true }
    }
    return true
  }

  // MARK: Lines

  /// Returns the stored rows that a line saved; nil if a block is not what was written. Rows are in
  /// the order of lines.
  private mutating func rows(savedBy line: UInt32) -> Range<Int>? {
    let first = (0..<count).partitioningIndex { blocks.lines[$0] >= line }
    guard first < count else { return columns.storedCount..<columns.storedCount }
    var last = first
    guard load([first]) else { return nil }
    while last + 1 < count, blocks.lines[last] == line {
      last += 1
      guard load([last]) else { return nil }
    }
    let all = rows(of: first).lowerBound..<rows(of: last).upperBound
    let start = all.partitioningIndex { unread.columns.sequences[$0] >= line }
    let own = (start..<all.upperBound).prefix { unread.columns.sequences[$0] == line }
    return start..<start + own.count
  }

  private func rows(of block: Int) -> Range<Int> {
    SampleBlocks.rows(block, of: columns.storedCount)
  }

  /// Returns the rows since the snapshot that a line saved.
  private func newRows(savedBy line: UInt32) -> Range<Int> {
    let all = columns.storedCount..<columns.count
    let first = all.partitioningIndex { columns.sequences[$0] >= line }
    return first..<(first..<all.upperBound).partitioningIndex { columns.sequences[$0] > line }
  }
}

extension ClosedRange<Int64> {
  /// Adds the time of a row, and all time up to it.
  fileprivate mutating func widen(to row: Int, of columns: SampleColumns) {
    self =
      Swift.min(lowerBound, columns.starts[row])...Swift.max(upperBound, columns.ends[row])
  }
}

extension [ClosedRange<Int64>] {
  /// Returns true if a span touches one of these, which are merged.
  fileprivate func isTouched(from start: Int64, to end: Int64) -> Bool {
    let first = indices.partitioningIndex { self[$0].upperBound >= start }
    return first < count && self[first].lowerBound <= end
  }

  /// Appends the span of a row that touches some of these times, which are merged, and does not
  /// lie in them.
  fileprivate mutating func append(_ row: Int, of columns: SampleColumns, beyond times: Self) {
    let (start, end) = (columns.starts[row], columns.ends[row])
    let first = times.indices.partitioningIndex { times[$0].upperBound >= start }
    guard first < times.count, times[first].lowerBound <= end else { return }
    if times[first].lowerBound > start || times[first].upperBound < end {
      append(start...Swift.max(start, end))
    }
  }
}

extension SampleColumns {
  /// Appends rows of other columns and, among them in their order, those that tell of the sources.
  mutating func append(
    _ rows: [Int], of columns: SampleColumns, and marked: SummaryRows
  ) {
    reserve(rows.count + marked.count)
    var copied = 0
    for index in 0..<marked.count where marked.marks[index].contains(.sources) {
      let number = marked.numbers[index]
      let next = (copied..<rows.count).partitioningIndex { rows[$0] >= number }
      append(copying: columns, rows[copied..<next])
      copied = next
      if copied < rows.count, rows[copied] == number { continue }
      append(copying: marked.rows, index..<index + 1)
    }
    append(copying: columns, rows[copied...])
  }

  /// Appends rows of other columns; those that follow one another in one piece.
  private mutating func append(copying other: SampleColumns, _ rows: ArraySlice<Int>) {
    var start = rows.startIndex
    while start < rows.endIndex {
      var end = start + 1
      while end < rows.endIndex, rows[end] == rows[end - 1] + 1 { end += 1 }
      append(copying: other, rows[start]..<rows[end - 1] + 1)
      start = end
    }
  }
}
