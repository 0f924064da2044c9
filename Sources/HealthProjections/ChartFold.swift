import HealthModel
import HealthTables

/// Adds up the samples of one type by bin.
struct ChartFold {
  let type: String
  let columns: SampleColumns
  let tables: HealthTables
  /// Where bins begin and end; at least one bin.
  let edges: [Int64]

  // MARK: Quantities

  /// Fills the lane of a quantity, in the unit that most of its samples are shown in.
  func fill(_ chart: inout Chart, _ rows: [Int], _ plan: UnitPlan) {
    var counts: [String: Int] = [:]
    for row in rows { counts[plan[columns.units[row]].shown, default: 0] += 1 }
    let unit = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    var sums = [ExactSum](repeating: ExactSum(), count: edges.count - 1)
    var bins = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    for row in rows {
      let step = plan[columns.units[row]]
      guard step.shown == unit else { continue }
      let value = step.apply(columns.values[row])
      for index in touched(row) {
        bins[index].count += 1
        let part = chart.style == .cumulative ? share(of: row, in: index) : 1
        sums[index].add(value * part)
        bins[index].minimum = min(bins[index].minimum, value)
        bins[index].maximum = max(bins[index].maximum, value)
      }
    }
    for index in bins.indices where bins[index].count > 0 {
      bins[index].sum = sums[index].value
      bins[index].average = sums[index].value / Double(bins[index].count)
    }
    chart.unit = unit
    chart.lanes = [Chart.Lane(value: nil, bins: bins)]
    chart.count = counts[unit, default: 0]
    chart.leftOut = rows.count - chart.count
  }

  /// Which part of a sample lies in a bin.
  private func share(of row: Int, in bin: Int) -> Double {
    let length = columns.ends[row] - columns.starts[row]
    return length > 0 ? Double(overlap(of: row, in: bin)) / Double(length) : 1
  }

  // MARK: Categories

  /// A lane for each value, in the order of the catalogue, others by name after them.
  func lanes(_ rows: [Int]) -> [Chart.Lane] {
    let none = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    var lanes: [String: (order: Double, bins: [Chart.Bin])] = [:]
    for row in rows {
      let sample = columns[row]
      let word = CategoryWords.word(for: sample, type: type, tables: tables)
      var lane =
        lanes.removeValue(forKey: word)
        ?? (sample.unit == SampleRow.none ? sample.value : .infinity, none)
      for index in touched(row) {
        lane.bins[index].count += 1
        lane.bins[index].sum += Double(overlap(of: row, in: index)) / 1e6
      }
      lanes[word] = lane
    }
    return lanes.sorted { ($0.value.order, $0.key) < ($1.value.order, $1.key) }
      .map { Chart.Lane(value: $0.key, bins: $0.value.bins) }
  }

  // MARK: Bins

  /// Microseconds that a sample spends in a bin.
  private func overlap(of row: Int, in bin: Int) -> Int64 {
    max(0, min(columns.ends[row], edges[bin + 1]) - max(columns.starts[row], edges[bin]))
  }

  /// The bins that a sample touches: that of its start to that in which its last moment lies. What
  /// ends as the window begins, or starts as it ends, belongs to the bin there.
  private func touched(_ row: Int) -> ClosedRange<Int> {
    let first = bin(of: columns.starts[row])
    return first...max(first, bin(of: max(columns.starts[row], columns.ends[row] - 1)))
  }

  private func bin(of moment: Int64) -> Int {
    var low = 0
    var high = edges.count - 1
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return min(max(low - 1, 0), edges.count - 2)
  }
}
