import HealthModel
import HealthTables

/// The live samples of one type in the order of `latest`, to be asked for the latest at many moments.
struct LatestRows {
  private let type: String
  private let columns: SampleColumns
  /// Rows by end, then start, then seq.
  private let order: [Int]

  /// The samples of a type whose provenances pass; nil where nothing of it was ever saved.
  init?(_ type: QuantityType, passes: (String) -> [Bool], in tables: HealthTables) {
    self.type = type.identifier
    guard let columns = tables.columns(of: type.identifier) else { return nil }
    let passes = passes(type.identifier)
    let live = (0..<columns.count).filter { row in
      columns.isLive(row) && passes[Int(columns.provenances[row])]
        && !columns.flags[row].contains(.category)
    }
    self.columns = columns
    order = live.sorted { a, b in
      (columns.ends[a], columns.starts[a], a) < (columns.ends[b], columns.starts[b], b)
    }
  }

  /// The latest sample that was over at a moment; nil: none.
  func sample(at moment: Instant, in tables: HealthTables) -> QuantitySample? {
    row(at: moment).map { QuantitySample($0, type: type, in: tables) }
  }

  private func row(at moment: Instant) -> SampleRow? {
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
