import HealthEvents
import HealthModel

/// Made-up health data, the same for the same seed: samples of ten types from two sources over years.
struct Generator {
  private static let types: [(identifier: String, unit: String, most: Double, seconds: Int64)] = [
    ("HKQuantityTypeIdentifierHeartRate", "count/min", 160, 0),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", 9, 60),
    ("HKQuantityTypeIdentifierStepCount", "count", 900, 600),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "km", 1, 600),
    ("HKQuantityTypeIdentifierBasalEnergyBurned", "kcal", 22, 900),
    ("HKQuantityTypeIdentifierRespiratoryRate", "count/min", 20, 0),
    ("HKQuantityTypeIdentifierOxygenSaturation", "%", 1, 15),
    ("HKQuantityTypeIdentifierWalkingSpeed", "km/hr", 7, 20),
    ("HKQuantityTypeIdentifierBodyMass", "kg", 80, 0),
    ("HKQuantityTypeIdentifierDietaryWater", "mL", 500, 0),
  ]
  private static let sources = [
    (Source(name: "Watch", version: "11.5"), Device(name: "Apple Watch", model: "Watch")),
    (Source(name: "iPhone", version: "18.5"), Device(name: "iPhone", model: "iPhone")),
  ]

  private var seed: UInt64
  private var clock: Int64 = 1_577_836_800

  init(seed: UInt64) { self.seed = seed }

  private mutating func next() -> UInt64 {
    // SplitMix64 (Steele, Lea, Flood 2014).
    seed &+= 0x9E37_79B9_7F4A_7C15
    var z = seed
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  private mutating func below(_ bound: UInt64) -> UInt64 { next() % bound }

  /// The next sample.
  mutating func draft() -> Draft {
    let type = Self.types[Int(below(UInt64(Self.types.count)))]
    let (source, device) = Self.sources[Int(below(2))]
    clock += Int64(below(300))
    let start = Timestamp(instant: Instant(wholeSeconds: clock), offsetMinutes: 60)
    let length = type.seconds == 0 ? 0 : Int64(below(UInt64(type.seconds)))
    let end = Timestamp(instant: Instant(wholeSeconds: clock + length), offsetMinutes: 60)
    let value = Double(Int64(Double(below(1_000_000)) / 1_000 * type.most)) / 1_000
    let sample = QuantitySample(
      type: type.identifier, span: TimeSpan(start, end), value: value, unit: type.unit)
    let uuid = ObjectUUID(random: (next(), next()))
    let object = HealthObject(uuid: uuid, content: .quantity(sample), created: end)
    return Draft(object, source: source, device: device)
  }

  /// The next sample as a `Record` of an export.
  mutating func record() -> String {
    let draft = draft()
    guard case .quantity(let sample) = draft.object.content, let source = draft.source else {
      return ""
    }
    func time(_ timestamp: Timestamp) -> String {
      timestamp.description.replacing("T", " ").replacing("+01:00", " +0100")
    }
    return """
       <Record type="\(sample.type)" sourceName="\(source.name)" \
      sourceVersion="\(source.version ?? "")" unit="\(sample.unit)" \
      creationDate="\(time(sample.span.end))" startDate="\(time(sample.span.start))" \
      endDate="\(time(sample.span.end))" value="\(sample.value)"/>

      """
  }
}

extension String {
  fileprivate func replacing(_ part: String, _ other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
