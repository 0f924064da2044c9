import HealthEvents
import HealthModel
package import JournalFile

extension ReplayedJournal {
  /// The journal as a reader sees it: without the objects that it may not see, in tables and lines,
  /// as if they had never been saved. Only the numbers of lines stay, so that there are gaps. Of
  /// what was deleted or replaced a source hears the uuid.
  ///
  /// - Parameters:
  ///   - reader: `owner` or a bundle identifier.
  ///   - rights: those by which a source reads a journal as of a moment.
  /// - Throws: what reading the lines of correlations throws, and the lines after the moment.
  package func seen(by reader: String, _ rights: RightsMoment = .now) throws -> ReplayedJournal {
    guard reader != EventActor.owner else { return self }
    let journal = with(try tables(seenBy: reader, rights), Memo())
    guard tables.hidesLinks(from: journal.tables) else { return journal }
    var tables = journal.tables
    try tables.sight?.setMembers(try journal.members(), of: self.tables)
    return with(tables, Memo())
  }

  /// The tables as a reader sees them, without a look at lines: whether a sample is a member of a
  /// correlation is left as it is.
  ///
  /// A source that reads as of a moment sees what it may read now too, and nothing that is gone by
  /// now: the rights of the last line are read for it, each time.
  package func tables(
    seenBy reader: String, _ rights: RightsMoment = .now
  ) throws -> HealthTables {
    guard reader != EventActor.owner, isPast, rights == .now else {
      return try tables.seen(by: reader)
    }
    let now = try ReplayedJournal(paths.folder, on: system).tables
    try now.readDecisions()
    try tables.readDecisions()
    let access = ReadAccess(reader, in: tables).limited(to: ReadAccess(reader, in: now))
    return try tables.seen(by: access, without: try now.removedRows())
  }

  /// Tables of an earlier moment as the reader of this journal sees them now. Whether a sample is a
  /// member of a correlation is left as it is.
  func seen(_ earlier: HealthTables) throws -> HealthTables {
    guard let known = try known() else { return earlier }
    return try earlier.seen(by: tables.access, without: known.removed)
  }

  /// What a line says to the reader; nil: nothing.
  ///
  /// - Throws: what reading the rows that lines may name throws.
  package func seen(_ entry: Entry) throws -> Entry? {
    guard let known = try known() else { return entry }
    return try allowed(entry)?.withholding(known.removed.uuids)
  }

  /// What a line says to the reader by its rights, whatever became of the objects; nil: nothing.
  ///
  /// - Throws: as `seen`.
  package func allowed(_ entry: Entry) throws -> Entry? {
    guard let known = try known() else { return entry }
    return tables.seen(entry, isNamed: known.uuids.contains)
  }

  /// What lines may name to the reader; nil: anything, to the owner.
  private func known() throws -> NamedObjects? {
    try named.map { try $0.value { try tables.namedObjects() } }
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
