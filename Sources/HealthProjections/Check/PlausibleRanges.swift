import HealthModel

// Only limits that somebody measured or that follow from what is measured: a guess would call true
// data false. Each is the most extreme value on record, not the bounds of health.
extension PlausibleRange {
  /// The range of a type; nil: none is known.
  static func of(_ type: String) -> PlausibleRange? {
    if let known = ranges[type] { return known }
    return AggregationStyle.isCumulative(type)
      ? PlausibleRange(least: 0, source: "an amount is not negative") : nil
  }

  /// By type identifier.
  static let ranges: [String: PlausibleRange] = {
    var ranges: [String: PlausibleRange] = [:]
    for type in QuantityType.all where type.isShare {
      ranges[type.identifier] = PlausibleRange(
        least: 0, greatest: 1, unit: type.metricUnitText, source: "a share of a whole")
    }
    for (names, least, greatest, unit, source) in groups {
      for name in names {
        ranges["HKQuantityTypeIdentifier" + name] = PlausibleRange(
          least: least, greatest: greatest, unit: unit, source: source)
      }
    }
    return ranges
  }()

  private static let groups: [([String], Double, Double, String, String)] = [
    (
      ["HeartRate", "RestingHeartRate", "WalkingHeartRateAverage"],
      20, 300, "count/min", "slowest 27, Guinness; the heart conducts 300"
    ),
    (
      ["BodyTemperature", "BasalBodyTemperature"],
      13.7, 46.5, "degC", "Gilbert, Lancet 2000; Guinness 1980"
    ),
    (
      ["OxygenSaturation"],
      0.1, 1, "%", "lowest 34 %, Grocott, N Engl J Med 2009; a share of a whole"
    ),
    // The level at which a wave in air reaches a vacuum: 20 log10 (101325 Pa / 20 µPa).
    (
      ["EnvironmentalAudioExposure", "HeadphoneAudioExposure"],
      0, 194, "dBASPL", "a wave of one atmosphere"
    ),
    (["BodyMass"], 0.2, 635, "kg", "0.212 to 635, Guinness"),
    (["Height"], 0.2, 2.72, "m", "the tallest, Guinness"),
    (["BodyMassIndex"], 10, 100, "count", "Chan and Raffa 2017"),
    (["BloodPressureSystolic"], 0, 480, "mmHg", "MacDougall, J Appl Physiol 1985"),
    (["BloodPressureDiastolic"], 0, 350, "mmHg", "MacDougall, J Appl Physiol 1985"),
    (["VO2Max"], 0, 101.1, "mL/min·kg", "Blummenfelt 2026"),
  ]
}
