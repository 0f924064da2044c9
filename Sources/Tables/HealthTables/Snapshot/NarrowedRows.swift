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
  /// All samples, in memory that is given back after the view.
  case all

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
    case (.all, .all): true
    case (.latest, _), (.near, _), (.all, _): false
    }
  }
}

/// A span of time, and lines whose samples a view asks for with those of the time.
///
/// Its samples are the live rows that touch the time, all rows of the lines, and the live rows that
/// touch the time from the first of these rows to the last.
package struct SampleWindow: Hashable, Sendable {
  /// The span in microseconds.
  let time: ClosedRange<Int64>
  /// The numbers of the lines, ascending.
  let lines: [UInt32]

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

/// The rows that replace the samples of some types, by the numbers of the types.
struct NarrowedTypes: Sendable {
  private var all: [NarrowedRows?] = []
  /// The rows of a type that was narrowed alone: to put them into the list would copy it, and a
  /// question that goes from type to type would need as many steps as there are pairs of types.
  private var single: (type: Int, rows: NarrowedRows)?

  var isEmpty: Bool { all.isEmpty && single == nil }

  /// The rows that replace those of a type; nil if all of them are read.
  subscript(type: Int) -> NarrowedRows? {
    if let single, single.type == type { return single.rows }
    return type < all.count ? all[type] : nil
  }

  /// Replaces the rows of a type.
  ///
  /// - Parameter isAlone: true if no other type follows.
  mutating func set(_ rows: NarrowedRows, of type: Int, isAlone: Bool) {
    if isAlone, single == nil || single?.type == type {
      single = (type, rows)
    } else {
      if let single { put(single.rows, at: single.type) }
      single = nil
      put(rows, at: type)
    }
  }

  private mutating func put(_ rows: NarrowedRows, at type: Int) {
    while all.count <= type { all.append(nil) }
    all[type] = rows
  }
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
    narrowed(to: types.map { (type: $0, scope: scope) })
  }

  /// Returns the same tables with fewer samples of some types, each of a scope of its own.
  package func narrowed(to scopes: [(type: Int, scope: SampleScope)]) -> HealthTables {
    guard parts.base != nil else { return self }
    var narrowed = self
    for (type, scope) in scopes where type < samples.count && sight?.rows[type] == nil {
      if let known = narrowedRows[type], known.scope.holds(scope) { continue }
      let rows = NarrowedRows(scope) { self.rows(of: type, scope) }
      narrowed.narrowedRows.set(rows, of: type, isAlone: scopes.count == 1)
    }
    return narrowed
  }

  /// True if the tables have fewer samples of some types than there are.
  package var isNarrowed: Bool { !narrowedRows.isEmpty }

  /// The same tables with all samples.
  package var withAllSamples: HealthTables {
    var all = self
    all.narrowedRows = NarrowedTypes()
    return all
  }

  /// Returns the rows of a type for a scope; nil if they cannot be read without the others.
  private func rows(of type: Int, _ scope: SampleScope) -> SampleColumns? {
    let (columns, late) = (samples[type], lateFlags[type])
    // Where all rows of the type were read, their flags may have been copied and changed.
    guard columns.areAsStored,
      let base = parts.base
    else { return nil }
    var rows = SampleColumns()
    let marked = base.marked(of: type, late)
    switch scope {
    case .all:
      guard let all = base.ownRows(of: type, late) else { return nil }
      rows = all
      let new = columns.storedCount..<columns.count
      rows.deadCount = columns.deadCount - new.count { !columns.isLive($0) }
    case .latest:
      if !base.isPast, let marked {
        for row in 0..<marked.count where marked.marks[row].contains(.latest) {
          rows.append(copying: marked.rows, row..<row + 1)
        }
        break
      }
      guard let (unread, blocks) = blocks(of: type, in: base),
        let latest = NearbyRows(columns, unread, blocks).latest()
      else { return nil }
      for row in latest { rows.append(copying: unread.columns, row..<row + 1) }
    case .near(let windows):
      guard let (unread, blocks) = blocks(of: type, in: base), let marked,
        !needsAllRows(columns, marked),
        let near = NearbyRows(columns, unread, blocks).rows(near: windows)
      else { return nil }
      rows.append(near, of: unread.columns, and: marked)
    }
    rows.append(copying: columns, columns.storedCount..<columns.count)
    rows.known = vocabulary.contexts.all
    return rows
  }

  private func blocks(
    of type: Int, in base: SnapshotBase
  ) -> (rows: UnreadRows, blocks: SampleBlocks)? {
    guard let blocks = base.blocks(of: type), let rows = base.unreadRows(of: type, lateFlags[type])
    else { return nil }
    return (rows, blocks)
  }

  /// Returns about how many samples of a type touch a span of time; reads none of them.
  ///
  /// - Parameter time: the span in microseconds.
  package func sampleCount(of name: String, touching time: ClosedRange<Int64>) -> Int {
    let count = count(of: name)
    // Of a type that came since, the snapshot knows nothing.
    guard let type = types.number(of: name).map({ Int($0) }), type < samples.count,
      samples[type].storedCount > 0, let blocks = parts.base?.blocks(of: type)
    else { return count }
    let touched = (0..<blocks.count).count {
      blocks.starts[$0] <= time.upperBound && time.lowerBound <= blocks.ends[$0]
    }
    return min(count, touched * SampleBlocks.size)
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
    guard columns.areAsStored,
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
    // Of a type that came since, the snapshot knows nothing.
    guard sight?.rows[type] == nil, type < samples.count, samples[type].storedCount > 0,
      let base = parts.base, !base.isPast, lateFlags[type] == nil,
      let marked = base.marked(of: type, nil),
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
    if let few = narrowedRows[number], few.rows != nil { return }
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
