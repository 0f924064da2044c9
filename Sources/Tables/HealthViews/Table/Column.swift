/// A column of a `Table`: its field name, what its cells are, and what formats for people make of
/// them.
///
///     Column(.object, hidden: true)
///     Column("totalTime", .duration, unit: "s")
///     Column(.source, rank: .detail)
///
/// Formats for programs know the field alone: what else is declared changes no byte of theirs.
package struct Column: Hashable, Sendable {
  /// The kind of most cells of a column, which decides how people read them.
  package enum Kind: Hashable, Sendable {
    /// Words, identifiers, flags: to the left.
    case text
    /// Numbers that are shown as they are, as that of a line: to the right, as all numbers.
    case number
    /// Counts: `12,031`.
    case count
    /// Figures in the unit of the column, else in the unit in the row's `unit`: rounded as the type
    /// carries it, in the units that the journal prefers.
    case quantity
    /// Differences of two figures, or the spread of figures: converted by the size of the unit
    /// alone, so that 1 degree Celsius is 1.8 degrees Fahrenheit.
    case difference
    /// Figures with six digits, as explanations have them.
    case exactQuantity
    /// Figures with the same six digits, in the unit that a line states.
    case statedQuantity
    /// Metres of a pool or a swim, which people may read in yards.
    case poolLength
    /// Distances in the same units: `19.24` km, or miles.
    case distance
    /// Seconds: `2:10:56`.
    case duration
    /// Seconds that are shown as hours and minutes, as of a night: `7:05`.
    case hours
    /// Seconds for the distance after the stroke of the column's unit: `5:27` /km.
    case pace
    /// Parts of a whole: 0.97 is `97 %`.
    case share
    /// Moments and days: to the left.
    case time
    /// Drawings of some characters, as of a month: to the left, and never broken.
    case drawing
    /// Lists of small objects: below the row, where the format has no room for them in it.
    case list

    /// True if cells are aligned to the right.
    package var isNumeric: Bool {
      switch self {
      case .number, .count, .quantity, .difference, .exactQuantity, .statedQuantity, .poolLength,
        .distance, .duration, .hours, .pace, .share:
        true
      case .text, .time, .drawing, .list: false
      }
    }
  }

  /// The rank of a column if there is no room for all: of equal ones the last is left out first.
  package enum Rank: Int, Comparable, Sendable {
    /// A column that is left out first.
    case detail
    /// Is left out after all details.
    case usual
    /// Stays: without it the row does not say what it is about.
    case key

    /// Compares ranks in the order of the cases.
    package static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// The role of a cell in its row, for readers of rows from outside, whatever view they are of:
  /// formats, exports, tools, differences. Its text is the name that a column of this role has in
  /// most views.
  package enum Role: String, Sendable {
    /// The uuid of the object that the row is about.
    case object = "uuid"
    /// The seq of the line that saved it.
    case line = "seq"
    /// The identifier of the type of the row's figures.
    case type
    /// The unit of all figures that have none of their own.
    case unit
    /// The day that the row is of, or its moment.
    case date
    /// The start or end of the row.
    case start, end
    /// The time with which it is compared.
    case earlierStart, earlierEnd
    /// The times of what it sums up.
    case first, last
    /// Sleep on the row's date and outside its time.
    case naps
    /// The time at which the row was recorded.
    case recorded = "at"
    /// The names of the lines that changed it.
    case lines
    /// The source that saved it.
    case source
    /// The words on the row.
    case note
    /// The tags of a note.
    case tags
    /// The thing that the row is about, of several that have a row each, as a category's value.
    case value
    /// An activity of a workout, a stretch of one and its number, and a figure that is compared.
    case part, event, index, statistic
    /// The sum and the average of what the row sums up.
    case sum, average
    /// The activity of a workout, and the figures of it in a calendar.
    case activity, duration, distance, energy
    /// The column of another table, where a row is about its cell or figures.
    case field
    /// A place of a route, and the figures of it in a track.
    case latitude, longitude, altitude, speed, course, horizontalAccuracy, verticalAccuracy, segment
  }

  /// The field's name in machine output, which is part of the contract: `totalTime`.
  package let field: String
  /// The kind of most cells.
  package let kind: Kind
  /// The unit of every number in the column, which formats for people show in the heading:
  /// `energy (kcal)`. Nil where the unit is a column of its own, or there is none.
  package let unit: String?
  /// The field of the column that names the unit of each figure; nil: that of the role, if any.
  package let unitIn: String?
  /// The identifier of the type of all figures in the column; nil: the row's `type` names it.
  package var type: String?
  /// The role of a cell in its row; nil: nothing that others need.
  package let role: Role?
  /// True if its cells identify a row among the others of its view, so that two moments of the view
  /// can be compared row by row.
  package let tellsApart: Bool
  /// True where formats for people leave the column out unless asked, as for a uuid.
  package let isHidden: Bool
  /// The rank of the column if a terminal has no room for all.
  package internal(set) var rank: Rank
  /// The note on it in the documents, as when it is there; nil if the name is enough.
  package let note: String?
  /// Words that tell of something wrong.
  package let findings: Set<String>
  /// The columns of a list's objects; a field that is not among them is shown as its cells are.
  package let members: [Column]

  /// Creates a column; of a list also the columns of its objects.
  package init(
    _ field: String, _ kind: Kind = .text, unit: String? = nil, unitIn: String? = nil,
    type: String? = nil, role: Role? = nil, tellsApart: Bool = false, hidden: Bool = false,
    rank: Rank = .usual, note: String? = nil, findings: Set<String> = [], members: [Column] = []
  ) {
    self.field = field
    self.kind = kind
    self.unit = unit
    self.unitIn = unitIn
    self.type = type
    self.role = role
    self.tellsApart = tellsApart
    isHidden = hidden
    self.rank = rank
    self.note = note
    self.findings = findings
    self.members = members
  }

  /// Creates a column of a role, under the role's name if the view has no other for it.
  package init(
    _ role: Role, _ kind: Kind = .text, named field: String? = nil, unit: String? = nil,
    tellsApart: Bool = false, hidden: Bool = false, rank: Rank = .usual, note: String? = nil
  ) {
    self.init(
      field ?? role.rawValue, kind, unit: unit, role: role, tellsApart: tellsApart, hidden: hidden,
      rank: rank, note: note)
  }
}

extension [Column] {
  /// Returns the index of a row's cell of a role; nil: it has none.
  package func index(of role: Column.Role) -> Int? { firstIndex { $0.role == role } }

  /// Returns the index of the cell that names the unit of a column that has none for all rows.
  package func unitIndex(of column: Column) -> Int? {
    guard column.unit == nil, column.kind.isMeasured else { return nil }
    return column.unitIn.flatMap { field in firstIndex { $0.field == field } } ?? index(of: .unit)
  }

  /// Returns the cells of a row by their roles; of two columns of a role the first counts.
  package func cellsByRole(
    _ row: [Cell], where isTaken: (Column) -> Bool = { _ in true }
  ) -> [Column.Role: Cell] {
    zip(self, row).reduce(into: [:]) { cells, own in
      if let role = own.0.role, isTaken(own.0), cells[role] == nil { cells[role] = own.1 }
    }
  }
}

/// A column of rows of one type: what it is, and its cell of a row.
///
///     RowColumn<Night>("asleep", .hours, unit: "s") { Cell($0.asleep) }
package struct RowColumn<Row>: Sendable {
  package let column: Column
  /// The closure that makes its cell of a row.
  package let cell: @Sendable (Row) -> Cell

  /// Creates a column with the function that makes its cells.
  package init(_ column: Column, cell: @escaping @Sendable (Row) -> Cell) {
    self.column = column
    self.cell = cell
  }

  /// Creates a column as `Column` does, with the function that makes its cells.
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

  /// Creates a column of a role, as `Column` does, with the function that makes its cells.
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

  /// Creates a column of lists of small objects, each of which is a row of columns of its own.
  package init<Member>(
    _ field: String, listing members: [RowColumn<Member>], declared: [Column]? = nil,
    rank: Column.Rank = .usual, note: String? = nil, list: @escaping @Sendable (Row) -> [Member]
  ) {
    self.init(
      field, .list, rank: rank, note: note, members: declared ?? members.map(\.column)
    ) { .list(list($0), members) }
  }

  /// Returns the same column for rows that contain this row.
  package func of<Other>(_ row: @escaping @Sendable (Other) -> Row) -> RowColumn<Other> {
    RowColumn<Other>(column) { [cell] in cell(row($0)) }
  }
}

/// A number that rows of one type have: its column, and its value in a row.
///
///     RowFigure<Night>("asleep", .hours, unit: "s") { $0.asleep }
package struct RowFigure<Row>: Sendable {
  package let column: Column
  /// Its value in a row; nil: it is not known.
  package let value: @Sendable (Row) -> Double?

  /// Creates a column as `Column` does, with the function that returns its values.
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
  /// Returns a cell with a list of small objects, each of which is a row of columns.
  package static func list<Member>(_ list: [Member], _ columns: [RowColumn<Member>]) -> Cell {
    .list(list.map { member in columns.map { ($0.column.field, $0.cell(member)) } })
  }
}

extension Table {
  /// Creates a table of rows of one type that are produced when it is read. Only the cells of
  /// columns that are shown are made.
  package init<Row>(
    _ columns: [RowColumn<Row>],
    forEachRow rows: @escaping @Sendable (_ body: (Row) throws -> Void) throws -> Void
  ) {
    self.init(columns, parts: 1) { _, body in try rows(body) }
  }

  /// Creates such a table of parts, each of which can be produced alone.
  ///
  /// - Parameters:
  ///   - count: the number of parts.
  ///   - rows: calls its second argument with each row of the part that the first one names.
  package init<Row>(
    _ columns: [RowColumn<Row>], parts count: Int,
    forEachRow rows: @escaping @Sendable (Int, _ body: (Row) throws -> Void) throws -> Void
  ) {
    self.init(
      columns: columns.map(\.column), parts: count,
      choosing: { chosen in
        let fill = Self.filling(chosen.map { columns[$0].cell })
        return { part, body in
          var cells = [Cell](repeating: .missing, count: chosen.count)
          try rows(part) { row in
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

  /// Creates a table of rows of one type that are known already.
  package init<Row: Sendable>(_ columns: [RowColumn<Row>], rows: [Row]) {
    self.init(columns) { body in
      for row in rows { try body(row) }
    }
    knownCount = rows.count
  }
}
