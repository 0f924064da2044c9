import HealthModel
import HealthTables

/// Adds up the samples of one type by day.
struct DailyFold {
  private let type: String
  private let options: DailyView.Options
  private let tables: HealthTables
  private let columns: SampleColumns
  private let plan: UnitPlan
  /// How quantity samples of the type are taken together.
  private let quantityStyle: FigureCells.Style
  private let shownDays: Range<Int>
  /// Samples count up to this moment.
  private let until: Int64
  private var cells: FigureCells
  private var labels = Labels()
  private var sources = Labels()
  /// What became of the last unit: the next sample mostly has the same.
  private var recent: (unit: UInt32, label: Int, conversion: UnitPlan.Step?)?

  /// A fold of samples that are shown in `plan`'s units.
  init(
    _ type: String, _ columns: SampleColumns, _ options: DailyView.Options, plan: UnitPlan,
    shownDays: Range<Int>, until: Int64 = .max, in tables: HealthTables
  ) {
    self.type = type
    self.columns = columns
    self.options = options
    self.plan = plan
    self.shownDays = shownDays
    self.until = until
    self.tables = tables
    quantityStyle = AggregationStyle.isCumulative(type) ? .cumulative : .discrete
    cells = FigureCells(AggregationStyle.of(type))
  }

  // MARK: Adding

  /// Adds rows of the type, all at once: what counts of one may depend on the others.
  mutating func add(_ rows: [Int], days: inout DayFinder) {
    if quantityStyle == .cumulative, options.sources.merges {
      let counted = CountedStretches(
        type, columns, columns.rows(rows, near: shownDays), ordering: rows, options,
        until: until, in: tables, days: &days)
      for stretch in counted.all where stretch.counts { add(stretch) }
    } else {
      for row in rows { add(columns[row], days: &days) }
    }
  }

  /// Adds what counts of a sample on a day.
  private mutating func add(_ stretch: CountedStretches.Stretch) {
    guard shownDays.contains(stretch.day) else { return }
    let (label, value) = show(columns.values[stretch.row], in: columns.units[stretch.row])
    let key = FigureCells.Key(day: stretch.day, label: label, style: .cumulative)
    cells[key].add(part: value * stretch.share)
  }

  /// Adds a whole sample.
  private mutating func add(_ whole: SampleRow, days: inout DayFinder) {
    guard let row = until == .max ? whole : whole.part(until: until) else { return }
    let isCategory = row.flags.contains(.category)
    let (label, value) =
      isCategory ? (word(for: row), row.value) : show(row.value, in: row.unit)
    var key = FigureCells.Key(
      day: 0, label: label, style: isCategory ? .category : quantityStyle)
    if options.sources == .separate {
      key.source = sources.number(of: tables.sourceName(row.provenance))
    }
    DayStretch.forEach(of: row, options.attribution, days: &days) { stretch in
      guard shownDays.contains(stretch.day) else { return }
      key.day = stretch.day
      switch key.style {
      case .cumulative: cells[key].add(part: value * stretch.share(of: row))
      case .discrete:
        let seconds = Double(stretch.end - stretch.start) / 1e6
        cells[key].add(value: value, start: row.start, end: row.end, seconds: seconds)
      case .category:
        let (start, end) =
          stretch.start < stretch.end ? (stretch.start, stretch.end) : (row.start, row.end)
        cells[key].add(seconds: Double(end - start) / 1e6, starts: stretch.isFirst)
      }
    }
  }

  /// The number of the unit in which a value is shown, and the value in it.
  private mutating func show(_ value: Double, in unit: UInt32) -> (label: Int, value: Double) {
    guard let recent, recent.unit == unit else {
      let step = plan[unit]
      let label = labels.number(of: step.shown)
      recent = (unit, label, step.converts ? step : nil)
      return (label, step.apply(value))
    }
    return (recent.label, recent.conversion?.apply(value) ?? value)
  }

  /// The number of a category value's word.
  private mutating func word(for row: SampleRow) -> Int {
    if let known = labels.number(ofValue: row) { return known }
    let word = CategoryWords.word(for: row, type: type, tables: tables)
    return labels.number(of: word, forValue: row)
  }

  // MARK: Results

  /// The finite sums of the days, of what is in this unit or converts to it.
  func sums(in unit: Unit?) -> [Int: Double] {
    var sums: [Int: Double] = [:]
    for (key, figures) in zip(cells.keys, cells.figures)
    where key.style == .cumulative && labels.names[key.label] == unit?.description {
      if figures.sum.value.isFinite { sums[key.day] = figures.sum.value }
    }
    return sums
  }

  /// The cells of each row, days ascending.
  func rows() -> [[Cell]] {
    cells.keys.indices.sorted { precedes(cells.keys[$0], cells.keys[$1]) }
      .map { row(cells.keys[$0], cells.figures[$0]) }
  }

  private func precedes(_ a: FigureCells.Key, _ b: FigureCells.Key) -> Bool {
    (a.day, name(a.source), labels.names[a.label], a.style.rawValue)
      < (b.day, name(b.source), labels.names[b.label], b.style.rawValue)
  }

  private func name(_ source: Int?) -> String { source.map { sources.names[$0] } ?? "" }

  private func row(_ key: FigureCells.Key, _ figures: FigureCells.Figures) -> [Cell] {
    var row: [Cell] = [.identifier(type), .day(CivilDate(dayNumber: key.day))]
    if options.sources == .separate { row.append(.text(name(key.source))) }
    let label = Cell.text(labels.names[key.label])
    switch key.style {
    case .cumulative:
      row += [.missing, label, .number(figures.sum.value)]
      row += [.missing, .missing, .missing, .missing, .whole(figures.count), .missing]
    case .discrete:
      row += [.missing, label, .missing, .number(figures.minimum)]
      row += [Cell(figures.mean.value), .number(figures.maximum)]
      row += [figures.latest.map { .number($0.value) } ?? .missing]
      row += [.whole(figures.count), .missing]
    case .category:
      row += [label, .missing, .missing, .missing, .missing, .missing, .missing]
      row += [.whole(figures.count), .number(figures.sum.value)]
    }
    return row
  }
}
