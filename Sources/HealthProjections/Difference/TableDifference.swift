import HealthModel

/// What differs between two tables of one view, cell by cell.
struct TableDifference {
  /// How a row differs.
  enum Kind: String {
    case added
    case removed
    case changed
  }

  /// A cell that is not what it was.
  struct Change {
    var kind: Kind
    /// The row, as it stands after; before, where it is gone.
    var row: [String: Cell]
    var field: String
    var before: Cell
    var after: Cell
  }

  /// The cells that differ, in the order of the rows after, then of those that are gone.
  ///
  /// - Parameters:
  ///   - keys: the fields by which a row is told from others.
  ///   - passing: fields that are no figures.
  static func changes(
    from before: Table, to after: Table, keys: [String], passing: Set<String>
  ) throws -> [Change] {
    var old = Rows(before, keys)
    try before.forEachRow { old.add($0) }
    var new = Rows(after, keys)
    try after.forEachRow { new.add($0) }
    var changes: [Change] = []
    func compare(_ kind: Kind, _ row: [String: Cell], _ other: [String: Cell], _ fields: [String]) {
      for field in fields where !keys.contains(field) && !passing.contains(field) {
        let (a, b) = (other[field] ?? .missing, row[field] ?? .missing)
        guard a != b else { continue }
        let (before, after) = kind == .removed ? (b, a) : (a, b)
        changes.append(Change(kind: kind, row: row, field: field, before: before, after: after))
      }
    }
    for key in new.order {
      guard let row = new.rows[key] else { continue }
      if let was = old.rows[key] {
        compare(.changed, row, was, new.fields)
      } else {
        compare(.added, row, [:], new.fields)
      }
    }
    for key in old.order where new.rows[key] == nil {
      compare(.removed, old.rows[key] ?? [:], [:], old.fields)
    }
    return changes
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
