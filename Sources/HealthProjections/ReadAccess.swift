import HealthEvents
import HealthModel
package import HealthTables

/// What somebody may see: the owner everything, any other source what the owner lets it read, and what
/// it saved itself. What it may not see is as if it were not there.
package struct ReadAccess: Sendable {
  /// Which provenances are the reader's own; nil: the reader is the owner.
  private let own: [Bool]?
  private let reader: String
  private let tables: HealthTables

  /// - Parameter reader: `owner` or a bundle identifier.
  package init(_ reader: String, in tables: HealthTables) {
    self.reader = reader
    self.tables = tables
    guard reader != Actor.owner else {
      own = nil
      return
    }
    own = tables.provenances.indices.map { index in
      let actor = tables.actors.names[Int(tables.provenances[index].actor)]
      return actor == reader || tables.origin(UInt32(index))?.source.bundle == reader
    }
  }

  /// Whether everything of a type may be seen.
  package func maySeeAll(of type: String) -> Bool {
    own == nil || tables.readStatus(of: type, by: reader) == .authorized
  }

  /// Whether an object of a type may be seen that was written by this provenance.
  package func maySee(_ type: String, provenance: UInt32) -> Bool {
    own?[Int(provenance)] ?? true || maySeeAll(of: type)
  }

  /// Those of some provenances whose objects of a type may be seen.
  func seen(_ provenances: [Bool], of type: String) -> [Bool] {
    guard let own, !maySeeAll(of: type) else { return provenances }
    return zip(provenances, own).map { $0 && $1 }
  }

  /// A type that is asked for by name must have been decided on, whatever the decision: only that a
  /// refusal is one stays hidden.
  package func requireDetermined(_ type: String) throws(ProjectionError) {
    guard own != nil, tables.readStatus(of: type, by: reader) == .notDetermined else { return }
    throw .readNotDetermined(source: reader, type: type)
  }
}
