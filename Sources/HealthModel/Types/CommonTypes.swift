// The types that views, rules and commands name themselves.

extension QuantityType {
  /// A type whose name behind the prefix is part of the program; anything else traps.
  init(known constant: String) {
    let identifier = "HKQuantityTypeIdentifier" + constant
    guard case .quantity(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a quantity type: \(identifier)")
    }
    self = type
  }

  /// `HKQuantityTypeIdentifierActiveEnergyBurned`, in `kcal`.
  public static let activeEnergyBurned = QuantityType(known: "ActiveEnergyBurned")
  /// `HKQuantityTypeIdentifierAppleExerciseTime`, in `min`.
  public static let appleExerciseTime = QuantityType(known: "AppleExerciseTime")
  /// `HKQuantityTypeIdentifierAppleMoveTime`, in `min`.
  public static let appleMoveTime = QuantityType(known: "AppleMoveTime")
  /// `HKQuantityTypeIdentifierAppleStandTime`, in `min`.
  public static let appleStandTime = QuantityType(known: "AppleStandTime")
  /// `HKQuantityTypeIdentifierBasalEnergyBurned`, in `kcal`.
  public static let basalEnergyBurned = QuantityType(known: "BasalEnergyBurned")
  /// `HKQuantityTypeIdentifierBloodGlucose`, in `mg/dL`.
  public static let bloodGlucose = QuantityType(known: "BloodGlucose")
  /// `HKQuantityTypeIdentifierBodyMass`, in `kg`.
  public static let bodyMass = QuantityType(known: "BodyMass")
  /// `HKQuantityTypeIdentifierBodyMassIndex`, in `count`.
  public static let bodyMassIndex = QuantityType(known: "BodyMassIndex")
  /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`, in `kcal`.
  public static let dietaryEnergyConsumed = QuantityType(known: "DietaryEnergyConsumed")
  /// `HKQuantityTypeIdentifierDistanceCycling`, in `m`.
  public static let distanceCycling = QuantityType(known: "DistanceCycling")
  /// `HKQuantityTypeIdentifierDistanceSwimming`, in `m`.
  public static let distanceSwimming = QuantityType(known: "DistanceSwimming")
  /// `HKQuantityTypeIdentifierDistanceWalkingRunning`, in `m`.
  public static let distanceWalkingRunning = QuantityType(known: "DistanceWalkingRunning")
  /// `HKQuantityTypeIdentifierFlightsClimbed`, in `count`.
  public static let flightsClimbed = QuantityType(known: "FlightsClimbed")
  /// `HKQuantityTypeIdentifierHeartRate`, in `count/s`.
  public static let heartRate = QuantityType(known: "HeartRate")
  /// `HKQuantityTypeIdentifierHeight`, in `m`.
  public static let height = QuantityType(known: "Height")
  /// `HKQuantityTypeIdentifierStepCount`, in `count`.
  public static let stepCount = QuantityType(known: "StepCount")
  /// `HKQuantityTypeIdentifierSwimmingStrokeCount`, in `count`.
  public static let swimmingStrokeCount = QuantityType(known: "SwimmingStrokeCount")
}

extension CategoryType {
  private init(known constant: String) {
    let identifier = "HKCategoryTypeIdentifier" + constant
    guard case .category(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a category type: \(identifier)")
    }
    self = type
  }

  /// `HKCategoryTypeIdentifierAppleStandHour`.
  public static let appleStandHour = CategoryType(known: "AppleStandHour")
  /// `HKCategoryTypeIdentifierMenstrualFlow`.
  public static let menstrualFlow = CategoryType(known: "MenstrualFlow")
  /// `HKCategoryTypeIdentifierMindfulSession`.
  public static let mindfulSession = CategoryType(known: "MindfulSession")
  /// `HKCategoryTypeIdentifierSleepAnalysis`.
  public static let sleepAnalysis = CategoryType(known: "SleepAnalysis")
}

extension CharacteristicType {
  private init(known constant: String) {
    let identifier = "HKCharacteristicTypeIdentifier" + constant
    guard case .characteristic(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a characteristic type: \(identifier)")
    }
    self = type
  }

  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static let activityMoveMode = CharacteristicType(known: "ActivityMoveMode")
  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static let biologicalSex = CharacteristicType(known: "BiologicalSex")
  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static let bloodType = CharacteristicType(known: "BloodType")
  /// `HKCharacteristicTypeIdentifierDateOfBirth`.
  public static let dateOfBirth = CharacteristicType(known: "DateOfBirth")
  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static let fitzpatrickSkinType = CharacteristicType(known: "FitzpatrickSkinType")
  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static let wheelchairUse = CharacteristicType(known: "WheelchairUse")
}

extension CorrelationType {
  private init(known constant: String) {
    let identifier = "HKCorrelationTypeIdentifier" + constant
    guard case .correlation(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a correlation type: \(identifier)")
    }
    self = type
  }

  /// `HKCorrelationTypeIdentifierBloodPressure`.
  public static let bloodPressure = CorrelationType(known: "BloodPressure")
  /// `HKCorrelationTypeIdentifierFood`.
  public static let food = CorrelationType(known: "Food")
}

extension WorkoutActivityType {
  private init(known rawValue: Int) {
    guard let type = WorkoutActivityType(rawValue: rawValue) else {
      preconditionFailure("not a workout activity: \(rawValue)")
    }
    self = type
  }

  /// Running, 37.
  public static let running = WorkoutActivityType(known: 37)
  /// Swimming, 46.
  public static let swimming = WorkoutActivityType(known: 46)
  /// A swim, a ride and a run in one, 82.
  public static let swimBikeRun = WorkoutActivityType(known: 82)
  /// Walking, 52.
  public static let walking = WorkoutActivityType(known: 52)
  /// Cycling, 13.
  public static let cycling = WorkoutActivityType(known: 13)
  /// Anything else, 3000.
  public static let other = WorkoutActivityType(known: 3000)
}
