import HealthModel
import HealthTables
import ViewTables

/// Fills the lanes of a chart: a picture of what the samples of each interval come to.
struct ChartFold {
  let type: String
  let columns: SampleColumns
  let tables: HealthTables
  /// Where bins begin and end; at least one bin.
  let edges: [Int64]
  /// Whether the last bin ends only because the samples do.
  let isOpen: Bool
  let calendar: DayCalendar
  /// Whose samples count first.
  let order: SourceOrder

  /// Fills the lane of a quantity, in the unit that most of its samples are shown in.
  func fill(
    _ chart: inout Chart, _ rows: [Int], _ plan: UnitPlan, _ sources: DailyView.Sources
  ) {
    var counts: [String: Int] = [:]
    for row in rows {
      let step = plan[columns.unit(row)]
      // A value that does not convert to the unit is left out.
      if step.apply(columns.values[row]).isFinite { counts[step.shown, default: 0] += 1 }
    }
    let unit = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    let shown = rows.filter { row in
      let step = plan[columns.unit(row)]
      return step.shown == unit && step.apply(columns.values[row]).isFinite
    }
    var intervals = intervals(plan)
    intervals.add(shown, sources, by: order)
    chart.unit = unit
    chart.leftOut = rows.count - shown.count
    chart.count = intervals.count
    let cells = intervals.fold.cells
    var bins = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    for (key, figures) in zip(cells.keys, cells.figures) {
      bins[key.day] = Chart.Bin(figures)
    }
    chart.lanes = [Chart.Lane(value: nil, bins: bins)]
  }

  private func intervals(_ plan: UnitPlan) -> IntervalFold {
    IntervalFold(
      type, columns, edges: edges, isOpen: isOpen, calendar, SampleHolds(type, columns, in: tables),
      plan: plan, in: tables)
  }

  /// A lane for each category value, in the order of the catalogue, others by name after them.
  func lanes(_ rows: [Int]) -> [Chart.Lane] {
    var order: [String: Double] = [:]
    for row in rows {
      let word = CategoryWords.word(for: columns[row], type: type, tables: tables)
      order[word] = columns.unit(row) == SampleRow.none ? columns.values[row] : .infinity
    }
    var intervals = intervals(UnitPlan())
    intervals.add(rows, .all, by: self.order)
    let fold = intervals.fold
    let none = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    var lanes = fold.cells.groups.map { Chart.Lane(value: fold.name($0), bins: none) }
    for (key, figures) in zip(fold.cells.keys, fold.cells.figures) {
      var bin = Chart.Bin(figures)
      // What several sources say of the same time holds once, as in statistics.
      bin.sum = Double(figures.covered) / 1e6
      lanes[key.group].bins[key.day] = bin
    }
    return lanes.sorted { a, b in
      let (left, right) = (a.value ?? "", b.value ?? "")
      return (order[left] ?? 0, left) < (order[right] ?? 0, right)
    }
  }
}

extension Chart.Bin {
  fileprivate init(_ figures: FigureCells.Figures) {
    self.init()
    count = figures.count
    sum = figures.sum.value
    minimum = figures.minimum
    average = figures.average ?? .nan
    maximum = figures.maximum
  }
}
