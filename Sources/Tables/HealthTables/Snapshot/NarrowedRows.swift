package import HealthEvents
package import HealthModel
import JournalFile

// Questions about a few rows of a snapshot. What is handed out has been verified block by block.

/// The samples of a type that a view is about.
package enum SampleScope: Sendable {
  /// The latest live sample.
  case latest
  /// The live ones that touch a stretch of time, in microseconds, and those that touch one of
  /// these.
  case touching(ClosedRange<Int64>)

  /// Returns true if this scope includes all samples of another scope.
  fileprivate func holds(_ other: SampleScope) -> Bool {
    switch (self, other) {
    case (.latest, .latest): true
    case (.touching(let time), .touching(let other)):
      time.lowerBound <= other.lowerBound && other.upperBound <= time.upperBound
    case (.latest, .touching), (.touching, .latest): false
    }
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

extension HealthTables {
  /// Returns the same tables with fewer samples of the types with these numbers, for a view that is
  /// about a few of them.
  ///
  /// All samples that `scope` names are there, in their order; with `touching`, also the samples
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

  /// Returns the rows that replace those of the type with this number; nil if all of them are read.
  func narrowedRows(of type: Int) -> NarrowedRows? {
    type < narrowedRows.count ? narrowedRows[type] : nil
  }

  /// Returns the rows of a type for a scope; nil if they cannot be read without the others.
  private func rows(of type: Int, _ scope: SampleScope) -> SampleColumns? {
    let columns = samples[type]
    // Lines after the snapshot may have taken rows out of it: then their flags were copied.
    guard columns.storedCount > 0, columns.storedCount == columns.flags.base.count,
      let base = parts.base, let marked = base.marked(of: type)
    else { return nil }
    var rows = SampleColumns()
    switch scope {
    case .latest:
      for row in 0..<marked.count where marked.marks[row].contains(.latest) {
        rows.append(copying: marked.rows, row..<row + 1)
      }
    case .touching(let time):
      guard !needsAllRows(columns, marked), let blocks = base.blocks(of: type),
        let unread = base.unreadRows(of: type),
        let near = NearbyRows(columns, unread, blocks).rows(touching: time)
      else { return nil }
      rows.append(near, of: unread.columns, and: marked)
    }
    rows.append(copying: columns, columns.storedCount..<columns.count)
    rows.known = vocabulary.contexts.all
    return rows
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
      } else if rowID.table < samples.count {
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

/// Finds rows of a snapshot by their time, in blocks that it verifies first.
private struct NearbyRows {
  /// All rows of the type; only those that came since the snapshot are read from here.
  private let columns: SampleColumns
  private let unread: UnreadRows
  private let blocks: SampleBlocks
  private var isSound: [Bool]

  init(_ columns: SampleColumns, _ unread: UnreadRows, _ blocks: SampleBlocks) {
    self.columns = columns
    self.unread = unread
    self.blocks = blocks
    isSound = Array(repeating: false, count: blocks.count)
  }

  /// Returns the live rows that touch a stretch of time, and those that touch one of these; nil if
  /// a block is not what was written.
  consuming func rows(touching time: ClosedRange<Int64>) -> [Int]? {
    guard let found = find(touching: time) else { return nil }
    var near = time
    for row in found { widen(&near, row, of: unread.columns) }
    for row in columns.storedCount..<columns.count where touches(row, of: columns, time) {
      widen(&near, row, of: columns)
    }
    return near == time ? found : find(touching: near)
  }

  private mutating func find(touching time: ClosedRange<Int64>) -> [Int]? {
    var found: [Int] = []
    for block in 0..<blocks.count where blocks.mayTouch(block, time) {
      let rows = SampleBlocks.rows(block, of: columns.storedCount)
      isSound[block] = isSound[block] || unread.load(rows, sum: blocks.sums[block])
      guard isSound[block] else { return nil }
      for row in rows where touches(row, of: unread.columns, time) { found.append(row) }
    }
    return found
  }

  private func touches(
    _ row: Int, of columns: SampleColumns, _ time: ClosedRange<Int64>
  ) -> Bool {
    columns.ends[row] >= time.lowerBound && columns.starts[row] <= time.upperBound
      && columns.isLive(row)
  }

  private func widen(_ time: inout ClosedRange<Int64>, _ row: Int, of columns: SampleColumns) {
    time =
      min(time.lowerBound, columns.starts[row])...max(time.upperBound, columns.ends[row])
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
