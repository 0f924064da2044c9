import HealthModel

extension Decider {
  /// Checks the rules for a new workout; a workout of an import is kept as its source stated it
  /// (D10).
  mutating func check(
    entered workout: WorkoutContent, uuid: ObjectUUID, given state: some JournalState
  ) throws(Rejection) {
    try Self.require(activity: workout.activity, "activity")
    try Self.require(
      duration: workout.duration, "duration", within: workout.span.duration)
    for total in WorkoutTotal.allCases where workout.totals[total]?.value ?? 0 < 0 {
      throw .field(total.rawValue, "0 or more")
    }
    try Self.check(workout.events, "events", within: workout.span)
    try check(workout.statistics, "statistics", given: state)
    for (index, part) in workout.activities.enumerated() {
      let path = "activities \(index + 1) "
      if let text = part.uuid, ObjectUUID(text) == uuid {
        throw .field(path + "uuid", "another than the workout's")
      }
      try Self.check(part, path, within: workout.span)
      try check(part.statistics, path + "statistics", given: state)
    }
  }

  // MARK: Parts

  private static func check(
    _ part: WorkoutActivity, _ path: String, within whole: TimeSpan
  ) throws(Rejection) {
    if let activity = part.activity { try require(activity: activity, path + "activity") }
    let span = TimeSpan(part.start, part.end ?? whole.end)
    guard span.duration >= 0 else { throw .field(path + "end", "no earlier than its start") }
    guard whole.contains(span.start, span.end, WorkoutContent.rounding) else {
      throw .field(path + "start", "inside the workout, as its end")
    }
    if let duration = part.duration {
      try require(duration: duration, path + "duration", within: span.duration)
    }
    try check(part.events, path + "events", within: span)
  }

  /// Requires the export's word for an activity, known or not.
  static func require(activity: String, _ field: String) throws(Rejection) {
    if isFullName(activity, prefix: activityPrefix) { return }
    let known = (try? WorkoutActivityType.resolve(activity))?.exportName
    throw .field(field, known ?? "a full name, such as HKWorkoutActivityTypeRunning")
  }

  private static func require(
    duration: Double, _ field: String, within length: Double
  ) throws(Rejection) {
    guard duration >= 0 else { throw .invalid(.negativeDuration) }
    guard duration <= length + WorkoutContent.rounding else {
      throw .field(field, "no more than the time from start to end")
    }
  }

  // MARK: Events

  private static func check(
    _ events: [WorkoutEvent], _ path: String, within span: TimeSpan
  ) throws(Rejection) {
    for (index, event) in events.enumerated() {
      try check(event, "\(path) \(index + 1) ", within: span)
    }
    try requirePairs(events, path)
  }

  private static func check(
    _ event: WorkoutEvent, _ path: String, within span: TimeSpan
  ) throws(Rejection) {
    guard isFullName(event.type, prefix: eventPrefix) else {
      let known = (try? WorkoutEventType.resolve(event.type))?.exportName
      throw .field(path + "type", known ?? "a full name, such as \(WorkoutEventName.lap)")
    }
    let duration = event.duration ?? 0
    guard duration >= 0 else { throw .invalid(.negativeDuration) }
    let length = event.date.instant.seconds(since: span.start.instant) + duration
    guard span.contains(event.date, event.date, WorkoutContent.rounding),
      length <= span.duration + WorkoutContent.rounding
    else { throw .field(path + "date", "inside the workout or its part, with its duration") }
    if duration > 0, WorkoutEventType.find(event.type)?.allowsDuration == false {
      throw .field(path + "duration", "absent: only laps and segments last")
    }
  }

  /// Requires pauses and resumes to alternate in order of time, with a pause first.
  private static func requirePairs(_ events: [WorkoutEvent], _ path: String) throws(Rejection) {
    let sorted = events.enumerated().sorted { left, right in
      let (first, second) = (left.element.date.instant, right.element.date.instant)
      return first == second ? left.offset < right.offset : first < second
    }
    var isPaused = false
    for (index, event) in sorted {
      let resumes = event.type == WorkoutEventName.resume
      guard resumes || event.type == WorkoutEventName.pause else { continue }
      guard resumes == isPaused else {
        throw .field(
          "\(path) \(index + 1) type", "a pause and then its resume, in turns")
      }
      isPaused = !resumes
    }
  }

  // MARK: Statistics

  private mutating func check(
    _ statistics: [WorkoutStatistics], _ path: String, given state: some JournalState
  ) throws(Rejection) {
    for (index, one) in statistics.enumerated() {
      let path = "\(path) \(index + 1) "
      try require(kind: "quantity", of: one.type, given: state)
      if state.catalogue.find(one.type) != nil || one.unit != nil {
        guard let unit = one.unit else { throw .field(path + "unit", "a unit of \(one.type)") }
        let fault = unitFault(type: one.type, unit: unit, given: state)
        if let fault { throw .invalid(fault) }
      }
      let figures = [one.minimum, one.average, one.maximum].compactMap { $0 }
      for (low, high) in zip(figures, figures.dropFirst()) where Self.isMore(low, than: high) {
        throw .field(path + "average", "from minimum to maximum")
      }
      if let start = one.start, let end = one.end, end.instant < start.instant {
        throw .field(path + "end", "no earlier than its start")
      }
    }
  }

  /// Returns true if a number is greater by more than the rounding of doubles.
  static func isMore(_ number: Double, than other: Double) -> Bool {
    number - other > 1e-9 * max(abs(number), abs(other))
  }
}

extension TimeSpan {
  /// Returns true if both moments are inside, or outside by at most this many seconds.
  fileprivate func contains(
    _ first: Timestamp, _ last: Timestamp, _ rounding: Double
  ) -> Bool {
    first.instant.seconds(since: start.instant) >= -rounding
      && last.instant.seconds(since: end.instant) <= rounding
  }
}

extension Rejection {
  /// Returns a fault of the command as a whole, or of an object whose index `at(_:)` adds later.
  static func invalid(_ fault: Fault) -> Rejection { .invalidArgument(fault, index: nil) }

  /// Returns the rejection of a wrong field of an object; `expected` describes the right value.
  static func field(_ name: String, _ expected: String) -> Rejection {
    .invalid(.documentField(field: name, expected: expected))
  }
}
