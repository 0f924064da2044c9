// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension QuantityType {
  /// `HKQuantityTypeIdentifierActiveEnergyBurned`, in `kcal`.
  public static var activeEnergyBurned: Self { Self(place: 0) }
  /// `HKQuantityTypeIdentifierAppleExerciseTime`, in `min`.
  public static var appleExerciseTime: Self { Self(place: 1) }
  /// `HKQuantityTypeIdentifierAppleMoveTime`, in `min`.
  public static var appleMoveTime: Self { Self(place: 2) }
  /// `HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances`, in `count`.
  public static var appleSleepingBreathingDisturbances: Self { Self(place: 3) }
  /// `HKQuantityTypeIdentifierAppleSleepingWristTemperature`, in `degC`.
  public static var appleSleepingWristTemperature: Self { Self(place: 4) }
  /// `HKQuantityTypeIdentifierAppleStandTime`, in `min`.
  public static var appleStandTime: Self { Self(place: 5) }
  /// `HKQuantityTypeIdentifierAppleWalkingSteadiness`, in `%`.
  public static var appleWalkingSteadiness: Self { Self(place: 6) }
  /// `HKQuantityTypeIdentifierAtrialFibrillationBurden`, in `%`.
  public static var atrialFibrillationBurden: Self { Self(place: 7) }
  /// `HKQuantityTypeIdentifierBasalBodyTemperature`, in `degC`.
  public static var basalBodyTemperature: Self { Self(place: 8) }
  /// `HKQuantityTypeIdentifierBasalEnergyBurned`, in `kcal`.
  public static var basalEnergyBurned: Self { Self(place: 9) }
  /// `HKQuantityTypeIdentifierBloodAlcoholContent`, in `%`.
  public static var bloodAlcoholContent: Self { Self(place: 10) }
  /// `HKQuantityTypeIdentifierBloodGlucose`, in `mg/dL`.
  public static var bloodGlucose: Self { Self(place: 11) }
  /// `HKQuantityTypeIdentifierBloodPressureDiastolic`, in `mmHg`.
  public static var bloodPressureDiastolic: Self { Self(place: 12) }
  /// `HKQuantityTypeIdentifierBloodPressureSystolic`, in `mmHg`.
  public static var bloodPressureSystolic: Self { Self(place: 13) }
  /// `HKQuantityTypeIdentifierBodyFatPercentage`, in `%`.
  public static var bodyFatPercentage: Self { Self(place: 14) }
  /// `HKQuantityTypeIdentifierBodyMass`, in `kg`.
  public static var bodyMass: Self { Self(place: 15) }
  /// `HKQuantityTypeIdentifierBodyMassIndex`, in `count`.
  public static var bodyMassIndex: Self { Self(place: 16) }
  /// `HKQuantityTypeIdentifierBodyTemperature`, in `degC`.
  public static var bodyTemperature: Self { Self(place: 17) }
  /// `HKQuantityTypeIdentifierCrossCountrySkiingSpeed`, in `m/s`.
  public static var crossCountrySkiingSpeed: Self { Self(place: 18) }
  /// `HKQuantityTypeIdentifierCyclingCadence`, in `count/min`.
  public static var cyclingCadence: Self { Self(place: 19) }
  /// `HKQuantityTypeIdentifierCyclingFunctionalThresholdPower`, in `W`.
  public static var cyclingFunctionalThresholdPower: Self { Self(place: 20) }
  /// `HKQuantityTypeIdentifierCyclingPower`, in `W`.
  public static var cyclingPower: Self { Self(place: 21) }
  /// `HKQuantityTypeIdentifierCyclingSpeed`, in `m/s`.
  public static var cyclingSpeed: Self { Self(place: 22) }
  /// `HKQuantityTypeIdentifierDietaryBiotin`, in `g`.
  public static var dietaryBiotin: Self { Self(place: 23) }
  /// `HKQuantityTypeIdentifierDietaryCaffeine`, in `g`.
  public static var dietaryCaffeine: Self { Self(place: 24) }
  /// `HKQuantityTypeIdentifierDietaryCalcium`, in `g`.
  public static var dietaryCalcium: Self { Self(place: 25) }
  /// `HKQuantityTypeIdentifierDietaryCarbohydrates`, in `g`.
  public static var dietaryCarbohydrates: Self { Self(place: 26) }
  /// `HKQuantityTypeIdentifierDietaryChloride`, in `g`.
  public static var dietaryChloride: Self { Self(place: 27) }
  /// `HKQuantityTypeIdentifierDietaryCholesterol`, in `g`.
  public static var dietaryCholesterol: Self { Self(place: 28) }
  /// `HKQuantityTypeIdentifierDietaryChromium`, in `g`.
  public static var dietaryChromium: Self { Self(place: 29) }
  /// `HKQuantityTypeIdentifierDietaryCopper`, in `g`.
  public static var dietaryCopper: Self { Self(place: 30) }
  /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`, in `kcal`.
  public static var dietaryEnergyConsumed: Self { Self(place: 31) }
  /// `HKQuantityTypeIdentifierDietaryFatMonounsaturated`, in `g`.
  public static var dietaryFatMonounsaturated: Self { Self(place: 32) }
  /// `HKQuantityTypeIdentifierDietaryFatPolyunsaturated`, in `g`.
  public static var dietaryFatPolyunsaturated: Self { Self(place: 33) }
  /// `HKQuantityTypeIdentifierDietaryFatSaturated`, in `g`.
  public static var dietaryFatSaturated: Self { Self(place: 34) }
  /// `HKQuantityTypeIdentifierDietaryFatTotal`, in `g`.
  public static var dietaryFatTotal: Self { Self(place: 35) }
  /// `HKQuantityTypeIdentifierDietaryFiber`, in `g`.
  public static var dietaryFiber: Self { Self(place: 36) }
  /// `HKQuantityTypeIdentifierDietaryFolate`, in `g`.
  public static var dietaryFolate: Self { Self(place: 37) }
  /// `HKQuantityTypeIdentifierDietaryIodine`, in `g`.
  public static var dietaryIodine: Self { Self(place: 38) }
  /// `HKQuantityTypeIdentifierDietaryIron`, in `g`.
  public static var dietaryIron: Self { Self(place: 39) }
  /// `HKQuantityTypeIdentifierDietaryMagnesium`, in `g`.
  public static var dietaryMagnesium: Self { Self(place: 40) }
  /// `HKQuantityTypeIdentifierDietaryManganese`, in `g`.
  public static var dietaryManganese: Self { Self(place: 41) }
  /// `HKQuantityTypeIdentifierDietaryMolybdenum`, in `g`.
  public static var dietaryMolybdenum: Self { Self(place: 42) }
  /// `HKQuantityTypeIdentifierDietaryNiacin`, in `g`.
  public static var dietaryNiacin: Self { Self(place: 43) }
  /// `HKQuantityTypeIdentifierDietaryPantothenicAcid`, in `g`.
  public static var dietaryPantothenicAcid: Self { Self(place: 44) }
  /// `HKQuantityTypeIdentifierDietaryPhosphorus`, in `g`.
  public static var dietaryPhosphorus: Self { Self(place: 45) }
  /// `HKQuantityTypeIdentifierDietaryPotassium`, in `g`.
  public static var dietaryPotassium: Self { Self(place: 46) }
  /// `HKQuantityTypeIdentifierDietaryProtein`, in `g`.
  public static var dietaryProtein: Self { Self(place: 47) }
  /// `HKQuantityTypeIdentifierDietaryRiboflavin`, in `g`.
  public static var dietaryRiboflavin: Self { Self(place: 48) }
  /// `HKQuantityTypeIdentifierDietarySelenium`, in `g`.
  public static var dietarySelenium: Self { Self(place: 49) }
  /// `HKQuantityTypeIdentifierDietarySodium`, in `g`.
  public static var dietarySodium: Self { Self(place: 50) }
  /// `HKQuantityTypeIdentifierDietarySugar`, in `g`.
  public static var dietarySugar: Self { Self(place: 51) }
  /// `HKQuantityTypeIdentifierDietaryThiamin`, in `g`.
  public static var dietaryThiamin: Self { Self(place: 52) }
  /// `HKQuantityTypeIdentifierDietaryVitaminA`, in `g`.
  public static var dietaryVitaminA: Self { Self(place: 53) }
  /// `HKQuantityTypeIdentifierDietaryVitaminB12`, in `g`.
  public static var dietaryVitaminB12: Self { Self(place: 54) }
  /// `HKQuantityTypeIdentifierDietaryVitaminB6`, in `g`.
  public static var dietaryVitaminB6: Self { Self(place: 55) }
  /// `HKQuantityTypeIdentifierDietaryVitaminC`, in `g`.
  public static var dietaryVitaminC: Self { Self(place: 56) }
  /// `HKQuantityTypeIdentifierDietaryVitaminD`, in `g`.
  public static var dietaryVitaminD: Self { Self(place: 57) }
  /// `HKQuantityTypeIdentifierDietaryVitaminE`, in `g`.
  public static var dietaryVitaminE: Self { Self(place: 58) }
  /// `HKQuantityTypeIdentifierDietaryVitaminK`, in `g`.
  public static var dietaryVitaminK: Self { Self(place: 59) }
  /// `HKQuantityTypeIdentifierDietaryWater`, in `mL`.
  public static var dietaryWater: Self { Self(place: 60) }
  /// `HKQuantityTypeIdentifierDietaryZinc`, in `g`.
  public static var dietaryZinc: Self { Self(place: 61) }
  /// `HKQuantityTypeIdentifierDistanceCrossCountrySkiing`, in `m`.
  public static var distanceCrossCountrySkiing: Self { Self(place: 62) }
  /// `HKQuantityTypeIdentifierDistanceCycling`, in `m`.
  public static var distanceCycling: Self { Self(place: 63) }
  /// `HKQuantityTypeIdentifierDistanceDownhillSnowSports`, in `m`.
  public static var distanceDownhillSnowSports: Self { Self(place: 64) }
  /// `HKQuantityTypeIdentifierDistancePaddleSports`, in `m`.
  public static var distancePaddleSports: Self { Self(place: 65) }
  /// `HKQuantityTypeIdentifierDistanceRowing`, in `m`.
  public static var distanceRowing: Self { Self(place: 66) }
  /// `HKQuantityTypeIdentifierDistanceSkatingSports`, in `m`.
  public static var distanceSkatingSports: Self { Self(place: 67) }
  /// `HKQuantityTypeIdentifierDistanceSwimming`, in `m`.
  public static var distanceSwimming: Self { Self(place: 68) }
  /// `HKQuantityTypeIdentifierDistanceWalkingRunning`, in `m`.
  public static var distanceWalkingRunning: Self { Self(place: 69) }
  /// `HKQuantityTypeIdentifierDistanceWheelchair`, in `m`.
  public static var distanceWheelchair: Self { Self(place: 70) }
  /// `HKQuantityTypeIdentifierElectrodermalActivity`, in `S`.
  public static var electrodermalActivity: Self { Self(place: 71) }
  /// `HKQuantityTypeIdentifierEnvironmentalAudioExposure`, in `dBASPL`.
  public static var environmentalAudioExposure: Self { Self(place: 72) }
  /// `HKQuantityTypeIdentifierEnvironmentalSoundReduction`, in `dBASPL`.
  public static var environmentalSoundReduction: Self { Self(place: 73) }
  /// `HKQuantityTypeIdentifierEstimatedWorkoutEffortScore`, in `appleEffortScore`.
  public static var estimatedWorkoutEffortScore: Self { Self(place: 74) }
  /// `HKQuantityTypeIdentifierFlightsClimbed`, in `count`.
  public static var flightsClimbed: Self { Self(place: 75) }
  /// `HKQuantityTypeIdentifierForcedExpiratoryVolume1`, in `L`.
  public static var forcedExpiratoryVolume1: Self { Self(place: 76) }
  /// `HKQuantityTypeIdentifierForcedVitalCapacity`, in `L`.
  public static var forcedVitalCapacity: Self { Self(place: 77) }
  /// `HKQuantityTypeIdentifierHeadphoneAudioExposure`, in `dBASPL`.
  public static var headphoneAudioExposure: Self { Self(place: 78) }
  /// `HKQuantityTypeIdentifierHeartRate`, in `count/s`.
  public static var heartRate: Self { Self(place: 79) }
  /// `HKQuantityTypeIdentifierHeartRateRecoveryOneMinute`, in `count/min`.
  public static var heartRateRecoveryOneMinute: Self { Self(place: 80) }
  /// `HKQuantityTypeIdentifierHeartRateVariabilitySDNN`, in `ms`.
  public static var heartRateVariabilitySDNN: Self { Self(place: 81) }
  /// `HKQuantityTypeIdentifierHeight`, in `m`.
  public static var height: Self { Self(place: 82) }
  /// `HKQuantityTypeIdentifierInhalerUsage`, in `count`.
  public static var inhalerUsage: Self { Self(place: 83) }
  /// `HKQuantityTypeIdentifierInsulinDelivery`, in `IU`.
  public static var insulinDelivery: Self { Self(place: 84) }
  /// `HKQuantityTypeIdentifierLeanBodyMass`, in `kg`.
  public static var leanBodyMass: Self { Self(place: 85) }
  /// `HKQuantityTypeIdentifierNikeFuel`, in `count`.
  public static var nikeFuel: Self { Self(place: 86) }
  /// `HKQuantityTypeIdentifierNumberOfAlcoholicBeverages`, in `count`.
  public static var numberOfAlcoholicBeverages: Self { Self(place: 87) }
  /// `HKQuantityTypeIdentifierNumberOfTimesFallen`, in `count`.
  public static var numberOfTimesFallen: Self { Self(place: 88) }
  /// `HKQuantityTypeIdentifierOxygenSaturation`, in `%`.
  public static var oxygenSaturation: Self { Self(place: 89) }
  /// `HKQuantityTypeIdentifierPaddleSportsSpeed`, in `m/s`.
  public static var paddleSportsSpeed: Self { Self(place: 90) }
  /// `HKQuantityTypeIdentifierPeakExpiratoryFlowRate`, in `L/min`.
  public static var peakExpiratoryFlowRate: Self { Self(place: 91) }
  /// `HKQuantityTypeIdentifierPeripheralPerfusionIndex`, in `%`.
  public static var peripheralPerfusionIndex: Self { Self(place: 92) }
  /// `HKQuantityTypeIdentifierPhysicalEffort`, in `kcal/hr·kg`.
  public static var physicalEffort: Self { Self(place: 93) }
  /// `HKQuantityTypeIdentifierPushCount`, in `count`.
  public static var pushCount: Self { Self(place: 94) }
  /// `HKQuantityTypeIdentifierRespiratoryRate`, in `count/s`.
  public static var respiratoryRate: Self { Self(place: 95) }
  /// `HKQuantityTypeIdentifierRestingHeartRate`, in `count/min`.
  public static var restingHeartRate: Self { Self(place: 96) }
  /// `HKQuantityTypeIdentifierRowingSpeed`, in `m/s`.
  public static var rowingSpeed: Self { Self(place: 97) }
  /// `HKQuantityTypeIdentifierRunningGroundContactTime`, in `ms`.
  public static var runningGroundContactTime: Self { Self(place: 98) }
  /// `HKQuantityTypeIdentifierRunningPower`, in `W`.
  public static var runningPower: Self { Self(place: 99) }
  /// `HKQuantityTypeIdentifierRunningSpeed`, in `m/s`.
  public static var runningSpeed: Self { Self(place: 100) }
  /// `HKQuantityTypeIdentifierRunningStrideLength`, in `m`.
  public static var runningStrideLength: Self { Self(place: 101) }
  /// `HKQuantityTypeIdentifierRunningVerticalOscillation`, in `cm`.
  public static var runningVerticalOscillation: Self { Self(place: 102) }
  /// `HKQuantityTypeIdentifierSixMinuteWalkTestDistance`, in `m`.
  public static var sixMinuteWalkTestDistance: Self { Self(place: 103) }
  /// `HKQuantityTypeIdentifierStairAscentSpeed`, in `m/s`.
  public static var stairAscentSpeed: Self { Self(place: 104) }
  /// `HKQuantityTypeIdentifierStairDescentSpeed`, in `m/s`.
  public static var stairDescentSpeed: Self { Self(place: 105) }
  /// `HKQuantityTypeIdentifierStepCount`, in `count`.
  public static var stepCount: Self { Self(place: 106) }
  /// `HKQuantityTypeIdentifierSwimmingStrokeCount`, in `count`.
  public static var swimmingStrokeCount: Self { Self(place: 107) }
  /// `HKQuantityTypeIdentifierTimeInDaylight`, in `min`.
  public static var timeInDaylight: Self { Self(place: 108) }
  /// `HKQuantityTypeIdentifierUVExposure`, in `count`.
  public static var uvExposure: Self { Self(place: 109) }
  /// `HKQuantityTypeIdentifierUnderwaterDepth`, in `m`.
  public static var underwaterDepth: Self { Self(place: 110) }
  /// `HKQuantityTypeIdentifierVO2Max`, in `mL/min·kg`.
  public static var vo2Max: Self { Self(place: 111) }
  /// `HKQuantityTypeIdentifierWaistCircumference`, in `m`.
  public static var waistCircumference: Self { Self(place: 112) }
  /// `HKQuantityTypeIdentifierWalkingAsymmetryPercentage`, in `%`.
  public static var walkingAsymmetryPercentage: Self { Self(place: 113) }
  /// `HKQuantityTypeIdentifierWalkingDoubleSupportPercentage`, in `%`.
  public static var walkingDoubleSupportPercentage: Self { Self(place: 114) }
  /// `HKQuantityTypeIdentifierWalkingHeartRateAverage`, in `count/min`.
  public static var walkingHeartRateAverage: Self { Self(place: 115) }
  /// `HKQuantityTypeIdentifierWalkingSpeed`, in `m/s`.
  public static var walkingSpeed: Self { Self(place: 116) }
  /// `HKQuantityTypeIdentifierWalkingStepLength`, in `m`.
  public static var walkingStepLength: Self { Self(place: 117) }
  /// `HKQuantityTypeIdentifierWaterTemperature`, in `degC`.
  public static var waterTemperature: Self { Self(place: 118) }
  /// `HKQuantityTypeIdentifierWorkoutEffortScore`, in `appleEffortScore`.
  public static var workoutEffortScore: Self { Self(place: 119) }
}
