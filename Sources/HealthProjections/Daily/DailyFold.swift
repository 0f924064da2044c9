import HealthModel
import HealthTables

/// Adds up the samples of one type by day.
///
/// Its two loops look at every sample there is. So they walk through columns piece by piece, ask for a day
/// only where it is not that of the sample before, add to the cell that was added to last without looking
/// it up, and allocate nothing for a sample; cells of a table come only from `rows`.
struct DailyFold {
  private let type: String
  private let options: DailyView.Options
  private let tables: HealthTables
  private let columns: SampleColumns
  private let shownDays: Range<Int>
  /// Samples count up to this moment.
  private let until: Int64
  private var cells: FigureCells
  private var groups: SampleGroups

  /// A fold of samples that are shown in `plan`'s units.
  init(
    _ type: String, _ columns: SampleColumns, _ options: DailyView.Options, plan: UnitPlan,
    shownDays: Range<Int>, until: Int64 = .max, in tables: HealthTables
  ) {
    self.type = type
    self.columns = columns
    self.options = options
    self.shownDays = shownDays
    self.until = until
    self.tables = tables
    cells = FigureCells(AggregationStyle.of(type))
    groups = SampleGroups(
      type, plan, separatesSources: options.sources == .separate, in: tables)
  }

  // MARK: Adding

  /// Adds rows of the type, all at once: what counts of one may depend on the others.
  mutating func add(_ rows: [Int], days: inout DayFinder) {
    if groups.quantityStyle == .cumulative, options.sources.merges {
      addMerged(rows, &days)
    } else {
      addWhole(rows, &days)
    }
  }

  /// Adds what counts of each sample of a type that adds up, where sources measured the same time.
  private mutating func addMerged(_ rows: [Int], _ days: inout DayFinder) {
    let counted = CountedStretches(
      type, columns, columns.rows(rows, near: shownDays), ordering: rows, options,
      until: until, in: tables, days: &days)
    let values = columns.values
    for stretch in counted.all where stretch.counts && shownDays.contains(stretch.day) {
      let (group, value) = groups.quantity(
        values[stretch.row], unit: columns.unit(stretch.row), provenance: 0, in: &cells)
      let place = cells.place(day: stretch.day, group: group)
      cells.figures[place].add(part: value * stretch.share)
    }
  }

  /// Adds every sample for itself.
  private mutating func addWhole(_ rows: [Int], _ days: inout DayFinder) {
    let columns = columns
    let category = SampleRow.Flags.category.rawValue
    columns.forEachPiece(of: rows) {
      places, first, starts, ends, values, circumstances, flags in
      for place in places {
        let index = rows[place] - first
        let sample = Sample(
          start: starts[index], end: ends[index], value: values[index],
          common: columns.known[Int(circumstances[index])])
        if flags[index].rawValue & category != 0 {
          addCategory(sample, &days)
        } else {
          addQuantity(sample, &days)
        }
      }
    }
  }

  /// What of a sample's row takes part in a sum; see `SampleRow`.
  private struct Sample {
    var start: Int64
    var end: Int64
    var value: Double
    var common: Circumstances
  }

  @inline(__always)
  private mutating func addQuantity(_ sample: Sample, _ days: inout DayFinder) {
    let start = sample.start
    guard let end = DayStretch.end(start, sample.end, before: until) else { return }
    var (group, value) = groups.quantity(
      sample.value, unit: sample.common.unit, provenance: sample.common.provenance, in: &cells)
    if end < sample.end { value *= Double(end - start) / Double(sample.end - start) }
    DayStretch.forEach(
      start, end, zone: sample.common.zone, options.attribution, days: &days
    ) { stretch in
      guard shownDays.contains(stretch.day) else { return }
      let place = cells.place(day: stretch.day, group: group)
      if groups.quantityStyle == .cumulative {
        let share = stretch.share(ofSampleFrom: start, to: end)
        cells.figures[place].add(part: value * share)
      } else {
        let seconds = Double(stretch.end - stretch.start) / 1e6
        cells.figures[place].add(value: value, start: start, end: end, seconds: seconds)
      }
    }
  }

  private mutating func addCategory(_ sample: Sample, _ days: inout DayFinder) {
    let group = groups.category(
      sample.value, word: sample.common.unit, provenance: sample.common.provenance, in: &cells)
    DayStretch.forEach(
      sample.start, sample.end, zone: sample.common.zone, options.attribution, days: &days
    ) { stretch in
      guard shownDays.contains(stretch.day) else { return }
      let place = cells.place(day: stretch.day, group: group)
      // What claims to last longer than any measurement counts whole at its start.
      let (start, end) =
        stretch.start < stretch.end ? (stretch.start, stretch.end) : (sample.start, sample.end)
      cells.figures[place].add(seconds: Double(end - start) / 1e6, starts: stretch.isFirst)
    }
  }

  // MARK: Results

  /// The finite sums of the days, of what is in this unit or converts to it.
  func sums(in unit: Unit?) -> [Int: Double] {
    var sums: [Int: Double] = [:]
    for (key, figures) in zip(cells.keys, cells.figures) {
      let group = cells.groups[key.group]
      guard group.style == .cumulative, groups.labels.names[group.label] == unit?.description
      else { continue }
      if figures.sum.value.isFinite { sums[key.day] = figures.sum.value }
    }
    return sums
  }

  /// The rows, days ascending; on a day by source, then by unit or category value.
  var rows: DailyRows {
    let separatesSources = options.sources == .separate
    var rows = DailyRows(
      groups: cells.groups.map { group in
        DailyRows.Group(
          type: type,
          source: separatesSources ? group.source.map { groups.sources.names[$0] } ?? "" : nil,
          label: groups.labels.names[group.label], style: group.style)
      })
    rows.add(cells.places(by: groups.order(cells.groups)), of: cells)
    return rows
  }
}
