import HealthModel
package import HealthTables
package import ViewTables

/// Workouts with the samples that belong to them, newest first.
package enum WorkoutsView {
  /// The columns that identify a row.
  package static let rowKey = RowKey(
    "uuid", "part", "event", "index", "type", "statistic")
  /// What they are made of: samples of all types, because those of any type decide whether samples
  /// were saved with the workout.
  package static let reads = Reads.asked(requiring: [Workout.type])

  /// One row a workout.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the activities to show; nil: all.
  ///   - showingSamples: whether each row lists its samples by type.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    showingSamples: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let rows = try measured(of: journal, in: context, activities, figures) { workout in
      cells(workout, figures) + figures.unitCells
        + (showingSamples ? [workout.samples(workout.figures)] : [])
    }
    return Table(
      columns: columns(energy: figures.energyUnit, distance: figures.distanceUnit)
        + figures.unitColumns
        + (showingSamples ? [samplesColumn] : []),
      rows: rows)
  }

  /// What `body` makes of each workout that passes, of its samples and their figures.
  static func measured<Result>(
    of journal: ReplayedJournal, in context: ViewContext, _ activities: Set<String>?,
    _ figures: WorkoutFigures, _ body: (MeasuredWorkout) throws -> Result
  ) throws -> [Result] {
    var members = WorkoutMembers(journal.tables)
    return try WorkoutList(journal, context.query, activities: activities).shown.map { listed in
      let found = members.members(of: listed.row)
      return try body(
        MeasuredWorkout(
          row: listed.row, workout: listed.leg.workout, metadata: listed.leg.metadata,
          mark: listed.mark, members: found, figures: figures.figures(found)))
    }
  }

  /// What `--samples` shows too.
  static let samplesColumn = Column(
    "samples", .list,
    note: "with `--samples`; {type, unit, count, sum or minimum, average, maximum, inferred}",
    members: TypeFigures.columns)

  /// The field that says that a workout does not count, and which one does.
  static let copyOfColumn = Column(
    "copyOf", rank: .detail, note: "the uuid of the workout that counts in its place")

  /// The fields of `workouts`.
  static func columns(
    energy: Unit = .kilocalorie, distance: Unit = .meter
  ) -> [Column] {
    [
      Column("uuid", hidden: true), Column("activity", rank: .key),
      Column("start", .time, rank: .key), Column("end", .time, rank: .detail),
      Column("duration", .duration, unit: "s", rank: .key),
      Column("energy", .quantity, unit: energy.description),
      Column("distance", .distance, unit: distance.description, rank: .key),
      Column("source", rank: .detail),
      Column("inferred", rank: .detail), Column("pauses", .count, rank: .detail),
      Column("paused", .duration, unit: "s", rank: .detail),
      Column("copy", .number, rank: .detail),
      copyOfColumn,
    ]
  }

  private static func cells(_ measured: MeasuredWorkout, _ figures: WorkoutFigures) -> [Cell] {
    let workout = measured.workout
    let pauses = workout.pauses
    return [
      .text(measured.row.uuid.description), .identifier(workout.activity),
      .time(workout.span.start), .time(workout.span.end), .number(workout.duration),
      Cell(figures.energy(measured.leg, measured.figures)),
      Cell(figures.distance(measured.leg, measured.figures)),
      .text(figures.tables.sourceName(measured.row.provenance)),
      .flag(measured.members.isInferred), pauses.isEmpty ? .missing : .whole(pauses.count),
      pauses.isEmpty ? .missing : .number(pauses.reduce(0) { $0 + $1.duration }),
      Cell(whole: measured.mark.copy), Cell(text: measured.mark.counted?.uuid.description),
    ]
  }
}
