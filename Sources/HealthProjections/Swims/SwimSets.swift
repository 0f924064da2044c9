import HealthModel

/// Which set each lap of a swim belongs to.
///
/// The source's own sets (segment events) decide where there are any: laps whose middle lies in the
/// same segment are a set. Laps in no segment, and all laps where a rest is named, are split by
/// rests.
struct SwimSets {
  /// Seconds of rest that begin a new set where nothing else is said. Apple's watches have been
  /// seen to begin a new set after 12 seconds and not after 3; Garmin's do so after 15.
  static let usualRest = 10.0

  /// The set of each lap, from 1 on.
  let numbers: [Int]

  /// - Parameter rest: seconds of rest that begin a new set; nil: as the source has it, else the
  ///   usual.
  init(_ laps: [WorkoutLap], _ workout: Workout, rest: Double?) {
    let segments = rest == nil ? Self.segments(workout) : []
    let threshold = rest ?? Self.usualRest
    let segmentIndices = laps.map { Self.segmentIndex(of: $0, in: segments) }
    var numbers: [Int] = []
    for index in laps.indices {
      guard index > 0 else {
        numbers.append(1)
        continue
      }
      let isLong = segmentIndices[index] == nil && laps.rest(after: index - 1) ?? 0 >= threshold
      let isNew = isLong || segmentIndices[index] != segmentIndices[index - 1]
      numbers.append(numbers[index - 1] + (isNew ? 1 : 0))
    }
    self.numbers = numbers
  }

  private static func segments(_ workout: Workout) -> [TimeSpan] {
    workout.stretches.filter {
      $0.event == WorkoutEventName.segment && $0.span.start.instant < $0.span.end.instant
    }.map(\.span)
  }

  /// The last segment that holds the middle of a lap.
  private static func segmentIndex(of lap: WorkoutLap, in segments: [TimeSpan]) -> Int? {
    let start = lap.span.start.instant
    let half = (lap.span.end.instant.microseconds - start.microseconds) / 2
    let middle = start.adding(microseconds: half)
    return segments.lastIndex { $0.start.instant <= middle && middle < $0.end.instant }
  }
}

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
