/// The identifier of a type of health objects, as calls take it: HealthKit's HKQuantityTypeIdentifier and its
/// relatives.
///
///     try await store.latestSample(of: .bodyMass)
///     try await store.objects(of: "HKQuantityTypeIdentifierThatIsNewer")
///
/// The catalogue may not know it: such types are kept and shown too.
public struct TypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// Apple's full identifier: `HKQuantityTypeIdentifierBodyMass`.
  public let rawValue: String

  /// This identifier, whether the catalogue has it or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// This identifier, whether the catalogue has it or not.
  public init(_ identifier: String) { rawValue = identifier }

  /// That of a type of the catalogue.
  public init(_ type: ObjectType) { rawValue = type.identifier }
}

extension TypeIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A full identifier in the text of a program.
  public init(stringLiteral identifier: String) { rawValue = identifier }

  /// The identifier.
  public var description: String { rawValue }
}

extension TypeIdentifier {
  /// `HKQuantityTypeIdentifierActiveEnergyBurned`.
  public static let activeEnergyBurned: Self = "HKQuantityTypeIdentifierActiveEnergyBurned"
  /// `HKQuantityTypeIdentifierAppleExerciseTime`.
  public static let appleExerciseTime: Self = "HKQuantityTypeIdentifierAppleExerciseTime"
  /// `HKQuantityTypeIdentifierAppleMoveTime`.
  public static let appleMoveTime: Self = "HKQuantityTypeIdentifierAppleMoveTime"
  /// `HKQuantityTypeIdentifierAppleStandTime`.
  public static let appleStandTime: Self = "HKQuantityTypeIdentifierAppleStandTime"
  /// `HKQuantityTypeIdentifierBasalEnergyBurned`.
  public static let basalEnergyBurned: Self = "HKQuantityTypeIdentifierBasalEnergyBurned"
  /// `HKQuantityTypeIdentifierBodyMass`.
  public static let bodyMass: Self = "HKQuantityTypeIdentifierBodyMass"
  /// `HKQuantityTypeIdentifierBodyMassIndex`.
  public static let bodyMassIndex: Self = "HKQuantityTypeIdentifierBodyMassIndex"
  /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`.
  public static let dietaryEnergyConsumed: Self = "HKQuantityTypeIdentifierDietaryEnergyConsumed"
  /// `HKQuantityTypeIdentifierDistanceCycling`.
  public static let distanceCycling: Self = "HKQuantityTypeIdentifierDistanceCycling"
  /// `HKQuantityTypeIdentifierDistanceSwimming`.
  public static let distanceSwimming: Self = "HKQuantityTypeIdentifierDistanceSwimming"
  /// `HKQuantityTypeIdentifierDistanceWalkingRunning`.
  public static let distanceWalkingRunning: Self = "HKQuantityTypeIdentifierDistanceWalkingRunning"
  /// `HKQuantityTypeIdentifierFlightsClimbed`.
  public static let flightsClimbed: Self = "HKQuantityTypeIdentifierFlightsClimbed"
  /// `HKQuantityTypeIdentifierHeartRate`.
  public static let heartRate: Self = "HKQuantityTypeIdentifierHeartRate"
  /// `HKQuantityTypeIdentifierHeight`.
  public static let height: Self = "HKQuantityTypeIdentifierHeight"
  /// `HKQuantityTypeIdentifierStepCount`.
  public static let stepCount: Self = "HKQuantityTypeIdentifierStepCount"
  /// `HKQuantityTypeIdentifierSwimmingStrokeCount`.
  public static let swimmingStrokeCount: Self = "HKQuantityTypeIdentifierSwimmingStrokeCount"
  /// `HKCategoryTypeIdentifierAppleStandHour`.
  public static let appleStandHour: Self = "HKCategoryTypeIdentifierAppleStandHour"
  /// `HKCategoryTypeIdentifierMenstrualFlow`.
  public static let menstrualFlow: Self = "HKCategoryTypeIdentifierMenstrualFlow"
  /// `HKCategoryTypeIdentifierMindfulSession`.
  public static let mindfulSession: Self = "HKCategoryTypeIdentifierMindfulSession"
  /// `HKCategoryTypeIdentifierSleepAnalysis`.
  public static let sleepAnalysis: Self = "HKCategoryTypeIdentifierSleepAnalysis"
  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static let activityMoveMode: Self = "HKCharacteristicTypeIdentifierActivityMoveMode"
  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static let biologicalSex: Self = "HKCharacteristicTypeIdentifierBiologicalSex"
  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static let bloodType: Self = "HKCharacteristicTypeIdentifierBloodType"
  /// `HKCharacteristicTypeIdentifierDateOfBirth`.
  public static let dateOfBirth: Self = "HKCharacteristicTypeIdentifierDateOfBirth"
  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static let fitzpatrickSkinType: Self = "HKCharacteristicTypeIdentifierFitzpatrickSkinType"
  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static let wheelchairUse: Self = "HKCharacteristicTypeIdentifierWheelchairUse"
  /// `HKCorrelationTypeIdentifierBloodPressure`.
  public static let bloodPressure: Self = "HKCorrelationTypeIdentifierBloodPressure"
  /// `HKCorrelationTypeIdentifierFood`.
  public static let food: Self = "HKCorrelationTypeIdentifierFood"
  /// `HKWorkoutTypeIdentifier`.
  public static let workout: Self = "HKWorkoutTypeIdentifier"
}
