import HealthModel

// Only limits that somebody measured or that follow from what is measured: a guess would call true data
// false. Each is the most extreme value on record, not the bounds of health.
extension PlausibleRange {
  /// The range of a type; nil: none is known.
  static func of(_ type: String) -> PlausibleRange? {
    if let known = ranges[type] { return known }
    return AggregationStyle.isCumulative(type)
      ? PlausibleRange(least: 0, source: "an amount is not negative") : nil
  }

  private static let pulse = PlausibleRange(
    least: 20, greatest: 300, unit: "count/min",
    source: "slowest 27, Guinness; the heart conducts 300")

  private static let temperature = PlausibleRange(
    least: 13.7, greatest: 46.5, unit: "degC",
    source: "Gilbert, Lancet 2000; Guinness 1980")

  private static let share = PlausibleRange(
    least: 0, greatest: 1, unit: "%", source: "a share of a whole, which is 1")

  /// The level at which a wave in air reaches a vacuum: 20 log10 (101325 Pa / 20 µPa).
  private static let sound = PlausibleRange(
    least: 0, greatest: 194, unit: "dBASPL", source: "a wave of one atmosphere")

  /// By type identifier.
  static let ranges: [String: PlausibleRange] = {
    let groups: [(PlausibleRange, [String])] = [
      (pulse, ["HeartRate", "RestingHeartRate", "WalkingHeartRateAverage"]),
      (temperature, ["BodyTemperature", "BasalBodyTemperature"]),
      (
        share,
        [
          "OxygenSaturation", "BodyFatPercentage", "AppleWalkingSteadiness",
          "AtrialFibrillationBurden", "BloodAlcoholContent", "PeripheralPerfusionIndex",
          "WalkingAsymmetryPercentage", "WalkingDoubleSupportPercentage",
        ]
      ),
      (sound, ["EnvironmentalAudioExposure", "HeadphoneAudioExposure"]),
      (
        PlausibleRange(least: 0.2, greatest: 635, unit: "kg", source: "0.212 to 635, Guinness"),
        ["BodyMass"]
      ),
      (
        PlausibleRange(least: 0.2, greatest: 2.72, unit: "m", source: "the tallest, Guinness"),
        ["Height"]
      ),
      (
        PlausibleRange(
          least: 10, greatest: 100, unit: "count", source: "Chan and Raffa 2017"),
        ["BodyMassIndex"]
      ),
      (
        PlausibleRange(
          least: 0, greatest: 480, unit: "mmHg", source: "MacDougall, J Appl Physiol 1985"),
        ["BloodPressureSystolic"]
      ),
      (
        PlausibleRange(
          least: 0, greatest: 350, unit: "mmHg", source: "MacDougall, J Appl Physiol 1985"),
        ["BloodPressureDiastolic"]
      ),
      (
        PlausibleRange(
          least: 0, greatest: 101.1, unit: "mL/min·kg", source: "Blummenfelt 2026"),
        ["VO2Max"]
      ),
    ]
    var ranges: [String: PlausibleRange] = [:]
    for (range, names) in groups {
      for name in names { ranges["HKQuantityTypeIdentifier" + name] = range }
    }
    return ranges
  }()
}
