/// A stretch of a workout that its events tell of: a lap, a segment, a pause, or the moment of a marker.
public struct WorkoutStretch: Hashable, Sendable {
  /// The export's word for the event that began it, as `HKWorkoutEventTypeLap`.
  public var event: String
  /// Which of its kind it is, in the order of time, from 1.
  public var index: Int
  /// From its start to its end; a marker is a moment.
  public var span: TimeSpan

  /// A stretch of this kind.
  public init(event: String, index: Int, span: TimeSpan) {
    self.event = event
    self.index = index
    self.span = span
  }
}

extension Workout {
  /// Its pauses, in the order of time: from each Pause to the next Resume; one that nobody ended lasts
  /// to the workout's end. What its parts tell of pauses counts as well. MotionPaused, which a device
  /// writes by itself, is no pause.
  public var pauses: [TimeSpan] {
    Self.spans(from: WorkoutEventName.pause, to: WorkoutEventName.resume, of: allEvents, in: span)
  }

  /// Its pauses as far as they lie in a part of it.
  public func pauses(within part: TimeSpan) -> [TimeSpan] {
    pauses.compactMap { $0.clipped(to: part) }
  }

  /// Seconds from its start to its end without its pauses. `duration` is what the source stated.
  public var activeDuration: Double { span.duration - pauses.reduce(0) { $0 + $1.duration } }

  /// What its events and those of its parts tell of, each once, by start, kind and end.
  ///
  /// A pause lasts to the Resume, a MotionPaused to the MotionResumed, else to the workout's end. A lap
  /// of no duration, as exports before iOS 11 have them, ends one that began with the lap before it, or with the
  /// workout. Everything else lasts as long as its event says.
  public var stretches: [WorkoutStretch] {
    let events = allEvents
    var spans = pauses.map { (event: WorkoutEventName.pause, span: $0) }
    spans += Self.spans(
      from: WorkoutEventName.motionPaused, to: WorkoutEventName.motionResumed, of: events, in: span
    ).map { (WorkoutEventName.motionPaused, $0) }
    let paired = WorkoutEventName.paired
    var lapBegan = span.start
    for event in events where !paired.contains(event.type) {
      var lasts = TimeSpan(from: event.date, seconds: max(event.duration ?? 0, 0))
      if event.type == WorkoutEventName.lap {
        let isMark = (event.duration ?? 0) <= 0 && lapBegan.instant < event.date.instant
        if isMark { lasts = TimeSpan(lapBegan, event.date) }
        lapBegan = lasts.end
      }
      spans.append((event.type, lasts))
    }
    return Self.numbered(spans)
  }

  /// Its events and those of its parts, which may repeat them, in the order of time; of events at one
  /// moment the order is the source's.
  private var allEvents: [WorkoutEvent] {
    let parts = activities.flatMap(\.events)
    let own = Set(events)
    return (events + parts.filter { !own.contains($0) }).enumerated().sorted {
      ($0.element.date.instant, $0.offset) < ($1.element.date.instant, $1.offset)
    }.map(\.element)
  }

  /// From each event of one kind to the next of the other, as far as they lie in the workout.
  private static func spans(
    from begin: String, to end: String, of events: [WorkoutEvent], in whole: TimeSpan
  ) -> [TimeSpan] {
    var spans: [TimeSpan] = []
    var began: Timestamp?
    for event in events {
      if event.type == begin, began == nil { began = event.date }
      if event.type == end, let start = began {
        spans.append(TimeSpan(start, event.date))
        began = nil
      }
    }
    if let began { spans.append(TimeSpan(began, whole.end)) }
    return spans.compactMap { $0.clipped(to: whole) }
  }

  private static func numbered(_ spans: [(event: String, span: TimeSpan)]) -> [WorkoutStretch] {
    func key(_ stretch: (event: String, span: TimeSpan)) -> (Instant, String, Instant) {
      (stretch.span.start.instant, stretch.event, stretch.span.end.instant)
    }
    var counts: [String: Int] = [:]
    var stretches: [WorkoutStretch] = []
    for (event, span) in spans.sorted(by: { key($0) < key($1) }) {
      if let last = stretches.last, last.event == event, last.span.hasTimes(of: span) { continue }
      counts[event, default: 0] += 1
      stretches.append(WorkoutStretch(event: event, index: counts[event, default: 0], span: span))
    }
    return stretches
  }
}

extension Workout {
  /// The parts of a multisport workout, each as a workout of its own: with its own times, events and
  /// statistics. A part without an end lasts to the next one, or to the workout's end; one without an
  /// activity has the workout's; one without a duration has its time without the workout's pauses.
  public var parts: [Workout] {
    activities.indices.map { index in
      let part = activities[index]
      let next = index + 1 < activities.count ? activities[index + 1].start : span.end
      let time = TimeSpan(part.start, part.end ?? next)
      let paused = pauses(within: time).reduce(0) { $0 + $1.duration }
      return Workout(
        activity: part.activity ?? activity, span: time,
        duration: part.duration ?? time.duration - paused, events: part.events,
        statistics: part.statistics)
    }
  }
}

extension TimeSpan {
  /// What of it lies in another; nil where that is no time at all.
  fileprivate func clipped(to other: TimeSpan) -> TimeSpan? {
    let start = self.start.instant < other.start.instant ? other.start : self.start
    let end = other.end.instant < self.end.instant ? other.end : self.end
    return start.instant < end.instant ? TimeSpan(start, end) : nil
  }

  fileprivate func hasTimes(of other: TimeSpan) -> Bool {
    start.instant == other.start.instant && end.instant == other.end.instant
  }
}
