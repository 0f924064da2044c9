import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// Statistics of random samples against what is obviously right, however slow.
@Suite(.enabled(if: Zones.arePresent)) struct StatisticsPropertyTests {
  /// A sample of whole minutes since the start of a week in March 2026 in which clocks change.
  struct Sample {
    var number: Int
    var type: String
    var start: Int
    var end: Int
    var value: Double
    var source: String

    var object: HealthObject {
      let span = TimeSpan(StatisticsPropertyTests.time(start), StatisticsPropertyTests.time(end))
      let unit = type == pulse ? "count/min" : type == steps ? "count" : "dBASPL"
      return quantity(number, type, value, unit, span)
    }
  }

  static let noise = "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
  static let mass = QuantityType.bodyMass.identifier

  static func time(_ minute: Int) -> Timestamp {
    Timestamp(
      instant: at("2026-03-26T00:00:00Z").instant.adding(microseconds: Int64(minute) * 60_000_000),
      offsetMinutes: 0)
  }

  static func samples(_ dice: inout Dice) -> [Sample] {
    (0..<40).map { number in
      let start = dice.below(6 * 1440)
      let length = dice.below(4) == 0 ? 0 : 1 + dice.below(dice.below(5) == 0 ? 3000 : 90)
      return Sample(
        number: number, type: [steps, pulse, noise][dice.below(3)], start: start,
        end: start + length, value: Double(40 + dice.below(80)),
        source: ["Apple Watch", "iPhone", "Band"][dice.below(3)])
    }
  }

  static func journal(_ samples: [Sample]) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      for sample in samples { try session.save(sample.object, source: sample.source) }
    }
  }

  static func number(_ cell: Cell?) -> Double? {
    if case .number(let number)? = cell { return number }
    return nil
  }

  static let intervals = [
    "hour", "3 hours", "37 minutes", "day", "2 days", "week", "month", "17 days",
  ]

  // MARK: A slow reference

  /// What is obviously right for a type and an interval of minutes: every minute of every sample is
  /// asked.
  struct Slow {
    var sum = 0.0
    var weight = 0.0
    var values: [Double] = []
    var covered: Set<Int> = []

    init(_ samples: [Sample], _ from: Int, _ to: Int) {
      for sample in samples {
        let isInstant = sample.start == sample.end
        let minutes = isInstant ? sample.start..<sample.start + 1 : sample.start..<sample.end
        let inside = minutes.filter { from <= $0 && $0 < to }
        if inside.isEmpty { continue }
        let counting = inside.filter { sample.type != steps || Slow.counts(sample, $0, samples) }
        if counting.isEmpty { continue }
        values.append(sample.value)
        if !isInstant { covered.formUnion(inside) }
        switch sample.type {
        case steps: sum += sample.value * Double(counting.count) / Double(minutes.count)
        case pulse:
          let held = isInstant ? Slow.held(sample, 30, to, samples) : inside.count
          add(sample.value, Double(held) * 60)
        default:
          let held = isInstant ? Slow.held(sample, 1, to, samples) : inside.count
          add(pow(10, sample.value / 10), Double(held) * 60)
        }
      }
    }

    /// The minutes that a reading holds: until its source measures again, or its day is over.
    private static func held(_ sample: Sample, _ most: Int, _ to: Int, _ samples: [Sample]) -> Int {
      // The clocks of Berlin change 73 hours after the first minute.
      func day(_ minute: Int) -> Int { (minute + (minute < 73 * 60 ? 60 : 120)) / 1440 }
      let minutes = sample.start + 1..<sample.start + most
      let end = minutes.first { minute in
        minute >= to || day(minute) != day(sample.start)
          || samples.contains { $0.source == sample.source && $0.start == minute }
      }
      return (end ?? minutes.upperBound) - sample.start
    }

    private mutating func add(_ value: Double, _ seconds: Double) {
      sum += value * seconds
      weight += seconds
    }

    /// Whether no better source has the minute: watch, phone, then the band.
    private static func counts(_ sample: Sample, _ minute: Int, _ samples: [Sample]) -> Bool {
      let order = ["Apple Watch", "iPhone", "Band"]
      func rank(_ sample: Sample) -> Int { order.firstIndex(of: sample.source) ?? 9 }
      return !samples.contains { other in
        guard rank(other) < rank(sample) else { return false }
        if other.start == other.end {
          return sample.start == sample.end && sample.start == other.start
        }
        return other.start <= minute && minute < other.end
      }
    }
  }

  @Test(arguments: Counts.seeds(1...24)) func agreesWithASlowReference(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = Self.samples(&dice)
    let journal = try Self.journal(samples)
    let text = Self.intervals[seed % Self.intervals.count]
    for type in [steps, pulse, Self.noise] {
      let own = samples.filter { $0.type == type }
      let from = dice.below(2) == 0 ? 700 + dice.below(3000) : nil
      let to = dice.below(2) == 0 ? 4000 + dice.below(4000) : nil
      let rows = try StatisticsTests.rows(
        journal, type, from: from.map { Self.time($0).description },
        to: to.map { Self.time($0).description }, every: text
      ) { $0.includesEmpty = true }
      for row in rows { try Self.compare(row, own) }
      let shown = own.filter { sample in
        sample.start < to ?? .max && (sample.start >= from ?? .min || sample.end > from ?? .min)
      }
      #expect(rows.isEmpty == (shown.isEmpty && (from == nil || to == nil)), "\(type)")
      for (row, next) in zip(rows, rows.dropFirst()) { #expect(row["end"] == next["start"]) }
    }
  }

  private static func compare(_ row: [String: Cell], _ samples: [Sample]) throws {
    guard case .time(let start)? = row["start"], case .time(let end)? = row["end"] else {
      Issue.record("no times")
      return
    }
    let first = time(0).instant
    let from = Int(start.instant.seconds(since: first) / 60)
    let slow = Slow(samples, from, Int(end.instant.seconds(since: first) / 60))
    guard !slow.values.isEmpty else {
      #expect(row.keys.count == 3, "\(row)")
      return
    }
    #expect(row["count"] == .whole(slow.values.count), "\(row)")
    #expect(number(row["duration"]) == Double(slow.covered.count * 60), "\(row)")
    func expect(_ field: String, _ expected: Double) throws {
      let given = try #require(number(row[field]))
      #expect(abs(given - expected) <= 1e-9 * max(1, abs(expected)), "\(field) \(row)")
    }
    switch samples[0].type {
    case steps: try expect("sum", slow.sum)
    case pulse: try expect("average", slow.sum / slow.weight)
    default: try expect("average", 10 * log10(slow.sum / slow.weight))
    }
    if samples[0].type != steps {
      #expect(number(row["minimum"]) == slow.values.min())
      #expect(number(row["maximum"]) == slow.values.max())
    }
  }

  // MARK: Laws

  /// The merged sum over any intervals is the merged sum over the whole range.
  @Test(arguments: Counts.seeds(30...60)) func intervalsComeToTheWhole(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = Self.samples(&dice)
    let journal = try Self.journal(samples)
    for rule in [Statistics.Sources.merge, .all] {
      let range = try StatisticsTests.rows(journal, steps) { $0.sources = rule }[0]
      let whole = try #require(Self.number(range["sum"]))
      for text in Self.intervals {
        let anchor = Self.time(dice.below(9000) - 3000).description
        let rows = try StatisticsTests.rows(journal, steps, every: text, anchor: anchor) {
          $0.sources = rule
        }
        let sum = rows.compactMap { Self.number($0["sum"]) }.reduce(0, +)
        #expect(abs(sum - whole) <= 1e-9 * sum, "\(text) \(anchor)")
      }
    }
  }

  /// By day and without zones of their own, `daily` says the same.
  @Test(arguments: Counts.seeds(70...80)) func daysAreThoseOfDaily(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try Self.journal(Self.samples(&dice))
    for type in [steps, pulse, Self.noise] {
      let rows = try StatisticsTests.rows(journal, type, every: "day")
      var query = ViewQuery()
      query.types = [type]
      let days = try daily(journal, query)
      let fields = ["unit", "minimum", "average", "maximum", "count"]
      func figures(_ rows: [[String: Cell]]) -> [[Cell?]] {
        rows.map { row in fields.map { row[$0] } }
      }
      #expect(figures(rows) == figures(days))
      for (row, day) in zip(rows, days) {
        let (sum, due) = (Self.number(row["sum"]), Self.number(day["sum"]))
        #expect(abs((sum ?? 0) - (due ?? 0)) <= 1e-9 * max(1, due ?? 0))
      }
    }
  }

  @Test(arguments: 90...95) func anyOrderOfAppendsGivesTheSameRows(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = Self.samples(&dice)
    let rows = try (0..<3).map { _ in
      let journal = try Self.journal(samples.shuffled(using: &dice))
      return try [steps, pulse].map {
        try StatisticsTests.rows(journal, $0, every: "5 hours") {
          $0.separatesSources = true
          $0.percentiles = [5, 50]
        }.map { $0.filter { !$0.key.hasPrefix("latest") } }
      }
    }
    #expect(rows[0] == rows[1] && rows[1] == rows[2])
  }

  // MARK: Python

  /// Python's `statistics.quantiles` of the inclusive method gives the same percentiles.
  @Test(.enabled(if: Python.isPresent), arguments: [2, 3, 10, 101, 500])
  func percentilesAgreeWithPython(_ count: Int) throws {
    var dice = Dice(count)
    let values = (0..<count).map { _ in Double(dice.below(1_000_000)) / 997 }
    let journal = try ViewTestSupport.journal("UTC") { session in
      for (number, value) in values.enumerated() {
        let span = TimeSpan(Self.time(number), Self.time(number + 1))
        try session.save(quantity(number, Self.mass, value, "kg", span))
      }
    }
    let program = """
      import statistics, sys
      values = [float(line) for line in sys.stdin]
      for cut in statistics.quantiles(values, n=100, method='inclusive'): print(repr(cut))
      """
    let input = values.map { "\($0)" }.joined(separator: "\n")
    let expected = try Python.run(["-c", program], input: input).split(separator: "\n")
      .compactMap { Double($0) }
    let row = try StatisticsTests.rows(journal, Self.mass) {
      $0.percentiles = (1...99).map(Double.init)
    }[0]
    try #require(expected.count == 99)
    for (index, due) in expected.enumerated() {
      let given = try #require(Self.number(row["p\(index + 1)"]))
      #expect(abs(given - due) <= 1e-12 * max(1, due))
    }
  }
}

/// Steps of each month of a real export by one source, against Python over the XML.
@Suite(.enabled(if: RealExports.arePresent && Python.isPresent && Zones.arePresent))
struct RealStatisticsTests {
  static func oracle(_ zone: String, _ source: String) throws -> [String: Double] {
    let script = Project.root.appending(
      path: "Tests/HealthViewsTests/monthly_steps.py"
    ).path
    var sums: [String: Double] = [:]
    for line in try Python.run([script, RealExports.steps, zone, source]).split(separator: "\n") {
      let parts = line.split(separator: "\t")
      sums[String(parts[0])] = Double(parts[1])
    }
    return sums
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York"])
  func everyMonthOfOneSource(_ zone: String) throws {
    let journal = try RealExports.journal(of: RealExports.steps, zone: "UTC")
    let all = journal.tables.columns(of: steps).map { columns in
      Set((0..<columns.count).map { journal.tables.sourceName(columns.provenance($0)) })
    }
    for source in try #require(all) {
      var context = ViewContext()
      context.query.types = [steps]
      context.query.sources = [source]
      var options = Statistics.Options(every: .month)
      options.timeZone = zone
      options.sources = .all
      var expected = try Self.oracle(zone, source)
      for row in try StatisticsView.table(of: journal, in: context, options: options).records() {
        let month = String(word(row["start"] ?? .missing).prefix(7))
        let found = expected.removeValue(forKey: month)
        let due = try #require(found, "\(source) \(month)")
        let sum = try #require(StatisticsPropertyTests.number(row["sum"]))
        #expect(abs(sum - due) <= 1e-9 * max(1, due), "\(source) \(month): \(sum) for \(due)")
      }
      #expect(expected.isEmpty, "months without a row: \(expected)")
    }
  }
}
