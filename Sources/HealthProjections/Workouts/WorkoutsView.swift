package import HealthModel
package import HealthTables
package import ViewTables

/// Workouts with the samples that belong to them, newest first.
package enum WorkoutsView {
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
    let rows = try measured(of: journal, in: context, activities, figures) {
      Row($0, figures)
    }
    return Table(
      columns(energy: figures.energyUnit, distance: figures.distanceUnit)
        + figures.namedUnits() + (showingSamples ? [samplesColumn.of { $0.samples }] : []),
      rows: rows)
  }

  /// A workout.
  struct Row {
    fileprivate let uuid: ObjectUUID
    fileprivate let workout: Workout
    fileprivate let mark: WorkoutEfforts.Mark
    fileprivate let energy: Double?
    fileprivate let distance: Double?
    fileprivate let source: String
    fileprivate let isInferred: Bool
    fileprivate let pauses: WorkoutPauses
    fileprivate let samples: [ListedFigures]

    fileprivate init(_ measured: MeasuredWorkout, _ figures: WorkoutFigures) {
      uuid = measured.row.uuid
      workout = measured.workout
      mark = measured.mark
      energy = figures.energy(measured.leg, measured.figures)
      distance = figures.distance(measured.leg, measured.figures)
      source = figures.tables.sourceName(measured.row.provenance)
      isInferred = measured.members.isInferred
      pauses = WorkoutPauses(workout.pauses)
      samples = measured.listed(measured.figures)
    }
  }

  /// What `body` makes of each workout that passes, of its samples and their figures.
  static func measured<Result>(
    of journal: ReplayedJournal, in context: ViewContext, _ activities: Set<String>?,
    _ figures: WorkoutFigures, _ body: (MeasuredWorkout) throws -> Result
  ) throws -> [Result] {
    var members = try WorkoutMembers(journal.tables)
    return try WorkoutList(journal, context.query, activities: activities).shown.map { listed in
      let found = try members.members(of: listed.row)
      return try body(
        MeasuredWorkout(
          row: listed.row, workout: listed.leg.workout, metadata: listed.leg.metadata,
          mark: listed.mark, members: found, figures: figures.figures(found)))
    }
  }

  /// The columns that `--samples` shows too.
  static let samplesColumn = RowColumn<[ListedFigures]>(
    "samples", listing: ListedFigures.columns,
    note: "with `--samples`; {type, unit, count, sum or minimum, average, maximum, inferred}"
  ) { $0 }

  /// The field that says that a workout does not count, and which one does.
  static let copyOfColumn = RowColumn<ObjectUUID?>(
    "copyOf", rank: .detail, note: "the uuid of the workout that counts in its place"
  ) { Cell(text: $0?.description) }

  /// The fields of `workouts`.
  static func columns(
    energy: Unit = .kilocalorie, distance: Unit = .meter
  ) -> [RowColumn<Row>] {
    [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
      RowColumn(.activity, rank: .key) { .identifier($0.workout.activity) },
      RowColumn(.start, .time, rank: .key) { .time($0.workout.span.start) },
      RowColumn(.end, .time, rank: .detail) { .time($0.workout.span.end) },
      RowColumn(.duration, .duration, unit: "s", rank: .key) { .number($0.workout.duration) },
      RowColumn(.energy, .quantity, unit: energy.description) { Cell($0.energy) },
      RowColumn(.distance, .distance, unit: distance.description, rank: .key) {
        Cell($0.distance)
      },
      RowColumn(.source, rank: .detail) { .text($0.source) },
      RowColumn("inferred", rank: .detail) { .flag($0.isInferred) },
    ] + WorkoutPauses.columns.map { $0.of { $0.pauses } } + [
      RowColumn("copy", .number, rank: .detail) { Cell(whole: $0.mark.copy) },
      copyOfColumn.of { $0.mark.counted?.uuid },
    ]
  }
}

/// The pauses of a workout or part.
struct WorkoutPauses {
  private let count: Int
  /// In seconds.
  private let duration: Double

  init(_ pauses: [TimeSpan]) {
    count = pauses.count
    duration = pauses.reduce(0) { $0 + $1.duration }
  }

  static let columns: [RowColumn<WorkoutPauses>] = [
    RowColumn("pauses", .count, rank: .detail) { $0.count == 0 ? .missing : .whole($0.count) },
    RowColumn("paused", .duration, unit: "s", rank: .detail) {
      $0.count == 0 ? .missing : .number($0.duration)
    },
  ]
}

extension WorkoutsView {
  /// The workouts as values, newest first, energy in kilocalories and distance in metres.
  package static func workoutsWithSamples(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [WorkoutWithSamples] {
    let figures = try WorkoutFigures(tables: journal.tables)
    let comparison = WorkoutComparison(figures)
    return try measured(of: journal, in: context, nil, figures) { measured in
      var workout = WorkoutWithSamples(
        uuid: measured.row.uuid, workout: measured.workout,
        source: journal.tables.sourceName(measured.row.provenance),
        energy: figures.energy(measured.leg, measured.figures),
        distance: figures.distance(measured.leg, measured.figures),
        samples: measured.figures, isInferred: measured.members.isInferred)
      workout.copy = measured.mark.copy
      workout.copyOf = measured.mark.counted?.uuid
      workout.stretches = measured.stretches(figures).map { stretch, part in
        WorkoutWithSamples.Stretch(stretch: stretch, samples: part.figures)
      }
      workout.parts = measured.parts(figures).map { WorkoutWithSamples.Part($0, figures) }
      workout.comparison = comparison.compared(measured)
      return workout
    }
  }

  /// The totals of every workout, by its uuid: those that the view shows, each in the unit in which
  /// it was given.
  package static func totals(
    of journal: ReplayedJournal
  ) throws -> [ObjectUUID: [WorkoutTotal: Amount]] {
    let figures = try WorkoutFigures(tables: journal.tables)
    let totals = try measured(of: journal, in: ViewContext(), nil, figures) { measured in
      let known = WorkoutTotal.allCases.compactMap { total in
        figures.amount(total, of: measured.leg, measured.figures).map { (total, $0) }
      }
      return (measured.row.uuid, Dictionary(known) { first, _ in first })
    }
    return Dictionary(totals) { first, _ in first }
  }
}

extension WorkoutWithSamples.Part {
  fileprivate init(_ part: MeasuredPart, _ figures: WorkoutFigures) {
    self.init(
      workout: part.workout, energy: figures.energy(part.leg, part.figures),
      distance: figures.distance(part.leg, part.figures),
      samples: part.figures)
  }
}
