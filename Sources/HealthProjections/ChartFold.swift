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
  func fill(
    _ chart: inout Chart, _ rows: [Int], _ plan: UnitPlan, _ sources: DailyView.Sources
  ) {
    var counts: [String: Int] = [:]
    for row in rows {
      let step = plan[columns.units[row]]
      // What has no place in the unit is left out.
      if step.apply(columns.values[row]).isFinite { counts[step.shown, default: 0] += 1 }
    }
    let unit = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    let shown = rows.filter { row in
      let step = plan[columns.units[row]]
      return step.shown == unit && step.apply(columns.values[row]).isFinite
    }
    chart.unit = unit
    chart.leftOut = rows.count - shown.count
    let fill = chart.style == .cumulative ? sums(shown, plan, sources) : ranges(shown, plan)
    chart.count = fill.count
    chart.lanes = [Chart.Lane(value: nil, bins: fill.bins)]
  }

  /// What adds up, where several sources measured the same as the rule says.
  private func sums(
    _ rows: [Int], _ plan: UnitPlan, _ sources: DailyView.Sources
  ) -> (bins: [Chart.Bin], count: Int) {
    var bins = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    var sums = [ExactSum](repeating: ExactSum(), count: bins.count)
    var counting: Set<Int> = []
    let counted = CountedStretches(type, columns, rows, sources, in: tables, cut: cut)
    for stretch in counted.all where stretch.counts {
      let value = plan[columns.units[stretch.row]].apply(columns.values[stretch.row])
      counting.insert(stretch.row)
      bins[stretch.day].count += 1
      sums[stretch.day].add(value * stretch.share)
    }
    for index in bins.indices { bins[index].sum = sums[index].value }
    return (bins, counting.count)
  }

  /// Cuts a sample at the edges. What claims to last longer than any measurement counts whole where
  /// it starts.
  private func cut(_ row: SampleRow, _ body: (DayStretch) -> Void) {
    let isEndless = row.end - row.start > DayStretch.longest
    guard row.start < row.end, !isEndless else {
      // A start before the window is in none of its bins.
      guard row.start >= edges[0] else { return }
      let place = bin(of: row.start)
      return body(DayStretch(day: place, start: row.start, end: row.start, isFirst: true))
    }
    for place in bin(of: row.start)...bin(of: row.end - 1) {
      let start = max(row.start, edges[place])
      let end = min(row.end, edges[place + 1])
      guard start < end else { continue }
      body(DayStretch(day: place, start: start, end: end, isFirst: start == row.start))
    }
  }

  /// Least, average and greatest of what touches each bin.
  private func ranges(_ rows: [Int], _ plan: UnitPlan) -> (bins: [Chart.Bin], count: Int) {
    var bins = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    var means = [StyledMean](repeating: StyledMean(.of(type)), count: bins.count)
    for row in rows {
      let value = plan[columns.units[row]].apply(columns.values[row])
      for index in touched(row) {
        let start = max(columns.starts[row], edges[index])
        let end = min(columns.ends[row], edges[index + 1])
        bins[index].count += 1
        means[index].add(value, seconds: Double(end - start) / 1e6)
        bins[index].minimum = min(bins[index].minimum, value)
        bins[index].maximum = max(bins[index].maximum, value)
      }
    }
    for index in bins.indices where bins[index].count > 0 {
      bins[index].average = means[index].value ?? .nan
    }
    return (bins, rows.count)
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
  /// starts as the window ends belongs to the last bin.
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
