import HealthModel
import HealthTables
import ViewTables

extension SwimsView {
  /// What swims come to.
  static var rollup: Rollup {
    // `pace` is the metres of the swims that have one, of which no total is shown.
    let names = ["metres", "laps", "totalTime", "pace", "strokes", "kilocalories"]
    var rollup = Rollup(
      measures: names,
      figures: [
        (columns.named("metres"), .sum(0)), (columns.named("metres").average, .average(0)),
        (columns.named("laps"), .sum(1)), (columns.named("totalTime"), .sum(2)),
        (columns.named("totalTime").average, .average(2)),
        (columns.named("pace"), .ratio(2, per: 3, times: 100)), (columns.named("strokes"), .sum(4)),
        (columns.named("kilocalories"), .sum(5)),
      ])
    rollup.count = "swims"
    return rollup
  }

  /// One row an interval.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ options: RollupOptions
  ) throws -> Table {
    let items = try swims(of: journal, in: context.ofWholeRows(journal.tables)).map { swim in
      Rollup.Item(
        day: swim.date.dayNumber,
        values: [
          swim.metres, swim.laps, swim.possibleTime, swim.pace == nil ? nil : swim.metres,
          swim.strokes, swim.kilocalories,
        ])
    }
    return try rollup.table(items, options, journal, in: context)
  }
}

extension RunsView {
  /// What runs come to, with the distance in this unit.
  static func rollup(unit: Cell) -> Rollup {
    var rollup = Rollup(
      // `pace` is the metres of the runs that have one, of which no total is shown.
      measures: ["distance", "totalTime", "pace", "kilocalories"],
      figures: [
        (columns.named("distance"), .sum(0)), (columns.named("distance").average, .average(0)),
        (columns.named("totalTime"), .sum(1)),
        (columns.named("totalTime").average, .average(1)),
        (columns.named("pace"), .ratio(1, per: 2, times: 1000)),
        (columns.named("kilocalories"), .sum(3)),
      ])
    rollup.count = "runs"
    rollup.constants = [(columns.named("unit"), unit)]
    return rollup
  }

  /// One row an interval.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ options: RollupOptions
  ) throws -> Table {
    let days = try DayFinder(journal.tables, context).days(of: context.query)
    let runs = try runs(of: journal, in: context.ofWholeRows(journal.tables), on: days)
    let unit = runs.lazy.compactMap(\.distance?.unit).first
    let items = runs.map { run in
      // A distance whose unit does not convert is left out of the total.
      let distance = run.distance.flatMap { $0.unit == unit ? $0.value : nil }
      return Rollup.Item(
        day: run.date.dayNumber,
        values: [
          distance, run.possibleTime, run.pace.map { run.totalTime / $0 * 1000 }, run.kilocalories,
        ])
    }
    return try rollup(unit: Cell(text: unit)).table(items, options, journal, in: context)
  }
}

extension WorkoutsView {
  /// What workouts of an activity come to.
  static func rollup(energy: Unit, distance: Unit) -> Rollup {
    let names = ["duration", "energy", "distance"]
    let shown = names.map { columns(energy: energy, distance: distance).named($0) }
    var figures: [(column: Column, figure: Rollup.Figure)] = []
    for (index, column) in shown.enumerated() {
      figures += [(column, .sum(index)), (column.average, .average(index))]
    }
    var rollup = Rollup(measures: names, figures: figures)
    rollup.count = "workouts"
    rollup.group = columns().named("activity")
    return rollup
  }

  /// One row an interval and activity.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>?,
    _ options: RollupOptions
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let items = try items(of: journal, in: context, activities: activities, figures)
    var rollup = rollup(energy: figures.energyUnit, distance: figures.distanceUnit)
    rollup.constants = zip(figures.unitColumns, figures.unitCells).map { ($0, $1) }
    return try rollup.table(items, options, journal, in: context)
  }

  /// The workouts to be taken together, also some of the days around those of the query: duration,
  /// energy and distance.
  static func items(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>?,
    _ figures: WorkoutFigures
  ) throws -> [Rollup.Item] {
    var members = WorkoutMembers(journal.tables)
    var days = try LogDays(journal.tables, context)
    let query = try context.ofWholeRows(journal.tables).query
    return try WorkoutList(journal, query, activities: activities).shown.map { listed in
      let leg = listed.leg
      let computed = figures.figures(members.members(of: listed.row))
      let day = days.date(of: leg.start, leg.metadata)
      return Rollup.Item(
        day: day.dayNumber, group: .identifier(leg.workout.activity),
        values: [
          leg.workout.possibleDuration, figures.energy(leg, computed),
          figures.distance(leg, computed),
        ])
    }
  }
}

extension ViewContext {
  /// The same of all rows of a log that count, not limited. Which of them do so in the window,
  /// their own days decide.
  fileprivate func ofWholeRows(_ tables: HealthTables) throws(ProjectionError) -> ViewContext {
    var context = try reachingOwnDays(of: tables)
    context.query.limit = nil
    context.query.foldsCopies = true
    return context
  }
}
