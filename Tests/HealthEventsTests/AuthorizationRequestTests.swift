import HealthEvents
import HealthModel
import Testing

/// What HealthKit's request sheet would ask.
@Suite struct AuthorizationRequestTests {
  /// The decisions so far: sharing steps is allowed, sharing mass and reading steps refused.
  private struct Decided: AuthorizationState {
    func shareRight(of type: String, by source: String) -> AuthorizationRight {
      guard source == app else { return .notDetermined }
      return AuthorizationRight(
        type == steps ? .authorized : type == mass ? .denied : .notDetermined)
    }
    func readRight(of type: String, by source: String) -> AuthorizationRight {
      AuthorizationRight(source == app && type == steps ? .denied : .notDetermined)
    }
    var catalogue: JournalTypes { JournalTypes() }
  }

  private func asked(
    share: [String] = [], read: [String] = [], by source: String = app
  ) throws -> [String] {
    let request = AuthorizationRequest(source: source, share: share, read: read)
    return try request.answer(given: Decided(), at: .epoch).questions.filter(\.isAsked)
      .map { "\($0.access) \($0.type)" }
  }

  @Test func aTypeIsAskedForOnceAndEachRightForItself() throws {
    #expect(
      try asked(share: [steps, mass, sleep], read: [steps, mass]) == [
        "share \(sleep)", "read \(mass)",
      ])
    #expect(try asked(share: [steps], by: "com.example.other") == ["share \(steps)"])
    #expect(try asked(share: [sleep, sleep]) == ["share \(sleep)"])
    #expect(try asked(read: ["HKFromTheFuture"]) == ["read HKFromTheFuture"])
  }

  @Test func aRouteFollowsAWorkoutThatWasDecidedOn() throws {
    struct Known: AuthorizationState {
      func shareRight(of type: String, by source: String) -> AuthorizationRight {
        AuthorizationRight(type == WorkoutContent.type ? .denied : .notDetermined)
      }
      func readRight(of type: String, by source: String) -> AuthorizationRight { .notDetermined }
      var catalogue: JournalTypes { JournalTypes() }
    }
    let shares = AuthorizationRequest(source: app, share: [Self.route])
    #expect(try shares.answer(given: Known(), at: .epoch).questions.map(\.isAsked) == [true])
    let reads = AuthorizationRequest(source: app, read: [Self.route])
    #expect(throws: Rejection.self) { try reads.answer(given: Known(), at: .epoch) }
  }

  @Test func tellsWhyATypeIsNotAskedFor() throws {
    let request = AuthorizationRequest(source: app, share: [steps, mass], read: [steps])
    let answer = try request.answer(given: Decided(), at: .epoch)
    #expect(answer.questions.map(\.status) == [.authorized, .denied, .denied])
    #expect(answer.questions.map(\.access) == [.share, .share, .read])
  }

  @Test func aSheetIsShownWhereAnythingIsOpen() throws {
    func status(_ share: [String], _ read: [String]) throws -> AuthorizationRequestStatus {
      try AuthorizationRequest(source: app, share: share, read: read)
        .answer(given: Decided(), at: .epoch).status
    }
    #expect(try status([steps, mass], [steps]) == .unnecessary)
    #expect(try status([steps, mass], [mass]) == .shouldRequest)
    #expect(try status([], [steps]) == .unnecessary)
    #expect(AuthorizationRequestStatus.allCases.map(\.rawValue) == [0, 1, 2])
  }

  /// What HealthKit raises an exception for, and the nearest request that it takes.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var share: [String] = []
    var read: [String] = []
    var fault: Rejection.Fault
    var right: (share: [String], read: [String])
  }

  private static let exercise = "HKQuantityTypeIdentifierAppleExerciseTime"
  private static let birth = "HKCharacteristicTypeIdentifierDateOfBirth"
  private static let rings = "HKActivitySummaryTypeIdentifier"
  private static let route = "HKWorkoutRouteTypeIdentifier"
  private static let glasses = "HKVisionPrescriptionTypeIdentifier"

  static let cases: [Case] = [
    Case(
      testDescription: "a read-only type", share: [steps, exercise],
      fault: .readOnly(type: exercise), right: ([steps], [exercise])),
    Case(
      testDescription: "a characteristic", share: [birth], fault: .readOnly(type: birth),
      right: ([], [birth])),
    Case(
      testDescription: "the rings", share: [rings], fault: .readOnly(type: rings),
      right: ([], [rings])),
    Case(
      testDescription: "sharing a correlation", share: [pressure],
      fault: .notAuthorizable(type: pressure), right: ([systolic, diastolic], [])),
    Case(
      testDescription: "reading a correlation", read: [pressure],
      fault: .notAuthorizable(type: pressure), right: ([], [systolic, diastolic])),
    Case(
      testDescription: "sharing a route without the workout", share: [route],
      read: [WorkoutContent.type],
      fault: .parentMissing(type: route, parent: WorkoutContent.type),
      right: ([route, WorkoutContent.type], [])),
    Case(
      testDescription: "reading a route without the workout", share: [WorkoutContent.type],
      read: [route],
      fault: .parentMissing(type: route, parent: WorkoutContent.type),
      right: ([], [WorkoutContent.type, route])),
    Case(
      testDescription: "objects that are picked one by one", read: [glasses],
      fault: .pickedOneByOne(type: glasses), right: ([glasses], [])),
    Case(
      testDescription: "a short name", share: ["stepCount"],
      fault: .typeName("stepCount", identifier: steps), right: ([steps], [])),
    Case(testDescription: "nothing", fault: .empty, right: ([], [steps])),
  ]

  @Test(arguments: cases) func refuses(_ wrong: Case) throws {
    #expect(throws: Rejection.invalidArgument(wrong.fault, index: nil)) {
      try asked(share: wrong.share, read: wrong.read)
    }
    #expect(throws: Never.self) {
      try asked(share: wrong.right.share, read: wrong.right.read)
    }
  }

  @Test(arguments: [EventActor.owner, "", "a\u{1B}[31m"]) func refusesSource(_ source: String) {
    #expect(throws: Rejection.invalidArgument(.sourceName, index: nil)) {
      try asked(share: [sleep], by: source)
    }
  }
}
