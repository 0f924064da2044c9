import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// Which day a sample counts to, and how much of it.
@Suite(.enabled(if: Zones.arePresent)) struct DailyDayTests {
  /// A sample and what the days come to: `day sum`.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zone = "Europe/Berlin"
    var span: TimeSpan
    var own: String?
    var value = 1200.0
    var split: [String]
    var start: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "within a day", span: span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z"),
      split: ["2026-11-20 1200"], start: "2026-11-20"),
    Case(
      testDescription: "over midnight",
      span: span("2026-11-20T23:40:00+01:00", "2026-11-21T00:20:00+01:00"),
      split: ["2026-11-20 600", "2026-11-21 600"], start: "2026-11-20"),
    Case(
      testDescription: "an offset decides nothing",
      span: span("2026-11-20T23:40:00+09:00", "2026-11-21T00:20:00+09:00"),
      split: ["2026-11-20 1200"], start: "2026-11-20"),
    Case(
      testDescription: "ends at midnight",
      span: span("2026-11-20T23:00:00+01:00", "2026-11-21T00:00:00+01:00"),
      split: ["2026-11-20 1200"], start: "2026-11-20"),
    Case(
      testDescription: "an instant at midnight", span: span("2026-11-21T00:00:00+01:00"),
      split: ["2026-11-21 1200"], start: "2026-11-21"),
    Case(
      testDescription: "the day of 23 hours",
      span: span("2026-03-28T23:00:00+01:00", "2026-03-30T01:00:00+02:00"), value: 25,
      split: ["2026-03-28 1", "2026-03-29 23", "2026-03-30 1"], start: "2026-03-28"),
    Case(
      testDescription: "the day of 25 hours",
      span: span("2026-10-24T23:00:00+02:00", "2026-10-26T01:00:00+01:00"), value: 27,
      split: ["2026-10-24 1", "2026-10-25 25", "2026-10-26 1"], start: "2026-10-24"),
    Case(
      testDescription: "23 hours in New York", zone: "America/New_York",
      span: span("2026-03-07T23:00:00-05:00", "2026-03-09T01:00:00-04:00"), value: 25,
      split: ["2026-03-07 1", "2026-03-08 23", "2026-03-09 1"], start: "2026-03-07"),
    Case(
      testDescription: "25 hours in New York", zone: "America/New_York",
      span: span("2026-10-31T23:00:00-04:00", "2026-11-02T01:00:00-05:00"), value: 27,
      split: ["2026-10-31 1", "2026-11-01 25", "2026-11-02 1"], start: "2026-10-31"),
    Case(
      testDescription: "the sample's own zone",
      span: span("2026-11-20T20:00:00Z", "2026-11-20T22:00:00Z"), own: "Asia/Tokyo",
      split: ["2026-11-21 1200"], start: "2026-11-21"),
    Case(
      testDescription: "longer than any measurement",
      span: span("1900-01-01T12:00:00Z", "2026-11-21T00:00:00Z"),
      split: ["1900-01-01 1200"], start: "1900-01-01"),
    Case(
      testDescription: "an unknown zone of its own",
      span: span("2026-11-20T20:00:00Z", "2026-11-20T22:00:00Z"), own: "Mars/Olympus",
      split: ["2026-11-20 1200"], start: "2026-11-20"),
    Case(
      testDescription: "a zone that is a path",
      span: span("2026-11-20T20:00:00Z", "2026-11-20T22:00:00Z"), own: "../Asia/Tokyo",
      split: ["2026-11-20 1200"], start: "2026-11-20"),
    Case(
      testDescription: "twelve days",
      span: span("2026-11-01T00:00:00+01:00", "2026-11-13T00:00:00+01:00"),
      split: (1...12).map { "2026-11-\($0 < 10 ? "0" : "")\($0) 100" }, start: "2026-11-01"),
  ]

  @Test(arguments: cases) func days(_ sample: Case) throws {
    let journal = try journal(sample.zone) { session in
      try session.save(
        quantity(1, steps, sample.value, "count", sample.span, zone: sample.own))
    }
    #expect(words(try daily(journal), "day", "sum") == sample.split)
    let start = try daily(journal) { $0.attribution = .start }
    #expect(words(start, "day", "sum") == ["\(sample.start) \(Int(sample.value))"])
  }

  @Test func fromAndToAreWholeDays() throws {
    let journal = try journal { session in
      try session.save(
        quantity(
          1, steps, 1200, "count", span("2026-11-01T00:00:00+01:00", "2026-11-13T00:00:00+01:00")))
    }
    func days(_ from: String, _ to: String) throws -> [String] {
      var query = ViewQuery()
      query.from = at(from).instant
      query.to = at(to).instant
      return words(try daily(journal, query), "day", "sum")
    }
    let two = ["2026-11-03 100", "2026-11-04 100"]
    #expect(try days("2026-11-03T00:00:00+01:00", "2026-11-05T00:00:00+01:00") == two)
    #expect(try days("2026-11-03T13:00:00+01:00", "2026-11-04T02:00:00+01:00") == two)
    #expect(try days("2026-11-05T00:00:00+01:00", "2026-11-03T00:00:00+01:00") == [])
    #expect(try days("2026-11-05T00:00:00+01:00", "2026-11-05T00:00:00+01:00") == [])
  }

  /// Samoa skipped 2011-12-30, and Kwajalein 1993-08-21 (by its clocks, west of the date line).
  /// Who was in Hawaii had these dates.
  @Test(arguments: [
    ("Pacific/Apia", "2011-12-29", "2011-12-30"), ("Pacific/Kwajalein", "1993-08-20", "1993-08-21"),
  ])
  func aDateThatAZoneSkippedIsFound(_ zone: String, _ before: String, _ skipped: String) throws {
    let next = try #require(CivilDate(skipped)).adding(days: 1).description
    let journal = try journal(zone) { session in
      for (number, day) in [before, skipped, next].enumerated() {
        try session.save(
          quantity(
            number, steps, Double(number + 1), "count",
            span("\(day)T12:00:00-10:00", "\(day)T12:10:00-10:00"), zone: "Pacific/Honolulu"))
      }
    }
    func found(_ options: KeyValuePairs<String, String>, _ view: View = .daily) throws -> [String] {
      var values = OptionValues()
      for (name, value) in options { values.add(value, to: name) }
      var request = ViewRequest(journal, values, now: at("2027-01-01T00:00:00Z").instant)
      return words(try view.table(&request).records(), "day", "sum")
    }
    let row = "\(skipped) 2"
    #expect(try found([:]) == ["\(before) 1", row, "\(next) 3"])
    #expect(try found(["on": skipped]) == [row])
    #expect(try found(["on": skipped, "type": steps]) == [row])
    #expect(try found(["period": skipped]) == [row])
    #expect(try found(["from": skipped, "to": next]) == [row])
    #expect(try found(["from": skipped]) == [row, "\(next) 3"])
    #expect(try found(["to": next]) == ["\(before) 1", row])
    #expect(try found(["to": skipped]) == ["\(before) 1"])
    #expect(try found(["on": before]) == ["\(before) 1"])
    #expect(try found(["on": skipped], .days).count == 1)
    #expect(throws: OptionProblem.self) { try found(["from": skipped, "to": skipped]) }
  }

  @Test func anUnknownJournalZoneIsAnError() throws {
    let journal = try journal("Mars/Olympus") { _ in }
    #expect(throws: ProjectionError.self) { _ = try daily(journal) }
  }
}

/// What a day's row holds.
@Suite(.enabled(if: Zones.arePresent)) struct DailyFigureTests {
  static func hour(_ hour: Int) -> TimeSpan {
    span("2026-11-20T0\(hour):00:00Z", "2026-11-20T0\(hour):30:00Z")
  }

  @Test func discreteTypesShowFiveFigures() throws {
    let journal = try journal { session in
      for (number, value) in [60.0, 90, 75].enumerated() {
        try session.save(quantity(number, pulse, value, "count/min", Self.hour(3 - number)))
      }
    }
    let rows = words(
      try daily(journal), "minimum", "average", "maximum", "latest", "count", "sum", "duration")
    #expect(rows == ["60 75 90 60 3 - -"])
  }

  @Test func categoriesShowDurationAndCountOfEachValue() throws {
    let night = span("2026-11-20T23:00:00+01:00", "2026-11-21T01:00:00+01:00")
    let journal = try journal { session in
      try session.save(category(1, sleep, .code(3), night))
      try session.save(category(2, sleep, .code(3), Self.hour(1)))
      try session.save(category(3, sleep, .code(5), Self.hour(2)))
      try session.save(category(4, sleep, .name("Dozing"), Self.hour(3)))
    }
    #expect(
      words(try daily(journal), "day", "value", "duration", "count", "unit") == [
        "2026-11-20 Dozing 1800 1 -", "2026-11-20 asleepCore 5400 2 -",
        "2026-11-20 asleepREM 1800 1 -", "2026-11-21 asleepCore 3600 0 -",
      ])
  }

  @Test func unitsOfOneKindAreAddedUpAndOthersKeptApart() throws {
    let journal = try journal { session in
      try session.save(quantity(1, energy, 100, "kcal", Self.hour(1)))
      try session.save(quantity(2, energy, 10, "Cal", Self.hour(2)))
      try session.save(quantity(3, energy, 4.184, "kJ", Self.hour(3)))
      try session.save(quantity(4, "New", 1, "odd unit", Self.hour(1)))
      try session.save(quantity(5, "New", 3, "kg", Self.hour(1)))
      try session.save(quantity(6, "New", 2, "g", Self.hour(1)))
    }
    #expect(words(try daily(journal), "unit", "sum", "average").prefix(1) == ["kcal 111 -"])
    let odd = words(try daily(journal), "unit", "sum", "average").dropFirst()
    #expect(odd.contains("odd unit - 1") && odd.count == 2)
    var query = ViewQuery()
    query.types = [energy]
    query.unit = try Unit("kJ")
    #expect(words(try daily(journal, query), "unit", "sum") == ["kJ 464.424"])
  }

  /// Units of one size are one: nothing is converted, and nothing shown in a unit that nobody used.
  @Test(arguments: [
    (
      QuantityType.bloodGlucose, "mmol<180.1558800000541>/L", "mmol<180.15588>/L", 5.5, 6.5,
      "mmol<180.1558800000541>/L 6"
    ),
    (.bloodGlucose, "mmol<180.15588>/L", "mg/dL", 5, 90.07794, "mg/dL 90.07794"),
    (.activeEnergyBurned, "Cal", "kcal", 10, 20, "kcal -"),
    (.vo2Max, "mL/kg·min", "mL/min·kg", 40, 42, "mL/min·kg 41"),
    (.oxygenSaturation, "count", "%", 0.5, 0.75, "% 0.625"),
  ])
  func unitsOfOneSizeAreOne(
    _ type: QuantityType, _ one: String, _ other: String, _ first: Double, _ second: Double,
    _ expected: String
  ) throws {
    let journal = try journal { session in
      try session.save(quantity(1, type.identifier, first, one, Self.hour(1)))
      try session.save(quantity(2, type.identifier, second, other, Self.hour(3)))
    }
    #expect(words(try daily(journal), "unit", "average") == [expected])
    for unit in type == .bloodGlucose ? ["mmol/L", "mmol<180.15588>/L"] : [] {
      var query = ViewQuery()
      query.unit = try Unit(unit)
      let read = type.unit(entered: try Unit(unit)).description
      #expect(words(try daily(journal, query), "unit", "latest")[0].hasPrefix(read + " "))
    }
  }

  @Test func sourcesAreTakenTogetherOrApart() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 10, "count", Self.hour(1)), source: "Phone")
      try session.save(quantity(2, steps, 20, "count", Self.hour(1)), source: "Apple Watch")
      try session.save(quantity(3, steps, 40, "count", Self.hour(1)))
    }
    #expect(words(try daily(journal) { $0.sources = .all }, "sum", "count") == ["70 3"])
    let apart = try daily(journal) { $0.sources = .separate }
    #expect(words(apart, "source", "sum") == ["Apple Watch 20", "Phone 10", "owner 40"])
    var query = ViewQuery()
    query.sources = ["Apple Watch", "Phone"]
    #expect(words(try daily(journal, query) { $0.sources = .all }, "sum") == ["30"])
    #expect(words(try daily(journal, query), "sum", "count") == ["20 1"])
    #expect(words(try daily(journal), "sum", "count") == ["40 1"])
    #expect(words(try daily(journal) { $0.sources = .first }, "sum") == ["40"])
  }

  @Test func emptyIsNotZero() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 0, "count", Self.hour(1)))
      try session.save(quantity(2, steps, 5, "count", span("2026-11-18T08:00:00Z")))
      try session.save(quantity(3, pulse, 5, "count/min", span("2026-11-18T08:00:00Z")))
      try session.ask(.delete(Deletion(objects: [id(3)])))
    }
    #expect(words(try daily(journal), "day", "sum") == ["2026-11-18 5", "2026-11-20 0"])
  }

  @Test(arguments: ["kg", "m", "count", "kcal", "s"])
  func anAskedUnitIsRefusedOnlyWhereNoneFits(_ unit: String) throws {
    let journal = try journal { session in
      for (number, unit) in ["m", "kg", "count", "s"].enumerated() {
        try session.save(quantity(number, "New", 1, unit, Self.hour(1)))
      }
    }
    var query = ViewQuery()
    query.unit = try Unit(unit)
    let rows = Result { words(try daily(journal, query), "unit", "average") }
    switch rows {
    case .success(let rows): #expect(rows == ["count 1", "kg 1", "m 1", "s 1"] && unit != "kcal")
    case .failure(let error):
      #expect(error as? ProjectionError == .unitMismatch(type: "New", unit: "kcal"))
    }
  }

  @Test func aTypeOfBothKindsShowsBoth() throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      let objects = [
        quantity(1, "New", 7, "kg", Self.hour(1)), category(2, "New", .code(4), Self.hour(2)),
        category(3, "New", .name("word"), Self.hour(3)),
      ]
      let journal = try journal { session in
        for place in order { try session.save(objects[place]) }
      }
      let rows = words(try daily(journal), "value", "unit", "average", "duration")
      #expect(rows.sorted() == ["- kg 7 -", "4 - - 1800", "word - - 1800"])
      let samples = try SamplesView.table(of: journal, in: ViewContext())
      #expect(words(try samples.records(), "value", "unit") == ["7 kg", "4 -", "word -"])
    }
  }
}
