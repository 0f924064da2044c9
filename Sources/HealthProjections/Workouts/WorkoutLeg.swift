import HealthModel

/// An effort of one sport as a workout tells of it: the whole of a workout, or one part of a
/// workout of several sports.
struct WorkoutLeg {
  /// The leg as a workout of its own.
  var workout: Workout
  /// What the source wrote beside the part, then what it wrote beside the workout.
  var metadata: Metadata
  /// The time in which the workout's samples belong to it.
  var window = WorkoutWindow.all
  /// When it begins.
  var start: Instant { workout.span.start.instant }

  /// The legs of a sport in it, newest first; itself where it is one.
  func legs(of sport: WorkoutActivityType) -> [WorkoutLeg] {
    if workout.activity == sport.exportName { return [self] }
    guard workout.activity == WorkoutActivityType.swimBikeRun.exportName else { return [] }
    return parts.filter { $0.workout.activity == sport.exportName }.sorted { $0.start > $1.start }
  }

  /// Every part of it, in the order of the source.
  var parts: [WorkoutLeg] {
    zip(workout.activities, workout.parts).map {
      WorkoutLeg($0, timed: $1, of: workout, metadata)
    }
  }
}

extension WorkoutLeg {
  /// - Parameter part: the activity as a workout of its own.
  private init(
    _ activity: WorkoutActivity, timed part: Workout, of whole: Workout, _ metadata: Metadata
  ) {
    workout = part
    workout.events = Self.events(of: part, in: whole)
    self.metadata = Metadata(activity.metadata.entries + metadata.entries)
    window = WorkoutWindow(part.span, of: whole)
  }

  /// The part's own events and those of the whole in its time, with the pauses of the whole as far
  /// as they lie in it. Of what is written at the moment when it ends, only the mark of a lap is
  /// still its own.
  private static func events(of part: Workout, in whole: Workout) -> [WorkoutEvent] {
    let (start, end) = (part.span.start.instant, part.span.end.instant)
    let inside = whole.events.filter { event in
      let isMark = event.type == WorkoutEventName.lap && (event.duration ?? 0) <= 0
      return event.date.instant >= start
        && (event.date.instant < end || isMark && event.date.instant == end)
    }
    let clock = [WorkoutEventName.pause, WorkoutEventName.resume]
    let pauses = whole.pauses(within: part.span).flatMap { pause in
      zip(clock, [pause.start, pause.end]).map { WorkoutEvent(type: $0, date: $1) }
    }
    return (part.events + inside).filter { !clock.contains($0.type) } + pauses
  }
}
