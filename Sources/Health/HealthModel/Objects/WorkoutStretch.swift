/// A span of a workout that its events state: a lap, a segment, a pause, or the moment of a marker.
public struct WorkoutStretch: Hashable, Sendable {
  /// The export's word for the event that began it, as `HKWorkoutEventTypeLap`.
  public var event: String
  /// The number among those of its kind, in the order of time, from 1.
  public var index: Int
  /// The time from start to end; a marker is a moment.
  public var span: TimeSpan
  /// Seconds; of a lap those under way.
  public var duration: Double

  /// Creates a span of a workout from the word of its event, its number and its times.
  ///
  /// - Parameter duration: the length in seconds; nil: the time from the start to the end of
  ///   `span`.
  package init(event: String, index: Int, span: TimeSpan, duration: Double? = nil) {
    self.event = event
    self.index = index
    self.span = span
    self.duration = duration ?? span.duration
  }
}

extension WorkoutContent {
  /// Its pauses, in the order of time: from each Pause to the next Resume; one that nobody ended
  /// lasts to the workout's end. What its parts tell of pauses counts as well. MotionPaused, which
  /// a device writes by itself, is no pause.
  public var pauses: [TimeSpan] {
    Self.spans(from: WorkoutEventName.pause, to: WorkoutEventName.resume, of: allEvents, in: span)
  }

  /// Its pauses as far as they lie in a part of it.
  package func pauses(within part: TimeSpan) -> [TimeSpan] {
    pauses.compactMap { $0.clipped(to: part) }
  }

  /// Seconds from its start to its end without its pauses: what `duration` is where no source
  /// stated one.
  ///
  /// Source: Apple's documentation of HKWorkout: end - start - pauses, unless given.
  public var activeDuration: Double { span.duration - pauses.reduce(0) { $0 + $1.duration } }

  /// Seconds by which the times of a workout may miss each other: sources round them.
  package static let rounding = 1.0

  /// Active time in seconds as totals count it; nil where more is stated than lies between start
  /// and end, which no workout can have lasted.
  package var possibleDuration: Double? {
    duration <= span.duration + Self.rounding ? duration : nil
  }

  /// The spans that the events of the workout and of its parts state, each once, by start, kind and
  /// end.
  ///
  /// A pause lasts to the Resume, a MotionPaused to the MotionResumed, else to the workout's end.
  /// Laps are `laps`. Everything else lasts as long as its event states.
  package var stretches: [WorkoutStretch] {
    let events = allEvents
    var stretches = laps.map {
      WorkoutStretch(event: WorkoutEventName.lap, index: 0, span: $0.span, duration: $0.duration)
    }
    func add(_ event: String, _ span: TimeSpan) {
      stretches.append(WorkoutStretch(event: event, index: 0, span: span))
    }
    for pause in pauses { add(WorkoutEventName.pause, pause) }
    let still = Self.spans(
      from: WorkoutEventName.motionPaused, to: WorkoutEventName.motionResumed, of: events, in: span)
    for span in still { add(WorkoutEventName.motionPaused, span) }
    for event in events where !WorkoutEventName.told.contains(event.type) {
      add(event.type, event.stated)
    }
    return Self.numbered(stretches)
  }

  /// The times of its segments, as `stretches` has them.
  package var segments: [TimeSpan] {
    let segments = allEvents.filter { $0.type == WorkoutEventName.segment }.map {
      WorkoutStretch(event: $0.type, index: 0, span: $0.stated)
    }
    return Self.numbered(segments).map(\.span)
  }

  /// Its events and those of its parts, which may repeat them, in the order of time; of events at
  /// one moment the order is the source's.
  var allEvents: [WorkoutEvent] {
    var all = events
    if !activities.isEmpty {
      let own = Set(events)
      all += activities.flatMap(\.events).filter { !own.contains($0) }
    }
    let isSorted = all.indices.dropFirst()
      .allSatisfy { all[$0 - 1].date.instant <= all[$0].date.instant }
    return isSorted
      ? all
      : all.enumerated().sorted {
        ($0.element.date.instant, $0.offset) < ($1.element.date.instant, $1.offset)
      }.map(\.element)
  }

  /// Returns the spans from each event of one kind to the next of the other, as far as they lie in
  /// the workout.
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

  private static func numbered(_ stretches: [WorkoutStretch]) -> [WorkoutStretch] {
    func key(_ stretch: WorkoutStretch) -> (Instant, String, Instant) {
      (stretch.span.start.instant, stretch.event, stretch.span.end.instant)
    }
    var counts: [String: Int] = [:]
    var numbered: [WorkoutStretch] = []
    for var stretch in stretches.sorted(by: { key($0) < key($1) }) {
      if let last = numbered.last, last.event == stretch.event,
        last.span.hasTimes(of: stretch.span)
      {
        continue
      }
      counts[stretch.event, default: 0] += 1
      stretch.index = counts[stretch.event, default: 0]
      numbered.append(stretch)
    }
    return numbered
  }

  /// The parts of a multisport workout, each as its own workout with its own times, events and
  /// statistics. A part without an end lasts to the next one, or to the workout's end. A part
  /// without a known activity has the workout's. A part without a duration has its time without the
  /// workout's pauses.
  package var parts: [WorkoutContent] {
    let paused = PausedTime(self)
    return activities.indices.map { index in
      let part = activities[index]
      let next = index + 1 < activities.count ? activities[index + 1].start : span.end
      let time = TimeSpan(part.start, part.end ?? next)
      let rest = paused.seconds(from: time.start.instant, to: time.end.instant)
      return WorkoutContent(
        activity: part.sport(in: self) ?? activity, span: time,
        duration: part.duration ?? time.duration - rest, events: part.events,
        statistics: part.statistics)
    }
  }

  /// Its laps, in the order of time, each once, with those that its parts alone tell of.
  ///
  /// A lap that lasts starts at its date. One without a duration marks its end, as systems before
  /// iOS 11 wrote it: it starts where the one before ended, or with the workout, and a pause in it
  /// is no part of its duration. A mark that adds no time under way is no lap.
  ///
  /// Source: Apple's documentation of HKWorkoutEventType.lap.
  package var laps: [WorkoutLap] {
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

  /// The lap events and the time that each states for itself, in the order of time, each once, with
  /// all metadata. At the same moment a mark comes first: it ends what went before.
  private var lapEvents: [(event: WorkoutEvent, lasts: TimeSpan)] {
    let events = allEvents.filter { $0.type == WorkoutEventName.lap }
      .map { ($0, $0.stated) }
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

extension WorkoutEvent {
  /// The time that it states for itself.
  fileprivate var stated: TimeSpan { TimeSpan(from: date, seconds: max(duration ?? 0, 0)) }
}

extension WorkoutActivity {
  /// Returns the export's word for the activity of a part; nil if nothing states it.
  ///
  /// It is the activity that the part names, else that of the number which Apple's watches write
  /// with it. Else, in a workout of several sports, it is the one whose distance the part's
  /// statistics state: exports name none. A person walks on a ride, too, so walking distance comes
  /// last.
  package func sport(in whole: WorkoutContent) -> String? {
    if let activity { return activity }
    if let number = metadata.partActivity {
      return WorkoutActivityType(rawValue: number)?.exportName
    }
    guard whole.activity == WorkoutActivityType.swimBikeRun.exportName else { return nil }
    let stated = Set(statistics.map(\.type))
    return Self.sports.first { stated.contains($0.distance.identifier) }?.activity.exportName
  }

  private static let sports: [(distance: QuantityType, activity: WorkoutActivityType)] = [
    (.distanceSwimming, .swimming), (.distanceCycling, .cycling),
    (.distanceWalkingRunning, .running),
  ]
}

extension Metadata {
  /// The raw value of the activity of a part, if it is written as a number or as digits.
  fileprivate var partActivity: Int? {
    switch self[MetadataName.partActivity] {
    case .number(let number)?: Int(exactly: number)
    case .string(let text)?: Int(text)
    case .boolean?, .date?, .quantity?, nil: nil
    }
  }
}

extension TimeSpan {
  /// Returns the part of it that lies in another span; nil if there is none.
  fileprivate func clipped(to other: TimeSpan) -> TimeSpan? {
    let start = self.start.instant < other.start.instant ? other.start : self.start
    let end = other.end.instant < self.end.instant ? other.end : self.end
    return start.instant < end.instant ? TimeSpan(start, end) : nil
  }

  /// Returns true if both start and end at the same moments.
  func hasTimes(of other: TimeSpan) -> Bool {
    start.instant == other.start.instant && end.instant == other.end.instant
  }
}

/// A lap of a workout, as a lap event states it.
package struct WorkoutLap: Hashable, Sendable {
  package var span: TimeSpan
  /// Seconds under way.
  package var duration: Double
  /// Seconds of pauses between its start and its end; 0 where the source stated its duration.
  package var paused: Double
  /// The metadata that the source wrote with the lap.
  package var metadata: Metadata

  package init(span: TimeSpan, duration: Double, paused: Double, metadata: Metadata = Metadata()) {
    self.span = span
    self.duration = duration
    self.paused = paused
    self.metadata = metadata
  }
}

/// The pauses of a workout, prepared for questions about many parts of it.
package struct PausedTime {
  /// Microseconds, in the order of time, none over another; each with the sum of those before it.
  private var pauses: [(start: Int64, end: Int64, before: Int64)] = []

  /// Reads the pauses of a workout.
  package init(_ workout: WorkoutContent) {
    var sum: Int64 = 0
    for pause in workout.pauses {
      let (start, end) = (pause.start.instant.microseconds, pause.end.instant.microseconds)
      pauses.append((start, end, sum))
      sum += end - start
    }
  }

  /// Returns the seconds of pauses between two moments.
  package func seconds(from start: Instant, to end: Instant) -> Double {
    guard start < end else { return 0 }
    return Double(until(end.microseconds) - until(start.microseconds)) / 1e6
  }

  /// Returns the microseconds of pauses before a moment.
  private func until(_ moment: Int64) -> Int64 {
    let next = pauses.indices.partitioningIndex { pauses[$0].start >= moment }
    guard let last = pauses[..<next].last else { return 0 }
    return last.before + min(moment, last.end) - last.start
  }
}
