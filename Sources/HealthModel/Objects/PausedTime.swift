/// The pauses of a workout, prepared for questions about many parts of it.
struct PausedTime {
  /// Microseconds, in the order of time, none over another; each with the sum of those before it.
  private var pauses: [(start: Int64, end: Int64, before: Int64)] = []

  /// The time of a workout's pauses.
  init(_ workout: Workout) {
    var sum: Int64 = 0
    for pause in workout.pauses {
      let (start, end) = (pause.start.instant.microseconds, pause.end.instant.microseconds)
      pauses.append((start, end, sum))
      sum += end - start
    }
  }

  /// The seconds of pauses between two moments.
  func seconds(from start: Instant, to end: Instant) -> Double {
    guard start < end else { return 0 }
    return Double(until(end.microseconds) - until(start.microseconds)) / 1e6
  }

  /// The microseconds of pauses before a moment.
  private func until(_ moment: Int64) -> Int64 {
    let next = pauses.indices.partitioningIndex { pauses[$0].start >= moment }
    guard let last = pauses[..<next].last else { return 0 }
    return last.before + min(moment, last.end) - last.start
  }
}
