/// The quantity types, ascending by identifier, which `TypeCatalogue.find` relies on.
///
/// Source: Apple's SDK headers (HealthKit of iOS 27). Where a cell carries a `?`, the
/// value stands here without it.
///
/// LOINC: the 26 codes that HealthKitOnFHIR assigns (StanfordBDHG, MIT license, commit 25b9ca38,
/// `HKSampleMapping.json`). Its 27th, LP203183-1 for dietary fiber, is a part of LOINC's and no term.
enum QuantityTable {
  static let rows: [QuantityRow] = [
    QuantityRow(
      "ActiveEnergyBurned", .cumulative, "kcal", us: "Cal", since: "8.0", loinc: "41981-2"),
    QuantityRow("AppleExerciseTime", .cumulative, "min", since: "9.3", writable: false),
    QuantityRow("AppleMoveTime", .cumulative, "min", since: "14.5", writable: false),
    QuantityRow("AppleSleepingBreathingDisturbances", .discreteArithmetic, "count", since: "18.0"),
    QuantityRow(
      "AppleSleepingWristTemperature", .discreteArithmetic, "degC", us: "degF", since: "16.0",
      writable: false),
    QuantityRow("AppleStandTime", .cumulative, "min", since: "13.0", writable: false),
    QuantityRow("AppleWalkingSteadiness", .discreteArithmetic, "%", since: "15.0", writable: false),
    QuantityRow(
      "AtrialFibrillationBurden", .discreteTemporallyWeighted, "%", since: "16.0", writable: false),
    QuantityRow("BasalBodyTemperature", .discreteArithmetic, "degC", us: "degF", since: "9.0"),
    QuantityRow("BasalEnergyBurned", .cumulative, "kcal", us: "Cal", since: "8.0"),
    QuantityRow("BloodAlcoholContent", .discreteArithmetic, "%", since: "8.0", loinc: "74859-0"),
    QuantityRow("BloodGlucose", .discreteArithmetic, "mg/dL", since: "8.0", loinc: "41653-7"),
    QuantityRow(
      "BloodPressureDiastolic", .discreteArithmetic, "mmHg", since: "8.0", loinc: "8462-4"),
    QuantityRow(
      "BloodPressureSystolic", .discreteArithmetic, "mmHg", since: "8.0", loinc: "8480-6"),
    QuantityRow("BodyFatPercentage", .discreteArithmetic, "%", since: "8.0", loinc: "41982-0"),
    QuantityRow("BodyMass", .discreteArithmetic, "kg", us: "lb", since: "8.0", loinc: "29463-7"),
    QuantityRow(
      "BodyMassIndex", .discreteArithmetic, "count", since: "8.0", loinc: "39156-5", ucum: "kg/m2"),
    QuantityRow(
      "BodyTemperature", .discreteArithmetic, "degC", us: "degF", since: "8.0", loinc: "8310-5"),
    QuantityRow(
      "CrossCountrySkiingSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr",
      since: "18.0"),
    QuantityRow(
      "CyclingCadence", .discreteTemporallyWeighted, "count/min", since: "17.0",
      headers: .discreteArithmetic),
    QuantityRow("CyclingFunctionalThresholdPower", .discreteArithmetic, "W", since: "17.0"),
    QuantityRow(
      "CyclingPower", .discreteTemporallyWeighted, "W", since: "17.0", headers: .discreteArithmetic),
    QuantityRow(
      "CyclingSpeed", .discreteTemporallyWeighted, "m/s", metric: "km/hr", us: "mi/hr",
      since: "17.0", headers: .discreteArithmetic),
    QuantityRow("DietaryBiotin", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryCaffeine", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryCalcium", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryCarbohydrates", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryChloride", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryCholesterol", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryChromium", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryCopper", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow(
      "DietaryEnergyConsumed", .cumulative, "kcal", us: "Cal", since: "8.0", loinc: "9052-2"),
    QuantityRow("DietaryFatMonounsaturated", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryFatPolyunsaturated", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryFatSaturated", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryFatTotal", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryFiber", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryFolate", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryIodine", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryIron", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryMagnesium", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryManganese", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryMolybdenum", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryNiacin", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryPantothenicAcid", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryPhosphorus", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryPotassium", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryProtein", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryRiboflavin", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietarySelenium", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietarySodium", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietarySugar", .cumulative, "g", since: "8.0"),
    QuantityRow("DietaryThiamin", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryVitaminA", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryVitaminB12", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryVitaminB6", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryVitaminC", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryVitaminD", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryVitaminE", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow("DietaryVitaminK", .cumulative, "g", metric: "mcg", since: "8.0"),
    QuantityRow("DietaryWater", .cumulative, "mL", us: "fl_oz_us", since: "9.0"),
    QuantityRow("DietaryZinc", .cumulative, "g", metric: "mg", since: "8.0"),
    QuantityRow(
      "DistanceCrossCountrySkiing", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    QuantityRow("DistanceCycling", .cumulative, "m", metric: "km", us: "mi", since: "8.0"),
    QuantityRow(
      "DistanceDownhillSnowSports", .cumulative, "m", metric: "km", us: "mi", since: "11.2"),
    QuantityRow("DistancePaddleSports", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    QuantityRow("DistanceRowing", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    QuantityRow("DistanceSkatingSports", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    QuantityRow("DistanceSwimming", .cumulative, "m", us: "yd", since: "10.0", loinc: "93816-7"),
    QuantityRow("DistanceWalkingRunning", .cumulative, "m", metric: "km", us: "mi", since: "8.0"),
    QuantityRow("DistanceWheelchair", .cumulative, "m", metric: "km", us: "mi", since: "10.0"),
    QuantityRow("ElectrodermalActivity", .discreteArithmetic, "S", metric: "mcS", since: "8.0"),
    QuantityRow(
      "EnvironmentalAudioExposure", .discreteEquivalentContinuousLevel, "dBASPL", since: "13.0"),
    QuantityRow(
      "EnvironmentalSoundReduction", .discreteEquivalentContinuousLevel, "dBASPL", since: "16.0"),
    QuantityRow(
      "EstimatedWorkoutEffortScore", .discreteArithmetic, "appleEffortScore", since: "18.0"),
    QuantityRow("FlightsClimbed", .cumulative, "count", since: "8.0", loinc: "100304-5"),
    QuantityRow(
      "ForcedExpiratoryVolume1", .discreteArithmetic, "L", since: "8.0", loinc: "20150-9"),
    QuantityRow("ForcedVitalCapacity", .discreteArithmetic, "L", since: "8.0", loinc: "19870-5"),
    QuantityRow(
      "HeadphoneAudioExposure", .discreteEquivalentContinuousLevel, "dBASPL", since: "13.0"),
    QuantityRow(
      "HeartRate", .discreteTemporallyWeighted, "count/s", metric: "count/min", since: "8.0",
      loinc: "8867-4"),
    QuantityRow("HeartRateRecoveryOneMinute", .discreteArithmetic, "count/min", since: "16.0"),
    QuantityRow(
      "HeartRateVariabilitySDNN", .discreteArithmetic, "ms", since: "11.0", loinc: "80404-7"),
    QuantityRow(
      "Height", .discreteArithmetic, "m", metric: "cm", us: "ft", since: "8.0", loinc: "8302-2"),
    QuantityRow("InhalerUsage", .cumulative, "count", since: "8.0"),
    QuantityRow("InsulinDelivery", .cumulative, "IU", since: "11.0"),
    QuantityRow(
      "LeanBodyMass", .discreteArithmetic, "kg", us: "lb", since: "8.0", loinc: "91557-9"),
    QuantityRow("NikeFuel", .cumulative, "count", since: "8.0"),
    QuantityRow("NumberOfAlcoholicBeverages", .cumulative, "count", since: "15.0"),
    QuantityRow("NumberOfTimesFallen", .cumulative, "count", since: "8.0"),
    QuantityRow("OxygenSaturation", .discreteArithmetic, "%", since: "8.0", loinc: "59408-5"),
    QuantityRow(
      "PaddleSportsSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "18.0"),
    QuantityRow(
      "PeakExpiratoryFlowRate", .discreteArithmetic, "L/min", since: "8.0", loinc: "19935-6"),
    QuantityRow(
      "PeripheralPerfusionIndex", .discreteArithmetic, "%", since: "8.0", loinc: "61006-3"),
    QuantityRow("PhysicalEffort", .discreteArithmetic, "kcal/hr·kg", since: "17.0"),
    QuantityRow("PushCount", .cumulative, "count", since: "10.0", loinc: "96502-0"),
    QuantityRow(
      "RespiratoryRate", .discreteArithmetic, "count/s", metric: "count/min", since: "8.0",
      loinc: "9279-1"),
    QuantityRow(
      "RestingHeartRate", .discreteTemporallyWeighted, "count/min", since: "11.0",
      headers: .discreteArithmetic, loinc: "40443-4"),
    QuantityRow(
      "RowingSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "18.0"),
    QuantityRow("RunningGroundContactTime", .discreteArithmetic, "ms", since: "16.0"),
    QuantityRow("RunningPower", .discreteArithmetic, "W", since: "16.0"),
    QuantityRow(
      "RunningSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "16.0"),
    QuantityRow("RunningStrideLength", .discreteArithmetic, "m", since: "16.0"),
    QuantityRow("RunningVerticalOscillation", .discreteArithmetic, "cm", since: "16.0"),
    QuantityRow("SixMinuteWalkTestDistance", .discreteArithmetic, "m", since: "14.0"),
    QuantityRow("StairAscentSpeed", .discreteArithmetic, "m/s", us: "ft/s", since: "14.0"),
    QuantityRow("StairDescentSpeed", .discreteArithmetic, "m/s", us: "ft/s", since: "14.0"),
    QuantityRow("StepCount", .cumulative, "count", since: "8.0", loinc: "55423-8"),
    QuantityRow("SwimmingStrokeCount", .cumulative, "count", since: "10.0"),
    QuantityRow("TimeInDaylight", .cumulative, "min", since: "17.0"),
    QuantityRow("UVExposure", name: "uvExposure", .discreteArithmetic, "count", since: "9.0"),
    QuantityRow("UnderwaterDepth", .discreteArithmetic, "m", us: "ft", since: "16.0"),
    QuantityRow("VO2Max", name: "vo2Max", .discreteArithmetic, "mL/min·kg", since: "11.0"),
    QuantityRow(
      "WaistCircumference", .discreteArithmetic, "m", metric: "cm", us: "in", since: "11.0",
      loinc: "8280-0"),
    QuantityRow("WalkingAsymmetryPercentage", .discreteArithmetic, "%", since: "14.0"),
    QuantityRow("WalkingDoubleSupportPercentage", .discreteArithmetic, "%", since: "14.0"),
    QuantityRow(
      "WalkingHeartRateAverage", .discreteTemporallyWeighted, "count/min", since: "11.0",
      headers: .discreteArithmetic, writable: false),
    QuantityRow(
      "WalkingSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "14.0"),
    QuantityRow(
      "WalkingStepLength", .discreteArithmetic, "m", metric: "cm", us: "in", since: "14.0"),
    QuantityRow("WaterTemperature", .discreteArithmetic, "degC", us: "degF", since: "16.0"),
    QuantityRow("WorkoutEffortScore", .discreteArithmetic, "appleEffortScore", since: "18.0"),
  ]
}
