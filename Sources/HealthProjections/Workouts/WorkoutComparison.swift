import HealthModel

/// The figures that the source of a workout stated, of the workout and of each of its parts, beside
/// what the samples come to.
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

  /// - Parameter figures: what converts; figures are compared in the units in which they were
  ///   stated.
  init(_ figures: WorkoutFigures) { self.figures = figures }

  /// First those of the workout, by type, those included that only the samples give; then those
  /// that its parts stated.
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

  /// Each figure once: a total that the statistics state as well is left out.
  private func stated(_ workout: Workout) -> [Stated] {
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
      .compactMap { figure in figure.value(stated.statistic).map { Amount($0, figure.unit) } }
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
  /// The figures that are there.
  fileprivate var known: [(ComparedFigure.Statistic, Double)] {
    ComparedFigure.Statistic.allCases.compactMap { statistic in
      value(statistic).map { (statistic, $0) }
    }
  }

  /// One of the figures.
  func value(_ statistic: ComparedFigure.Statistic) -> Double? {
    switch statistic {
    case .sum: sum
    case .average: average
    case .minimum: minimum
    case .maximum: maximum
    }
  }
}
