import HealthModel

/// What lines say of objects by their uuids, whether an object is saved before that line or after
/// it: that it was deleted or replaced, and that a correlation holds it. Rows learn of it when the
/// claims are applied.
struct Claims: Sendable {
  /// What was deleted or replaced. Of what a snapshot holds it has only what has no row there.
  private(set) var removed: Set<ObjectUUID> = []
  /// Those of them that rows have yet to learn of.
  private(set) var newlyRemoved: [ObjectUUID] = []
  /// What correlations claim.
  private(set) var members: Set<ObjectUUID> = []
  /// Those of them that rows have yet to learn of.
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

  /// What is said of an object that comes only now.
  func flags(of uuid: ObjectUUID) -> SampleRow.Flags {
    var flags: SampleRow.Flags = []
    if removed.contains(uuid) { flags.insert(.dead) }
    if members.contains(uuid) { flags.insert(.member) }
    return flags
  }
}
