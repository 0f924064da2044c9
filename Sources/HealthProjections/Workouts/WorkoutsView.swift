import HealthEvents
import HealthModel
package import HealthTables
import JournalFile
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
    return try workouts(of: journal, in: context, activities: activities)
      .compactMap { row, object, copy in
        guard case .workout(let workout) = object.content else { return nil }
        let found = members.members(of: row)
        return try body(
          MeasuredWorkout(
            row: row, workout: workout, metadata: object.metadata, copy: copy, members: found,
            figures: figures.figures(found)))
      }
  }

  /// The live workouts that pass, newest first, with what their lines say and the number of a
  /// further copy. Where the query folds copies, further ones are as if they were not there.
  static func workouts(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>?
  ) throws -> [(row: ObjectRow, object: HealthObject, copy: Int?)] {
    let query = context.query
    try reads.requireDetermined(in: journal.tables)
    let passes = query.provenances(in: journal.tables)
    let live = journal.tables.objects.filter { $0.kind == .workout && $0.isLive }
    let copies = try WorkoutCopies(live, in: journal)
    let candidates = live.filter { row in
      passes[Int(row.provenance)] && query.covers(start: row.start, end: row.end)
        && !(query.foldsCopies && copies.number(of: row) != nil)
    }
    .sorted {
      ($0.start, $0.end, $0.sequence, $0.uuid) > ($1.start, $1.end, $1.sequence, $1.uuid)
    }
    var evaluator = try PredicateEvaluator(query, journal)
    let isWhole = activities == nil && evaluator == nil
    let lines = isWhole ? candidates.prefix(query.limit ?? .max) : candidates[...]
    let entries = try journal.entries(lines.map { UInt64($0.sequence) })
    var found: [(ObjectRow, HealthObject, Int?)] = []
    for row in lines where found.count < query.limit ?? .max {
      guard case .save(let save)? = entries[UInt64(row.sequence)]?.event,
        let object = save.objects.first(where: { $0.uuid == row.uuid }),
        case .workout(let workout) = object.content,
        activities?.contains(workout.activity) ?? true,
        try evaluator?.holds(row, object) ?? true
      else { continue }
      found.append((row, object, copies.number(of: row)))
    }
    return found
  }

  /// What `--samples` shows too.
  static let samplesColumn = Column(
    "samples", .list,
    note: "with `--samples`; {type, unit, count, sum or minimum, average, maximum, inferred}",
    members: TypeFigures.columns)

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
    ]
  }

  private static func cells(_ measured: MeasuredWorkout, _ figures: WorkoutFigures) -> [Cell] {
    let workout = measured.workout
    let pauses = workout.pauses
    return [
      .text(measured.row.uuid.description), .identifier(workout.activity),
      .time(workout.span.start), .time(workout.span.end), .number(workout.duration),
      Cell(figures.energy(workout, measured.figures)),
      Cell(figures.distance(workout, measured.figures)),
      .text(figures.tables.sourceName(measured.row.provenance)),
      .flag(measured.members.isInferred), pauses.isEmpty ? .missing : .whole(pauses.count),
      pauses.isEmpty ? .missing : .number(pauses.reduce(0) { $0 + $1.duration }),
      Cell(whole: measured.copy),
    ]
  }
}
