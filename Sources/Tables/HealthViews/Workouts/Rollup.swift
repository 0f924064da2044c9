package import HealthModel
import HealthTables

/// The totals and averages of a log's rows by days, weeks, months or years, and the number of days
/// on which there was one.
///
/// A row counts on the day on which it began. `partial` names the figures that some rows lack: the
/// total and the average of such a figure are made from the rows that have it.
struct Rollup<Row: Sendable>: Sendable {
  /// A row of the log.
  struct Item: Sendable {
    /// The number of the day since 1970-01-01.
    var day: Int
    /// Its group: within an interval, only rows of the same group are combined.
    var group: String?
    /// The row that has the figures.
    var row: Row
    /// True if the row is counted and has a part in averages. Otherwise it only adds to totals.
    var isCounted = true
  }

  /// A figure as it is shown.
  struct Shown: Sendable {
    let column: Column
    let value: @Sendable (Group) -> Double?

    /// Returns the sum of the values.
    static func sum(_ figure: RowFigure<Row>) -> Shown {
      Shown(column: figure.column) { $0.total(of: figure)?.sum }
    }

    /// Returns the average of the rows that are counted and have one.
    static func average(_ figure: RowFigure<Row>) -> Shown {
      Shown(column: figure.column.average) { group in
        SampleSpread.mean(of: group.counted.compactMap { figure.value($0.row)?.ifFinite })
      }
    }

    /// Returns the sum of one figure divided by the sum of another, times a number, over the rows
    /// that are counted and have both.
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
    /// True if it is the row of all days below others.
    var isTotal = false

    var counted: some Sequence<Item> { items.lazy.filter(\.isCounted) }

    /// The number of counted items.
    var count: Int { items.count { $0.isCounted } }

    /// The number of days with a counted item.
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

    /// Returns the names of the figures that not all of the rows have.
    func partial(_ figures: [RowFigure<Row>]) -> [String] {
      let all = count
      return figures.filter { figure in
        let known = items.count { $0.isCounted && figure.value($0.row)?.ifFinite != nil }
        return 0 < known && known < all
      }.map(\.column.field)
    }
  }

  let figures: [RowFigure<Row>]
  /// The figures that are shown of a group.
  let shown: [Shown]
  /// The column of groups; nil: there are none.
  var group: RowColumn<String>?
  /// The field that counts the rows; nil: there is one a day.
  var count: String?
  /// Columns that are the same in every row.
  var constants: [RowColumn<Group>] = []
  /// The field that counts the days with rows.
  var daysWithData = "daysWithData"

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
      RowColumn<Group>("partial", rank: .detail, note: "figures that some nights or workouts lack")
      {
        [figures] in
        let partial = $0.partial(figures)
        return partial.isEmpty ? .missing : .names(partial)
      },
      RowColumn("total", note: "true in rows of `--total`") { $0.isTotal ? .flag(true) : .missing },
    ]
    return first + [groups, counts].compactMap(\.self)
      + shown.map { shown in RowColumn(shown.column) { Cell(shown.value($0)) } } + constants + last
  }

  /// Returns the rows of the days that the query shows.
  func table(
    _ items: [Item], _ options: RollupOptions, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let days = try DayFinder(journal.tables, context).days(of: context.query)
    return table(
      items, on: days, options, weekStarts: journal.tables.settings.weekStarts,
      limit: context.query.limit)
  }

  /// Returns the rows, by start and group.
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
    if let limit { rows = rows.suffix(limit) }
    if options.addsTotal {
      rows.append(Group(days: whole, items: items, isTotal: options.interval != nil))
    }
    return Table(columns, rows: rows)
  }

  /// Returns the groups of the rows on these days, by name.
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

/// The options for grouping the rows of a log.
struct RollupOptions: Sendable {
  /// The length of a row's days; nil: all days are one row.
  var interval: CalendarInterval?
  /// True if there is a row of all days.
  var addsTotal = false

  /// True if rows are grouped at all.
  var isAsked: Bool { interval != nil || addsTotal }

  fileprivate static let every = Option(
    "every", "INTERVAL",
    "show totals and averages by week, month, year or a length such as '2 weeks'")
  fileprivate static let total = Option(
    "total", nil, "show totals and averages of everything; with --every they come last")

  /// Returns the rules for combining options: options that ask for other rows do not go with
  /// grouped rows.
  static func rules(without others: [Option]) -> [OptionRule] {
    [every, total].map { .excludes($0, others) }
      + [.excludes(total, [.sort, .limit])]
  }
}

extension OptionValues {
  /// Returns a length of whole days; nil if the option is not given.
  package func days(_ option: Option) throws(OptionProblem) -> CalendarInterval? {
    guard let text = self[option] else { return nil }
    guard let interval = CalendarInterval(text), interval.isOfDays else {
      throw outOfRange(option, "day, week, month or year, or several, such as '2 weeks'")
    }
    return interval
  }
}

extension DeclaredOption where Options: ViewOptions {
  /// Returns `--every` and `--total`; with them rows have no name of their own.
  static func rollup(
    _ path: any WritableKeyPath<Options, RollupOptions> & Sendable
  ) -> [DeclaredOption] {
    [RollupOptions.every, RollupOptions.total].map { option in
      .value(path, option) { request, _ in
        RollupOptions(
          interval: try request.values.days(RollupOptions.every),
          addsTotal: request.values.has(RollupOptions.total))
      }.unnamed
    }
  }
}

extension View {
  /// Returns the rows of the log that totals add up; nil if the request asks for no totals.
  ///
  /// - Throws: the errors of `table(_:)`.
  package func rowsOfTotals(_ request: ViewRequest) throws -> Table? {
    let totals = [RollupOptions.every, RollupOptions.total]
    guard options.contains(RollupOptions.total), totals.contains(where: { request.values.has($0) })
    else { return nil }
    var values = totals.reduce(request.values) { $0.without($1) }
    if options.contains(.fold) { values.add("", to: Option.fold.name) }
    var whole = request.with(values)
    return try table(&whole)
  }
}

extension SwimsView {
  private static let metres = RowFigure<LoggedSwim>("metres", .poolLength) { $0.metres }
  private static let totalTime = RowFigure<LoggedSwim>("totalTime", .duration, unit: "s") {
    $0.possibleTime
  }
  /// The metres of the swims that have a pace; no total of them is shown.
  private static let paced = RowFigure<LoggedSwim>("pace", .pace, unit: "s/100m") {
    $0.pace == nil ? nil : $0.metres
  }

  /// The totals of swims.
  static var rollup: Rollup<LoggedSwim> {
    let laps = RowFigure<LoggedSwim>("laps", .count) { $0.laps }
    let strokes = RowFigure<LoggedSwim>("strokes", .count) { $0.strokes }
    let kilocalories = RowFigure<LoggedSwim>("kilocalories", .count) { $0.kilocalories }
    var rollup = Rollup(
      figures: [metres, laps, totalTime, paced, strokes, kilocalories],
      shown: [
        .sum(metres), .average(metres), .sum(laps), .sum(totalTime), .average(totalTime),
        .ratio(paced.column, totalTime, per: paced, times: 100), .sum(strokes), .sum(kilocalories),
      ])
    rollup.count = "swims"
    return rollup
  }

  /// Returns one row an interval.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ options: RollupOptions
  ) throws -> Table {
    let items = try swims(of: journal, in: context.ofWholeRows(journal.tables)).map { swim in
      Rollup.Item(day: swim.date.dayNumber, row: swim)
    }
    return try rollup.table(items, options, journal, in: context)
  }
}

extension RunsView {
  /// Returns the totals of runs, with the distance in this unit.
  static func rollup(unit: String?) -> Rollup<LoggedRun> {
    // A distance whose unit does not convert is left out of the total.
    let distance = RowFigure<LoggedRun>("distance", .distance) { run in
      run.distance.flatMap { $0.unit == unit ? $0.value : nil }
    }
    let totalTime = RowFigure<LoggedRun>("totalTime", .duration, unit: "s") { $0.possibleTime }
    // The metres of the runs that have a pace, of which no total is shown.
    let paced = RowFigure<LoggedRun>("pace", .pace, unit: "s/km") { run in
      run.pace.map { run.totalTime / $0 * 1000 }
    }
    let kilocalories = RowFigure<LoggedRun>("kilocalories", .count) { $0.kilocalories }
    var rollup = Rollup(
      figures: [distance, totalTime, paced, kilocalories],
      shown: [
        .sum(distance), .average(distance), .sum(totalTime), .average(totalTime),
        .ratio(paced.column, totalTime, per: paced, times: 1000), .sum(kilocalories),
      ])
    rollup.count = "runs"
    rollup.constants = [RowColumn(.unit) { _ in Cell(text: unit) }]
    return rollup
  }

  /// Returns one row an interval.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ options: RollupOptions
  ) throws -> Table {
    let days = try DayFinder(journal.tables, context).days(of: context.query)
    let runs = try runs(of: journal, in: context.ofWholeRows(journal.tables), on: days)
    let items = runs.map { Rollup.Item(day: $0.date.dayNumber, row: $0) }
    return try rollup(unit: runs.lazy.compactMap(\.distance?.unit).first)
      .table(items, options, journal, in: context)
  }
}

/// The figures that totals take of a workout.
struct CountedWorkout: Sendable {
  /// Active seconds; nil where no workout can have lasted so long.
  var duration: Double?
  var energy: Double?
  var distance: Double?

  static let duration = RowFigure<Self>("duration", .duration, unit: "s", rank: .key) {
    $0.duration
  }

  static func energy(in unit: Unit) -> RowFigure<Self> {
    RowFigure("energy", .quantity, unit: unit.description) { $0.energy }
  }

  static func distance(in unit: Unit) -> RowFigure<Self> {
    RowFigure("distance", .distance, unit: unit.description, rank: .key) { $0.distance }
  }
}

extension WorkoutsView {
  /// Returns the totals of workouts of an activity.
  static func rollup(_ units: WorkoutUnits) -> Rollup<CountedWorkout> {
    let figures = [
      CountedWorkout.duration, CountedWorkout.energy(in: units.energy),
      CountedWorkout.distance(in: units.distance),
    ]
    var rollup = Rollup(
      figures: figures, shown: figures.flatMap { [.sum($0), .average($0)] })
    rollup.count = "workouts"
    rollup.group = RowColumn(.activity, rank: .key) { .identifier($0) }
    return rollup
  }

  /// Returns one row an interval and activity.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>?,
    _ options: RollupOptions
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let items = try items(of: journal, in: context, activities: activities, figures)
    var rollup = rollup(figures.units)
    rollup.constants = figures.namedUnits()
    return try rollup.table(items, options, journal, in: context)
  }

  /// Returns the workouts to be grouped, also some of the days around those of the query.
  static func items(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>?,
    _ figures: WorkoutFigures
  ) throws -> [Rollup<CountedWorkout>.Item] {
    var days = try LogDays(journal.tables, context)
    let query = try context.ofWholeRows(journal.tables).query
    let shown = try WorkoutList(journal, query, activities: activities).shown
    var members = try WorkoutMembers(
      journal.tables, of: shown.map(\.row), types: WorkoutContent.typesOfTotals,
      leavingOutProblems: query.leavesOutProblems)
    let figures = figures.of(members.tables)
    return try shown.map { listed in
      let leg = listed.leg
      let computed = figures.figures(try members.members(of: listed.row, as: leg))
      let day = days.date(of: leg.start, leg.metadata)
      return Rollup.Item(
        day: day.dayNumber, group: leg.workout.activity,
        row: CountedWorkout(
          duration: leg.workout.possibleDuration, energy: figures.energy(leg, computed),
          distance: figures.distance(leg, computed)))
    }
  }
}

extension ViewContext {
  /// Returns the same context for all rows of a log that count, not limited. The rows' own days
  /// decide which of them are in the window.
  fileprivate func ofWholeRows(_ tables: HealthTables) throws(ProjectionError) -> ViewContext {
    var context = try reachingOwnDays(of: tables)
    context.query.limit = nil
    context.query.foldsCopies = true
    return context
  }
}
