package import HealthModel
package import HealthTables
package import ViewTables

/// A workout in a few figures, as `workouts` has them, and how long the heart beat at which rate.
package struct WorkoutRecord: Hashable, Sendable {
  /// Its identity.
  package var uuid: ObjectUUID
  /// The line that saved it.
  package var sequence: UInt32
  /// The export's word for the activity.
  package var activity: String
  /// From when to when.
  package var span: TimeSpan
  /// Its local day, as a number since 1970-01-01.
  package var day: Int
  /// Active seconds, as stated.
  package var duration: Double
  /// The same as totals count them; nil where no workout can have lasted so long.
  package var possibleDuration: Double?
  /// Kilocalories.
  package var energy: Double?
  /// Metres.
  package var distance: Double?
  /// The average heart rate, beats a minute.
  package var heartRate: Double?
  /// Its source.
  package var source: String
  /// How long the heart beat at which rate; nil where it has no heart rates.
  package var bands: HeartRateBands?
}

extension WorkoutRecord {
  /// The workouts that begin on the days of a query, newest first, without those that do not
  /// count.
  package static func all(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [WorkoutRecord] {
    let tables = journal.tables
    guard tables.isDetermined(Workout.type) else { return [] }
    var days = try LogDays(tables, context)
    let shown = try DayFinder(tables, context).days(of: context.query)
    var context = try context.reachingOwnDays(of: tables)
    context.query.foldsCopies = true
    context.query.types = nil
    let figures = try WorkoutFigures(tables: tables)
    let all: [WorkoutRecord] = try WorkoutsView.measured(of: journal, in: context, nil, figures) {
      measured in
      let (workout, found) = (measured.workout, measured.figures)
      let date = days.date(of: workout.span.start.instant, measured.metadata)
      return WorkoutRecord(
        uuid: measured.row.uuid, sequence: measured.row.sequence, activity: workout.activity,
        span: workout.span, day: date.dayNumber,
        duration: workout.duration, possibleDuration: workout.possibleDuration,
        energy: figures.energy(measured.leg, found),
        distance: figures.distance(measured.leg, found),
        heartRate: figures.heartRate(workout, found),
        source: tables.sourceName(measured.row.provenance),
        bands: HeartRateBands(measured.row, measured.members, in: tables))
    }
    return all.filter { shown.contains($0.day) }
  }
}
