public import HealthEvents
public import HealthModel
import HealthViews
import Journal

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
  /// - Throws: a `StoreError`; its `rejection` means that the step is not possible now.
  @discardableResult
  public func pauseWorkout(
    by source: String = EventActor.owner, at time: Timestamp? = nil
  ) throws(StoreError) -> WorkoutSession { try take(.pause, by: source, at: time) }

  /// Restarts the clock: a new interval begins.
  ///
  /// - Throws: a `StoreError`; its `rejection` means that the step is not possible now.
  @discardableResult
  public func resumeWorkout(
    by source: String = EventActor.owner, at time: Timestamp? = nil
  ) throws(StoreError) -> WorkoutSession { try take(.resume, by: source, at: time) }

  /// Marks the end of a lap, which began with the lap before it or the start.
  ///
  /// - Throws: a `StoreError`; its `rejection` means that the step is not possible now.
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
  ///     try await store.endWorkout(noting: Note.Words(text: "new shoes", tags: ["race"]))
  ///
  /// - Parameters:
  ///   - source: who asks, a bundle identifier; the owner by default.
  ///   - time: at most a minute ahead; nil: now.
  ///   - words: those of a note of the same time, saved in the same event; nil: no note.
  /// - Returns: the workout's uuid.
  /// - Throws: a `StoreError`; its `rejection` is that of a step that is not possible now, or of
  ///   the save: the workout is still in progress then.
  @discardableResult
  public func endWorkout(
    by source: String = EventActor.owner, at time: Timestamp? = nil,
    noting words: Note.Words? = nil
  ) throws(StoreError) -> ObjectUUID {
    try changing { session in
      try session.endWorkout(by: source, at: time, noting: words).workout
    }
  }

  /// Cancels the workout; nothing of it is saved. An unreadable file of it is set aside in the
  /// journal's quarantine.
  ///
  /// - Throws: a `StoreError`; its `rejection` means that there is none.
  public func cancelWorkout(by source: String = EventActor.owner) throws(StoreError) {
    try StoreError.typed { _ = try writer().session.cancelWorkout(by: source) }
  }

  private func take(
    _ action: WorkoutSession.Action, by source: String, at time: Timestamp?
  ) throws(StoreError) -> WorkoutSession {
    try StoreError.typed { try writer().session.take(action, by: source, at: time) }
  }

  /// Saves a swim in a pool: its workout and its energy, in one event.
  ///
  ///     try await store.saveSwim(Swim(laps: 24, metresPerLap: 50, minutes: 40, pace: 6, span: span))
  ///
  /// The energy is the stated one, else kg × pace × hours with the latest body mass by the swim's
  /// end, else the first one after it, in whatever unit it was saved. A mass that `source` may not
  /// read is as if it were not known. Of a swim with neither energy nor pace, only the workout is
  /// saved.
  ///
  /// - Parameters:
  ///   - swim: what was swum.
  ///   - source: who asks, a bundle identifier; the owner by default.
  ///   - words: those of a note of the same time, saved in the same event; nil: no note.
  /// - Returns: the uuid of the workout.
  /// - Throws: a `StoreError`: `.invalidArgument` where nobody can have swum it, or no body mass is
  ///   known from which to compute the energy; its `rejection` is the rule that it breaks. Nothing
  ///   is saved then.
  @discardableResult
  public func saveSwim(
    _ swim: Swim, by source: String = EventActor.owner, noting words: Note.Words? = nil
  ) throws(StoreError) -> ObjectUUID {
    try StoreError.typed {
      try swim.check()
      let request = try writer().session.request(saving: swim, by: source).request
        .noting(words, as: journal.drawUUID())
      try perform(.save(request), by: source)
      return request.objects[0].object.uuid
    }
  }

  /// Returns the swim log: swims that were saved as such, swimming workouts, and the swims in
  /// workouts of several sports, newest first, each with the lengths and sets that its source
  /// stated.
  ///
  ///     let swim = try await store.swims(limit: 1).first
  ///     swim?.lengths.map(\.style)      // [.breaststroke, .breaststroke, .freestyle]
  ///     swim?.sets.map(\.metres)        // [100, 50]
  ///
  /// - Parameters:
  ///   - limit: the greatest number; nil, 0 and less: all.
  ///   - rest: the seconds of rest that begin a new set; nil: the rest of the source's own sets
  ///     (segment events), or else ten.
  ///   - foldingCopies: true if workouts that do not count are left out, see `LoggedSwim.copyOf`.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError` if the journal cannot be read, or `reader` never asked for
  ///   workouts.
  public func swims(
    limit: Int? = nil, restBetweenSets rest: Double? = nil, foldingCopies: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [LoggedSwim] {
    var query = ViewQuery()
    query.limit = Self.limit(limit)
    query.foldsCopies = foldingCopies
    return try answering {
      try SwimsView.swims(
        of: try replayed(by: reader), in: ViewContext(query), restBetweenSets: rest)
    }
  }

  /// Saves a run: its distance, and its heart rates and energy as far as they are known, in one
  /// event.
  ///
  ///     let run = Run(distance: Amount(3.1, "mi"), span: span, heartRateStart: 92, heartRateEnd: 161)
  ///     try await store.saveRun(run)
  ///
  /// - Parameters:
  ///   - run: what was run.
  ///   - source: who asks, a bundle identifier; the owner by default.
  ///   - words: those of a note of the same time, saved in the same event; nil: no note.
  /// - Returns: the uuid of the distance sample.
  /// - Throws: a `StoreError`: `.invalidArgument` where nobody can have run it; its `rejection` is
  ///   the rule that it breaks.
  @discardableResult
  public func saveRun(
    _ run: Run, by source: String = EventActor.owner, noting words: Note.Words? = nil
  ) throws(StoreError) -> ObjectUUID {
    try StoreError.typed {
      try run.check()
      let request = try writer().session.request(saving: run)
        .noting(words, as: journal.drawUUID())
      try perform(.save(request), by: source)
      return request.objects[0].object.uuid
    }
  }

  /// Returns the run log: runs that were saved as such and running workouts, newest first.
  ///
  /// - Parameters:
  ///   - unit: the unit of all distances; nil: the preferred one, the common one of all, or km.
  ///   - limit: the greatest number; nil, 0 and less: all.
  ///   - foldingCopies: true if workouts that do not count are left out, see `LoggedRun.copyOf`.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError` if the journal cannot be read, the unit is none of length, or
  ///   `reader` never asked for walking and running distances.
  public func runs(
    in unit: Unit? = nil, limit: Int? = nil, foldingCopies: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [LoggedRun] {
    var query = ViewQuery()
    query.unit = unit
    query.limit = Self.limit(limit)
    query.foldsCopies = foldingCopies
    return try answering {
      try RunsView.runs(of: try replayed(by: reader), in: ViewContext(query))
    }
  }
}
