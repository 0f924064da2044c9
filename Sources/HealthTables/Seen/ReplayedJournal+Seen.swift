import HealthEvents
import HealthModel
package import JournalFile

extension ReplayedJournal {
  /// The journal as a reader sees it: without the objects that it may not see, in tables and lines,
  /// as if they had never been saved. Only the numbers of lines stay, so that there are gaps.
  ///
  /// - Parameter reader: `owner` or a bundle identifier.
  /// - Throws: what reading the lines of correlations throws.
  package func seen(by reader: String) throws -> ReplayedJournal {
    guard reader != EventActor.owner else { return self }
    return try seen(by: ReadAccess(reader, in: tables))
  }

  private func seen(by access: ReadAccess) throws -> ReplayedJournal {
    let journal = with(tables.seen(by: access), Memo())
    guard tables.hidesLinks(from: journal.tables) else { return journal }
    var tables = journal.tables
    tables.sight?.setMembers(try journal.members(), of: self.tables)
    return with(tables, Memo())
  }

  /// Tables of an earlier moment as the reader of this journal sees them now. Whether a sample is a
  /// member of a correlation is left as it is.
  func seen(_ earlier: HealthTables) -> HealthTables { earlier.seen(by: tables.access) }

  /// What a line says to the reader; nil: nothing.
  package func seen(_ entry: Entry) -> Entry? {
    guard let named else { return entry }
    let uuids = named.value { tables.namedObjects() }
    return tables.seen(entry, isNamed: uuids.contains)
  }

  /// What the correlations that are seen hold.
  private func members() throws -> Set<ObjectUUID> {
    let correlations = tables.objects.filter { $0.kind == .correlation }
    let uuids = Set(correlations.map(\.uuid))
    var members: Set<ObjectUUID> = []
    for start in stride(from: 0, to: correlations.count, by: 1024) {
      let lines = correlations[start..<min(start + 1024, correlations.count)].map(\.sequence)
      for entry in try entries(lines.map { UInt64($0) }).values {
        guard case .save(let save)? = entry.event else { continue }
        for object in save.objects where uuids.contains(object.uuid) {
          guard case .correlation(let correlation) = object.content else { continue }
          members.formUnion(correlation.members)
        }
      }
    }
    return members
  }
}
