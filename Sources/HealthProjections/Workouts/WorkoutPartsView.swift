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
    let rows = try WorkoutsView.measured(of: journal, in: context, activities, figures) { whole in
      whole.parts(figures).enumerated().map { index, part in
        row(whole, index, part, figures) + figures.unitCells
          + (showingSamples ? lists(whole, part) : [])
      }
    }
    return Table(
      columns: columns + figures.partColumns + pauseColumns + figures.unitColumns
        + (showingSamples ? listColumns : []),
      rows: rows.flatMap { $0 })
  }

  /// What `--samples` shows too.
  static let listColumns = [
    Column(
      "stated", .list,
      note: "with `--samples`; {type, unit, sum or minimum, average, maximum}",
      members: TypeFigures.columns),
    WorkoutsView.samplesColumn,
  ]

  /// The fields of `workouts --activities`.
  static let columns = [
    Column("uuid", hidden: true), Column("part", .number, rank: .key),
    Column("activity", rank: .key), Column("start", .time), Column("end", .time, hidden: true),
  ]

  static let pauseColumns = [
    Column("pauses", .count, rank: .detail),
    Column("paused", .duration, unit: "s", rank: .detail),
  ]

  private static func row(
    _ whole: MeasuredWorkout, _ index: Int, _ part: MeasuredPart, _ figures: WorkoutFigures
  ) -> [Cell] {
    let pauses = whole.workout.pauses(within: part.workout.span)
    return [
      .text(whole.row.uuid.description), .whole(index + 1), .identifier(part.workout.activity),
      .time(part.workout.span.start), .time(part.workout.span.end),
    ] + part.cells(figures) + [
      pauses.isEmpty ? .missing : .whole(pauses.count),
      pauses.isEmpty ? .missing : .number(pauses.reduce(0) { $0 + $1.duration }),
    ]
  }

  private static func lists(_ whole: MeasuredWorkout, _ part: MeasuredPart) -> [Cell] {
    [.list(part.workout.statistics.map(\.cells)), whole.samples(part.figures)]
  }
}

extension WorkoutStatistics {
  /// What a source stated, under the names of the computed figures.
  fileprivate var cells: [(String, Cell)] {
    [
      ("type", .identifier(type)), ("unit", unit.map { .text($0) } ?? .missing),
      ("sum", Cell(sum)), ("minimum", Cell(minimum)), ("average", Cell(average)),
      ("maximum", Cell(maximum)),
    ]
  }
}
