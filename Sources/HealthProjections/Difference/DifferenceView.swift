package import HealthModel
package import HealthTables
package import ViewTables

/// What changed in views between two moments of a journal, and which lines did it.
package struct DifferenceView {
  private let touched: TouchedRows
  private let names: LineNames
  private var rows: [[Cell]] = []
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
  ///   - rowKey: what tells its rows apart.
  ///   - reads: what they are made of.
  /// - Throws: what producing the rows throws.
  package mutating func add(
    _ view: String, _ rowKey: RowKey, _ reads: Reads, from before: Table, to after: Table
  ) throws {
    let keys = rowKey.fields
    let changes = try TableDifference.changes(
      from: before, to: after, keys: keys, passing: Self.passing)
    for change in changes {
      let touching = touched.lines(of: change, reads)
      counts.add(view, change, by: touching, names)
      let lines = names.names(of: touching)
      let subject = ["type", "day", "start", "value", "source", "uuid"].map { field -> Cell in
        if field == "value", keys.contains("event") { return Self.part(change.row) }
        return Self.subjects(field).first { keys.contains($0) }.flatMap { change.row[$0] }
          ?? .missing
      }
      for cell in change.cells {
        rows.append(
          [.text(view), .text(change.kind.rawValue)] + subject + [
            .text(cell.field), cell.before, cell.after,
            lines.isEmpty ? .missing : .names(lines),
          ])
      }
    }
  }

  /// One row a cell that changed; `lines` names the events that changed it, see `LineNames`.
  package var table: Table { Table(columns: Self.columns, rows: rows) }

  /// One row a view, or a type of it: how many of its rows were added, removed or changed.
  package var summary: Table { counts.table(names) }

  private static let columns = [
    Column("view", rank: .key), Column("change", rank: .key), Column("type", rank: .key),
    Column("day", .time), Column("start", .time), Column("value"),
    Column("source", rank: .detail), Column("uuid", rank: .detail), Column("field", rank: .key),
    Column("before", .number, rank: .key), Column("after", .number, rank: .key), Column("lines"),
  ]

  /// The fields of views of which a column of the difference tells.
  private static func subjects(_ column: String) -> [String] {
    switch column {
    case "value": ["value", "ring", "reason"]
    case "day": ["day", "date"]
    default: [column]
    }
  }

  /// What of a workout a row is about: `lap 2`, `part 1, average`; missing where it is the whole.
  private static func part(_ row: [String: Cell]) -> Cell {
    var words: [String] = []
    if case .whole(let part)? = row["part"] { words.append("part \(part)") }
    if case .identifier(let event)? = row["event"], case .whole(let index)? = row["index"] {
      words.append("\(WorkoutEventType.find(event)?.name ?? event) \(index)")
    }
    if case .text(let statistic)? = row["statistic"] { words.append(statistic) }
    return words.isEmpty ? .missing : .text(words.joined(separator: ", "))
  }

  /// Fields that say where a row comes from rather than what it says.
  private static let passing: Set<String> = ["uuid", "seq"]
}
