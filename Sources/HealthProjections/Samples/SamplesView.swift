import HealthEvents
import HealthModel
package import HealthTables
package import ViewTables

/// Samples one by one, as they were saved, in their own units.
package enum SamplesView {
  /// The fields by which the columns themselves can be sorted, without a row being made.
  package enum Key: String, CaseIterable, Sendable {
    /// By start.
    case start
    /// By end.
    case end
    /// By seq.
    case seq
  }

  /// One row a sample; rows are made as they are asked for.
  ///
  /// Without an order they come type by type, by start, then end, then seq. `order` sorts the
  /// samples of all types where its field is a `Key`; equal ones stay in the order that they have
  /// without it. An order by another field is left to the table.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, order: RowOrder? = nil
  ) throws -> Table {
    let tables = journal.tables
    let lists = try lists(of: journal, context.query)
    guard let order, let key = Key(rawValue: order.field) else {
      return Table(columns: columns) { [lists] body in
        for list in lists {
          for row in list.rows { try body(list.cells(Int(row), tables)) }
        }
      }
    }
    let sortedRows = sortedRows(lists, by: key, descending: order.isDescending)
    var table = Table(columns: columns) { [lists] body in
      for entry in sortedRows {
        let list = lists[Int(entry.list)]
        try body(list.cells(Int(list.rows[Int(entry.index)]), tables))
      }
    }
    table.order = order
    return table
  }

  /// The order that `end` or `-end` means; HealthKit's words for the fields are understood.
  package static func order(_ text: String) -> RowOrder {
    var order = RowOrder(text)
    order.field = Table(columns: columns, rows: []).field(order.field)
    return order
  }

  /// The rows of each type that are shown.
  private static func lists(
    of journal: ReplayedJournal, _ query: Query
  ) throws -> [TypeRows] {
    let tables = journal.tables
    var selection = try SampleSelection(query, journal)
    var lists: [TypeRows] = []
    var left = query.limit ?? .max
    for type in try selection.types() where left > 0 {
      guard let columns = tables.columns(of: type) else { continue }
      let rows = try rows(of: columns, selection.rows(of: type)).prefix(left)
      if rows.isEmpty { continue }
      left -= rows.count
      let plan = try UnitPlan(
        type: type, units: columns.quantityUnits(rows.map { Int($0) }), asked: query.unit,
        merging: false, in: tables)
      lists.append(TypeRows(type: type, columns: columns, rows: Array(rows), plan: plan))
    }
    return lists
  }

  /// Where a row stands in the lists of the types, with what it is sorted by.
  private struct SortedRow {
    var key: Int64
    var list: UInt32
    var index: UInt32
  }

  private static func sortedRows(_ lists: [TypeRows], by key: Key, descending: Bool) -> [SortedRow]
  {
    var sorted: [SortedRow] = []
    sorted.reserveCapacity(lists.reduce(0) { $0 + $1.rows.count })
    for (list, rows) in lists.enumerated() {
      for (index, row) in rows.rows.enumerated() {
        let value = rows.columns.value(of: key, at: Int(row))
        sorted.append(SortedRow(key: value, list: UInt32(list), index: UInt32(index)))
      }
    }
    sorted.sort { a, b in
      if a.key != b.key { return descending ? a.key > b.key : a.key < b.key }
      return (a.list, a.index) < (b.list, b.index)
    }
    return sorted
  }

  /// The fields of `samples`.
  static let columns = [
    Column("uuid", hidden: true), Column("type", rank: .key), Column("start", .time, rank: .key),
    Column("end", .time), Column("value", .quantity, rank: .key), Column("unit", rank: .key),
    Column("source", rank: .detail), Column("device", rank: .detail),
    Column("seq", .number, hidden: true),
  ]

  private static func rows(of columns: SampleColumns, _ selected: [Int]) -> [UInt32] {
    selected.map { UInt32($0) }.sorted { a, b in
      let (a, b) = (Int(a), Int(b))
      return (columns.starts[a], columns.ends[a], a) < (columns.starts[b], columns.ends[b], b)
    }
  }

  /// The rows of one type that are shown.
  private struct TypeRows: Sendable {
    var type: String
    var columns: SampleColumns
    var rows: [UInt32]
    var plan: UnitPlan

    func cells(_ index: Int, _ tables: HealthTables) -> [Cell] {
      let row = columns[index]
      let shown = row.flags.contains(.category) ? nil : plan[row.unit].show(row.value)
      let value: Cell =
        shown.map { .number($0.value) }
        ?? .text(CategoryWords.word(for: row, type: type, tables: tables))
      let device = tables.origin(row.provenance)?.device?.name
      return [
        .text(row.uuid.description), .identifier(type), .time(row.startTime), .time(row.endTime),
        value, Cell(text: shown?.unit), .text(tables.sourceName(row.provenance)),
        Cell(text: device), .whole(Int(row.sequence)),
      ]
    }
  }
}

extension SampleColumns {
  fileprivate func value(of key: SamplesView.Key, at row: Int) -> Int64 {
    switch key {
    case .start: starts[row]
    case .end: ends[row]
    case .seq: Int64(sequences[row])
    }
  }
}
