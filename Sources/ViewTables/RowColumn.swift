/// A column of rows of one type: what it is, and its cell of a row.
///
///     RowColumn<Night>("asleep", .hours, unit: "s") { Cell($0.asleep) }
package struct RowColumn<Row>: Sendable {
  /// What it is.
  package let column: Column
  /// Its cell of a row.
  package let cell: @Sendable (Row) -> Cell

  /// A column with the function that makes its cells.
  package init(_ column: Column, cell: @escaping @Sendable (Row) -> Cell) {
    self.column = column
    self.cell = cell
  }

  /// A column as `Column` has it, with the function that makes its cells.
  package init(
    _ field: String, _ kind: Column.Kind = .text, unit: String? = nil, unitIn: String? = nil,
    type: String? = nil, tellsApart: Bool = false, hidden: Bool = false,
    rank: Column.Rank = .usual, note: String? = nil, findings: Set<String> = [],
    members: [Column] = [], cell: @escaping @Sendable (Row) -> Cell
  ) {
    self.init(
      Column(
        field, kind, unit: unit, unitIn: unitIn, type: type, tellsApart: tellsApart,
        hidden: hidden, rank: rank, note: note, findings: findings, members: members),
      cell: cell)
  }

  /// A column of a role, as `Column` has it, with the function that makes its cells.
  package init(
    _ role: Column.Role, _ kind: Column.Kind = .text, named field: String? = nil,
    unit: String? = nil, tellsApart: Bool = false, hidden: Bool = false,
    rank: Column.Rank = .usual, note: String? = nil, cell: @escaping @Sendable (Row) -> Cell
  ) {
    self.init(
      Column(
        role, kind, named: field, unit: unit, tellsApart: tellsApart, hidden: hidden, rank: rank,
        note: note),
      cell: cell)
  }

  /// A column of lists of small objects, each of which is a row of columns of its own.
  package init<Member>(
    _ field: String, listing members: [RowColumn<Member>], declared: [Column]? = nil,
    rank: Column.Rank = .usual, note: String? = nil, list: @escaping @Sendable (Row) -> [Member]
  ) {
    self.init(
      field, .list, rank: rank, note: note, members: declared ?? members.map(\.column)
    ) { .list(list($0), members) }
  }

  /// The same column of rows in which this row stands.
  package func of<Other>(_ row: @escaping @Sendable (Other) -> Row) -> RowColumn<Other> {
    RowColumn<Other>(column) { [cell] in cell(row($0)) }
  }
}

/// A number that rows of one type have: its column, and its value in a row.
///
///     RowFigure<Night>("asleep", .hours, unit: "s") { $0.asleep }
package struct RowFigure<Row>: Sendable {
  /// What it is.
  package let column: Column
  /// Its value in a row; nil: it is not known.
  package let value: @Sendable (Row) -> Double?

  /// A column as `Column` has it, with the function that takes its values.
  package init(
    _ field: String, _ kind: Column.Kind, unit: String? = nil, role: Column.Role? = nil,
    rank: Column.Rank = .usual, note: String? = nil, value: @escaping @Sendable (Row) -> Double?
  ) {
    column = Column(field, kind, unit: unit, role: role, rank: rank, note: note)
    self.value = value
  }

  /// The column of its numbers.
  package var cells: RowColumn<Row> { RowColumn(column) { [value] in Cell(value($0)) } }
}

extension Cell {
  /// A list of small objects, each of which is a row of columns.
  package static func list<Member>(_ list: [Member], _ columns: [RowColumn<Member>]) -> Cell {
    .list(list.map { member in columns.map { ($0.column.field, $0.cell(member)) } })
  }
}

extension Table {
  /// A table of rows of one type that are produced when it is read. Only the cells of columns that
  /// are shown are made.
  package init<Row>(
    _ columns: [RowColumn<Row>],
    forEachRow rows: @escaping @Sendable (_ body: (Row) throws -> Void) throws -> Void
  ) {
    self.init(
      columns: columns.map(\.column),
      choosing: { chosen in
        let fill = Self.filling(chosen.map { columns[$0].cell })
        return { body in
          var cells = [Cell](repeating: .missing, count: chosen.count)
          try rows { row in
            fill(row, &cells)
            try body(cells)
          }
        }
      })
  }

  /// Returns a function that sets each cell of a row, the first one by the first of `cells`.
  ///
  /// It is a chain of functions: to take one out of an array, unspecialized code would look up the
  /// function's type for each cell.
  private static func filling<Row>(
    _ cells: [@Sendable (Row) -> Cell]
  ) -> @Sendable (Row, inout [Cell]) -> Void {
    var fill: @Sendable (Row, inout [Cell]) -> Void = { _, _ in }
    for (index, cell) in cells.enumerated() {
      fill = { [fill] row, made in
        fill(row, &made)
        made[index] = cell(row)
      }
    }
    return fill
  }

  /// A table of rows of one type that are known already.
  package init<Row: Sendable>(_ columns: [RowColumn<Row>], rows: [Row]) {
    self.init(columns) { body in
      for row in rows { try body(row) }
    }
  }
}
