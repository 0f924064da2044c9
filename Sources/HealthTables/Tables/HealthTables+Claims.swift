import HealthModel

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

  /// A member's newer version is a member in its place.
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

  /// One pass over all rows: the few uuids that matter are in a set small enough for the cache; a
  /// bit field in front of it turns most rows away.
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
