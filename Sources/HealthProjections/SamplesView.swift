import HealthEvents
import HealthModel
package import HealthTables

/// Samples one by one, as they were saved, in their own units.
package enum SamplesView {
  /// The orders in which samples are shown.
  package enum Order: String, CaseIterable, Sendable {
    /// By start, then end, then seq.
    case start
    /// By end, then start, then seq.
    case end
    /// By seq.
    case seq
  }

  /// One row a sample, type by type; rows are made as they are asked for.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, order: Order = .start
  ) throws(ProjectionError) -> Table {
    let tables = journal.tables
    let query = context.query
    let filter = query.provenances(in: tables)
    var lists: [TypeRows] = []
    var left = query.limit ?? .max
    for type in try query.types(in: tables) where left > 0 {
      guard let columns = tables.columns(of: type) else { continue }
      let passes = filter.passes(type)
      let rows = rows(of: columns, query: query, passes: passes, order: order).prefix(left)
      if rows.isEmpty { continue }
      left -= rows.count
      let plan = try UnitPlan(
        type: type, units: columns.quantityUnits(rows.lazy.map { Int($0) }), asked: query.unit,
        merging: false, in: tables)
      lists.append(TypeRows(type: type, columns: columns, rows: Array(rows), plan: plan))
    }
    return Table(columns: columns) { [lists] body in
      for list in lists {
        for row in list.rows { try body(list.cells(Int(row), tables)) }
      }
    }
  }

  /// The fields of `samples`.
  private static let columns = [
    Column("uuid", .text, hidden: true), Column("type", .text), Column("start", .time),
    Column("end", .time), Column("value", .number), Column("unit", .text),
    Column("source", .text), Column("device", .text), Column("seq", .number, hidden: true),
  ]

  private static func rows(
    of columns: SampleColumns, query: Query, passes: [Bool], order: Order
  ) -> [UInt32] {
    var rows: [UInt32] = []
    for row in 0..<columns.count
    where columns.isLive(row) && passes[Int(columns.provenances[row])]
      && query.covers(start: columns.starts[row], end: columns.ends[row])
    {
      rows.append(UInt32(row))
    }
    switch order {
    case .seq: break
    case .start:
      rows.sort { a, b in
        let (a, b) = (Int(a), Int(b))
        return (columns.starts[a], columns.ends[a], a) < (columns.starts[b], columns.ends[b], b)
      }
    case .end:
      rows.sort { a, b in
        let (a, b) = (Int(a), Int(b))
        return (columns.ends[a], columns.starts[a], a) < (columns.ends[b], columns.starts[b], b)
      }
    }
    return rows
  }

  /// The rows of one type that are shown.
  private struct TypeRows: Sendable {
    var type: String
    var columns: SampleColumns
    var rows: [UInt32]
    var plan: UnitPlan

    func cells(_ index: Int, _ tables: HealthTables) -> [Cell] {
      let row = columns[index]
      let step = row.flags.contains(.category) ? nil : plan[row.unit]
      let value: Cell =
        row.flags.contains(.category)
        ? .text(CategoryWords.word(for: row, type: type, tables: tables))
        : .number(step?.apply(row.value) ?? row.value)
      let device = tables.origin(row.provenance)?.device?.name
      return [
        .text(row.uuid.description), .identifier(type), .time(row.startTime),
        .time(row.endTime), value, step.map { .text($0.shown) } ?? .missing,
        .text(tables.sourceName(row.provenance)), device.map { .text($0) } ?? .missing,
        .whole(Int(row.sequence)),
      ]
    }
  }
}
