package import HealthModel

extension HealthTables {
  /// What is left to know of an object that was deleted or replaced.
  package struct RemovedObject: Hashable, Sendable {
    /// The identifier of its type.
    package var type: String
  }

  /// Whether a line has deleted or replaced an object.
  package func isRemoved(_ uuid: ObjectUUID) -> Bool {
    if claims.removed.contains(uuid) { return true }
    guard let base = parts.base, base.mayHold(uuid), let rowID = rowID(of: uuid) else {
      return false
    }
    return flags(at: rowID).contains(.dead)
  }

  /// Every object that was deleted or replaced, in one pass over all rows. One whose line was
  /// erased is in no table, and nothing is known of it any more.
  package func removedObjects() -> [ObjectUUID: RemovedObject] {
    var found: [ObjectUUID: RemovedObject] = [:]
    for type in sampleTypes where samples[type].deadCount > 0 {
      let columns = columns(type)
      for row in 0..<columns.count where !columns.isLive(row) {
        found[columns.uuids[row]] = RemovedObject(type: types.names[type])
      }
    }
    for object in objects where !object.isLive {
      found[object.uuid] = RemovedObject(type: types.names[Int(object.type)])
    }
    return found
  }
}
