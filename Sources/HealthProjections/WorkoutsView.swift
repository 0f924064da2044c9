import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// Workouts with the samples that belong to them, newest first.
package enum WorkoutsView {
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
    let units = context.query.unit == nil ? [] : units(figures)
    let rows = try measured(of: journal, in: context, activities, figures) {
      row, workout, found, computed in
      cells(row, workout, found, computed, figures) + units.map(\.cell)
        + (showingSamples ? [.list(computed.map(self.cells))] : [])
    }
    let columns = columns(figures) + units.map(\.column)
    return Table(
      columns: columns + (showingSamples ? [Column("samples", .list)] : []), rows: rows)
  }

  /// The same as values, energy in kilocalories and distance in metres.
  package static func workoutsWithSamples(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [WorkoutWithSamples] {
    let figures = try WorkoutFigures(tables: journal.tables)
    return try measured(of: journal, in: context, nil, figures) { row, workout, found, computed in
      WorkoutWithSamples(
        uuid: row.uuid, workout: workout,
        source: journal.tables.sourceName(row.provenance),
        energy: figures.energy(workout, computed), distance: figures.distance(workout, computed),
        samples: computed.map { WorkoutWithSamples.Figures($0) }, isInferred: found.isInferred)
    }
  }

  /// What `body` makes of each workout that passes, of its samples and their figures.
  private static func measured<Result>(
    of journal: ReplayedJournal, in context: ViewContext, _ activities: Set<String>?,
    _ figures: WorkoutFigures,
    _ body: (ObjectRow, Workout, WorkoutMembers.Members, [TypeFigures]) -> Result
  ) throws -> [Result] {
    var members = WorkoutMembers(journal.tables, seenBy: context.query.reader)
    return try workouts(of: journal, in: context, activities: activities)
      .compactMap { row, object in
        guard case .workout(let workout) = object.content else { return nil }
        let found = members.members(of: row)
        return body(row, workout, found, figures.figures(found))
      }
  }

  /// The live workouts that pass, newest first, with what their lines say to the reader.
  static func workouts(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>?
  ) throws -> [(row: ObjectRow, object: HealthObject)] {
    let query = context.query
    let filter = query.provenances(in: journal.tables)
    try filter.access.requireDetermined(Workout.type)
    let passes = filter.passes(Workout.type)
    let candidates = journal.tables.objects.filter { row in
      row.kind == .workout && row.isLive && passes[Int(row.provenance)]
        && query.covers(start: row.start, end: row.end)
    }
    .sorted { ($0.start, $0.end, $0.sequence) > ($1.start, $1.end, $1.sequence) }
    var evaluator = try PredicateEvaluator(query, journal)
    let isWhole = activities == nil && evaluator == nil
    let lines = isWhole ? candidates.prefix(query.limit ?? .max) : candidates[...]
    let entries = try journal.entries(lines.map { UInt64($0.sequence) })
    var found: [(ObjectRow, HealthObject)] = []
    for row in lines where found.count < query.limit ?? .max {
      guard case .save(let save)? = entries[UInt64(row.sequence)]?.event,
        let object = save.objects.first(where: { $0.uuid == row.uuid }),
        case .workout(let workout) = object.content,
        activities?.contains(workout.activity) ?? true,
        try evaluator?.holds(row, object) ?? true
      else { continue }
      found.append((row, filter.access.seen(object, provenance: row.provenance)))
    }
    return found
  }

  /// The fields of `workouts`.
  private static func columns(_ figures: WorkoutFigures) -> [Column] {
    [
      Column("uuid", .text, hidden: true), Column("activity", .text), Column("start", .time),
      Column("end", .time), Column("duration", .number, unit: "s"),
      Column("energy", .number, unit: figures.energyUnit.description),
      Column("distance", .number, unit: figures.distanceUnit.description), Column("source"),
      Column("inferred"),
    ]
  }

  /// What says, to a program, in which units the figures are that it did not get in the usual ones.
  private static func units(_ figures: WorkoutFigures) -> [(column: Column, cell: Cell)] {
    [("energyUnit", figures.energyUnit), ("distanceUnit", figures.distanceUnit)].map {
      (Column($0.0, hidden: true), .text($0.1.description))
    }
  }

  private static func cells(
    _ row: ObjectRow, _ workout: Workout, _ members: WorkoutMembers.Members,
    _ computed: [TypeFigures], _ figures: WorkoutFigures
  ) -> [Cell] {
    let energy = figures.energy(workout, computed)
    let distance = figures.distance(workout, computed)
    return [
      .text(row.uuid.description), .identifier(workout.activity), .time(workout.span.start),
      .time(workout.span.end), .number(workout.duration), Cell(energy), Cell(distance),
      .text(figures.tables.sourceName(row.provenance)), .flag(members.isInferred),
    ]
  }

  private static func cells(_ figures: TypeFigures) -> [(String, Cell)] {
    [
      ("type", .identifier(figures.type)),
      ("unit", figures.unit.isEmpty ? .missing : .text(figures.unit)),
      ("count", .whole(figures.count)), ("sum", Cell(figures.sum)),
      ("minimum", Cell(figures.minimum)), ("average", Cell(figures.average)),
      ("maximum", Cell(figures.maximum)), ("inferred", .flag(figures.isInferred)),
    ]
  }
}

extension WorkoutWithSamples.Figures {
  fileprivate init(_ figures: TypeFigures) {
    self.init(
      type: figures.type, unit: figures.unit, count: figures.count, sum: figures.sum,
      minimum: figures.minimum, average: figures.average, maximum: figures.maximum)
  }
}

extension Cell {
  /// A number, or nothing.
  init(_ number: Double?) {
    self = number.map { .number($0) } ?? .missing
  }
}
