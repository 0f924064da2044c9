package import HealthEvents
package import HealthModel
package import HealthTables
import HealthViews
package import JournalFile

/// The workout in progress: a file next to the lines, changed under the writer's lock, until it
/// ends in one event.
extension JournalSession {
  /// The result of ending a workout.
  package struct EndedWorkout: Sendable {
    package var workout: ObjectUUID
    /// The event that the end saved; nil if an end that was cut short had saved it before.
    package var accepted: Accepted?
    package var session: WorkoutSession
    /// The reason why the file of the workout in progress still exists. It does no harm: its
    /// workout is known to be saved.
    package var leftover: JournalError?
  }

  /// A state that was cancelled.
  package enum CancelledWorkout: Sendable {
    /// A workout; nothing is left of it.
    case session(WorkoutSession)
    /// A file that cannot be read; it is now in quarantine.
    case damaged(quarantine: String)
  }

  /// Returns the workout in progress; nil if there is none.
  ///
  /// - Throws: `JournalError`, `.sessionDamaged` if its file cannot be read.
  package mutating func workoutSession() throws -> WorkoutSession? {
    guard let stored = try storedWorkout(), !stored.isSaved else { return nil }
    return stored.session
  }

  /// Starts a workout.
  ///
  /// - Parameters:
  ///   - source: whose it is. What it may not save at the end is refused now.
  ///   - time: nil: now.
  /// - Throws: `Rejection`: `.anotherWorkoutSessionStarted`, or that of the rule which the workout
  ///   would break; `JournalError`.
  package mutating func startWorkout(
    activity: String, kilocaloriesPerHour: Double?, by source: String, at time: Timestamp?
  ) throws -> WorkoutSession {
    try requireLock()
    if let current = try workoutSession() {
      throw Rejection.anotherWorkoutSessionStarted(current.state)
    }
    let time = try moment(time)
    var session = try WorkoutSession(
      activity: activity, kilocaloriesPerHour: kilocaloriesPerHour, by: source,
      workout: drawUUID())
    try session.take(.start, by: source, at: time)
    let later = Timestamp(instant: time.instant + 1, offsetMinutes: time.offsetMinutes)
    let trial = try session.saving(endedAt: later, by: source, drawing: uuids)
    try check(Command(by: source, .save(trial)))
    try WorkoutSessionFile.write(session, paths, on: system)
    return session
  }

  /// Pauses or resumes the workout in progress, or marks a lap.
  ///
  /// - Returns: the workout with the step.
  /// - Throws: the `Rejection` of a step that is not possible; `JournalError`.
  package mutating func take(
    _ action: WorkoutSession.Action, by source: String, at time: Timestamp?
  ) throws -> WorkoutSession {
    try requireLock()
    guard var session = try workoutSession() else { throw Self.nothingToDo(action) }
    try session.take(action, by: source, at: try moment(time))
    try WorkoutSessionFile.write(session, paths, on: system)
    return session
  }

  /// Ends the workout in progress: saves it and its samples in one event, and then takes its file
  /// away. The save is by the owner or the source that asks; what is saved comes from the source
  /// that started it.
  ///
  /// A crash between the two leaves a file whose workout is known to be saved; ending it again
  /// saves nothing.
  ///
  /// - Parameter words: those of a note of the same time, saved in the same event; nil: no note.
  /// - Throws: the `Rejection` of a step that is not possible, or of the save: the workout is still
  ///   in progress then; `JournalError`.
  package mutating func endWorkout(
    by source: String, at time: Timestamp?, noting words: Note.Words? = nil
  ) throws -> EndedWorkout {
    try requireLock()
    guard let stored = try storedWorkout() else { throw Self.nothingToDo(.end) }
    var session = stored.session
    var accepted: Accepted?
    if !stored.isSaved {
      let end = try moment(time)
      if time == nil { try requireRecent(session) }
      var request = try session.saving(endedAt: end, by: source, drawing: uuids)
      request = request.noting(words, as: drawUUID())
      accepted = try perform(Command(by: source, .save(request.from(session.source))))
      try session.take(.end, by: source, at: end)
    }
    var leftover: JournalError?
    do { try WorkoutSessionFile.remove(paths, on: system) } catch { leftover = error }
    return EndedWorkout(
      workout: session.workout, accepted: accepted, session: session, leftover: leftover)
  }

  /// Gives up the workout in progress; nothing of it is saved.
  ///
  /// - Throws: the `Rejection` where there is none, or it is another's; `JournalError`.
  package mutating func cancelWorkout(by source: String) throws -> CancelledWorkout {
    try requireLock()
    let current: WorkoutSession?
    do {
      current = try workoutSession()
    } catch JournalError.sessionDamaged where source == EventActor.owner {
      return .damaged(quarantine: try WorkoutSessionFile.setAside(paths, on: system))
    }
    guard var session = current else {
      _ = try removeLeftover()
      throw Self.nothingToDo(.cancel)
    }
    try session.take(.cancel, by: source, at: try localNow())
    try WorkoutSessionFile.remove(paths, on: system)
    return .session(session)
  }

  /// Takes the file away that a crash left of a workout which is in the journal.
  ///
  /// - Returns: the workout in progress, whose file stays; nil: there is none.
  /// - Throws: as `workoutSession`.
  mutating func removeLeftover() throws -> WorkoutSession? {
    guard let stored = try storedWorkout() else { return nil }
    guard stored.isSaved else { return stored.session }
    try WorkoutSessionFile.remove(paths, on: system)
    return nil
  }

  /// Returns the workout of the file, and true if the journal has it already.
  private mutating func storedWorkout() throws -> (session: WorkoutSession, isSaved: Bool)? {
    guard let session = try WorkoutSessionFile.read(paths, on: system) else { return nil }
    let isSaved = tables.facts(of: session.workout) != nil
    // It counts as saved only if it is on the disk. A writer that is finished does not know that,
    // and throws here.
    if isSaved { try commit() }
    return (session, isSaved)
  }

  /// Requires that this session may write. After its end it does not have the lock, and the file
  /// may be that of another writer.
  private func requireLock() throws(JournalError) {
    guard !isFinished else { throw .finished }
  }

  private static func nothingToDo(_ action: WorkoutSession.Action) -> Rejection {
    .invalidArgument(.workoutStep(action, .notStarted), index: nil)
  }

  /// Returns the moment of a step: the given one, else now.
  ///
  /// - Throws: `.workoutTimeAhead` if it is more than a minute ahead of the clock.
  private func moment(_ time: Timestamp?) throws -> Timestamp {
    guard let time else { return try localNow() }
    guard time.instant <= now.adding(microseconds: 60_000_000) else {
      throw Rejection.invalidArgument(.workoutTimeAhead, index: nil)
    }
    return time
  }

  /// Refuses to take the present moment for the end of a workout that was forgotten.
  private func requireRecent(_ session: WorkoutSession) throws(Rejection) {
    guard let last = session.steps.last?.time.instant,
      now > last.adding(microseconds: 86_400_000_000)
    else { return }
    throw .invalidArgument(.workoutForgotten, index: nil)
  }

  /// Returns the present moment on a clock of the journal's zone.
  private func localNow() throws -> Timestamp {
    var zones = ZoneCatalogue()
    return Timestamp(now, in: try zones.rules(named: tables.settings.timeZone))
  }

  /// A closure that draws one uuid per call.
  private var uuids: () -> ObjectUUID {
    let system = system
    return { ObjectUUID(random: (system.random(), system.random())) }
  }

  /// Returns the request that saves a swim: its workout and its energy, in one event.
  ///
  /// - Parameter source: the source that saves it. A body mass that it may not read is unknown.
  /// - Returns: the request, the energy, and the time of the body mass that it uses, if that was
  ///   measured after the swim.
  /// - Throws: `SessionProblem.noBodyMass` if the energy is to be computed and no weight is known.
  package func request(
    saving swim: Swim, by source: String = EventActor.owner
  ) throws(SessionProblem) -> (
    request: SaveRequest, kilocalories: Double?, measuredLater: Timestamp?
  ) {
    let end = swim.span.end.instant
    let mass = tables.mass(at: end, seenBy: source, asking: now)
    let energy = swim.kilocalories(kilograms: mass?.kilograms)
    if energy == nil, swim.pace != nil { throw .noBodyMass }
    let objects = swim.objects(kilocalories: energy, workout: drawUUID(), energy: drawUUID())
    let later = mass.flatMap { swim.pace != nil && $0.measured.instant > end ? $0 : nil }
    return (SaveRequest(objects: objects.map { Draft($0) }), energy, later?.measured)
  }

  /// Returns the request that saves a run: its distance, heart rates and energy, in one event.
  package func request(saving run: Run) -> SaveRequest {
    SaveRequest(objects: run.objects { drawUUID() }.map { Draft($0) })
  }
}

extension SaveRequest {
  /// Returns the same request with a note of the longest time that one of its objects has, from the
  /// source and device of the first one; the request itself without words, or if no object has a
  /// time.
  package func noting(
    _ words: Note.Words?, as uuid: @autoclosure () -> ObjectUUID
  ) -> SaveRequest {
    let spans = objects.compactMap(\.object.content.span)
    guard let words, let span = spans.max(by: { $0.duration < $1.duration }),
      let first = objects.first
    else { return self }
    var request = self
    let note = Note(span: span, words).object(uuid: uuid())
    request.objects.append(Draft(note, source: first.source, device: first.device))
    return request
  }

  /// Returns the same request with this source for all objects; objects of the owner need no
  /// source.
  fileprivate func from(_ source: String) -> SaveRequest {
    guard source != EventActor.owner else { return self }
    var request = self
    for index in request.objects.indices {
      request.objects[index].source = Source(name: source, bundle: source)
    }
    return request
  }
}

// What `swim` and `run` save, and what they say of it.

extension HealthTables {
  /// Returns the body mass at a moment in kilograms, in whatever unit it was saved, and the time of
  /// its measurement: the latest one by then, else the first one after it, as for `energy`; nil if
  /// there is none that a person can have, or none that the reader may see.
  package func mass(
    at moment: Instant, seenBy reader: String = EventActor.owner,
    asking now: Instant = Instant(microseconds: .max)
  ) -> (kilograms: Double, measured: Timestamp)? {
    guard let seen = try? seen(by: reader, at: now),
      let row = LatestView.rowForFormula(of: .bodyMass, at: moment, in: seen, query: ViewQuery()),
      row.unit != SampleRow.none, let unit = try? Unit(units.names[Int(row.unit)]),
      let mass = try? unit.convert(row.value, to: .kilogram), mass > 0, mass <= 1_000
    else { return nil }
    return (mass, row.endTime)
  }

  /// Returns the line and the uuid of the owner's live sample with the same content; nil if there
  /// is none.
  package func known(_ sample: QuantityContent) -> (sequence: UInt64, uuid: ObjectUUID)? {
    guard let columns = columns(of: sample.type) else { return nil }
    let row = (0..<columns.count).last { row in
      columns.isLive(row) && columns.unit(row) != SampleRow.none
        && columns.values[row] == sample.value
        && units.names[Int(columns.unit(row))] == sample.unit
        && columns.starts[row] == sample.span.start.instant.microseconds
        && columns.ends[row] == sample.span.end.instant.microseconds
        && sourceName(columns.provenance(row)) == EventActor.owner
    }
    return row.map { (UInt64(columns.sequences[$0]), columns.uuids[$0]) }
  }
}

extension Swim {
  /// Describes the swim in words.
  package func text(kilocalories: Double?) -> String {
    let energy = kilocalories.map { $0.short + " kcal (" + ($0 * 4.184).short + " kJ)" }
    let figures = ["\(laps) laps", metres.short + " m", minutes.short + " min"]
    return (figures + [energy].compactMap(\.self)).joined(separator: ", ")
  }
}

extension Run {
  /// A description of the run in words.
  package var text: String {
    var figures = [
      "\(distance.value.exact) \(distance.unit)", (span.duration / 60).short + " min",
    ]
    if let heartRateStart { figures.append("\(heartRateStart.short) count/min at its start") }
    if let heartRateEnd { figures.append("\(heartRateEnd.short) count/min at its end") }
    if let kilocalories { figures.append(kilocalories.short + " kcal") }
    return figures.joined(separator: ", ")
  }
}

extension Double {
  /// The number as it is, a whole number without a point.
  package var exact: String { Int64(exactly: self).map { String($0) } ?? String(self) }

  /// To one decimal, without one that is zero.
  fileprivate var short: String {
    ((self * 10 + 0.5).rounded(.down) / 10).exact
  }
}
