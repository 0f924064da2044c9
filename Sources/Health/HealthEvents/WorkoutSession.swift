public import HealthModel

/// A workout in progress: what HealthKit's HKWorkoutSession and HKLiveWorkoutBuilder are together,
/// without a clock and without a file.
///
///     var session = try WorkoutSession(
///       activity: "HKWorkoutActivityTypeOther", kilocaloriesPerHour: 450, by: EventActor.owner,
///       workout: uuid)
///     try session.take(.start, by: EventActor.owner, at: nine)
///     try session.take(.pause, by: EventActor.owner, at: tenPast)
///     session.state                               // paused
///     session.figures(at: halfPast).kilocalories   // 75
///
/// notStarted → active ⇄ paused → finished. It holds the steps that were taken; all else follows
/// from them. Each span between a start or resume and the next pause or end is an interval.
public struct WorkoutSession: Hashable, Sendable {
  /// The state of a workout.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The state before the start.
    case notStarted
    /// The clock runs.
    case active
    /// The clock is stopped.
    case paused
    /// The workout was ended or cancelled.
    case finished

    /// The steps that are possible in it.
    public var actions: [Action] {
      switch self {
      case .notStarted: [.start]
      case .active: [.pause, .lap, .end, .cancel]
      case .paused: [.resume, .end, .cancel]
      case .finished: []
      }
    }
  }

  /// The actions on a workout.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    /// The clock begins to run.
    case start
    /// The clock stops.
    case pause
    /// The clock goes on.
    case resume
    /// A lap ends and the next begins.
    case lap
    /// It is over, and becomes a workout with its samples.
    case end
    /// It is over, and nothing becomes of it.
    case cancel
  }

  /// An action on a workout, and its time.
  public struct Step: Hashable, Sendable {
    /// The action.
    public var action: Action
    /// The time of the action.
    public var time: Timestamp

    /// Creates the step of this action at that moment.
    public init(_ action: Action, at time: Timestamp) {
      self.action = action
      self.time = time
    }
  }

  /// A span of time in which the clock ran.
  public struct Interval: Hashable, Sendable {
    /// The start and the end; never empty.
    public var span: TimeSpan
    /// kcal = kilocalories per hour × hours; nil where that rate is not known.
    public var kilocalories: Double?

    /// Creates this interval.
    public init(span: TimeSpan, kilocalories: Double? = nil) {
      self.span = span
      self.kilocalories = kilocalories
    }
  }

  /// The sums over the intervals.
  public struct Figures: Hashable, Sendable {
    /// Active time in seconds, pauses excluded.
    public var duration: Double
    /// The sum over the intervals; nil where the rate is not known.
    public var kilocalories: Double?
    /// The number of intervals.
    public var intervals: Int
    /// The number of laps that were marked.
    public var laps: Int

    /// Creates these figures.
    public init(duration: Double, kilocalories: Double?, intervals: Int, laps: Int) {
      self.duration = duration
      self.kilocalories = kilocalories
      self.intervals = intervals
      self.laps = laps
    }
  }

  /// The greatest rate that is taken.
  public static let mostKilocaloriesPerHour: Double = 100_000
  /// The number of steps after which it accepts only `end` and `cancel`.
  public static let mostSteps = 10_000

  /// The uuid that the workout will have, so that it cannot be saved twice.
  public let workout: ObjectUUID
  /// The source that started it, whose it is.
  public let source: String
  /// The export's word for the activity.
  public let activity: String
  /// The energy that an hour of it takes, where known.
  public let kilocaloriesPerHour: Double?
  /// The steps so far, in order of time.
  public private(set) var steps: [Step] = []

  /// Creates a workout that has not started.
  ///
  /// - Parameters:
  ///   - activity: the export's word, as `HKWorkoutActivityTypeOther`.
  ///   - kilocaloriesPerHour: more than 0, at most `mostKilocaloriesPerHour`; nil if no energy is
  ///     saved.
  ///   - source: the bundle identifier of the source that starts it, or `EventActor.owner`.
  ///   - workout: the uuid that the workout will have.
  /// - Throws: `.energyRate`; `.documentField` for an activity that is no full name.
  public init(
    activity: String, kilocaloriesPerHour: Double? = nil, by source: String, workout: ObjectUUID
  ) throws(Rejection) {
    if let rate = kilocaloriesPerHour, !(rate > 0 && rate <= Self.mostKilocaloriesPerHour) {
      throw .invalid(.energyRate)
    }
    // Refused now, not when it ends and cannot be saved.
    try Decider.require(activity: activity, "activity")
    self.workout = workout
    self.source = source
    self.activity = activity
    self.kilocaloriesPerHour = kilocaloriesPerHour
  }

  /// The state of the workout.
  public var state: State {
    switch steps.last?.action {
    case nil: .notStarted
    case .start?, .resume?, .lap?: .active
    case .pause?: .paused
    case .end?, .cancel?: .finished
    }
  }

  /// Takes a step.
  ///
  /// - Parameters:
  ///   - source: who asks: the source that started it, or the owner.
  ///   - time: not before the last step; for `cancel`, any time.
  /// - Throws: the rule that the step breaks; the workout is as it was then.
  public mutating func take(
    _ action: Action, by source: String, at time: Timestamp
  ) throws(Rejection) {
    try requirePossible(action, by: source)
    guard steps.count < Self.mostSteps || action == .end || action == .cancel else {
      throw .invalid(.workoutTooLong)
    }
    if action != .cancel, let last = steps.last, time.instant < last.time.instant {
      throw .invalid(.workoutTimeRanBack)
    }
    steps.append(Step(action, at: time))
  }

  /// Refuses a step that the state does not take, or that is not this source's to take.
  private func requirePossible(_ action: Action, by source: String) throws(Rejection) {
    guard state.actions.contains(action) else {
      if action == .start, state != .finished { throw .anotherWorkoutSessionStarted(state) }
      throw .invalid(.workoutStep(action, state))
    }
    guard source == EventActor.owner || source == self.source else {
      throw .invalid(.workoutNotOwned(by: self.source))
    }
  }

  /// Returns the intervals so far; one that still runs ends at `now`. Empty ones are left out.
  public func intervals(until now: Timestamp) -> [Interval] {
    var intervals: [Interval] = []
    var began: Timestamp?
    for step in steps {
      switch step.action {
      case .start, .resume: began = step.time
      case .lap: break
      case .pause, .end, .cancel:
        if let began { intervals += interval(began, step.time) }
        began = nil
      }
    }
    if let began { intervals += interval(began, now) }
    return intervals
  }

  private func interval(_ start: Timestamp, _ end: Timestamp) -> [Interval] {
    guard start.instant < end.instant else { return [] }
    let span = TimeSpan(start, end)
    return [
      Interval(span: span, kilocalories: kilocaloriesPerHour.map { $0 * span.duration / 3_600 })
    ]
  }

  /// Returns active time and energy up to `now`: the sums over the intervals, right to the last
  /// bit.
  public func figures(at now: Timestamp) -> Figures {
    var microseconds = ExactSum()
    var kilocalories = ExactSum()
    let intervals = intervals(until: now)
    for interval in intervals {
      microseconds.add(Double(interval.span.end.instant.microseconds))
      microseconds.add(-Double(interval.span.start.instant.microseconds))
      kilocalories.add(interval.kilocalories ?? 0)
    }
    return Figures(
      duration: microseconds.value / 1_000_000,
      kilocalories: kilocaloriesPerHour == nil ? nil : kilocalories.value,
      intervals: intervals.count, laps: steps.count { $0.action == .lap })
  }

  /// Returns what the end at this moment saves: the workout, and one sample of active energy for
  /// each interval if the rate is known, all in one event.
  ///
  /// Ended in a pause, the workout ends at this moment all the same, and the pause does not count.
  ///
  /// - Parameters:
  ///   - source: the source that ends it.
  ///   - draw: a closure that gives the uuid of a sample.
  /// - Throws: the rule that the end breaks, the same as `take`.
  public func saving(
    endedAt time: Timestamp, by source: String, drawing draw: () -> ObjectUUID
  ) throws(Rejection) -> SaveRequest {
    var ended = self
    try ended.take(.end, by: source, at: time)
    let intervals = ended.intervals(until: time)
    var drafts = [Draft(HealthObject(uuid: workout, content: ended.content(at: time)))]
    for interval in intervals {
      guard let kilocalories = interval.kilocalories else { continue }
      let energy = QuantityContent(
        type: QuantityType.activeEnergyBurned.identifier, span: interval.span,
        value: kilocalories, unit: "kcal")
      drafts.append(Draft(HealthObject(uuid: draw(), content: .quantity(energy))))
    }
    return SaveRequest(objects: drafts, workout: workout)
  }

  private func content(at end: Timestamp) -> Content {
    let figures = figures(at: end)
    var totals: [WorkoutTotal: Amount] = [:]
    // Without an interval there is no energy, which is not the same as 0 kcal.
    if let kilocalories = figures.kilocalories, figures.intervals > 0 {
      totals[.totalEnergyBurned] = Amount(kilocalories, "kcal")
    }
    return .workout(
      WorkoutContent(
        activity: activity, span: TimeSpan(steps.first?.time ?? end, end),
        duration: figures.duration, totals: totals, events: events))
  }

  /// Pauses and resumes are moments; a lap lasts from the one before it, or the start, to its mark.
  private var events: [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    var lapBegan = steps.first?.time
    for step in steps {
      switch step.action {
      case .start, .end, .cancel: break
      case .pause: events.append(WorkoutEvent(type: WorkoutEventName.pause, date: step.time))
      case .resume: events.append(WorkoutEvent(type: WorkoutEventName.resume, date: step.time))
      case .lap:
        let span = TimeSpan(lapBegan ?? step.time, step.time)
        events.append(
          WorkoutEvent(type: WorkoutEventName.lap, date: span.start, duration: span.duration))
        lapBegan = step.time
      }
    }
    return events
  }
}
