// The types that views, rules and commands name themselves.

extension QuantityType {
  /// A type whose identifier is part of the program; anything else traps.
  private init(known identifier: String) {
    guard case .quantity(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a quantity type: \(identifier)")
    }
    self = type
  }

  /// `HKQuantityTypeIdentifierActiveEnergyBurned`, in `kcal`.
  public static let activeEnergyBurned = QuantityType(
    known: "HKQuantityTypeIdentifierActiveEnergyBurned")
  /// `HKQuantityTypeIdentifierAppleExerciseTime`, in `min`.
  public static let appleExerciseTime = QuantityType(
    known: "HKQuantityTypeIdentifierAppleExerciseTime")
  /// `HKQuantityTypeIdentifierAppleMoveTime`, in `min`.
  public static let appleMoveTime = QuantityType(
    known: "HKQuantityTypeIdentifierAppleMoveTime")
  /// `HKQuantityTypeIdentifierAppleStandTime`, in `min`.
  public static let appleStandTime = QuantityType(
    known: "HKQuantityTypeIdentifierAppleStandTime")
  /// `HKQuantityTypeIdentifierBasalEnergyBurned`, in `kcal`.
  public static let basalEnergyBurned = QuantityType(
    known: "HKQuantityTypeIdentifierBasalEnergyBurned")
  /// `HKQuantityTypeIdentifierBodyMass`, in `kg`.
  public static let bodyMass = QuantityType(
    known: "HKQuantityTypeIdentifierBodyMass")
  /// `HKQuantityTypeIdentifierBodyMassIndex`, in `count`.
  public static let bodyMassIndex = QuantityType(
    known: "HKQuantityTypeIdentifierBodyMassIndex")
  /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`, in `kcal`.
  public static let dietaryEnergyConsumed = QuantityType(
    known: "HKQuantityTypeIdentifierDietaryEnergyConsumed")
  /// `HKQuantityTypeIdentifierDistanceCycling`, in `m`.
  public static let distanceCycling = QuantityType(
    known: "HKQuantityTypeIdentifierDistanceCycling")
  /// `HKQuantityTypeIdentifierDistanceSwimming`, in `m`.
  public static let distanceSwimming = QuantityType(
    known: "HKQuantityTypeIdentifierDistanceSwimming")
  /// `HKQuantityTypeIdentifierDistanceWalkingRunning`, in `m`.
  public static let distanceWalkingRunning = QuantityType(
    known: "HKQuantityTypeIdentifierDistanceWalkingRunning")
  /// `HKQuantityTypeIdentifierFlightsClimbed`, in `count`.
  public static let flightsClimbed = QuantityType(
    known: "HKQuantityTypeIdentifierFlightsClimbed")
  /// `HKQuantityTypeIdentifierHeartRate`, in `count/s`.
  public static let heartRate = QuantityType(
    known: "HKQuantityTypeIdentifierHeartRate")
  /// `HKQuantityTypeIdentifierHeight`, in `m`.
  public static let height = QuantityType(
    known: "HKQuantityTypeIdentifierHeight")
  /// `HKQuantityTypeIdentifierStepCount`, in `count`.
  public static let stepCount = QuantityType(
    known: "HKQuantityTypeIdentifierStepCount")
  /// `HKQuantityTypeIdentifierSwimmingStrokeCount`, in `count`.
  public static let swimmingStrokeCount = QuantityType(
    known: "HKQuantityTypeIdentifierSwimmingStrokeCount")
}

extension CategoryType {
  private init(known identifier: String) {
    guard case .category(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a category type: \(identifier)")
    }
    self = type
  }

  /// `HKCategoryTypeIdentifierAppleStandHour`.
  public static let appleStandHour = CategoryType(
    known: "HKCategoryTypeIdentifierAppleStandHour")
  /// `HKCategoryTypeIdentifierMenstrualFlow`.
  public static let menstrualFlow = CategoryType(
    known: "HKCategoryTypeIdentifierMenstrualFlow")
  /// `HKCategoryTypeIdentifierMindfulSession`.
  public static let mindfulSession = CategoryType(
    known: "HKCategoryTypeIdentifierMindfulSession")
  /// `HKCategoryTypeIdentifierSleepAnalysis`.
  public static let sleepAnalysis = CategoryType(
    known: "HKCategoryTypeIdentifierSleepAnalysis")
}

extension CharacteristicType {
  private init(known identifier: String) {
    guard case .characteristic(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a characteristic type: \(identifier)")
    }
    self = type
  }

  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static let activityMoveMode = CharacteristicType(
    known: "HKCharacteristicTypeIdentifierActivityMoveMode")
  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static let biologicalSex = CharacteristicType(
    known: "HKCharacteristicTypeIdentifierBiologicalSex")
  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static let bloodType = CharacteristicType(
    known: "HKCharacteristicTypeIdentifierBloodType")
  /// `HKCharacteristicTypeIdentifierDateOfBirth`.
  public static let dateOfBirth = CharacteristicType(
    known: "HKCharacteristicTypeIdentifierDateOfBirth")
  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static let fitzpatrickSkinType = CharacteristicType(
    known: "HKCharacteristicTypeIdentifierFitzpatrickSkinType")
  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static let wheelchairUse = CharacteristicType(
    known: "HKCharacteristicTypeIdentifierWheelchairUse")
}

extension CorrelationType {
  private init(known identifier: String) {
    guard case .correlation(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a correlation type: \(identifier)")
    }
    self = type
  }

  /// `HKCorrelationTypeIdentifierBloodPressure`.
  public static let bloodPressure = CorrelationType(
    known: "HKCorrelationTypeIdentifierBloodPressure")
  /// `HKCorrelationTypeIdentifierFood`.
  public static let food = CorrelationType(
    known: "HKCorrelationTypeIdentifierFood")
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
