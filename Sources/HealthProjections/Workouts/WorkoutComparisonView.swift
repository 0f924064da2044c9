import HealthModel
package import HealthTables
package import ViewTables

/// The figures that sources stated of their workouts, beside those of the samples, and which agree.
package enum WorkoutComparisonView {
  /// One row a figure: workouts newest first, of each first its own figures, then those of its
  /// parts.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the workouts to show; nil: all.
  ///   - grouped: for a terminal, which is not wide enough: one row a workout or part, which counts
  ///     the verdicts and lists its figures.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    grouped: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables)
    let comparison = WorkoutComparison(figures)
    let rows = try WorkoutsView.measured(of: journal, in: context, activities, figures) { workout in
      let compared = comparison.compared(workout)
      return grouped ? groups(workout, compared) : self.rows(workout, compared)
    }
    return Table(columns: grouped ? groupColumns : columns, rows: rows.flatMap { $0 })
  }

  /// What a row is about.
  private static let subject = [
    Column("uuid", hidden: true), Column("activity", rank: .key), Column("part", .number),
    Column("start", .time, rank: .key),
  ]

  /// The fields of `workouts --compare`.
  static let columns =
    subject + figureColumns

  /// Those of a figure.
  private static let figureColumns = [
    Column("type", rank: .key), Column("statistic", rank: .key), Column("stated", .number),
    Column("ours", .number), Column("difference", .number), Column("unit"),
    Column("verdict", rank: .key, findings: ["differ"]),
  ]

  private static let groupColumns =
    subject + ComparedFigure.Verdict.allCases.map { Column($0.rawValue, .count) }
    + [Column("figures", .list, members: figureColumns)]

  private static func rows(
    _ workout: MeasuredWorkout, _ compared: [ComparedFigure]
  ) -> [[Cell]] {
    let parts = workout.workout.parts
    return compared.map { figure in
      subject(workout, parts, figure.part) + figure.cells.map(\.1)
    }
  }

  private static func groups(
    _ workout: MeasuredWorkout, _ compared: [ComparedFigure]
  ) -> [[Cell]] {
    let parts = workout.workout.parts
    return ([nil] + parts.indices.map { $0 + 1 }).compactMap { part in
      let own = compared.filter { $0.part == part }
      if own.isEmpty { return nil }
      let counts = ComparedFigure.Verdict.allCases.map { verdict in
        let count = own.count { $0.verdict == verdict }
        return count == 0 ? Cell.missing : .whole(count)
      }
      return subject(workout, parts, part) + counts + [.list(own.map(\.cells))]
    }
  }

  private static func subject(
    _ measured: MeasuredWorkout, _ parts: [Workout], _ part: Int?
  ) -> [Cell] {
    let workout = part.map { parts[$0 - 1] } ?? measured.workout
    return [
      .text(measured.row.uuid.description), .identifier(workout.activity), Cell(whole: part),
      .time(workout.span.start),
    ]
  }
}

extension ComparedFigure {
  /// The cells of a comparison, by field.
  fileprivate var cells: [(String, Cell)] {
    [
      ("type", .identifier(type)), ("statistic", .text(statistic.rawValue)),
      ("stated", Cell(stated)), ("ours", Cell(ours)), ("difference", Cell(difference)),
      ("unit", .text(unit)), ("verdict", .text(verdict.rawValue)),
    ]
  }
}
