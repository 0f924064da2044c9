/// A row of the table of quantity types.
struct QuantityRow: Sendable {
  let identifier: String
  let shortName: String
  let aggregation: AggregationStyle
  let unit: String
  let metric: String
  let us: String
  let introduced: String
  let loinc: String?
  let ucum: String?
  let isWritable: Bool
  let headers: AggregationStyle?

  /// Creates a row by the name after the prefix. `name` is given if the short name is not that with
  /// a small letter, `metric` if people see another unit than the canonical one, `us` if the United
  /// States see another one than the rest, `ucum` if UCUM's code is not that of the unit.
  init(
    _ constant: String, name: String? = nil, _ aggregation: AggregationStyle, _ unit: String,
    metric: String? = nil, us: String? = nil, since: String, headers: AggregationStyle? = nil,
    loinc: String? = nil, ucum: String? = nil, writable: Bool = true
  ) {
    identifier = "HKQuantityTypeIdentifier" + constant
    shortName = name ?? NameMatching.small(constant)
    self.aggregation = aggregation
    self.unit = unit
    self.metric = metric ?? unit
    self.us = us ?? metric ?? unit
    introduced = since
    self.loinc = loinc
    self.ucum = ucum
    isWritable = writable
    self.headers = headers
  }

  /// Creates the row of a type that a journal declares.
  init(_ type: DeclaredType) {
    (identifier, shortName) = (type.identifier, type.identifier)
    aggregation = type.aggregation ?? .discreteArithmetic
    unit = type.unit ?? ""
    (metric, us) = (unit, unit)
    introduced = ""
    (loinc, ucum, headers) = (nil, nil, nil)
    isWritable = true
  }
}

/// The way in which the samples of a quantity type add up over time.
///
/// Source: HKQuantityAggregationStyle in Apple's SDK headers.
public enum AggregationStyle: Int, CaseIterable, Hashable, Sendable {
  /// Sums: steps, energy, distance.
  case cumulative = 0
  /// Plain average, minimum and maximum: body mass.
  case discreteArithmetic = 1
  /// Average weighted by how long each value held: heart rate.
  case discreteTemporallyWeighted = 2
  /// Equivalent continuous sound level: audio exposure.
  case discreteEquivalentContinuousLevel = 3

  /// HealthKit's name.
  package var name: String {
    switch self {
    case .cumulative: "cumulative"
    case .discreteArithmetic: "discreteArithmetic"
    case .discreteTemporallyWeighted: "discreteTemporallyWeighted"
    case .discreteEquivalentContinuousLevel: "discreteEquivalentContinuousLevel"
    }
  }

  /// True for the one style whose samples are summed.
  public var isCumulative: Bool { self == .cumulative }
}

/// The time for which a reading of one moment counts in an average that is weighted by time: until
/// the next reading of its source, at most this long.
///
/// Apple publishes no such length. These are chosen by how often a source measures while it
/// measures at all.
package struct ReadingHold: Hashable, Sendable {
  /// The most seconds.
  package let seconds: Double
  /// The reason for this number, in a few words.
  package let reason: String
}

/// The quantity types, ascending by identifier, which `TypeCatalogue.find` relies on.
///
/// Source: Apple's SDK headers (HealthKit of iOS 27). If a cell has a `?`, the value is here
/// without it.
///
/// LOINC: the 26 codes that HealthKitOnFHIR assigns (StanfordBDHG, MIT license, commit 25b9ca38,
/// `HKSampleMapping.json`). Its 27th, LP203183-1 for dietary fiber, is a part of LOINC's and no
/// term.
enum QuantityTable {
  static let rows: [QuantityRow] = [
    .init("ActiveEnergyBurned", .cumulative, "kcal", us: "Cal", since: "8.0", loinc: "41981-2"),
    .init("AppleExerciseTime", .cumulative, "min", since: "9.3", writable: false),
    .init("AppleMoveTime", .cumulative, "min", since: "14.5", writable: false),
    .init("AppleSleepingBreathingDisturbances", .discreteArithmetic, "count", since: "18.0"),
    .init(
      "AppleSleepingWristTemperature", .discreteArithmetic, "degC", us: "degF", since: "16.0",
      writable: false),
    .init("AppleStandTime", .cumulative, "min", since: "13.0", writable: false),
    .init("AppleWalkingSteadiness", .discreteArithmetic, "%", since: "15.0", writable: false),
    .init(
      "AtrialFibrillationBurden", .discreteTemporallyWeighted, "%", since: "16.0", writable: false),
    .init("BasalBodyTemperature", .discreteArithmetic, "degC", us: "degF", since: "9.0"),
    .init("BasalEnergyBurned", .cumulative, "kcal", us: "Cal", since: "8.0"),
    .init("BloodAlcoholContent", .discreteArithmetic, "%", since: "8.0", loinc: "74859-0"),
    .init("BloodGlucose", .discreteArithmetic, "mg/dL", since: "8.0", loinc: "41653-7"),
    .init("BloodPressureDiastolic", .discreteArithmetic, "mmHg", since: "8.0", loinc: "8462-4"),
    .init("BloodPressureSystolic", .discreteArithmetic, "mmHg", since: "8.0", loinc: "8480-6"),
    .init("BodyFatPercentage", .discreteArithmetic, "%", since: "8.0", loinc: "41982-0"),
    .init("BodyMass", .discreteArithmetic, "kg", us: "lb", since: "8.0", loinc: "29463-7"),
    .init(
      "BodyMassIndex", .discreteArithmetic, "count", since: "8.0", loinc: "39156-5", ucum: "kg/m2"),
    .init(
      "BodyTemperature", .discreteArithmetic, "degC", us: "degF", since: "8.0", loinc: "8310-5"),
    .init(
      "CrossCountrySkiingSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr",
      since: "18.0"),
    .init(
      "CyclingCadence", .discreteTemporallyWeighted, "count/min", since: "17.0",
      headers: .discreteArithmetic),
    .init("CyclingFunctionalThresholdPower", .discreteArithmetic, "W", since: "17.0"),
    .init(
      "CyclingPower", .discreteTemporallyWeighted, "W", since: "17.0", headers: .discreteArithmetic),
    .init(
      "CyclingSpeed", .discreteTemporallyWeighted, "m/s", metric: "km/hr", us: "mi/hr",
      since: "17.0", headers: .discreteArithmetic),
    .init("DietaryBiotin", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryCaffeine", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryCalcium", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryCarbohydrates", .cumulative, "g", since: "8.0"),
    .init("DietaryChloride", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryCholesterol", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryChromium", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryCopper", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryEnergyConsumed", .cumulative, "kcal", us: "Cal", since: "8.0", loinc: "9052-2"),
    .init("DietaryFatMonounsaturated", .cumulative, "g", since: "8.0"),
    .init("DietaryFatPolyunsaturated", .cumulative, "g", since: "8.0"),
    .init("DietaryFatSaturated", .cumulative, "g", since: "8.0"),
    .init("DietaryFatTotal", .cumulative, "g", since: "8.0"),
    .init("DietaryFiber", .cumulative, "g", since: "8.0"),
    .init("DietaryFolate", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryIodine", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryIron", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryMagnesium", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryManganese", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryMolybdenum", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryNiacin", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryPantothenicAcid", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryPhosphorus", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryPotassium", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryProtein", .cumulative, "g", since: "8.0"),
    .init("DietaryRiboflavin", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietarySelenium", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietarySodium", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietarySugar", .cumulative, "g", since: "8.0"),
    .init("DietaryThiamin", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryVitaminA", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryVitaminB12", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryVitaminB6", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryVitaminC", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryVitaminD", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryVitaminE", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DietaryVitaminK", .cumulative, "g", metric: "mcg", since: "8.0"),
    .init("DietaryWater", .cumulative, "mL", us: "fl_oz_us", since: "9.0"),
    .init("DietaryZinc", .cumulative, "g", metric: "mg", since: "8.0"),
    .init("DistanceCrossCountrySkiing", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    .init("DistanceCycling", .cumulative, "m", metric: "km", us: "mi", since: "8.0"),
    .init("DistanceDownhillSnowSports", .cumulative, "m", metric: "km", us: "mi", since: "11.2"),
    .init("DistancePaddleSports", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    .init("DistanceRowing", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    .init("DistanceSkatingSports", .cumulative, "m", metric: "km", us: "mi", since: "18.0"),
    .init("DistanceSwimming", .cumulative, "m", us: "yd", since: "10.0", loinc: "93816-7"),
    .init("DistanceWalkingRunning", .cumulative, "m", metric: "km", us: "mi", since: "8.0"),
    .init("DistanceWheelchair", .cumulative, "m", metric: "km", us: "mi", since: "10.0"),
    .init("ElectrodermalActivity", .discreteArithmetic, "S", metric: "mcS", since: "8.0"),
    .init(
      "EnvironmentalAudioExposure", .discreteEquivalentContinuousLevel, "dBASPL", since: "13.0"),
    .init(
      "EnvironmentalSoundReduction", .discreteEquivalentContinuousLevel, "dBASPL", since: "16.0"),
    .init("EstimatedWorkoutEffortScore", .discreteArithmetic, "appleEffortScore", since: "18.0"),
    .init("FlightsClimbed", .cumulative, "count", since: "8.0", loinc: "100304-5"),
    .init("ForcedExpiratoryVolume1", .discreteArithmetic, "L", since: "8.0", loinc: "20150-9"),
    .init("ForcedVitalCapacity", .discreteArithmetic, "L", since: "8.0", loinc: "19870-5"),
    .init("HeadphoneAudioExposure", .discreteEquivalentContinuousLevel, "dBASPL", since: "13.0"),
    .init(
      "HeartRate", .discreteTemporallyWeighted, "count/s", metric: "count/min", since: "8.0",
      loinc: "8867-4"),
    .init("HeartRateRecoveryOneMinute", .discreteArithmetic, "count/min", since: "16.0"),
    .init("HeartRateVariabilityRMSSD", .discreteArithmetic, "ms", since: "27.0"),
    .init("HeartRateVariabilitySDNN", .discreteArithmetic, "ms", since: "11.0", loinc: "80404-7"),
    .init(
      "Height", .discreteArithmetic, "m", metric: "cm", us: "ft", since: "8.0", loinc: "8302-2"),
    .init("InhalerUsage", .cumulative, "count", since: "8.0"),
    .init("InsulinDelivery", .cumulative, "IU", since: "11.0"),
    .init("LeanBodyMass", .discreteArithmetic, "kg", us: "lb", since: "8.0", loinc: "91557-9"),
    .init("NikeFuel", .cumulative, "count", since: "8.0"),
    .init("NumberOfAlcoholicBeverages", .cumulative, "count", since: "15.0"),
    .init("NumberOfTimesFallen", .cumulative, "count", since: "8.0"),
    .init("OxygenSaturation", .discreteArithmetic, "%", since: "8.0", loinc: "59408-5"),
    .init(
      "PaddleSportsSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "18.0"),
    .init("PeakExpiratoryFlowRate", .discreteArithmetic, "L/min", since: "8.0", loinc: "19935-6"),
    .init("PeripheralPerfusionIndex", .discreteArithmetic, "%", since: "8.0", loinc: "61006-3"),
    .init("PhysicalEffort", .discreteArithmetic, "kcal/hr·kg", since: "17.0"),
    .init("PushCount", .cumulative, "count", since: "10.0", loinc: "96502-0"),
    .init(
      "RespiratoryRate", .discreteArithmetic, "count/s", metric: "count/min", since: "8.0",
      loinc: "9279-1"),
    .init(
      "RestingHeartRate", .discreteTemporallyWeighted, "count/min", since: "11.0",
      headers: .discreteArithmetic, loinc: "40443-4"),
    .init("RowingSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "18.0"),
    .init("RunningGroundContactTime", .discreteArithmetic, "ms", since: "16.0"),
    .init("RunningPower", .discreteArithmetic, "W", since: "16.0"),
    .init("RunningSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "16.0"),
    .init("RunningStrideLength", .discreteArithmetic, "m", since: "16.0"),
    .init("RunningVerticalOscillation", .discreteArithmetic, "cm", since: "16.0"),
    .init("SixMinuteWalkTestDistance", .discreteArithmetic, "m", since: "14.0"),
    .init("StairAscentSpeed", .discreteArithmetic, "m/s", us: "ft/s", since: "14.0"),
    .init("StairDescentSpeed", .discreteArithmetic, "m/s", us: "ft/s", since: "14.0"),
    .init("StepCount", .cumulative, "count", since: "8.0", loinc: "55423-8"),
    .init("SwimmingStrokeCount", .cumulative, "count", since: "10.0"),
    .init("TimeInDaylight", .cumulative, "min", since: "17.0"),
    .init("UVExposure", name: "uvExposure", .discreteArithmetic, "count", since: "9.0"),
    .init("UnderwaterDepth", .discreteArithmetic, "m", us: "ft", since: "16.0"),
    .init("VO2Max", name: "vo2Max", .discreteArithmetic, "mL/min·kg", since: "11.0"),
    .init(
      "WaistCircumference", .discreteArithmetic, "m", metric: "cm", us: "in", since: "11.0",
      loinc: "8280-0"),
    .init("WalkingAsymmetryPercentage", .discreteArithmetic, "%", since: "14.0"),
    .init("WalkingDoubleSupportPercentage", .discreteArithmetic, "%", since: "14.0"),
    .init(
      "WalkingHeartRateAverage", .discreteTemporallyWeighted, "count/min", since: "11.0",
      headers: .discreteArithmetic, writable: false),
    .init("WalkingSpeed", .discreteArithmetic, "m/s", metric: "km/hr", us: "mi/hr", since: "14.0"),
    .init("WalkingStepLength", .discreteArithmetic, "m", metric: "cm", us: "in", since: "14.0"),
    .init("WaterTemperature", .discreteArithmetic, "degC", us: "degF", since: "16.0"),
    .init("WorkoutEffortScore", .discreteArithmetic, "appleEffortScore", since: "18.0"),
  ]
}
