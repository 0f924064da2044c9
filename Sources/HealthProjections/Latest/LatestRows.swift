import HealthModel
import HealthTables

/// The live samples of one type in the order of `latest`, to be asked for the latest at many
/// moments.
struct LatestRows {
  private let columns: SampleColumns
  /// Rows by end, then start, then seq.
  private let order: [Int]

  /// The samples of a type that a query shows, whatever its window of time; nil where nothing of it
  /// was ever saved.
  init?(_ type: QuantityType, _ query: Query, in tables: HealthTables) {
    guard let columns = tables.columns(of: type.identifier) else { return nil }
    self.columns = columns
    order = SampleSelection.rows(of: type.identifier, query.ofAllTime, in: tables)
      .filter { !columns.flags[$0].contains(.category) }
      .sorted(by: columns.isEarlier)
  }

  /// The row that a formula takes at a moment: the latest that was over by then, else the first one
  /// after it; nil: there is none.
  func rowForFormula(at moment: Instant) -> SampleRow? {
    row(at: moment) ?? order.first.map { columns[$0] }
  }

  /// The row of the latest sample that was over at a moment; nil: none.
  func row(at moment: Instant) -> SampleRow? {
    let next = order.indices.partitioningIndex {
      columns.ends[order[$0]] > moment.microseconds
    }
    return order[..<next].last.map { columns[$0] }
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
