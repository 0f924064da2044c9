package import HealthTables
package import JournalFile

/// Which changes the reader of a journal sees, and what is known of what went.
package struct ChangeSight: Sendable {
  private let journal: ReplayedJournal
  private let types: Set<String>?

  /// - Parameters:
  ///   - types: type identifiers; nil: all.
  ///   - journal: has the lines that are looked at.
  package init(types: Set<String>?, in journal: ReplayedJournal) {
    self.journal = journal
    self.types = types
  }

  /// What a line changed, as far as the reader sees it.
  ///
  /// - Complexity: the first line of a journal that deletes takes one pass over all rows.
  package func changes(in entry: Entry) -> [HealthChange] {
    guard let entry = journal.seen(entry) else { return [] }
    var changes = HealthChange.all(in: entry)
    if changes.contains(where: \.isDeletion) {
      let removed = journal.removedObjects()
      changes = changes.map { $0.naming(removed) }
    }
    return changes.filter { $0.isOf(types) }
  }
}
