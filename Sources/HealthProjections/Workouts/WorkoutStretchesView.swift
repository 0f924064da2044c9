import HealthModel
package import HealthTables
package import ViewTables

/// What the events of workouts tell of: laps, segments, pauses and markers, with what the workout's
/// samples come to in each.
package enum WorkoutStretchesView {
  /// One row a stretch: workouts newest first, their stretches in the order of time.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the activities to show; nil: all.
  ///   - showingSamples: whether each row lists its samples by type.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    showingSamples: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let rows = try WorkoutsView.measured(of: journal, in: context, activities, figures) { workout in
      workout.stretches(figures).map { stretch, part in
        [
          .text(workout.row.uuid.description), .identifier(workout.workout.activity),
          .identifier(stretch.event), .whole(stretch.index), .time(stretch.span.start),
          .time(stretch.span.end),
        ] + part.cells(figures) + figures.unitCells
          + (showingSamples ? [workout.samples(part.figures)] : [])
      }
    }
    return Table(
      columns: columns + figures.partColumns + figures.unitColumns
        + (showingSamples ? [WorkoutsView.samplesColumn] : []),
      rows: rows.flatMap { $0 })
  }

  /// The fields of `workouts --events`.
  static let columns = [
    Column("uuid", hidden: true), Column("activity", rank: .detail), Column("event", rank: .key),
    Column("index", .number, rank: .key), Column("start", .time),
    Column("end", .time, hidden: true),
  ]
}
