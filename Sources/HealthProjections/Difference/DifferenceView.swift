package import HealthModel
package import HealthTables
package import ViewTables

/// What changed in views between two moments of a journal, and which lines did it.
package struct DifferenceView {
  private let touched: TouchedRows
  private let names: LineNames
  private var rows: [Row] = []
  private var counts: DifferenceSummary

  /// Nothing compared yet.
  ///
  /// - Parameters:
  ///   - journal: as it stood at the later moment.
  ///   - first: the last line of the earlier moment.
  ///   - context: whose days the views follow.
  ///   - period: whether `sleep` is that of nights or of days.
  ///   - byType: whether the rows of each type are counted, or those of each view.
  /// - Throws: `ProjectionError.zone`; what reading lines throws.
  package init(
    _ journal: ReplayedJournal, after first: UInt64, in context: ViewContext,
    sleepBy period: SleepSummary.Period = .night, byType: Bool = false
  ) throws {
    counts = DifferenceSummary(byType: byType)
    names = try LineNames(journal)
    touched = try TouchedRows(journal, after: first, in: context, sleepBy: period)
  }

  /// Compares a view as it was and as it became.
  ///
  /// - Parameters:
  ///   - reads: what its rows are made of.
  /// - Throws: what producing the rows throws.
  package mutating func add(
    _ view: String, _ reads: Reads, from before: Table, to after: Table
  ) throws {
    for change in try TableDifference.changes(from: before, to: after) {
      let touching = touched.lines(of: change, reads)
      counts.add(view, change, by: touching, names)
      let lines = names.names(of: touching)
      var subject = change.subject
      subject[.value] = subject[.value] ?? Self.part(subject)
      for cell in change.cells {
        rows.append(
          Row(view: view, kind: change.kind, subject: subject, cell: cell, lines: lines))
      }
    }
  }

  /// A cell that changed.
  private struct Row {
    var view: String
    var kind: TableDifference.Kind
    /// The subject of the row.
    var subject: [Column.Role: Cell]
    var cell: TableDifference.ChangedCell
    /// The names of the lines that changed it.
    var lines: [String]
  }

  /// One row a cell that changed; `lines` names the events that changed it, see `LineNames`.
  package var table: Table { Table(Self.columns, rows: rows) }

  /// One row a view, or a type of it: how many of its rows were added, removed or changed.
  package var summary: Table { counts.table(names) }

  private static let columns: [RowColumn<Row>] = [
    RowColumn("view", rank: .key) { .text($0.view) },
    RowColumn("change", rank: .key) { .text($0.kind.rawValue) },
    subject(.type, rank: .key), subject(.date, .time, named: "day"), subject(.start, .time),
    subject(.value), subject(.source, rank: .detail), subject(.object, rank: .detail),
    RowColumn("field", rank: .key) { .text($0.cell.field) },
    RowColumn("before", .number, rank: .key) { $0.cell.before },
    RowColumn("after", .number, rank: .key) { $0.cell.after },
    RowColumn("lines") { $0.lines.isEmpty ? .missing : .names($0.lines) },
  ]

  /// A column of what a row is about.
  private static func subject(
    _ role: Column.Role, _ kind: Column.Kind = .text, named field: String? = nil,
    rank: Column.Rank = .usual
  ) -> RowColumn<Row> {
    RowColumn(role, kind, named: field, rank: rank) { $0.subject[role] ?? .missing }
  }

  /// What of a workout a row is about: `lap 2`, `part 1, average`; missing where it is the whole.
  private static func part(_ row: [Column.Role: Cell]) -> Cell {
    var words: [String] = []
    if case .whole(let part)? = row[.part] { words.append("part \(part)") }
    if case .identifier(let event)? = row[.event], case .whole(let index)? = row[.index] {
      words.append("\(WorkoutEventType.find(event)?.name ?? event) \(index)")
    }
    if case .text(let statistic)? = row[.statistic] { words.append(statistic) }
    return words.isEmpty ? .missing : .text(words.joined(separator: ", "))
  }
}
