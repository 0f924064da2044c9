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
    let provenances = tables.provenances.indices.map { UInt32($0) }
    let columns = columns(
      Names(
        types: lists.map(\.type), sources: provenances.map(tables.sourceName),
        devices: provenances.map { tables.origin($0)?.device?.name }))
    guard let order, let key = Key(rawValue: order.field) else {
      return Table(columns) { body in
        for (number, list) in lists.enumerated() {
          for row in list.rows { try body(list.line(Int(row), number, tables)) }
        }
      }
    }
    let sortedRows = sortedRows(lists, by: key, descending: order.isDescending)
    var table = Table(columns) { body in
      for entry in sortedRows {
        let list = lists[Int(entry.list)]
        try body(list.line(Int(list.rows[Int(entry.index)]), Int(entry.list), tables))
      }
    }
    table.order = order
    return table
  }

  /// The order that `end` or `-end` means; HealthKit's words for the fields are understood.
  package static func order(_ text: String) -> RowOrder {
    var order = RowOrder(text)
    order.field = Table(columns(), rows: []).field(order.field)
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

  /// A sample as it is shown. What types, sources and devices are called stands in `Names`, so that
  /// millions of rows are cheap to hand on.
  struct Line: Sendable {
    fileprivate var sample: SampleRow
    /// The number of the type.
    fileprivate var type: Int
    /// In the unit in which it is shown.
    fileprivate var value: Double
    /// That of a quantity.
    fileprivate var unit: String?
    /// The value of a category.
    fileprivate var word: String?
  }

  /// The names of types, sources and devices, by their numbers in a `Line`.
  struct Names: Sendable {
    fileprivate var types: [String] = []
    fileprivate var sources: [String] = []
    fileprivate var devices: [String?] = []
  }

  /// The fields of `samples`.
  static func columns(_ names: Names = Names()) -> [RowColumn<Line>] {
    let (types, sources, devices) = (names.types, names.sources, names.devices)
    return [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.sample.uuid.description) },
      RowColumn(.type, rank: .key) { .identifier(types[$0.type]) },
      RowColumn(.start, .time, rank: .key) { .time($0.sample.startTime) },
      RowColumn(.end, .time) { .time($0.sample.endTime) },
      RowColumn("value", .quantity, rank: .key) { line in
        line.word.map { .text($0) } ?? .number(line.value)
      },
      RowColumn(.unit, rank: .key) { Cell(text: $0.unit) },
      RowColumn(.source, rank: .detail) { .text(sources[Int($0.sample.provenance)]) },
      RowColumn("device", rank: .detail) { Cell(text: devices[Int($0.sample.provenance)]) },
      RowColumn(.line, .number, hidden: true) { .whole(Int($0.sample.sequence)) },
    ]
  }

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

    /// - Parameter number: that of the type.
    func line(_ index: Int, _ number: Int, _ tables: HealthTables) -> Line {
      let row = columns[index]
      guard row.flags.contains(.category) else {
        let (value, unit) = plan[row.unit].show(row.value)
        return Line(sample: row, type: number, value: value, unit: unit)
      }
      let word = CategoryWords.word(for: row, type: type, tables: tables)
      return Line(sample: row, type: number, value: row.value, word: word)
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

extension View {
  /// Samples one by one.
  package static let samples = View(
    "samples", summary: "samples one by one",
    options: NoOptions.self,
    sharing: [
      .type, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .unit, .sort,
    ],
    details: """
      As they were saved, in their own units unless --unit or a preferred unit says otherwise. Without
      --sort type by type, by start; with it all types together. HealthKit's words for fields
      (startDate, endDate, identifier, units, sourceName) are understood too.

        health-journal samples --type heartRate --from yesterday --sort end
        health-journal samples --columns startDate,endDate,identifier,value,units --format csv
      """,
    reads: .asked, tool: .withheld,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [Form("", SamplesView.columns())]
  ) { request, _ in
    try SamplesView.table(
      of: request.journal, in: try request.context(),
      order: request.values[.sort].map { SamplesView.order($0) })
  }
}
