import HealthModel
package import HealthTables

/// The figures that the source of a workout stated, of the workout and of each of its parts, next
/// to the figures of the samples.
///
/// A figure of a part never adds to one of the workout, whose samples are the same.
struct WorkoutComparison {
  /// A figure as its source stated it.
  private struct Stated: Hashable {
    var type: String
    var statistic: ComparedFigure.Statistic
    var amount: Amount
    /// The types whose samples it is about.
    var types: [String]
  }

  private let figures: WorkoutFigures

  /// Creates a comparison.
  ///
  /// - Parameter figures: converts; figures are compared in the units in which they were stated.
  init(_ figures: WorkoutFigures) { self.figures = figures }

  /// Returns first the figures of the workout, by type, including those that only the samples give;
  /// then those that its parts stated.
  func compared(_ measured: MeasuredWorkout) -> [ComparedFigure] {
    let stated = stated(measured.workout)
    var compared = stated.map { figure($0, measured.figures, part: nil) }
    let known = Set(
      stated.flatMap { stated in stated.types.map { [$0, stated.statistic.rawValue] } })
    for computed in measured.figures {
      for (statistic, value) in computed.known
      where !known.contains([computed.type, statistic.rawValue]) {
        compared.append(
          ComparedFigure(
            type: computed.type, statistic: statistic, stated: nil, ours: value,
            unit: computed.unit))
      }
    }
    compared.sort { Self.key($0) < Self.key($1) }
    for (index, part) in measured.parts(figures).enumerated() {
      compared += self.stated(part.workout).map { figure($0, part.figures, part: index + 1) }
        .sorted { Self.key($0) < Self.key($1) }
    }
    return compared
  }

  private static func key(_ figure: ComparedFigure) -> (String, Int, String) {
    let index = ComparedFigure.Statistic.allCases.firstIndex(of: figure.statistic) ?? 0
    return (figure.type, index, figure.unit)
  }

  // MARK: What was stated

  /// Returns each figure once: a total that the statistics also state is left out.
  private func stated(_ workout: WorkoutContent) -> [Stated] {
    var found: [Stated] = []
    var seen: Set<Stated> = []
    for statistics in workout.statistics {
      for (statistic, value) in statistics.known {
        let stated = Stated(
          type: statistics.type, statistic: statistic,
          amount: Amount(value, statistics.unit ?? ""), types: [statistics.type])
        if seen.insert(stated).inserted { found.append(stated) }
      }
    }
    for total in WorkoutTotal.allCases {
      guard let amount = workout.totals[total] else { continue }
      let types = workout.types(of: total)
      let sums = found.filter { $0.statistic == .sum && types.contains($0.type) }.map(\.amount)
      if let sum = sum(of: sums, in: amount.unit), agree(amount, sum) { continue }
      guard let type = types.first else { continue }
      found.append(Stated(type: type, statistic: .sum, amount: amount, types: types))
    }
    return found
  }

  private func agree(_ amount: Amount, _ sum: Double) -> Bool {
    ComparedFigure(
      type: "", statistic: .sum, stated: amount.value, ours: sum, unit: amount.unit
    ).verdict == .agree
  }

  // MARK: What the samples come to

  private func figure(_ stated: Stated, _ computed: [TypeFigures], part: Int?) -> ComparedFigure {
    let values = computed.filter { stated.types.contains($0.type) }
      .compactMap { figure in
        // Only a total is of several types.
        let value = stated.types.count > 1 ? figure.counting : figure.value(stated.statistic)
        return value.map { Amount($0, figure.unit) }
      }
    // A type without samples adds nothing to a sum over several types.
    let ours =
      stated.statistic == .sum
      ? sum(of: values, in: stated.amount.unit)
      : values.lazy.compactMap { self.convert($0, to: stated.amount.unit) }.first
    return ComparedFigure(
      part: part, type: stated.type, statistic: stated.statistic, stated: stated.amount.value,
      ours: ours, unit: stated.amount.unit)
  }

  private func sum(of amounts: [Amount], in unit: String) -> Double? {
    let values = amounts.compactMap { convert($0, to: unit) }
    return values.isEmpty ? nil : ExactSum(values).value
  }

  private func convert(_ amount: Amount, to text: String) -> Double? {
    if amount.unit == text { return amount.value }
    guard let unit = try? Unit(text) else { return nil }
    return figures.convert(amount.value, amount.unit, to: unit)
  }
}

/// Figures of one type, stated or computed.
protocol TypeSummary {
  var sum: Double? { get }
  var average: Double? { get }
  var minimum: Double? { get }
  var maximum: Double? { get }
}

extension WorkoutStatistics: TypeSummary {}

extension TypeFigures: TypeSummary {}

extension TypeSummary {
  /// The figures that exist.
  fileprivate var known: [(ComparedFigure.Statistic, Double)] {
    ComparedFigure.Statistic.allCases.compactMap { statistic in
      value(statistic).map { (statistic, $0) }
    }
  }

  func value(_ statistic: ComparedFigure.Statistic) -> Double? {
    switch statistic {
    case .sum: sum
    case .average: average
    case .minimum: minimum
    case .maximum: maximum
    }
  }
}

/// The view of the figures that sources stated of their workouts, next to those of the samples, and
/// which agree.
package enum WorkoutComparisonView {
  /// Returns one row a figure: workouts newest first, of each first its own figures, then those of
  /// its parts.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the workouts to show; nil: all.
  ///   - grouped: for a terminal, which is not wide enough: one row a workout or part, which
  ///     counts the verdicts and lists its figures.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    grouped: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables)
    let found = try WorkoutsView.measured(of: journal, in: context, activities, figures) {
      groups($0, WorkoutComparison($1).compared($0))
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

  private static let figureColumns: [RowColumn<ComparedFigure>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
    RowColumn(.statistic, tellsApart: true, rank: .key) { .text($0.statistic.rawValue) },
    RowColumn("stated", .statedQuantity) { Cell($0.stated) },
    RowColumn("ours", .statedQuantity) { Cell($0.ours) },
    RowColumn("difference", .statedQuantity) { Cell($0.difference) },
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

  /// Returns the workout, then its parts, each with the figures that are about it.
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
