// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension QuantityType {
  /// `HKQuantityTypeIdentifierActiveEnergyBurned`, in `kcal`.
  public static var activeEnergyBurned: Self { Self(index: 0) }
  /// `HKQuantityTypeIdentifierAppleExerciseTime`, in `min`.
  public static var appleExerciseTime: Self { Self(index: 1) }
  /// `HKQuantityTypeIdentifierAppleMoveTime`, in `min`.
  public static var appleMoveTime: Self { Self(index: 2) }
  /// `HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances`, in `count`.
  public static var appleSleepingBreathingDisturbances: Self { Self(index: 3) }
  /// `HKQuantityTypeIdentifierAppleSleepingWristTemperature`, in `degC`.
  public static var appleSleepingWristTemperature: Self { Self(index: 4) }
  /// `HKQuantityTypeIdentifierAppleStandTime`, in `min`.
  public static var appleStandTime: Self { Self(index: 5) }
  /// `HKQuantityTypeIdentifierAppleWalkingSteadiness`, in `%`.
  public static var appleWalkingSteadiness: Self { Self(index: 6) }
  /// `HKQuantityTypeIdentifierAtrialFibrillationBurden`, in `%`.
  public static var atrialFibrillationBurden: Self { Self(index: 7) }
  /// `HKQuantityTypeIdentifierBasalBodyTemperature`, in `degC`.
  public static var basalBodyTemperature: Self { Self(index: 8) }
  /// `HKQuantityTypeIdentifierBasalEnergyBurned`, in `kcal`.
  public static var basalEnergyBurned: Self { Self(index: 9) }
  /// `HKQuantityTypeIdentifierBloodAlcoholContent`, in `%`.
  public static var bloodAlcoholContent: Self { Self(index: 10) }
  /// `HKQuantityTypeIdentifierBloodGlucose`, in `mg/dL`.
  public static var bloodGlucose: Self { Self(index: 11) }
  /// `HKQuantityTypeIdentifierBloodPressureDiastolic`, in `mmHg`.
  public static var bloodPressureDiastolic: Self { Self(index: 12) }
  /// `HKQuantityTypeIdentifierBloodPressureSystolic`, in `mmHg`.
  public static var bloodPressureSystolic: Self { Self(index: 13) }
  /// `HKQuantityTypeIdentifierBodyFatPercentage`, in `%`.
  public static var bodyFatPercentage: Self { Self(index: 14) }
  /// `HKQuantityTypeIdentifierBodyMass`, in `kg`.
  public static var bodyMass: Self { Self(index: 15) }
  /// `HKQuantityTypeIdentifierBodyMassIndex`, in `count`.
  public static var bodyMassIndex: Self { Self(index: 16) }
  /// `HKQuantityTypeIdentifierBodyTemperature`, in `degC`.
  public static var bodyTemperature: Self { Self(index: 17) }
  /// `HKQuantityTypeIdentifierCrossCountrySkiingSpeed`, in `m/s`.
  public static var crossCountrySkiingSpeed: Self { Self(index: 18) }
  /// `HKQuantityTypeIdentifierCyclingCadence`, in `count/min`.
  public static var cyclingCadence: Self { Self(index: 19) }
  /// `HKQuantityTypeIdentifierCyclingFunctionalThresholdPower`, in `W`.
  public static var cyclingFunctionalThresholdPower: Self { Self(index: 20) }
  /// `HKQuantityTypeIdentifierCyclingPower`, in `W`.
  public static var cyclingPower: Self { Self(index: 21) }
  /// `HKQuantityTypeIdentifierCyclingSpeed`, in `m/s`.
  public static var cyclingSpeed: Self { Self(index: 22) }
  /// `HKQuantityTypeIdentifierDietaryBiotin`, in `g`.
  public static var dietaryBiotin: Self { Self(index: 23) }
  /// `HKQuantityTypeIdentifierDietaryCaffeine`, in `g`.
  public static var dietaryCaffeine: Self { Self(index: 24) }
  /// `HKQuantityTypeIdentifierDietaryCalcium`, in `g`.
  public static var dietaryCalcium: Self { Self(index: 25) }
  /// `HKQuantityTypeIdentifierDietaryCarbohydrates`, in `g`.
  public static var dietaryCarbohydrates: Self { Self(index: 26) }
  /// `HKQuantityTypeIdentifierDietaryChloride`, in `g`.
  public static var dietaryChloride: Self { Self(index: 27) }
  /// `HKQuantityTypeIdentifierDietaryCholesterol`, in `g`.
  public static var dietaryCholesterol: Self { Self(index: 28) }
  /// `HKQuantityTypeIdentifierDietaryChromium`, in `g`.
  public static var dietaryChromium: Self { Self(index: 29) }
  /// `HKQuantityTypeIdentifierDietaryCopper`, in `g`.
  public static var dietaryCopper: Self { Self(index: 30) }
  /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`, in `kcal`.
  public static var dietaryEnergyConsumed: Self { Self(index: 31) }
  /// `HKQuantityTypeIdentifierDietaryFatMonounsaturated`, in `g`.
  public static var dietaryFatMonounsaturated: Self { Self(index: 32) }
  /// `HKQuantityTypeIdentifierDietaryFatPolyunsaturated`, in `g`.
  public static var dietaryFatPolyunsaturated: Self { Self(index: 33) }
  /// `HKQuantityTypeIdentifierDietaryFatSaturated`, in `g`.
  public static var dietaryFatSaturated: Self { Self(index: 34) }
  /// `HKQuantityTypeIdentifierDietaryFatTotal`, in `g`.
  public static var dietaryFatTotal: Self { Self(index: 35) }
  /// `HKQuantityTypeIdentifierDietaryFiber`, in `g`.
  public static var dietaryFiber: Self { Self(index: 36) }
  /// `HKQuantityTypeIdentifierDietaryFolate`, in `g`.
  public static var dietaryFolate: Self { Self(index: 37) }
  /// `HKQuantityTypeIdentifierDietaryIodine`, in `g`.
  public static var dietaryIodine: Self { Self(index: 38) }
  /// `HKQuantityTypeIdentifierDietaryIron`, in `g`.
  public static var dietaryIron: Self { Self(index: 39) }
  /// `HKQuantityTypeIdentifierDietaryMagnesium`, in `g`.
  public static var dietaryMagnesium: Self { Self(index: 40) }
  /// `HKQuantityTypeIdentifierDietaryManganese`, in `g`.
  public static var dietaryManganese: Self { Self(index: 41) }
  /// `HKQuantityTypeIdentifierDietaryMolybdenum`, in `g`.
  public static var dietaryMolybdenum: Self { Self(index: 42) }
  /// `HKQuantityTypeIdentifierDietaryNiacin`, in `g`.
  public static var dietaryNiacin: Self { Self(index: 43) }
  /// `HKQuantityTypeIdentifierDietaryPantothenicAcid`, in `g`.
  public static var dietaryPantothenicAcid: Self { Self(index: 44) }
  /// `HKQuantityTypeIdentifierDietaryPhosphorus`, in `g`.
  public static var dietaryPhosphorus: Self { Self(index: 45) }
  /// `HKQuantityTypeIdentifierDietaryPotassium`, in `g`.
  public static var dietaryPotassium: Self { Self(index: 46) }
  /// `HKQuantityTypeIdentifierDietaryProtein`, in `g`.
  public static var dietaryProtein: Self { Self(index: 47) }
  /// `HKQuantityTypeIdentifierDietaryRiboflavin`, in `g`.
  public static var dietaryRiboflavin: Self { Self(index: 48) }
  /// `HKQuantityTypeIdentifierDietarySelenium`, in `g`.
  public static var dietarySelenium: Self { Self(index: 49) }
  /// `HKQuantityTypeIdentifierDietarySodium`, in `g`.
  public static var dietarySodium: Self { Self(index: 50) }
  /// `HKQuantityTypeIdentifierDietarySugar`, in `g`.
  public static var dietarySugar: Self { Self(index: 51) }
  /// `HKQuantityTypeIdentifierDietaryThiamin`, in `g`.
  public static var dietaryThiamin: Self { Self(index: 52) }
  /// `HKQuantityTypeIdentifierDietaryVitaminA`, in `g`.
  public static var dietaryVitaminA: Self { Self(index: 53) }
  /// `HKQuantityTypeIdentifierDietaryVitaminB12`, in `g`.
  public static var dietaryVitaminB12: Self { Self(index: 54) }
  /// `HKQuantityTypeIdentifierDietaryVitaminB6`, in `g`.
  public static var dietaryVitaminB6: Self { Self(index: 55) }
  /// `HKQuantityTypeIdentifierDietaryVitaminC`, in `g`.
  public static var dietaryVitaminC: Self { Self(index: 56) }
  /// `HKQuantityTypeIdentifierDietaryVitaminD`, in `g`.
  public static var dietaryVitaminD: Self { Self(index: 57) }
  /// `HKQuantityTypeIdentifierDietaryVitaminE`, in `g`.
  public static var dietaryVitaminE: Self { Self(index: 58) }
  /// `HKQuantityTypeIdentifierDietaryVitaminK`, in `g`.
  public static var dietaryVitaminK: Self { Self(index: 59) }
  /// `HKQuantityTypeIdentifierDietaryWater`, in `mL`.
  public static var dietaryWater: Self { Self(index: 60) }
  /// `HKQuantityTypeIdentifierDietaryZinc`, in `g`.
  public static var dietaryZinc: Self { Self(index: 61) }
  /// `HKQuantityTypeIdentifierDistanceCrossCountrySkiing`, in `m`.
  public static var distanceCrossCountrySkiing: Self { Self(index: 62) }
  /// `HKQuantityTypeIdentifierDistanceCycling`, in `m`.
  public static var distanceCycling: Self { Self(index: 63) }
  /// `HKQuantityTypeIdentifierDistanceDownhillSnowSports`, in `m`.
  public static var distanceDownhillSnowSports: Self { Self(index: 64) }
  /// `HKQuantityTypeIdentifierDistancePaddleSports`, in `m`.
  public static var distancePaddleSports: Self { Self(index: 65) }
  /// `HKQuantityTypeIdentifierDistanceRowing`, in `m`.
  public static var distanceRowing: Self { Self(index: 66) }
  /// `HKQuantityTypeIdentifierDistanceSkatingSports`, in `m`.
  public static var distanceSkatingSports: Self { Self(index: 67) }
  /// `HKQuantityTypeIdentifierDistanceSwimming`, in `m`.
  public static var distanceSwimming: Self { Self(index: 68) }
  /// `HKQuantityTypeIdentifierDistanceWalkingRunning`, in `m`.
  public static var distanceWalkingRunning: Self { Self(index: 69) }
  /// `HKQuantityTypeIdentifierDistanceWheelchair`, in `m`.
  public static var distanceWheelchair: Self { Self(index: 70) }
  /// `HKQuantityTypeIdentifierElectrodermalActivity`, in `S`.
  public static var electrodermalActivity: Self { Self(index: 71) }
  /// `HKQuantityTypeIdentifierEnvironmentalAudioExposure`, in `dBASPL`.
  public static var environmentalAudioExposure: Self { Self(index: 72) }
  /// `HKQuantityTypeIdentifierEnvironmentalSoundReduction`, in `dBASPL`.
  public static var environmentalSoundReduction: Self { Self(index: 73) }
  /// `HKQuantityTypeIdentifierEstimatedWorkoutEffortScore`, in `appleEffortScore`.
  public static var estimatedWorkoutEffortScore: Self { Self(index: 74) }
  /// `HKQuantityTypeIdentifierFlightsClimbed`, in `count`.
  public static var flightsClimbed: Self { Self(index: 75) }
  /// `HKQuantityTypeIdentifierForcedExpiratoryVolume1`, in `L`.
  public static var forcedExpiratoryVolume1: Self { Self(index: 76) }
  /// `HKQuantityTypeIdentifierForcedVitalCapacity`, in `L`.
  public static var forcedVitalCapacity: Self { Self(index: 77) }
  /// `HKQuantityTypeIdentifierHeadphoneAudioExposure`, in `dBASPL`.
  public static var headphoneAudioExposure: Self { Self(index: 78) }
  /// `HKQuantityTypeIdentifierHeartRate`, in `count/s`.
  public static var heartRate: Self { Self(index: 79) }
  /// `HKQuantityTypeIdentifierHeartRateRecoveryOneMinute`, in `count/min`.
  public static var heartRateRecoveryOneMinute: Self { Self(index: 80) }
  /// `HKQuantityTypeIdentifierHeartRateVariabilityRMSSD`, in `ms`.
  public static var heartRateVariabilityRMSSD: Self { Self(index: 81) }
  /// `HKQuantityTypeIdentifierHeartRateVariabilitySDNN`, in `ms`.
  public static var heartRateVariabilitySDNN: Self { Self(index: 82) }
  /// `HKQuantityTypeIdentifierHeight`, in `m`.
  public static var height: Self { Self(index: 83) }
  /// `HKQuantityTypeIdentifierInhalerUsage`, in `count`.
  public static var inhalerUsage: Self { Self(index: 84) }
  /// `HKQuantityTypeIdentifierInsulinDelivery`, in `IU`.
  public static var insulinDelivery: Self { Self(index: 85) }
  /// `HKQuantityTypeIdentifierLeanBodyMass`, in `kg`.
  public static var leanBodyMass: Self { Self(index: 86) }
  /// `HKQuantityTypeIdentifierNikeFuel`, in `count`.
  public static var nikeFuel: Self { Self(index: 87) }
  /// `HKQuantityTypeIdentifierNumberOfAlcoholicBeverages`, in `count`.
  public static var numberOfAlcoholicBeverages: Self { Self(index: 88) }
  /// `HKQuantityTypeIdentifierNumberOfTimesFallen`, in `count`.
  public static var numberOfTimesFallen: Self { Self(index: 89) }
  /// `HKQuantityTypeIdentifierOxygenSaturation`, in `%`.
  public static var oxygenSaturation: Self { Self(index: 90) }
  /// `HKQuantityTypeIdentifierPaddleSportsSpeed`, in `m/s`.
  public static var paddleSportsSpeed: Self { Self(index: 91) }
  /// `HKQuantityTypeIdentifierPeakExpiratoryFlowRate`, in `L/min`.
  public static var peakExpiratoryFlowRate: Self { Self(index: 92) }
  /// `HKQuantityTypeIdentifierPeripheralPerfusionIndex`, in `%`.
  public static var peripheralPerfusionIndex: Self { Self(index: 93) }
  /// `HKQuantityTypeIdentifierPhysicalEffort`, in `kcal/hr·kg`.
  public static var physicalEffort: Self { Self(index: 94) }
  /// `HKQuantityTypeIdentifierPushCount`, in `count`.
  public static var pushCount: Self { Self(index: 95) }
  /// `HKQuantityTypeIdentifierRespiratoryRate`, in `count/s`.
  public static var respiratoryRate: Self { Self(index: 96) }
  /// `HKQuantityTypeIdentifierRestingHeartRate`, in `count/min`.
  public static var restingHeartRate: Self { Self(index: 97) }
  /// `HKQuantityTypeIdentifierRowingSpeed`, in `m/s`.
  public static var rowingSpeed: Self { Self(index: 98) }
  /// `HKQuantityTypeIdentifierRunningGroundContactTime`, in `ms`.
  public static var runningGroundContactTime: Self { Self(index: 99) }
  /// `HKQuantityTypeIdentifierRunningPower`, in `W`.
  public static var runningPower: Self { Self(index: 100) }
  /// `HKQuantityTypeIdentifierRunningSpeed`, in `m/s`.
  public static var runningSpeed: Self { Self(index: 101) }
  /// `HKQuantityTypeIdentifierRunningStrideLength`, in `m`.
  public static var runningStrideLength: Self { Self(index: 102) }
  /// `HKQuantityTypeIdentifierRunningVerticalOscillation`, in `cm`.
  public static var runningVerticalOscillation: Self { Self(index: 103) }
  /// `HKQuantityTypeIdentifierSixMinuteWalkTestDistance`, in `m`.
  public static var sixMinuteWalkTestDistance: Self { Self(index: 104) }
  /// `HKQuantityTypeIdentifierStairAscentSpeed`, in `m/s`.
  public static var stairAscentSpeed: Self { Self(index: 105) }
  /// `HKQuantityTypeIdentifierStairDescentSpeed`, in `m/s`.
  public static var stairDescentSpeed: Self { Self(index: 106) }
  /// `HKQuantityTypeIdentifierStepCount`, in `count`.
  public static var stepCount: Self { Self(index: 107) }
  /// `HKQuantityTypeIdentifierSwimmingStrokeCount`, in `count`.
  public static var swimmingStrokeCount: Self { Self(index: 108) }
  /// `HKQuantityTypeIdentifierTimeInDaylight`, in `min`.
  public static var timeInDaylight: Self { Self(index: 109) }
  /// `HKQuantityTypeIdentifierUVExposure`, in `count`.
  public static var uvExposure: Self { Self(index: 110) }
  /// `HKQuantityTypeIdentifierUnderwaterDepth`, in `m`.
  public static var underwaterDepth: Self { Self(index: 111) }
  /// `HKQuantityTypeIdentifierVO2Max`, in `mL/min·kg`.
  public static var vo2Max: Self { Self(index: 112) }
  /// `HKQuantityTypeIdentifierWaistCircumference`, in `m`.
  public static var waistCircumference: Self { Self(index: 113) }
  /// `HKQuantityTypeIdentifierWalkingAsymmetryPercentage`, in `%`.
  public static var walkingAsymmetryPercentage: Self { Self(index: 114) }
  /// `HKQuantityTypeIdentifierWalkingDoubleSupportPercentage`, in `%`.
  public static var walkingDoubleSupportPercentage: Self { Self(index: 115) }
  /// `HKQuantityTypeIdentifierWalkingHeartRateAverage`, in `count/min`.
  public static var walkingHeartRateAverage: Self { Self(index: 116) }
  /// `HKQuantityTypeIdentifierWalkingSpeed`, in `m/s`.
  public static var walkingSpeed: Self { Self(index: 117) }
  /// `HKQuantityTypeIdentifierWalkingStepLength`, in `m`.
  public static var walkingStepLength: Self { Self(index: 118) }
  /// `HKQuantityTypeIdentifierWaterTemperature`, in `degC`.
  public static var waterTemperature: Self { Self(index: 119) }
  /// `HKQuantityTypeIdentifierWorkoutEffortScore`, in `appleEffortScore`.
  public static var workoutEffortScore: Self { Self(index: 120) }
}
