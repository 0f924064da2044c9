import HealthEvents
import HealthModel
package import HealthTables
import JournalFile
package import ViewTables

/// What a journal is, in one row.
package enum StatusTable {
  /// One row about the lines, the bytes after the last one, and the snapshots beside them.
  ///
  /// - Parameter line: the last line of the newest checkpoint that is known of the journal.
  package static func table(
    of journal: ReplayedJournal, witnessed line: UInt64? = nil
  ) -> Table {
    let tables = journal.tables
    let snapshots = journal.snapshots()
    let row: [Cell] = [
      tables.opening.map { .text($0.journal.description) } ?? .missing,
      tables.opening.map { .whole($0.format) } ?? .missing,
      .whole(Int(journal.head.sequence)), .text(journal.head.chainText),
      .whole(Int(journal.head.sequence)), .whole(tables.liveCount),
      .whole(Int(journal.head.offset)), Cell(utc: tables.firstAt), Cell(utc: tables.lastAt),
      .text(tables.settings.timeZone),
      journal.unread == 0 ? .missing : .whole(Int(journal.unread)),
      snapshots.isEmpty ? .missing : .whole(snapshots.count),
      snapshots.last.map { .whole(Int($0.sequence)) } ?? .missing,
      snapshots.isEmpty ? .missing : .whole(snapshots.reduce(0) { $0 + Int($1.bytes) }),
      line.map { .whole(Int(clamping: $0)) } ?? .missing,
    ]
    return Table(columns: columns, rows: [row])
  }

  private static let columns = [
    Column("journal", .text), Column("format", .number), Column("seq", .number),
    Column("chain", .text), Column("events", .count), Column("objects", .count),
    Column("bytes", .count), Column("first", .time, unit: "UTC"),
    Column("last", .time, unit: "UTC"), Column("timeZone"), Column("unread", .count),
    Column("snapshots", .count), Column("snapshotSeq", .number),
    Column("snapshotBytes", .count), Column("witnessedSeq", .number),
  ]
}
