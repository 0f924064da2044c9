import HealthEvents
package import HealthModel
package import HealthProjections
import HealthTables

extension JournalSession {
  /// The uuids of the live objects that a query means and `actor` may delete: the owner all, any
  /// other source its own.
  ///
  /// - Throws: `ProjectionError`; what reading lines throws.
  package func deletable(_ query: Query, by actor: String) throws -> [ObjectUUID] {
    try MatchingObjects.deletable(query, in: try replayed(by: actor))
  }

  /// How many of these objects there are of each type.
  package func typeCounts(of uuids: [ObjectUUID]) -> [String: Int] {
    uuids.reduce(into: [:]) { counts, uuid in
      if let facts = tables.facts(of: uuid) { counts[facts.type, default: 0] += 1 }
    }
  }

  /// Deletes objects and gets that onto the disk: one event, or several where one line would be too
  /// long.
  ///
  /// - Parameter most: how many uuids one event names; a line holds about twice as many.
  /// - Returns: the seq of the last event and all uuids; nil where there was nothing to delete.
  /// - Throws: `Rejection`; `JournalError`.
  package mutating func delete(
    _ uuids: [ObjectUUID], reason: String?, by actor: String, inALine most: Int = 200_000
  ) throws -> Accepted? {
    var sequence: UInt64?
    try stageAll { session in
      var rest = uuids[...]
      while !rest.isEmpty {
        let deletion = Deletion(objects: Array(rest.prefix(most)), reason: reason)
        sequence = try session.stage(Command(by: actor, .delete(deletion))).sequence
        rest = rest.dropFirst(most)
      }
    }
    guard let sequence else { return nil }
    try commit()
    return Accepted(sequence: sequence, uuids: uuids)
  }
}
