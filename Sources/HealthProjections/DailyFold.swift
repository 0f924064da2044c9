import HealthModel
import HealthTables

/// Adds up the samples of one type by day.
struct DailyFold {
  /// What a cell of the result is about.
  private struct Key: Hashable {
    var day: Int
    /// The source's name where sources are kept apart.
    var source: String?
    /// The shown unit of a quantity, or the word of a category value.
    var label: String
    var style: Style
  }

  private struct Cells {
    var sum = ExactSum()
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var count = 0
    var latest: (end: Int64, start: Int64, value: Double)?
  }

  private enum Style: Int {
    case cumulative
    case discrete
    case category
  }

  private let type: String
  private let options: DailyView.Options
  private let tables: HealthTables
  /// How quantity samples of the type are taken together.
  private let quantityStyle: Style
  private let plan: UnitPlan
  private var cells: [Key: Cells] = [:]
  private var words: [Int: String] = [:]
  private let shownDays: Range<Int>
  /// Samples count up to this moment.
  var until = Int64.max

  init(
    type: String, columns: SampleColumns, query: Query, options: DailyView.Options,
    tables: HealthTables, days: DayFinder, passes: [Bool]
  ) throws(ProjectionError) {
    self.type = type
    self.options = options
    self.tables = tables
    shownDays = days.days(of: query)
    quantityStyle = AggregationStyle.isCumulative(type) ? .cumulative : .discrete
    // Of the rows that are shown only: a unit that fits none of them would tell of hidden ones.
    let shown = (0..<columns.count).lazy.filter { passes[Int(columns.provenances[$0])] }
    plan = try UnitPlan(
      type: type, units: columns.quantityUnits(shown), asked: query.unit, merging: true, in: tables)
  }

  /// Ten years in microseconds. What claims to last longer is no measurement; split over its days it
  /// would bury them, so it counts whole on the first.
  private static let longestSplit: Int64 = 3_653 * 86_400_000_000

  // MARK: Adding

  mutating func add(
    _ columns: SampleColumns, passes: [Bool], matches: [Bool]? = nil, days: inout DayFinder
  ) {
    for index in 0..<columns.count
    where columns.isLive(index) && passes[Int(columns.provenances[index])]
      && matches?[index] ?? true
    {
      if until == .max {
        add(columns[index], days: &days)
      } else if let part = columns[index].part(until: until, longest: Self.longestSplit) {
        add(part, days: &days)
      }
    }
  }

  private mutating func add(_ row: SampleRow, days: inout DayFinder) {
    let cursor = days.cursor(zone: row.zone)
    let first = days.day(of: row.start, cursor: cursor)
    let isSplit =
      options.attribution == .split && row.end > row.start
      && row.end - row.start <= Self.longestSplit
    // A sample that ends as a day begins does not touch that day.
    let last = isSplit ? days.day(of: row.end - 1, cursor: cursor) : first
    let isCategory = row.flags.contains(.category)
    let step = isCategory ? nil : plan[row.unit]
    let value = step?.apply(row.value) ?? row.value
    var key = Key(
      day: first, source: options.sources == .separate ? tables.sourceName(row.provenance) : nil,
      label: step?.shown ?? word(for: row), style: isCategory ? .category : quantityStyle)
    guard last > first else {
      guard shownDays.contains(first) else { return }
      let whole = isCategory ? seconds(row.end - row.start) : value
      return add(whole, of: value, row, starts: true, key)
    }
    let spread = Range(days.split(row, first...last, cursor: cursor))
    for day in spread.clamped(to: shownDays) {
      let from = max(row.start, days.start(of: day, cursor: cursor))
      let to = min(row.end, days.start(of: day + 1, cursor: cursor))
      if to <= from { continue }
      let part =
        isCategory
        ? seconds(to - from) : value * (Double(to - from) / Double(row.end - row.start))
      key.day = day
      add(part, of: value, row, starts: day == spread.lowerBound, key)
    }
  }

  private mutating func add(
    _ part: Double, of value: Double, _ row: SampleRow, starts: Bool, _ key: Key
  ) {
    func change(_ cells: inout Cells) {
      switch key.style {
      case .cumulative:
        cells.sum.add(part)
        cells.count += 1
      case .category:
        cells.sum.add(part)
        if starts { cells.count += 1 }
      case .discrete:
        cells.sum.add(value)
        cells.count += 1
        cells.minimum = min(cells.minimum, value)
        cells.maximum = max(cells.maximum, value)
        if let latest = cells.latest, (row.end, row.start) < (latest.end, latest.start) { return }
        cells.latest = (row.end, row.start, value)
      }
    }
    change(&cells[key, default: Cells()])
  }

  private func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1e6 }

  private mutating func word(for row: SampleRow) -> String {
    let key = row.unit == SampleRow.none ? Int(row.value) : Int(row.unit) + 1 << 54
    if let known = words[key] { return known }
    let word = CategoryWords.word(for: row, type: type, tables: tables)
    words[key] = word
    return word
  }

  // MARK: Sums

  /// The finite sums of the days, of what is in this unit or converts to it.
  func sums(in unit: Unit?) -> [Int: Double] {
    var sums: [Int: Double] = [:]
    for (key, cells) in cells where key.style == .cumulative && key.label == unit?.description {
      if cells.sum.value.isFinite { sums[key.day] = cells.sum.value }
    }
    return sums
  }

  // MARK: Rows

  func rows() -> [[Cell]] {
    let keys = cells.keys.sorted {
      ($0.day, $0.source ?? "", $0.label, $0.style.rawValue)
        < ($1.day, $1.source ?? "", $1.label, $1.style.rawValue)
    }
    return keys.map { row($0, cells[$0] ?? Cells()) }
  }

  private func row(_ key: Key, _ cells: Cells) -> [Cell] {
    var row: [Cell] = [.identifier(type), .day(CivilDate(dayNumber: key.day))]
    if options.sources == .separate { row.append(key.source.map { .text($0) } ?? .missing) }
    switch key.style {
    case .cumulative:
      row += [.missing, .text(key.label), .number(cells.sum.value)]
      row += [.missing, .missing, .missing, .missing, .whole(cells.count), .missing]
    case .discrete:
      row += [.missing, .text(key.label), .missing, .number(cells.minimum)]
      row += [.number(cells.sum.value / Double(cells.count)), .number(cells.maximum)]
      row += [cells.latest.map { .number($0.value) } ?? .missing, .whole(cells.count), .missing]
    case .category:
      row += [.text(key.label), .missing, .missing, .missing, .missing, .missing, .missing]
      row += [.whole(cells.count), .number(cells.sum.value)]
    }
    return row
  }
}

extension SampleRow {
  /// What of a sample lies before a moment, in proportion; nil: nothing. One that is longer than any
  /// measurement stays whole.
  fileprivate func part(until moment: Int64, longest: Int64) -> SampleRow? {
    guard start <= moment else { return nil }
    guard end > moment, end - start <= longest else { return self }
    guard start < moment else { return nil }
    var part = self
    part.value *= Double(moment - start) / Double(end - start)
    part.end = moment
    return part
  }
}
