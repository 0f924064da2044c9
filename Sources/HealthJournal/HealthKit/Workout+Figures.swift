public import HealthModel

/// The totals under HealthKit's names, as the source stated them; nil where it stated none.
extension Workout {
  /// The energy.
  public var totalEnergyBurned: Quantity? { total(.totalEnergyBurned) }
  /// The distance.
  public var totalDistance: Quantity? { total(.totalDistance) }
  /// The strokes of a swim.
  public var totalSwimmingStrokeCount: Quantity? { total(.totalSwimmingStrokeCount) }
  /// The flights of stairs.
  public var totalFlightsClimbed: Quantity? { total(.totalFlightsClimbed) }

  private func total(_ total: WorkoutTotal) -> Quantity? {
    guard let amount = content.totals[total], let unit = try? Unit(amount.unit) else { return nil }
    return Quantity(unit: unit, doubleValue: amount.value)
  }
}

extension WorkoutActivity {
  /// The activity of the part; nil where it is that of the workout, or the catalogue does not know
  /// it.
  public var workoutActivityType: WorkoutActivityType? {
    activity.flatMap { WorkoutActivityType.find($0) }
  }

  /// What its source computed of a type over the part; nil: nothing.
  public func statistics(for type: QuantityType) -> Statistics? { allStatistics[type] }

  /// What its source computed over the part, by type.
  public var allStatistics: [QuantityType: Statistics] {
    Statistics.byType(statistics, from: start.instant, to: (end ?? start).instant)
  }
}

extension WorkoutEvent {
  /// What happened; nil: the catalogue does not know it.
  public var eventType: WorkoutEventType? { WorkoutEventType.find(type) }
}

extension Statistics {
  /// What a source stated of a type over a workout or a part of it.
  init(_ stated: WorkoutStatistics, from start: Instant, to end: Instant) {
    self.init(
      type: stated.type, start: stated.start?.instant ?? start, end: stated.end?.instant ?? end)
    unit = stated.unit
    sum = stated.sum
    average = stated.average
    minimum = stated.minimum
    maximum = stated.maximum
  }

  /// What a source stated, by types that the catalogue knows; of one that it stated twice the
  /// first.
  static func byType(
    _ stated: [WorkoutStatistics], from start: Instant, to end: Instant
  ) -> [QuantityType: Statistics] {
    let known = stated.compactMap { figures in
      QuantityType(rawValue: figures.type).map { ($0, Statistics(figures, from: start, to: end)) }
    }
    return Dictionary(known) { first, _ in first }
  }
}
