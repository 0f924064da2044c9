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
    let found = try WorkoutsView.measured(of: journal, in: context, activities, figures) {
      groups($0, comparison.compared($0))
    }.flatMap { $0 }
    guard !grouped else { return Table(groupColumns, rows: found) }
    return Table(
      columns,
      rows: found.flatMap { group in
        group.figures.map { Compared(subject: group.subject, figure: $0) }
      })
  }

  /// A workout, or a part of it.
  fileprivate struct Subject {
    var uuid: ObjectUUID
    var activity: String
    var part: Int?
    var start: Timestamp

    static let columns: [RowColumn<Subject>] = [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
      RowColumn(.activity, rank: .key) { .identifier($0.activity) },
      RowColumn(.part, .number, tellsApart: true) { Cell(whole: $0.part) },
      RowColumn(.start, .time, rank: .key) { .time($0.start) },
    ]
  }

  /// A figure of a workout or part.
  struct Compared {
    fileprivate var subject: Subject
    fileprivate var figure: ComparedFigure
  }

  /// All figures of a workout or part.
  private struct Group {
    var subject: Subject
    var figures: [ComparedFigure]
  }

  /// The fields of `workouts --compare`.
  static let columns: [RowColumn<Compared>] =
    Subject.columns.map { $0.of { $0.subject } } + figureColumns.map { $0.of { $0.figure } }

  /// Those of a figure.
  private static let figureColumns: [RowColumn<ComparedFigure>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
    RowColumn(.statistic, tellsApart: true, rank: .key) { .text($0.statistic.rawValue) },
    RowColumn("stated", .number) { Cell($0.stated) },
    RowColumn("ours", .number) { Cell($0.ours) },
    RowColumn("difference", .number) { Cell($0.difference) },
    RowColumn(.unit) { .text($0.unit) },
    RowColumn("verdict", rank: .key, findings: ["differ"]) { .text($0.verdict.rawValue) },
  ]

  private static let groupColumns: [RowColumn<Group>] =
    Subject.columns.map { $0.of { $0.subject } }
    + ComparedFigure.Verdict.allCases.map { verdict in
      RowColumn(verdict.rawValue, .count) { group in
        let count = group.figures.count { $0.verdict == verdict }
        return count == 0 ? .missing : .whole(count)
      }
    } + [RowColumn("figures", listing: figureColumns) { $0.figures }]

  /// The workout, then its parts, each with those of the figures that are about it.
  private static func groups(
    _ measured: MeasuredWorkout, _ compared: [ComparedFigure]
  ) -> [Group] {
    let parts = measured.workout.parts
    return ([nil] + parts.indices.map { $0 + 1 }).compactMap { part in
      let own = compared.filter { $0.part == part }
      if own.isEmpty { return nil }
      let workout = part.map { parts[$0 - 1] } ?? measured.workout
      let subject = Subject(
        uuid: measured.row.uuid, activity: workout.activity, part: part,
        start: workout.span.start)
      return Group(subject: subject, figures: own)
    }
  }
}
