import HealthModel
import HealthTables

/// The live samples of one type in the order of `latest`, to be asked for the latest at many moments.
struct LatestRows {
  private let columns: SampleColumns
  /// Rows by end, then start, then seq.
  private let order: [Int]

  /// The samples of a type that a query shows, whatever its window of time; nil where nothing of it was
  /// ever saved.
  init?(_ type: QuantityType, _ query: Query, in tables: HealthTables) {
    guard let columns = tables.columns(of: type.identifier) else { return nil }
    self.columns = columns
    order = SampleSelection.rows(of: type.identifier, query.ofAllTime, in: tables)
      .filter { !columns.flags[$0].contains(.category) }
      .sorted(by: columns.isEarlier)
  }

  /// The row that a formula takes at a moment: the latest that was over by then, else the first one after
  /// it; nil: there is none.
  func rowForFormula(at moment: Instant) -> SampleRow? {
    row(at: moment) ?? order.first.map { columns[$0] }
  }

  /// The row of the latest sample that was over at a moment; nil: none.
  func row(at moment: Instant) -> SampleRow? {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if columns.ends[order[middle]] <= moment.microseconds {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : columns[order[low - 1]]
  }
}

extension QuantitySample {
  /// What a row of the tables says.
  init(_ row: SampleRow, type: String, in tables: HealthTables) {
    self.init(
      type: type, span: TimeSpan(row.startTime, row.endTime), value: row.value,
      unit: row.unit == SampleRow.none ? "" : tables.units.names[Int(row.unit)])
  }
}
