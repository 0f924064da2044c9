import HealthModel
import ViewTables

/// What rows of a log come to by days, weeks, months or years: totals, averages, and on how many
/// days there was one.
///
/// A row counts on the day on which it began. A figure that not all rows have is named in
/// `partial`: its total and its average are those of the rows that have it.
struct Rollup {
  /// A row of the log.
  struct Item {
    /// Days since 1970-01-01.
    var day: Int
    /// Its group: within an interval, only rows of the same group are combined.
    var group = Cell.missing
    /// What it measured, in the order of the measures.
    var values: [Double?]
    /// Whether it is counted and has a part in averages; else it only adds to totals.
    var isCounted = true
  }

  /// A figure of what was measured, named by its index.
  enum Figure {
    /// What the values add up to.
    case sum(Int)
    /// The average of the rows that have one.
    case average(Int)
    /// The sum of one measure divided by the sum of another, times a number, over the rows that
    /// have both.
    case ratio(Int, per: Int, times: Double)
  }

  /// The names of what is measured.
  let measures: [String]
  /// What is shown of it.
  let figures: [(column: Column, figure: Figure)]
  /// The column of groups; nil: there are none.
  var group: Column?
  /// The field that counts the rows; nil: there is one a day.
  var count: String?
  /// What is the same in every row.
  var constants: [(column: Column, cell: Cell)] = []
  /// The field that counts the days with rows.
  var daysWithData = "daysWithData"

  /// The columns.
  var columns: [Column] {
    let first = [Column("start", .time, rank: .key), Column("end", .time, rank: .detail)]
    let days = [Column("days", .count, rank: .detail), Column(daysWithData, .count)]
    let groups = (group.map { [$0] } ?? []) + (count.map { [Column($0, .count)] } ?? [])
    let last = [
      Column("partial", rank: .detail, note: "figures that not all have"),
      Column("total", note: "of all"),
    ]
    return first + days + groups + figures.map(\.column) + constants.map(\.column) + last
  }

  /// The rows, by start and group.
  ///
  /// - Parameters:
  ///   - items: the rows of the log, in any order.
  ///   - days: the days that are shown.
  func table(
    _ items: [Item], on days: Range<Int>, _ options: RollupOptions, weekStarts: Weekday,
    limit: Int?
  ) -> Table {
    let items = items.filter { days.contains($0.day) }
    guard let first = items.map(\.day).min(), let last = items.map(\.day).max() else {
      return Table(columns: columns, rows: [])
    }
    let all = CivilDate.dayNumbers
    let start = days.lowerBound > all.lowerBound ? days.lowerBound : first
    let end = days.upperBound <= all.upperBound ? days.upperBound : last + 1
    let whole = start..<max(start, end)
    var rows: [[Cell]] = []
    if let interval = options.interval {
      let cut = DaySteps(interval, near: whole.lowerBound, weekStarts)
      var tallies: [Key: Tally] = [:]
      for item in items {
        let key = Key(step: cut.number(of: item.day), group: item.group.words)
        tallies[key, default: Tally(item.group, measures.count)].add(item)
      }
      rows = tallies.sorted { $0.key < $1.key }.map { key, tally in
        cells(tally, on: cut.days(of: key.step).clamped(to: days))
      }
    }
    if let limit { rows = Array(rows.prefix(limit)) }
    if options.addsTotal {
      var tally = Tally(.missing, measures.count)
      for item in items { tally.add(item) }
      let isBelow = options.interval != nil
      rows.append(cells(tally, on: whole, isTotal: isBelow))
    }
    return Table(columns: columns, rows: rows)
  }

  /// What the rows of a group come to on some days.
  struct Group {
    var name: Cell
    var count: Int
    /// On how many days there is a row.
    var days: Int
    /// What each measure comes to; nil where no row has it.
    var totals: [Total?]
  }

  /// What the rows of a group come to in one measure.
  struct Total {
    var sum: Double
    /// On how many days there is a row that has it.
    var days: Int
  }

  /// The groups of the rows on these days, by name.
  func groups(_ items: [Item], on days: Range<Int>) -> [Group] {
    let items = items.filter { days.contains($0.day) }
    let tallies = Dictionary(grouping: items) { $0.group.words }.sorted { $0.key < $1.key }
    return tallies.map { _, items in
      var tally = Tally(items[0].group, measures.count)
      for item in items { tally.add(item) }
      let totals = zip(tally.sums, tally.daysOfMeasures).map { sum, days in
        days.isEmpty ? nil : Total(sum: sum.value, days: days.count)
      }
      return Group(
        name: tally.group, count: tally.count, days: tally.days.count, totals: totals)
    }
  }

  // MARK: Rows

  /// An interval, and a group in it.
  private struct Key: Hashable, Comparable {
    var step: Int
    var group: String

    static func < (a: Key, b: Key) -> Bool { (a.step, a.group) < (b.step, b.group) }
  }

  /// What the rows of an interval and group come to.
  private struct Tally {
    let group: Cell
    var count = 0
    var days: Set<Int> = []
    var sums: [ExactSum]
    /// The days of the rows that have a measure.
    var daysOfMeasures: [Set<Int>]
    /// How many of the rows that are counted have a measure.
    var counts: [Int]
    /// How many rows add to a total.
    private var summed: [Int]
    var values: [[Double?]] = []

    init(_ group: Cell, _ measures: Int) {
      self.group = group
      sums = Array(repeating: ExactSum(), count: measures)
      daysOfMeasures = Array(repeating: [], count: measures)
      counts = Array(repeating: 0, count: measures)
      summed = counts
    }

    mutating func add(_ item: Item) {
      if item.isCounted {
        count += 1
        days.insert(item.day)
        values.append(item.values)
      }
      for (index, value) in item.values.enumerated() {
        guard let value, value.isFinite else { continue }
        sums[index].add(value)
        daysOfMeasures[index].insert(item.day)
        summed[index] += 1
        if item.isCounted { counts[index] += 1 }
      }
    }

    func value(_ figure: Figure) -> Cell {
      switch figure {
      case .sum(let index): return summed[index] > 0 ? .number(sums[index].value) : .missing
      case .average(let index):
        let known = values.compactMap { $0[index] }.filter(\.isFinite)
        return Cell(SampleSpread.mean(of: known))
      case .ratio(let index, let other, let times):
        var (sum, base) = (ExactSum(), ExactSum())
        for values in values {
          guard let value = values[index], let of = values[other], value.isFinite, of.isFinite
          else { continue }
          sum.add(value)
          base.add(of)
        }
        return base.value > 0 ? .number(sum.value / base.value * times) : .missing
      }
    }
  }

  private func cells(_ tally: Tally, on days: Range<Int>, isTotal: Bool = false) -> [Cell] {
    let partial = measures.enumerated().filter { index, _ in
      0 < tally.counts[index] && tally.counts[index] < tally.count
    }.map(\.element)
    let bounds: [Cell] = [days.lowerBound, days.upperBound].map {
      .day(CivilDate(dayNumber: $0))
    }
    return bounds + [.whole(days.count), .whole(tally.days.count)]
      + (group == nil ? [] : [tally.group]) + (count == nil ? [] : [.whole(tally.count)])
      + figures.map { tally.value($0.figure) } + constants.map(\.cell)
      + [partial.isEmpty ? .missing : .names(partial), isTotal ? .flag(true) : .missing]
  }
}

/// Days, cut into steps of the calendar: those of statistics, in a zone where every day has 24
/// hours.
struct DaySteps {
  private let steps: CalendarSteps

  /// Steps that are counted from the week, or of months and years the year, in which a day lies.
  init(_ interval: CalendarInterval, near day: Int, _ weekStarts: Weekday) {
    let near = DayCalendar(.utc).start(of: day)
    steps = CalendarSteps(
      interval, from: interval.usualAnchor(near: near, in: .utc, weekStarts: weekStarts), in: .utc)
  }

  /// The step of a day.
  func number(of day: Int) -> Int { steps.number(of: DayCalendar(.utc).start(of: day)) }

  /// The days of a step.
  func days(of number: Int) -> Range<Int> {
    let calendar = DayCalendar(.utc)
    let first = calendar.day(of: steps.start(of: number))
    return first..<max(first, calendar.day(of: steps.start(of: number + 1)))
  }
}

extension Cell {
  /// By what groups are told apart and put in order.
  fileprivate var words: String {
    switch self {
    case .text(let text), .identifier(let text): text
    case .missing, .number, .whole, .time, .day, .flag, .names, .list, .json: ""
    }
  }
}

extension Column {
  /// A column of the average of this one: `averageMetres`.
  var average: Column {
    let name = "average" + field.prefix(1).uppercased() + field.dropFirst()
    return Column(name, kind, unit: unit, rank: min(rank, .usual))
  }
}

extension [Column] {
  /// The column of a field that is known to be there.
  func named(_ field: String) -> Column {
    first { $0.field == field } ?? Column(field, .number)
  }
}

extension Array {
  /// The same of columns of typed rows.
  func named<Row>(_ field: String) -> Column where Element == RowColumn<Row> {
    map(\.column).named(field)
  }
}
