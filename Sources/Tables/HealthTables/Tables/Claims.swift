package import HealthEvents
package import HealthModel

/// The statements of lines about objects by their uuids, whether an object is saved before that
/// line or after it: that it was deleted, replaced or reverted, and that a correlation holds it.
/// The rows get them when the claims are applied.
struct Claims: Sendable {
  /// The state that the last line gave each object that a line deleted, replaced, reverted or made
  /// live again. Of a snapshot's objects it has only those that have no row there, and those of
  /// later lines.
  private(set) var states: [ObjectUUID: ObjectState] = [:]
  /// The objects whose states are not yet marked in their rows.
  private(set) var newStates: [ObjectUUID] = []
  /// True for the objects that correlations claim, false for those that a revert freed.
  private(set) var members: [ObjectUUID: Bool] = [:]
  /// The members that are not yet marked in their rows.
  private(set) var newMembers: [ObjectUUID] = []
  /// All of it in the order of the lines, since the snapshot.
  private(set) var log: [StatedChange] = []

  init() {}

  /// Creates the claims that a snapshot keeps of objects without a row.
  init(removed: Set<ObjectUUID>, members: Set<ObjectUUID>) {
    for uuid in removed { states[uuid] = .removed }
    for uuid in members { self.members[uuid] = true }
  }

  /// Notes the state that a line gives an object. No correlation holds what was reverted.
  mutating func set(_ uuid: ObjectUUID, _ state: ObjectState, by line: UInt32) {
    log.append(StatedChange(line: line, what: .state(state), of: .object(uuid)))
    if states.updateValue(state, forKey: uuid) != state { newStates.append(uuid) }
    if state == .reverted { setMember(uuid, false) }
  }

  /// Notes the state of an object whose row has it already.
  mutating func note(_ uuid: ObjectUUID, _ state: ObjectState) {
    states[uuid] = state
    if state == .reverted, members[uuid] != nil { members[uuid] = false }
  }

  /// Notes that a line gives a state to the objects of some lines, whose rows get it at once.
  mutating func set(_ runs: [LineRun], _ state: ObjectState, by line: UInt32) {
    log.append(StatedChange(line: line, what: .state(state), of: .lines(runs)))
  }

  /// Notes that by a line a correlation holds an object, or that none does any more.
  mutating func claim(_ uuid: ObjectUUID, _ isMember: Bool = true, by line: UInt32) {
    log.append(StatedChange(line: line, what: isMember ? .joined : .freed, of: .object(uuid)))
    setMember(uuid, isMember)
  }

  private mutating func setMember(_ uuid: ObjectUUID, _ isMember: Bool) {
    if members.updateValue(isMember, forKey: uuid) != isMember { newMembers.append(uuid) }
  }

  /// Notes that all rows have learned of it.
  mutating func noteApplied() {
    newStates.removeAll(keepingCapacity: true)
    newMembers.removeAll(keepingCapacity: true)
  }

  /// Returns the flags that earlier lines set for an object that is saved only now.
  func flags(of uuid: ObjectUUID) -> SampleRow.Flags {
    var flags = SampleRow.Flags(states[uuid] ?? .live)
    if members[uuid] == true { flags.insert(.member) }
    return flags
  }
}

/// The flags that rows of one type have instead of those that a snapshot holds.
struct LateFlags: Sendable {
  private(set) var flags: [UInt32: SampleRow.Flags] = [:]
  /// True if some rows live again.
  private(set) var revives = false
  private var whole = Memo<StoredColumn<SampleRow.Flags>>()

  /// - Parameter known: the flags that the row had before.
  mutating func set(_ row: UInt32, _ new: SampleRow.Flags, before known: SampleRow.Flags) {
    if known.contains(.dead), !new.contains(.dead) { revives = true }
    flags[row] = new
    renew()
  }

  /// Forgets the column of all rows, which has got rows or flags.
  mutating func renew() { whole = Memo() }

  /// Returns the column of all rows with these flags; copies it, once for as many rows.
  func applied(to column: StoredColumn<SampleRow.Flags>) -> StoredColumn<SampleRow.Flags> {
    let known = whole.value { copy(of: column) }
    return known.count == column.count ? known : copy(of: column)
  }

  private func copy(of column: StoredColumn<SampleRow.Flags>) -> StoredColumn<SampleRow.Flags> {
    var all = column
    for (row, own) in flags { all.replace(Int(row), with: own) }
    return all
  }
}

extension HealthTables {
  /// Takes what was deleted, replaced, reverted or claimed by a correlation since the last call out
  /// of the views, and brings back what lives again.
  mutating func applyClaims() {
    // Rows may have come since.
    for type in lateFlags.keys { lateFlags[type]?.renew() }
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
    for uuid in claims.newStates {
      guard let state = claims.states[uuid] else { continue }
      forEachRow(of: uuid) { $0.setState(at: $1, state) }
    }
    for uuid in claims.newMembers {
      let isMember = claims.members[uuid] ?? false
      forEachRow(of: uuid) { $0.setMember(at: $1, isMember) }
      if isMember, self.isMember(uuid) { markSuccessors(of: uuid) }
    }
    if parts.links.isUnchanged { return }
    for successor in successors[parts.links.value.appliedSuccessors...]
    where isMember(successor.older) {
      markSuccessors(of: successor.older)
    }
  }

  /// Returns true if a row is marked as a member of a correlation. The index must have been built.
  package func isMember(_ uuid: ObjectUUID) -> Bool {
    rowID(of: uuid).map { flags(at: $0).contains(.member) } ?? false
  }

  private mutating func markSuccessors(of uuid: ObjectUUID) {
    for successor in successors(of: uuid) { markMember(successor) }
  }

  /// Marks a member's newer version as a member instead of it.
  private mutating func markMember(_ successor: Successor) {
    if successor.type == nil { return }
    changeFlags(at: successor.rowID) { $0.union(.member) }
  }

  private mutating func forEachRow(
    of uuid: ObjectUUID, _ body: (inout HealthTables, UUIDIndex.RowID) -> Void
  ) {
    for rowID in rowIDs(of: uuid) { body(&self, rowID) }
  }

  private mutating func setState(at rowID: UUIDIndex.RowID, _ state: ObjectState) {
    if rowID.table == UUIDIndex.RowID.others {
      objects[Int(rowID.row)].state = state
    } else {
      changeFlags(at: rowID) { $0.giving(state) }
    }
  }

  private mutating func setMember(at rowID: UUIDIndex.RowID, _ isMember: Bool) {
    guard rowID.table != UUIDIndex.RowID.others else { return }
    changeFlags(at: rowID) { isMember ? $0.union(.member) : $0.subtracting(.member) }
  }

  /// Applies the claims in one pass over all rows: the few uuids that matter are in a set small
  /// enough for the cache; a bit field in front of it rejects most rows.
  private mutating func sweep() {
    if claims.states.isEmpty, claims.newMembers.isEmpty { return }
    let (states, members) = (claims.states, claims.members)
    let filter = BitFilter(states.keys, members.keys)
    var replacedMembers: [ObjectUUID] = []
    for type in samples.indices {
      for row in 0..<samples[type].count {
        let uuid = samples[type].uuids[row]
        guard filter.mayHold(uuid) else { continue }
        if !members.isEmpty, let isMember = members[uuid] {
          if isMember { samples[type].mark(row, .member) } else { samples[type].free(row) }
        }
        guard let state = states[uuid] else { continue }
        samples[type].setState(row, state)
        if state != .live, samples[type].flags[row].contains(.member) {
          replacedMembers.append(uuid)
        }
      }
    }
    for uuid in replacedMembers { markSuccessors(of: uuid) }
    for row in objects.indices {
      if let state = states[objects[row].uuid] { objects[row].state = state }
    }
  }

  // MARK: Reverts

  /// Gives objects the state that a revert states; the rows of all earlier lines must be there.
  mutating func set(_ runs: ObjectRuns, _ state: ObjectState, by line: UInt32) {
    if !runs.lines.isEmpty {
      claims.set(runs.lines, state, by: line)
      for type in samples.indices {
        secure(type)
        for row in samples[type].rows(of: runs.lines).joined() {
          samples[type].setState(row, state)
          if state == .reverted { samples[type].free(row) }
          claims.note(samples[type].uuids[row], state)
        }
      }
      for row in objects.indices
      where runs.lines.contains(where: { $0.contains(UInt64(objects[row].sequence)) }) {
        objects[row].state = state
        claims.note(objects[row].uuid, state)
      }
    }
    for uuid in runs.objects { claims.set(uuid, state, by: line) }
  }

  /// Returns the objects that a revert names and that the reader sees, with the lines that saved
  /// them.
  ///
  /// - Throws: the errors of `read(types:)`.
  package func objects(of runs: ObjectRuns) throws -> [ObjectUUID: UInt64] {
    if runs.isEmpty { return [:] }
    if !(runs.lines.isEmpty && findsRowsByUUID) { try read(types: nil) }
    try readObjects()
    return readObjects(of: runs)
  }

  /// True if the index finds each row that the reader sees, without a look at any other.
  package var findsRowsByUUID: Bool { sight == nil && narrowedRows.isEmpty && index.isMade }

  /// Returns the same of tables that have been read. With the index, and for a reader who sees all,
  /// it looks at no other row than those.
  func readObjects(of runs: ObjectRuns) -> [ObjectUUID: UInt64] {
    var found: [ObjectUUID: UInt64] = [:]
    var single = Set(runs.objects)
    if findsRowsByUUID {
      for uuid in single {
        for rowID in rowIDs(of: uuid) { found[uuid] = UInt64(sequence(at: rowID)) }
      }
      if runs.lines.isEmpty { return found }
      single = []
    }
    for type in sampleTypes {
      let columns = columns(type)
      for row in columns.rows(of: runs.lines).joined() {
        found[columns.uuids[row]] = UInt64(columns.sequences[row])
      }
      for row in single.isEmpty ? 0..<0 : 0..<columns.count
      where single.contains(columns.uuids[row]) {
        found[columns.uuids[row]] = UInt64(columns.sequences[row])
      }
    }
    let lines = LineSet(runs.lines)
    for object in objects
    where single.contains(object.uuid) || lines.contains(UInt64(object.sequence)) {
      found[object.uuid] = UInt64(object.sequence)
    }
    return found
  }

  /// Returns the lines that saved some objects, live or not, in one pass over all rows.
  ///
  /// - Throws: the errors of `read(types:)`.
  package func lines(of uuids: some Sequence<ObjectUUID>) throws -> [ObjectUUID: UInt64] {
    try objects(of: ObjectRuns(objects: Array(uuids)))
  }

  /// Returns the objects whose saves were reverted.
  ///
  /// - Throws: the errors of `read(types:)`.
  package func revertedObjects() throws -> Set<ObjectUUID> {
    try read(types: nil)
    try readObjects()
    var found: Set<ObjectUUID> = []
    for type in sampleTypes where hasDeadRows(type) {
      let columns = columns(type)
      for row in 0..<columns.count where !columns.isSaved(row) { found.insert(columns.uuids[row]) }
    }
    for object in objects where object.state == .reverted { found.insert(object.uuid) }
    return found
  }

  /// Returns true if an object comes before another where the newest comes first: by start, end
  /// and recording.
  package func isNewer(_ one: ObjectRow, than other: ObjectRow) -> Bool {
    if (one.start, one.end) != (other.start, other.end) {
      return (one.start, one.end) > (other.start, other.end)
    }
    if one.sequence == other.sequence { return one.uuid > other.uuid }
    return recordings.isRecorded(other.sequence, before: one.sequence)
  }

  /// Returns the objects whose uuids `isMeant` accepts, ascending, whatever became of them: the
  /// lines have their content.
  ///
  /// - Throws: the errors of `read(types:)`.
  package func uuids(where isMeant: (ObjectUUID) -> Bool) throws -> [ObjectUUID] {
    try read(types: nil)
    try readObjects()
    var found = objects.map(\.uuid).filter(isMeant)
    for type in sampleTypes { found += columns(type).uuids.filter(isMeant) }
    return found.sorted()
  }

  /// Returns true if the save of an object was reverted: it is as if it had never been saved.
  func isReverted(_ uuid: ObjectUUID) -> Bool { state(of: uuid) == .reverted }

  /// Returns the versions that were ever saved as newer ones of an object, reverted ones included,
  /// the oldest first.
  package func newerVersions(of uuid: ObjectUUID) -> [ObjectUUID] {
    var (found, last, uuid) = ([ObjectUUID](), -1, uuid)
    while let next = successorIndices[uuid], next > last {
      (uuid, last) = (successors[next].uuid, next)
      found.append(uuid)
    }
    return found
  }

  /// Returns the objects that change to a state, as runs of lines all of whose objects have that
  /// state then, and single ones.
  ///
  /// - Parameter changes: the objects that change, and their states after that.
  /// - Throws: the errors of `read(types:)`.
  package func runs(
    to state: ObjectState, _ changes: [ObjectUUID: ObjectState]
  ) throws -> ObjectRuns {
    let changed = try objects(
      of: ObjectRuns(objects: changes.filter { $0.value == state }.map(\.key)))
    guard let first = changed.values.min(), let last = changed.values.max() else {
      return ObjectRuns()
    }
    var others = [Bool](repeating: false, count: Int(last - first) + 1)
    func note(_ uuid: ObjectUUID, _ line: UInt32, _ present: ObjectState) {
      if changes[uuid] ?? present != state { others[Int(UInt64(line) - first)] = true }
    }
    let hull = [LineRun(first, last)]
    for type in sampleTypes {
      let columns = columns(type)
      for row in columns.rows(of: hull).joined() {
        note(columns.uuids[row], columns.sequences[row], columns.flags[row].state)
      }
    }
    for object in objects where hull[0].contains(UInt64(object.sequence)) {
      note(object.uuid, object.sequence, object.state)
    }
    var runs = ObjectRuns()
    for line in Set(changed.values).sorted() where !others[Int(line - first)] {
      if let run = runs.lines.last,
        !others[Int(run.last - first)...Int(line - first)].contains(true)
      {
        runs.lines[runs.lines.count - 1].last = line
      } else {
        runs.lines.append(LineRun(line, line))
      }
    }
    runs.objects = changed.filter { others[Int($0.value - first)] }.map(\.key).sorted()
    return runs
  }

  /// Returns the state of an object that was ever saved; live for all others.
  package func state(of uuid: ObjectUUID) -> ObjectState {
    if let state = claims.states[uuid] { return state }
    guard parts.base != nil, let rowID = rowID(of: uuid) else { return .live }
    return flags(at: rowID).state
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
    state(of: uuid) != .live
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
    for row in all.objects.indices { all.objects[row].state = .live }
    return all
  }
}

/// A bit for each of some uuids, by a hash of its lower half.
private struct BitFilter {
  private var words: [UInt64]

  init(_ first: some Collection<ObjectUUID>, _ second: some Collection<ObjectUUID>) {
    var count = 64
    while count < (first.count + second.count) * 16 { count *= 2 }
    words = [UInt64](repeating: 0, count: count / 64)
    for uuid in first { insert(uuid) }
    for uuid in second { insert(uuid) }
  }

  private mutating func insert(_ uuid: ObjectUUID) {
    let (word, bit) = position(uuid)
    words[word] |= bit
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
