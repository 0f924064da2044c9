import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// Statistics of intervals, worked by hand.
@Suite(.enabled(if: Zones.arePresent)) struct StatisticsTests {
  static func rows(
    _ journal: ReplayedJournal, _ type: String, from: String? = nil, to: String? = nil,
    every: String? = nil, anchor: String? = nil,
    _ change: (inout Statistics.Options) -> Void = { _ in }
  ) throws -> [[String: Cell]] {
    var context = ViewContext()
    context.query.types = [type]
    context.query.from = from.map { at($0).instant }
    context.query.to = to.map { at($0).instant }
    var options = Statistics.Options()
    options.interval = every.flatMap { CalendarInterval($0) }
    #expect(every == nil || options.interval != nil)
    options.anchor = anchor.map { at($0).instant }
    change(&options)
    return try StatisticsView.table(of: journal, in: context, options: options).records()
  }

  private static let noise = "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
  private static let mass = QuantityType.bodyMass.identifier

  // MARK: Styles

  @Test func cumulativeTypesAddUpInProportion() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 60, "count", span("2026-11-20T08:30:00Z", "2026-11-20T10:30:00Z")),
        quantity(2, steps, 5, "count", span("2026-11-20T09:00:00Z")))
    }
    let rows = try Self.rows(journal, steps, every: "hour")
    #expect(
      words(rows, "start", "end", "sum", "count", "duration", "latest", "latestEnd") == [
        "2026-11-20T08:00:00Z 2026-11-20T09:00:00Z 15 1 1800 60 2026-11-20T10:30:00Z",
        "2026-11-20T09:00:00Z 2026-11-20T10:00:00Z 35 2 3600 60 2026-11-20T10:30:00Z",
        "2026-11-20T10:00:00Z 2026-11-20T11:00:00Z 15 1 1800 60 2026-11-20T10:30:00Z",
      ])
    #expect(words(rows, "minimum", "average", "maximum", "value")[0] == "- - - -")
    let whole = try Self.rows(journal, steps)
    #expect(
      words(whole, "start", "end", "sum", "count", "duration") == [
        "2026-11-20T08:30:00Z 2026-11-20T10:30:00Z 65 2 7200"
      ])
  }

  /// 60 for half an hour and 120 for an hour and a half: of hours (60·1800 + 120·1800) / 3600 = 90.
  @Test func averagesAreWeightedByTime() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(
          1, pulse, 60, "count/min", span("2026-11-20T08:00:00Z", "2026-11-20T08:30:00Z")),
        quantity(
          2, pulse, 120, "count/min", span("2026-11-20T08:30:00Z", "2026-11-20T10:00:00Z")))
    }
    #expect(
      words(
        try Self.rows(journal, pulse, every: "hour"), "minimum", "average", "maximum", "latest",
        "count", "duration", "sum") == ["60 90 120 120 2 3600 -", "120 120 120 120 1 3600 -"])
    #expect(words(try Self.rows(journal, pulse), "average", "duration") == ["105 7200"])
  }

  @Test func arithmeticAveragesForgetTime() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, Self.mass, 70, "kg", span("2026-11-20T08:00:00Z", "2026-11-20T08:01:00Z")),
        quantity(2, Self.mass, 71, "kg", span("2026-11-20T09:00:00Z", "2026-11-20T12:00:00Z")))
    }
    #expect(words(try Self.rows(journal, Self.mass), "average") == ["70.5"])
  }

  /// One hour of 90 dB and one of 80 dB: 10·log10((10⁹ + 10⁸) / 2).
  @Test func levelsAreAveragedAsPowers() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(
          1, Self.noise, 90, "dBASPL", span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")),
        quantity(
          2, Self.noise, 80, "dBASPL", span("2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z")))
    }
    guard case .number(let level)? = try Self.rows(journal, Self.noise)[0]["average"] else {
      Issue.record("no average")
      return
    }
    #expect(abs(level - 87.403626894942) < 1e-9)
  }

  @Test func categoriesHaveARowForEachValue() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        category(1, sleep, .code(3), span("2026-11-20T01:30:00Z", "2026-11-20T02:30:00Z")),
        category(2, sleep, .code(3), span("2026-11-20T02:00:00Z", "2026-11-20T03:00:00Z")),
        category(3, sleep, .code(4), span("2026-11-20T02:30:00Z", "2026-11-20T02:45:00Z")))
    }
    #expect(
      words(
        try Self.rows(journal, sleep, every: "hour"), "start", "value", "count", "duration", "unit"
      ) == [
        "2026-11-20T01:00:00Z asleepCore 1 1800 -", "2026-11-20T02:00:00Z asleepCore 2 3600 -",
        "2026-11-20T02:00:00Z asleepDeep 1 900 -",
      ], "what two samples cover counts once")
  }

  // MARK: Percentiles

  @Test func percentilesAreOfWholeSamples() throws {
    let journal = try journal("UTC") { session in
      for (number, value) in [50.0, 10, 40, 20].enumerated() {
        let time = span("2026-11-20T08:0\(number):00Z", "2026-11-20T08:59:00Z")
        try session.save(quantity(number, pulse, value, "count/min", time))
      }
    }
    let rows = try Self.rows(journal, pulse) { $0.percentiles = [0, 25, 50, 97.5, 100] }
    #expect(words(rows, "p0", "p25", "p50", "p97.5", "p100") == ["10 17.5 30 49.25 50"])
    #expect(words(try Self.rows(journal, pulse), "p50") == ["-"])
  }

  @Test func cumulativeTypesHaveNoPercentiles() throws {
    let journal = try journal("UTC") { session in
      try session.save(quantity(1, steps, 5, "count", span("2026-11-20T09:00:00Z")))
    }
    #expect(words(try Self.rows(journal, steps) { $0.percentiles = [50] }, "sum", "p50") == ["5 -"])
  }

  // MARK: Sources

  private static func sources() throws -> ReplayedJournal {
    try journal("UTC") { session in
      let watch = span("2026-11-20T08:00:00Z", "2026-11-20T08:30:00Z")
      let phone = span("2026-11-20T08:15:00Z", "2026-11-20T08:45:00Z")
      let later = span("2026-11-20T09:00:00Z", "2026-11-20T09:20:00Z")
      try session.save(quantity(1, steps, 30, "count", watch), source: "Apple Watch")
      try session.save(
        quantity(2, steps, 30, "count", phone), quantity(3, steps, 20, "count", later),
        source: "iPhone")
    }
  }

  @Test(arguments: [
    (Statistics.Sources.merge, ["45 2 2700", "20 1 1200"]), (.first, ["30 1 1800", "20 1 1200"]),
    (.all, ["60 2 2700", "20 1 1200"]),
  ])
  func sourcesAreMerged(_ rule: Statistics.Sources, _ expected: [String]) throws {
    let rows = try Self.rows(try Self.sources(), steps, every: "hour") { $0.sources = rule }
    #expect(words(rows, "sum", "count", "duration") == expected)
  }

  @Test func eachSourceIsComputedFromItsSamplesAlone() throws {
    let rows = try Self.rows(try Self.sources(), steps, every: "hour") {
      $0.separatesSources = true
    }
    #expect(
      words(rows, "start", "source", "sum", "count", "duration") == [
        "2026-11-20T08:00:00Z - 45 2 2700", "2026-11-20T08:00:00Z Apple Watch 30 1 1800",
        "2026-11-20T08:00:00Z iPhone 30 1 1800", "2026-11-20T09:00:00Z - 20 1 1200",
        "2026-11-20T09:00:00Z iPhone 20 1 1200",
      ])
  }

  /// Of sources that are neither entered by hand, watch nor phone the newest counts first: also
  /// where a range shows only what the other wrote later.
  @Test func aRangeDoesNotChangeTheOrderOfSources() throws {
    let journal = try journal("UTC") { session in
      let first = span("2026-11-19T08:00:00Z", "2026-11-19T09:00:00Z")
      try session.save(quantity(1, steps, 1, "count", first), source: "Ring")
      let both = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
      try session.save(quantity(2, steps, 70, "count", both), source: "Ring")
      try session.save(quantity(3, steps, 50, "count", both), source: "Band")
      let early = span("2026-11-20T07:00:00Z", "2026-11-20T07:30:00Z")
      try session.save(quantity(4, steps, 5, "count", early), source: "Ring")
    }
    let day = try Self.rows(
      journal, steps, from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z")
    #expect(words(day, "sum") == ["55"])
    var query = ViewQuery()
    query.from = at("2026-11-20T00:00:00Z").instant
    query.to = at("2026-11-21T00:00:00Z").instant
    let chart = try ChartView.chart(
      of: steps, journal, in: ViewContext(query), step: .day, parts: 1)
    #expect(words(try chart?.table.records() ?? [], "sum") == ["55"])
    #expect(words(try daily(journal, query), "sum") == ["55"])
  }

  // MARK: The range

  private static func borders() throws -> ReplayedJournal {
    try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 40, "count", span("2026-11-20T07:30:00Z", "2026-11-20T08:30:00Z")),
        quantity(2, steps, 7, "count", span("2026-11-20T09:00:00Z", "2026-11-20T09:10:00Z")),
        quantity(3, steps, 60, "count", span("2026-11-20T09:30:00Z", "2026-11-20T10:00:00Z")),
        quantity(4, steps, 80, "count", span("2026-11-20T09:50:00Z", "2026-11-20T10:10:00Z")),
        quantity(5, steps, 1000, "count", span("2026-11-20T07:00:00Z", "2026-11-20T08:00:00Z")),
        quantity(6, steps, 3, "count", span("2026-11-20T08:00:00Z")),
        quantity(7, steps, 2000, "count", span("2026-11-20T10:00:00Z")))
    }
  }

  /// 20 + 7 + 60 + 40 + 3; with strict borders HealthKit's predicates decide which samples take
  /// part.
  @Test(arguments: [
    (0, "130 5"), (1, "110 4"), (2, "30 3"), (3, "10 2"),
  ])
  func borders(_ raw: Int, _ expected: String) throws {
    let rows = try Self.rows(
      try Self.borders(), steps, from: "2026-11-20T08:00:00Z", to: "2026-11-20T10:00:00Z"
    ) { $0.border = HealthPredicate.QueryOptions(rawValue: raw) }
    #expect(
      words(rows, "start", "end", "sum", "count") == [
        "2026-11-20T08:00:00Z 2026-11-20T10:00:00Z " + expected
      ])
  }

  @Test func intervalsAreCutOffWhereTheRangeIs() throws {
    let rows = try Self.rows(
      try Self.borders(), steps, from: "2026-11-20T08:15:00Z", to: "2026-11-20T09:05:00Z",
      every: "hour")
    #expect(
      words(rows, "start", "end", "sum") == [
        "2026-11-20T08:15:00Z 2026-11-20T09:00:00Z 10",
        "2026-11-20T09:00:00Z 2026-11-20T09:05:00Z 3.5",
      ])
  }

  @Test func anInstantAtTheEndOfAllIsInTheRange() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 4, "count", span("2026-11-20T08:00:00Z")),
        quantity(2, steps, 5, "count", span("2026-11-20T09:00:00Z")))
    }
    #expect(
      words(try Self.rows(journal, steps), "start", "end", "sum", "duration") == [
        "2026-11-20T08:00:00Z 2026-11-20T09:00:00Z 9 0"
      ])
    #expect(words(try Self.rows(journal, steps, every: "hour"), "sum") == ["4", "5"])
  }

  // MARK: The calendar

  @Test func daysHave23And25Hours() throws {
    let journal = try journal { session in
      let spring = span("2026-03-27T23:00:00+01:00", "2026-03-30T16:00:00+02:00")
      try session.save(quantity(1, steps, 64, "count", spring))
      let autumn = span("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00")
      try session.save(quantity(2, steps, 25, "count", autumn))
    }
    #expect(
      words(try Self.rows(journal, steps, every: "day"), "start", "sum", "duration") == [
        "2026-03-27T00:00:00+01:00 1 3600", "2026-03-28T00:00:00+01:00 24 86400",
        "2026-03-29T00:00:00+01:00 23 82800",
        "2026-03-30T00:00:00+02:00 16 57600", "2026-10-25T00:00:00+02:00 25 90000",
      ])
    let tokyo = try Self.rows(journal, steps, to: "2026-04-01T00:00:00Z", every: "day") {
      $0.timeZone = "Asia/Tokyo"
    }
    #expect(
      words(tokyo, "start", "sum") == [
        "2026-03-28T00:00:00+09:00 17", "2026-03-29T00:00:00+09:00 24",
        "2026-03-30T00:00:00+09:00 23",
      ])
  }

  @Test func monthsAreCountedFromTheAnchorInBothDirections() throws {
    let journal = try journal("UTC") { session in
      for (number, day) in ["2025-12-30", "2026-01-31", "2026-02-27", "2026-02-28", "2026-03-31"]
        .enumerated()
      {
        let time = span(day + "T12:00:00Z")
        try session.save(quantity(number, steps, Double(1 << number), "count", time))
      }
    }
    let rows = try Self.rows(journal, steps, every: "month", anchor: "2026-01-31T00:00:00Z")
    #expect(
      words(rows, "start", "sum") == [
        "2025-11-30T00:00:00Z 1", "2026-01-31T00:00:00Z 6", "2026-02-28T00:00:00Z 8",
        "2026-03-31T00:00:00Z 16",
      ])
  }

  /// Six hours are counted from the first midnight of the range: in summer from one of summer.
  @Test func intervalsAreCountedFromTheBeginningOfTheRange() throws {
    let journal = try journal { session in
      for (number, time) in ["2026-01-10T02:00:00+01:00", "2026-07-10T02:00:00+02:00"].enumerated()
      {
        try session.save(quantity(number, steps, 5, "count", span(time)))
      }
    }
    #expect(
      words(try Self.rows(journal, steps, every: "6 hours"), "start") == [
        "2026-01-10T00:00:00+01:00", "2026-07-10T01:00:00+02:00",
      ])
    #expect(
      words(
        try Self.rows(journal, steps, from: "2026-07-10T00:00:00+02:00", every: "6 hours"), "start")
        == ["2026-07-10T00:00:00+02:00"])
    #expect(
      words(try Self.rows(journal, steps, every: "2 weeks"), "start") == [
        "2026-01-05T00:00:00+01:00", "2026-07-06T00:00:00+02:00",
      ])
  }

  @Test func noMoreRowsThanAskedFor() throws {
    var query = ViewQuery()
    let all = try StatisticsView.table(
      of: try Self.sources(), in: ViewContext(query), options: Statistics.Options(every: .hour))
    query.limit = 2
    let table = try StatisticsView.table(
      of: try Self.sources(), in: ViewContext(query), options: Statistics.Options(every: .hour))
    #expect(try table.allRows().count == 2)
    query.limit = 1
    let newest = try StatisticsView.table(
      of: try Self.sources(), in: ViewContext(query), options: Statistics.Options(every: .hour))
    #expect(try newest.column("sum") == [all.column("sum").last])
  }

  /// A sample's own zone does not matter: there is one calendar.
  @Test func aSamplesOwnZoneDoesNotMatter() throws {
    let journal = try journal("UTC") { session in
      let time = span("2026-11-20T23:30:00Z")
      try session.save(quantity(1, steps, 9, "count", time, zone: "Asia/Tokyo"))
    }
    #expect(
      words(try Self.rows(journal, steps, every: "day"), "start") == ["2026-11-20T00:00:00Z"])
  }

  // MARK: Empty intervals

  @Test func emptyIntervalsHaveNoFigures() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 4, "count", span("2026-11-20T08:00:00Z")),
        quantity(2, steps, 5, "count", span("2026-11-20T10:10:00Z")))
    }
    func rows(_ from: String? = nil, _ to: String? = nil, _ type: String = steps) throws -> [String]
    {
      let rows = try Self.rows(journal, type, from: from, to: to, every: "hour") {
        $0.includesEmpty = true
      }
      #expect(rows.allSatisfy { $0.keys.contains("sum") || $0.keys.count == 3 })
      return words(rows, "start", "sum", "count").map { String($0.dropFirst(11)) }
    }
    #expect(try rows() == ["08:00:00Z 4 1", "09:00:00Z - -", "10:00:00Z 5 1"])
    #expect(
      try rows("2026-11-20T07:30:00Z", "2026-11-20T09:15:00Z") == [
        "07:30:00Z - -", "08:00:00Z 4 1", "09:00:00Z - -",
      ])
    #expect(
      try rows("2026-11-20T07:00:00Z", "2026-11-20T09:00:00Z", pulse) == [
        "07:00:00Z - -", "08:00:00Z - -",
      ], "of a type without samples too")
    #expect(try rows(nil, nil, pulse) == [])
  }

  @Test func tooManyIntervalsAreRefused() throws {
    let journal = try Self.borders()
    #expect(throws: ProjectionError.tooManyIntervals(most: 1_000_000)) {
      try Self.rows(
        journal, steps, from: "0001-01-01T00:00:00Z", to: "2026-11-20T09:00:00Z", every: "minute")
    }
  }

  /// A sample of centuries counts whole where it starts, and makes no intervals.
  @Test func anEndlessSampleCountsAtItsStart() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, steps, 4, "count", span("2026-11-20T08:00:00Z", "4001-01-01T00:00:00Z")))
    }
    let rows = try Self.rows(journal, steps, every: "hour") { $0.includesEmpty = true }
    #expect(words(rows, "sum", "duration") == ["4 0"])
  }

  // MARK: Units and types

  @Test func unitsThatDoNotConvertAreKeptApart() throws {
    let journal = try journal("UTC") { session in
      try session.save(
        quantity(1, Self.mass, 70, "kg", span("2026-11-20T08:00:00Z")),
        quantity(2, Self.mass, 71_000, "g", span("2026-11-20T09:00:00Z")))
      try session.save(
        quantity(3, "HKQuantityTypeIdentifierNew", 7, "zorks", span("2026-11-20T08:00:00Z")))
      try session.save(
        quantity(4, "HKQuantityTypeIdentifierNew", 8, "count", span("2026-11-20T08:00:00Z")))
    }
    #expect(words(try Self.rows(journal, Self.mass), "unit", "average") == ["kg 70.5"])
    let strange = try Self.rows(journal, "HKQuantityTypeIdentifierNew")
    #expect(words(strange, "unit", "average") == ["count 8", "zorks 7"])
  }

  @Test func valuesAreTheRows() throws {
    var options = Statistics.Options(every: .hour)
    options.percentiles = [50]
    options.separatesSources = true
    let journal = try Self.sources()
    let table = try StatisticsView.table(of: journal, in: ViewContext(), options: options)
    let values = try StatisticsView.statistics(of: journal, in: ViewContext(), options: options)
    #expect(values.map(\.sum) == [45, 30, 30, 20, 20])
    #expect(try table.column("sum") == values.map { $0.sum.map { .number($0) } ?? .missing })
    #expect(values.map(\.source) == [nil, "Apple Watch", "iPhone", nil, "iPhone"])
    #expect(values[0].start == at("2026-11-20T08:00:00Z").instant)
    #expect(values[0].latestEnd == at("2026-11-20T08:45:00Z").instant)
  }
}
