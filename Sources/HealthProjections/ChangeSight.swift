import HealthEvents
import HealthModel
package import HealthTables
package import JournalFile

/// Which changes somebody sees, and what is known of what went.
package struct ChangeSight: Sendable {
  private let tables: HealthTables
  private let access: ReadAccess
  private let reader: String
  private let types: Set<String>?
  private var removed: [ObjectUUID: HealthTables.RemovedObject]?

  /// - Parameters:
  ///   - reader: `owner` or a bundle identifier.
  ///   - types: type identifiers; nil: all.
  ///   - tables: of a journal that has the lines that are looked at.
  package init(of reader: String, types: Set<String>?, in tables: HealthTables) {
    self.tables = tables
    self.reader = reader
    self.types = types
    access = ReadAccess(reader, in: tables)
  }

  /// What a line changed, as far as the reader sees it.
  ///
  /// - Complexity: the first line that deletes takes one pass over all rows.
  package mutating func changes(in entry: Entry) -> [HealthChange] {
    var changes = HealthChange.all(in: entry)
    if changes.contains(where: \.isDeletion) {
      let known = removed ?? tables.removedObjects()
      removed = known
      changes = changes.map { $0.naming(known) }
    }
    return changes.filter { $0.isOf(types) && maySee($0) }.map(seen)
  }

  private func maySee(_ change: HealthChange) -> Bool {
    if reader == Actor.owner { return true }
    guard let type = change.type, let provenance = provenance(of: change) else { return false }
    return access.maySee(type, provenance: provenance)
  }

  private func provenance(of change: HealthChange) -> UInt32? {
    switch change.what {
    case .added(let object): tables.provenance(by: change.by, origin: object.origin)
    case .deleted(_, let object): object?.provenance
    }
  }

  /// The change as the reader sees it.
  private func seen(_ change: HealthChange) -> HealthChange {
    guard reader != Actor.owner, case .added(let object) = change.what,
      let provenance = provenance(of: change)
    else { return change }
    return HealthChange(
      sequence: change.sequence, by: change.by,
      what: .added(access.seen(object, provenance: provenance)))
  }
}
