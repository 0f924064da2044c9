import HealthEvents
import HealthModel

/// Made-up steps of a person with a phone and a watch, the same for the same seed: 140 samples a
/// day, of which those of the two overlap.
struct StepsGenerator {
  static let type = "HKQuantityTypeIdentifierStepCount"
  /// Samples a day.
  static let aDay = 140

  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// The samples of a day, counted from 2014-01-01: 80 of the watch from seven o'clock on, one each
  /// twelve minutes, and 60 of the phone, one each sixteen.
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
    let sample = QuantitySample(
      type: Self.type, span: TimeSpan(start, end), value: Double(random.below(900)),
      unit: "count")
    let uuid = ObjectUUID(random: (random.next(), random.next()))
    let object = HealthObject(uuid: uuid, content: .quantity(sample), created: end)
    return Draft(object, source: from.source, device: from.device)
  }
}
