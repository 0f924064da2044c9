import HealthEvents
import HealthModel
import JournalFile

/// What a builder has collected of a workout.
struct WorkoutParts: Sendable {
  var activity: WorkoutActivityType
  var start: Instant
  var end: Instant
  var samples: [QuantitySample]
  var others: [any Sample]
  var events: [WorkoutEvent]
  var device: Device?
  var metadata: Metadata

  /// The workout, with what its samples come to.
  ///
  /// - Parameter zone: that of the clocks there.
  func workout(in zone: ZoneRules) -> Workout {
    let span = TimeSpan(Timestamp(start, in: zone), Timestamp(end, in: zone))
    let events = events.sorted { $0.date.instant < $1.date.instant }.map { event in
      var event = event
      event.date = Timestamp(event.date.instant, in: zone)
      return event
    }
    var content = HealthModel.Workout(
      activity: activity.exportName, span: span, duration: span.duration, events: events)
    content.duration -= content.pauses.reduce(0) { $0 + $1.duration }
    content.statistics = statistics(span)
    for figures in content.statistics {
      guard let sum = figures.sum, let unit = figures.unit,
        let total = Self.totals[figures.type]
      else { continue }
      content.totals[total] = Amount(sum, unit)
    }
    return Workout(
      content: content, device: device, metadata: metadata.isEmpty ? nil : metadata)
  }

  /// HealthKit's totals by the types whose samples make them.
  private static let totals: [String: WorkoutTotal] = [
    QuantityType.activeEnergyBurned.identifier: .totalEnergyBurned,
    QuantityType.distanceWalkingRunning.identifier: .totalDistance,
    QuantityType.distanceCycling.identifier: .totalDistance,
    QuantityType.distanceSwimming.identifier: .totalDistance,
    QuantityType.swimmingStrokeCount.identifier: .totalSwimmingStrokeCount,
    QuantityType.flightsClimbed.identifier: .totalFlightsClimbed,
  ]

  /// The sums of samples that add up, and least, greatest and plain average of the others, in the unit of the first.
  private func statistics(_ span: TimeSpan) -> [WorkoutStatistics] {
    var types: [QuantityType] = []
    for sample in samples where !types.contains(sample.quantityType) {
      types.append(sample.quantityType)
    }
    return types.map { type in
      let quantities = samples.filter { $0.quantityType == type }.map(\.quantity)
      let unit = quantities[0].unit
      let values = quantities.compactMap { try? $0.value(in: unit) }
      let sum = values.reduce(0, +)
      var figures = WorkoutStatistics(
        type: type.identifier, start: span.start, end: span.end, unit: unit.description)
      if type.aggregationStyle.isCumulative {
        figures.sum = sum
      } else {
        figures.average = sum / Double(values.count)
        figures.minimum = values.min()
        figures.maximum = values.max()
      }
      return figures
    }
  }
}

extension HealthStore {
  /// Saves a workout with its samples, all or none.
  func save(_ parts: WorkoutParts, by source: String) throws(StoreError) -> Workout {
    try StoreError.typed {
      var zones = ZoneCatalogue()
      let zone = try zones.rules(named: timeZone)
      let workout = parts.workout(in: zone)
      let samples: [any Sample] = [workout] + parts.samples + parts.others
      let request = SaveRequest(
        objects: samples.flatMap { $0.drafts(in: zone) }, workout: workout.uuid)
      _ = try perform(.save(request), by: source)
      return workout
    }
  }
}
