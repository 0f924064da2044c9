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

  /// The time at which the data begins: 2020-01-01.
  private static let start: Int64 = 1_577_836_800
  /// Seconds between two samples at most.
  private static let pause: UInt64 = 300

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Returns about the day, as days since 1970-01-01, of the sample in the middle of this many.
  static func middleDay(of events: Int) -> Int {
    Int((start + Int64(events / 2) * Int64(pause / 2)) / 86_400)
  }

  /// Returns the next sample.
  mutating func draft() -> Draft {
    let type = Self.types[Int(random.below(UInt64(Self.types.count)))]
    let (source, device) = Self.sources[Int(random.below(2))]
    clock += Int64(random.below(Self.pause))
    let start = Timestamp(instant: Instant(wholeSeconds: clock), offsetMinutes: 60)
    let length = type.seconds == 0 ? 0 : Int64(random.below(UInt64(type.seconds)))
    let end = Timestamp(instant: Instant(wholeSeconds: clock + length), offsetMinutes: 60)
    let value = Double(Int64(Double(random.below(1_000_000)) / 1_000 * type.most)) / 1_000
    let sample = QuantityContent(
      type: type.identifier, span: TimeSpan(start, end), value: value, unit: type.unit)
    let uuid = ObjectUUID(random: (random.next(), random.next()))
    let object = HealthObject(uuid: uuid, content: .quantity(sample), created: end)
    return Draft(object, source: source, device: device)
  }

  /// Returns the next sample as a `Record` of an export.
  mutating func record() -> String {
    let draft = draft()
    guard case .quantity(let sample) = draft.object.content, let source = draft.source else {
      return ""
    }
    func time(_ timestamp: Timestamp) -> String {
      timestamp.description.exchanging("T", for: " ").exchanging("+01:00", for: " +0100")
    }
    return """
       <Record type="\(sample.type)" sourceName="\(source.name)" \
      sourceVersion="\(source.version ?? "")" unit="\(sample.unit)" \
      creationDate="\(time(sample.span.end))" startDate="\(time(sample.span.start))" \
      endDate="\(time(sample.span.end))" value="\(sample.value)"/>

      """
  }
}

/// A generator of made-up steps of a person with a phone and a watch, the same for the same seed:
/// 140 samples a day; those of the two overlap.
struct StepsGenerator {
  static let type = "HKQuantityTypeIdentifierStepCount"
  /// The number of samples a day.
  static let aDay = 140

  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// Returns the samples of a day, counted from 2014-01-01: 80 of the watch from seven o'clock on,
  /// one every twelve minutes, and 60 of the phone, one every sixteen.
  mutating func day(_ number: Int) -> [Draft] {
    let morning = 1_388_534_400 + Int64(number) * 86_400 + 7 * 3_600
    return (0..<80).map { draft(morning + $0 * 720, most: 720, Generator.sources[0]) }
      + (0..<60).map { draft(morning + $0 * 960, most: 960, Generator.sources[1]) }
  }

  private mutating func draft(
    _ time: Int64, most: UInt64, _ from: (source: Source, device: Device)
  ) -> Draft {
    let begin = time + Int64(random.below(120))
    let over = begin + 60 + Int64(random.below(most - 180))
    let start = Timestamp(instant: Instant(wholeSeconds: begin), offsetMinutes: 60)
    let end = Timestamp(instant: Instant(wholeSeconds: over), offsetMinutes: 60)
    let sample = QuantityContent(
      type: Self.type, span: TimeSpan(start, end), value: Double(random.below(900)),
      unit: "count")
    let uuid = ObjectUUID(random: (random.next(), random.next()))
    let object = HealthObject(uuid: uuid, content: .quantity(sample), created: end)
    return Draft(object, source: from.source, device: from.device)
  }
}

/// Numbers that look random, the same for the same seed: SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix {
  private var seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  mutating func next() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var z = seed
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: UInt64) -> UInt64 { next() % bound }
}
