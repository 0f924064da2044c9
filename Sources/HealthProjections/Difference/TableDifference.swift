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
    /// The row after the change; for a removed row, the row before.
    var row: [String: Cell]
    /// The row as it stood before; without fields where there was none.
    var earlier: [String: Cell]
    /// What differs, in the order of the fields.
    var cells: [ChangedCell]
  }

  /// A cell that is not what it was.
  typealias ChangedCell = (field: String, before: Cell, after: Cell)

  /// The rows that differ, in the order of the rows after, then those that are gone.
  ///
  /// - Parameters:
  ///   - keys: the fields by which a row is told from others.
  ///   - passing: fields whose differences do not count.
  static func changes(
    from before: Table, to after: Table, keys: [String], passing: Set<String>
  ) throws -> [Change] {
    let (was, became) = (try Rows(before, keys), try Rows(after, keys))
    let shared = was.sharedKeys.union(became.sharedKeys)
    let (old, new) = (was.named(apart: shared), became.named(apart: shared))
    func cells(
      _ before: [String: Cell], _ after: [String: Cell], _ fields: [String]
    ) -> [ChangedCell] {
      fields.filter { !keys.contains($0) && !passing.contains($0) }
        .map { ($0, before[$0] ?? .missing, after[$0] ?? .missing) }.filter { $0.1 != $0.2 }
    }
    var changes: [Change] = []
    for (key, row) in new.order.lazy.compactMap({ key in new.rows[key].map { (key, $0) } }) {
      let earlier = old.rows[key]
      changes.append(
        Change(
          kind: earlier == nil ? .added : .changed, row: row, earlier: earlier ?? [:],
          cells: cells(earlier ?? [:], row, became.fields)))
    }
    for key in old.order where new.rows[key] == nil {
      let row = old.rows[key] ?? [:]
      changes.append(
        Change(kind: .removed, row: row, earlier: row, cells: cells(row, [:], was.fields)))
    }
    return changes.filter { !$0.cells.isEmpty }
  }

  /// Rows and the key of each: the fields by which it is told from others.
  private struct Rows {
    let fields: [String]
    private let all: [(key: String, row: [String: Cell])]

    init(_ table: Table, _ keys: [String]) throws {
      let fields = table.columns.map(\.field)
      var all: [(key: String, row: [String: Cell])] = []
      try table.forEachRow { cells in
        let row = Dictionary(uniqueKeysWithValues: zip(fields, cells))
        let key = keys.map { "\(row[$0] ?? .missing)" }.joined(separator: "\u{1F}")
        all.append((key, row))
      }
      self.fields = fields
      self.all = all
    }

    /// The keys that several rows have: sums in units that do not convert into one another.
    var sharedKeys: Set<String> {
      let known = Dictionary(grouping: all) { $0.key }
      return Set(known.filter { $0.value.count > 1 }.keys)
    }

    /// The rows by keys that are their own: those that share one are told apart by their units,
    /// then by their order.
    func named(
      apart shared: Set<String>
    ) -> (order: [String], rows: [String: [String: Cell]]) {
      var order: [String] = []
      var rows: [String: [String: Cell]] = [:]
      for (key, row) in all {
        var key = key
        if shared.contains(key) { key += "\u{1F}\(row["unit"] ?? .missing)" }
        while rows[key] != nil { key += "\u{1F}" }
        rows[key] = row
        order.append(key)
      }
      return (order, rows)
    }
  }
}

/// What tells the rows of a view apart, so that two moments of it can be compared row by row.
package struct RowKey: Sendable {
  /// The fields that two rows do not share.
  let fields: [String]

  init(_ fields: String...) { self.fields = fields }

  /// That of objects: no two have one uuid.
  package static let uuid = RowKey("uuid")
}
