import HealthEvents
import HealthModel

/// Made-up health data, the same for the same seed: samples of ten types from two sources over
/// years.
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
  /// A watch and a phone.
  static let sources = [
    (
      source: Source(name: "Watch", version: "11.5"),
      device: Device(name: "Apple Watch", model: "Watch")
    ),
    (
      source: Source(name: "iPhone", version: "18.5"),
      device: Device(name: "iPhone", model: "iPhone")
    ),
  ]

  private var random: SplitMix
  private var clock = Self.start

  /// When the data begins: 2020-01-01.
  private static let start: Int64 = 1_577_836_800
  /// Seconds between two samples at most.
  private static let pause: UInt64 = 300

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// About the day, as days since 1970-01-01, of the sample in the middle of so many.
  static func middleDay(of events: Int) -> Int {
    Int((start + Int64(events / 2) * Int64(pause / 2)) / 86_400)
  }

  /// The next sample.
  mutating func draft() -> Draft {
    let type = Self.types[Int(random.below(UInt64(Self.types.count)))]
    let (source, device) = Self.sources[Int(random.below(2))]
    clock += Int64(random.below(Self.pause))
    let start = Timestamp(instant: Instant(wholeSeconds: clock), offsetMinutes: 60)
    let length = type.seconds == 0 ? 0 : Int64(random.below(UInt64(type.seconds)))
    let end = Timestamp(instant: Instant(wholeSeconds: clock + length), offsetMinutes: 60)
    let value = Double(Int64(Double(random.below(1_000_000)) / 1_000 * type.most)) / 1_000
    let sample = QuantitySample(
      type: type.identifier, span: TimeSpan(start, end), value: value, unit: type.unit)
    let uuid = ObjectUUID(random: (random.next(), random.next()))
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
