import HealthModel
package import HealthTables

/// The explanation of a workout's figures: its rules, the figures that its source stated, and of
/// each type every sample that counts and how much of it, every one that does not and which lines
/// count instead.
///
/// For a type that adds up, the sum of the column `counted` of the rows `counted` is the `total`,
/// to the last digit.
package enum WorkoutExplanation {
  /// Returns the explanation of the workouts that pass.
  ///
  /// Rows by `what`, as in `daily --explain`: `workout`, `pause`, `rule`, and for each type
  /// `source`, `stated`, `counted`, `suppressed`, `total`.
  ///
  /// - Parameter activities: the export's words of the workouts to explain; nil: all.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let rows = try WorkoutsView.measured(of: journal, in: context, activities, figures) {
      measured, figures in
      let compared = WorkoutComparison(figures).compared(measured).filter { $0.part == nil }
      let types = Set(measured.members.rows.map(\.type) + compared.map(\.type)).sorted()
      return head(measured, journal.tables)
        + types.flatMap { type in
          let stated = compared.filter { $0.type == type }.compactMap(Self.stated)
          return (stated + explained(type, measured.members, figures))
            .map { row in
              var row = row
              row.type = type
              return row
            }
        }
    }
    return Table(columns, rows: rows.flatMap { $0 })
  }

  /// The fields of `workouts --explain`: those of `daily --explain`, and the type after `what`.
  static let columns = ExplainedRow.columns(
    "`workout`, `pause`, `rule`, `source`, `stated`, `counted`, `suppressed` or `total`",
    about: RowColumn(.type, rank: .key) { Cell(identifier: $0.type) }, areMany: true)

  // MARK: The workout

  private static func head(_ measured: MeasuredWorkout, _ tables: HealthTables) -> [ExplainedRow] {
    let workout = measured.workout
    let name = WorkoutActivityType.find(workout.activity)?.name ?? workout.activity
    let about = ExplainedRow(
      what: .workout, start: workout.span.start, end: workout.span.end,
      value: .number(workout.duration), unit: "s", note: name
    ).of(
      line: measured.row.sequence, measured.row.uuid,
      from: tables.sourceName(measured.row.provenance))
    let pauses = workout.pauses.map { pause in
      ExplainedRow(
        what: .pause, start: pause.start, end: pause.end, value: .number(pause.duration), unit: "s")
    }
    return [about] + pauses + effort(measured.mark, tables) + rules(measured.members)
  }

  /// Returns which workout counts in its place.
  private static func effort(
    _ mark: WorkoutEfforts.Mark, _ tables: HealthTables
  ) -> [ExplainedRow] {
    guard let counted = mark.counted else { return [] }
    let source = tables.sourceName(counted.provenance)
    let words =
      "effort: totals count line \(counted.sequence) of \(source) in its place, "
      + (mark.copy == nil ? "which is the same effort" : "of which it is a copy")
    return [ExplainedRow(what: .rule, note: words)]
  }

  private static func rules(_ members: WorkoutMembers.Members) -> [ExplainedRow] {
    if members.rows.isEmpty {
      return [ExplainedRow(what: .rule, note: "members: none, neither saved with it nor found")]
    }
    var rules: [String] = []
    if members.inferred.count < members.rows.count {
      rules.append("members: those that were saved with it, each of them whole")
    }
    if members.isInferred {
      let of = rules.isEmpty ? "" : " of the other types"
      rules.append(
        "members\(of): found, as none was saved with it: those inside its time, a moment at its end "
          + "included, of its source or device")
    }
    rules += [
      "merge: of types that add up, at each instant only the source counts that is listed first",
      "pauses: samples in a pause count like all others",
    ]
    if !members.otherSports.isEmpty {
      rules.append("distance: in the time of an activity only types of its sport add to it")
    }
    return rules.map { ExplainedRow(what: .rule, note: $0) }
  }

  // MARK: Its types

  private static func explained(
    _ type: String, _ members: WorkoutMembers.Members, _ figures: WorkoutFigures
  ) -> [ExplainedRow] {
    let rows = members.rows.filter { $0.type == type }.flatMap(\.rows)
    guard let columns = figures.tables.columns(of: type), !rows.isEmpty,
      let plan = figures.plan(type, columns, rows)
    else { return [] }
    let style = figures.tables.catalogue.style(of: type)
    let sources = DailyView.Sources.merge.applying(to: style)
    let order = members.orders[type] ?? SourceOrder(type, columns, in: figures.tables)
    let counted = CountedStretches(columns, rows, sources, by: order) { sample, body in
      WorkoutWindow.all.cut(sample, body)
    }
    var explained = ExplainedSamples(
      type, columns, counted, plan: plan, sources: sources, in: figures.tables)
    let touching = counted.all.sorted { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
    let samples = touching.map { stretch in
      explained.sample(stretch, seconds: members.seconds(type, stretch)) { _ in nil }
    }
    return averaging(style, type, samples) + explained.sources(of: touching)
      + samples.map(\.explained) + explained.totals(samples) { "sum of \($0)" }
      + explained.headerAverages(samples)
  }

  /// Returns the rule for the average of a type's samples, if there is one.
  private static func averaging(
    _ style: AggregationStyle, _ type: String, _ samples: [ExplainedSamples.Sample]
  ) -> [ExplainedRow] {
    guard let words = style.averaging(of: type),
      !samples.allSatisfy(\.isCategory)
    else { return [] }
    return [ExplainedRow(what: .rule, note: words)]
  }

  /// Returns the figure that the source stated of a type, and whether the samples agree.
  private static func stated(_ figure: ComparedFigure) -> ExplainedRow? {
    figure.stated.map { stated in
      ExplainedRow(
        what: .stated, value: .number(stated), unit: figure.unit,
        note: "\(figure.statistic.rawValue): \(figure.verdict.rawValue)")
    }
  }
}
