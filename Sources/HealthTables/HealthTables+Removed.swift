package import HealthModel

extension HealthTables {
  /// What is left to know of an object that was deleted or replaced.
  package struct RemovedObject: Hashable, Sendable {
    /// The identifier of its type.
    package var type: String
    /// Who wrote it: a number in `provenances`.
    package var provenance: UInt32
  }

  /// Whether a line has deleted or replaced an object.
  package func isRemoved(_ uuid: ObjectUUID) -> Bool {
    if removed.contains(uuid) { return true }
    guard let base, base.mayHold(uuid), let place = place(of: uuid) else { return false }
    return flags(at: place).contains(.dead)
  }

  /// Every object that was deleted or replaced, in one pass over all rows. One whose line was erased is
  /// in no table, and nothing is known of it any more.
  package func removedObjects() -> [ObjectUUID: RemovedObject] {
    var found: [ObjectUUID: RemovedObject] = [:]
    for type in sampleTypes where samples[type].deadCount > 0 {
      let columns = columns(type)
      for row in 0..<columns.count where !columns.isLive(row) {
        found[columns.uuids[row]] = RemovedObject(
          type: types.names[type], provenance: columns.provenance(row))
      }
    }
    for object in objects where !object.isLive {
      found[object.uuid] = RemovedObject(
        type: types.names[Int(object.type)], provenance: object.provenance)
    }
    return found
  }

  /// The number of what a line by this actor with this origin wrote; nil where there is no such line.
  package func provenance(by actor: String, origin: UInt64?) -> UInt32? {
    guard let number = actors.number(of: actor) else { return nil }
    let wanted = Provenance(actor: number, origin: origin ?? 0)
    return provenances.firstIndex(of: wanted).map { UInt32($0) }
  }
}
