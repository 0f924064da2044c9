extension Unit {
  /// Reads a unit that another program wrote for people: as HealthKit has it, as people enter it,
  /// or as a program's word for it; nil: it is none of these.
  ///
  ///     Unit(written: "beats/minute")?.description   // "count/min"
  ///     Unit(written: "lbs")?.description            // "lb"
  ///     Unit(written: "°C")?.description             // "degC"
  ///     Unit(written: "furlongs")                    // nil
  package init?(written text: String) {
    let meant = Self.words[text] ?? UnitTable.hints[text] ?? text
    guard let unit = try? Unit(entered: meant) else { return nil }
    self = unit
  }

  /// The words that programs write for units, beside those of `UnitTable.hints`.
  ///
  /// Source: the units for people, and the codes that are none of UCUM's, of the mapping of
  /// HealthKitOnFHIR (StanfordBDHG, MIT, 25b9ca38, HKSampleMapping.json) with the units that it
  /// states for them.
  private static let words: [String: String] = [
    "beats/minute": "count/min", "beats/min": "count/min", "breaths/minute": "count/min",
    "breaths/min": "count/min", "r/min": "count/min", "rpm": "count/min",
    "flights": "count", "beverages": "count", "falls": "count", "strokes": "count",
    "wheelchair pushes": "count", "effort": "appleEffortScore",
    "watt": "W", "siemens": "S", "meters": "m", "m/sec": "m/s", "lux": "lx", "hertz": "Hz",
    "dB(SPL)": "dBASPL", "dB(HL)": "dBHL", "kcal/hr/kg": "kcal/hr·kg",
    "kcal/(kg*hr)": "kcal/hr·kg", "mL/kg/min": "mL/min·kg",
  ]
}
