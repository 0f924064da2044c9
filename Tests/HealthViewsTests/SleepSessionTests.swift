import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import TestSupport
import Testing
import ViewTestSupport
@testable import HealthViews

/// Which sleeps are nights and which are naps, by hand.
@Suite(.enabled(if: Zones.arePresent)) struct SleepSessionTests {
  /// A sample in words, on the clock of Berlin in January 2026 unless it names an offset:
  /// `core 1T23:00 2T07:00`.
  struct Sample: ExpressibleByStringLiteral {
    var value: CategoryCode
    var span: TimeSpan
    var source = "W"
    var zone: String?

    init(stringLiteral text: String) {
      let parts = text.split(separator: " ").map { String($0) }
      let codes = ["inBed": 0, "asleep": 1, "awake": 2, "core": 3, "deep": 4, "rem": 5]
      value = codes[parts[0]].map { .code($0) } ?? .name(parts[0])
      span = HealthViewsTests.span(Self.time(parts[1]), Self.time(parts[2]))
      zone = parts.count > 3 ? parts[3] : nil
    }

    private static func time(_ text: String) -> String {
      let parts = text.split(separator: "T")
      let day = parts[0].count < 2 ? "0" + parts[0] : String(parts[0])
      let clock = parts[1].count > 5 ? String(parts[1]) : parts[1] + ":00+01:00"
      return "2026-01-\(day)T\(clock)"
    }
  }

  private static func journal(_ samples: [Sample]) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      for (number, sample) in samples.enumerated() {
        var object = category(number, sleep, sample.value, sample.span)
        if let zone = sample.zone { object.metadata[MetadataName.timeZone] = .string(zone) }
        try session.save(object, source: sample.source)
      }
    }
  }

  /// Rows in words: the day, from when to when, minutes asleep, in naps, and in bed; `-` before the
  /// times of a date without a night.
  private static func rows(
    _ journal: ReplayedJournal, _ rule: SleepView.Rule = SleepView.Rule()
  ) throws -> [String] {
    try SleepView.summaries(of: journal, in: ViewContext(), rule).map { row in
      func clock(_ time: Timestamp) -> String {
        "\(time.date.day)T" + time.description.dropFirst(11).prefix(5)
      }
      func minutes(_ seconds: Double?) -> String { seconds.map { "\(Int($0 / 60))" } ?? "." }
      return "\(row.date.day): " + (row.isNight ? "" : "- ")
        + "\(clock(row.span.start)) \(clock(row.span.end)) \(minutes(row.asleep))"
        + " \(minutes(row.naps)) \(minutes(row.inBed))"
    }
  }

  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var samples: [Sample]
    var rows: [String]

    init(_ name: String, _ samples: [Sample], _ rows: String...) {
      (testDescription, self.samples, self.rows) = (name, samples, rows)
    }
  }

  static let cases = [
    Case(
      "sleep by day is one sleep", ["core 7T08:10 7T14:55"], "7: 7T08:10 7T14:55 405 . 405"),
    Case(
      "it may lie in the afternoon alone", ["core 7T12:30 7T17:30"],
      "7: 7T12:30 7T17:30 300 . 300"),
    Case(
      "a nap is part of its date and not of the next night",
      ["core 6T23:30 7T06:30", "core 7T13:15 7T14:00", "core 7T23:30 8T06:30"],
      "7: 6T23:30 7T06:30 465 45 465", "8: 7T23:30 8T06:30 420 . 420"),
    Case("a nap alone is no night", ["rem 7T13:15 7T15:00"], "7: - 7T13:15 7T15:00 105 105 105"),
    Case(
      "sleep before midnight is part of the night",
      ["core 6T21:00 6T22:15", "core 7T01:00 7T06:00"], "7: 6T21:00 7T06:00 375 . 375"),
    Case(
      "so is sleep in the morning", ["core 6T23:00 7T05:00", "core 7T08:00 7T09:00"],
      "7: 6T23:00 7T09:00 420 . 420"),
    Case(
      "a sleep that ends at 18:00 is of the next date",
      ["core 6T23:00 7T05:00", "core 7T17:20 7T18:00", "core 7T23:00 8T05:00"],
      "7: 6T23:00 7T05:00 360 . 360", "8: 7T23:00 8T05:00 400 40 400"),
    Case(
      "two hours end a sleep", ["core 7T08:00 7T12:30", "core 7T14:30 7T15:30"],
      "7: 7T08:00 7T12:30 330 60 330"),
    Case(
      "less do not", ["core 7T08:00 7T12:30", "core 7T14:29 7T15:30"],
      "7: 7T08:00 7T15:30 331 . 331"),
    Case(
      "being awake in sleep is no gap",
      ["core 7T08:00 7T10:30", "awake 7T10:30 7T13:30", "core 7T13:30 7T15:30"],
      "7: 7T08:00 7T15:30 270 . 450"),
    Case(
      "being awake for long is no time in sleep",
      ["core 6T23:00 7T07:00", "awake 7T07:00 7T13:00", "core 7T13:00 7T14:00"],
      "7: 6T23:00 7T07:00 540 60 900"),
    Case(
      "in bed belongs to the sleep in it",
      ["inBed 7T07:30 7T16:30", "core 7T08:00 7T15:30", "inBed 7T22:00 8T07:00"],
      "7: 7T07:30 7T16:30 450 . 540", "8: 7T22:00 8T07:00 . . 540"),
    Case(
      "being in bed alone is a night, a rest is none",
      ["inBed 6T23:00 7T05:00", "inBed 7T13:00 7T14:00", "core 8T13:00 8T14:00"],
      "7: 6T23:00 7T05:00 . . 420", "8: - 8T13:00 8T14:00 60 60 60"),
    Case(
      "a nap does not take the place of a night in bed",
      ["inBed 6T23:00 7T05:00", "core 7T13:00 7T14:00"], "7: 6T23:00 7T05:00 60 60 420"),
    Case("forty hours are one sleep", ["core 6T20:00 8T12:00"], "8: 6T20:00 8T12:00 2400 . 2400"),
    Case(
      "a chain of more than a day is cut at its longest gap",
      [
        "core 6T20:00 7T06:00", "core 7T07:30 7T13:00", "core 7T14:00 7T20:00",
        "core 7T20:30 8T06:00",
      ],
      "7: 6T20:00 7T06:00 600 . 600", "8: 7T07:30 8T06:00 1260 . 1260"),
    Case(
      "the clock where it ends counts",
      ["core 6T23:00 7T02:00 America/New_York", "core 7T03:00 7T09:00 Pacific/Auckland"],
      // From 17:00 in New York to 21:00 in Auckland.
      "8: 6T17:00 7T21:00 540 . 540"),
    Case(
      "a stage that is not known is sleep", ["Dozing 7T01:00 7T03:00", "core 7T03:00 7T04:00"],
      "7: 7T01:00 7T04:00 180 . 180"),
  ]

  @Test(arguments: cases) func sleepsAreNightsAndNaps(_ test: Case) throws {
    #expect(try Self.rows(try Self.journal(test.samples)) == test.rows)
  }

  /// From which time on sleep counts to the next date.
  @Test(arguments: [
    ("16:00", ["8: - 7T15:30 7T16:30 60 60 60"]), ("17:00", ["7: - 7T15:30 7T16:30 60 60 60"]),
  ]) func anotherTimeDividesTheDates(_ time: String, _ rows: [String]) throws {
    var rule = SleepView.Rule()
    rule.nightStarts = try #require(ClockTime(time))
    #expect(try Self.rows(Self.journal(["core 7T15:30 7T16:30"]), rule) == rows)
  }

  @Test func beforeNoonItDividesTheMorning() throws {
    let journal = try Self.journal(["core 7T01:00 7T03:30", "core 8T01:00 8T07:00"])
    var rule = SleepView.Rule()
    rule.nightStarts = try #require(ClockTime("04:00"))
    #expect(
      try Self.rows(journal, rule) == [
        "6: - 7T01:00 7T03:30 150 150 150", "8: 8T01:00 8T07:00 360 . 360",
      ])
  }

  @Test func sourcesAreMergedBeforeSleepsAreFound() throws {
    // What the second source says of the gap joins the sleeps of the first.
    var samples: [Sample] = [
      "core 7T08:00 7T10:00", "core 7T13:00 7T15:00", "asleep 7T09:30 7T13:30",
    ]
    samples[2].source = "App"
    let journal = try Self.journal(samples)
    #expect(try Self.rows(journal) == ["7: 7T08:00 7T15:00 420 . 420"])
    #expect(
      try Self.rows(journal, SleepView.Rule(.separate)).sorted() == [
        "7: 7T08:00 7T10:00 240 120 240", "7: 7T09:30 7T13:30 240 . 240",
      ])
  }

  @Test func aDateOfNapsIsNoNight() throws {
    let journal = try Self.journal([
      "core 6T23:00 7T07:00", "core 7T14:00 7T15:00", "core 8T14:00 8T14:40",
      "inBed 8T23:00 9T06:00", "core 9T14:00 9T14:30",
    ])
    let nights = try SleepView.nights(of: journal, in: ViewContext())
    #expect(nights.map(\.asleep) == [9 * 3600, nil])
    #expect(nights.map(\.inBed) == [9 * 3600, 7.5 * 3600])
    #expect(
      try SleepView.nights(of: journal, in: ViewContext(), .withoutNaps).map(\.asleep)
        == [8 * 3600, nil])
    let row = try #require(
      try SleepView.table(
        of: journal, in: ViewContext(), SleepView.Rule(), RollupOptions(addsTotal: true)
      ).records().first)
    #expect(
      words([row], "nights", "averageAsleep", "averageInBed", "asleep", "naps", "partial")
        == ["2 32400 29700 36600 7800 asleep, core"])
    var context = ViewContext()
    (context.query.from, context.query.to) = (
      at("2026-01-01T00:00:00+01:00").instant, at("2026-02-01T00:00:00+01:00").instant
    )
    let figures = try PeriodFigures(journal, in: context).all
    #expect(
      figures.map { "\($0.key.of ?? "") \($0.total ?? -1) \($0.average ?? -1) \($0.days)" } == [
        "nights 2.0 -1.0 2", "asleep -1.0 9.0 1", "inBed -1.0 8.25 2",
        "naps \(7800.0 / 3600) -1.0 3",
      ])
  }

  @Test func aTotalOfNapsAloneHasNoNights() throws {
    let journal = try Self.journal(["core 7T14:00 7T15:00"])
    let row = try #require(
      try SleepView.table(
        of: journal, in: ViewContext(), SleepView.Rule(), RollupOptions(addsTotal: true)
      ).records().first)
    #expect(words([row], "nights", "averageAsleep", "asleep", "naps") == ["0 - 3600 3600"])
  }

  /// Ten thousand sleeps, and as many stages and times in bed that overlap.
  @Test func manySleepsAreFoundAtOnce() throws {
    let minute: Int64 = 60_000_000
    var pieces: [SleepPiece] = []
    for number in 0..<10_000 {
      let start = Int64(number) * 250 * minute
      for (rank, stage) in [(0, SleepStage.core), (1, .unspecified), (1, .inBed), (2, .inBed)] {
        let end = start + Int64(100 + 20 * rank) * minute
        pieces.append(
          SleepPiece(
            part: 0, rank: rank, source: rank, stage: stage, start: start, end: end, zone: "UTC"))
      }
    }
    pieces.append(
      SleepPiece(
        part: 0, rank: 3, source: 3, stage: .inBed, start: 0, end: 2_500_000 * minute, zone: "UTC"))
    let sessions = SleepSessions(SleepPiece.joined(pieces))
    #expect(sessions.all.count == 10_000)
    #expect(Set(sessions.pieces.map(\.part)).count == 10_000)
    let levels = SleepPiece.levels(of: SleepPiece.joined(sessions.pieces)).max() ?? 0
    #expect(levels > 2)
  }
}
