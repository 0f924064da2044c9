import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Daily figures of random samples against a slow and obvious way to them.
@Suite(.enabled(if: Zones.arePresent)) struct DailyPropertyTests {
  static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC",
  ]

  /// A sample from minute to minute since 1970.
  struct Sample {
    var kind: Int
    var start: Int
    var end: Int
    var value: Double
    var zone: String?
    var source: String

    func object(_ number: Int) -> HealthObject {
      func time(_ minute: Int) -> Timestamp {
        Timestamp(instant: Instant(wholeSeconds: Int64(minute) * 60), offsetMinutes: 120)
      }
      let span = TimeSpan(time(start), time(end))
      switch kind {
      case 0: return quantity(number, steps, value, "count", span, zone: zone)
      case 1: return quantity(number, pulse, value, "count/min", span, zone: zone)
      default:
        var object = category(number, sleep, .code(Int(value) % 6), span)
        if let zone { object.metadata[MetadataName.timeZone] = .string(zone) }
        return object
      }
    }
  }

  /// Samples around a change of the clocks in Europe or in the United States.
  static func samples(_ dice: inout Dice) throws -> [Sample] {
    let around = ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05"]
    let day = try #require(CivilDate(around[dice.below(around.count)]))
    var ends: Set<Int> = []
    return (0..<40).map { _ -> Sample in
      let start = (day.dayNumber - 3) * 1440 + dice.below(6 * 1440)
      var end = start + [0, 1, dice.below(90), dice.below(3000), 12 * 1440][dice.below(5)]
      while !ends.insert(end).inserted { end += 1 }
      return Sample(
        kind: dice.below(3), start: start, end: end, value: Double(dice.below(10_000)) / 7,
        zone: dice.below(3) == 0 ? zones[dice.below(zones.count)] : nil,
        source: ["Phone", "Apple Watch"][dice.below(2)])
    }
  }

  static func journal(_ samples: [Sample], _ zone: String) throws -> ReplayedJournal {
    try ViewTestSupport.journal(zone) { session in
      for (number, sample) in samples.enumerated() {
        try session.save(sample.object(number), source: sample.source)
      }
    }
  }

  @Test(arguments: Counts.seeds(1...20)) func anyOrderOfAppendsGivesTheSameRows(_ seed: Int) throws
  {
    var dice = Dice(seed)
    let samples = try Self.samples(&dice)
    let zone = Self.zones[seed % Self.zones.count]
    for attribution in DailyView.Attribution.allCases {
      for sources in DailyView.Sources.allCases {
        var shuffled = Dice(seed)
        let rows = try (0..<3).map { _ in
          let journal = try Self.journal(samples.shuffled(using: &shuffled), zone)
          return try daily(journal) {
            $0.attribution = attribution
            $0.sources = sources
          }
        }
        #expect(rows[0] == rows[1] && rows[1] == rows[2])
      }
    }
  }

  @Test(arguments: Counts.seeds(21...40)) func agreesWithASweepOverTheMinutes(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = try Self.samples(&dice)
    let zone = Self.zones[seed % Self.zones.count]
    let journal = try Self.journal(samples, zone)
    for sources in [DailyView.Sources.all, .merge] {
      var expected = try Sweep(samples, zone: zone, merging: sources == .merge).days
      for row in try daily(journal, ViewQuery(), { $0.sources = sources }) {
        try Self.compare(row, &expected)
      }
      #expect(expected.isEmpty, "days without a row: \(expected.keys)")
    }
  }

  private static func compare(_ row: [String: Cell], _ expected: inout [String: Sweep.Day]) throws {
    func number(_ field: String) -> Double? {
      if case .number(let number)? = row[field] { return number }
      return nil
    }
    let key = words([row], "type", "value", "day")[0]
    let due = expected.removeValue(forKey: key)
    let day = try #require(due, "no row is due for \(key)")
    let sum = number("sum") ?? number("duration") ?? number("average")
    #expect(abs(try #require(sum) - day.sum) <= 1e-9 * max(1, abs(day.sum)), "\(key)")
    #expect(row["count"] == .whole(day.count), "\(key)")
    if let minimum = number("minimum") { #expect(minimum == day.values.min(), "\(key)") }
    if let maximum = number("maximum") { #expect(maximum == day.values.max(), "\(key)") }
    if let latest = number("latest") { #expect(latest == day.latest?.value, "\(key)") }
  }

  @Test(arguments: Counts.seeds(41...60)) func theDaysOfASplitSampleComeToItsValue(_ seed: Int)
    throws
  {
    var dice = Dice(seed)
    var sample = try Self.samples(&dice)[0]
    sample.kind = 0
    let rows = try daily(try Self.journal([sample], Self.zones[seed % Self.zones.count]))
    let sums: [Double] = rows.compactMap { row in
      if case .number(let sum)? = row["sum"] { return sum }
      return nil
    }
    #expect(abs(sums.reduce(0, +) - sample.value) <= 1e-9 * max(1, sample.value))
  }
}

/// Walks over every minute of every sample and asks Foundation for its date.
struct Sweep {
  struct Day {
    var sum = 0.0
    /// Of a heart rate: the seconds for which its values held.
    var weight = 0.0
    var count = 0
    var values: [Double] = []
    var latest: (end: Int, value: Double)?
  }

  private(set) var days: [String: Day] = [:]

  /// - Parameter merging: whether a minute of the phone counts only where the watch has none.
  init(_ samples: [DailyPropertyTests.Sample], zone: String, merging: Bool) throws {
    for sample in samples {
      let zone = try #require(TimeZone(identifier: sample.zone ?? zone))
      var minutes: [Int: Int] = [:]
      for minute in sample.start..<max(sample.end, sample.start + 1)
      where !merging || !samples.contains(where: { $0.beats(sample, at: minute) }) {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(minute) * 60))
        minutes[Int((Double(minute * 60 + offset) / 86_400).rounded(.down)), default: 0] += 1
      }
      let first = minutes.keys.min() ?? 0
      for (day, share) in minutes {
        let held = sample.start == sample.end ? Self.held(sample, samples, zone) : share
        add(sample, day, share, held: held, isFirst: day == first)
      }
    }
    for (key, day) in days where key.hasPrefix(pulse) {
      days[key]?.sum = day.sum / day.weight
    }
  }

  /// The minutes that a heart rate of one moment holds: until its source measures again, half an
  /// hour or its day is over.
  private static func held(
    _ sample: DailyPropertyTests.Sample, _ samples: [DailyPropertyTests.Sample], _ zone: TimeZone
  ) -> Int {
    func day(_ minute: Int) -> Int {
      let time = Double(minute) * 60
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: time))
      return Int(((time + Double(offset)) / 86_400).rounded(.down))
    }
    let minutes = sample.start + 1..<sample.start + 30
    let end = minutes.first { minute in
      day(minute) != day(sample.start)
        || samples.contains { $0.kind == 1 && $0.source == sample.source && $0.start == minute }
    }
    return (end ?? minutes.upperBound) - sample.start
  }

  private mutating func add(
    _ sample: DailyPropertyTests.Sample, _ day: Int, _ share: Int, held: Int, isFirst: Bool
  ) {
    let names = ["inBed", "asleepUnspecified", "awake", "asleepCore", "asleepDeep", "asleepREM"]
    let type = [steps, pulse, sleep][sample.kind]
    let value = sample.kind == 2 ? names[Int(sample.value) % 6] : "-"
    let key = "\(type) \(value) \(CivilDate(dayNumber: day))"
    let length = Double(max(sample.end - sample.start, 1))
    let isInstant = sample.end == sample.start
    switch sample.kind {
    case 0: days[key, default: Day()].sum += sample.value * Double(share) / length
    case 1:
      let seconds = Double(held) * 60
      days[key, default: Day()].sum += sample.value * seconds
      days[key]?.weight += seconds
    default: days[key, default: Day()].sum += isInstant ? 0 : Double(share) * 60
    }
    days[key]?.count += sample.kind < 2 || isFirst ? 1 : 0
    days[key]?.values.append(sample.value)
    if sample.end > days[key]?.latest?.end ?? .min {
      days[key]?.latest = (sample.end, sample.value)
    }
  }
}

extension DailyPropertyTests.Sample {
  /// Whether this sample of the watch counts in the place of one of the phone.
  fileprivate func beats(_ other: Self, at minute: Int) -> Bool {
    guard kind == 0, other.kind == 0, source == "Apple Watch", other.source == "Phone" else {
      return false
    }
    if start == end { return other.start == other.end && start == other.start }
    return (start..<end).contains(minute)
  }
}
