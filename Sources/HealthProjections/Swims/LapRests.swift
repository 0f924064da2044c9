import HealthModel

/// The rests between the laps of a swim.
extension [WorkoutLap] {
  /// The seconds of rest after a lap; nil after the last. A source that rounds moments down to
  /// seconds may seem to begin a lap before the end of the one before: then there was no rest.
  func rest(after index: Int) -> Double? {
    guard index + 1 < count else { return nil }
    let (lap, next) = (self[index], self[index + 1])
    let gap = next.span.start.instant.seconds(since: lap.span.end.instant)
    return Swift.max(gap, 0) + next.paused
  }

  /// The time from each lap's start to its end, but no further than the start of the next.
  func reaches(in workout: Workout) -> [WorkoutWindow] {
    indices.map { index in
      var reach = WorkoutWindow(self[index].span, of: workout)
      if index + 1 < count {
        reach.end = Swift.min(reach.end, self[index + 1].span.start.instant.microseconds)
        reach.isClosed = false
      }
      return reach
    }
  }
}
