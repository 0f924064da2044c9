import HealthModel

/// When the clock of a workout stood still.
struct SwimClock {
  private var pauses: [(start: Instant, end: Instant)] = []

  /// As HealthKit reads the events: a pause while it stands still, and a resume while it runs, say
  /// nothing; a pause without a resume lasts to the end. The watch's own pauses count too.
  init(_ workout: Workout) {
    let events = workout.events.enumerated().sorted {
      ($0.element.date.instant, $0.offset) < ($1.element.date.instant, $1.offset)
    }
    var reasons: Set<String> = []
    var since: Instant?
    for (_, event) in events {
      switch event.type {
      case WorkoutEventName.pause, WorkoutEventName.motionPaused: reasons.insert(event.type)
      case WorkoutEventName.resume: reasons.remove(WorkoutEventName.pause)
      case WorkoutEventName.motionResumed: reasons.remove(WorkoutEventName.motionPaused)
      case _: continue
      }
      if reasons.isEmpty, let start = since {
        pauses.append((start, event.date.instant))
        since = nil
      } else if !reasons.isEmpty, since == nil {
        since = event.date.instant
      }
    }
    if let since { pauses.append((since, workout.span.end.instant)) }
  }

  /// The seconds between two moments in which it stood still.
  func paused(from start: Instant, to end: Instant) -> Double {
    pauses.reduce(0) { sum, pause in
      sum + max(min(pause.end, end).seconds(since: max(pause.start, start)), 0)
    }
  }
}
