package import HealthModel

/// The statements of lines about objects by their uuids, whether an object is saved before that
/// line or after it: that it was deleted or replaced, and that a correlation holds it. The rows get
/// them when the claims are applied.
struct Claims: Sendable {
  /// The objects that were deleted or replaced. Of a snapshot's objects it has only those that have
  /// no row there.
  private(set) var removed: Set<ObjectUUID> = []
  /// The removed objects that are not yet marked in their rows.
  private(set) var newlyRemoved: [ObjectUUID] = []
  /// The objects that correlations claim.
  private(set) var members: Set<ObjectUUID> = []
  /// The members that are not yet marked in their rows.
  private(set) var newMembers: [ObjectUUID] = []

  /// Notes that an object was deleted or replaced.
  mutating func remove(_ uuid: ObjectUUID) {
    if removed.insert(uuid).inserted { newlyRemoved.append(uuid) }
  }

  /// Notes that a correlation holds an object.
  mutating func claim(_ uuid: ObjectUUID) {
    if members.insert(uuid).inserted { newMembers.append(uuid) }
  }

  /// Notes that all rows have learned of it.
  mutating func noteApplied() {
    newlyRemoved.removeAll(keepingCapacity: true)
    newMembers.removeAll(keepingCapacity: true)
  }

  /// Returns the flags that earlier lines set for an object that is saved only now.
  func flags(of uuid: ObjectUUID) -> SampleRow.Flags {
    var flags: SampleRow.Flags = []
    if removed.contains(uuid) { flags.insert(.dead) }
    if members.contains(uuid) { flags.insert(.member) }
    return flags
  }
}

extension HealthTables {
  /// Takes what was deleted, replaced or claimed by a correlation since the last call out of the
  /// views.
  mutating func applyClaims() {
    if !index.isMade { sweep() } else { lookUp() }
    claims.noteApplied()
    if !parts.links.isUnchanged { parts.links.value.appliedSuccessors = successors.count }
  }

  /// Builds the index of all uuids, which a writer needs, in one go.
  package mutating func buildIndex() {
    origins.number()
    guard !index.isMade else { return }
    guard let frozen = FrozenUUIDIndex(samples, objects) else {
      preconditionFailure("more rows than lines can be counted")
    }
    index = ObjectIndex(frozen)
  }

  private mutating func lookUp() {
    for uuid in claims.newlyRemoved { mark(uuid, .dead) }
    for uuid in claims.newMembers {
      mark(uuid, .member)
      if isMember(uuid) { markSuccessors(of: uuid) }
    }
    if parts.links.isUnchanged { return }
    for successor in successors[parts.links.value.appliedSuccessors...]
    where isMember(successor.older) {
      markSuccessors(of: successor.older)
    }
  }

  private func isMember(_ uuid: ObjectUUID) -> Bool {
    rowID(of: uuid).map { flags(at: $0).contains(.member) } ?? false
  }

  private mutating func markSuccessors(of uuid: ObjectUUID) {
    for successor in successors(of: uuid) { markMember(successor) }
  }

  /// Marks a member's newer version as a member instead of it.
  private mutating func markMember(_ successor: Successor) {
    guard let type = successor.type else { return }
    secure(Int(type))
    samples[Int(type)].mark(successor.row, .member)
  }

  private mutating func mark(_ uuid: ObjectUUID, _ flag: SampleRow.Flags) {
    for rowID in rowIDs(of: uuid) {
      if rowID.table == UUIDIndex.RowID.others {
        if flag == .dead { objects[Int(rowID.row)].isLive = false }
      } else {
        secure(Int(rowID.table))
        samples[Int(rowID.table)].mark(Int(rowID.row), flag)
      }
    }
  }

  /// Applies the claims in one pass over all rows: the few uuids that matter are in a set small
  /// enough for the cache; a bit field in front of it rejects most rows.
  private mutating func sweep() {
    if claims.removed.isEmpty, claims.newMembers.isEmpty { return }
    let (removed, members) = (claims.removed, claims.members)
    let filter = BitFilter(removed, members)
    var replacedMembers: [ObjectUUID] = []
    for type in samples.indices {
      for row in 0..<samples[type].count {
        let uuid = samples[type].uuids[row]
        guard filter.mayHold(uuid) else { continue }
        if members.contains(uuid) { samples[type].mark(row, .member) }
        guard removed.contains(uuid) else { continue }
        samples[type].mark(row, .dead)
        if samples[type].flags[row].contains(.member) { replacedMembers.append(uuid) }
      }
    }
    for uuid in replacedMembers { markSuccessors(of: uuid) }
    for row in objects.indices where removed.contains(objects[row].uuid) {
      objects[row].isLive = false
    }
  }

  /// Returns the lines of all live samples that are members of a correlation.
  package func memberLines() -> [ObjectUUID: UInt64] {
    var lines: [ObjectUUID: UInt64] = [:]
    for type in sampleTypes where samples[type].count > 0 {
      let columns = columns(type)
      for row in 0..<columns.count where columns.flags[row].contains(.member) && columns.isLive(row)
      {
        lines[columns.uuids[row]] = UInt64(columns.sequences[row])
      }
    }
    return lines
  }

  /// The data that is left of an object that was deleted or replaced.
  package struct RemovedObject: Hashable, Sendable {
    /// The identifier of its type.
    package var type: String
  }

  /// Returns whether a line has deleted or replaced an object.
  package func isRemoved(_ uuid: ObjectUUID) -> Bool {
    if claims.removed.contains(uuid) { return true }
    guard parts.base != nil, let rowID = rowID(of: uuid) else { return false }
    return flags(at: rowID).contains(.dead)
  }

  /// Returns every object that was deleted or replaced, in one pass over all rows. An object whose
  /// line was erased is in no table, and nothing is known of it any more.
  package func removedObjects() throws -> [ObjectUUID: RemovedObject] {
    var found: [ObjectUUID: RemovedObject] = [:]
    try forEachRemoved { type, uuid, _ in
      found[uuid] = RemovedObject(type: types.names[type])
    }
    return found
  }

  /// Returns the rows of the same objects by the lines that saved them.
  func removedRows() throws -> RemovedRows {
    var removed = RemovedRows()
    try forEachRemoved { type, uuid, line in removed.insert(uuid, types.names[type], line) }
    return removed
  }

  /// Calls `body` with the number of the type, the uuid and the line of each row that is dead, for
  /// each type in the order of the lines.
  private func forEachRemoved(_ body: (Int, ObjectUUID, UInt32) -> Void) throws {
    try readObjects()
    for type in sampleTypes where hasDeadRows(type) {
      try read(type)
      let columns = columns(type)
      for row in 0..<columns.count where !columns.isLive(row) {
        body(type, columns.uuids[row], columns.sequences[row])
      }
    }
    for object in objects where !object.isLive {
      body(Int(object.type), object.uuid, object.sequence)
    }
  }

  /// Returns true if samples of the type with this number are dead, as far as the reader sees them.
  private func hasDeadRows(_ type: Int) -> Bool {
    (sight?.rows[type] ?? samples[type]).deadCount > 0
  }

  /// Returns the same tables as if nothing had ever been deleted or replaced, for a search of all
  /// that lines hold.
  package func revived() -> HealthTables {
    var all = self
    for type in all.samples.indices {
      all.secure(type)
      for row in 0..<all.samples[type].count { all.samples[type].revive(row) }
    }
    for row in all.objects.indices { all.objects[row].isLive = true }
    return all
  }
}

/// A bit for each of some uuids, by a hash of its lower half.
private struct BitFilter {
  private var words: [UInt64]

  init(_ sets: Set<ObjectUUID>...) {
    var count = 64
    while count < sets.reduce(0, { $0 + $1.count }) * 16 { count *= 2 }
    words = [UInt64](repeating: 0, count: count / 64)
    for set in sets {
      for uuid in set {
        let (word, bit) = position(uuid)
        words[word] |= bit
      }
    }
  }

  func mayHold(_ uuid: ObjectUUID) -> Bool {
    let (word, bit) = position(uuid)
    return words[word] & bit != 0
  }

  private func position(_ uuid: ObjectUUID) -> (word: Int, bit: UInt64) {
    let mixed = uuid.low &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: mixed >> 24) & (words.count - 1), 1 << (mixed >> 58))
  }
}

/// Objects that were deleted or replaced, by their types and the lines that saved them.
struct RemovedRows: Sendable {
  private(set) var uuids: Set<ObjectUUID> = []
  private var lines: [String: [(line: UInt32, uuid: ObjectUUID)]] = [:]

  /// Returns true if objects of a type are among them.
  func has(_ type: String) -> Bool { lines[type] != nil }

  /// Takes one in; of a type they come in the order of their lines.
  mutating func insert(_ uuid: ObjectUUID, _ type: String, _ line: UInt32) {
    uuids.insert(uuid)
    lines[type, default: []].append((line, uuid))
  }

  /// Returns the rows of columns of a type that are among them.
  func rows(of type: String, in columns: SampleColumns) -> [Int] {
    var found: [Int] = []
    for (line, uuid) in lines[type] ?? [] {
      var row = columns.sequences.indices.partitioningIndex { columns.sequences[$0] >= line }
      while row < columns.count, columns.sequences[row] == line {
        if columns.uuids[row] == uuid { found.append(row) }
        row += 1
      }
    }
    return found
  }
}
