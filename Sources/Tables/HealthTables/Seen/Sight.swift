import HealthEvents
package import HealthModel
package import JournalFile

/// The tables as one reader sees them: rows and links that replace all there are.
///
/// They are what a replay would give of a journal without the objects that the reader may not see.
struct Sight: Sendable {
  let access: ReadAccess
  /// The samples of the types that have hidden objects, by the number of the type.
  private(set) var rows: [Int: SampleColumns] = [:]
  /// Objects that are no samples, and what links objects, as far as the reader sees them.
  private(set) var links = HealthTables.Links()
  /// The owner's decisions on what the reader may save. Decisions on reading are a secret.
  let decisions: [AuthorizationDecision]

  /// Creates the sight of a reader with `access` on tables that all can see.
  ///
  /// - Parameter removed: the objects that another moment had deleted or replaced, and so for
  ///   this reader now.
  /// - Throws: the errors of reading rows and links.
  init(_ access: ReadAccess, of tables: HealthTables, without removed: RemovedRows) throws {
    self.access = access
    try tables.readRules()
    decisions = tables.decisions.filter { $0.source == access.reader && $0.sharing != nil }
      .map(\.withoutRead)
    var kept = KeptRows()
    for type in tables.sampleTypes where tables.samples[type].count > 0 {
      let first = access.firstEnd(of: tables.types.names[type])
      guard first != Int64.min else { continue }
      guard access.ownsSomething || first != nil else {
        (rows[type], kept.samples[type]) = (SampleColumns(), [])
        continue
      }
      let columns = try tables.readColumns(type)
      let seen = (0..<columns.count).filter { row in
        access.isOwn(columns.provenance(row)) || first.map { $0 <= columns.ends[row] } ?? false
      }
      rows[type] = columns.keeping(seen)
      kept.samples[type] = seen
    }
    let objects = tables.objects
    kept.objects = objects.indices.filter { row in
      access.maySee(tables.types.names[Int(objects[row].type)], of: objects[row])
    }
    links.objects = kept.objects.map { objects[$0].withheld(where: removed.uuids.contains) }
    try withhold(removed, of: tables)
    keepWorkoutLines(of: tables)
    try keepSuccessors(of: tables, kept)
  }

  /// Withholds what samples say that were deleted or replaced.
  private mutating func withhold(_ removed: RemovedRows, of tables: HealthTables) throws {
    for type in tables.sampleTypes where tables.samples[type].count > 0 {
      if rows[type].map({ $0.count == 0 }) ?? false { continue }
      let name = tables.types.names[type]
      guard tables.samples[type].hasDeadRows || removed.has(name) else { continue }
      var columns = try rows[type] ?? tables.readColumns(type)
      let gone = removed.rows(of: name, in: columns)
      for row in (0..<columns.count).filter({ !columns.isLive($0) }) + gone {
        columns.withhold(row)
      }
      if columns.hasDeadRows { rows[type] = columns }
    }
  }

  /// The former numbers of the rows that are kept.
  private struct KeptRows {
    /// The rows of each type that has hidden rows, by type.
    var samples: [Int: [Int]] = [:]
    var objects: [Int] = []

    /// Returns the number that a row has now; nil if it is hidden.
    func now(_ row: Int, type: UInt32?) -> Int? {
      guard let type else { return Self.index(of: row, in: objects) }
      guard let kept = samples[Int(type)] else { return row }
      return Self.index(of: row, in: kept)
    }

    private static func index(of row: Int, in kept: [Int]) -> Int? {
      let index = kept.indices.partitioningIndex { kept[$0] >= row }
      return index < kept.count && kept[index] == row ? index : nil
    }
  }

  /// Keeps the lines of workouts that are seen. Where a line names no workout that is seen, its
  /// samples belong to the one that is saved with them.
  private mutating func keepWorkoutLines(of tables: HealthTables) {
    let workouts = links.objects.filter { $0.kind == .workout }
    let seen = Set(workouts.map(\.uuid))
    var lines: [UInt32: ObjectUUID] = [:]
    for (line, saved) in Dictionary(grouping: workouts, by: \.sequence) where saved.count == 1 {
      lines[line] = saved[0].uuid
    }
    for line in tables.workoutLines where seen.contains(line.workout) {
      lines[line.sequence] = line.workout
    }
    links.workoutLines = lines.sorted { $0.key < $1.key }
      .map { HealthTables.WorkoutLine(workout: $0.value, sequence: $0.key) }
  }

  /// Keeps a successor where the reader sees both versions.
  private mutating func keepSuccessors(of tables: HealthTables, _ kept: KeptRows) throws {
    if tables.successors.isEmpty { return }
    let owned = Set(links.workoutLines.map(\.sequence))
    let versions = try removedRows(of: tables)
    var lines: [ObjectUUID: UInt32] = [:]
    // Hidden versions by their uuids: for the reader, a newer version in the same line replaced
    // what the hidden one replaced.
    var passed: [ObjectUUID: (older: ObjectUUID, line: UInt32)] = [:]
    for var successor in tables.successors {
      let saved =
        try successor.type.map { try tables.readColumns(Int($0)).sequences[successor.row] }
        ?? tables.objects[successor.row].sequence
      if let hidden = passed[successor.older], hidden.line == saved {
        successor.older = hidden.older
      }
      guard let first = versions[successor.older] else { continue }
      guard let row = kept.now(successor.row, type: successor.type) else {
        passed[successor.uuid] = (successor.older, saved)
        continue
      }
      successor.row = row
      // A version whose save names a workout stays in that workout. Any other belongs to the
      // workout of the first version.
      if successor.line != saved || !owned.contains(saved) {
        successor.line = lines[successor.older] ?? first
      }
      lines[successor.uuid] = successor.line
      links.successorIndices[successor.older] = links.successors.count
      links.successors.append(successor)
    }
  }

  /// Returns the lines of the versions that were replaced and are seen.
  private func removedRows(of tables: HealthTables) throws -> [ObjectUUID: UInt32] {
    let older = Set(tables.successors.map(\.older))
    var found: [ObjectUUID: UInt32] = [:]
    for type in tables.sampleTypes where tables.samples[type].deadCount > 0 {
      let columns = try rows[type] ?? tables.readColumns(type)
      for row in 0..<columns.count
      where !columns.isLive(row) && older.contains(columns.uuids[row]) {
        found[columns.uuids[row]] = columns.sequences[row]
      }
    }
    for object in links.objects where older.contains(object.uuid) {
      found[object.uuid] = object.sequence
    }
    return found
  }

  /// Makes members only of the samples that visible correlations hold, and of the newer versions of
  /// these samples.
  mutating func setMembers(_ claimed: Set<ObjectUUID>, of tables: HealthTables) throws {
    var members = claimed
    for successor in links.successors where members.contains(successor.older) {
      members.insert(successor.uuid)
    }
    for type in tables.sampleTypes where tables.samples[type].count > 0 {
      var columns = try rows[type] ?? tables.readColumns(type)
      let freed = (0..<columns.count).filter {
        columns.flags[$0].contains(.member) && !members.contains(columns.uuids[$0])
      }
      guard !freed.isEmpty else { continue }
      for row in freed { columns.free(row) }
      rows[type] = columns
    }
  }
}

extension ObjectRow {
  /// Returns the same row, without its times if it was deleted or replaced, now or then.
  fileprivate func withheld(where isGone: (ObjectUUID) -> Bool) -> ObjectRow {
    guard !isLive || isGone(uuid) else { return self }
    var row = self
    if row.isLive { row.state = .removed }
    (row.start, row.end) = (0, 0)
    return row
  }
}

extension SampleColumns {
  /// Removes a row from the views, with its content except who saved it, and when.
  fileprivate mutating func withhold(_ row: Int) {
    mark(row, .dead)
    mark(row, .withheld)
    starts.replace(row, with: 0)
    ends.replace(row, with: 0)
    values.replace(row, with: 0)
  }

  /// Returns the rows of these numbers, which ascend.
  func keeping(_ rows: [Int]) -> SampleColumns {
    var kept = SampleColumns()
    kept.reserve(rows.count)
    for row in rows { kept.append(copying: self, row..<row + 1) }
    kept.known = known
    return kept
  }
}

extension HealthTables {
  /// Returns true if the journal has heard of a source: it wrote, is the bundle of some data, or
  /// has been given or refused a right.
  package func knows(source: String) -> Bool {
    source == EventActor.owner || actors.names.contains(source)
      || grants.keys.contains { $0.source == source }
      || origins.all.contains { $0.origin.source.bundle == source }
  }

  /// Returns true if rows have some of these provenances, by the numbers of these. Rows whose saves
  /// were reverted are as if they were not there.
  package func hasRows(of provenances: [Bool]) throws -> Bool {
    try readObjects()
    if objects.contains(where: { provenances[Int($0.provenance)] && $0.state != .reverted }) {
      return true
    }
    // Live rows are found without reading all; then dead ones may be left.
    let groups = sampleTypes.lazy.compactMap(sourceGroups)
    if groups.contains(where: { !$0.indices(passing: provenances).isEmpty }) { return true }
    return try sampleTypes.contains { type in
      try read(type)
      let columns = columns(type)
      return (0..<columns.count).contains {
        provenances[Int(columns[$0].provenance)] && columns.isSaved($0)
      }
    }
  }

  /// The access of their reader; access to everything, unless they were made by `seen(by:)`.
  package var access: ReadAccess { sight?.access ?? .owner }

  /// Returns the tables as a reader sees them, if they are those of the last line. Whether a sample
  /// is a member of a correlation is left as it is: only the lines state that, see
  /// `ReplayedJournal.seen(by:)`, which also knows what must be hidden of an earlier moment.
  ///
  /// - Parameter moment: the moment of asking; rights may have ended by then.
  /// - Throws: the errors of reading the rows and links that they leave out.
  package func seen(by reader: String, at moment: Instant) throws -> HealthTables {
    guard reader != EventActor.owner else { return self }
    try readDecisions()
    return try seen(by: ReadAccess(reader, in: self, at: moment))
  }

  /// Returns the tables as a reader with this access sees them, which may be the access of another
  /// moment.
  ///
  /// - Parameter removed: the objects that another moment had deleted or replaced.
  func seen(
    by access: ReadAccess, without removed: RemovedRows = RemovedRows()
  ) throws -> HealthTables {
    precondition(sight == nil, "these tables are those of a reader already")
    guard !access.isOwners else { return self }
    var seen = self
    seen.sight = try Sight(access.with(self), of: self, without: removed)
    return seen
  }

  /// Returns true if a correlation, or a newer version of an object, is hidden from that reader:
  /// then the members of the correlations that are seen must be read again.
  func hidesLinks(from seen: HealthTables) -> Bool {
    func correlations(_ tables: HealthTables) -> Int {
      tables.objects.count { $0.kind == .correlation }
    }
    return correlations(self) != correlations(seen) || successors.count != seen.successors.count
  }

  /// Returns the objects that the reader sees and that a line may name without saving them.
  func namedObjects() throws -> NamedObjects {
    let removed = try removedRows()
    var named = removed.uuids
    for type in sampleTypes {
      if sight?.rows[type] == nil { try readAllRows(type) }
      let columns = sight?.rows[type] ?? allColumns(type)
      for row in 0..<columns.count where columns.flags[row].contains(.member) {
        named.insert(columns.uuids[row])
      }
    }
    for object in objects where object.kind == .workout { named.insert(object.uuid) }
    return NamedObjects(uuids: named, removed: removed)
  }

  /// Returns the part of a line that the reader may see by its rights, whatever became of the
  /// objects; nil if it may see nothing.
  ///
  /// A source sees its own origins, and which types it may save; which it may read is a secret.
  /// Everybody sees settings and declared types. Only the owner sees receipts of imports and
  /// erasures, which are about the whole journal.
  ///
  /// - Parameter isNamed: returns true if an object is one of `namedObjects`.
  func seen(_ entry: Entry, isNamed: (ObjectUUID) -> Bool) -> Entry? {
    guard let access = sight?.access else { return entry }
    guard case .event(let event, let by) = entry.body else { return nil }
    var seen: Event?
    switch event {
    case .open, .configure, .declare: seen = event
    case .origin(let origin): seen = access.isOwn(by: by, origin) ? event : nil
    case .save(let save): seen = self.seen(save, by: by, access, isNamed)
    case .delete(var deletion):
      deletion.objects = deletion.objects.filter(isNamed)
      seen = deletion.objects.isEmpty ? nil : .delete(deletion)
    case .authorize(var change):
      change.read = []
      change.terms = change.terms.ofSharing
      let isOwn = change.source == access.reader && !change.share.isEmpty
      seen = isOwn ? .authorize(change) : nil
    case .revert(let revert):
      let part = self.seen(revert, by: by, access)
      seen = part.isWithoutEffect ? nil : .revert(part)
    case .format: seen = event
    case .importReceipt, .erase: seen = nil
    }
    return seen.map { Entry(sequence: entry.sequence, at: entry.at, body: .event($0, by: by)) }
  }

  /// Returns a save as the reader sees it. If all its objects are hidden and it replaced objects
  /// that are seen, it is a deletion of these.
  private func seen(
    _ save: Save, by: String, _ access: ReadAccess, _ isNamed: (ObjectUUID) -> Bool
  ) -> Event? {
    let objects = save.objects.compactMap { object -> HealthObject? in
      let isOwn = access.isOwn(by: by, object.origin.flatMap { origins[$0] })
      guard isOwn || access.maySee(object.content) else { return nil }
      return self.seen(isOwn ? object : access.seen(object), isNamed)
    }
    var seen = save.keeping(objects, replacing: save.replaces.filter(isNamed))
    if let workout = save.workout, !isNamed(workout) { seen.workout = nil }
    return seen.event
  }

  /// Returns a revert as the reader sees it: the objects that are seen, one by one, and the own
  /// right to save. Only who asked for it sees the reason.
  private func seen(_ revert: Revert, by: String, _ access: ReadAccess) -> Revert {
    let reason = by == access.reader ? revert.reason : nil
    var seen = Revert(lines: revert.lines, settings: revert.settings, reason: reason)
    for (runs, state) in revert.objects {
      seen[state] = ObjectRuns(objects: readObjects(of: runs).keys.sorted())
    }
    seen.rights = revert.rights.compactMap { right in
      guard right.source == access.reader, right.share != nil else { return nil }
      var right = right
      (right.reading, right.readLine) = (nil, nil)
      return right
    }
    return seen
  }

  /// Returns a correlation with only the members that are seen.
  private func seen(_ object: HealthObject, _ isNamed: (ObjectUUID) -> Bool) -> HealthObject {
    guard case .correlation(var correlation) = object.content else { return object }
    correlation.members = correlation.members.filter(isNamed)
    var object = object
    object.content = .correlation(correlation)
    return object
  }
}

// MARK: Lines

/// Objects that a reader sees and that lines may name to it.
struct NamedObjects: Sendable {
  /// The objects that were deleted or replaced, the members of correlations, and workouts.
  let uuids: Set<ObjectUUID>
  /// The objects among them that were deleted or replaced.
  let removed: RemovedRows
}

extension Entry {
  /// Returns the same entry without the content of objects that were deleted or replaced, and
  /// without the reasons for it; nil if nothing is left.
  func withholding(_ removed: Set<ObjectUUID>) -> Entry? {
    var entry = self
    switch event {
    case .save(var save)?:
      let kept = save.objects.filter { !removed.contains($0.uuid) }
      save = save.keeping(kept, replacing: save.replaces)
      guard let event = save.event else { return nil }
      entry.body = .event(event, by: by ?? EventActor.owner)
    case .delete(let deletion)?:
      entry.body = .event(
        .delete(Deletion(objects: deletion.objects)), by: by ?? EventActor.owner)
    case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?, .format?,
      .revert?, nil:
      break
    }
    return entry
  }
}

extension Save {
  /// The event of what is left of a save: the deletion of what it replaced where nothing else is;
  /// nil: nothing is left.
  fileprivate var event: Event? {
    if !objects.isEmpty { return .save(self) }
    return replaces.isEmpty ? nil : .delete(Deletion(objects: replaces))
  }
}

extension ReplayedJournal {
  /// Returns the journal as a reader sees it: without the objects that it may not see, in tables
  /// and lines, as if they had never been saved. Only the numbers of lines stay, so that there are
  /// gaps. A source sees only the uuid of what was deleted or replaced.
  ///
  /// - Parameters:
  ///   - reader: `owner` or a bundle identifier.
  ///   - rights: the rights by which a source reads a journal as of a moment.
  ///   - moment: the moment of asking, at which rights may have ended; nil: now, by the system's
  ///     clock.
  /// - Throws: the errors of reading the lines of correlations, and the lines after the moment.
  package func seen(
    by reader: String, _ rights: RightsMoment = .now, at moment: Instant? = nil
  ) throws -> ReplayedJournal {
    guard reader != EventActor.owner else { return self }
    let journal = with(try tables(seenBy: reader, rights, at: moment), Memo())
    guard tables.hidesLinks(from: journal.tables) else { return journal }
    var tables = journal.tables
    try tables.sight?.setMembers(try journal.members(), of: self.tables)
    return with(tables, Memo())
  }

  /// Returns the tables as a reader sees them, without reading lines: it does not change whether a
  /// sample is a member of a correlation.
  ///
  /// A source that reads as of a moment sees only what it may also read now, and nothing that is
  /// gone by now: each time, its rights are read as of the last line (D22).
  ///
  /// - Parameter moment: see `seen(by:_:at:)`.
  package func tables(
    seenBy reader: String, _ rights: RightsMoment = .now, at moment: Instant? = nil
  ) throws -> HealthTables {
    let moment = moment ?? Instant(microseconds: system.now())
    guard reader != EventActor.owner, isPast, rights == .now else {
      return try tables.seen(by: reader, at: moment)
    }
    let now = try ReplayedJournal(paths.folder, on: system).tables
    try now.readDecisions()
    try tables.readDecisions()
    let access = ReadAccess(reader, in: tables, at: moment)
      .limited(to: ReadAccess(reader, in: now, at: moment))
    return try tables.seen(by: access, without: try now.removedRows())
  }

  /// Tables of an earlier moment as the reader of this journal sees them now. Whether a sample is a
  /// member of a correlation is left as it is.
  func seen(_ earlier: HealthTables) throws -> HealthTables {
    guard let known = try known() else { return earlier }
    return try earlier.seen(by: tables.access, without: known.removed)
  }

  /// Returns the part of an entry that the reader may see; nil if it may see nothing.
  ///
  /// - Throws: the errors of reading the rows that lines may name.
  package func seen(_ entry: Entry) throws -> Entry? {
    guard let known = try known() else { return entry }
    return try allowed(entry)?.withholding(known.removed.uuids)
  }

  /// Returns the part of an entry that the reader may see by its rights, whatever became of the
  /// objects; nil if it may see nothing.
  ///
  /// - Throws: the errors of `seen`.
  package func allowed(_ entry: Entry) throws -> Entry? {
    guard let known = try known() else { return entry }
    return tables.seen(entry, isNamed: known.uuids.contains)
  }

  /// Returns the objects that lines may name to the reader; nil for the owner, to whom they may
  /// name anything.
  private func known() throws -> NamedObjects? {
    try named.map { try $0.value { try tables.namedObjects() } }
  }

  /// Returns the members of the correlations that are seen.
  private func members() throws -> Set<ObjectUUID> {
    let correlations = tables.objects.filter { $0.kind == .correlation }
    let uuids = Set(correlations.map(\.uuid))
    var members: Set<ObjectUUID> = []
    for start in stride(from: 0, to: correlations.count, by: 1024) {
      let lines = correlations[start..<min(start + 1024, correlations.count)].map(\.sequence)
      for entry in try entries(lines.map { UInt64($0) }).values {
        guard case .save(let save)? = entry.event else { continue }
        for object in save.objects where uuids.contains(object.uuid) {
          guard case .correlation(let correlation) = object.content else { continue }
          members.formUnion(correlation.members)
        }
      }
    }
    return members
  }
}

extension SourceGroups {
  /// Returns the indices of the rows that stand for samples of some sources.
  ///
  /// - Parameter passes: for each provenance, true if it is of one of these sources.
  package func indices(passing passes: [Bool]) -> [Int] {
    samples.indices.filter { samples[$0] > 0 && passes[Int(rows.provenance($0))] }
  }
}
