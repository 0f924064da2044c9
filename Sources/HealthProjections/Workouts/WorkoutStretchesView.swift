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
        Stretch(
          uuid: workout.row.uuid, activity: workout.workout.activity, stretch: stretch,
          figures: PartFigures(part, figures), samples: workout.listed(part.figures))
      }
    }
    return Table(
      columns(energy: figures.energyUnit, distance: figures.distanceUnit)
        + figures.namedUnits() + (showingSamples ? [samplesColumn] : []),
      rows: rows.flatMap { $0 })
  }

  /// A lap, segment, pause or marker of a workout.
  struct Stretch {
    fileprivate var uuid: ObjectUUID
    fileprivate var activity: String
    fileprivate var stretch: WorkoutStretch
    fileprivate var figures: PartFigures
    fileprivate var samples: [ListedFigures]
  }

  /// The fields of `workouts --events`.
  static func columns(
    energy: Unit = .kilocalorie, distance: Unit = .meter
  ) -> [RowColumn<Stretch>] {
    [
      RowColumn("uuid", hidden: true) { .text($0.uuid.description) },
      RowColumn("activity", rank: .detail) { .identifier($0.activity) },
      RowColumn("event", rank: .key) { .identifier($0.stretch.event) },
      RowColumn("index", .number, rank: .key) { .whole($0.stretch.index) },
      RowColumn("start", .time) { .time($0.stretch.span.start) },
      RowColumn("end", .time, hidden: true) { .time($0.stretch.span.end) },
    ] + PartFigures.columns(energy: energy, distance: distance).map { $0.of { $0.figures } }
  }

  /// What `--samples` shows too.
  static let samplesColumn = WorkoutsView.samplesColumn.of { (row: Stretch) in row.samples }
}
