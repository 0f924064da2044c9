package import HealthModel
package import HealthTables

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
  /// Active seconds.
  package var duration: Double
  /// Kilocalories.
  package var energy: Double?
  /// Metres.
  package var distance: Double?
  /// The average heart rate, beats a minute.
  package var heartRate: Double?
  /// Its source.
  package var source: String
  /// What lies in each band of `bands`; nil where it has no heart rates.
  package var rates: [HeldRates]?

  /// The heart rates of a band.
  package struct HeldRates: Hashable, Sendable {
    /// How long they held.
    package var seconds = 0.0
    /// The lines that saved them, one for each.
    package var lines: [UInt32] = []
  }

  /// Where bands of the heart rate begin, in beats a minute: below 100, then each 20 wide, from 180 on. They are no
  /// training zones, which would need a greatest heart rate that nobody measured.
  package static let bands: [Double] = [0, 100, 120, 140, 160, 180]
  /// A heart rate holds until the next one, but no longer than this.
  package static let longest = 60.0
}

extension WorkoutRecord {
  /// The workouts of a query, newest first, further copies left out.
  package static func all(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [WorkoutRecord] {
    let tables = journal.tables
    guard (try? tables.requireDetermined(Workout.type)) != nil else { return [] }
    var context = context
    context.query.foldsCopies = true
    context.query.types = nil
    let figures = try WorkoutFigures(tables: tables)
    let days = try context.calendar(of: tables)
    return try WorkoutsView.measured(of: journal, in: context, nil, figures) { measured in
      let (workout, found) = (measured.workout, measured.figures)
      return WorkoutRecord(
        uuid: measured.row.uuid, sequence: measured.row.sequence, activity: workout.activity,
        span: workout.span, day: days.day(of: workout.span.start.instant),
        duration: workout.duration, energy: figures.energy(workout, found),
        distance: figures.distance(workout, found),
        heartRate: figures.heartRate(workout, found),
        source: tables.sourceName(measured.row.provenance),
        rates: rates(measured, figures))
    }
  }

  private static func rates(
    _ measured: MeasuredWorkout, _ figures: WorkoutFigures
  ) -> [HeldRates]? {
    let type = QuantityType.heartRate.identifier
    guard let rows = measured.members.rows.first(where: { $0.type == type })?.rows,
      let columns = figures.tables.columns(of: type)
    else { return nil }
    let order = rows.filter { !columns.flags[$0].contains(.category) }
      .sorted { (columns.starts[$0], $0) < (columns.starts[$1], $1) }
    guard order.count > 1 else { return nil }
    var rates = [HeldRates](repeating: HeldRates(), count: bands.count)
    for (row, next) in zip(order, order.dropFirst().map { columns.starts[$0] } + [nil]) {
      let unit = figures.tables.units.names[Int(columns.unit(row))]
      guard let rate = figures.convert(columns.values[row], unit, to: .countPerMinute),
        rate >= 0
      else { continue }
      let end = next ?? measured.row.end
      let held = Double(max(end - columns.starts[row], 0)) / 1e6
      let band = bands.lastIndex { $0 <= rate } ?? 0
      rates[band].seconds += min(held, longest)
      rates[band].lines.append(columns.sequences[row])
    }
    return rates
  }
}
