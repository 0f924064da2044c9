import ViewTables

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
    /// The roles of the cells after the change; of a removed row, before it.
    var row: [Column.Role: Cell]
    /// The cells that tell it from others.
    var subject: [Column.Role: Cell]
    /// The cells of the row before; empty where there was none.
    var earlier: [Column.Role: Cell]
    /// What differs, in the order of the fields.
    var cells: [ChangedCell]
  }

  /// A cell that is not what it was.
  typealias ChangedCell = (field: String, before: Cell, after: Cell)

  /// The rows that differ, in the order of the rows after, then those that are gone. What tells
  /// rows apart is as their columns say; which object or line they are of does not count.
  static func changes(from before: Table, to after: Table) throws -> [Change] {
    let keys = Set((before.columns + after.columns).filter(\.tellsApart).map(\.field)).sorted()
    let (was, became) = (try Rows(before, keys), try Rows(after, keys))
    let shared = was.sharedKeys.union(became.sharedKeys)
    let (old, new) = (was.named(apart: shared), became.named(apart: shared))
    let all = new.order + old.order.filter { new.rows[$0] == nil }
    return all.compactMap { key in
      let (before, after) = (old.rows[key], new.rows[key])
      guard let row = after ?? before else { return nil }
      let own = after == nil ? was : became
      let cells = own.compared.map { field -> ChangedCell in
        (field, was.cell(field, before), became.cell(field, after))
      }.filter { $0.before != $0.after }
      if cells.isEmpty { return nil }
      return Change(
        kind: before == nil ? .added : after == nil ? .removed : .changed,
        row: own.columns.cellsByRole(row),
        subject: own.columns.cellsByRole(row, where: \.tellsApart),
        earlier: before.map { was.columns.cellsByRole($0) } ?? [:], cells: cells)
    }
  }

  /// Rows and the key of each: the cells by which it is told from others.
  private struct Rows {
    let columns: [Column]
    /// The fields that may differ, in their order.
    let compared: [String]
    private let indices: [String: Int]
    private var all: [(key: String, row: [Cell])] = []

    init(_ table: Table, _ keys: [String]) throws {
      columns = table.columns
      compared = columns.filter { !$0.tellsApart && $0.role != .object && $0.role != .line }
        .map(\.field)
      indices = Dictionary(uniqueKeysWithValues: zip(columns.map(\.field), columns.indices))
      try table.forEachRow { row in
        let key = keys.map { "\(cell($0, row))" }.joined(separator: "\u{1F}")
        all.append((key, row))
      }
    }

    /// The cell of a field; missing where there is no such field, or no row.
    func cell(_ field: String, _ row: [Cell]?) -> Cell {
      indices[field].flatMap { row?[$0] } ?? .missing
    }

    /// The keys that several rows have: sums in units that do not convert into one another.
    var sharedKeys: Set<String> {
      let known = Dictionary(grouping: all) { $0.key }
      return Set(known.filter { $0.value.count > 1 }.keys)
    }

    /// The rows by keys that are their own: those that share one are told apart by their units,
    /// then by their order.
    func named(apart shared: Set<String>) -> (order: [String], rows: [String: [Cell]]) {
      let unit = columns.index(of: .unit)
      var order: [String] = []
      var rows: [String: [Cell]] = [:]
      for (key, row) in all {
        var key = key
        if shared.contains(key) { key += "\u{1F}\(unit.map { row[$0] } ?? .missing)" }
        while rows[key] != nil { key += "\u{1F}" }
        rows[key] = row
        order.append(key)
      }
      return (order, rows)
    }
  }
}
