import HealthEvents
import HealthModel
package import HealthTables
import JournalFile

/// The state of a journal, in one row.
package enum StatusTable {
  private struct Row {
    let journal: ReplayedJournal
    let snapshots: [SnapshotFolder.Kept]
    let witnessed: UInt64?
    let imported: [ImportedJournal]

    var tables: HealthTables { journal.tables }
  }

  /// Makes one row about the lines, the bytes after the last one, and the snapshots in the folder.
  ///
  /// - Parameter line: the last line of the newest checkpoint that is known of the journal.
  /// - Throws: the errors of reading the objects.
  package static func table(
    of journal: ReplayedJournal, witnessed line: UInt64? = nil
  ) throws -> Table {
    try journal.tables.readObjects()
    let imported = journal.tables.recordings.isEmpty ? [:] : try journal.importedJournals()
    let row = Row(
      journal: journal, snapshots: journal.snapshots(), witnessed: line,
      imported: imported.values.sorted { $0.journal < $1.journal })
    return Table(columns, rows: [row])
  }

  private static let columns: [RowColumn<Row>] = [
    RowColumn("journal") { Cell(text: $0.tables.opening?.journal.description) },
    RowColumn("format", .number) { .whole($0.tables.format) },
    RowColumn(.line, .number) { .whole(Int($0.journal.head.sequence)) },
    RowColumn("chain") { .text($0.journal.head.chainText) },
    RowColumn("events", .count) { .whole(Int($0.journal.head.sequence)) },
    RowColumn("objects", .count) { .whole($0.tables.liveCount) },
    RowColumn("bytes", .count) { .whole(Int($0.journal.head.offset)) },
    RowColumn(.first, .time, unit: "UTC") { Cell(utc: $0.tables.firstAt) },
    RowColumn(.last, .time, unit: "UTC") { Cell(utc: $0.tables.lastAt) },
    RowColumn("timeZone") { .text($0.tables.settings.timeZone) },
    RowColumn("unread", .count) { row in
      row.journal.unread == 0 ? .missing : .whole(Int(row.journal.unread))
    },
    RowColumn("snapshots", .count) { row in
      row.snapshots.isEmpty ? .missing : .whole(row.snapshots.count)
    },
    RowColumn("snapshotSeq", .number) { Cell(whole: $0.snapshots.last.map { Int($0.sequence) }) },
    RowColumn("snapshotBytes", .count) { row in
      row.snapshots.isEmpty ? .missing : .whole(row.snapshots.reduce(0) { $0 + Int($1.bytes) })
    },
    RowColumn("witnessedSeq", .number) { Cell(whole: $0.witnessed.map { Int(clamping: $0) }) },
    RowColumn("imported", note: "other journals, and the last line of each that was imported") {
      row in
      row.imported.isEmpty
        ? .missing
        : .text(row.imported.map { "\($0.journal) to line \($0.line)" }.joined(separator: ", "))
    },
    RowColumn("rungs", .count, note: "lines from which --as-of goes on without a long replay") {
      Cell(whole: $0.journal.ladder?.rungs)
    },
    RowColumn("rungBytes", .count) { Cell(whole: $0.journal.ladder?.bytes) },
  ]
}

/// The settings in force.
package enum SettingsTable {
  private struct Row {
    var setting: String
    var type: String?
    var value: String
  }

  private static let columns: [RowColumn<Row>] = [
    RowColumn("setting", rank: .key) { .text($0.setting) },
    RowColumn(.type, rank: .key) { Cell(identifier: $0.type) },
    RowColumn("value", rank: .key) { .text($0.value) },
  ]

  /// Makes one row a setting.
  package static func table(_ tables: HealthTables) -> Table {
    let settings = tables.settings
    var rows = [Row(setting: "timeZone", value: settings.timeZone)]
    if settings.weekStarts != .monday {
      rows.append(Row(setting: "weekStarts", value: settings.weekStarts.name))
    }
    for order in settings.priority {
      let names = order.sources.joined(separator: ", ")
      rows.append(Row(setting: "priority", type: order.type, value: names))
    }
    for preferred in settings.preferredUnits {
      let isOfAll = preferred.type == PreferredUnit.allTypes
      rows.append(
        Row(
          setting: isOfAll ? "units" : "preferredUnit", type: isOfAll ? nil : preferred.type,
          value: preferred.unit))
    }
    for same in tables.sameSources.all {
      rows.append(Row(setting: "sameSource", value: "\(same.old)=\(same.name)"))
    }
    return Table(columns, rows: rows)
  }
}

/// The outcome of a replay: what it rebuilt, and how fast.
package struct ReplayTable: Sendable {
  private let lines: Double
  private let bytes: Double
  private let objects: Int
  private let latest: Int
  private let daily: Int
  private let replaySeconds: Double
  private let viewSeconds: Double

  /// - Parameters:
  ///   - latest: the number of rows of `latest`.
  ///   - daily: the number of rows of `daily`.
  package init(
    of journal: ReplayedJournal, latest: Int, daily: Int, replaySeconds: Double,
    viewSeconds: Double
  ) {
    lines = Double(journal.head.sequence)
    bytes = Double(journal.head.offset)
    objects = journal.tables.liveCount
    (self.latest, self.daily) = (latest, daily)
    (self.replaySeconds, self.viewSeconds) = (replaySeconds, viewSeconds)
  }

  /// Makes one row; seconds are wall time.
  package var table: Table { Table(Self.columns, rows: [self]) }

  private static let columns: [RowColumn<ReplayTable>] = [
    RowColumn("events", .count) { .whole(Int($0.lines)) },
    RowColumn("bytes", .count) { .whole(Int($0.bytes)) },
    RowColumn("objects", .count) { .whole($0.objects) },
    RowColumn("latestRows", .count) { .whole($0.latest) },
    RowColumn("dailyRows", .count) { .whole($0.daily) },
    RowColumn("replaySeconds", .number) { .number($0.replaySeconds) },
    RowColumn("viewSeconds", .number) { .number($0.viewSeconds) },
    RowColumn("eventsPerSecond", .number) { .number($0.lines / $0.replaySeconds) },
    RowColumn("megabytesPerSecond", .number) { .number($0.bytes / $0.replaySeconds / 1e6) },
  ]
}
