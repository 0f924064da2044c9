import HealthModel
import HealthTables
import ViewTables

extension SwimsView {
  private static let metres = RowFigure<LoggedSwim>("metres", .poolLength) { $0.metres }
  private static let totalTime = RowFigure<LoggedSwim>("totalTime", .duration, unit: "s") {
    $0.possibleTime
  }
  /// The metres of the swims that have a pace, of which no total is shown.
  private static let paced = RowFigure<LoggedSwim>("pace", .pace, unit: "s/100m") {
    $0.pace == nil ? nil : $0.metres
  }

  /// What swims come to.
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

  /// One row an interval.
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
  /// What runs come to, with the distance in this unit.
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

  /// One row an interval.
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
  /// What workouts of an activity come to.
  static func rollup(energy: Unit, distance: Unit) -> Rollup<CountedWorkout> {
    let figures = [
      CountedWorkout.duration, CountedWorkout.energy(in: energy),
      CountedWorkout.distance(in: distance),
    ]
    var rollup = Rollup(
      figures: figures, shown: figures.flatMap { [.sum($0), .average($0)] })
    rollup.count = "workouts"
    rollup.group = RowColumn(.activity, rank: .key) { .identifier($0) }
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
    rollup.constants = figures.namedUnits()
    return try rollup.table(items, options, journal, in: context)
  }

  /// The workouts to be taken together, also some of the days around those of the query.
  static func items(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>?,
    _ figures: WorkoutFigures
  ) throws -> [Rollup<CountedWorkout>.Item] {
    var members = try WorkoutMembers(journal.tables)
    var days = try LogDays(journal.tables, context)
    let query = try context.ofWholeRows(journal.tables).query
    return try WorkoutList(journal, query, activities: activities).shown.map { listed in
      let leg = listed.leg
      let computed = figures.figures(try members.members(of: listed.row))
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
  /// The same of all rows of a log that count, not limited. Which of them do so in the window,
  /// their own days decide.
  fileprivate func ofWholeRows(_ tables: HealthTables) throws(ProjectionError) -> ViewContext {
    var context = try reachingOwnDays(of: tables)
    context.query.limit = nil
    context.query.foldsCopies = true
    return context
  }
}
