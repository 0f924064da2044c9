/// The quantity types, ascending by identifier, which `TypeCatalogue.find` relies on.
///
/// Source: Apple's SDK headers (HealthKit of iOS 27). Where a cell carries a `?`, the
/// value stands here without it.
enum QuantityTable {
  static let rows: [QuantityRow] = [
    QuantityRow(
      "HKQuantityTypeIdentifierActiveEnergyBurned", "activeEnergyBurned", .cumulative, unit: "kcal",
      metric: "kcal", us: "Cal", since: "8.0", loinc: "41981-2"),
    QuantityRow(
      "HKQuantityTypeIdentifierAppleExerciseTime", "appleExerciseTime", .cumulative, unit: "min",
      metric: "min", us: "min", since: "9.3", writable: false),
    QuantityRow(
      "HKQuantityTypeIdentifierAppleMoveTime", "appleMoveTime", .cumulative, unit: "min",
      metric: "min", us: "min", since: "14.5", writable: false),
    QuantityRow(
      "HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances",
      "appleSleepingBreathingDisturbances", .discreteArithmetic, unit: "count", metric: "count",
      us: "count", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierAppleSleepingWristTemperature", "appleSleepingWristTemperature",
      .discreteArithmetic, unit: "degC", metric: "degC", us: "degF", since: "16.0",
      writable: false),
    QuantityRow(
      "HKQuantityTypeIdentifierAppleStandTime", "appleStandTime", .cumulative, unit: "min",
      metric: "min", us: "min", since: "13.0", writable: false),
    QuantityRow(
      "HKQuantityTypeIdentifierAppleWalkingSteadiness", "appleWalkingSteadiness",
      .discreteArithmetic, unit: "%", metric: "%", us: "%", since: "15.0", writable: false),
    QuantityRow(
      "HKQuantityTypeIdentifierAtrialFibrillationBurden", "atrialFibrillationBurden",
      .discreteTemporallyWeighted, unit: "%", metric: "%", us: "%", since: "16.0", writable: false),
    QuantityRow(
      "HKQuantityTypeIdentifierBasalBodyTemperature", "basalBodyTemperature", .discreteArithmetic,
      unit: "degC", metric: "degC", us: "degF", since: "9.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierBasalEnergyBurned", "basalEnergyBurned", .cumulative, unit: "kcal",
      metric: "kcal", us: "Cal", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierBloodAlcoholContent", "bloodAlcoholContent", .discreteArithmetic,
      unit: "%", metric: "%", us: "%", since: "8.0", loinc: "74859-0"),
    QuantityRow(
      "HKQuantityTypeIdentifierBloodGlucose", "bloodGlucose", .discreteArithmetic, unit: "mg/dL",
      metric: "mg/dL", us: "mg/dL", since: "8.0", loinc: "41653-7"),
    QuantityRow(
      "HKQuantityTypeIdentifierBloodPressureDiastolic", "bloodPressureDiastolic",
      .discreteArithmetic, unit: "mmHg", metric: "mmHg", us: "mmHg", since: "8.0", loinc: "8462-4"),
    QuantityRow(
      "HKQuantityTypeIdentifierBloodPressureSystolic", "bloodPressureSystolic", .discreteArithmetic,
      unit: "mmHg", metric: "mmHg", us: "mmHg", since: "8.0", loinc: "8480-6"),
    QuantityRow(
      "HKQuantityTypeIdentifierBodyFatPercentage", "bodyFatPercentage", .discreteArithmetic,
      unit: "%", metric: "%", us: "%", since: "8.0", loinc: "41982-0"),
    QuantityRow(
      "HKQuantityTypeIdentifierBodyMass", "bodyMass", .discreteArithmetic, unit: "kg", metric: "kg",
      us: "lb", since: "8.0", loinc: "29463-7"),
    QuantityRow(
      "HKQuantityTypeIdentifierBodyMassIndex", "bodyMassIndex", .discreteArithmetic, unit: "count",
      metric: "count", us: "count", since: "8.0", loinc: "39156-5"),
    QuantityRow(
      "HKQuantityTypeIdentifierBodyTemperature", "bodyTemperature", .discreteArithmetic,
      unit: "degC", metric: "degC", us: "degF", since: "8.0", loinc: "8310-5"),
    QuantityRow(
      "HKQuantityTypeIdentifierCrossCountrySkiingSpeed", "crossCountrySkiingSpeed",
      .discreteArithmetic, unit: "m/s", metric: "km/hr", us: "mi/hr", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierCyclingCadence", "cyclingCadence", .discreteTemporallyWeighted,
      unit: "count/min", metric: "count/min", us: "count/min", since: "17.0",
      headers: .discreteArithmetic),
    QuantityRow(
      "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower", "cyclingFunctionalThresholdPower",
      .discreteArithmetic, unit: "W", metric: "W", us: "W", since: "17.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierCyclingPower", "cyclingPower", .discreteTemporallyWeighted,
      unit: "W", metric: "W", us: "W", since: "17.0", headers: .discreteArithmetic),
    QuantityRow(
      "HKQuantityTypeIdentifierCyclingSpeed", "cyclingSpeed", .discreteTemporallyWeighted,
      unit: "m/s", metric: "km/hr", us: "mi/hr", since: "17.0", headers: .discreteArithmetic),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryBiotin", "dietaryBiotin", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryCaffeine", "dietaryCaffeine", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryCalcium", "dietaryCalcium", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryCarbohydrates", "dietaryCarbohydrates", .cumulative,
      unit: "g", metric: "g", us: "g", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryChloride", "dietaryChloride", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryCholesterol", "dietaryCholesterol", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryChromium", "dietaryChromium", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryCopper", "dietaryCopper", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryEnergyConsumed", "dietaryEnergyConsumed", .cumulative,
      unit: "kcal", metric: "kcal", us: "Cal", since: "8.0", loinc: "9052-2"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryFatMonounsaturated", "dietaryFatMonounsaturated", .cumulative,
      unit: "g", metric: "g", us: "g", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryFatPolyunsaturated", "dietaryFatPolyunsaturated", .cumulative,
      unit: "g", metric: "g", us: "g", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryFatSaturated", "dietaryFatSaturated", .cumulative, unit: "g",
      metric: "g", us: "g", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryFatTotal", "dietaryFatTotal", .cumulative, unit: "g",
      metric: "g", us: "g", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryFiber", "dietaryFiber", .cumulative, unit: "g", metric: "g",
      us: "g", since: "8.0", loinc: "LP203183-1"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryFolate", "dietaryFolate", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryIodine", "dietaryIodine", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryIron", "dietaryIron", .cumulative, unit: "g", metric: "mg",
      us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryMagnesium", "dietaryMagnesium", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryManganese", "dietaryManganese", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryMolybdenum", "dietaryMolybdenum", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryNiacin", "dietaryNiacin", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryPantothenicAcid", "dietaryPantothenicAcid", .cumulative,
      unit: "g", metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryPhosphorus", "dietaryPhosphorus", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryPotassium", "dietaryPotassium", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryProtein", "dietaryProtein", .cumulative, unit: "g",
      metric: "g", us: "g", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryRiboflavin", "dietaryRiboflavin", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietarySelenium", "dietarySelenium", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietarySodium", "dietarySodium", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietarySugar", "dietarySugar", .cumulative, unit: "g", metric: "g",
      us: "g", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryThiamin", "dietaryThiamin", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryVitaminA", "dietaryVitaminA", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryVitaminB12", "dietaryVitaminB12", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryVitaminB6", "dietaryVitaminB6", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryVitaminC", "dietaryVitaminC", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryVitaminD", "dietaryVitaminD", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryVitaminE", "dietaryVitaminE", .cumulative, unit: "g",
      metric: "mg", us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryVitaminK", "dietaryVitaminK", .cumulative, unit: "g",
      metric: "mcg", us: "mcg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryWater", "dietaryWater", .cumulative, unit: "mL", metric: "mL",
      us: "fl_oz_us", since: "9.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDietaryZinc", "dietaryZinc", .cumulative, unit: "g", metric: "mg",
      us: "mg", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceCrossCountrySkiing", "distanceCrossCountrySkiing",
      .cumulative, unit: "m", metric: "km", us: "mi", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceCycling", "distanceCycling", .cumulative, unit: "m",
      metric: "km", us: "mi", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceDownhillSnowSports", "distanceDownhillSnowSports",
      .cumulative, unit: "m", metric: "km", us: "mi", since: "11.2"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistancePaddleSports", "distancePaddleSports", .cumulative,
      unit: "m", metric: "km", us: "mi", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceRowing", "distanceRowing", .cumulative, unit: "m",
      metric: "km", us: "mi", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceSkatingSports", "distanceSkatingSports", .cumulative,
      unit: "m", metric: "km", us: "mi", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceSwimming", "distanceSwimming", .cumulative, unit: "m",
      metric: "m", us: "yd", since: "10.0", loinc: "93816-7"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceWalkingRunning", "distanceWalkingRunning", .cumulative,
      unit: "m", metric: "km", us: "mi", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierDistanceWheelchair", "distanceWheelchair", .cumulative, unit: "m",
      metric: "km", us: "mi", since: "10.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierElectrodermalActivity", "electrodermalActivity", .discreteArithmetic,
      unit: "S", metric: "mcS", us: "mcS", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierEnvironmentalAudioExposure", "environmentalAudioExposure",
      .discreteEquivalentContinuousLevel, unit: "dBASPL", metric: "dBASPL", us: "dBASPL",
      since: "13.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierEnvironmentalSoundReduction", "environmentalSoundReduction",
      .discreteEquivalentContinuousLevel, unit: "dBASPL", metric: "dBASPL", us: "dBASPL",
      since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore", "estimatedWorkoutEffortScore",
      .discreteArithmetic, unit: "appleEffortScore", metric: "appleEffortScore",
      us: "appleEffortScore", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierFlightsClimbed", "flightsClimbed", .cumulative, unit: "count",
      metric: "count", us: "count", since: "8.0", loinc: "100304-5"),
    QuantityRow(
      "HKQuantityTypeIdentifierForcedExpiratoryVolume1", "forcedExpiratoryVolume1",
      .discreteArithmetic, unit: "L", metric: "L", us: "L", since: "8.0", loinc: "20150-9"),
    QuantityRow(
      "HKQuantityTypeIdentifierForcedVitalCapacity", "forcedVitalCapacity", .discreteArithmetic,
      unit: "L", metric: "L", us: "L", since: "8.0", loinc: "19870-5"),
    QuantityRow(
      "HKQuantityTypeIdentifierHeadphoneAudioExposure", "headphoneAudioExposure",
      .discreteEquivalentContinuousLevel, unit: "dBASPL", metric: "dBASPL", us: "dBASPL",
      since: "13.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierHeartRate", "heartRate", .discreteTemporallyWeighted,
      unit: "count/s", metric: "count/min", us: "count/min", since: "8.0", loinc: "8867-4"),
    QuantityRow(
      "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute", "heartRateRecoveryOneMinute",
      .discreteArithmetic, unit: "count/min", metric: "count/min", us: "count/min", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "heartRateVariabilitySDNN",
      .discreteArithmetic, unit: "ms", metric: "ms", us: "ms", since: "11.0", loinc: "80404-7"),
    QuantityRow(
      "HKQuantityTypeIdentifierHeight", "height", .discreteArithmetic, unit: "m", metric: "cm",
      us: "ft", since: "8.0", loinc: "8302-2"),
    QuantityRow(
      "HKQuantityTypeIdentifierInhalerUsage", "inhalerUsage", .cumulative, unit: "count",
      metric: "count", us: "count", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierInsulinDelivery", "insulinDelivery", .cumulative, unit: "IU",
      metric: "IU", us: "IU", since: "11.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierLeanBodyMass", "leanBodyMass", .discreteArithmetic, unit: "kg",
      metric: "kg", us: "lb", since: "8.0", loinc: "91557-9"),
    QuantityRow(
      "HKQuantityTypeIdentifierNikeFuel", "nikeFuel", .cumulative, unit: "count", metric: "count",
      us: "count", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages", "numberOfAlcoholicBeverages",
      .cumulative, unit: "count", metric: "count", us: "count", since: "15.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierNumberOfTimesFallen", "numberOfTimesFallen", .cumulative,
      unit: "count", metric: "count", us: "count", since: "8.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierOxygenSaturation", "oxygenSaturation", .discreteArithmetic,
      unit: "%", metric: "%", us: "%", since: "8.0", loinc: "59408-5"),
    QuantityRow(
      "HKQuantityTypeIdentifierPaddleSportsSpeed", "paddleSportsSpeed", .discreteArithmetic,
      unit: "m/s", metric: "km/hr", us: "mi/hr", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierPeakExpiratoryFlowRate", "peakExpiratoryFlowRate",
      .discreteArithmetic, unit: "L/min", metric: "L/min", us: "L/min", since: "8.0",
      loinc: "19935-6"),
    QuantityRow(
      "HKQuantityTypeIdentifierPeripheralPerfusionIndex", "peripheralPerfusionIndex",
      .discreteArithmetic, unit: "%", metric: "%", us: "%", since: "8.0", loinc: "61006-3"),
    QuantityRow(
      "HKQuantityTypeIdentifierPhysicalEffort", "physicalEffort", .discreteArithmetic,
      unit: "kcal/hr·kg", metric: "kcal/hr·kg", us: "kcal/hr·kg", since: "17.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierPushCount", "pushCount", .cumulative, unit: "count", metric: "count",
      us: "count", since: "10.0", loinc: "96502-0"),
    QuantityRow(
      "HKQuantityTypeIdentifierRespiratoryRate", "respiratoryRate", .discreteArithmetic,
      unit: "count/s", metric: "count/min", us: "count/min", since: "8.0", loinc: "9279-1"),
    QuantityRow(
      "HKQuantityTypeIdentifierRestingHeartRate", "restingHeartRate", .discreteTemporallyWeighted,
      unit: "count/min", metric: "count/min", us: "count/min", since: "11.0",
      headers: .discreteArithmetic, loinc: "40443-4"),
    QuantityRow(
      "HKQuantityTypeIdentifierRowingSpeed", "rowingSpeed", .discreteArithmetic, unit: "m/s",
      metric: "km/hr", us: "mi/hr", since: "18.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierRunningGroundContactTime", "runningGroundContactTime",
      .discreteArithmetic, unit: "ms", metric: "ms", us: "ms", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierRunningPower", "runningPower", .discreteArithmetic, unit: "W",
      metric: "W", us: "W", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierRunningSpeed", "runningSpeed", .discreteArithmetic, unit: "m/s",
      metric: "km/hr", us: "mi/hr", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierRunningStrideLength", "runningStrideLength", .discreteArithmetic,
      unit: "m", metric: "m", us: "m", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierRunningVerticalOscillation", "runningVerticalOscillation",
      .discreteArithmetic, unit: "cm", metric: "cm", us: "cm", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierSixMinuteWalkTestDistance", "sixMinuteWalkTestDistance",
      .discreteArithmetic, unit: "m", metric: "m", us: "m", since: "14.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierStairAscentSpeed", "stairAscentSpeed", .discreteArithmetic,
      unit: "m/s", metric: "m/s", us: "ft/s", since: "14.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierStairDescentSpeed", "stairDescentSpeed", .discreteArithmetic,
      unit: "m/s", metric: "m/s", us: "ft/s", since: "14.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierStepCount", "stepCount", .cumulative, unit: "count", metric: "count",
      us: "count", since: "8.0", loinc: "55423-8"),
    QuantityRow(
      "HKQuantityTypeIdentifierSwimmingStrokeCount", "swimmingStrokeCount", .cumulative,
      unit: "count", metric: "count", us: "count", since: "10.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierTimeInDaylight", "timeInDaylight", .cumulative, unit: "min",
      metric: "min", us: "min", since: "17.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierUVExposure", "uvExposure", .discreteArithmetic, unit: "count",
      metric: "count", us: "count", since: "9.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierUnderwaterDepth", "underwaterDepth", .discreteArithmetic, unit: "m",
      metric: "m", us: "ft", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierVO2Max", "vo2Max", .discreteArithmetic, unit: "mL/min·kg",
      metric: "mL/min·kg", us: "mL/min·kg", since: "11.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierWaistCircumference", "waistCircumference", .discreteArithmetic,
      unit: "m", metric: "cm", us: "in", since: "11.0", loinc: "8280-0"),
    QuantityRow(
      "HKQuantityTypeIdentifierWalkingAsymmetryPercentage", "walkingAsymmetryPercentage",
      .discreteArithmetic, unit: "%", metric: "%", us: "%", since: "14.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierWalkingDoubleSupportPercentage", "walkingDoubleSupportPercentage",
      .discreteArithmetic, unit: "%", metric: "%", us: "%", since: "14.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierWalkingHeartRateAverage", "walkingHeartRateAverage",
      .discreteTemporallyWeighted, unit: "count/min", metric: "count/min", us: "count/min",
      since: "11.0", headers: .discreteArithmetic, writable: false),
    QuantityRow(
      "HKQuantityTypeIdentifierWalkingSpeed", "walkingSpeed", .discreteArithmetic, unit: "m/s",
      metric: "km/hr", us: "mi/hr", since: "14.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierWalkingStepLength", "walkingStepLength", .discreteArithmetic,
      unit: "m", metric: "cm", us: "in", since: "14.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierWaterTemperature", "waterTemperature", .discreteArithmetic,
      unit: "degC", metric: "degC", us: "degF", since: "16.0"),
    QuantityRow(
      "HKQuantityTypeIdentifierWorkoutEffortScore", "workoutEffortScore", .discreteArithmetic,
      unit: "appleEffortScore", metric: "appleEffortScore", us: "appleEffortScore", since: "18.0"),
  ]
}
