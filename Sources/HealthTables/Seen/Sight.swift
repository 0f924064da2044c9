import HealthModel

/// What one reader sees of tables: rows and links that take the place of all there are.
///
/// They are what a replay would give of a journal without the objects that the reader may not see.
struct Sight: Sendable {
  let access: ReadAccess
  /// The samples of those types of which something is hidden, by the number of the type.
  private(set) var rows: [Int: SampleColumns] = [:]
  /// Objects that are no samples, and what links objects, as far as the reader sees them.
  private(set) var links = HealthTables.Links()
  /// What the owner decided on what the reader may save. Decisions on reading are a secret.
  let decisions: [AuthorizationDecision]

  /// What `access` lets be seen of tables that all can see.
  ///
  /// - Parameter removed: what was deleted or replaced by another moment, and so for this reader
  ///   now.
  /// - Throws: what reading rows and links throws.
  init(_ access: ReadAccess, of tables: HealthTables, without removed: RemovedRows) throws {
    self.access = access
    try tables.readRules()
    decisions = tables.decisions.filter { $0.source == access.reader && $0.share != nil }
      .map(\.withoutRead)
    var kept = KeptRows()
    for type in tables.sampleTypes where tables.samples[type].count > 0 {
      guard !access.maySeeAll(of: tables.types.names[type]) else { continue }
      guard access.ownsSomething else {
        (rows[type], kept.samples[type]) = (SampleColumns(), [])
        continue
      }
      let columns = try tables.readColumns(type)
      let own = (0..<columns.count).filter { access.isOwn(columns.provenance($0)) }
      rows[type] = columns.keeping(own)
      kept.samples[type] = own
    }
    let objects = tables.objects
    kept.objects = objects.indices.filter { row in
      let type = tables.types.names[Int(objects[row].type)]
      return access.maySee(type, provenance: objects[row].provenance)
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
    /// By type, of those of which something is hidden.
    var samples: [Int: [Int]] = [:]
    var objects: [Int] = []

    /// The number that a row has now; nil: it is hidden.
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

  /// The lines of the versions that were replaced and are seen.
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
  /// The same, without its times where it was deleted or replaced, now or then.
  fileprivate func withheld(where isGone: (ObjectUUID) -> Bool) -> ObjectRow {
    guard !isLive || isGone(uuid) else { return self }
    var row = self
    (row.isLive, row.start, row.end) = (false, 0, 0)
    return row
  }
}

extension SampleColumns {
  /// Takes a row out of the views, and what it said but for who saved it, and when.
  fileprivate mutating func withhold(_ row: Int) {
    mark(row, .dead)
    mark(row, .withheld)
    starts.replace(row, with: 0)
    ends.replace(row, with: 0)
    values.replace(row, with: 0)
  }

  /// The rows of these numbers, which ascend.
  func keeping(_ rows: [Int]) -> SampleColumns {
    var kept = SampleColumns()
    kept.reserve(rows.count)
    for row in rows { kept.append(copying: self, row..<row + 1) }
    kept.known = known
    return kept
  }

  /// Notes that a row is a member of no correlation.
  mutating func free(_ row: Int) {
    flags.replace(row, with: flags[row].subtracting(.member))
  }
}
