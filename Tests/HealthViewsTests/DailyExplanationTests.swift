import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Why a day's figures are what they are.
@Suite(.enabled(if: Zones.arePresent)) struct DailyExplanationTests {
  static let day = "2026-11-20"

  static func records(
    _ journal: ReplayedJournal, _ type: String, day: String = day,
    _ change: (inout DailyView.Options) -> Void = { _ in }
  ) throws -> [[String: Cell]] {
    var options = DailyView.Options()
    change(&options)
    return try DailyExplanation.table(
      of: type, on: try #require(CivilDate(day)), journal, in: ViewContext(), options: options
    ).records()
  }

  static func rows(
    _ records: [[String: Cell]], _ what: String..., fields: [String]
  ) -> [String] {
    records.filter { what.contains(word($0["what"] ?? .missing)) }.map { record in
      fields.map { word(record[$0] ?? .missing) }.joined(separator: " ")
    }
  }

  /// From minute to minute of the morning.
  static func minutes(_ start: Int, _ end: Int? = nil) -> TimeSpan {
    func time(_ minute: Int) -> String {
      let (hour, minute) = (10 + minute / 60, minute % 60)
      return "\(day)T\(hour):\(minute < 10 ? "0" : "")\(minute):00+01:00"
    }
    return span(time(start), time(end ?? start))
  }

  // MARK: What counts in the place of another

  /// What becomes of samples of 0, 1, … steps, and the steps of those that count in their place.
  private static func places(
    _ samples: [(String, TimeSpan)], _ sources: DailyView.Sources = .merge
  ) throws -> [String] {
    let journal = try journal { session in
      for (number, sample) in samples.enumerated() {
        try session.save(
          quantity(number, steps, Double(number), "count", sample.1), source: sample.0)
      }
    }
    return named(try records(journal, steps) { $0.sources = sources })
  }

  private static func named(_ records: [[String: Cell]]) -> [String] {
    let samples = records.filter { $0["seq"] != nil }
    let values = Dictionary(
      uniqueKeysWithValues: samples.map {
        ("line \(word($0["seq"] ?? .missing))", word($0["value"] ?? .missing))
      })
    return samples.map { record in
      guard case .names(let lines)? = record["by"] else {
        return words([record], "value", "what")[0]
      }
      return words([record], "value", "what")[0] + " by "
        + lines.compactMap { values[$0] }.joined(separator: ", ")
    }
  }

  @Test func onlyWhatCountsItselfIsNamed() throws {
    let hour = Self.minutes(0, 60)
    #expect(
      try Self.places([("Apple Watch", hour), ("iPhone", hour), ("Band", hour)]) == [
        "0 counted", "1 suppressed by 0", "2 suppressed by 0",
      ])
    // The phone counts too, but not at the time of the band.
    #expect(
      try Self.places([
        ("Apple Watch", Self.minutes(0, 30)), ("iPhone", hour), ("Band", Self.minutes(10, 20)),
      ]) == ["0 counted", "1 counted by 0", "2 suppressed by 0"])
  }

  @Test func anInstantCountsInThePlaceOfAnInstantOnly() throws {
    let rows = try Self.places([
      ("Apple Watch", Self.minutes(5)), ("Apple Watch", Self.minutes(0, 10)),
      ("iPhone", Self.minutes(0, 20)),
      ("iPhone", Self.minutes(5)), ("iPhone", Self.minutes(15)),
    ])
    #expect(
      rows == [
        "1 counted", "2 counted by 1", "0 counted", "3 suppressed by 0, 1", "4 counted",
      ])
    #expect(
      try Self.places([("Apple Watch", Self.minutes(5)), ("iPhone", Self.minutes(0, 20))]) == [
        "1 counted", "0 counted",
      ])
  }

  @Test func ofTheOneSourceOfADayWhatLiesThere() throws {
    let rows = try Self.places(
      [
        ("Apple Watch", Self.minutes(0, 10)), ("Apple Watch", Self.minutes(20, 30)),
        ("iPhone", Self.minutes(25, 40)), ("iPhone", Self.minutes(50, 55)),
        ("Band", Self.minutes(25, 55)),
      ], .first)
    #expect(
      rows == [
        "0 counted", "1 counted", "2 suppressed by 1", "4 suppressed by 1", "3 suppressed by 0",
      ])
  }

  @Test(arguments: Counts.seeds(1...20)) func agreesWithAWalkOverTheMinutes(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = (0..<30).map { _ in
      let start = dice.below(100)
      let lengths = [0, dice.below(5), dice.below(40)]
      return Timed(
        start: start, end: start + lengths[dice.below(3)], rank: dice.below(3))
    }
    let names = ["Apple Watch", "iPhone", "Band"]
    let rows = try Self.places(
      samples.map { (names[$0.rank], Self.minutes($0.start, $0.end)) })
    for row in rows {
      let parts = row.split(separator: " by ")
      let sample = samples[try #require(Int(parts[0].split(separator: " ")[0]))]
      let expected = samples.indices.filter { Timed.counts($0, of: samples, inPlaceOf: sample) }
      let found = parts.count == 1 ? [] : parts[1].split(separator: ", ").compactMap { Int($0) }
      #expect(found.sorted() == expected, "\(row)")
    }
  }

  /// A sample from minute to minute.
  struct Timed {
    var start: Int
    var end: Int
    var rank: Int

    /// Whether one of some samples counts at the time of another, which it beats: a walk over the
    /// minutes.
    static func counts(_ index: Int, of samples: [Timed], inPlaceOf beaten: Timed) -> Bool {
      let one = samples[index]
      guard one.rank < beaten.rank else { return false }
      return (beaten.start..<max(beaten.end, beaten.start + 1)).contains { minute in
        let lasting = samples.filter { ($0.start..<$0.end).contains(minute) }
        if one.start < one.end {
          return (one.start..<one.end).contains(minute)
            && lasting.allSatisfy { $0.rank >= one.rank }
        }
        let instants = samples.filter { $0.start == $0.end && $0.start == minute }
        return one.start == minute && beaten.start == beaten.end
          && (lasting + instants).allSatisfy { $0.rank >= one.rank }
      }
    }
  }

  // MARK: Types that do not add up

  private static func pulses() throws -> ReplayedJournal {
    try journal { session in
      try session.save(
        quantity(1, pulse, 60, "count/min", minutes(0)), source: "Apple Watch")
      try session.save(
        quantity(2, pulse, 90, "count/min", minutes(0, 1)), source: "iPhone")
      try session.save(
        quantity(3, pulse, 121, "count/min", minutes(1, 2)), source: "Apple Watch")
    }
  }

  @Test func theFiguresOfADiscreteDay() throws {
    let records = try Self.records(try Self.pulses(), pulse)
    #expect(Self.rows(records, "source", fields: ["source"]) == [])
    #expect(
      Self.rows(records, "rule", fields: ["note"]) == [
        "split: a sample counts to each day that it touches, for its time there",
        "all: every sample of every source counts",
        "average: weighted by time, each sample weighs its seconds, and a reading of one moment "
          + "those until the next one of its source, at most 1800 (a watch at rest measures every "
          + "few minutes; after half an hour it was not worn)",
      ])
    #expect(
      Self.rows(records, "counted", "suppressed", fields: ["rank", "counted", "by", "note"]) == [
        "- 60 - weighs 60 s", "- 90 - weighs 60 s", "- 121 - weighs 60 s",
      ])
    let average: Double = 271.0 / 3
    #expect(
      Self.rows(records, "total", fields: ["counted", "by", "note"]) == [
        "\(average) - average of 3", "60 line 3 minimum", "121 line 6 maximum", "121 line 6 latest",
      ])
    #expect(
      Self.rows(records, "other", fields: ["source", "counted", "note"]) == [
        "Apple Watch 90.5 --sources separate: average",
        "iPhone 90 --sources separate: average", "- \(average) --attribute start: average",
      ])
  }

  /// Of 60 for a minute and 90 for three, where headers and running system disagree: by time
  /// (60 × 60 + 90 × 180) / 240 = 82.5, plain 75.
  @Test(arguments: QuantityType.all.filter { !$0.aggregationStyle.isCumulative })
  func bothAveragesWhereHeadersSayAnother(_ type: QuantityType) throws {
    let (first, second) = (Self.minutes(0, 1), Self.minutes(1, 4))
    let unit = type.canonicalUnitText
    let journal = try journal { session in
      let whole = TimeSpan(first.start, second.end)
      try session.save(WorkoutTests.workout(9, whole), source: "Apple Watch")
      try session.save(quantity(1, type.identifier, 60, unit, first), source: "Apple Watch")
      try session.save(quantity(2, type.identifier, 90, unit, second), source: "Apple Watch")
    }
    let day = try Self.records(journal, type.identifier)
    let workout = try WorkoutExplanation.table(of: journal, in: ViewContext()).records()
    for records in [day, workout] {
      let totals = Self.rows(records, "total", fields: ["counted", "note"])
      let others = Self.rows(records, "other", fields: ["counted", "note"])
        .filter { $0.contains("headers") }
      if type.headerAggregationStyle == nil {
        #expect(others == [])
      } else {
        #expect(totals.first == "82.5 average of 2")
        #expect(others == ["75 discreteArithmetic, as Apple's headers up to 26.2 say: average"])
      }
    }
  }

  @Test func sourcesApartHaveTotalsOfTheirOwn() throws {
    let records = try Self.records(try Self.pulses(), pulse) { $0.sources = .separate }
    #expect(
      Self.rows(records, "total", fields: ["source", "counted", "note"]) == [
        "Apple Watch 90.5 average of 2", "Apple Watch 60 minimum", "Apple Watch 121 maximum",
        "Apple Watch 121 latest",
        "iPhone 90 average of 1", "iPhone 90 minimum", "iPhone 90 maximum", "iPhone 90 latest",
      ])
    #expect(Self.rows(records, "rule", fields: ["note"])[1].hasPrefix("separate: "))
  }

  // MARK: Against `daily`

  static let types: [(name: String, unit: String)] = [
    (steps, "count"), (pulse, "count/min"), (QuantityType.bodyMass.identifier, "kg"),
    ("HKQuantityTypeIdentifierEnvironmentalAudioExposure", "dBASPL"), (sleep, ""),
  ]

  /// Samples of all styles around a change of the clocks, of four sources, some of no length and
  /// some that claim to last a lifetime.
  static func random(_ dice: inout Dice, _ type: String, _ unit: String) throws -> ReplayedJournal {
    let zones = DailyPropertyTests.zones
    return try journal(zones[dice.below(zones.count)]) { session in
      for number in 0..<24 {
        let start = TimeSpan(
          from: at("2026-03-28T12:00:00Z"), seconds: Double(dice.below(1_500)) * 60
        ).end
        let lengths: [Double] = [0, 0.25, 60, Double(dice.below(200)) * 60, 90_000, 4e8]
        let seconds = lengths[dice.below(6)]
        let span = TimeSpan(from: start, seconds: seconds)
        var object =
          type == sleep
          ? category(number, type, .code(dice.below(3)), span)
          : quantity(number, type, Double(dice.below(9_000)) / 70, unit, span)
        if dice.below(4) == 0 {
          object.metadata[MetadataName.timeZone] = .string(zones[dice.below(zones.count)])
        }
        if dice.below(6) == 0 { object.metadata[MetadataName.wasUserEntered] = .boolean(true) }
        try session.save(object, source: ["Apple Watch", "iPhone", "Band", "Ring"][dice.below(4)])
      }
    }
  }

  @Test(arguments: types.indices, 1...4)
  func theFiguresAreThoseOfTheDay(_ index: Int, _ seed: Int) throws {
    var dice = Dice(seed)
    let (type, unit) = Self.types[index]
    let journal = try Self.random(&dice, type, unit)
    var compared = 0
    for sources in DailyView.Sources.allCases {
      for attribution in DailyView.Attribution.allCases {
        func change(_ options: inout DailyView.Options) {
          (options.sources, options.attribution) = (sources, attribution)
        }
        let days = try daily(journal, ViewQuery(), change)
        for day in ["2026-03-28", "2026-03-29", "2026-03-30"] {
          let explained = try Self.records(journal, type, day: day, change)
          let rows = days.filter { word($0["day"] ?? .missing) == day }
          for row in rows { try Self.compare(row, explained) }
          #expect(
            Set(explained.filter { $0["what"] == .text("total") }.map(Self.place)).count
              == rows.count)
          compared += rows.count
        }
      }
    }
    #expect(compared > 0)
  }

  /// The source, the value and the unit that a row is about.
  private static func place(_ row: [String: Cell]) -> String {
    words([row], "source", "value")[0] + (row["value"] == nil ? word(row["unit"] ?? .missing) : "")
  }

  private static func compare(_ row: [String: Cell], _ explained: [[String: Cell]]) throws {
    let totals = explained.filter { $0["what"] == .text("total") && place($0) == place(row) }
    func total(_ note: String) -> Cell? {
      totals.first { word($0["note"] ?? .missing).hasPrefix(note) }?["counted"]
    }
    let parts = explained.filter { part in
      part["what"] == .text("counted")
        && (row["source"] == nil || part["source"] == row["source"])
        && (row["value"] == nil ? part["unit"] == row["unit"] : part["value"] == row["value"])
    }
    if let sum = row["sum"] ?? row["duration"] {
      #expect(totals.map { $0["counted"] } == [sum])
      var exact = ExactSum()
      for case .number(let part)? in parts.map({ $0["counted"] }) { exact.add(part) }
      #expect(.number(exact.value) == sum)
    } else {
      for (figure, note) in [
        ("average", "average of \(parts.count)"), ("minimum", "minimum"), ("maximum", "maximum"),
        ("latest", "latest"),
      ] { #expect(total(note) == row[figure], "\(figure)") }
      try weigh(parts, row)
    }
    if row["value"] == nil {
      #expect(row["count"] == .whole(parts.count))
    } else {
      let begun = word(totals.first?["note"] ?? .missing).split(separator: " ")
        .compactMap { Int($0) }.last
      #expect(row["count"] == begun.map { .whole($0) })
    }
  }

  /// The weights that are told give the average.
  private static func weigh(_ parts: [[String: Cell]], _ row: [String: Cell]) throws {
    guard row["type"] == .identifier(pulse), case .number(let average)? = row["average"] else {
      return
    }
    var (sum, weight) = (0.0, 0.0)
    for part in parts {
      guard case .number(let value)? = part["counted"] else { continue }
      let words = word(part["note"] ?? .missing).split(separator: " ")
      let seconds = try #require(words.count > 1 ? Double(words[1]) : nil)
      sum += value * seconds
      weight += seconds
    }
    #expect(abs(sum / weight - average) <= 1e-9 * average)
  }

  @Test(arguments: types.indices, 1...3)
  func theOtherRulesGiveWhatTheyGive(_ index: Int, _ seed: Int) throws {
    var dice = Dice(seed)
    let (type, unit) = Self.types[index]
    let journal = try Self.random(&dice, type, unit)
    let explained = try Self.records(journal, type, day: "2026-03-29")
    let others = explained.filter { $0["what"] == .text("other") }
    var expected: [String] = []
    func expect(_ rule: String, _ change: (inout DailyView.Options) -> Void) throws {
      for row in try daily(journal, ViewQuery(), change)
      where row["day"] == .day(try #require(CivilDate("2026-03-29"))) {
        let figure = word(row["sum"] ?? row["average"] ?? row["duration"] ?? .missing)
        expected.append("\(Self.place(row)) \(figure) \(rule)")
      }
    }
    let rules: [DailyView.Sources] = index == 0 ? [.first, .all, .separate] : [.separate]
    for sources in rules {
      try expect("--sources \(sources.rawValue)") { $0.sources = sources }
    }
    try expect("--attribute start") { $0.attribution = .start }
    let found = others.map { row in
      let rule = word(row["note"] ?? .missing).split(separator: ":")[0]
      return "\(Self.place(row)) \(word(row["counted"] ?? .missing)) \(rule)"
    }
    #expect(found == expected)
  }
}
