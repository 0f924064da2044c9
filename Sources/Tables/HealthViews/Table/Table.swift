package import HealthModel

/// Rows under named columns, which every view returns and every export format writes.
///
///     let table = Table(
///       columns: [Column(.type), Column("sum", .number)],
///       rows: [[.identifier("HKQuantityTypeIdentifierStepCount"), .number(8012)]])
///
/// The rows are produced while they are written, so that ten million of them need no memory. A
/// table may be read more than once; each reading produces the rows again. A table of many rows
/// consists of parts, which several threads can produce at once.
package struct Table: Sendable {
  /// A closure that calls its argument once for each row, in order, and throws the errors of the
  /// argument.
  package typealias Rows = @Sendable (_ body: ([Cell]) throws -> Void) throws -> Void

  /// The columns, in order; a row has one cell for each.
  package let columns: [Column]
  /// The order of the rows, where the view was asked for one and made it itself.
  package var order: RowOrder?
  /// The presentation for people; nil: the presentation of its view.
  package var presentation: Presentation?
  /// The times that all rows are of, if no row has its own.
  package var times: [Range<Instant>] = []
  /// The number of rows, where the view knows it before it makes them.
  var knownCount: Int?
  /// True if there may be more rows than were computed, and to count them would compute them all.
  package var isUncounted = false
  /// The number of the parts that the rows consist of.
  package let partCount: Int
  // Makes what produces the cells of some columns, by their indices.
  private let making: @Sendable ([Int]) -> PartRows
  private let rows: PartRows

  /// The number of rows of a part, for tables that know their rows: so many that a thread has some
  /// work with them, and few enough to be held as text.
  static let partRows = 1024

  /// A closure as `Rows`, for the rows of one part.
  typealias PartRows = @Sendable (_ part: Int, _ body: ([Cell]) throws -> Void) throws -> Void

  /// Creates a table that produces its rows when it is read.
  ///
  ///     Table(columns: [Column(.line, .number)]) { body in
  ///       for seq in 1...10_000_000 { try body([.whole(seq)]) }
  ///     }
  ///
  /// Two columns of one name are a programmer's error and trap.
  package init(columns: [Column], forEachRow rows: @escaping Rows) {
    self.init(columns: columns, parts: 1, rows: { _, body in try rows(body) }) { chosen in
      { _, body in try rows { row in try body(chosen.map { row[$0] }) } }
    }
  }

  /// Creates a table that makes only the cells that are asked for: `choosing` receives the indices
  /// of columns.
  init(columns: [Column], parts: Int, choosing: @escaping @Sendable ([Int]) -> PartRows) {
    self.init(
      columns: columns, parts: parts, rows: choosing(Array(columns.indices)), choosing: choosing)
  }

  private init(
    columns: [Column], parts: Int, rows: @escaping PartRows,
    choosing: @escaping @Sendable ([Int]) -> PartRows
  ) {
    precondition(Set(columns.map(\.field)).count == columns.count, "two columns of one name")
    self.columns = columns
    partCount = parts
    self.rows = rows
    making = choosing
  }

  /// Creates a table of rows that are known already.
  package init(columns: [Column], rows: [[Cell]]) {
    self.init(columns: columns) { body in
      for row in rows { try body(row) }
    }
    knownCount = rows.count
  }

  /// Calls `body` with each row, in order.
  ///
  /// A row with too few or too many cells is a programmer's error and traps.
  ///
  /// - Throws: the errors of `body`, at once, and the errors of the view while it produces rows.
  package func forEachRow(_ body: ([Cell]) throws -> Void) throws {
    for part in 0..<partCount { try forEachRow(inPart: part, body) }
  }

  /// Calls `body` with each row of a part, in order.
  package func forEachRow(inPart part: Int, _ body: ([Cell]) throws -> Void) throws {
    try rows(part) { row in
      precondition(
        row.count == columns.count, "\(row.count) cells in a row of \(columns.count) columns")
      try body(row)
    }
  }

  /// Returns the same rows with the cells of some columns, by their indices, under these names.
  func choosing(_ indices: [Int], as columns: [Column]) -> Table {
    let making = making
    var table = Table(columns: columns, parts: partCount, rows: making(indices)) { chosen in
      making(chosen.map { indices[$0] })
    }
    (table.knownCount, table.isUncounted) = (knownCount, isUncounted)
    return table
  }

  /// Returns the same rows with a column that matters most to the question.
  func keeping(_ field: String) -> Table {
    let kept = columns.map { column in
      var column = column
      if column.field == field { column.rank = .key }
      return column
    }
    return choosing(Array(columns.indices), as: kept)
  }

  /// Returns how many rows there are; each is produced for it, as far as that needs no cell.
  package func rowCount() throws -> Int {
    if let knownCount { return knownCount }
    var count = 0
    let rows = making([])
    for part in 0..<partCount { try rows(part) { _ in count += 1 } }
    return count
  }

  /// Returns every row in memory: for small tables and for tests.
  package func allRows() throws -> [[Cell]] {
    var all: [[Cell]] = []
    try forEachRow { all.append($0) }
    return all
  }

  /// HealthKit's words for the journal's own fields of `samples` and `workouts`.
  private static let words = [
    "startDate": "start", "endDate": "end", "identifier": "type", "units": "unit",
    "sourceName": "source", "creationDate": "created", "UUID": "uuid",
    "workoutActivityType": "activity", "totalEnergyBurned": "energy", "totalDistance": "distance",
  ]

  /// Returns the table's own name for a field: HealthKit's word is translated if the table has no
  /// field of that name, and capitals are ignored if only one field is meant.
  package func field(_ word: String) -> String {
    if columns.contains(where: { $0.field == word }) { return word }
    if let own = Self.words[word] { return own }
    let near = columns.map(\.field).filter { $0.lowercased() == word.lowercased() }
    return near.count == 1 ? near[0] : word
  }

  /// Returns the index of a column by its field or HealthKit's word for it.
  ///
  /// - Throws: `ProjectionError.unknownField`.
  package func columnIndex(of word: String) throws(ProjectionError) -> Int {
    let field = field(word)
    guard let index = columns.firstIndex(where: { $0.field == field }) else {
      throw .unknownField(word, fields: columns.map(\.field))
    }
    return index
  }

  /// Returns the same rows with exactly these columns, in this order and under these names. Every
  /// requested column is shown: none is hidden. A column under another name has no role for those
  /// who read the rows.
  ///
  ///     table.selecting([ColumnChoice("hr=value"), ColumnChoice("startDate")].compactMap { $0 })
  ///
  /// - Throws: `ProjectionError.unknownField` and `.columnTwice`.
  package func selecting(_ choices: [ColumnChoice]) throws(ProjectionError) -> Table {
    var names: Set<String> = []
    var indices: [Int] = []
    for choice in choices {
      guard names.insert(choice.name).inserted else { throw .columnTwice(choice.name) }
      indices.append(try columnIndex(of: choice.field))
    }
    let chosen = zip(choices, indices).map { choice, index in
      let column = columns[index]
      let isOwnName = choice.name == column.field
      return Column(
        choice.name, column.kind, unit: column.unit, unitIn: isOwnName ? column.unitIn : nil,
        type: column.type, role: isOwnName ? column.role : nil, rank: .key,
        findings: column.findings, members: column.members)
    }
    return choosing(indices, as: chosen)
  }

  /// Returns the same rows in the order of one column, cells of each kind together; cells that are
  /// written as missing come last, equal cells keep their order.
  ///
  /// All rows are held in memory.
  package func sorted(by column: Int, descending: Bool) throws -> Table {
    let rows = try allRows().enumerated().sorted { a, b in
      let (left, right) = (a.element[column].finite, b.element[column].finite)
      if left.isMissing || right.isMissing {
        return left.isMissing == right.isMissing ? a.offset < b.offset : right.isMissing
      }
      if left.precedes(right) { return !descending }
      if right.precedes(left) { return descending }
      return a.offset < b.offset
    }
    return Table(columns: columns, rows: rows.map(\.element))
  }

  /// Returns the same rows, the newest first if they have a time; those of one time keep their
  /// order.
  ///
  /// All rows are held in memory.
  package func newestFirst() throws -> Table {
    try timeIndex.map { try sorted(by: $0, descending: true) } ?? self
  }

  /// The index of the column with the time of a row; nil: it has none.
  private var timeIndex: Int? {
    let roles: [Column.Role] = [.date, .start, .recorded]
    return roles.lazy.compactMap { role in
      columns.firstIndex { $0.role == role && $0.kind == .time }
    }.first
  }

  /// Returns the newest rows in the order that they have, all of them if `count` is nil; of rows of
  /// no time the first. This is the rule of `--limit` in every view; views of few rows that are in
  /// order use `Array.newest`, and those that show the newest first `limited`.
  ///
  /// The rows are read twice.
  package func newest(_ count: Int?) throws -> Table {
    guard let count, let timeIndex else { return limited(to: count) }
    var times: [Cell] = []
    try choosing([timeIndex], as: [columns[timeIndex]]).forEachRow { times.append($0[0]) }
    let order = times.indices.sorted { a, b in
      times[b].precedes(times[a]) || (!times[a].precedes(times[b]) && a > b)
    }
    let timed = order.filter { !times[$0].isMissing }
    let kept = Set((timed + times.indices.filter { times[$0].isMissing }).prefix(count))
    return Table(columns: columns) { body in
      var index = 0
      try forEachRow { row in
        if kept.contains(index) { try body(row) }
        index += 1
      }
    }
  }

  /// Returns the newest rows in their order, with all that belongs to the table; nil if rows have
  /// no time.
  func newestTimed(_ count: Int) throws -> Table? {
    guard timeIndex != nil else { return nil }
    var table = try newest(count)
    (table.order, table.presentation, table.times) = (order, presentation, times)
    return table
  }

  /// Returns the first rows, all of them if `count` is nil. No row is produced after the last that
  /// is shown.
  package func limited(to count: Int?) -> Table {
    guard let count else { return self }
    return Table(columns: columns) { body in
      guard count > 0 else { return }
      var left = count
      do {
        try forEachRow { row in
          try body(row)
          left -= 1
          if left == 0 { throw Enough() }
        }
      } catch is Enough {}
    }
  }

  /// An error that ends a reading of rows.
  private struct Enough: Error {}

  /// Returns the same rows with all times on the clock of a zone.
  package func timed(in zone: ZoneRules) -> Table {
    let making = making
    var table = Table(columns: columns, parts: partCount) { chosen in
      let rows = making(chosen)
      return { part, body in
        try rows(part) { row in try body(row.map { $0.timed(in: zone) }) }
      }
    }
    (table.knownCount, table.isUncounted) = (knownCount, isUncounted)
    (table.order, table.presentation, table.times) = (order, presentation, times)
    return table
  }

  /// Returns the same table with another row for each, of other columns if these are named.
  package func mapped(
    _ columns: [Column]? = nil, _ row: @escaping @Sendable ([Cell]) -> [Cell]
  ) -> Table {
    var table = Table(columns: columns ?? self.columns) { body in
      try forEachRow { try body(row($0)) }
    }
    (table.order, table.presentation, table.times) = (order, presentation, times)
    return table
  }

  /// Returns the same rows without the columns that have no value in any of them.
  ///
  /// All rows are held in memory.
  package func withoutEmptyColumns() throws -> Table {
    let rows = try allRows()
    let kept = columns.indices.filter { column in rows.contains { !$0[column].isMissing } }
    return Table(
      columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }

  /// Returns the same rows without these fields; they are held in memory.
  package func without(_ fields: Set<String>) throws -> Table {
    let kept = columns.indices.filter { !fields.contains(columns[$0].field) }
    return Table(
      columns: kept.map { columns[$0] }, rows: try allRows().map { row in kept.map { row[$0] } })
  }

  /// Returns the same rows with percent as people write it: 97 instead of 0.97. Parts of a whole
  /// are percent too, and their columns have that unit.
  package func inPercent() -> Table {
    let percent = columns.map { PercentColumn($0, among: columns) }
    return mapped(columns.map(\.inPercent)) { row in
      row.indices.map { percent[$0].cell(row[$0], in: row) }
    }
  }
}

/// An order of rows: by a field, ascending or descending.
package struct RowOrder: Hashable, Sendable {
  /// The field by which rows are sorted.
  package var field: String
  /// True if the greatest comes first.
  package var isDescending: Bool

  package init(_ field: String, descending: Bool) {
    self.field = field
    isDescending = descending
  }

  /// Reads the order of rows: a field such as `end`, or `-end` for a descending order.
  package init(_ text: String) {
    let descending = text.hasPrefix("-")
    self.init(descending ? String(text.dropFirst()) : text, descending: descending)
  }
}

/// The presentation of a table for people.
package struct Presentation: Sendable {
  /// True if people are not shown columns that are empty in every row.
  package var hidesEmptyColumns = true
  /// True if people are shown a row for each field.
  package var isTransposed = false
  /// The name of the format in which they are written where none is asked for; nil: as text.
  package var format: String?
  /// True if each row is of a zone of its own, which it names: then people read its times on that
  /// clock.
  package var hasOwnClocks = false
  /// The text below the rows.
  package var footer: String?
  /// The text if there are no rows.
  package var nothing = "nothing found"
  /// Finds a sentence that says more than `nothing`; it is called only if there are no rows.
  var findsOut: (@Sendable () -> String)?
  /// The sentence for people if there are no rows.
  package var emptySentence: String { findsOut?() ?? nothing }
  /// The text if the rows have no known value; nil if they have some.
  package var unknown: String?
  /// The remarks on the rows, to people and programs alike: on standard error.
  package var remarks: [String] = []

  /// Creates a presentation of rows below their heading.
  package init(
    hidesEmptyColumns: Bool = true, isTransposed: Bool = false, hasOwnClocks: Bool = false,
    nothing: String = "nothing found", remarks: [String] = []
  ) {
    self.remarks = remarks
    self.hasOwnClocks = hasOwnClocks
    self.hidesEmptyColumns = hidesEmptyColumns
    self.isTransposed = isTransposed
    self.nothing = nothing
  }
}

/// A column that someone asked for: `value`, or `hr=value` under a name of their own.
package struct ColumnChoice: Hashable, Sendable {
  /// The name that the field shall have.
  package var name: String
  /// The table's field, or HealthKit's word for it.
  package var field: String

  /// Reads the choice of a column: `field` or `name=field`; nil if a part is empty.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let field = parts.last, !name.isEmpty, !field.isEmpty else {
      return nil
    }
    self.name = String(name)
    self.field = String(field)
  }
}

extension Array {
  /// Returns the newest elements in the order that they have, all of them if `count` is nil; of
  /// those of one time the last.
  func newest(_ count: Int?, by time: (Element) -> Int64) -> [Element] {
    guard let count, count < self.count else { return self }
    let order = indices.sorted { a, b in
      let (one, other) = (time(self[a]), time(self[b]))
      return one == other ? a > b : one > other
    }
    return order.prefix(count).sorted().map { self[$0] }
  }
}

extension [Int] {
  /// Returns the indices of the newest elements of some lists of these lengths, by the number of
  /// their list.
  func newest(_ count: Int, by time: (_ list: Int, _ index: Int) -> Int64) -> [Int: [Int]] {
    let all = indices.flatMap { list in (0..<self[list]).map { (list: list, index: $0) } }
      .newest(count) { time($0.list, $0.index) }
    return Dictionary(grouping: all, by: \.list).mapValues { $0.map(\.index) }
  }
}

extension Cell {
  /// True if there is no value.
  package var isMissing: Bool { self == .missing }

  /// Returns true if a cell precedes another of its column: by the order of their kinds, then
  /// within the kind; lists are equal.
  fileprivate func precedes(_ other: Cell) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b
    case (.whole(let a), .whole(let b)): a < b
    case (.number(let a), .whole(let b)): a < Double(b)
    case (.whole(let a), .number(let b)): Double(a) < b
    case (.time(let a), .time(let b)): a.instant < b.instant
    case (.day(let a), .day(let b)): a < b
    case (.flag(let a), .flag(let b)): !a && b
    case (.text(let a), .text(let b)), (.identifier(let a), .identifier(let b)),
      (.text(let a), .identifier(let b)), (.identifier(let a), .text(let b)):
      a < b
    case (.missing, _), (.text, _), (.number, _), (.whole, _), (.time, _), (.day, _), (.flag, _),
      (.identifier, _), (.names, _), (.list, _), (.json, _):
      rank < other.rank
    }
  }

  /// The position of its kind of cells among the other kinds.
  private var rank: Int {
    switch self {
    case .number, .whole: 0
    case .flag: 1
    case .day: 2
    case .time: 3
    case .text, .identifier: 4
    case .names: 5
    case .list, .json: 6
    case .missing: 7
    }
  }

  fileprivate func timed(in zone: ZoneRules) -> Cell {
    switch self {
    case .time(let time): .time(Timestamp(time.instant, in: zone))
    case .list(let objects): .list(objects.map { $0.map { ($0, $1.timed(in: zone)) } })
    case .missing, .text, .number, .whole, .day, .flag, .identifier, .names, .json: self
    }
  }
}

extension Column.Kind {
  /// True if cells are figures in a unit that the column or the row names.
  var isMeasured: Bool {
    switch self {
    case .quantity, .difference, .exactQuantity, .statedQuantity, .distance: true
    case .text, .number, .count, .poolLength, .duration, .hours, .pace, .share, .time, .drawing,
      .list:
      false
    }
  }
}

extension Column {
  /// The column in percent if it had parts of a whole.
  fileprivate var inPercent: Column {
    guard kind == .share else { return self }
    var column = Column(
      field, .quantity, unit: PercentColumn.unit, hidden: isHidden, rank: rank, note: note)
    column.type = type
    return column
  }
}

/// A column with percent cells.
private struct PercentColumn: Sendable {
  static let unit = Unit.percent.description

  private let column: Column
  /// The index of the cell with the row's unit.
  private let unitIndex: Int?

  init(_ column: Column, among columns: [Column]) {
    self.column = column
    unitIndex = columns.unitIndex(of: column)
  }

  /// Returns a cell of a row, as people write it.
  func cell(_ cell: Cell, in row: [Cell]) -> Cell {
    if case .list(let objects) = cell { return .list(objects.map(inPercent)) }
    let isPercent =
      column.kind == .share || (column.kind.isMeasured && column.unit == Self.unit)
      || unitIndex.map { row[$0] == .text(Self.unit) } ?? false
    return isPercent ? Self.hundredfold(cell) : cell
  }

  /// Returns an object of a list with its figures in percent.
  private func inPercent(_ object: [(String, Cell)]) -> [(String, Cell)] {
    let unit = column.members.first { $0.role == .unit }?.field
    let named = object.contains { $0.0 == unit && $0.1 == .text(Self.unit) }
    return object.map { field, cell in
      guard let member = column.members.first(where: { $0.field == field }) else {
        return (field, cell)
      }
      let isPercent =
        member.kind == .share
        || member.kind.isMeasured && (member.unit.map { $0 == Self.unit } ?? named)
      return (field, isPercent ? Self.hundredfold(cell) : cell)
    }
  }

  private static func hundredfold(_ cell: Cell) -> Cell {
    switch cell {
    case .number(let number):
      Double(PercentNumber.hundredfold(of: "\(number)")).map { .number($0) } ?? cell
    case .whole(let number): .whole(number * 100)
    case .missing, .text, .time, .day, .flag, .identifier, .names, .list, .json: cell
    }
  }
}
