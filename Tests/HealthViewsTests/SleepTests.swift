import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Nights by hand.
@Suite(.enabled(if: Zones.arePresent)) struct SleepTests {
  static let inBed = CategoryCode.code(0)
  static let unspecified = CategoryCode.code(1)
  static let awake = CategoryCode.code(2)
  static let core = CategoryCode.code(3)
  static let deep = CategoryCode.code(4)
  static let rem = CategoryCode.code(5)

  /// Minutes of a row in words: `2026-03-02 bed 480 asleep 400 … Watch`.
  static func nights(
    _ journal: ReplayedJournal, _ query: ViewQuery = ViewQuery(),
    by period: SleepSummary.Period = .night,
    _ sources: SleepSummary.Sources = .merge
  ) throws -> [String] {
    let rows = try SleepView.table(
      of: journal, in: ViewContext(query), SleepView.Rule(by: period, sources)
    ).records()
    return rows.map { row in
      let times = ["inBed", "asleep", "core", "deep", "rem", "unspecified", "awake"].map { field in
        if case .number(let seconds)? = row[field] { return word(.number(seconds / 60)) }
        return "-"
      }
      let parts = [row["date"], row["sources"] ?? row["source"]].map { word($0 ?? .missing) }
      return ([parts[0]] + times + [parts[1]]).joined(separator: " ")
    }
  }

  /// A journal of stages: source, value, start and end on the clock of Berlin in winter.
  static func journal(
    _ samples: [(source: String, value: CategoryCode, start: String, end: String)],
    zones: [Int: String] = [:]
  ) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      for (number, sample) in samples.enumerated() {
        var object = category(
          number, sleep, sample.value,
          span("\(sample.start):00+01:00", "\(sample.end):00+01:00"))
        if let zone = zones[number] { object.metadata[MetadataName.timeZone] = .string(zone) }
        try session.save(object, source: sample.source)
      }
    }
  }

  @Test func stagesOfOneNightLieInItsTimeInBed() throws {
    let journal = try Self.journal([
      ("Watch", Self.inBed, "2026-01-01T22:00", "2026-01-02T06:30"),
      ("Watch", Self.core, "2026-01-01T22:30", "2026-01-02T02:00"),
      ("Watch", Self.awake, "2026-01-02T02:00", "2026-01-02T02:10"),
      ("Watch", Self.deep, "2026-01-02T02:10", "2026-01-02T03:00"),
      ("Watch", Self.rem, "2026-01-02T03:00", "2026-01-02T06:00"),
    ])
    #expect(try Self.nights(journal) == ["2026-01-02 510 440 210 50 180 - 10 Watch"])
    let days = ["2026-01-01 120 90 90 - - - - Watch", "2026-01-02 390 350 120 50 180 - 10 Watch"]
    #expect(try Self.nights(journal, by: .day) == days)
    let row = try #require(try SleepView.table(of: journal, in: ViewContext()).records().first)
    #expect(word(row["start"] ?? .missing) == "2026-01-01T22:00:00+01:00")
    #expect(word(row["end"] ?? .missing) == "2026-01-02T06:30:00+01:00")
  }

  @Test func theWatchCountsWhereItIsAndThePhoneFillsTheRest() throws {
    let journal = try Self.journal([
      ("iPhone", Self.unspecified, "2026-01-01T22:00", "2026-01-02T07:00"),
      ("iPhone", Self.inBed, "2026-01-01T21:00", "2026-01-02T07:30"),
      ("Apple Watch", Self.core, "2026-01-01T23:00", "2026-01-02T03:00"),
      ("Apple Watch", Self.awake, "2026-01-02T03:00", "2026-01-02T04:00"),
    ])
    #expect(
      try Self.nights(journal) == ["2026-01-02 630 480 240 - - 240 60 Apple Watch, iPhone"])
    #expect(
      try Self.nights(journal, .separate) == [
        "2026-01-02 300 240 240 - - - 60 Apple Watch", "2026-01-02 630 540 - - - 540 - iPhone",
      ])
    #expect(
      try Self.nights(journal, .all) == ["2026-01-02 930 780 240 - - 540 60 Apple Watch, iPhone"])
  }

  private static func nights(
    _ journal: ReplayedJournal, _ sources: SleepSummary.Sources
  ) throws -> [String] {
    try nights(journal, ViewQuery(), by: .night, sources)
  }

  /// Of two stages that cover the same instant in one source: which counts.
  @Test(arguments: [
    (core, unspecified, "core"), (unspecified, awake, "awake"), (deep, rem, "deep"),
    (core, rem, "rem"), (core, awake, "awake"), (inBed, unspecified, "unspecified"),
  ]) func oneStageCountsAtAnInstant(_ a: CategoryCode, _ b: CategoryCode, _ field: String) throws {
    for values in [[a, b], [b, a], [a, b, a, b]] {
      let journal = try Self.journal(
        values.map { ("Watch", $0, "2026-01-01T23:00", "2026-01-02T01:00") })
      let row = try #require(try SleepView.table(of: journal, in: ViewContext()).records().first)
      #expect(row[field] == .number(7200))
      #expect(row["inBed"] == .number(7200))
    }
  }

  @Test func anotherSourcesBedDoesNotHideAStage() throws {
    let journal = try Self.journal([
      ("Apple Watch", Self.inBed, "2026-01-01T22:00", "2026-01-02T06:00"),
      ("Ring", Self.deep, "2026-01-01T23:00", "2026-01-02T01:00"),
    ])
    #expect(
      try Self.nights(journal) == ["2026-01-02 480 120 - 120 - - - Apple Watch, Ring"])
  }

  @Test func theClockOfASampleIsThatOfItsOwnZone() throws {
    // 11:00 to 13:00 in Berlin is 5 to 7 in the morning in New York.
    let journal = try Self.journal(
      [("W", Self.core, "2026-01-02T11:00", "2026-01-02T13:00")], zones: [0: "America/New_York"])
    #expect(try Self.nights(journal) == ["2026-01-02 120 120 120 - - - - W"])
    let row = try #require(try SleepView.table(of: journal, in: ViewContext()).records().first)
    #expect(word(row["start"] ?? .missing) == "2026-01-02T05:00:00-05:00")
  }

  @Test func aNightHasTheHoursThatItsClocksHave() throws {
    for (first, last, hours) in [
      ("2026-03-28", "2026-03-29", 23), ("2026-10-24", "2026-10-25", 25),
    ] {
      let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
      let journal = try ViewTestSupport.journal { session in
        let spans = TimeSpan(Self.noon(first, zone), Self.noon(last, zone))
        try session.save(category(1, sleep, .code(0), spans), source: "W")
      }
      #expect(try Self.nights(journal) == ["\(last) \(hours * 60) - - - - - - W"])
    }
  }

  /// Apia had no 30 December 2011: 29 December ended at ten hours UTC, and 31 December began. The
  /// sleep goes on over noon.
  @Test func aNightOverASkippedDateHasTheMorningThatThereWas() throws {
    let journal = try ViewTestSupport.journal("Pacific/Apia") { session in
      let spans = span("2011-12-30T08:00:00Z", "2011-12-30T23:00:00Z")
      try session.save(category(1, sleep, .code(3), spans), source: "W")
    }
    #expect(
      try Self.nights(journal) == [
        "2011-12-31 900 900 900 - - - - W"
      ])
  }

  @Test func theConfiguredSourceCountsFirst() throws {
    let journal = try ViewTestSupport.journal { session in
      for (number, source, value) in [(1, "Apple Watch", 3), (2, "Ring", 4)] {
        let spans = span("2026-01-01T23:00:00+01:00", "2026-01-02T01:00:00+01:00")
        try session.save(category(number, sleep, .code(value), spans), source: source)
      }
      var change = Configuration()
      change.priority = [SourcePriority(type: sleep, sources: ["Ring"])]
      try session.ask(.configure(change))
    }
    #expect(try Self.nights(journal) == ["2026-01-02 120 120 - 120 - - - Ring"])
    let sources = try SourcesView.table(of: journal, in: ViewContext()).records()
    #expect(words(sources, "rank", "source") == ["1 Ring", "2 Apple Watch"])
  }

  static func noon(_ day: String, _ zone: TimeZone) -> Timestamp {
    let number = CivilDate(day)?.dayNumber ?? 0
    let guess = number * 86_400 + 43_200
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(guess)))
    return Timestamp(instant: Instant(wholeSeconds: Int64(guess - offset)), offsetMinutes: 60)
  }

  @Test func whatSaysNothingOfTimeHasNoRow() throws {
    let journal = try Self.journal([
      ("W", Self.core, "2026-01-02T01:00", "2026-01-02T01:00"),
      ("W", Self.core, "2006-01-02T02:00", "2026-01-02T03:00"),
    ])
    #expect(try Self.nights(journal) == [])
  }

  @Test func theWindowTheSourceTheLimitAndThePredicateChooseRows() throws {
    let journal = try Self.journal([
      ("A", Self.core, "2026-01-01T23:00", "2026-01-02T01:00"),
      ("B", Self.rem, "2026-01-02T23:00", "2026-01-03T01:00"),
      ("B", Self.deep, "2026-01-03T23:00", "2026-01-04T01:00"),
    ])
    var query = ViewQuery()
    query.from = at("2026-01-03T00:00:00+01:00").instant
    query.to = at("2026-01-04T00:00:00+01:00").instant
    #expect(try Self.nights(journal, query) == ["2026-01-03 120 120 - - 120 - - B"])
    query = ViewQuery()
    query.sources = ["A"]
    #expect(try Self.nights(journal, query) == ["2026-01-02 120 120 120 - - - - A"])
    query = ViewQuery()
    query.limit = 1
    #expect(try Self.nights(journal, query).count == 1)
    query = ViewQuery()
    query.predicate = try HealthPredicate("value = asleepDeep")
    #expect(try Self.nights(journal, query) == ["2026-01-04 120 120 - 120 - - - B"])
  }
}
