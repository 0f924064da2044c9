import HealthModel
package import HealthTables
package import JournalFile

/// Which changes the reader of a journal sees, and what is known of what went.
package struct ChangeSight: Sendable {
  private let journal: ReplayedJournal
  private let types: Set<String>?
  private var removed: [ObjectUUID: HealthTables.RemovedObject]?

  /// - Parameters:
  ///   - types: type identifiers; nil: all.
  ///   - journal: has the lines that are looked at.
  package init(types: Set<String>?, in journal: ReplayedJournal) {
    self.journal = journal
    self.types = types
  }

  /// What a line changed, as far as the reader sees it.
  ///
  /// - Complexity: the first line that deletes takes one pass over all rows.
  package mutating func changes(in entry: Entry) -> [HealthChange] {
    guard let entry = journal.seen(entry) else { return [] }
    var changes = HealthChange.all(in: entry)
    if changes.contains(where: \.isDeletion) {
      let known = removed ?? journal.tables.removedObjects()
      removed = known
      changes = changes.map { $0.naming(known) }
    }
    return changes.filter { $0.isOf(types) }
  }
}
