import HealthEvents
package import HealthModel
package import HealthTables
package import JournalFile

/// The changes after an anchor, the seq of a line: HealthKit's anchored object query.
///
/// Objects that are live are `added`; objects that were deleted or replaced are `deleted` by their
/// uuid. An object that came and went after the anchor is only `deleted`. Values are as they were
/// saved: no setting converts them, for another program copies them.
package struct ChangesTable: Sendable {
  /// The selection of changes.
  package struct Filter: Sendable {
    /// The anchor: lines after this one count.
    package var anchor: UInt64 = 0
    /// The object of the first line after the anchor after which changes count, if another program
    /// received a part of that line; nil: all of the line.
    package var after: ObjectUUID?
    /// The last line that counts; nil: the journal's last.
    package var last: UInt64?
    /// The type identifiers; nil: all.
    package var types: Set<String>?
    /// The most rows. A line is never split: one that alone has more rows comes whole.
    package var limit: Int?

    /// Creates a filter that selects all changes.
    package init() {}
  }

  /// The anchor for the next query: the last line that counts here.
  package private(set) var next: UInt64
  private let journal: ReplayedJournal
  private let filter: Filter

  /// Creates the table of the changes that pass a filter.
  ///
  /// - Throws: `ProjectionError.readNotDetermined` if the filter names a type that its reader
  ///   never asked for; `JournalError`.
  package init(of journal: ReplayedJournal, _ filter: Filter = Filter()) throws {
    self.journal = journal
    self.filter = filter
    for type in filter.types ?? [] { try journal.tables.requireDetermined(type) }
    next = max(min(filter.last ?? .max, journal.head.sequence), filter.anchor)
    if let limit = filter.limit { next = try last(within: limit) }
  }

  /// Returns the sentence if a filter finds no change: where there are some.
  ///
  /// - Throws: the errors of reading lines.
  package static func nothing(
    of filter: Filter, in journal: ReplayedJournal
  ) throws -> String {
    var all = filter
    (all.anchor, all.limit, all.after) = (0, nil, nil)
    var last: UInt64?
    try ChangesTable(of: journal, all).forEachChange { last = $0.sequence }
    let types = filter.types?.sorted().map(TypeCatalogue.plainName).joined(separator: " or ")
    let found = last.map { "; the last change is in line \($0)" } ?? ""
    return "nothing new\(types.map { " of " + $0 } ?? "") after line \(filter.anchor)\(found)"
  }

  /// The table with one row a change, in the order of the lines; what a line replaces comes before
  /// what it adds.
  package var table: Table {
    Table(HealthChange.columns) { body in
      let (origins, catalogue) = (journal.tables.origins, journal.tables.catalogue)
      try forEachChange { try body($0.row(origins, catalogue)) }
    }
  }

  /// Calls `body` with each change, in order; lines are read as changes are asked for.
  package func forEachChange(_ body: (HealthChange) throws -> Void) throws {
    try forEachLine { _, changes in
      for change in changes { try body(change) }
      return true
    }
  }

  /// Returns the last line of those from the first on that make at most `limit` rows.
  private func last(within limit: Int) throws -> UInt64 {
    var (rows, last) = (0, next)
    try forEachLine { sequence, changes in
      guard rows == 0 || changes.isEmpty || rows + changes.count <= limit else {
        last = sequence - 1
        return false
      }
      rows += changes.count
      return true
    }
    return last
  }

  private func forEachLine(_ body: (UInt64, [HealthChange]) throws -> Bool) throws {
    let sight = ChangeSight(types: filter.types, in: journal)
    try journal.forEachEntry(from: filter.anchor + 1) { entry in
      guard entry.sequence <= next else { return false }
      let changes = try rest(of: sight.changes(in: entry), entry.sequence)
        .filter { try $0.isDeletion || !journal.isRemoved($0.uuid) }
      return try body(entry.sequence, changes)
    }
  }

  /// Returns the changes of a line that count.
  private func rest(of changes: [HealthChange], _ sequence: UInt64) -> [HealthChange] {
    guard let after = filter.after, sequence == filter.anchor + 1,
      let index = changes.lastIndex(where: { $0.uuid == after })
    else { return changes }
    return Array(changes[(index + 1)...])
  }
}

/// An object that came, or the uuid of one that went.
package struct HealthChange: Sendable {
  /// The kind of change.
  package enum What: Sendable {
    /// An object was saved.
    case added(HealthObject)
    /// An object was deleted, or replaced by a newer version; what is known of it.
    case deleted(ObjectUUID, HealthTables.RemovedObject?)
  }

  package let sequence: UInt64
  /// The actor who asked.
  package let by: String
  /// The kind of change.
  package let what: What

  /// Returns the changes that a line alone states: whether objects are live is not asked.
  package static func all(in entry: Entry) -> [HealthChange] {
    func change(_ what: What) -> HealthChange {
      HealthChange(sequence: entry.sequence, by: entry.by ?? "", what: what)
    }
    switch entry.event {
    case .save(let save)?:
      return save.replaces.map { change(.deleted($0, nil)) }
        + save.objects.map { change(.added($0)) }
    case .delete(let deletion)?:
      return deletion.objects.map { change(.deleted($0, nil)) }
    case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?, .format?,
      .revert?, nil:
      return []
    }
  }

  /// The object that came or went.
  package var uuid: ObjectUUID {
    switch what {
    case .added(let object): object.uuid
    case .deleted(let uuid, _): uuid
    }
  }

  /// True if the object was deleted or replaced.
  package var isDeletion: Bool {
    if case .deleted = what { true } else { false }
  }

  /// The type, if it is known.
  package var type: String? {
    switch what {
    case .added(let object): object.content.type
    case .deleted(_, let object): object?.type
    }
  }

  /// Returns the same change with the data that `removed` has of the object.
  package func naming(_ removed: [ObjectUUID: HealthTables.RemovedObject]) -> HealthChange {
    guard case .deleted(let uuid, nil) = what else { return self }
    return HealthChange(sequence: sequence, by: by, what: .deleted(uuid, removed[uuid]))
  }

  /// Returns true if the change is of one of the types. A deletion of an unknown type counts for
  /// all types: a reader that follows one type must not keep an object that was deleted.
  package func isOf(_ types: Set<String>?) -> Bool {
    guard let types, let type else { return true }
    return types.contains(type)
  }

  /// A change as it is shown; of an object that went little is known.
  package struct Row {
    fileprivate var isDeletion: Bool
    fileprivate var sequence: UInt64
    fileprivate var uuid: ObjectUUID
    fileprivate var type: String?
    fileprivate var start: Timestamp?
    fileprivate var end: Timestamp?
    fileprivate var value = Cell.missing
    fileprivate var unit = Cell.missing
    fileprivate var source: String?
  }

  /// The fields of `changes` and `watch`.
  package static let columns: [RowColumn<Row>] = [
    RowColumn("change", rank: .key) { .text($0.isDeletion ? "deleted" : "added") },
    RowColumn(.line, .number) { .whole(Int($0.sequence)) },
    RowColumn(.object, rank: .detail) { .text($0.uuid.description) },
    RowColumn(.type, rank: .key) { Cell(identifier: $0.type) },
    RowColumn(.start, .time) { Cell(time: $0.start) },
    RowColumn(.end, .time, rank: .detail) { Cell(time: $0.end) },
    RowColumn("value", .quantity) { $0.value }, RowColumn(.unit) { $0.unit },
    RowColumn(.source, rank: .detail) { Cell(text: $0.source) },
  ]

  /// Returns the change as a row.
  ///
  /// - Parameter origins: the origins that the lines up to it state.
  package func row(_ origins: KnownOrigins) -> Row { row(origins.origins, origins.catalogue) }

  /// Returns the change as a row.
  ///
  /// - Parameters:
  ///   - origins: the origins that the journal's `origin` lines state, by seq.
  ///   - catalogue: the types of the journal.
  fileprivate func row(_ origins: Origins, _ catalogue: JournalTypes) -> Row {
    var row = Row(isDeletion: isDeletion, sequence: sequence, uuid: uuid, type: type)
    guard case .added(let object) = what else { return row }
    let span = object.content.span
    (row.start, row.end) = (span?.start, span?.end)
    (row.value, row.unit) = (object.content.valueCell(catalogue), object.content.unitCell)
    row.source = object.origin.flatMap { origins.named($0)?.source.name } ?? by
    return row
  }
}

/// The changes that the reader of a journal sees, and the known facts of removed objects.
package struct ChangeSight: Sendable {
  private let journal: ReplayedJournal
  private let types: Set<String>?

  /// - Parameters:
  ///   - types: type identifiers; nil: all.
  ///   - journal: the journal with the lines that are read.
  package init(types: Set<String>?, in journal: ReplayedJournal) {
    self.journal = journal
    self.types = types
  }

  /// Returns the changes of a line, as far as the reader sees them.
  ///
  /// - Complexity: the first line of a journal that deletes takes one pass over all rows.
  /// - Throws: what reading rows throws.
  package func changes(in entry: Entry) throws -> [HealthChange] {
    guard let entry = try journal.seen(entry) else { return [] }
    var changes = try self.changes(all: entry)
    if changes.contains(where: \.isDeletion) {
      let removed = try journal.removedObjects()
      changes = changes.map { $0.naming(removed) }
    }
    return changes.filter { $0.isOf(types) }
  }

  /// Returns the changes of a line, of all types. An object that lives again by a revert is new,
  /// with the content that its own line states.
  private func changes(all entry: Entry) throws -> [HealthChange] {
    guard case .revert(let revert)? = entry.event else { return HealthChange.all(in: entry) }
    let (sequence, by) = (entry.sequence, entry.by ?? "")
    let removed = try [revert[.reverted], revert[.removed]]
      .flatMap { try journal.tables.objects(of: $0).keys }
    let deletions = removed.sorted()
      .map { HealthChange(sequence: sequence, by: by, what: .deleted($0, nil)) }
    let lines = try journal.tables.objects(of: revert[.live])
    let objects = try journal.objects(inLines: Set(lines.values))
    return deletions
      + lines.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.compactMap { uuid, line in
        objects[line]?[uuid].map {
          HealthChange(sequence: sequence, by: by, what: .added($0))
        }
      }
  }
}

/// The origins and types that the lines state which were followed so far.
package struct KnownOrigins: Sendable {
  fileprivate var origins = Origins()
  fileprivate var catalogue = JournalTypes()

  package init() {}

  /// Creates the origins and types that the lines of a journal state.
  package init(_ request: ViewRequest) {
    (origins, catalogue) = (request.tables.origins, request.catalogue)
  }

  /// Adds the origin, the names of sources or the type that a line states.
  package mutating func note(_ entry: Entry) {
    switch entry.event {
    case .origin(let origin)?: origins.set(origin, at: entry.sequence)
    case .configure(let change)?: name(by: change)
    case .revert(let revert)?: if let change = revert.settings { name(by: change) }
    case .declare(let type)?: catalogue.declare(type, at: entry.sequence)
    case .open?, .save?, .delete?, .authorize?, .importReceipt?, .erase?, .format?, nil: break
    }
  }

  private mutating func name(by change: Configuration) {
    if change.sameSource.isEmpty { return }
    origins.name(by: origins.names.adding(change.sameSource))
  }
}
