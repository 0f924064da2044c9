import HealthModel

/// A swim as a workout tells of it: the whole of a swimming workout, or a swimming part of one of
/// several sports.
struct SwimPart {
  /// The swim as a workout of its own.
  var workout: Workout
  /// What the source wrote beside the part, then what it wrote beside the workout.
  var metadata: Metadata
  /// The time in which the workout's samples belong to it.
  var window = WorkoutWindow.all
  /// When it begins.
  var start: Instant { workout.span.start.instant }

  /// The activities of which a workout may hold a swim.
  static let activities: Set<String> = [
    WorkoutActivityType.swimming.exportName, WorkoutActivityType.swimBikeRun.exportName,
  ]

  /// The swims of a workout, newest first.
  static func all(of workout: Workout, _ metadata: Metadata) -> [SwimPart] {
    guard workout.activity == WorkoutActivityType.swimBikeRun.exportName else {
      return [SwimPart(workout: workout, metadata: metadata)]
    }
    return zip(workout.activities, workout.parts).filter { isSwim($0.0) }
      .sorted { $0.1.span.start.instant > $1.1.span.start.instant }
      .map { SwimPart($0, timed: $1, of: workout, metadata) }
  }

  /// Whether a part names swimming as its activity or, where it names none, as in exports, has a
  /// swimming distance.
  private static func isSwim(_ part: WorkoutActivity) -> Bool {
    if let activity = part.activity {
      return activity == WorkoutActivityType.swimming.exportName
    }
    return part.statistics.contains { $0.type == QuantityType.distanceSwimming.identifier }
  }
}

extension SwimPart {
  /// - Parameter part: the activity as a workout of its own.
  private init(
    _ activity: WorkoutActivity, timed part: Workout, of whole: Workout, _ metadata: Metadata
  ) {
    workout = part
    workout.activity = WorkoutActivityType.swimming.exportName
    workout.events = Self.events(of: part, in: whole)
    let distances = workout.types(of: .totalDistance)
    workout.statistics = part.statistics.filter {
      !$0.type.hasPrefix(WorkoutFigures.distances) || distances.contains($0.type)
    }
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
