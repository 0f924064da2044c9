import HealthModel

/// The lap events of a swim as stretches of time.
///
/// A lap that lasts starts at its date. One without a duration marks its end, as older systems wrote
/// it: it starts where the one before ended, and a pause in it is rest.
///
/// Source: Apple's documentation of HKWorkoutEventType.lap.
struct LapEvents {
  /// One lap.
  struct Lap {
    var span: TimeSpan
    /// Seconds under way.
    var duration: Double
    /// Seconds of pauses in it.
    var paused: Double
    var metadata: Metadata
  }

  /// In the order of time.
  private(set) var laps: [Lap] = []

  init(_ workout: Workout) {
    let clock = SwimClock(workout)
    let events = workout.events.enumerated().filter { $0.element.type == WorkoutEventName.lap }
      .sorted { ($0.element.date.instant, $0.offset) < ($1.element.date.instant, $1.offset) }
    for (_, event) in events {
      if let duration = event.duration, duration > 0 {
        laps.append(
          Lap(
            span: TimeSpan(from: event.date, seconds: duration), duration: duration, paused: 0,
            metadata: event.metadata))
      } else if let lap = lap(endingWith: event, workout, clock) {
        laps.append(lap)
      }
    }
  }

  private func lap(
    endingWith event: WorkoutEvent, _ workout: Workout, _ clock: SwimClock
  ) -> Lap? {
    let start = laps.last?.span.end ?? workout.span.start
    let span = TimeSpan(start, event.date)
    let paused = clock.paused(from: start.instant, to: event.date.instant)
    guard span.duration > paused else { return nil }
    return Lap(
      span: span, duration: span.duration - paused, paused: paused, metadata: event.metadata)
  }

  /// The seconds of rest behind a lap; nil behind the last. A source that rounds moments down to
  /// seconds may seem to begin a lap before the end of the one before: then there was no rest.
  func rest(behind index: Int) -> Double? {
    guard index + 1 < laps.count else { return nil }
    let (lap, next) = (laps[index], laps[index + 1])
    let gap = next.span.start.instant.seconds(since: lap.span.end.instant)
    return max(gap, 0) + next.paused
  }

  /// The time from a lap's start to its end, but no further than the start of the next.
  func reach(of index: Int) -> ClosedRange<Int64> {
    let start = laps[index].span.start.instant.microseconds
    var end = laps[index].span.end.instant.microseconds
    if index + 1 < laps.count {
      end = min(end, laps[index + 1].span.start.instant.microseconds)
    }
    return start...max(start, end)
  }
}
