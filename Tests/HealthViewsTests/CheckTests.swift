import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Each check finds what it looks for, and nothing where there is nothing.
@Suite(.enabled(if: Zones.arePresent)) struct CheckTests {
  static let watch = Device(name: "Apple Watch", model: "Watch")
  /// The moment of the fixtures: far enough back that nothing is in the future.
  static let day = "2026-01-0"

  /// `duplicates stepCount 2 note`, and the examples by what is asked of them.
  static func findings(
    _ journal: ReplayedJournal, _ query: ViewQuery = ViewQuery(),
    _ change: (inout CheckOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = CheckOptions()
    options.only = Set(Check.all.map(\.name)).subtracting(["late"])
    change(&options)
    let report = try CheckReport(journal, in: ViewContext(query), options: options)
    return try report.table.records().filter { $0["what"] == .text("finding") }
      .map { words([$0], "check", "type", "count")[0] }
  }

  static func examples(
    _ journal: ReplayedJournal, _ check: String, _ fields: String...,
    change: (inout CheckOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = CheckOptions()
    options.only = [check]
    change(&options)
    let report = try CheckReport(journal, in: ViewContext(), options: options)
    return try report.table.records().filter { $0["what"] == .text("example") }.map { row in
      fields.map { word(row[$0] ?? .missing) }.joined(separator: " ")
    }
  }

  static func walk(_ number: Int, _ value: Double, _ start: String, _ end: String) -> HealthObject {
    quantity(
      number, steps, value, "count",
      span("2026-01-\(start):00Z", "2026-01-\(end):00Z"))
  }

  @Test func aCleanJournalHasNoFindings() throws {
    let journal = try journal { session in
      try session.save(Self.walk(1, 5, "02T08:00", "02T08:10"), source: "Phone")
      try session.save(Self.walk(2, 5, "02T08:10", "02T08:20"), source: "Watch")
      try session.save(
        quantity(3, pulse, 60, "count/min", span("2026-01-02T08:00:00Z")), source: "Watch")
      try session.save(
        category(4, sleep, .code(3), span("2026-01-02T01:00:00Z", "2026-01-02T02:00:00Z")))
    }
    let report = try CheckReport(
      journal, in: ViewContext(),
      options: {
        var options = CheckOptions()
        options.lateHours = 1e5
        return options
      }())
    #expect(report.problems == 0 && report.notes == 0)
    #expect(report.samples == 4 && report.types == 3)
    #expect(try report.table.allRows().isEmpty)
  }

  /// A predicate in a unit is asked of the samples that the query shows, not of every type.
  @Test func aPredicateIsAskedOfTheSamplesOfASource() throws {
    let journal = try journal { session in
      for number in 1...2 {
        try session.save(
          quantity(
            number, QuantityType.bodyMass.identifier, 70, "kg", span("2026-01-02T08:00:00Z")),
          source: "Scale")
      }
      try session.save(Self.walk(3, 5, "02T08:00", "02T08:10"), source: "Phone")
    }
    var query = ViewQuery()
    query.sources = ["Scale"]
    query.predicate = try HealthPredicate("value > 60 kg")
    let report = try CheckReport(journal, in: ViewContext(query))
    #expect(report.samples == 2 && report.types == 1)
    #expect(report.problems == 1)
  }

  @Test func copiesOfOneSourceAreDuplicates() throws {
    let journal = try journal { session in
      for number in 1...3 {
        try session.save(Self.walk(number, 5, "02T08:00", "02T08:10"), source: "Phone")
      }
      // Each differs in one thing.
      try session.save(Self.walk(4, 6, "02T08:00", "02T08:10"), source: "Phone")
      try session.save(Self.walk(5, 5, "02T08:00", "02T08:11"), source: "Phone")
      try session.save(Self.walk(6, 5, "02T08:01", "02T08:10"), source: "Phone")
      try session.save(
        quantity(
          7, steps, 5, "%",
          span("2026-01-02T08:00:00Z", "2026-01-02T08:10:00Z")), source: "Phone")
    }
    let found = try Self.findings(journal) { $0.only = ["duplicates"] }
    #expect(found == ["duplicates \(steps) 2"])
    #expect(
      try Self.examples(journal, "duplicates", "value", "note")
        == ["5 3 copies: lines 3, 4, 5", "5 a further copy", "5 a further copy"])
    let named = try Self.examples(journal, "duplicates", "uuid")
    #expect(named == (1...3).map { id($0).description })
  }

  /// Spellings of a name that are one source to all views are one source here, for samples as for
  /// workouts.
  @Test func copiesOfOneSourceHaveOneFoldedName() throws {
    let journal = try journal { session in
      for (number, name) in ["Anna’s Watch", "Anna’s\u{A0}Watch", "Anna’s Watch "].enumerated() {
        try session.save(Self.walk(number, 5, "02T08:00", "02T08:10"), source: name)
        try session.save(WorkoutTests.workout(10 + number), source: name)
      }
    }
    let found = try Self.findings(journal) { $0.only = ["duplicates"] }
    #expect(found == ["duplicates \(WorkoutContent.type) 2", "duplicates \(steps) 2"])
  }

  /// Sources are their bundles where these are stated, whatever their names.
  @Test func copiesOfOneSourceHaveOneBundle() throws {
    func found(_ first: (String, String?), _ second: (String, String?)) throws -> [String] {
      let journal = try journal { session in
        for (number, (name, bundle)) in [first, second].enumerated() {
          try session.save(
            Self.walk(number, 5, "02T08:00", "02T08:10"), source: name, bundle: bundle)
          try session.save(WorkoutTests.workout(10 + number), source: name, bundle: bundle)
        }
      }
      return try Self.findings(journal) { $0.only = ["duplicates"] }
    }
    let all = ["duplicates \(WorkoutContent.type) 1", "duplicates \(steps) 1"]
    #expect(try found(("Phone", "com.a"), ("Renamed", "com.a")) == all)
    #expect(try found(("Phone", "com.a"), ("Phone", "com.b")) == [])
    #expect(try found(("Phone", "com.a"), ("Phone", nil)) == [])
  }

  /// Samples of several types and a workout, of three zones that no system knows and two that it
  /// knows without a file.
  @Test func zonesThatAreNotKnownAreNamed() throws {
    let journal = try journal { session in
      let time = span("2026-01-02T08:00:00Z", "2026-01-02T08:10:00Z")
      for (number, zone) in ["Mars/Dome", "GMT+0500", "Mars/Dome", "Moon/Base", "US/Samoa"]
        .enumerated()
      {
        try session.save(quantity(number, steps, 5, "count", time, zone: zone), source: "Watch")
      }
      try session.save(
        quantity(8, energy, 5, "kcal", time, zone: "Mars/Dome"), source: "Watch")
      for (number, zone) in [(10, "Mars/Dome"), (11, "Venus/Deck")] {
        var workout = WorkoutTests.workout(number)
        workout.metadata = Metadata([.init(MetadataName.timeZone, .string(zone))])
        try session.save(workout, source: "Watch")
      }
    }
    let found = try CheckReport(
      journal, in: ViewContext(),
      options: {
        var options = CheckOptions()
        options.only = ["zones"]
        return options
      }())
    #expect(found.problems == 0 && found.notes == 3)
    #expect(
      try found.findings(.note).records().map { word($0["note"] ?? .missing) }
        == ["Mars/Dome", "Moon/Base", "Venus/Deck"].map {
          "of the time zone \($0), which is not known here; days of Europe/Berlin count in its place"
        })
    #expect(words(try found.findings(.note).records(), "count") == ["4", "1", "1"])
    let all = try UnknownZones(of: journal).sentences(daysOf: "Europe/Berlin")
    #expect(
      all.map { $0.prefix(32) } == [
        "3 samples of the time zone Mars/", "1 sample of the time zone Moon/B",
      ])
  }

  /// What is said beside rows is of the samples that they are made of.
  @Test(
    arguments: [
      (View.daily, [("type", "stepCount")], 1), (View.daily, [("type", "heartRate")], 0),
      (View.daily, [("on", "2026-01-02")], 1), (View.daily, [("on", "2026-01-03")], 0),
      (View.daily, [("time-zone", "UTC")], 0), (View.clocks, [], 2), (View.trends, [], 1),
      (View.energy, [("day", "2026-01-02")], 0), (View.statistics, [], 0),
    ] as [(View, [(String, String)], Int)])
  func viewsSayThatAZoneIsNotKnown(
    _ view: View, _ options: [(String, String)], _ count: Int
  ) throws {
    let journal = try journal { session in
      let time = span("2026-01-02T08:00:00Z", "2026-01-02T08:10:00Z")
      try session.save(quantity(1, steps, 5, "count", time, zone: "Mars/Dome"))
      try session.save(quantity(2, pulse, 60, "count/min", time, zone: "Asia/Calcutta"))
    }
    var values = OptionValues()
    for (name, value) in options { values.add(value, to: name) }
    var request = ViewRequest(journal, values, now: at("2026-01-03T12:00:00Z").instant)
    let table = try view.table(&request)
    #expect(table.presentation?.remarks.count == count)
  }

  @Test func anotherSourceIsNoDuplicateButOverlaps() throws {
    let journal = try journal { session in
      try session.save(Self.walk(1, 5, "02T08:00", "02T10:00"), source: "Apple Watch")
      try session.save(Self.walk(2, 5, "02T08:00", "02T10:00"), source: "iPhone")
      try session.save(Self.walk(3, 5, "02T09:30", "02T11:00"), source: "Ring")
      try session.save(Self.walk(4, 5, "02T09:00", "02T09:45"), source: "iPhone")
    }
    #expect(try Self.findings(journal) == ["overlaps \(steps) 3"])
    #expect(
      try Self.examples(journal, "overlaps", "source", "value", "note") == [
        "Apple Watch 2 at the same time as iPhone", "Apple Watch 0.5 at the same time as Ring",
        "iPhone 0.5 at the same time as Ring",
      ])
  }

  @Test func whatIsMeasuredOverTimeHasALength() throws {
    let meal = QuantityType.dietaryEnergyConsumed.identifier
    let journal = try journal { session in
      try session.save(Self.walk(1, 5, "02T08:00", "02T08:00"), source: "Phone")
      try session.save(
        category(2, sleep, .code(3), span("2026-01-02T01:00:00Z")), source: "Phone")
      try session.save(quantity(3, pulse, 60, "count/min", span("2026-01-02T08:00:00Z")))
      try session.save(
        quantity(4, meal, 60, "kcal", span("2026-01-02T08:00:00Z")), source: "Phone")
      // Typed in, by the owner or by the metadata's word.
      try session.save(Self.walk(5, 5, "03T08:00", "03T08:00"))
      var entered = Self.walk(6, 5, "04T08:00", "04T08:00")
      entered.metadata["HKWasUserEntered"] = .boolean(true)
      try session.save(entered, source: "Health")
    }
    #expect(
      try Self.findings(journal) == [
        "wholeSecond \(sleep) 1", "wholeSecond \(steps) 1",
      ])
  }

  /// What whole seconds of an export made is a note; finer times say that there was no length.
  @Test(arguments: [
    ("2026-01-02T08:00:00Z", "wholeSecond", 0), ("2026-01-02T08:00:00.5Z", "zeroLength", 1),
    ("2026-01-02T08:00:00.001Z", "zeroLength", 1), ("1969-12-31T08:00:00Z", "wholeSecond", 0),
  ])
  func aMomentAtAWholeSecondIsNoProblem(_ time: String, _ check: String, _ problems: Int) throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 3, "count", span(time)), source: "Phone")
    }
    #expect(try Self.findings(journal) == ["\(check) \(steps) 1"])
    var options = CheckOptions()
    options.only = ["zeroLength", "wholeSecond"]
    let report = try CheckReport(journal, in: ViewContext(), options: options)
    #expect(report.problems == problems && report.notes == 1 - problems)
  }

  /// A workout that states more than lies between its start and end, by more than sources round,
  /// is named, also for a part of it; totals leave its time out.
  @Test(arguments: [(3601.0, 60.0, true), (3602, 60, false), (3000, 601, true), (3000, 602, false)])
  func aWorkoutLastsNoLongerThanItsTime(_ whole: Double, _ part: Double, _ isPossible: Bool) throws
  {
    var object = WorkoutTests.workout(1)
    guard case .workout(var workout) = object.content else { return }
    workout.duration = whole
    workout.activities = [
      WorkoutActivity(
        start: WorkoutTests.inside.start, end: WorkoutTests.inside.end, duration: part)
    ]
    object.content = .workout(workout)
    let journal = try journal { session in
      try session.save(
        object, WorkoutTests.workout(2, span("2026-11-21T08:00:00Z", "2026-11-21T09:00:00Z")))
    }
    #expect(
      try Self.findings(journal) == (isPossible ? [] : ["absurdLength \(WorkoutContent.type) 1"]))
    #expect(try WorkoutTests.row(journal, ["duration"]) == "3000")
    var query = ViewQuery()
    query.to = at("2026-11-20T12:00:00Z").instant
    let records = try WorkoutRecord.all(of: journal, in: ViewContext(query))
    #expect(records.map(\.duration) == [whole])
    #expect(records.map(\.possibleDuration) == [whole > 3601 ? nil : whole])
  }

  @Test(arguments: [
    (steps, "count", 25, 26), (pulse, "count/min", 192, 193),
  ]) func longerThanTheLongestIsAbsurd(_ type: String, _ unit: String, _ most: Int, _ more: Int)
    throws
  {
    func sample(_ number: Int, _ hours: Int) -> HealthObject {
      let start = at("2026-01-02T00:00:00Z")
      let end = Timestamp(
        instant: start.instant.adding(microseconds: Int64(hours) * 3_600_000_000), offsetMinutes: 0)
      return quantity(number, type, 60, unit, TimeSpan(start, end))
    }
    let good = try journal { try $0.save(sample(1, most), source: "A") }
    #expect(try Self.findings(good) == [])
    let bad = try journal { try $0.save(sample(1, more), source: "A") }
    #expect(try Self.findings(bad) == ["absurdLength \(type) 1"])
  }

  @Test(arguments: [
    (pulse, 20.0, "count/min", 0), (pulse, 19.9, "count/min", 1), (pulse, 301, "count/min", 1),
    (pulse, 5, "count/s", 0), (pulse, 5.1, "count/s", 1),
    (QuantityType.bodyMass.identifier, 70_000, "g", 0),
    (QuantityType.bodyMass.identifier, 1500, "lb", 1),
    (QuantityType.height.identifier, 8.9, "ft", 0),
    (QuantityType.height.identifier, 172, "m", 1),
    ("HKQuantityTypeIdentifierBodyTemperature", 98.6, "degF", 0),
    ("HKQuantityTypeIdentifierBodyTemperature", 98.6, "degC", 1),
    ("HKQuantityTypeIdentifierOxygenSaturation", 0.97, "%", 0),
    ("HKQuantityTypeIdentifierOxygenSaturation", 97, "%", 1),
    ("HKQuantityTypeIdentifierVO2Max", 42, "mL/min·kg", 0),
    ("HKQuantityTypeIdentifierVO2Max", 142, "mL/min·kg", 1),
    (QuantityType.dietaryEnergyConsumed.identifier, -1, "kcal", 1),
    ("HKQuantityTypeIdentifierFuture", -1, "count", 0),
  ]) func valuesBeyondTheLimitsAreImplausible(
    _ type: String, _ value: Double, _ unit: String, _ count: Int
  ) throws {
    let journal = try journal {
      try $0.save(quantity(1, type, value, unit, span("2026-01-02T08:00:00Z")), source: "A")
    }
    let found = try Self.findings(journal) { $0.only = ["implausible"] }
    #expect(found == (count == 0 ? [] : ["implausible \(type) 1"]))
  }

  @Test func aUnitThatChangesIsNamedWithItsMoment() throws {
    let mass = QuantityType.bodyMass.identifier
    let journal = try journal { session in
      for (number, unit) in [(3, "kg"), (1, "lb"), (2, "lb"), (4, "kg"), (5, "lb")] {
        let moment = span("2026-01-0\(number)T08:00:00Z")
        try session.save(quantity(number, mass, 150, unit, moment), source: "Scale")
      }
    }
    #expect(try Self.findings(journal) == ["unitChanges \(mass) 2"])
    #expect(
      try Self.examples(journal, "unitChanges", "start", "unit", "note") == [
        "2026-01-03T08:00:00Z kg before it lb", "2026-01-05T08:00:00Z lb before it kg",
      ])
  }

  @Test func anotherSpellingIsNoOtherUnit() throws {
    let journal = try journal { session in
      for (number, unit) in ["kcal", "Cal", "kcal", "kJ"].enumerated() {
        let moment = span("2026-01-0\(number + 1)T08:00:00Z", "2026-01-0\(number + 1)T09:00:00Z")
        try session.save(quantity(number, energy, 150, unit, moment), source: "Watch")
      }
    }
    #expect(try Self.examples(journal, "unitChanges", "unit", "note") == ["kJ before it kcal"])
  }

  @Test func daysWithoutSamplesAreGapsOfADailyType() throws {
    func journal(_ days: [Int]) throws -> ReplayedJournal {
      try ViewTestSupport.journal { session in
        for day in days {
          let text = day > 31 ? "20\(day)-01-01" : "2026-01-\(day < 10 ? "0" : "")\(day)"
          let moment = span(text + "T08:00:00Z")
          try session.save(quantity(day, pulse, 60, "count/min", moment), source: "A")
        }
      }
    }
    let daily = try journal([1, 2, 3, 4, 8, 9, 10, 11, 12, 14, 15])
    #expect(try Self.findings(daily) == ["gaps \(pulse) 4"])
    #expect(
      try Self.examples(daily, "gaps", "start", "end", "note") == [
        "2026-01-05 2026-01-07 3 days", "2026-01-13 2026-01-13 1 day",
      ])
    // Line 1 is of 2026; whoever dates a sample to 2090 leaves no gap before it.
    #expect(try Self.findings(journal(Array(1...9) + [90])) == ["future \(pulse) 1"])
    #expect(try Self.findings(try journal([1, 3, 5, 7, 9, 11, 13, 15])) == [])
    #expect(try Self.findings(try journal([1, 2, 3, 5, 6, 7])) == [])
  }

  @Test func shortDaysOfAWatchAreCountedByTheirHours() throws {
    let journal = try journal { session in
      var number = 0
      for (day, hours) in [(1, 3), (2, 12), (3, 9), (4, 10), (5, 2)] {
        // Two in each hour count as one; local time is an hour ahead.
        for half in 0..<hours * 2 {
          number += 1
          let (hour, minute) = (6 + half / 2, half % 2 == 0 ? "00" : "30")
          let text = "2026-01-0\(day)T\(hour < 10 ? "0" : "")\(hour):\(minute):00Z"
          try session.save(
            quantity(number, pulse, 60, "count/min", span(text)), source: "W", device: Self.watch)
          try session.save(
            quantity(1000 + number, pulse, 61, "count/min", span("2026-01-03T21:00:00Z")),
            source: "Ring \(number)")
        }
      }
    }
    let found = try Self.findings(journal) { $0.only = ["wear"] }
    #expect(found == ["wear - 1"])
    #expect(try Self.examples(journal, "wear", "start", "value", "unit") == ["2026-01-03 9 h"])
    #expect(
      try Self.examples(journal, "wear", "start") { $0.wearHours = 13 }
        == ["2026-01-02", "2026-01-03", "2026-01-04"])
  }

  /// The median is the middle: of two numbers their mean.
  @Test(arguments: [([2, 5], "3.5 h"), ([7, 2, 5], "5 h"), ([9, 2, 7, 6], "6.5 h")])
  func theMedianOfWearIsTheMiddle(_ hours: [Int], _ median: String) throws {
    let journal = try journal { session in
      for (day, count) in ([1] + hours + [1]).enumerated() {
        for hour in 0..<count {
          let moment = span("2026-01-0\(day + 1)T0\(hour):30:00Z")
          try session.save(
            quantity(day * 10 + hour, steps, 5, "count", moment), source: "W", device: Self.watch)
        }
      }
    }
    var options = CheckOptions()
    options.only = ["wear"]
    let report = try CheckReport(journal, in: ViewContext(), options: options)
    let says = try #require(report.found.first?.findings.first).says.description
    #expect(says.hasSuffix("median \(median)"))
  }

  @Test func valuesThatAreNotKnownAreNamed() throws {
    let stood = CategoryType.appleStandHour.identifier
    let values: [(String, CategoryCode)] = [
      (sleep, .code(9)), (sleep, .name("Dozing")), (sleep, .code(5)), (stood, .code(2)),
      (stood, .code(1)), ("HKCategoryTypeIdentifierOfTomorrow", .code(7)),
      ("HKCategoryTypeIdentifierBleedingDuringPregnancy", .code(5)),
    ]
    let journal = try journal { session in
      for (number, (type, value)) in values.enumerated() {
        let time = span("2026-01-02T0\(number):00:00Z", "2026-01-02T0\(number):50:00Z")
        try session.save(category(number, type, value, time))
      }
    }
    #expect(
      try Self.findings(journal) == [
        "unknownValues \(stood) 1", "unknownValues \(sleep) 2",
        "unknownTypes HKCategoryTypeIdentifierOfTomorrow 1",
      ])
    #expect(try Self.examples(journal, "unknownValues", "value") == ["2", "9", "Dozing"])
  }

  @Test func theOrderOfAppendsDoesNotMatter() throws {
    var dice = Dice(7)
    var objects: [HealthObject] = []
    for number in 1...60 {
      let hour = dice.below(20) + 1
      let text = "2026-01-0\(dice.below(8) + 1)T\(hour < 10 ? "0" : "")\(hour):00:00Z"
      let value = Double(dice.below(3)) * 200
      objects.append(
        quantity(
          number, pulse, value, ["count/min", "count/s"][dice.below(2)], span(text)))
    }
    func rows(_ objects: [HealthObject]) throws -> [[String: Cell]] {
      let journal = try journal { session in
        for object in objects { try session.save(object, source: "A") }
      }
      var options = CheckOptions()
      options.only = Set(Check.all.map(\.name)).subtracting(["late", "future"])
      return try CheckReport(journal, in: ViewContext(), options: options).table.records().map {
        $0.filter { $0.key != "seq" && $0.key != "note" }
      }
    }
    let first = try rows(objects)
    #expect(first.count > 5)
    #expect(try rows(objects.shuffled(using: &dice)) == first)
  }

  @Test func theQueryChoosesWhatIsLookedAt() throws {
    let journal = try journal { session in
      try session.save(
        quantity(1, pulse, 1, "count/min", span("2026-01-02T08:00:00Z")), source: "A")
      try session.save(
        quantity(2, pulse, 2, "count/min", span("2026-01-03T08:00:00Z")), source: "B")
      try session.save(Self.walk(3, -1, "02T08:00", "02T08:10"), source: "A")
    }
    var query = ViewQuery()
    query.types = [pulse]
    #expect(try Self.findings(journal, query) == ["implausible \(pulse) 2"])
    query.sources = ["B"]
    #expect(try Self.findings(journal, query) == ["implausible \(pulse) 1"])
    query.sources = []
    query.predicate = try HealthPredicate("value < 2")
    #expect(try Self.findings(journal, query) == ["implausible \(pulse) 1"])
    query = ViewQuery()
    query.to = at("2026-01-03T00:00:00Z").instant
    #expect(try Self.findings(journal, query).count == 2)
  }
}
