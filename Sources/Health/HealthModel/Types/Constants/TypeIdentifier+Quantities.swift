// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension TypeIdentifier {
  /// `HKQuantityTypeIdentifierActiveEnergyBurned`.
  public static var activeEnergyBurned: Self { "HKQuantityTypeIdentifierActiveEnergyBurned" }
  /// `HKQuantityTypeIdentifierAppleExerciseTime`.
  public static var appleExerciseTime: Self { "HKQuantityTypeIdentifierAppleExerciseTime" }
  /// `HKQuantityTypeIdentifierAppleMoveTime`.
  public static var appleMoveTime: Self { "HKQuantityTypeIdentifierAppleMoveTime" }
  /// `HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances`.
  public static var appleSleepingBreathingDisturbances: Self {
    "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances"
  }
  /// `HKQuantityTypeIdentifierAppleSleepingWristTemperature`.
  public static var appleSleepingWristTemperature: Self {
    "HKQuantityTypeIdentifierAppleSleepingWristTemperature"
  }
  /// `HKQuantityTypeIdentifierAppleStandTime`.
  public static var appleStandTime: Self { "HKQuantityTypeIdentifierAppleStandTime" }
  /// `HKQuantityTypeIdentifierAppleWalkingSteadiness`.
  public static var appleWalkingSteadiness: Self {
    "HKQuantityTypeIdentifierAppleWalkingSteadiness"
  }
  /// `HKQuantityTypeIdentifierAtrialFibrillationBurden`.
  public static var atrialFibrillationBurden: Self {
    "HKQuantityTypeIdentifierAtrialFibrillationBurden"
  }
  /// `HKQuantityTypeIdentifierBasalBodyTemperature`.
  public static var basalBodyTemperature: Self { "HKQuantityTypeIdentifierBasalBodyTemperature" }
  /// `HKQuantityTypeIdentifierBasalEnergyBurned`.
  public static var basalEnergyBurned: Self { "HKQuantityTypeIdentifierBasalEnergyBurned" }
  /// `HKQuantityTypeIdentifierBloodAlcoholContent`.
  public static var bloodAlcoholContent: Self { "HKQuantityTypeIdentifierBloodAlcoholContent" }
  /// `HKQuantityTypeIdentifierBloodGlucose`.
  public static var bloodGlucose: Self { "HKQuantityTypeIdentifierBloodGlucose" }
  /// `HKQuantityTypeIdentifierBloodPressureDiastolic`.
  public static var bloodPressureDiastolic: Self {
    "HKQuantityTypeIdentifierBloodPressureDiastolic"
  }
  /// `HKQuantityTypeIdentifierBloodPressureSystolic`.
  public static var bloodPressureSystolic: Self { "HKQuantityTypeIdentifierBloodPressureSystolic" }
  /// `HKQuantityTypeIdentifierBodyFatPercentage`.
  public static var bodyFatPercentage: Self { "HKQuantityTypeIdentifierBodyFatPercentage" }
  /// `HKQuantityTypeIdentifierBodyMass`.
  public static var bodyMass: Self { "HKQuantityTypeIdentifierBodyMass" }
  /// `HKQuantityTypeIdentifierBodyMassIndex`.
  public static var bodyMassIndex: Self { "HKQuantityTypeIdentifierBodyMassIndex" }
  /// `HKQuantityTypeIdentifierBodyTemperature`.
  public static var bodyTemperature: Self { "HKQuantityTypeIdentifierBodyTemperature" }
  /// `HKQuantityTypeIdentifierCrossCountrySkiingSpeed`.
  public static var crossCountrySkiingSpeed: Self {
    "HKQuantityTypeIdentifierCrossCountrySkiingSpeed"
  }
  /// `HKQuantityTypeIdentifierCyclingCadence`.
  public static var cyclingCadence: Self { "HKQuantityTypeIdentifierCyclingCadence" }
  /// `HKQuantityTypeIdentifierCyclingFunctionalThresholdPower`.
  public static var cyclingFunctionalThresholdPower: Self {
    "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower"
  }
  /// `HKQuantityTypeIdentifierCyclingPower`.
  public static var cyclingPower: Self { "HKQuantityTypeIdentifierCyclingPower" }
  /// `HKQuantityTypeIdentifierCyclingSpeed`.
  public static var cyclingSpeed: Self { "HKQuantityTypeIdentifierCyclingSpeed" }
  /// `HKQuantityTypeIdentifierDietaryBiotin`.
  public static var dietaryBiotin: Self { "HKQuantityTypeIdentifierDietaryBiotin" }
  /// `HKQuantityTypeIdentifierDietaryCaffeine`.
  public static var dietaryCaffeine: Self { "HKQuantityTypeIdentifierDietaryCaffeine" }
  /// `HKQuantityTypeIdentifierDietaryCalcium`.
  public static var dietaryCalcium: Self { "HKQuantityTypeIdentifierDietaryCalcium" }
  /// `HKQuantityTypeIdentifierDietaryCarbohydrates`.
  public static var dietaryCarbohydrates: Self { "HKQuantityTypeIdentifierDietaryCarbohydrates" }
  /// `HKQuantityTypeIdentifierDietaryChloride`.
  public static var dietaryChloride: Self { "HKQuantityTypeIdentifierDietaryChloride" }
  /// `HKQuantityTypeIdentifierDietaryCholesterol`.
  public static var dietaryCholesterol: Self { "HKQuantityTypeIdentifierDietaryCholesterol" }
  /// `HKQuantityTypeIdentifierDietaryChromium`.
  public static var dietaryChromium: Self { "HKQuantityTypeIdentifierDietaryChromium" }
  /// `HKQuantityTypeIdentifierDietaryCopper`.
  public static var dietaryCopper: Self { "HKQuantityTypeIdentifierDietaryCopper" }
  /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`.
  public static var dietaryEnergyConsumed: Self { "HKQuantityTypeIdentifierDietaryEnergyConsumed" }
  /// `HKQuantityTypeIdentifierDietaryFatMonounsaturated`.
  public static var dietaryFatMonounsaturated: Self {
    "HKQuantityTypeIdentifierDietaryFatMonounsaturated"
  }
  /// `HKQuantityTypeIdentifierDietaryFatPolyunsaturated`.
  public static var dietaryFatPolyunsaturated: Self {
    "HKQuantityTypeIdentifierDietaryFatPolyunsaturated"
  }
  /// `HKQuantityTypeIdentifierDietaryFatSaturated`.
  public static var dietaryFatSaturated: Self { "HKQuantityTypeIdentifierDietaryFatSaturated" }
  /// `HKQuantityTypeIdentifierDietaryFatTotal`.
  public static var dietaryFatTotal: Self { "HKQuantityTypeIdentifierDietaryFatTotal" }
  /// `HKQuantityTypeIdentifierDietaryFiber`.
  public static var dietaryFiber: Self { "HKQuantityTypeIdentifierDietaryFiber" }
  /// `HKQuantityTypeIdentifierDietaryFolate`.
  public static var dietaryFolate: Self { "HKQuantityTypeIdentifierDietaryFolate" }
  /// `HKQuantityTypeIdentifierDietaryIodine`.
  public static var dietaryIodine: Self { "HKQuantityTypeIdentifierDietaryIodine" }
  /// `HKQuantityTypeIdentifierDietaryIron`.
  public static var dietaryIron: Self { "HKQuantityTypeIdentifierDietaryIron" }
  /// `HKQuantityTypeIdentifierDietaryMagnesium`.
  public static var dietaryMagnesium: Self { "HKQuantityTypeIdentifierDietaryMagnesium" }
  /// `HKQuantityTypeIdentifierDietaryManganese`.
  public static var dietaryManganese: Self { "HKQuantityTypeIdentifierDietaryManganese" }
  /// `HKQuantityTypeIdentifierDietaryMolybdenum`.
  public static var dietaryMolybdenum: Self { "HKQuantityTypeIdentifierDietaryMolybdenum" }
  /// `HKQuantityTypeIdentifierDietaryNiacin`.
  public static var dietaryNiacin: Self { "HKQuantityTypeIdentifierDietaryNiacin" }
  /// `HKQuantityTypeIdentifierDietaryPantothenicAcid`.
  public static var dietaryPantothenicAcid: Self {
    "HKQuantityTypeIdentifierDietaryPantothenicAcid"
  }
  /// `HKQuantityTypeIdentifierDietaryPhosphorus`.
  public static var dietaryPhosphorus: Self { "HKQuantityTypeIdentifierDietaryPhosphorus" }
  /// `HKQuantityTypeIdentifierDietaryPotassium`.
  public static var dietaryPotassium: Self { "HKQuantityTypeIdentifierDietaryPotassium" }
  /// `HKQuantityTypeIdentifierDietaryProtein`.
  public static var dietaryProtein: Self { "HKQuantityTypeIdentifierDietaryProtein" }
  /// `HKQuantityTypeIdentifierDietaryRiboflavin`.
  public static var dietaryRiboflavin: Self { "HKQuantityTypeIdentifierDietaryRiboflavin" }
  /// `HKQuantityTypeIdentifierDietarySelenium`.
  public static var dietarySelenium: Self { "HKQuantityTypeIdentifierDietarySelenium" }
  /// `HKQuantityTypeIdentifierDietarySodium`.
  public static var dietarySodium: Self { "HKQuantityTypeIdentifierDietarySodium" }
  /// `HKQuantityTypeIdentifierDietarySugar`.
  public static var dietarySugar: Self { "HKQuantityTypeIdentifierDietarySugar" }
  /// `HKQuantityTypeIdentifierDietaryThiamin`.
  public static var dietaryThiamin: Self { "HKQuantityTypeIdentifierDietaryThiamin" }
  /// `HKQuantityTypeIdentifierDietaryVitaminA`.
  public static var dietaryVitaminA: Self { "HKQuantityTypeIdentifierDietaryVitaminA" }
  /// `HKQuantityTypeIdentifierDietaryVitaminB12`.
  public static var dietaryVitaminB12: Self { "HKQuantityTypeIdentifierDietaryVitaminB12" }
  /// `HKQuantityTypeIdentifierDietaryVitaminB6`.
  public static var dietaryVitaminB6: Self { "HKQuantityTypeIdentifierDietaryVitaminB6" }
  /// `HKQuantityTypeIdentifierDietaryVitaminC`.
  public static var dietaryVitaminC: Self { "HKQuantityTypeIdentifierDietaryVitaminC" }
  /// `HKQuantityTypeIdentifierDietaryVitaminD`.
  public static var dietaryVitaminD: Self { "HKQuantityTypeIdentifierDietaryVitaminD" }
  /// `HKQuantityTypeIdentifierDietaryVitaminE`.
  public static var dietaryVitaminE: Self { "HKQuantityTypeIdentifierDietaryVitaminE" }
  /// `HKQuantityTypeIdentifierDietaryVitaminK`.
  public static var dietaryVitaminK: Self { "HKQuantityTypeIdentifierDietaryVitaminK" }
  /// `HKQuantityTypeIdentifierDietaryWater`.
  public static var dietaryWater: Self { "HKQuantityTypeIdentifierDietaryWater" }
  /// `HKQuantityTypeIdentifierDietaryZinc`.
  public static var dietaryZinc: Self { "HKQuantityTypeIdentifierDietaryZinc" }
  /// `HKQuantityTypeIdentifierDistanceCrossCountrySkiing`.
  public static var distanceCrossCountrySkiing: Self {
    "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"
  }
  /// `HKQuantityTypeIdentifierDistanceCycling`.
  public static var distanceCycling: Self { "HKQuantityTypeIdentifierDistanceCycling" }
  /// `HKQuantityTypeIdentifierDistanceDownhillSnowSports`.
  public static var distanceDownhillSnowSports: Self {
    "HKQuantityTypeIdentifierDistanceDownhillSnowSports"
  }
  /// `HKQuantityTypeIdentifierDistancePaddleSports`.
  public static var distancePaddleSports: Self { "HKQuantityTypeIdentifierDistancePaddleSports" }
  /// `HKQuantityTypeIdentifierDistanceRowing`.
  public static var distanceRowing: Self { "HKQuantityTypeIdentifierDistanceRowing" }
  /// `HKQuantityTypeIdentifierDistanceSkatingSports`.
  public static var distanceSkatingSports: Self { "HKQuantityTypeIdentifierDistanceSkatingSports" }
  /// `HKQuantityTypeIdentifierDistanceSwimming`.
  public static var distanceSwimming: Self { "HKQuantityTypeIdentifierDistanceSwimming" }
  /// `HKQuantityTypeIdentifierDistanceWalkingRunning`.
  public static var distanceWalkingRunning: Self {
    "HKQuantityTypeIdentifierDistanceWalkingRunning"
  }
  /// `HKQuantityTypeIdentifierDistanceWheelchair`.
  public static var distanceWheelchair: Self { "HKQuantityTypeIdentifierDistanceWheelchair" }
  /// `HKQuantityTypeIdentifierElectrodermalActivity`.
  public static var electrodermalActivity: Self { "HKQuantityTypeIdentifierElectrodermalActivity" }
  /// `HKQuantityTypeIdentifierEnvironmentalAudioExposure`.
  public static var environmentalAudioExposure: Self {
    "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
  }
  /// `HKQuantityTypeIdentifierEnvironmentalSoundReduction`.
  public static var environmentalSoundReduction: Self {
    "HKQuantityTypeIdentifierEnvironmentalSoundReduction"
  }
  /// `HKQuantityTypeIdentifierEstimatedWorkoutEffortScore`.
  public static var estimatedWorkoutEffortScore: Self {
    "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore"
  }
  /// `HKQuantityTypeIdentifierFlightsClimbed`.
  public static var flightsClimbed: Self { "HKQuantityTypeIdentifierFlightsClimbed" }
  /// `HKQuantityTypeIdentifierForcedExpiratoryVolume1`.
  public static var forcedExpiratoryVolume1: Self {
    "HKQuantityTypeIdentifierForcedExpiratoryVolume1"
  }
  /// `HKQuantityTypeIdentifierForcedVitalCapacity`.
  public static var forcedVitalCapacity: Self { "HKQuantityTypeIdentifierForcedVitalCapacity" }
  /// `HKQuantityTypeIdentifierHeadphoneAudioExposure`.
  public static var headphoneAudioExposure: Self {
    "HKQuantityTypeIdentifierHeadphoneAudioExposure"
  }
  /// `HKQuantityTypeIdentifierHeartRate`.
  public static var heartRate: Self { "HKQuantityTypeIdentifierHeartRate" }
  /// `HKQuantityTypeIdentifierHeartRateRecoveryOneMinute`.
  public static var heartRateRecoveryOneMinute: Self {
    "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute"
  }
  /// `HKQuantityTypeIdentifierHeartRateVariabilityRMSSD`.
  public static var heartRateVariabilityRMSSD: Self {
    "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD"
  }
  /// `HKQuantityTypeIdentifierHeartRateVariabilitySDNN`.
  public static var heartRateVariabilitySDNN: Self {
    "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
  }
  /// `HKQuantityTypeIdentifierHeight`.
  public static var height: Self { "HKQuantityTypeIdentifierHeight" }
  /// `HKQuantityTypeIdentifierInhalerUsage`.
  public static var inhalerUsage: Self { "HKQuantityTypeIdentifierInhalerUsage" }
  /// `HKQuantityTypeIdentifierInsulinDelivery`.
  public static var insulinDelivery: Self { "HKQuantityTypeIdentifierInsulinDelivery" }
  /// `HKQuantityTypeIdentifierLeanBodyMass`.
  public static var leanBodyMass: Self { "HKQuantityTypeIdentifierLeanBodyMass" }
  /// `HKQuantityTypeIdentifierNikeFuel`.
  public static var nikeFuel: Self { "HKQuantityTypeIdentifierNikeFuel" }
  /// `HKQuantityTypeIdentifierNumberOfAlcoholicBeverages`.
  public static var numberOfAlcoholicBeverages: Self {
    "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages"
  }
  /// `HKQuantityTypeIdentifierNumberOfTimesFallen`.
  public static var numberOfTimesFallen: Self { "HKQuantityTypeIdentifierNumberOfTimesFallen" }
  /// `HKQuantityTypeIdentifierOxygenSaturation`.
  public static var oxygenSaturation: Self { "HKQuantityTypeIdentifierOxygenSaturation" }
  /// `HKQuantityTypeIdentifierPaddleSportsSpeed`.
  public static var paddleSportsSpeed: Self { "HKQuantityTypeIdentifierPaddleSportsSpeed" }
  /// `HKQuantityTypeIdentifierPeakExpiratoryFlowRate`.
  public static var peakExpiratoryFlowRate: Self {
    "HKQuantityTypeIdentifierPeakExpiratoryFlowRate"
  }
  /// `HKQuantityTypeIdentifierPeripheralPerfusionIndex`.
  public static var peripheralPerfusionIndex: Self {
    "HKQuantityTypeIdentifierPeripheralPerfusionIndex"
  }
  /// `HKQuantityTypeIdentifierPhysicalEffort`.
  public static var physicalEffort: Self { "HKQuantityTypeIdentifierPhysicalEffort" }
  /// `HKQuantityTypeIdentifierPushCount`.
  public static var pushCount: Self { "HKQuantityTypeIdentifierPushCount" }
  /// `HKQuantityTypeIdentifierRespiratoryRate`.
  public static var respiratoryRate: Self { "HKQuantityTypeIdentifierRespiratoryRate" }
  /// `HKQuantityTypeIdentifierRestingHeartRate`.
  public static var restingHeartRate: Self { "HKQuantityTypeIdentifierRestingHeartRate" }
  /// `HKQuantityTypeIdentifierRowingSpeed`.
  public static var rowingSpeed: Self { "HKQuantityTypeIdentifierRowingSpeed" }
  /// `HKQuantityTypeIdentifierRunningGroundContactTime`.
  public static var runningGroundContactTime: Self {
    "HKQuantityTypeIdentifierRunningGroundContactTime"
  }
  /// `HKQuantityTypeIdentifierRunningPower`.
  public static var runningPower: Self { "HKQuantityTypeIdentifierRunningPower" }
  /// `HKQuantityTypeIdentifierRunningSpeed`.
  public static var runningSpeed: Self { "HKQuantityTypeIdentifierRunningSpeed" }
  /// `HKQuantityTypeIdentifierRunningStrideLength`.
  public static var runningStrideLength: Self { "HKQuantityTypeIdentifierRunningStrideLength" }
  /// `HKQuantityTypeIdentifierRunningVerticalOscillation`.
  public static var runningVerticalOscillation: Self {
    "HKQuantityTypeIdentifierRunningVerticalOscillation"
  }
  /// `HKQuantityTypeIdentifierSixMinuteWalkTestDistance`.
  public static var sixMinuteWalkTestDistance: Self {
    "HKQuantityTypeIdentifierSixMinuteWalkTestDistance"
  }
  /// `HKQuantityTypeIdentifierStairAscentSpeed`.
  public static var stairAscentSpeed: Self { "HKQuantityTypeIdentifierStairAscentSpeed" }
  /// `HKQuantityTypeIdentifierStairDescentSpeed`.
  public static var stairDescentSpeed: Self { "HKQuantityTypeIdentifierStairDescentSpeed" }
  /// `HKQuantityTypeIdentifierStepCount`.
  public static var stepCount: Self { "HKQuantityTypeIdentifierStepCount" }
  /// `HKQuantityTypeIdentifierSwimmingStrokeCount`.
  public static var swimmingStrokeCount: Self { "HKQuantityTypeIdentifierSwimmingStrokeCount" }
  /// `HKQuantityTypeIdentifierTimeInDaylight`.
  public static var timeInDaylight: Self { "HKQuantityTypeIdentifierTimeInDaylight" }
  /// `HKQuantityTypeIdentifierUVExposure`.
  public static var uvExposure: Self { "HKQuantityTypeIdentifierUVExposure" }
  /// `HKQuantityTypeIdentifierUnderwaterDepth`.
  public static var underwaterDepth: Self { "HKQuantityTypeIdentifierUnderwaterDepth" }
  /// `HKQuantityTypeIdentifierVO2Max`.
  public static var vo2Max: Self { "HKQuantityTypeIdentifierVO2Max" }
  /// `HKQuantityTypeIdentifierWaistCircumference`.
  public static var waistCircumference: Self { "HKQuantityTypeIdentifierWaistCircumference" }
  /// `HKQuantityTypeIdentifierWalkingAsymmetryPercentage`.
  public static var walkingAsymmetryPercentage: Self {
    "HKQuantityTypeIdentifierWalkingAsymmetryPercentage"
  }
  /// `HKQuantityTypeIdentifierWalkingDoubleSupportPercentage`.
  public static var walkingDoubleSupportPercentage: Self {
    "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage"
  }
  /// `HKQuantityTypeIdentifierWalkingHeartRateAverage`.
  public static var walkingHeartRateAverage: Self {
    "HKQuantityTypeIdentifierWalkingHeartRateAverage"
  }
  /// `HKQuantityTypeIdentifierWalkingSpeed`.
  public static var walkingSpeed: Self { "HKQuantityTypeIdentifierWalkingSpeed" }
  /// `HKQuantityTypeIdentifierWalkingStepLength`.
  public static var walkingStepLength: Self { "HKQuantityTypeIdentifierWalkingStepLength" }
  /// `HKQuantityTypeIdentifierWaterTemperature`.
  public static var waterTemperature: Self { "HKQuantityTypeIdentifierWaterTemperature" }
  /// `HKQuantityTypeIdentifierWorkoutEffortScore`.
  public static var workoutEffortScore: Self { "HKQuantityTypeIdentifierWorkoutEffortScore" }
}
