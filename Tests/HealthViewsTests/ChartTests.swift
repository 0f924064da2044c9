import HealthModel
import HealthTables
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// The bins of a chart.
@Suite(.enabled(if: Zones.arePresent)) struct ChartTests {
  static func rows(
    _ journal: ReplayedJournal, _ type: String, _ step: ChartView.Step, parts: Int = 4,
    _ change: (inout ViewQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = ViewQuery()
    change(&query)
    let chart = try ChartView.chart(
      of: type, journal, in: ViewContext(query), step: step, parts: parts)
    return words(
      try chart?.table.records() ?? [], "start", "value", "sum", "minimum", "average", "maximum",
      "count", "duration")
  }

  @Test func sumsInProportion() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 60, "count", span("2026-11-20T08:30:00Z", "2026-11-20T10:30:00Z")),
        quantity(2, steps, 5, "count", span("2026-11-20T08:00:00Z")))
    }
    #expect(
      try Self.rows(journal, steps, .hour) == [
        "2026-11-20T08:00:00Z - 20 - - - 2 -", "2026-11-20T09:00:00Z - 30 - - - 1 -",
        "2026-11-20T10:00:00Z - 15 - - - 1 -",
      ])
    #expect(try Self.rows(journal, steps, .day) == ["2026-11-20T00:00:00Z - 65 - - - 2 -"])
  }

  @Test func sparklinesGoFromTheLeastToTheGreatest() {
    #expect(Sparkline.text([1, nil, 8, 4.5, 1]) == "▁ █▅▁")
    #expect(Sparkline.text([3, 3]) == "▅▅" && Sparkline.text([nil]).isEmpty)
    let most = Double.greatestFiniteMagnitude
    #expect(Sparkline.text([-most, most, 0]) == "▁█▅")
    let least = Double.leastNonzeroMagnitude
    #expect(Sparkline.text([0, least]) == "▁█" && Sparkline.text([least, least]) == "▅▅")
  }

  /// The window of several types holds the last sample, also where it is of one moment.
  @Test func theExtentHoldsTheLastMoment() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 60, "count", span("2026-11-20T08:30:00Z", "2026-11-20T09:00:00Z")),
        quantity(2, pulse, 60, "count/min", span("2026-11-20T08:40:00Z")),
        quantity(3, pulse, 70, "count/min", span("2026-11-20T10:00:00Z")))
    }
    let extent = try ChartView.extent(of: [steps, pulse], journal, in: ViewContext())
    let (from, to) = try #require(extent)
    for step in [ChartView.Step.none, .hour, .day] {
      let rows = try Self.rows(journal, pulse, step) { ($0.from, $0.to) = (from, to) }
      #expect(rows.contains { $0.contains(" 70 ") || $0.contains(" 65 ") }, "\(step): \(rows)")
    }
    #expect(from == at("2026-11-20T08:30:00Z").instant)
  }

  /// Beside the latest samples stand the sums of the last days, as `chart --by day` has them.
  @Test func latestDrawsTheLastDays() throws {
    let journal = try journal("UTC") { session in
      for (number, day) in ["01", "02", "03", "20", "30"].enumerated() {
        let time = span("2026-11-\(day)T08:00:00Z")
        try session.save(quantity(number, steps, Double(100 * number), "count", time))
      }
      try session.save(quantity(9, pulse, 60, "count/min", span("2026-09-01T08:00:00Z")))
    }
    let table = try LatestView.table(
      of: journal, in: ViewContext(), drawingDaysUpTo: at("2026-12-01T07:00:00Z").instant)
    #expect(
      words(try table.records(), "type", "lastDays") == [
        "\(pulse) -", "\(steps) ▁▃\(String(repeating: " ", count: 16))▆         █ ",
      ], "from the 2nd of November on: 100, 200, 300, 400")
  }

  /// A window that begins and ends within an hour shows the whole of its hours.
  @Test func aWindowShowsWholeBins() throws {
    let journal = try journal("UTC") { session in
      for (number, time) in ["08:10", "08:50", "09:10", "09:40", "10:00"].enumerated() {
        let time = span("2026-11-20T\(time):00Z")
        try session.save(
          quantity(number, steps, Double(1 + number), "count", time),
          quantity(10 + number, pulse, Double(60 + number), "count/min", time))
      }
      try session.save(
        quantity(20, steps, 40, "count", span("2026-11-20T07:50:00Z", "2026-11-20T08:00:00Z")))
    }
    func rows(_ type: String, _ step: ChartView.Step) throws -> [String] {
      try Self.rows(journal, type, step) {
        $0.from = at("2026-11-20T08:30:00Z").instant
        $0.to = at("2026-11-20T09:30:00Z").instant
      }
    }
    #expect(
      try rows(steps, .hour) == [
        "2026-11-20T08:00:00Z - 3 - - - 2 -", "2026-11-20T09:00:00Z - 7 - - - 2 -",
      ], "nothing of the hour before, nor of the one after")
    #expect(
      try rows(pulse, .hour) == [
        "2026-11-20T08:00:00Z - - 60 60.25 61 2 -", "2026-11-20T09:00:00Z - - 62 62.4 63 2 -",
      ])
    #expect(try rows(steps, .day) == ["2026-11-20T00:00:00Z - 55 - - - 6 -"])
    #expect(try rows(pulse, .day) == ["2026-11-20T00:00:00Z - - 60 62 64 5 -"])
    #expect(
      try Self.rows(journal, pulse, .hour).last == "2026-11-20T10:00:00Z - - 64 64 64 1 -",
      "a moment on an edge lies in the hour that begins there")
  }

  @Test(arguments: [
    (DailyView.Sources.merge, ["45", "20", "30"]), (.first, ["30", "20", "30"]),
    (.all, ["60", "20", "30"]),
  ])
  func sourcesAreMergedAsByDay(_ rule: DailyView.Sources, _ sums: [String]) throws {
    let journal = try journal("UTC") { session in
      let watch = span("2026-11-20T08:00:00Z", "2026-11-20T08:30:00Z")
      let phone = span("2026-11-20T08:15:00Z", "2026-11-20T08:45:00Z")
      let later = span("2026-11-20T09:00:00Z", "2026-11-20T09:20:00Z")
      try session.save(quantity(1, steps, 30, "count", watch), source: "Apple Watch")
      try session.save(
        quantity(2, steps, 30, "count", phone), quantity(3, steps, 20, "count", later),
        source: "iPhone")
      let last = span("2026-11-20T10:00:00Z", "2026-11-20T10:30:00Z")
      try session.save(quantity(4, steps, 30, "count", last), source: "Apple Watch")
    }
    let chart = try ChartView.chart(
      of: steps, journal, in: ViewContext(), step: .hour, parts: 1, sources: rule)
    #expect(words(try chart?.table.records() ?? [], "sum") == sums)
    #expect(chart?.count == (rule == .first ? 3 : 4))
    guard rule == .merge else { return }
    let daily = try DailyView.table(of: journal, in: ViewContext()).records()
    #expect(words(daily, "sum") == ["95"], "what the bins add up to")
  }

  /// Lord Howe Island puts its clocks back by half an hour at 02:00 on 5 April 2026.
  @Test func hoursAreTheClocksAfterHalfAnHour() throws {
    let journal = try journal("Australia/Lord_Howe") { session in
      let time = span("2026-04-04T14:00:00Z", "2026-04-04T17:30:00Z")
      try session.save(quantity(1, pulse, 60, "count/min", time))
    }
    #expect(
      try Self.rows(journal, pulse, .hour).compactMap { $0.split(separator: " ").first } == [
        "2026-04-05T01:00:00+11:00", "2026-04-05T01:30:00+10:30", "2026-04-05T02:00:00+10:30",
        "2026-04-05T03:00:00+10:30",
      ])
  }

  @Test func leastAverageAndGreatest() throws {
    let journal = try journal("UTC") { session in
      for (number, value) in [60.0, 100, 80, 70].enumerated() {
        let time = span("2026-11-20T08:\(["00", "10", "40", "20"][number]):00Z")
        try session.save(quantity(number, pulse, value, "count/min", time))
      }
    }
    #expect(
      try Self.rows(journal, pulse, .none, parts: 2) == [
        "2026-11-20T08:00:00Z - - 60 80 100 2 -", "2026-11-20T08:20:00Z - - 70 76 80 2 -",
      ], "what is at the very end belongs to the last bin, and holds for half an hour")
    #expect(
      try Self.rows(journal, pulse, .none, parts: 2) {
        $0.from = at("2026-11-20T08:30:00Z").instant
        $0.to = at("2026-11-20T09:30:00Z").instant
      } == ["2026-11-20T08:30:00Z - - 80 80 80 1 -"])
  }

  @Test func secondsOfEachValue() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        category(1, sleep, .code(4), span("2026-11-20T01:00:00Z", "2026-11-20T02:30:00Z")),
        category(2, sleep, .code(3), span("2026-11-20T02:30:00Z", "2026-11-20T03:00:00Z")))
    }
    #expect(
      try Self.rows(journal, sleep, .hour) == [
        "2026-11-20T01:00:00Z asleepDeep - - - - 1 3600",
        "2026-11-20T02:00:00Z asleepCore - - - - 1 1800",
        "2026-11-20T02:00:00Z asleepDeep - - - - 1 1800",
      ])
  }

  /// As in statistics: what two sources say of the same time holds once.
  @Test func theSecondsOfTwoSourcesCountOnce() throws {
    let journal = try journal("UTC") { session in
      let time = span("2026-11-20T02:00:00Z", "2026-11-20T02:30:00Z")
      try session.save(category(1, sleep, .code(3), time), source: "Apple Watch")
      try session.save(category(2, sleep, .code(3), time), source: "Ring")
    }
    #expect(
      try Self.rows(journal, sleep, .hour) == ["2026-11-20T02:00:00Z asleepCore - - - - 2 1800"])
  }

  /// A workout's samples include those at its end.
  @Test func theLastMomentIsInTheLastPartWhereItIsAskedFor() throws {
    let journal = try journal("UTC") { session in
      for (number, time) in ["08:00:00", "09:00:00", "09:00:01"].enumerated() {
        let time = span("2026-11-20T\(time)Z")
        try session.save(quantity(number, pulse, Double(100 + number), "count/min", time))
      }
    }
    func rows(_ includesEnd: Bool) throws -> [String] {
      var query = ViewQuery()
      query.from = at("2026-11-20T08:00:00Z").instant
      query.to = at("2026-11-20T09:00:00Z").instant
      let chart = try ChartView.chart(
        of: pulse, journal, in: ViewContext(query), step: .none, parts: 2, includesEnd: includesEnd)
      return words(try chart?.table.records() ?? [], "end", "average")
    }
    #expect(try rows(false) == ["2026-11-20T08:30:00Z 100"])
    #expect(try rows(true) == ["2026-11-20T08:30:00Z 100", "2026-11-20T09:00:00Z 101"])
  }

  /// Berlin: 29 March 2026 has 23 hours, 25 October 25.
  @Test(arguments: [("2026-03-29", "2026-03-30", 23), ("2026-10-25", "2026-10-26", 25)])
  func hoursOfDaysWhenClocksChange(_ day: String, _ next: String, _ hours: Int) throws {
    let journal = try journal { session in
      let time = span("\(day)T10:00:00Z")
      try session.save(quantity(1, steps, 60, "count", time))
    }
    var query = ViewQuery()
    let zone = try {
      var zones = ZoneCatalogue(); return try zones.rules(named: "Europe/Berlin")
    }()
    query.from = CivilDate(day).map { DayCalendar(zone).start(of: $0.dayNumber) }
    query.to = CivilDate(next).map { DayCalendar(zone).start(of: $0.dayNumber) }
    let chart = try ChartView.chart(
      of: steps, journal, in: ViewContext(query), step: .hour, parts: 1)
    #expect(chart?.binCount == hours)
  }

  @Test func unitsThatNobodyConvertsAreLeftOut() throws {
    let type = "HKQuantityTypeIdentifierNews"
    let journal = try journal("UTC") { session in
      let units = ["blips", "kg", "g"]
      for (number, unit) in units.enumerated() {
        try session.save(quantity(number, type, 2, unit, span("2026-11-20T08:00:00Z")))
      }
    }
    var query = ViewQuery()
    query.unit = .kilogram
    let chart = try ChartView.chart(
      of: type, journal, in: ViewContext(query), step: .day, parts: 1)
    #expect(chart?.unit == "kg")
    #expect(chart?.count == 2)
    #expect(chart?.leftOut == 1)
    #expect(chart?.lanes.first?.bins.first?.minimum == 0.002)
  }

  /// A drawing has the units of people; what has no number in them, or no unit, stays as it is.
  @Test func figuresAreShownInTheUnitsOfPeople() throws {
    func chart(_ type: QuantityType, _ value: Double, _ unit: String, _ system: UnitSystem) throws
      -> Chart
    {
      let journal = try journal("UTC") { session in
        let time = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
        try session.save(quantity(1, type.identifier, value, unit, time))
      }
      let chart = try ChartView.chart(
        of: type.identifier, journal, in: ViewContext(ViewQuery()), step: .day, parts: 1)
      let units = ReaderUnits(system: system, distance: system.distance, preferred: [])
      return try #require(chart).shown(in: units)
    }
    let way = try chart(.distanceWalkingRunning, 10, "km", .us)
    #expect(way.unit == "mi" && abs(way.lanes[0].bins[0].sum - 10 / 1.609344) < 1e-9)
    let fever = try chart(.bodyTemperature, 38, "degC", .us)
    #expect(fever.unit == "degF" && abs(fever.lanes[0].bins[0].average - 100.4) < 1e-9)
    #expect(fever.lanes[0].bins[0].minimum == fever.lanes[0].bins[0].maximum)
    #expect(try chart(.bodyMass, 70, "kg", .metric).unit == "kg")
    let height = try chart(.height, 1e308, "m", .us)
    #expect(height.unit == "m" && height.lanes[0].bins[0].average == 1e308)
  }

  @Test func nothingIsNoChartAndAWindowWithoutEndIsRefused() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 1, "count", span("0001-01-01T00:00:00Z")),
        quantity(2, steps, 1, "count", span("2026-11-20T08:00:00Z")))
    }
    #expect(try Self.rows(journal, pulse, .none) == [])
    #expect(throws: ProjectionError.tooManyBins(most: 100_000)) {
      try Self.rows(journal, steps, .day)
    }
    #expect(throws: ProjectionError.tooManyBins(most: 100_000)) {
      try Self.rows(journal, steps, .hour)
    }
    #expect(try Self.rows(journal, steps, .none, parts: 3).count == 2)
  }

  /// However it is cut, nothing is lost and nothing added.
  @Test(arguments: Counts.seeds(0...19)) func sumsStayTheSame(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try journal { session in
      for number in 0..<20 {
        let start = Instant(wholeSeconds: 1_790_000_000 + Int64(dice.below(400_000)))
        let end = start.adding(microseconds: Int64(dice.below(90_000)) * 1_000_000)
        let time = TimeSpan(
          Timestamp(instant: start, offsetMinutes: 0), Timestamp(instant: end, offsetMinutes: 0))
        try session.save(quantity(number, steps, Double(dice.below(1000)), "count", time))
      }
    }
    let total = journal.tables.columns(of: steps)?.values.reduce(0, +) ?? 0
    for (step, parts) in [(ChartView.Step.day, 1), (.hour, 1), (.none, 1), (.none, 68)] {
      let chart = try ChartView.chart(
        of: steps, journal, in: ViewContext(), step: step, parts: parts)
      let sum = chart?.lanes[0].bins.reduce(0) { $0 + $1.sum } ?? 0
      #expect(abs(sum - total) < 1e-6 * max(total, 1), "\(step) \(parts)")
    }
  }
}
