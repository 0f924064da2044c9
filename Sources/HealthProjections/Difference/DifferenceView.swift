import HealthModel
package import HealthTables

/// What changed in views between two moments of a journal, and which lines did it.
package struct DifferenceView {
  private let touched: TouchedRows
  private var rows: [[Cell]] = []

  /// Nothing compared yet.
  ///
  /// - Parameters:
  ///   - journal: as it stood at the later moment.
  ///   - first: the last line of the earlier moment.
  /// - Throws: `ProjectionError.zone`; what reading lines throws.
  package init(_ journal: ReplayedJournal, behind first: UInt64, zones: ZoneCatalogue) throws {
    touched = try TouchedRows(journal, behind: first, zones: zones)
  }

  /// Compares a view as it was and as it became.
  ///
  /// - Throws: what producing the rows throws.
  package mutating func add(_ view: String, from before: Table, to after: Table) throws {
    let keys = Self.keys[view] ?? ["uuid"]
    let changes = try TableDifference.changes(
      from: before, to: after, keys: keys, passing: Self.passing)
    for change in changes {
      let lines = touched.lines(of: change.row).map { String($0) }
      rows.append(
        [.text(view), .text(change.kind.rawValue)]
          + ["type", "day", "value", "source", "uuid"].map { field in
            keys.contains(field) ? change.row[field] ?? .missing : .missing
          } + [
            .text(change.field), change.before, change.after,
            lines.isEmpty ? .missing : .names(lines),
          ])
    }
  }

  /// One row a cell that changed; `lines` are the seqs of the events that changed it.
  package var table: Table { Table(columns: Self.columns, rows: rows) }

  private static let columns = [
    Column("view"), Column("change"), Column("type"), Column("day", .time), Column("value"),
    Column("source"), Column("uuid"), Column("field"), Column("before", .number),
    Column("after", .number), Column("lines"),
  ]

  /// By which fields the rows of a view are told apart; others by uuid.
  private static let keys: [String: [String]] = [
    "latest": ["type"], "daily": ["type", "day", "source", "value"], "energy": ["day"],
    "sources": ["type", "source"], "authorizations": ["type", "source"],
  ]

  /// Fields that say where a row comes from rather than what it says.
  private static let passing: Set<String> = ["uuid", "seq"]
}
