import HealthModel
import Testing

/// Workout activities and events, metadata keys, error codes.
@Suite struct WorkoutTypeTests {
  @Test(arguments: WorkoutActivityType.all)
  func findsEveryActivity(_ activity: WorkoutActivityType) throws {
    #expect(WorkoutActivityType.find(activity.exportName) == activity)
    #expect(WorkoutActivityType(rawValue: activity.rawValue) == activity)
    #expect(try WorkoutActivityType.resolve(activity.name.uppercased()) == activity)
    #expect(try WorkoutActivityType.resolve(activity.exportName) == activity)
    #expect(try WorkoutActivityType.resolve("\(activity.rawValue)") == activity)
  }

  @Test(arguments: WorkoutEventType.all)
  func findsEveryEvent(_ event: WorkoutEventType) throws {
    #expect(WorkoutEventType.find(event.exportName) == event)
    #expect(WorkoutEventType(rawValue: event.rawValue) == event)
    #expect(try WorkoutEventType.resolve(event.name.uppercased()) == event)
    #expect(try WorkoutEventType.resolve("\(event.rawValue)") == event)
  }

  @Test(arguments: [
    ("run", "running"), ("Tai Chi", "taiChi"), ("tai-chi", "taiChi"), ("swim", "swimming"),
    ("hiit", "highIntensityIntervalTraining"), ("bike", "cycling"), ("37", "running"),
    ("triathlon", "swimBikeRun"), ("track_and_field", "trackAndField"),
  ])
  func resolvesActivities(_ text: String, _ name: String) throws {
    #expect(try WorkoutActivityType.resolve(text).name == name)
  }

  @Test func suggestsActivitiesAndEvents() {
    #expect(
      throws: UnknownType(
        kind: .workoutActivity, name: "runing", suggestions: ["running"])
    ) {
      try WorkoutActivityType.resolve("runing")
    }
    #expect(throws: UnknownType(kind: .workoutEvent, name: "pauze", suggestions: ["pause"])) {
      try WorkoutEventType.resolve("pauze")
    }
    #expect(WorkoutActivityType.find("HKWorkoutActivityTypeFromTheFuture") == nil)
    #expect(WorkoutActivityType(rawValue: 81) == nil)
    #expect(WorkoutEventType.find("HKWorkoutEventTypeFromTheFuture") == nil)
    #expect(WorkoutEventType(rawValue: 0) == nil)
  }

  @Test func knowsMetadataKeys() {
    #expect(MetadataKey.find("HKTimeZone")?.valueClass == .string)
    #expect(MetadataKey.find("HKLapLength")?.valueClass == .quantity)
    #expect(MetadataKey.find("HKWasUserEntered")?.isBoolean == true)
    #expect(MetadataKey.find("HKMetadataKeySyncVersion")?.isBoolean == false)
    #expect(MetadataKey.find("HKMetadataKeyAppleDeviceCalibrated")?.isReserved == true)
    #expect(
      MetadataKey.find("HKInsulinDeliveryReason")?.requiredBy
        == "HKQuantityTypeIdentifierInsulinDelivery")
    #expect(MetadataKey.find("com.example.mood") == nil)
    for key in MetadataKey.all { #expect(MetadataKey.find(key.key) == key) }
    for identifier in MetadataKey.all.compactMap(\.requiredBy) {
      #expect(TypeCatalogue.find(identifier) != nil)
    }
  }

  @Test func numbersErrorsAsHealthKitDoes() {
    #expect(HealthErrorCode.allCases.map(\.rawValue) == Array(0...15))
    #expect(HealthErrorCode.invalidArgument.rawValue == 3)
    #expect(HealthErrorCode.authorizationDenied.rawValue == 4)
    #expect(HealthErrorCode.authorizationNotDetermined.rawValue == 5)
    #expect(HealthErrorCode.noData.rawValue == 11)
    #expect(HealthErrorCode.allCases.allSatisfy { $0.name == "\($0)" })
  }

  /// The enumeration knows the same styles by the same words.
  @Test func strokeStylesAreHealthKits() {
    let known = Enumeration.find("HKSwimmingStrokeStyle")?.values ?? []
    #expect(known.map(\.rawValue) == SwimmingStrokeStyle.allCases.map(\.rawValue))
    #expect(known.map(\.name) == SwimmingStrokeStyle.allCases.map(\.name))
  }
}
