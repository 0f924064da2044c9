import HealthModel
import HealthTables
import ViewTables

/// What rows of a log come to by days, weeks, months or years: totals, averages, and on how many
/// days there was one.
///
/// A row counts on the day on which it began. A figure that not all rows have is named in
/// `partial`: its total and its average are those of the rows that have it.
struct Rollup<Row: Sendable>: Sendable {
  /// A row of the log.
  struct Item: Sendable {
    /// Days since 1970-01-01.
    var day: Int
    /// Its group: within an interval, only rows of the same group are combined.
    var group: String?
    /// The row that has the figures.
    var row: Row
    /// Whether it is counted and has a part in averages; else it only adds to totals.
    var isCounted = true
  }

  /// A figure as it is shown.
  struct Shown: Sendable {
    let column: Column
    let value: @Sendable (Group) -> Double?

    /// What the values add up to.
    static func sum(_ figure: RowFigure<Row>) -> Shown {
      Shown(column: figure.column) { $0.total(of: figure)?.sum }
    }

    /// The average of the rows that are counted and have one.
    static func average(_ figure: RowFigure<Row>) -> Shown {
      Shown(column: figure.column.average) { group in
        SampleSpread.mean(of: group.counted.compactMap { figure.value($0.row)?.ifFinite })
      }
    }

    /// The sum of one figure divided by the sum of another, times a number, over the rows that are
    /// counted and have both.
    static func ratio(
      _ column: Column, _ figure: RowFigure<Row>, per other: RowFigure<Row>, times: Double
    ) -> Shown {
      Shown(column: column) { group in
        var (sum, base) = (ExactSum(), ExactSum())
        for item in group.counted {
          guard let value = figure.value(item.row)?.ifFinite,
            let of = other.value(item.row)?.ifFinite
          else { continue }
          sum.add(value)
          base.add(of)
        }
        return base.value > 0 ? sum.value / base.value * times : nil
      }
    }
  }

  /// The rows of some days, and of a group.
  struct Group: Sendable {
    var days: Range<Int>
    /// Its name; nil: all rows, or rows that have no groups.
    var name: String?
    var items: [Item]
    /// True where it is of all days below others.
    var isTotal = false

    /// The items that are counted.
    var counted: some Sequence<Item> { items.lazy.filter(\.isCounted) }

    /// The number of them.
    var count: Int { items.count { $0.isCounted } }

    /// On how many days one was.
    var dayCount: Int { Set(counted.map(\.day)).count }

    /// Returns the sum of a figure and the number of its days; nil where no row has it.
    func total(of figure: RowFigure<Row>) -> (sum: Double, days: Int)? {
      var sum = ExactSum()
      var days: Set<Int> = []
      for item in items {
        guard let value = figure.value(item.row)?.ifFinite else { continue }
        sum.add(value)
        days.insert(item.day)
      }
      return days.isEmpty ? nil : (sum.value, days.count)
    }

    /// The names of the figures that not all of the rows have.
    func partial(_ figures: [RowFigure<Row>]) -> [String] {
      let all = count
      return figures.filter { figure in
        let known = items.count { $0.isCounted && figure.value($0.row)?.ifFinite != nil }
        return 0 < known && known < all
      }.map(\.column.field)
    }
  }

  /// The figures that rows have.
  let figures: [RowFigure<Row>]
  /// What is shown of it.
  let shown: [Shown]
  /// The column of groups; nil: there are none.
  var group: RowColumn<String>?
  /// The field that counts the rows; nil: there is one a day.
  var count: String?
  /// Columns that are the same in every row.
  var constants: [RowColumn<Group>] = []
  /// The field that counts the days with rows.
  var daysWithData = "daysWithData"

  /// The columns.
  var columns: [RowColumn<Group>] {
    let first = [
      RowColumn<Group>(.start, .time, rank: .key) {
        .day(CivilDate(dayNumber: $0.days.lowerBound))
      },
      RowColumn(.end, .time, rank: .detail) { .day(CivilDate(dayNumber: $0.days.upperBound)) },
      RowColumn("days", .count, rank: .detail) { .whole($0.days.count) },
      RowColumn(daysWithData, .count) { .whole($0.dayCount) },
    ]
    let groups = group.map { group in
      RowColumn<Group>(group.column) { $0.name.map(group.cell) ?? .missing }
    }
    let counts = count.map { RowColumn<Group>($0, .count) { .whole($0.count) } }
    let last = [
      RowColumn<Group>("partial", rank: .detail, note: "figures that not all have") {
        [figures] in
        let partial = $0.partial(figures)
        return partial.isEmpty ? .missing : .names(partial)
      },
      RowColumn("total", note: "of all") { $0.isTotal ? .flag(true) : .missing },
    ]
    return first + [groups, counts].compactMap(\.self)
      + shown.map { shown in RowColumn(shown.column) { Cell(shown.value($0)) } } + constants + last
  }

  /// The rows of the days that the query shows.
  func table(
    _ items: [Item], _ options: RollupOptions, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let days = try DayFinder(journal.tables, context).days(of: context.query)
    return table(
      items, on: days, options, weekStarts: journal.tables.settings.weekStarts,
      limit: context.query.limit)
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
      return Table(columns, rows: [])
    }
    let all = CivilDate.dayNumbers
    let start = days.lowerBound > all.lowerBound ? days.lowerBound : first
    let end = days.upperBound <= all.upperBound ? days.upperBound : last + 1
    let whole = start..<max(start, end)
    var rows: [Group] = []
    if let interval = options.interval {
      let steps = DaySteps(interval, near: whole.lowerBound, weekStarts)
      let byStep = Dictionary(grouping: items) { steps.number(of: $0.day) }
      rows = byStep.sorted { $0.key < $1.key }.flatMap { step, items in
        groups(items, on: steps.days(of: step).clamped(to: days))
      }
    }
    if let limit { rows = Array(rows.prefix(limit)) }
    if options.addsTotal {
      rows.append(Group(days: whole, items: items, isTotal: options.interval != nil))
    }
    return Table(columns, rows: rows)
  }

  /// The groups of the rows on these days, by name.
  func groups(_ items: [Item], on days: Range<Int>) -> [Group] {
    let items = items.filter { days.contains($0.day) }
    return Dictionary(grouping: items) { $0.group ?? "" }.sorted { $0.key < $1.key }
      .map { Group(days: days, name: $1[0].group, items: $1) }
  }
}

extension Column {
  /// A column of the average of this one: `averageMetres`.
  fileprivate var average: Column {
    let name = "average" + field.prefix(1).uppercased() + field.dropFirst()
    return Column(name, kind, unit: unit, rank: min(rank, .usual))
  }
}
