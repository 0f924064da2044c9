import ByteTools
import HealthModel
import JournalFile

/// The description of the rows of a type by blocks in a snapshot: a question about a few rows reads
/// and verifies only the blocks that may hold them.
struct SampleBlocks: Sendable {
  /// The rows of a block. A column of eight bytes a row then fills a page of memory.
  static let size = 512

  /// The start of the first of each block's rows, whether it is live now or not.
  private(set) var starts = StoredColumn<Int64>()
  /// The end of the last of each block's rows.
  private(set) var ends = StoredColumn<Int64>()
  /// The number of the line that saved the last of each block's rows.
  private(set) var lines = StoredColumn<UInt32>()
  /// Checksums of all columns of a block's rows.
  private(set) var sums = StoredColumn<UInt64>()

  /// Returns the number of blocks that this many rows make.
  static func count(for rows: Int) -> Int { (rows + size - 1) / size }

  /// The number of blocks.
  var count: Int { sums.count }

  /// Returns the rows of a block of this many rows in all.
  static func rows(_ block: Int, of count: Int) -> Range<Int> {
    block * size..<min((block + 1) * size, count)
  }

  // MARK: In a snapshot

  /// Creates the blocks of some rows.
  init(of columns: SampleColumns) {
    for block in 0..<Self.count(for: columns.count) {
      var rows = SampleColumns()
      rows.append(copying: columns, Self.rows(block, of: columns.count))
      starts.append(rows.starts.min() ?? .max)
      ends.append(rows.ends.max() ?? .min)
      lines.append(rows.sequences[rows.count - 1])
      sums.append(rows.checksum(0..<rows.count))
    }
  }

  func write(to section: inout SnapshotSink) throws {
    try section.put(starts)
    try section.put(ends)
    try section.put(sums)
    try section.put(lines)
  }

  /// Reads the blocks of a section.
  init(_ file: OwnedBytes, _ section: SnapshotSection) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    starts = try columns.next()
    ends = try columns.next()
    sums = try columns.next()
    lines = try columns.next()
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

  /// Returns a checksum of all columns of rows that lie in one piece.
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

  /// Returns the live row that ends last for each provenance that states a device and no bundle,
  /// and two rows that overlap for each name of several devices. These rows show if there are such
  /// names, also together with rows that come later.
  fileprivate func deviceRows(in tables: HealthTables) -> [Int] {
    let times = times(count: tables.provenances.count)
    // The row in which each provenance ends.
    var lasts = [Int](repeating: -1, count: times.count)
    for row in 0..<count where isLive(row) {
      let number = Int(provenance(row))
      if times[number]?.upperBound == ends[row] { lasts[number] = row }
    }
    let names = tables.sharedNames(times)
    let overlaps = zip(names, spans(of: names)).compactMap { name, spans in
      name.overlap(tables.order(spans))
    }
    return lasts.indices.filter { lasts[$0] >= 0 && tables.isOfNamedDevice(UInt32($0)) }
      .map { lasts[$0] }
      + overlaps.flatMap { [$0.0, $0.1] }
  }

  /// Returns the facts of the rows of each provenance and unit.
  ///
  /// - Parameter changed: the rows that were dead at some line, and live before it or after it.
  fileprivate func groups(changed: Set<Int>) -> [GroupFacts] {
    var indices: [RowGroup: Int] = [:]
    var groups: [GroupFacts] = []
    var recent: (context: UInt32, flags: SampleRow.Flags, index: Int)?
    for row in 0..<count {
      // Most rows have the group of the row before: to make the group of each row would cost more
      // than everything else here.
      let (context, flags) = (contexts[row], flags[row])
      if recent?.context != context || recent?.flags != flags {
        let group = RowGroup(self, row)
        let index = indices[group] ?? groups.count
        if index == groups.count {
          indices[group] = index
          groups.append(GroupFacts())
        }
        recent = (context, flags, index)
      }
      guard let index = recent?.index else { continue }
      groups[index].add(row, starts[row], ends[row], isLive: isLive(row)) {
        changed.contains(row)
      }
    }
    return groups
  }

  /// Returns the rows that are dead, or that were at some line.
  fileprivate func changedRows(_ ladder: Ladder, _ type: Int) -> Set<Int> {
    var changed = Set((0..<count).lazy.filter { !isLive($0) })
    for change in ladder.tables[type].changes {
      if change.isOfLines {
        changed.formUnion(rows(of: ladder.lines(of: change)).joined())
      } else {
        changed.insert(Int(change.row))
      }
    }
    return changed
  }

  fileprivate func latestRow() -> Int? {
    var latest: Int?
    for row in 0..<count where isLive(row) {
      if let known = latest {
        let (one, other) = ((ends[row], starts[row]), (ends[known], starts[known]))
        if one == other ? isRecorded(row, before: known) : one < other { continue }
      }
      latest = row
    }
    return latest
  }

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

  /// The number of bytes that a row has in each column, in that order.
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

  /// Reads the rows of a section, and what they state of series in another.
  init(
    _ file: OwnedBytes, _ section: SnapshotSection, extremes: SnapshotSection
  ) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    try self.init(&columns, dead: section.dead)
    try columns.requireEnd()
    self.extremes = try SeriesExtremes(file, extremes)
  }

  /// Reads the columns that come next in a section.
  init(_ columns: inout SectionColumns, dead: Int) throws(SnapshotProblem) {
    self.init(
      uuids: try columns.next(), starts: try columns.next(), ends: try columns.next(),
      values: try columns.next(), sequences: try columns.next(), contexts: try columns.next(),
      flags: try columns.next(), deadCount: dead)
  }
}

/// The few rows of a type that questions about other rows need too. A snapshot holds a second copy
/// of them, so that such a question does not have to read the blocks in which they lie.
struct SummaryRows: Sendable {
  /// The reason why a row is among them.
  struct Marks: OptionSet, Sendable, BitwiseCopyable {
    let rawValue: UInt8
    /// The mark of a live row that determines the sources of the type, their order and their units.
    static let sources = Marks(rawValue: 1)
    /// The live row that ends last; of several the one that starts last, of those the last one.
    static let latest = Marks(rawValue: 2)
    /// The mark of a row that was the first of its provenance and unit after some line.
    static let past = Marks(rawValue: 4)
  }

  /// The most rows with the mark `past`, beside one of 64. Where there are more, none has it.
  private static let mostPast = 256

  /// The rows, in their order.
  private(set) var rows = SampleColumns()
  /// The numbers of the rows, ascending.
  private(set) var numbers = StoredColumn<UInt32>()
  /// The reason why each row is there.
  private(set) var marks = StoredColumn<Marks>()
  /// The number of live rows with the provenance and unit of a row, and what the last of them ends
  /// at; 0 where another row, which starts first of them, has these.
  private(set) var samples = StoredColumn<UInt32>()
  private(set) var lasts = StoredColumn<Int64>()

  var count: Int { numbers.count }

  // MARK: In a snapshot

  /// Creates the summary rows of the rows of a type.
  ///
  /// - Parameter ladder: the changes that rows went through.
  init(of columns: SampleColumns, type: Int, _ ladder: Ladder, in tables: HealthTables) {
    let groups = columns.groups(changed: columns.changedRows(ladder, type))
    let firsts = Dictionary(
      groups.lazy.filter { $0.samples > 0 }.map { ($0.first, $0) }
    ) { first, _ in first }
    var found: [Int: Marks] = [:]
    for row in firsts.keys + columns.deviceRows(in: tables) { found[row] = .sources }
    let past = groups.flatMap(\.past)
    if past.count <= Self.mostPast + columns.count / 64 {
      for row in past { found[row, default: []].insert(.past) }
    }
    var ordered = columns
    ordered.recordings = tables.recordings
    if let latest = ordered.latestRow() { found[latest, default: []].insert(.latest) }
    for (row, marks) in found.sorted(by: { $0.key < $1.key }) {
      let group = firsts[row]
      append(columns, row, marks, samples: group?.samples ?? 0, last: group?.last ?? 0)
    }
  }

  private init() {}

  private mutating func append(
    _ columns: SampleColumns, _ row: Int, number: UInt32? = nil, _ marks: Marks,
    samples: UInt32, last: Int64
  ) {
    rows.append(copying: columns, row..<row + 1)
    numbers.append(number ?? UInt32(row))
    self.marks.append(marks)
    self.samples.append(samples)
    lasts.append(last)
  }

  /// Returns the same rows; nil if lines have changed one of them, or brought others back.
  func unchanged(by late: LateFlags?) -> SummaryRows? {
    guard let late else { return self }
    return late.revives || numbers.contains { late.flags[$0] != nil } ? nil : self
  }

  /// Returns the rows that tell of the sources as an earlier line left them, dead ones among them;
  /// nil if these are not known.
  ///
  /// - Parameters:
  ///   - end: the number of the rows at that line.
  ///   - changed: the flags at that line.
  func past(upTo end: Int, _ changed: ChangedFlags) -> SummaryRows? {
    guard marks.contains(where: { $0.contains(.past) }) else { return nil }
    var past = SummaryRows()
    for (row, number) in numbers.enumerated()
    where number < end && !marks[row].isDisjoint(with: [.sources, .past]) {
      var own = SampleColumns()
      own.append(copying: rows, row..<row + 1)
      own.setFlags(0, changed.flags(of: number, now: own.flags[0]))
      past.append(own, 0, number: number, .sources, samples: 0, last: 0)
    }
    return past
  }

  func write(to section: inout SnapshotSink) throws {
    try rows.write(to: &section)
    let extremes = (0..<rows.count).map { rows.extremes[$0] }
    try section.put(StoredColumn(tail: extremes.map { $0?.least ?? .nan }))
    try section.put(StoredColumn(tail: extremes.map { $0?.greatest ?? .nan }))
    try section.put(numbers)
    try section.put(marks)
    try section.put(samples)
    try section.put(lasts)
  }

  /// Reads the rows of a section.
  init(_ file: OwnedBytes, _ section: SnapshotSection) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    rows = try SampleColumns(&columns, dead: 0)
    rows.deadCount = rows.flags.count { $0.contains(.dead) }
    rows.extremes = try SeriesExtremes(next: &columns)
    numbers = try columns.next()
    marks = try columns.next()
    samples = try columns.next()
    lasts = try columns.next()
    try columns.requireEnd()
  }
}

/// The facts of the rows of a provenance and unit, by which the sources of a type are told.
private struct GroupFacts {
  /// The number of the live row that starts first.
  var first = -1
  private var firstStart = Int64.max
  /// The number of live rows.
  var samples: UInt32 = 0
  /// The end of the last live row.
  var last = Int64.min
  /// The rows that were the first live one after some line, or may have been.
  var past: [Int] = []
  /// The start of the first of the rows that were always live.
  private var lasting = Int64.max

  mutating func add(
    _ row: Int, _ start: Int64, _ end: Int64, isLive: Bool, wasChanged: () -> Bool
  ) {
    if start < lasting {
      past.append(row)
      if !wasChanged() { lasting = start }
    }
    guard isLive else { return }
    samples += 1
    last = max(last, end)
    if start < firstStart { (first, firstStart) = (row, start) }
  }
}

/// The key by which `groups` groups rows.
private struct RowGroup: Hashable {
  var provenance: UInt32
  var unit: UInt32
  var flags: UInt8

  init(_ columns: SampleColumns, _ row: Int) {
    let flags = columns.flags[row].intersection([.userEntered, .category])
    let common = columns.known[Int(columns.contexts[row])]
    provenance = common.provenance
    unit = flags.contains(.category) ? SampleRow.none : common.unit
    self.flags = flags.rawValue
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
