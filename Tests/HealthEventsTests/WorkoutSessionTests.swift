import HealthEvents
import HealthModel
import Testing

/// notStarted → active ⇄ paused → finished, and what an end saves.
@Suite struct WorkoutSessionTests {
  typealias Action = WorkoutSession.Action
  typealias State = WorkoutSession.State

  static let other = WorkoutActivityType.other.exportName

  static func time(_ seconds: Double) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: 1_795_158_000) + seconds, offsetMinutes: 60)
  }

  /// A workout that has taken these steps, at these seconds.
  static func session(
    _ steps: (Action, Double)..., rate: Double? = 450, by source: String = EventActor.owner
  ) throws -> WorkoutSession {
    var session = try WorkoutSession(
      activity: other, kilocaloriesPerHour: rate, by: source, workout: id(1))
    for (action, second) in steps { try session.take(action, by: source, at: time(second)) }
    return session
  }

  static func session(in state: State) throws -> WorkoutSession {
    switch state {
    case .notStarted: try session()
    case .active: try session((.start, 0))
    case .paused: try session((.start, 0), (.pause, 10))
    case .finished: try session((.start, 0), (.end, 10))
    }
  }

  /// Each step from each state: the state after it, or nil where it is refused.
  static let transitions: [(State, [Action: State])] = [
    (.notStarted, [.start: .active]),
    (.active, [.pause: .paused, .lap: .active, .end: .finished, .cancel: .finished]),
    (.paused, [.resume: .active, .end: .finished, .cancel: .finished]),
    (.finished, [:]),
  ]

  @Test(arguments: ["yoga", "", "HKWorkoutActivityType", "HKWorkoutActivityType a"])
  func anActivityGoesByItsFullName(_ activity: String) {
    #expect(throws: Rejection.self) {
      try WorkoutSession(activity: activity, by: EventActor.owner, workout: id(1))
    }
  }

  @Test(arguments: transitions)
  func takesOnlyWhatTheStateTakes(_ state: State, _ next: [Action: State]) throws {
    #expect(Set(state.actions) == Set(next.keys))
    for action in Action.allCases {
      var session = try Self.session(in: state)
      #expect(session.state == state)
      guard let expected = next[action] else {
        let before = session
        let isSecondStart = action == .start && state != .finished
        let why: Rejection =
          isSecondStart
          ? .anotherWorkoutSessionStarted(state) : refusal(.workoutStep(action, state), nil)
        #expect(throws: why) { try session.take(action, by: EventActor.owner, at: Self.time(20)) }
        #expect(session == before)
        continue
      }
      try session.take(action, by: EventActor.owner, at: Self.time(20))
      #expect(session.state == expected)
    }
  }

  @Test func sayWhatIsPossible() {
    let another = Rejection.anotherWorkoutSessionStarted(.paused)
    #expect(another.code == HealthErrorCode.anotherWorkoutSessionStarted.name)
    #expect(
      another.description
        == "cannot start: the workout is paused; possible now: resume, end, cancel")
    #expect(
      refusal(.workoutStep(.lap, .notStarted), nil).description
        == "cannot lap: no workout is in progress; possible now: start")
  }

  @Test func timeDoesNotRunBack() throws {
    var session = try Self.session((.start, 0), (.lap, 60))
    #expect(throws: refusal(.workoutTimeRanBack, nil)) {
      try session.take(.pause, by: EventActor.owner, at: Self.time(59.999_999))
    }
    #expect(throws: refusal(.workoutTimeRanBack, nil)) {
      _ = try session.saving(endedAt: Self.time(59), by: EventActor.owner) { id(2) }
    }
    try session.take(.pause, by: EventActor.owner, at: Self.time(60))
    // What is given up need not be after anything.
    try session.take(.cancel, by: EventActor.owner, at: Self.time(0))
  }

  @Test func belongsToWhoStartedItAndTheOwner() throws {
    var session = try Self.session((.start, 0), by: app)
    #expect(throws: refusal(.workoutNotOwned(by: app), nil)) {
      try session.take(.pause, by: "com.example.another", at: Self.time(1))
    }
    try session.take(.pause, by: app, at: Self.time(1))
    try session.take(.resume, by: EventActor.owner, at: Self.time(2))
    #expect(session.source == app)
  }

  @Test(arguments: [0, -1, 100_000.1, .nan, .infinity]) func refusesARate(_ rate: Double) {
    #expect(throws: refusal(.energyRate, nil)) { _ = try Self.session(rate: rate) }
  }

  @Test func takesTheGreatestRate() throws {
    let most = WorkoutSession.mostKilocaloriesPerHour
    #expect(try Self.session(rate: most).kilocaloriesPerHour == most)
  }

  @Test func endsWhenItCanHoldNoMore() throws {
    var session = try Self.session((.start, 0))
    for _ in 1..<WorkoutSession.mostSteps {
      try session.take(.lap, by: EventActor.owner, at: Self.time(1))
    }
    #expect(throws: refusal(.workoutTooLong, nil)) {
      try session.take(.pause, by: EventActor.owner, at: Self.time(1))
    }
    try session.take(.end, by: EventActor.owner, at: Self.time(1))
  }

  // MARK: Figures

  @Test func countsWhileItRunsAndStandsWhileItIsPaused() throws {
    let running = try Self.session((.start, 0), (.pause, 600), (.resume, 900))
    #expect(running.figures(at: Self.time(1_000)).duration == 700)
    #expect(running.figures(at: Self.time(1_700)).kilocalories == 175)
    // Seen from a moment before the last step nothing is counted twice or backwards.
    #expect(running.figures(at: Self.time(100)).duration == 600)
    let paused = try Self.session((.start, 0), (.lap, 300), (.pause, 600))
    let figures = WorkoutSession.Figures(
      duration: 600, kilocalories: 75, intervals: 1, laps: 1)
    #expect(paused.figures(at: Self.time(600)) == figures)
    #expect(paused.figures(at: Self.time(6_000)) == figures)
  }

  // MARK: What an end saves

  private func save(
    _ session: WorkoutSession, endedAt second: Double, by source: String = EventActor.owner
  ) throws -> (workout: WorkoutContent, energies: [QuantityContent], request: SaveRequest) {
    var drawn: UInt64 = 100
    let request = try session.saving(endedAt: Self.time(second), by: source) {
      drawn += 1
      return id(drawn)
    }
    var workouts: [WorkoutContent] = []
    var energies: [QuantityContent] = []
    for draft in request.objects {
      switch draft.object.content {
      case .workout(let workout): workouts.append(workout)
      case .quantity(let sample): energies.append(sample)
      default: Issue.record("\(draft)")
      }
    }
    #expect(workouts.count == 1)
    return (try #require(workouts.first), energies, request)
  }

  @Test func savesAWorkoutWithASampleForEachInterval() throws {
    let session = try Self.session(
      (.start, 0), (.lap, 300), (.pause, 600), (.resume, 900), (.lap, 1_000))
    let (workout, energies, request) = try save(session, endedAt: 1_800)
    #expect(workout.activity == Self.other)
    #expect(workout.span == TimeSpan(Self.time(0), Self.time(1_800)))
    #expect(workout.duration == 1_500)
    #expect(workout.totals == [.totalEnergyBurned: Amount(187.5, "kcal")])
    #expect(
      workout.events == [
        WorkoutEvent(type: WorkoutEventName.lap, date: Self.time(0), duration: 300),
        WorkoutEvent(type: WorkoutEventName.pause, date: Self.time(600)),
        WorkoutEvent(type: WorkoutEventName.resume, date: Self.time(900)),
        WorkoutEvent(type: WorkoutEventName.lap, date: Self.time(300), duration: 700),
      ])
    #expect(
      energies.map(\.span) == [
        TimeSpan(Self.time(0), Self.time(600)), TimeSpan(Self.time(900), Self.time(1_800)),
      ])
    #expect(energies.map(\.value) == [75, 112.5])
    #expect(energies.allSatisfy { $0.type == QuantityType.activeEnergyBurned.identifier })
    #expect(request.workout == session.workout)
    #expect(request.objects.map(\.object.uuid) == [id(1), id(101), id(102)])
  }

  @Test func endsAtItsEndEvenInAPause() throws {
    let session = try Self.session((.start, 0), (.pause, 600))
    let (workout, energies, _) = try save(session, endedAt: 1_200)
    #expect(workout.span.end == Self.time(1_200))
    #expect(workout.duration == 600)
    #expect(workout.events.map(\.type) == [WorkoutEventName.pause])
    #expect(energies.map(\.value) == [75])
  }

  @Test func dropsEmptyIntervals() throws {
    let session = try Self.session(
      (.start, 0), (.pause, 0), (.resume, 5), (.pause, 8), (.resume, 9))
    #expect(try save(session, endedAt: 9).energies.count == 1)
    let empty = try save(try Self.session((.start, 0)), endedAt: 0)
    #expect(empty.workout.duration == 0)
    #expect(empty.workout.totals == [:])
    #expect(empty.energies == [])
  }

  @Test func savesNoEnergyWithoutARate() throws {
    let (workout, energies, _) = try save(try Self.session((.start, 0), rate: nil), endedAt: 60)
    #expect(workout.duration == 60)
    #expect(workout.totals == [:])
    #expect(energies == [])
  }

  @Test func isAcceptedByTheRules() throws {
    let energy = QuantityType.activeEnergyBurned.identifier
    let session = try Self.session((.start, 0), (.pause, 60), by: app)
    let request = try save(session, endedAt: 90, by: app).request
    let command = Command(by: app, .save(request))
    let allowed = Given().sharing(WorkoutContent.type, energy)
    #expect(allowed.when(command).save?.workout == session.workout)
    #expect(
      Given().sharing(WorkoutContent.type).when(command)
        == .refused(.authorizationNotDetermined(source: app, type: energy)))
  }
}
