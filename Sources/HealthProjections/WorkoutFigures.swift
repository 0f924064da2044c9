import HealthModel
import HealthTables

/// What is computed of a workout's samples of one type, in one unit.
struct TypeFigures {
  var type: String
  var unit: String
  var count = 0
  var sum: Double?
  var minimum: Double?
  var average: Double?
  var maximum: Double?
  var isInferred: Bool
}

/// The figures of workouts: stated by the source where it stated them, else computed from the samples.
struct WorkoutFigures {
  let tables: HealthTables
  /// The unit in which energy is shown.
  private(set) var energyUnit = Unit.kilocalorie
  /// The unit in which distance is shown.
  private(set) var distanceUnit = Unit.meter
  private let asked: Unit?

  /// - Parameter asked: a unit of energy or of length, in which those figures are shown.
  init(tables: HealthTables, asked: Unit? = nil) throws(ProjectionError) {
    self.tables = tables
    self.asked = asked
    guard let asked else { return }
    if asked.isCompatible(with: energyUnit) {
      energyUnit = asked
    } else if asked.isCompatible(with: distanceUnit) {
      distanceUnit = asked
    } else {
      throw .unitMismatch(type: "the energy or distance of a workout", unit: asked.description)
    }
  }

  /// Figures for each type of the samples; a type that nobody can convert to one unit has a row for each.
  func figures(_ members: WorkoutMembers.Members) -> [TypeFigures] {
    members.rows.flatMap { type, rows in figures(type, rows, members.isInferred) }
  }

  private func figures(_ type: String, _ rows: [Int], _ isInferred: Bool) -> [TypeFigures] {
    guard let columns = tables.columns(of: type) else { return [] }
    let units = columns.quantityUnits(rows)
    func plan(_ asked: Unit?) -> UnitPlan? {
      try? UnitPlan(type: type, units: units, asked: asked, merging: true, in: tables)
    }
    guard let plan = plan(asked) ?? plan(nil) else { return [] }
    let categories = rows.count { columns.flags[$0].contains(.category) }
    var byUnit: [String: [Double]] = [:]
    for row in rows where !columns.flags[row].contains(.category) {
      let step = plan[columns.units[row]]
      byUnit[step.shown, default: []].append(step.apply(columns.values[row]))
    }
    var figures: [TypeFigures] = []
    if categories > 0 {
      figures.append(TypeFigures(type: type, unit: "", count: categories, isInferred: isInferred))
    }
    for unit in byUnit.keys.sorted() {
      figures.append(self.figures(type, unit, byUnit[unit, default: []], isInferred))
    }
    return figures
  }

  private func figures(
    _ type: String, _ unit: String, _ values: [Double], _ isInferred: Bool
  ) -> TypeFigures {
    var sum = ExactSum()
    for value in values { sum.add(value) }
    var figures = TypeFigures(
      type: type, unit: unit, count: values.count, isInferred: isInferred)
    if AggregationStyle.isCumulative(type) {
      figures.sum = sum.value
    } else {
      figures.minimum = values.min()
      figures.average = sum.value / Double(values.count)
      figures.maximum = values.max()
    }
    return figures
  }

  // MARK: Totals

  /// A total in `unit`.
  func total(
    _ total: WorkoutTotal, of workout: Workout, _ figures: [TypeFigures], in unit: Unit,
    types: (String) -> Bool
  ) -> Double? {
    stated(total, of: workout, figures, types: types).flatMap {
      convert($0.value, $0.unit, to: unit)
    }
  }

  /// A total in the unit that it was given in: what the workout states, else what its statistics state,
  /// else the sum of the samples of the first of `types` that has any.
  private func stated(
    _ total: WorkoutTotal, of workout: Workout, _ figures: [TypeFigures],
    types: (String) -> Bool
  ) -> Amount? {
    if let amount = workout.totals[total] { return amount }
    for statistics in workout.statistics where types(statistics.type) {
      guard let sum = statistics.sum, let text = statistics.unit else { continue }
      return Amount(sum, text)
    }
    for figure in figures where types(figure.type) {
      guard let sum = figure.sum else { continue }
      return Amount(sum, figure.unit)
    }
    return nil
  }

  /// Energy in `energyUnit`.
  func energy(_ workout: Workout, _ figures: [TypeFigures]) -> Double? {
    total(.totalEnergyBurned, of: workout, figures, in: energyUnit) {
      $0 == QuantityType.activeEnergyBurned.identifier
    }
  }

  /// Distance in `distanceUnit`.
  func distance(_ workout: Workout, _ figures: [TypeFigures]) -> Double? {
    statedDistance(workout, figures).flatMap { convert($0.value, $0.unit, to: distanceUnit) }
  }

  /// Distance in the unit that it was given in.
  func statedDistance(_ workout: Workout, _ figures: [TypeFigures]) -> Amount? {
    stated(.totalDistance, of: workout, figures) {
      $0.hasPrefix("HKQuantityTypeIdentifierDistance")
    }
  }

  /// Strokes of a swim.
  func strokes(_ workout: Workout, _ figures: [TypeFigures]) -> Double? {
    total(.totalSwimmingStrokeCount, of: workout, figures, in: .count) {
      $0 == QuantityType.swimmingStrokeCount.identifier
    }
  }

  func convert(_ value: Double, _ text: String, to unit: Unit) -> Double? {
    guard let from = try? Unit(text) else { return nil }
    return try? from.convert(value, to: unit)
  }
}
