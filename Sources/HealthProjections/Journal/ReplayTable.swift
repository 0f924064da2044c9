package import HealthTables
import JournalFile
package import ViewTables

/// What a replay rebuilt, and how fast.
package enum ReplayTable {
  /// One row; seconds are wall time.
  package static func table(
    of journal: ReplayedJournal, latest: Int, daily: Int, replaySeconds: Double,
    viewSeconds: Double
  ) -> Table {
    let lines = Double(journal.head.sequence)
    let bytes = Double(journal.head.offset)
    let row: [Cell] = [
      .whole(Int(lines)), .whole(Int(bytes)), .whole(journal.tables.liveCount),
      .whole(latest), .whole(daily), .number(replaySeconds), .number(viewSeconds),
      .number(lines / replaySeconds), .number(bytes / replaySeconds / 1e6),
    ]
    return Table(columns: columns, rows: [row])
  }

  private static let columns = [
    Column("events", .count), Column("bytes", .count), Column("objects", .count),
    Column("latestRows", .count), Column("dailyRows", .count),
    Column("replaySeconds", .number), Column("viewSeconds", .number),
    Column("eventsPerSecond", .number), Column("megabytesPerSecond", .number),
  ]
}
