public import HealthModel

extension WorkoutSession {
  /// What ending it at this moment saves: the workout, and one sample of active energy for each
  /// interval where the rate is known, all in one event.
  ///
  /// Ended in a pause, the workout ends at this moment all the same, and the pause does not count.
  ///
  /// - Parameters:
  ///   - source: who asks.
  ///   - draw: gives the uuid of a sample.
  /// - Throws: the rule that the end breaks, as `take`.
  public func saving(
    endedAt time: Timestamp, by source: String, drawing draw: () -> ObjectUUID
  ) throws(Rejection) -> SaveRequest {
    var ended = self
    try ended.take(.end, by: source, at: time)
    let intervals = ended.intervals(until: time)
    var drafts = [Draft(HealthObject(uuid: workout, content: ended.content(at: time)))]
    for interval in intervals {
      guard let kilocalories = interval.kilocalories else { continue }
      let energy = QuantitySample(
        type: QuantityType.activeEnergyBurned.identifier, span: interval.span,
        value: kilocalories, unit: "kcal")
      drafts.append(Draft(HealthObject(uuid: draw(), content: .quantity(energy))))
    }
    return SaveRequest(objects: drafts, workout: workout)
  }

  private func content(at end: Timestamp) -> Content {
    let figures = figures(at: end)
    var totals: [WorkoutTotal: Amount] = [:]
    // Without an interval there is no energy, which is not the same as 0 kcal.
    if let kilocalories = figures.kilocalories, figures.intervals > 0 {
      totals[.totalEnergyBurned] = Amount(kilocalories, "kcal")
    }
    return .workout(
      Workout(
        activity: activity, span: TimeSpan(steps.first?.time ?? end, end),
        duration: figures.duration, totals: totals, events: events))
  }

  /// Pauses and resumes are moments; a lap lasts from the one before it, or the start, to its mark.
  private var events: [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    var lapBegan = steps.first?.time
    for step in steps {
      switch step.action {
      case .start, .end, .cancel: break
      case .pause: events.append(WorkoutEvent(type: WorkoutEventName.pause, date: step.time))
      case .resume: events.append(WorkoutEvent(type: WorkoutEventName.resume, date: step.time))
      case .lap:
        let span = TimeSpan(lapBegan ?? step.time, step.time)
        events.append(
          WorkoutEvent(type: WorkoutEventName.lap, date: span.start, duration: span.duration))
        lapBegan = step.time
      }
    }
    return events
  }
}
