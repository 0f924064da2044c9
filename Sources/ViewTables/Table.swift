package import HealthModel

/// Rows under named columns: what every view gives and every export format takes.
///
///     let table = Table(
///       columns: [Column(.type), Column("sum", .number)],
///       rows: [[.identifier("HKQuantityTypeIdentifierStepCount"), .number(8012)]])
///
/// The rows are produced while they are written, so that ten million of them need no memory. A
/// table may be read more than once; each reading produces the rows again.
package struct Table: Sendable {
  /// What calls its argument once for each row, in order, and passes on what that throws.
  package typealias Rows = @Sendable (_ body: ([Cell]) throws -> Void) throws -> Void

  /// The columns, in order; a row has one cell for each.
  package let columns: [Column]
  /// The order of the rows, where the view was asked for one and made it itself.
  package var order: RowOrder?
  /// How people are shown it; nil: as its view says.
  package var presentation: Presentation?
  /// The times that all rows are of, where no row says its own.
  package var times: [Range<Instant>] = []
  // Makes what produces the cells of some columns, by their indices.
  private let making: @Sendable ([Int]) -> Rows
  private let rows: Rows

  /// A table that produces its rows when it is read.
  ///
  ///     Table(columns: [Column(.line, .number)]) { body in
  ///       for seq in 1...10_000_000 { try body([.whole(seq)]) }
  ///     }
  ///
  /// Two columns of one name are a programmer's error and trap.
  package init(columns: [Column], forEachRow rows: @escaping Rows) {
    self.init(columns: columns, rows: rows) { chosen in
      { body in try rows { row in try body(chosen.map { row[$0] }) } }
    }
  }

  /// A table that makes only the cells that are asked for: `choosing` takes the indices of columns.
  init(columns: [Column], choosing: @escaping @Sendable ([Int]) -> Rows) {
    self.init(columns: columns, rows: choosing(Array(columns.indices)), choosing: choosing)
  }

  private init(
    columns: [Column], rows: @escaping Rows, choosing: @escaping @Sendable ([Int]) -> Rows
  ) {
    for (index, column) in columns.enumerated() {
      let isKnown = columns[..<index].contains { $0.field == column.field }
      precondition(!isKnown, "two columns of one name")
    }
    self.columns = columns
    self.rows = rows
    making = choosing
  }

  /// A table of rows that are known already.
  package init(columns: [Column], rows: [[Cell]]) {
    self.init(columns: columns) { body in
      for row in rows { try body(row) }
    }
  }

  /// Calls `body` with each row, in order.
  ///
  /// A row with too few or too many cells is a programmer's error and traps.
  ///
  /// - Throws: what `body` throws, at once, and what the view meets while it produces rows.
  package func forEachRow(_ body: ([Cell]) throws -> Void) throws {
    try rows { row in
      precondition(
        row.count == columns.count, "\(row.count) cells in a row of \(columns.count) columns")
      try body(row)
    }
  }

  /// The same rows with the cells of some columns, by their indices, under these names.
  func choosing(_ indices: [Int], as columns: [Column]) -> Table {
    Table(columns: columns, forEachRow: making(indices))
  }

  /// Returns how many rows there are; each is produced for it, as far as that needs no cell.
  package func rowCount() throws -> Int {
    var count = 0
    try making([])({ _ in count += 1 })
    return count
  }

  /// Every row in memory: for small tables and for tests.
  package func allRows() throws -> [[Cell]] {
    var all: [[Cell]] = []
    try forEachRow { all.append($0) }
    return all
  }
}

/// An order of rows: by a field, ascending or descending.
package struct RowOrder: Hashable, Sendable {
  /// The field that decides.
  package var field: String
  /// Whether the greatest comes first.
  package var isDescending: Bool

  /// The order by this field.
  package init(_ field: String, descending: Bool) {
    self.field = field
    isDescending = descending
  }

  /// Reads `end`, or `-end` for descending.
  package init(_ text: String) {
    let descending = text.hasPrefix("-")
    self.init(descending ? String(text.dropFirst()) : text, descending: descending)
  }
}
