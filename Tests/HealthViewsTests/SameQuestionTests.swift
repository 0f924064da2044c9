import HealthEvents
import HealthModel
import HealthReport
import HealthTables
import Journal
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// The same question by another door gives the same figure: averages, least and greatest values of
/// a period, with problems and without, of all sources or of one.
@Suite(.enabled(if: Zones.arePresent)) struct SameQuestionTests {
  private static let noise = "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
  private static let mass = QuantityType.bodyMass.identifier
  private static let first = "2026-02-01T00:00:00+01:00"

  private static func moment(_ second: Int) -> Timestamp {
    let moment = at(first).instant.adding(microseconds: Int64(second) * 1_000_000)
    return Timestamp(instant: moment, offsetMinutes: 60)
  }

  /// Eight weeks of readings at odd times, some of a length, some that condense a series, and a few
  /// that nobody can have.
  private static func journal(_ dice: inout Dice) throws -> ReplayedJournal {
    var objects: [(HealthObject, String)] = []
    for number in 0..<500 {
      let type = [pulse, pulse, pulse, noise, mass][dice.below(5)]
      let start = dice.below(56 * 86_400)
      let length = dice.below(3) == 0 ? 1 + dice.below(20_000) : 0
      let span = TimeSpan(moment(start), moment(start + length))
      let isProblem = dice.below(60) == 0
      let value = isProblem ? 900 : Double(50 + dice.below(60)) + Double(dice.below(8)) / 8
      let unit = type == pulse ? "count/min" : type == noise ? "dBASPL" : "kg"
      var object = quantity(number, type, value, unit, span)
      if dice.below(6) == 0, case .quantity(var sample) = object.content {
        sample.series = SeriesSummary(
          minimum: value - Double(dice.below(9)), maximum: value + Double(dice.below(30)))
        object.content = .quantity(sample)
      }
      objects.append((object, ["Watch", "Strap"][dice.below(2)]))
    }
    return try ViewTestSupport.journal { session in
      for (object, source) in objects { try session.save(object, source: source) }
    }
  }

  private static func rows(
    _ view: View, _ journal: ReplayedJournal, _ options: [String: String], asking flag: Option?
  ) throws -> [[String: Cell]] {
    var values = OptionValues()
    for (name, value) in options { values.add(value, to: name) }
    if let flag { values.add("", to: flag.name) }
    var request = ViewRequest(journal, values, now: at("2026-06-01T12:00:00Z").instant)
    return try view.table(&request).records()
  }

  private static func number(_ row: [String: Cell]?, _ field: String) -> Double? {
    if case .number(let number)? = row?[field] { return number }
    return nil
  }

  @Test(arguments: Counts.seeds(1...12)) func aPeriodHasOneAverage(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try Self.journal(&dice)
    for type in [pulse, Self.noise, Self.mass] {
      for isWhole in [false, true] {
        var asked = ["type": type]
        if dice.below(2) == 0 { asked["source"] = "Watch" }
        let (kept, left) = (
          isWhole ? Option.withProblems : nil, isWhole ? nil : Option.withoutProblems
        )
        func rows(_ view: View, _ more: [String: String], _ flag: Option?) throws
          -> [[String: Cell]]
        { try Self.rows(view, journal, asked.merging(more) { $1 }, asking: flag) }
        let month = ["period": "2026-02"]
        let range = try #require(try rows(.statistics, month, left).first)
        let average = try #require(Self.number(range, "average"))
        let others: [[String: Cell]?] = [
          try rows(.statistics, month.merging(["every": "month"]) { $1 }, left).first,
          try rows(.compare, month, kept).first.map { ["average": $0["current"] ?? .missing] },
          try rows(.trends, ["on": "2026-02-28"], kept).first
            .map { ["average": $0["last28"] ?? .missing] },
        ]
        for other in others { #expect(Self.number(other, "average") == average, "\(type)") }
        if type != Self.noise {
          let summary = try rows(.summary, month.filter { $0.key != "type" }, kept)
            .first { $0["type"] == .identifier(type) }
          for field in ["average", "minimum", "maximum"] where asked["source"] == nil {
            #expect(Self.number(summary, field) == Self.number(range, field), "\(type) \(field)")
          }
        }
        let days = try rows(.daily, month, left)
        #expect(
          days.compactMap { Self.number($0, "minimum") }.min() == Self.number(range, "minimum"))
        #expect(
          days.compactMap { Self.number($0, "maximum") }.max() == Self.number(range, "maximum"))
        let byDay = try rows(.statistics, month.merging(["every": "day"]) { $1 }, left)
        #expect(words(byDay, "average") == words(days, "average"))
        try Self.report(journal, type, asked["source"], isWhole, average)
        try Self.chart(journal, type, asked["source"], isWhole, average)
      }
    }
  }

  /// What sections of the report show.
  private static func report(
    _ journal: ReplayedJournal, _ type: String, _ source: String?, _ isWhole: Bool,
    _ average: Double
  ) throws {
    var context = try february(type, source)
    context.query.leavesOutProblems = !isWhole
    let first = at(Self.first).date.dayNumber
    let figures = DayFigures(
      try DailyView.statistics(of: journal, in: context), from: first)
    #expect(figures?.average == average)
  }

  private static func chart(
    _ journal: ReplayedJournal, _ type: String, _ source: String?, _ isWhole: Bool,
    _ average: Double
  ) throws {
    var context = try february(type, source)
    context.query.leavesOutProblems = !isWhole
    let chart = try ChartView.chart(of: type, journal, in: context, step: .none, parts: 1)
    #expect(chart?.figure(0) == average)
  }

  private static func february(_ type: String, _ source: String?) throws -> ViewContext {
    var query = ViewQuery()
    query.types = [type]
    query.from = at(first).instant
    query.to = at("2026-03-01T00:00:00+01:00").instant
    query.sources = source.map { [$0] } ?? []
    return ViewContext(query)
  }

  // MARK: By hand

  /// A reading an hour of 65, and in the evening one every 30 seconds of 114 for 53 minutes: all
  /// readings together have an average of 105.
  @Test func aRunDoesNotMakeTheDay() throws {
    let journal = try ViewTestSupport.journal { session in
      for hour in 0..<24 {
        try session.save(
          quantity(hour, pulse, 65, "count/min", TimeSpan(at: Self.moment(hour * 3600 + 600))),
          source: "Watch")
      }
      for number in 0..<106 {
        let second = 18 * 3600 + 1200 + number * 30
        try session.save(
          quantity(100 + number, pulse, 114, "count/min", TimeSpan(at: Self.moment(second))),
          source: "Watch")
      }
    }
    var seconds = 0.0
    var sum = 0.0
    var readings = (0..<24).map { ($0 * 3600 + 600, 65.0) }
    readings += (0..<106).map { (18 * 3600 + 1200 + $0 * 30, 114.0) }
    readings.sort { $0.0 < $1.0 }
    let moments = Set(readings.map(\.0)).sorted()
    for (second, value) in readings {
      let next = moments.first { $0 > second } ?? .max
      let held = Double(min(next, second + 1800, 86_400) - second)
      (seconds, sum) = (seconds + held, sum + value * held)
    }
    let days = try daily(journal)
    let average = try #require(Self.number(days.first, "average"))
    #expect(abs(average - sum / seconds) < 1e-9)
    #expect(average < 75)
  }

  /// A reading holds until midnight at most, and one of the day before says nothing of the next.
  @Test func aHoldEndsWithItsDay() throws {
    let journal = try ViewTestSupport.journal { session in
      for (number, (time, value)) in [
        ("2026-02-01T23:50:00+01:00", 60.0), ("2026-02-02T00:20:00+01:00", 90),
        ("2026-02-02T00:25:00+01:00", 120),
      ].enumerated() {
        try session.save(
          quantity(number, pulse, value, "count/min", TimeSpan(at: at(time))), source: "Watch")
      }
    }
    // (90 × 5 + 120 × 30) / 35, and for both days (60 × 10 + 90 × 5 + 120 × 30) / 45.
    #expect(Self.number(try daily(journal).last, "average") == 4050.0 / 35)
    let both = try StatisticsView.statistics(of: journal, in: ViewContext())
    #expect(both.first?.average == 4650 / 45.0)
  }

  /// The reading that ends a hold need not be asked for: it may lie beyond the window, be of
  /// another value or a problem.
  @Test func theNextReadingMayLieBeyondTheQuestion() throws {
    let journal = try ViewTestSupport.journal { session in
      for (number, (minute, value)) in [(0, 60.0), (10, 900), (15, 120), (20, 80)].enumerated() {
        let time = TimeSpan(at: Self.moment(minute * 60))
        try session.save(quantity(number, pulse, value, "count/min", time), source: "Watch")
      }
      try session.save(
        quantity(9, pulse, 70, "count/min", TimeSpan(at: Self.moment(60))), source: "Strap")
    }
    var context = ViewContext()
    context.query.sources = ["Watch"]
    context.query.to = Self.moment(16 * 60).instant
    context.query.leavesOutProblems = true
    // 60 holds 10 minutes, until the problem; 120 from 15 to the window's end.
    let found = try StatisticsView.statistics(of: journal, in: context).first
    #expect(found?.average == (60 * 10 + 120) / 11.0 && found?.count == 2)
  }

  @Test(arguments: [1, 2]) func percentilesSayOfWhichSamplesTheyKnowLess(_ count: Int) throws {
    let journal = try ViewTestSupport.journal { session in
      for number in 0...count {
        var object = quantity(
          number, pulse, 60, "count/min", TimeSpan(at: Self.moment(number * 60)))
        if number > 0, case .quantity(var sample) = object.content {
          sample.series = SeriesSummary(maximum: 70)
          object.content = .quantity(sample)
        }
        try session.save(object, source: "Watch")
      }
    }
    var values = OptionValues()
    values.add("50", to: "percentiles")
    var request = ViewRequest(journal, values, now: at("2026-06-01T12:00:00Z").instant)
    let samples = count == 1 ? "1 sample that condenses others" : "2 samples that condense others"
    #expect(
      try View.statistics.table(&request).presentation?.remarks
        == ["percentiles and the latest value know only the average of \(samples)"])
  }

  @Test func everyTypeThatIsWeightedByTimeHasAHold() {
    for type in QuantityType.all {
      #expect((type.readingHold != nil) == type.aggregationStyle.isWeightedByTime, "\(type)")
      if let hold = type.readingHold { #expect(hold.seconds > 0 && !hold.reason.isEmpty) }
    }
  }

  /// What `check` lists is what figures leave out, and both count a greatest value that is stated.
  @Test func problemsAreThoseOfCheck() throws {
    let journal = try ViewTestSupport.journal { session in
      let values: [(Double, Double?)] = [(60, nil), (900, nil), (70, 950), (10, nil)]
      for (number, (value, greatest)) in values.enumerated() {
        var object = quantity(
          number, pulse, value, "count/min", TimeSpan(at: Self.moment(number * 60)))
        if case .quantity(var sample) = object.content, let greatest {
          sample.series = SeriesSummary(maximum: greatest)
          object.content = .quantity(sample)
        }
        try session.save(object, source: "Watch")
      }
    }
    let found = try CheckReport(journal, in: ViewContext()).found
      .first { $0.check.name == "implausible" }?.findings.first
    #expect(found?.count == 3)
    #expect(try ProblemCount(journal, ViewQuery()).count == 3)
    let left = try Self.rows(.daily, journal, [:], asking: .withoutProblems)
    #expect(words(left, "minimum", "maximum", "count") == ["60 60 1"])
    #expect(words(try daily(journal), "minimum", "maximum", "count") == ["10 950 4"])
  }
}
