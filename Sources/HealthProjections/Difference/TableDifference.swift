/// What differs between two tables of one view, row by row and cell by cell.
struct TableDifference {
  /// How a row differs.
  enum Kind: String {
    case added
    case removed
    case changed
  }

  /// A row that is not what it was.
  struct Change {
    var kind: Kind
    /// The row after the change; for a removed row, the row before.
    var row: [String: Cell]
    /// The row as it stood before; without fields where there was none.
    var earlier: [String: Cell]
    /// What differs, in the order of the fields.
    var cells: [(field: String, before: Cell, after: Cell)]
  }

  /// The rows that differ, in the order of the rows after, then those that are gone.
  ///
  /// - Parameters:
  ///   - keys: the fields by which a row is told from others.
  ///   - passing: fields whose differences do not count.
  static func changes(
    from before: Table, to after: Table, keys: [String], passing: Set<String>
  ) throws -> [Change] {
    var old = Rows(before, keys)
    try before.forEachRow { old.add($0) }
    var new = Rows(after, keys)
    try after.forEachRow { new.add($0) }
    func cells(
      _ before: [String: Cell], _ after: [String: Cell], _ fields: [String]
    ) -> [(field: String, before: Cell, after: Cell)] {
      fields.filter { !keys.contains($0) && !passing.contains($0) }
        .map { ($0, before[$0] ?? .missing, after[$0] ?? .missing) }.filter { $0.1 != $0.2 }
    }
    var changes: [Change] = []
    for (key, row) in new.order.lazy.compactMap({ key in new.rows[key].map { (key, $0) } }) {
      let was = old.rows[key]
      changes.append(
        Change(
          kind: was == nil ? .added : .changed, row: row, earlier: was ?? [:],
          cells: cells(was ?? [:], row, new.fields)))
    }
    for key in old.order where new.rows[key] == nil {
      let row = old.rows[key] ?? [:]
      changes.append(
        Change(kind: .removed, row: row, earlier: row, cells: cells(row, [:], old.fields)))
    }
    return changes.filter { !$0.cells.isEmpty }
  }

  /// Rows by what tells them apart.
  private struct Rows {
    let fields: [String]
    private let keys: [String]
    private(set) var order: [String] = []
    private(set) var rows: [String: [String: Cell]] = [:]

    init(_ table: Table, _ keys: [String]) {
      fields = table.columns.map(\.field)
      self.keys = keys
    }

    mutating func add(_ cells: [Cell]) {
      let row = Dictionary(uniqueKeysWithValues: zip(fields, cells))
      var key = keys.map { "\(row[$0] ?? .missing)" }.joined(separator: "\u{1F}")
      // Sums in units that do not convert into one another are rows of the same key.
      while rows[key] != nil { key += "\u{1F}" }
      rows[key] = row
      order.append(key)
    }
  }
}
