import Journal
public import HealthEvents
public import HealthModel

/// The workout in progress, as HealthKit's HKWorkoutSession and HKLiveWorkoutBuilder have it.
///
///     try await store.startWorkout(activity: .other, kilocaloriesPerHour: 450)
///     try await store.pauseWorkout()
///     try await store.resumeWorkout()
///     let workout = try await store.endWorkout()
///
/// There is one at a time. It is on the disk after each step, and survives the process and the
/// machine's restart.
extension HealthStore {
  /// The workout in progress; nil: there is none.
  ///
  /// - Throws: a `StoreError` where its file cannot be read.
  public var workoutSession: WorkoutSession? {
    get throws(StoreError) { try StoreError.typed { try writer().session.workoutSession() } }
  }

  /// Starts a workout.
  ///
  /// - Parameters:
  ///   - activity: what is done.
  ///   - kilocaloriesPerHour: the energy that an hour of it takes; nil: no energy is saved.
  ///   - source: whose it is, a bundle identifier; the owner by default. It must be authorized to
  ///     share workouts and, with a rate, active energy.
  ///   - time: at most a minute ahead; nil: now.
  /// - Throws: a `StoreError`: `.anotherWorkoutSessionStarted` where one is in progress; its
  ///   `rejection` is the rule that is broken.
  @discardableResult
  public func startWorkout(
    activity: WorkoutActivityType, kilocaloriesPerHour: Double? = nil,
    by source: String = EventActor.owner, at time: Timestamp? = nil
  ) throws(StoreError) -> WorkoutSession {
    try answering {
      try writer().session.startWorkout(
        activity: activity.exportName, kilocaloriesPerHour: kilocaloriesPerHour, by: source,
        at: time)
    }
  }

  /// Stops the clock.
  ///
  /// - Throws: a `StoreError`; its `rejection` tells that the step is not possible now.
  @discardableResult
  public func pauseWorkout(
    by source: String = EventActor.owner, at time: Timestamp? = nil
  ) throws(StoreError) -> WorkoutSession { try take(.pause, by: source, at: time) }

  /// Lets the clock go on: a new interval begins.
  ///
  /// - Throws: a `StoreError`; its `rejection` tells that the step is not possible now.
  @discardableResult
  public func resumeWorkout(
    by source: String = EventActor.owner, at time: Timestamp? = nil
  ) throws(StoreError) -> WorkoutSession { try take(.resume, by: source, at: time) }

  /// Marks the end of a lap, which began with the lap before it or the start.
  ///
  /// - Throws: a `StoreError`; its `rejection` tells that the step is not possible now.
  @discardableResult
  public func addLap(
    by source: String = EventActor.owner, at time: Timestamp? = nil
  ) throws(StoreError) -> WorkoutSession { try take(.lap, by: source, at: time) }

  /// Ends the workout: saves it, with one sample of active energy for each interval where the rate
  /// is known, in one event.
  ///
  /// Ending one that was saved just before a crash gives its uuid and saves nothing. The owner may
  /// end what an app started: it is saved as the owner's doing, and its source is the app. Without
  /// a time the last step must be less than a day ago.
  ///
  /// - Returns: the workout's uuid.
  /// - Throws: a `StoreError`; its `rejection` is that of a step that is not possible now, or of
  ///   the save: the workout is still in progress then.
  @discardableResult
  public func endWorkout(
    by source: String = EventActor.owner, at time: Timestamp? = nil
  ) throws(StoreError) -> ObjectUUID {
    try changing { session in try session.endWorkout(by: source, at: time).workout }
  }

  /// Gives up the workout; nothing of it is saved. A file of it that cannot be read is set aside in
  /// the journal's quarantine.
  ///
  /// - Throws: a `StoreError`; its `rejection` tells that there is none.
  public func cancelWorkout(by source: String = EventActor.owner) throws(StoreError) {
    try StoreError.typed { _ = try writer().session.cancelWorkout(by: source) }
  }

  private func take(
    _ action: WorkoutSession.Action, by source: String, at time: Timestamp?
  ) throws(StoreError) -> WorkoutSession {
    try StoreError.typed { try writer().session.take(action, by: source, at: time) }
  }
}
