import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// The workout in progress through the front door.
@Suite struct WorkoutStoreTests: StoreSuite {
  private let app = "com.example.fit"
  private let energy = QuantityType.activeEnergyBurned.identifier
  let home = TemporaryFolder()

  private func time(_ minutes: Int64) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: 1_795_158_000 + minutes * 60), offsetMinutes: 60)
  }

  private func authorize(_ store: HealthStore, _ types: String...) async throws {
    let grants = types.map { AuthorizationGrant($0, .authorized) }
    try await store.perform(.authorize(AuthorizationChange(source: app, share: grants)))
  }

  @Test func goesFromStartToEnd() async throws {
    try await withStore { store in
      #expect(try await store.workoutSession == nil)
      try await store.startWorkout(activity: .other, kilocaloriesPerHour: 450, at: time(0))
      try await store.addLap(at: time(5))
      #expect(try await store.pauseWorkout(at: time(10)).state == .paused)
      try await store.resumeWorkout(at: time(15))
      #expect(try await store.workoutSession?.figures(at: time(20)).duration == 900)
      let workout = try await store.endWorkout(at: time(30))
      #expect(try await store.workoutSession == nil)
      let energy = try await store.latestSample(of: .activeEnergyBurned)
      #expect(energy?.quantity.doubleValue == 112.5)
      await #expect(throws: StoreError(Rejection.invalidArgument(.uuidExists(workout), index: 0))) {
        let draft = Draft(HealthObject(uuid: workout, content: .summary(.init(date: "x"))))
        try await store.perform(.save(SaveRequest(objects: [draft])))
      }
    }
  }

  /// A note of the same time is saved with each kind of workout, in the same event.
  @Test func takesANote() async throws {
    try await withStore { store in
      let words = Note.Words(text: "new shoes", tags: ["race"])
      try await store.startWorkout(activity: .running, at: time(0))
      try await store.endWorkout(at: time(30), noting: words)
      let swim = Swim(
        laps: 24, metresPerLap: 50, minutes: 40, kilocalories: 300,
        span: TimeSpan(time(60), time(100)))
      try await store.saveSwim(swim, noting: words)
      let run = Run(distance: Amount(3.1, "mi"), span: TimeSpan(time(120), time(150)))
      try await store.saveRun(run, noting: words)
      let notes = try await store.view("notes", options: ["columns": "start,text,tags,seq"])
      #expect(notes.rows.map { $0[1] } == Array(repeating: .text("new shoes"), count: 3))
      #expect(notes.rows.map { $0[3] } == [.whole(4), .whole(3), .whole(2)], "one line each")
      await #expect(throws: StoreError.self) {
        try await store.saveRun(run, noting: Note.Words(tags: ["two\nlines"]))
      }
    }
  }

  @Test func takesTheTimeFromTheClock() async throws {
    try await withStore { store in
      let began = Date().timeIntervalSince1970
      let session = try await store.startWorkout(activity: .running)
      let start = try #require(session.steps.first?.time.instant).seconds(since: .epoch)
      #expect(start > began - 1 && start < Date().timeIntervalSince1970 + 1)
      try await store.endWorkout()
    }
  }

  @Test func refusesASecondAndWrongSteps() async throws {
    try await withStore { store in
      await #expect(
        throws: StoreError(Rejection.invalidArgument(.workoutStep(.end, .notStarted), index: nil))
      ) {
        try await store.endWorkout()
      }
      try await store.startWorkout(activity: .other, at: time(0))
      await #expect(throws: StoreError(Rejection.anotherWorkoutSessionStarted(.active))) {
        try await store.startWorkout(activity: .running, by: app, at: time(1))
      }
      await #expect(
        throws: StoreError(Rejection.invalidArgument(.workoutStep(.resume, .active), index: nil))
      ) {
        try await store.resumeWorkout(at: time(1))
      }
      try await store.cancelWorkout()
      #expect(try await store.workoutSession == nil)
      #expect(try await store.latestSample(of: .activeEnergyBurned) == nil)
    }
  }

  @Test func asksForAuthorizationAtTheStartAndAtTheEnd() async throws {
    try await withStore { store in
      try await authorize(store, WorkoutContent.type)
      await #expect(
        throws: StoreError(Rejection.authorizationNotDetermined(source: app, type: energy))
      ) {
        try await store.startWorkout(activity: .other, kilocaloriesPerHour: 1, by: app)
      }
      #expect(try await store.workoutSession == nil)
      try await authorize(store, energy)
      try await store.startWorkout(
        activity: .other, kilocaloriesPerHour: 450, by: app, at: time(0))
      let change = AuthorizationChange(source: app, share: [AuthorizationGrant(energy, .denied)])
      try await store.perform(.authorize(change))
      await #expect(throws: StoreError(Rejection.authorizationDenied(source: app, type: energy))) {
        try await store.endWorkout(by: app, at: time(9))
      }
      #expect(try await store.workoutSession?.state == .active)
      // The owner may end it; it comes from the app all the same.
      let workout = try await store.endWorkout(at: time(10))
      #expect(try await store.object(workout)?.source.bundle == app)
      await #expect(throws: StoreError(Rejection.invalidArgument(.notOfSource(workout), index: 0)))
      {
        try await store.perform(.delete(Deletion(objects: [workout])), by: app)
      }
    }
  }

  @Test func noStepLiesInTheFuture() async throws {
    try await withStore { store in
      let now = Instant(wholeSeconds: Int64(Date().timeIntervalSince1970))
      func time(_ seconds: Int64) -> Timestamp {
        Timestamp(instant: now.adding(microseconds: seconds * 1_000_000), offsetMinutes: 0)
      }
      let ahead = StoreError(
        Rejection.invalidArgument(.workoutTimeAhead, index: nil))
      await #expect(throws: ahead) {
        try await store.startWorkout(activity: .other, at: time(3_600))
      }
      try await store.startWorkout(activity: .other, at: time(30))
      await #expect(throws: ahead) { try await store.pauseWorkout(at: time(1_800)) }
      await #expect(throws: ahead) { try await store.endWorkout(at: time(1_800)) }
    }
  }

  @Test func aForgottenWorkoutDoesNotEndNow() async throws {
    try await withStore { store in
      let now = Date().timeIntervalSince1970
      func start(hoursAgo hours: Double) async throws {
        let start = Instant(wholeSeconds: Int64(now - hours * 3_600))
        try await store.startWorkout(
          activity: .other, at: Timestamp(instant: start, offsetMinutes: 0))
      }
      try await start(hoursAgo: 25)
      await #expect(throws: StoreError(Rejection.invalidArgument(.workoutForgotten, index: nil))) {
        try await store.endWorkout()
      }
      #expect(try await store.workoutSession?.state == .active)
      let end = Instant(wholeSeconds: Int64(now - 24 * 3_600))
      try await store.endWorkout(at: Timestamp(instant: end, offsetMinutes: 0))
      try await start(hoursAgo: 23)
      try await store.endWorkout()
    }
  }

  @Test func outlivesTheStore() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let started = try await {
      let store = try HealthStore(at: folder)
      return try await store.startWorkout(activity: .other, at: time(0))
    }()
    let store = try HealthStore(at: folder)
    #expect(try await store.workoutSession == started)
    let file = try FileManager.default.attributesOfItem(atPath: folder + "/session")
    #expect(file[.posixPermissions] as? Int == 0o600)
  }

  /// The file is that of the store which holds the lock.
  @Test func aClosedStoreLeavesTheFileAlone() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let closed = try HealthStore(at: folder)
    try await closed.close()
    let store = try HealthStore(at: folder)
    await #expect(throws: StoreError.self) { try await closed.startWorkout(activity: .other) }
    #expect(try await store.workoutSession == nil)
    let started = try await store.startWorkout(activity: .running, at: time(0))
    await #expect(throws: StoreError.self) { try await closed.pauseWorkout(at: time(1)) }
    await #expect(throws: StoreError.self) { try await closed.endWorkout(at: time(1)) }
    await #expect(throws: StoreError.self) { try await closed.cancelWorkout() }
    #expect(try await store.workoutSession == started)
  }

  @Test func keepsAFileThatItCannotRead() async throws {
    try await withStore { store in
      let file = folder + "/session"
      try Data("nonsense".utf8).write(to: URL(fileURLWithPath: file))
      await #expect(throws: StoreError.self) { _ = try await store.workoutSession }
      await #expect(throws: StoreError.self) { try await store.startWorkout(activity: .other) }
      await #expect(throws: StoreError.self) { try await store.endWorkout() }
      await #expect(throws: StoreError.self) { try await store.cancelWorkout(by: app) }
      #expect(FileManager.default.contents(atPath: file) == Data("nonsense".utf8))
      try await store.cancelWorkout()
      let aside = folder + "/quarantine/session-1"
      #expect(FileManager.default.contents(atPath: aside) == Data("nonsense".utf8))
      try await store.startWorkout(activity: .other)
    }
  }
}

/// Every call to the system fails once in the life of a workout, and then the power goes.
@Suite struct WorkoutFaultTests {
  enum Ending: CaseIterable {
    case stopped, lost, kept100, keptAll, namesKept

    func happen(to system: MemorySystem) {
      switch self {
      case .stopped: break
      case .lost: system.crash(keeping: 0)
      case .kept100: system.crash(keeping: 100)
      case .keptAll: system.crash(keeping: .max)
      case .namesKept: system.crash(keeping: 0, keepingNames: true)
      }
    }
  }

  static func time(_ minutes: Int) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: 1_795_158_000 + Int64(minutes) * 60), offsetMinutes: 0)
  }

  /// A life: each step in a process of its own.
  ///
  /// - Returns: how many steps were acknowledged.
  static func live(_ system: MemorySystem, acknowledged: inout Int) throws {
    let steps: [WorkoutSession.Action] = [.start, .lap, .pause, .resume, .end]
    for (minute, action) in steps.enumerated() {
      var session = try JournalSession.open("/j", on: system)
      switch action {
      case .start:
        _ = try session.startWorkout(
          activity: "HKWorkoutActivityTypeYoga", kilocaloriesPerHour: 60, by: EventActor.owner,
          at: time(minute))
      case .end:
        do {
          _ = try session.endWorkout(by: EventActor.owner, at: time(minute))
        } catch JournalError.outcomeUnknown {
          // This writer does not know what is on the disk, and says nothing about it.
          #expect(throws: JournalError.finished) {
            _ = try session.endWorkout(by: EventActor.owner, at: time(minute))
          }
          throw JournalError.finished
        }
      default: _ = try session.take(action, by: EventActor.owner, at: time(minute))
      }
      acknowledged += 1
    }
  }

  /// A journal at an hour after all steps.
  static func journal() throws -> MemorySystem {
    let system = MemorySystem(clock: 1_795_161_600_000_000)
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    return system
  }

  static func workouts(_ system: MemorySystem) throws -> Int {
    try ReplayedJournal("/j", on: system, verifyingChain: true).tables.objects.count {
      $0.kind == .workout
    }
  }

  @Test(arguments: SystemFailure.Operation.allCases)
  func savesItOnce(_ operation: SystemFailure.Operation) throws {
    let clean = try Self.journal()
    let before = clean.calls(of: operation)
    var all = 0
    try Self.live(clean, acknowledged: &all)
    #expect(all == 5)
    for call in 0..<clean.calls(of: operation) - before {
      for ending in Ending.allCases {
        for reason in [SystemFailure.Reason.other(5), .full, .missing] {
          let system = try Self.journal()
          system.fail(operation, after: call, with: reason, written: call * 37 % 400)
          var acknowledged = 0
          try? Self.live(system, acknowledged: &acknowledged)
          ending.happen(to: system)
          try check(system, acknowledged, "\(operation) \(call) \(ending) \(reason)")
        }
      }
    }
  }

  /// What was acknowledged is there, and another end leaves one workout and no file.
  private func check(_ system: MemorySystem, _ acknowledged: Int, _ comment: Comment) throws {
    var session = try JournalSession.open("/j", on: system)
    let saved = try Self.workouts(system)
    if let current = try session.workoutSession() {
      #expect(saved == 0, comment)
      #expect(
        current.steps.count == acknowledged || current.steps.count == acknowledged + 1, comment)
      _ = try session.endWorkout(by: EventActor.owner, at: Self.time(9))
    } else if saved == 1 {
      #expect(acknowledged >= 4, comment)
      // An end that was cut short after its save, or none at all.
      let again = try? session.endWorkout(by: EventActor.owner, at: Self.time(9))
      #expect(again?.accepted == nil, comment)
    } else {
      #expect(acknowledged == 0, comment)
      return
    }
    #expect(try Self.workouts(system) == 1, comment)
    #expect(system["/j/session"] == nil, comment)
  }

  @Test func aSavedWorkoutWhoseFileIsLeftDoesNotBlockTheNext() throws {
    let system = try Self.journal()
    var session = try JournalSession.open("/j", on: system)
    let started = try session.startWorkout(
      activity: "HKWorkoutActivityTypeYoga", kilocaloriesPerHour: nil, by: EventActor.owner,
      at: Self.time(0))
    system.fail(.remove, with: .notPermitted)
    let ended = try session.endWorkout(by: EventActor.owner, at: Self.time(1))
    #expect(ended.leftover != nil && ended.accepted != nil)
    #expect(system["/j/session"] != nil)
    #expect(try session.workoutSession() == nil)
    #expect(throws: Rejection.invalidArgument(.workoutStep(.cancel, .notStarted), index: nil)) {
      _ = try session.cancelWorkout(by: EventActor.owner)
    }
    // Who gives it up gets rid of its file.
    #expect(system["/j/session"] == nil)
    let next = try session.startWorkout(
      activity: "HKWorkoutActivityTypeYoga", kilocaloriesPerHour: nil, by: EventActor.owner,
      at: Self.time(2))
    #expect(next.workout != started.workout)
    #expect(try session.workoutSession() == next)
  }
}
