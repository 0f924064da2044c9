import HealthEvents
import HealthModel

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
  /// - Parameter zone: the zone of the workout.
  func workout(in zone: ZoneRules) -> Workout {
    let span = TimeSpan(Timestamp(start, in: zone), Timestamp(end, in: zone))
    let events = events.sorted { $0.date.instant < $1.date.instant }.map { event in
      var event = event
      event.date = Timestamp(event.date.instant, in: zone)
      return event
    }
    var content = HealthModel.Workout(
      activity: activity.exportName, span: span, duration: span.duration, events: events)
    content.duration = content.activeDuration
    content.statistics = statistics(span)
    for total in WorkoutTotal.allCases {
      content.totals[total] = amount(ofTypes: content.types(of: total))
    }
    return Workout(
      content: content, device: device, metadata: metadata.isEmpty ? nil : metadata)
  }

  /// The sum of the samples of these types, in the unit of the first sample; nil: there is none.
  private func amount(ofTypes types: [String]) -> Amount? {
    let quantities = samples.filter { types.contains($0.quantityType.identifier) }.map(\.quantity)
    guard let unit = quantities.first?.unit else { return nil }
    let values = quantities.compactMap { try? $0.value(in: unit) }
    return Amount(values.reduce(0, +), unit.description)
  }

  /// The sums of samples that add up, and least, greatest and plain average of the others, in the
  /// unit of the first.
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
  ///
  /// - Returns: the workout as it was saved.
  func save(_ parts: WorkoutParts, by source: String) throws(StoreError) -> Workout {
    try StoreError.typed {
      var zones = try SampleZones(usual: timeZone)
      let workout = parts.workout(in: zones.zone(of: parts.metadata))
      let samples: [any Sample] = [workout] + parts.samples + parts.others
      let request = SaveRequest(objects: zones.drafts(of: samples), workout: workout.uuid)
      _ = try perform(.save(request), by: source)
      return (try? object(workout.uuid)).flatMap { Workout($0) } ?? workout
    }
  }
}
