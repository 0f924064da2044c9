package import HealthModel

extension HealthTables {
  /// The objects that were ever saved and whose uuids begin so, as far as the reader sees them, in
  /// the order of their uuids.
  ///
  /// - Parameter includingSamples: whether quantity and category samples are among them, whose rows
  ///   are all read for it; else only workouts, correlations and the like.
  package func objects(
    beginningWith prefix: UUIDPrefix, includingSamples: Bool = true
  ) -> [(uuid: ObjectUUID, type: String)] {
    var found: [(uuid: ObjectUUID, type: String)] = []
    for object in objects where prefix.begins(object.uuid) {
      found.append((object.uuid, types.names[Int(object.type)]))
    }
    for type in includingSamples ? sampleTypes : 0..<0 {
      for uuid in columns(type).uuids where prefix.begins(uuid) {
        found.append((uuid, types.names[type]))
      }
    }
    found.sort { $0.uuid < $1.uuid }
    // Another program may have written a uuid twice.
    return found.indices.filter { $0 == 0 || found[$0 - 1].uuid != found[$0].uuid }
      .map { found[$0] }
  }
}
