import HealthModel
import Testing

@Suite struct TypeCatalogueTests {
  @Test(arguments: TypeCatalogue.all)
  func findsEveryTypeByEveryName(_ type: ObjectType) throws {
    #expect(TypeCatalogue.find(type.identifier) == type)
    #expect(try TypeCatalogue.resolve(type.identifier) == type)
    #expect(try TypeCatalogue.resolve(type.identifier.lowercased()) == type)
    #expect(try TypeCatalogue.resolve(type.shortName) == type)
    #expect(try TypeCatalogue.resolve(type.shortName.uppercased()) == type)
    #expect(try TypeCatalogue.resolve(Self.separated(type.shortName, by: "-")) == type)
    #expect(try TypeCatalogue.resolve(Self.separated(type.shortName, by: " ")) == type)
    #expect(try TypeCatalogue.resolve(Self.separated(type.shortName, by: "_")) == type)
    // What tables show can be typed.
    #expect(try TypeCatalogue.resolve(TypeCatalogue.name(of: type.identifier)) == type)
    #expect(try TypeCatalogue.resolve(TypeCatalogue.plainName(of: type.identifier)) == type)
  }

  /// `stepCount` as `step-count`.
  private static func separated(_ name: String, by separator: String) -> String {
    name.map { $0.isUppercase ? separator + $0.lowercased() : String($0) }.joined()
  }

  @Test(arguments: [
    ("steps", "stepCount"), ("weight", "bodyMass"), ("pulse", "heartRate"), ("hr", "heartRate"),
    ("active-energy", "activeEnergyBurned"), ("Active Calories", "activeEnergyBurned"),
    ("resting-energy", "basalEnergyBurned"), ("distance", "distanceWalkingRunning"),
    ("sleep", "sleepAnalysis"), ("SpO2", "oxygenSaturation"), ("hrv", "heartRateVariabilitySDNN"),
    ("bp", "bloodPressure"), ("bmi", "bodyMassIndex"), ("blood sugar", "bloodGlucose"),
    ("ecg", "electrocardiogram"), ("dob", "dateOfBirth"), ("workouts", "workout"),
    ("mood", "stateOfMind"), ("water", "dietaryWater"), ("VO2Max", "vo2Max"), ("vo2", "vo2Max"),
    ("audioExposureEvent", "environmentalAudioExposureEvent"), ("Heart Rate", "heartRate"),
    ("step_count", "stepCount"), ("step-count", "stepCount"), ("rings", "activitySummary"),
  ])
  func resolves(_ name: String, _ shortName: String) throws {
    #expect(try TypeCatalogue.resolve(name).shortName == shortName)
  }

  @Test(arguments: [
    ("stepcout", ["stepCount"]), ("stepcuont", ["stepCount"]), ("hartrate", ["heartRate"]),
    ("heart rtae", ["heartRate"]), ("bodymas", ["bodyMass"]), ("wieght", ["bodyMass"]),
    ("slep", ["sleepAnalysis", "stepCount"]),
    ("calories", ["activeEnergyBurned", "basalEnergyBurned", "dietaryEnergyConsumed"]),
    ("energy", ["basalEnergyBurned", "dietaryEnergyConsumed", "activeEnergyBurned"]),
    ("HKQuantityTypeIdentifierFromTheFuture", []), ("", []), ("x", []), ("qqqqqq", []),
  ])
  func suggests(_ name: String, _ suggestions: [String]) {
    let expected = UnknownType(kind: .type, name: name, suggestions: suggestions)
    #expect(throws: expected) { try TypeCatalogue.resolve(name) }
  }

  @Test func explainsOnOneLine() {
    let error = UnknownType(kind: .type, name: "a\nb", suggestions: ["x", "y", "z"])
    #expect(error.description == #"unknown type "a\nb"; did you mean x, y or z?"#)
    let none = UnknownType(kind: .workoutEvent, name: "q", suggestions: [])
    #expect(none.description == #"unknown workout event "q""#)
  }

  @Test(arguments: [
    "", "stepCount", "HKQuantityTypeIdentifierFromTheFuture", "HKQuantityTypeIdentifier",
  ])
  func findsNothingForAnUnknownIdentifier(_ identifier: String) {
    #expect(TypeCatalogue.find(identifier) == nil)
  }

  @Test(arguments: [
    ("blood pressure", ["bloodPressureDiastolic", "bloodPressureSystolic", "bloodPressure"]),
    ("pulse", ["heartRate", "restingHeartRate"]),
    ("swimming", ["distanceSwimming", "swimmingStrokeCount"]),
    ("no such thing", []),
  ])
  func searches(_ text: String, _ shortNames: [String]) {
    #expect(TypeCatalogue.search(text).map(\.shortName) == shortNames)
  }

  @Test func searchesForNothing() { #expect(TypeCatalogue.search("") == TypeCatalogue.all) }

  @Test func keepsTheWorkoutApart() {
    #expect(TypeCatalogue.find("HKWorkoutTypeIdentifier") == .workout)
    #expect(TypeCatalogue.all.filter { $0.identifier == "HKWorkoutTypeIdentifier" } == [.workout])
  }
}
