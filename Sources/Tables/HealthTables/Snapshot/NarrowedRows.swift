package import HealthEvents
package import HealthModel
import JournalFile

// Questions about a few rows of a snapshot. What is handed out has been verified block by block.

/// The samples of a type that a view is about.
package enum SampleScope: Sendable {
  /// The latest live sample.
  case latest
  /// The samples of some windows.
  case near([SampleWindow])

  /// The live rows that touch a span of time, in microseconds, and those that touch one of these.
  package static func touching(_ time: ClosedRange<Int64>) -> SampleScope {
    .near([SampleWindow(time)])
  }

  /// Returns true if this scope surely includes all samples of another scope.
  fileprivate func holds(_ other: SampleScope) -> Bool {
    switch (self, other) {
    case (.latest, .latest): true
    case (.near(let own), .near(let other)):
      own == other || own.count == 1 && other.allSatisfy { own[0].holds($0) }
    case (.latest, .near), (.near, .latest): false
    }
  }
}

/// A span of time, and lines whose samples a view asks for with those of the time.
///
/// Its samples are the live rows that touch the time, all rows of the lines, and the live rows that
/// touch the time from the first of these rows to the last.
package struct SampleWindow: Hashable, Sendable {
  /// The span in microseconds.
  fileprivate let time: ClosedRange<Int64>
  /// The numbers of the lines, ascending.
  fileprivate let lines: [UInt32]

  package init(_ time: ClosedRange<Int64>, lines: [UInt32] = []) {
    self.time = time
    self.lines = lines
  }

  fileprivate func holds(_ other: SampleWindow) -> Bool {
    time.lowerBound <= other.time.lowerBound && other.time.upperBound <= time.upperBound
      && (other.lines.isEmpty || lines == other.lines)
  }
}

/// Fewer samples of a type than there are: found when they are first asked for, once for all
/// copies.
final class NarrowedRows: Sendable {
  fileprivate let scope: SampleScope
  private let find: @Sendable () -> SampleColumns?
  private let found = Memo<SampleColumns?>()

  fileprivate init(_ scope: SampleScope, _ find: @escaping @Sendable () -> SampleColumns?) {
    (self.scope, self.find) = (scope, find)
  }

  /// Nil: they are not to be had without the others.
  var rows: SampleColumns? { found.value(find) }
}

/// The live samples of a type, each source and unit in a row.
package struct SourceGroups: Sendable {
  /// Samples that tell of the sources as all of them do: one that starts first of each source and
  /// unit, and others.
  package let rows: SampleColumns
  /// The number of samples that a row stands for.
  package private(set) var samples: [Int] = []
  /// The end of the last of these, in microseconds.
  package private(set) var lasts: [Int64] = []

  fileprivate init(rows: SampleColumns) { self.rows = rows }

  fileprivate mutating func add(_ samples: Int, until last: Int64) {
    self.samples.append(samples)
    lasts.append(last)
  }
}

extension HealthTables {
  /// Returns the same tables with fewer samples of the types with these numbers, for a view that is
  /// about a few of them.
  ///
  /// All samples that `scope` names are there, in their order; with windows, also the samples
  /// that describe the sources of the type as all of them do: one that starts first of each
  /// provenance and unit that live samples have, and what `SharedName` depends on. Others may be
  /// there too, and the rows have other numbers: a view may ask for these samples only. Tables that
  /// are narrow enough stay as they are, so views that share them read each type once.
  package func narrowed(to types: [Int], _ scope: SampleScope) -> HealthTables {
    guard parts.base != nil else { return self }
    var narrowed = self
    if narrowedRows.isEmpty { narrowed.narrowedRows = samples.map { _ in nil } }
    for type in types where type < samples.count && sight?.rows[type] == nil {
      if let known = narrowedRows(of: type), known.scope.holds(scope) { continue }
      narrowed.narrowedRows[type] = NarrowedRows(scope) { self.rows(of: type, scope) }
    }
    return narrowed
  }

  /// The same tables with all samples.
  package var withAllSamples: HealthTables {
    var all = self
    all.narrowedRows = []
    return all
  }

  /// Returns the rows that replace those of the type with this number; nil if all of them are read.
  func narrowedRows(of type: Int) -> NarrowedRows? {
    type < narrowedRows.count ? narrowedRows[type] : nil
  }

  /// Returns the rows of a type for a scope; nil if they cannot be read without the others.
  private func rows(of type: Int, _ scope: SampleScope) -> SampleColumns? {
    let (columns, late) = (samples[type], lateFlags[type])
    // Where all rows of the type were read, their flags may have been copied and changed.
    guard columns.storedCount > 0, columns.storedCount == columns.flags.base.count,
      let base = parts.base
    else { return nil }
    let marked = base.marked(of: type, late)
    var rows = SampleColumns()
    if case .latest = scope, !base.isPast, let marked {
      for row in 0..<marked.count where marked.marks[row].contains(.latest) {
        rows.append(copying: marked.rows, row..<row + 1)
      }
    } else {
      guard let blocks = base.blocks(of: type), let unread = base.unreadRows(of: type, late)
      else { return nil }
      let nearby = NearbyRows(columns, unread, blocks)
      switch scope {
      case .latest:
        guard let latest = nearby.latest() else { return nil }
        for row in latest { rows.append(copying: unread.columns, row..<row + 1) }
      case .near(let windows):
        guard let marked, !needsAllRows(columns, marked),
          let near = nearby.rows(near: windows)
        else { return nil }
        rows.append(near, of: unread.columns, and: marked)
      }
    }
    rows.append(copying: columns, columns.storedCount..<columns.count)
    rows.known = vocabulary.contexts.all
    return rows
  }

  /// Returns the samples of a type that any line may have let count near some time; nil if only all
  /// samples tell the sources of every line, or if objects were reverted.
  ///
  /// - Parameter time: the span in microseconds.
  package func pastSamples(of name: String, near time: ClosedRange<Int64>) -> PastSamples? {
    let past = pastSamples(of: name) { $0.rows(near: [SampleWindow(time)]) }
    // Which of them a correlation held at a line, they do not tell.
    return past.flatMap { past in
      past.rows.flags.contains { $0.contains(.member) } ? nil : past
    }
  }

  /// Returns the samples of a type that lines after one saved, and those of some numbers; nil as in
  /// `pastSamples(of:near:)`.
  package func pastSamples(
    of name: String, after line: UInt64, and numbers: [Int]
  ) -> PastSamples? {
    pastSamples(of: name) { $0.rows(savedAfter: line, and: numbers) }
  }

  /// Returns the numbers of the samples with some uuids, by the numbers of their types.
  package func sampleNumbers(of uuids: some Sequence<ObjectUUID>) -> [Int: [Int]] {
    let rowIDs = uuids.flatMap(rowIDs).filter { $0.table != UUIDIndex.RowID.others }
    return Dictionary(grouping: rowIDs) { Int($0.table) }.mapValues { $0.map { Int($0.row) } }
  }

  private func pastSamples(
    of name: String, _ find: (consuming NearbyRows) -> [Int]?
  ) -> PastSamples? {
    guard completeLadder != nil, lines.counts[.revert] == 0, let base = parts.base, !base.isPast,
      let type = types.number(of: name).map({ Int($0) }), type < samples.count
    else { return nil }
    let (columns, late) = (samples[type], lateFlags[type])
    guard columns.storedCount > 0, columns.storedCount == columns.flags.base.count,
      let marked = base.marked(of: type, late)?
        .past(upTo: columns.storedCount, ChangedFlags(nil, nil)),
      let blocks = base.blocks(of: type), let unread = base.unreadRows(of: type, late),
      let near = find(NearbyRows(columns, unread, blocks, withDead: true))
    else { return nil }
    var rows = SampleColumns()
    rows.append(near, of: unread.columns, and: marked)
    let numbers = Set(near + marked.numbers.map { Int($0) }).sorted()
    let new = columns.storedCount..<columns.count
    rows.append(copying: columns, new)
    rows.known = vocabulary.contexts.all
    let areNamed = (0..<rows.count).contains { isOfNamedDevice(rows.provenance($0)) }
    return areNamed ? nil : PastSamples(type: type, rows, numbers + new)
  }

  /// Returns the samples of the type with this number by their sources; nil if all rows must be
  /// read for it.
  package func sourceGroups(of type: Int) -> SourceGroups? {
    guard sight?.rows[type] == nil, type < samples.count, let base = parts.base, !base.isPast,
      lateFlags[type] == nil, let marked = base.marked(of: type, nil),
      let rows = rows(of: type, .near([]))
    else { return nil }
    var groups = SourceGroups(rows: rows)
    for row in 0..<marked.count where marked.marks[row].contains(.sources) {
      groups.add(Int(marked.samples[row]), until: marked.lasts[row])
    }
    for row in groups.samples.count..<rows.count {
      groups.add(rows.isLive(row) ? 1 : 0, until: rows.ends[row])
    }
    return groups
  }

  /// Returns true if only all rows of a type can separate its sources: lines since the snapshot may
  /// have given one name to several devices, or some rows of such a name state no device.
  private func needsAllRows(_ columns: SampleColumns, _ marked: SummaryRows) -> Bool {
    var known = SampleColumns()
    for row in 0..<marked.count where marked.marks[row].contains(.sources) {
      known.append(copying: marked.rows, row..<row + 1)
    }
    let stored = known.count
    known.append(copying: columns, columns.storedCount..<columns.count)
    known.known = vocabulary.contexts.all
    // At an earlier line, the last rows of devices are not known.
    if parts.base?.isPast ?? false {
      return (0..<known.count).contains { isOfNamedDevice(known.provenance($0)) }
    }
    let names = sharedNames(known.times(count: provenances.count))
    return zip(names, known.spans(of: names)).contains { name, spans in
      if name.overlap(order(spans)) != nil { return name.hasOthers }
      return spans.contains { $0.row >= stored }
    }
  }

  /// Opens the rows of some types, as far as their reader sees them and a view is about them.
  ///
  /// - Parameter names: their identifiers; nil: of all types.
  /// - Throws: `JournalError`, or what the system threw, where a part of the snapshot is not what
  ///   was written and the lines before it cannot be read either.
  package func read(types names: [String]?) throws {
    guard parts.base != nil else { return }
    guard let names else { return try sampleTypes.forEach(read) }
    for name in names {
      if let number = types.number(of: name), number < samples.count { try read(Int(number)) }
    }
  }

  /// Opens the rows of the type with this number.
  ///
  /// - Throws: as `read(types:)`.
  func read(_ number: Int) throws {
    if let few = narrowedRows(of: number), few.rows != nil { return }
    if sight?.rows[number] == nil { try readAllRows(number) }
  }

  /// Reads the rows of the type with this number.
  ///
  /// - Throws: the errors of `read(types:)`.
  func readColumns(_ number: Int) throws -> SampleColumns {
    try read(number)
    return columns(number)
  }

  /// Opens the rows of a type, also those that the reader may not see.
  func readAllRows(_ number: Int) throws {
    if samples[number].storedCount > 0 { try parts.base?.open(type: number) }
  }

  /// Opens the objects that are no samples, and what links objects.
  ///
  /// - Throws: as `read(types:)`.
  package func readObjects() throws {
    if sight == nil { try readLinks() }
  }

  private func readLinks() throws {
    if parts.links.isUnchanged { try parts.base?.openLinks() }
  }

  /// Opens the owner's decisions.
  ///
  /// - Throws: as `read(types:)`.
  package func readDecisions() throws {
    if parts.rights.isUnchanged { try parts.base?.openRights() }
  }

  /// Opens the decisions and links that rules ask for.
  ///
  /// - Throws: as `read(types:)`.
  package func readRules() throws {
    try readDecisions()
    try readLinks()
  }

  /// Opens everything, and requires that what was asked for before could be read.
  ///
  /// - Throws: as `read(types:)`.
  package func readAll() throws {
    try readRules()
    try sampleTypes.forEach(readAllRows)
    try requireReadable()
  }

  /// Opens the data about an object: then `facts`, `line` and `isRemoved` are known.
  ///
  /// - Throws: the errors of `read(types:)`.
  package func read(_ uuid: ObjectUUID) throws {
    guard let base = parts.base, let frozen = index.frozen else { return }
    let rowIDs =
      base.vouches(for: uuid) ? frozen.candidates(for: uuid) : base.replayedRowIDs(of: uuid)
    for rowID in rowIDs {
      if rowID.table == UUIDIndex.RowID.others {
        try readLinks()
      } else if rowID.table < samples.count, singleRow(at: rowID) == nil {
        try readAllRows(Int(rowID.table))
      }
    }
    try base.requireReadable()
  }

  /// Requires that all that was asked of tables that were not opened could be read; to be called
  /// after a decision was made and before it counts.
  ///
  /// - Throws: as `read(types:)`.
  package func requireReadable() throws { try parts.base?.requireReadable() }

  /// Has answers go out without `requireReadable`: what they are made of is opened first.
  ///
  /// - Throws: as `requireReadable`.
  func beginReading() throws { try parts.base?.beginReading() }

  /// Has answers go out after `requireReadable`.
  package func beginDeciding() { parts.base?.beginDeciding() }
}

/// Finds rows of a snapshot by their time and lines, in blocks that it verifies first.
private struct NearbyRows {
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
    for block in touched where !load(block) { return nil }
    let all = first < count ? rows(of: first).lowerBound..<columns.storedCount : 0..<0
    let new = all.partitioningIndex { UInt64(unread.columns.sequences[$0]) > line }
    return Set(stored).union(new..<all.upperBound).sorted()
  }

  /// Returns the live stored rows that end last, ascending; nil if a block is not what was written.
  consuming func latest() -> [Int]? {
    var (found, end) = ([Int](), Int64.min)
    for block in (0..<count).sorted(by: { blocks.ends[$0] > blocks.ends[$1] }) {
      if blocks.ends[block] < end { break }
      guard load(block) else { return nil }
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
    // One by one, blocks take longer to read.
    if touched > count / 4, unread.loadAll() { isSound = Array(repeating: true, count: count) }
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
    for block in 0..<count
    where times.isTouched(from: blocks.starts[block], to: blocks.ends[block]) {
      guard load(block) else { return nil }
      for row in rows(of: block)
      where (withDead || unread.columns.isLive(row))
        && times.isTouched(from: unread.columns.starts[row], to: unread.columns.ends[row])
      {
        found.append(row)
      }
    }
    return found
  }

  /// Reads a block unless it has been read; false if it is not what was written.
  private mutating func load(_ block: Int) -> Bool {
    if isSound[block] { return true }
    isSound[block] = unread.load(block: block, sum: blocks.sums[block])
    return isSound[block]
  }

  // MARK: Lines

  /// Returns the stored rows that a line saved; nil if a block is not what was written. Rows are in
  /// the order of lines.
  private mutating func rows(savedBy line: UInt32) -> Range<Int>? {
    let first = (0..<count).partitioningIndex { blocks.lines[$0] >= line }
    guard first < count else { return columns.storedCount..<columns.storedCount }
    var last = first
    guard load(first) else { return nil }
    while last + 1 < count, blocks.lines[last] == line {
      last += 1
      guard load(last) else { return nil }
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
  /// Returns the same time in spans that ascend and do not touch each other.
  fileprivate func merged() -> Self {
    var merged: Self = []
    for time in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, time.lowerBound <= last.upperBound {
        let end = Swift.max(last.upperBound, time.upperBound)
        merged[merged.count - 1] = last.lowerBound...end
      } else {
        merged.append(time)
      }
    }
    return merged
  }

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
  fileprivate mutating func append(
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

// A reader opens a part of the tables before it asks it: then the snapshot's part has been
// verified, or a replay of the lines is in its place.

extension ReplayedJournal {
  /// Returns whether a line has deleted or replaced an object.
  ///
  /// - Throws: what reading its row throws.
  package func isRemoved(_ uuid: ObjectUUID) throws -> Bool {
    try tables.read(uuid)
    return tables.isRemoved(uuid)
  }

  /// Returns the known facts of an object; nil: it was never saved.
  ///
  /// - Throws: what reading its row throws.
  package func facts(of uuid: ObjectUUID) throws -> ObjectFacts? {
    try tables.read(uuid)
    return tables.facts(of: uuid)
  }

  /// Returns the line that saved an object; nil if none did.
  ///
  /// - Throws: the errors of reading its row.
  package func line(of uuid: ObjectUUID) throws -> UInt64? {
    try tables.read(uuid)
    return tables.line(of: uuid)
  }
}
