import HealthModel
package import HealthTables
package import ViewTables

/// The activities of multisport workouts, each with its own times and figures.
package enum WorkoutPartsView {
  /// One row an activity: workouts newest first, their activities in the order of the source.
  /// Energy, distance and heart rate are those stated for the activity, else those of the samples
  /// in it.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the workouts to show; nil: all.
  ///   - showingSamples: whether each row lists what was stated and what the samples come to, by
  ///     type.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    showingSamples: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let parts = try WorkoutsView.measured(of: journal, in: context, activities, figures) { whole in
      whole.parts(figures).enumerated().map { Part($1, number: $0 + 1, of: whole, figures) }
    }
    return Table(
      columns(energy: figures.energyUnit, distance: figures.distanceUnit)
        + figures.namedUnits() + (showingSamples ? listColumns : []),
      rows: parts.flatMap { $0 })
  }

  /// An activity of a workout.
  struct Part {
    fileprivate let uuid: ObjectUUID
    fileprivate let number: Int
    fileprivate let workout: Workout
    fileprivate let figures: PartFigures
    fileprivate let pauses: WorkoutPauses
    fileprivate let samples: [ListedFigures]

    fileprivate init(
      _ part: MeasuredPart, number: Int, of whole: MeasuredWorkout, _ figures: WorkoutFigures
    ) {
      uuid = whole.row.uuid
      self.number = number
      workout = part.workout
      self.figures = PartFigures(part, figures)
      pauses = WorkoutPauses(whole.workout.pauses(within: part.workout.span))
      samples = whole.listed(part.figures)
    }
  }

  /// The fields of `workouts --activities`.
  static func columns(
    energy: Unit = .kilocalorie, distance: Unit = .meter
  ) -> [RowColumn<Part>] {
    [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
      RowColumn(.part, .number, tellsApart: true, rank: .key) { .whole($0.number) },
      RowColumn(.activity, rank: .key) { .identifier($0.workout.activity) },
      RowColumn(.start, .time) { .time($0.workout.span.start) },
      RowColumn(.end, .time, hidden: true) { .time($0.workout.span.end) },
    ] + PartFigures.columns(energy: energy, distance: distance).map { $0.of { $0.figures } }
      + WorkoutPauses.columns.map { $0.of { $0.pauses } }
  }

  /// The columns that `--samples` shows too.
  static let listColumns: [RowColumn<Part>] = [
    RowColumn(
      "stated", listing: statedColumns, declared: ListedFigures.columns.map(\.column),
      note: "with `--samples`; {type, unit, sum or minimum, average, maximum}"
    ) { $0.workout.statistics },
    WorkoutsView.samplesColumn.of { $0.samples },
  ]

  /// What a source stated, under the names of the computed figures.
  private static let statedColumns: [RowColumn<WorkoutStatistics>] = [
    RowColumn(.type) { .identifier($0.type) }, RowColumn(.unit) { Cell(text: $0.unit) },
    RowColumn("sum") { Cell($0.sum) }, RowColumn("minimum") { Cell($0.minimum) },
    RowColumn("average") { Cell($0.average) }, RowColumn("maximum") { Cell($0.maximum) },
  ]
}

/// Laps, segments, pauses and markers, of which the events of workouts tell, with the figures of
/// the workout's samples in each.
package enum WorkoutStretchesView {
  /// Makes one row a stretch: workouts newest first, their stretches in the order of time.
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
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
      RowColumn(.activity, rank: .detail) { .identifier($0.activity) },
      RowColumn(.event, tellsApart: true, rank: .key) { .identifier($0.stretch.event) },
      RowColumn(.index, .number, tellsApart: true, rank: .key) { .whole($0.stretch.index) },
      RowColumn(.start, .time) { .time($0.stretch.span.start) },
      RowColumn(.end, .time, hidden: true) { .time($0.stretch.span.end) },
    ] + PartFigures.columns(energy: energy, distance: distance).map { $0.of { $0.figures } }
  }

  /// The columns that `--samples` shows too.
  static let samplesColumn = WorkoutsView.samplesColumn.of { (row: Stretch) in row.samples }
}
