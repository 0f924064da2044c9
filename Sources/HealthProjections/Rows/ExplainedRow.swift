import HealthModel
import HealthTables
import ViewTables

/// A row of a table that explains a figure: what the row is, and cells by the names of their
/// columns.
///
///     ExplainedRow("rule", ("note", .text("all: every sample of every source counts")))
struct ExplainedRow {
  private var cells: [String: Cell]

  /// What the row is, and its cells; nil: missing.
  init(_ what: String, _ cells: (field: String, cell: Cell?)...) { self.init(what, cells) }

  private init(_ what: String, _ cells: [(field: String, cell: Cell?)]) {
    self.cells = ["what": .text(what)]
    for (field, cell) in cells { self.cells[field] = cell }
  }

  /// The same of a sample, whose line, uuid, source and times stand in it too.
  init(
    _ what: String, _ row: SampleRow, from source: String, _ cells: (field: String, cell: Cell?)...
  ) {
    self.init(what, cells)
    self.cells["seq"] = .whole(Int(row.sequence))
    self.cells["uuid"] = .text(row.uuid.description)
    self.cells["source"] = .text(source)
    self.cells["start"] = .time(row.startTime)
    self.cells["end"] = .time(row.endTime)
  }

  subscript(field: String) -> Cell { cells[field] ?? .missing }

  /// The same, with one more cell.
  func adding(_ field: String, _ cell: Cell?) -> ExplainedRow {
    var row = self
    row.cells[field] = cell
    return row
  }
}

extension Table {
  /// The rows of an explanation.
  ///
  /// - Parameter type: the type that all figures are of; nil: rows name it, or have several.
  init(columns: [Column], explained rows: [ExplainedRow], of type: String? = nil) {
    let ofType = columns.map { column in
      var column = column
      column.type = type
      return column
    }
    self.init(columns: ofType, rows: rows.map { row in columns.map { row[$0.field] } })
  }
}
