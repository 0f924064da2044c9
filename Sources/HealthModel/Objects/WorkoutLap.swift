/// One lap of a workout, as a lap event tells of it.
public struct WorkoutLap: Hashable, Sendable {
  /// From when to when.
  public var span: TimeSpan
  /// Seconds under way.
  public var duration: Double
  /// Seconds of pauses between its start and its end; 0 where the source stated its duration.
  public var paused: Double
  /// What the source wrote beside it.
  public var metadata: Metadata

  /// A lap of these times.
  public init(span: TimeSpan, duration: Double, paused: Double, metadata: Metadata = Metadata()) {
    self.span = span
    self.duration = duration
    self.paused = paused
    self.metadata = metadata
  }
}

extension Workout {
  /// Its laps, in the order of time, each once, with those that its parts alone tell of.
  ///
  /// A lap that lasts starts at its date. One without a duration marks its end, as systems before
  /// iOS 11 wrote it: it starts where the one before ended, or with the workout, and a pause in it
  /// is no part of its duration. A mark that adds no time under way is no lap.
  ///
  /// Source: Apple's documentation of HKWorkoutEventType.lap.
  public var laps: [WorkoutLap] {
    let paused = PausedTime(self)
    var laps: [WorkoutLap] = []
    for (event, lasts) in lapEvents {
      if lasts.start.instant < lasts.end.instant, let duration = event.duration {
        laps.append(
          WorkoutLap(span: lasts, duration: duration, paused: 0, metadata: event.metadata))
        continue
      }
      let span = TimeSpan(laps.last?.span.end ?? self.span.start, event.date)
      let rest = paused.seconds(from: span.start.instant, to: span.end.instant)
      guard span.duration > rest else { continue }
      laps.append(
        WorkoutLap(
          span: span, duration: span.duration - rest, paused: rest, metadata: event.metadata))
    }
    return laps
  }

  /// Its lap events and the time that each says it lasts, in the order of time, each once, with all
  /// that was written beside it. Of those at one moment a mark comes first: it ends what went
  /// before.
  private var lapEvents: [(event: WorkoutEvent, lasts: TimeSpan)] {
    let events = allEvents.filter { $0.type == WorkoutEventName.lap }
      .map { ($0, TimeSpan(from: $0.date, seconds: max($0.duration ?? 0, 0))) }
    func key(_ index: Int) -> (Instant, Instant, Int) {
      (events[index].1.start.instant, events[index].1.end.instant, index)
    }
    var laps: [(event: WorkoutEvent, lasts: TimeSpan)] = []
    for index in events.indices.sorted(by: { key($0) < key($1) }) {
      let (event, lasts) = events[index]
      if let last = laps.last, last.lasts.hasTimes(of: lasts) {
        let entries = last.event.metadata.entries + event.metadata.entries
        laps[laps.count - 1].event.metadata = Metadata(entries)
      } else {
        laps.append((event, lasts))
      }
    }
    return laps
  }
}
