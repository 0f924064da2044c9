package import HealthModel
package import HealthTables

/// Swim log: one row a swim, newest first, from the `swim` command and from imported workouts.
package enum SwimsView {
  /// One row a swim. `pace` is in seconds per 100 metres, `totalTime` in seconds.
  package static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    Table(columns: columns, rows: try swims(of: journal, in: context).map(cells))
  }

  /// The swims, newest first.
  package static func swims(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [LoggedSwim] {
    let tables = journal.tables
    var members = WorkoutMembers(tables, seenBy: context.query.reader)
    let figures = try WorkoutFigures(tables: tables)
    var days = try LogDays(tables, context)
    let swims = try WorkoutsView.workouts(
      of: journal, in: context, activities: [WorkoutActivityType.swimming.exportName])
    var logged: [LoggedSwim] = []
    for (row, object) in swims {
      guard case .workout(let workout) = object.content else { continue }
      var swim = LoggedSwim(
        date: days.date(of: workout.span.start.instant, object.metadata),
        totalTime: workout.duration, source: tables.sourceName(row.provenance), uuid: row.uuid)
      let computed = figures.figures(members.members(of: row))
      swim.fill(workout, object.metadata, computed, figures)
      logged.append(swim)
    }
    return logged
  }

  /// The fields of `swims`.
  private static let columns = [
    Column("date", .time), Column("laps", .number), Column("metresPerLap", .number),
    Column("metres", .number), Column("totalTime", .number, unit: "s"),
    Column("pace", .number, unit: "s/100m"),
    Column("strokes", .number), Column("swolf", .number), Column("kilocalories", .number),
    Column("source", .text), Column("uuid", .text, hidden: true),
  ]

  private static func cells(_ swim: LoggedSwim) -> [Cell] {
    [
      .day(swim.date), Cell(swim.laps), Cell(swim.metresPerLap), Cell(swim.metres),
      .number(swim.totalTime), Cell(swim.pace), Cell(swim.strokes), Cell(swim.swolf),
      Cell(swim.kilocalories), .text(swim.source), .text(swim.uuid.description),
    ]
  }
}

extension LoggedSwim {
  /// Takes each figure from where it is known.
  fileprivate mutating func fill(
    _ workout: Workout, _ metadata: Metadata, _ computed: [TypeFigures],
    _ figures: WorkoutFigures
  ) {
    kilocalories = figures.energy(workout, computed)
    strokes = figures.strokes(workout, computed)
    metres = figures.distance(workout, computed)
    if case .quantity(let value, let unit)? = metadata[MetadataName.lapLength] {
      metresPerLap = figures.convert(value, unit, to: .meter)
    }
    laps = Self.laps(workout, metadata)
    if let metresPerLap, metresPerLap > 0, let metres, laps == nil {
      laps = (metres / metresPerLap).roundedToWhole
    }
    if metres == nil, let laps, let metresPerLap { metres = laps * metresPerLap }
    if case .number(let score)? = metadata["HKSWOLFScore"] { statedSWOLF = score }
  }

  /// Laps as the `swim` command wrote them, else the lap events.
  private static func laps(_ workout: Workout, _ metadata: Metadata) -> Double? {
    if case .number(let laps)? = metadata[MetadataName.laps] { return laps }
    let events = workout.events.filter { $0.type == WorkoutEventName.lap }
    return events.isEmpty ? nil : Double(events.count)
  }
}

extension Double {
  /// The nearest whole number, halves up; nil beyond what a swim can be.
  fileprivate var roundedToWhole: Double? {
    guard self >= 0, self < 1e9 else { return nil }
    return Double(Int(self + 0.5))
  }
}
