import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing

/// Days and periods as people type them: every form of `TimeGrammar.text`.
struct PeriodInputTests {
  private static func input(
    _ zone: String = "UTC", startsAt: String = "00:00", weekStarts: Weekday = .monday,
    now: String = "2026-11-20T12:00:00Z"
  ) throws -> TimeInput {
    var zones = ZoneCatalogue()
    let calendar = DayCalendar(
      try zones.rules(named: zone), startsAt: try #require(ClockTime(startsAt)))
    return TimeInput(
      calendar, weekStarts: weekStarts, now: try #require(Timestamp(rfc3339: now)).instant)
  }

  private static func days(_ text: String, _ input: TimeInput) -> String? {
    input.days(text).map { "\($0.first) \($0.end)" }
  }

  /// On Friday, 20 November 2026.
  @Test(
    arguments: [
      ("2026-11-20", "2026-11-20 2026-11-21"), ("today", "2026-11-20 2026-11-21"),
      ("Yesterday", "2026-11-19 2026-11-20"), ("tomorrow", "2026-11-21 2026-11-22"),
      // The last one that has passed: today is none, though it is a Friday.
      ("monday", "2026-11-16 2026-11-17"), ("last monday", "2026-11-16 2026-11-17"),
      ("thu", "2026-11-19 2026-11-20"), ("friday", "2026-11-13 2026-11-14"),
      ("Saturday", "2026-11-14 2026-11-15"), ("sun", "2026-11-15 2026-11-16"),
      ("2026", "2026-01-01 2027-01-01"), ("2026-03", "2026-03-01 2026-04-01"),
      ("2026-12", "2026-12-01 2027-01-01"), ("2024-02", "2024-02-01 2024-03-01"),
      ("2026-W12", "2026-03-16 2026-03-23"), ("2026-w01", "2025-12-29 2026-01-05"),
      // 2026 begins on a Thursday, so it has 53 weeks; 2025 has 52.
      ("2026-W53", "2026-12-28 2027-01-04"), ("2025-W53", nil),
      ("2025-W52", "2025-12-22 2025-12-29"),
      ("2027-W01", "2027-01-04 2027-01-11"), ("2026-W00", nil), ("2026-W54", nil),
      ("this week", "2026-11-16 2026-11-23"), ("last week", "2026-11-09 2026-11-16"),
      ("this month", "2026-11-01 2026-12-01"), ("last month", "2026-10-01 2026-11-01"),
      ("this year", "2026-01-01 2027-01-01"), ("last year", "2025-01-01 2026-01-01"),
      ("this day", "2026-11-20 2026-11-21"), ("last day", "2026-11-19 2026-11-20"),
      ("lastweek", "2026-11-09 2026-11-16"), ("ThisMonth", "2026-11-01 2026-12-01"),
      ("last 30 days", "2026-10-22 2026-11-21"), ("last30days", "2026-10-22 2026-11-21"),
      ("last 1 week", "2026-11-14 2026-11-21"), ("last 4w", "2026-10-24 2026-11-21"),
      ("last 3 months", "2026-08-21 2026-11-21"), ("last 1y", "2025-11-21 2026-11-21"),
      ("-7d", "2026-11-13 2026-11-14"), ("-4w", "2026-10-23 2026-10-24"),
      ("-1mo", "2026-10-20 2026-10-21"), ("-1y", "2025-11-20 2025-11-21"),
      ("3 days ago", "2026-11-17 2026-11-18"), ("a week ago", "2026-11-13 2026-11-14"),
      ("2 months ago", "2026-09-20 2026-09-21"), ("a year ago", "2025-11-20 2025-11-21"),
      // Not days.
      ("now", nil), ("-6h", nil), ("last 24 hours", nil), ("an hour ago", nil), ("07:30", nil),
      ("2026-11-20 07:30", nil), ("", nil), ("last", nil), ("this", nil), ("week", nil),
      ("last 0 days", nil), ("-7", nil), ("7d", nil), ("-30m", nil), ("last 30", nil),
      ("this 3 weeks", nil), ("3 days", nil), ("0730", nil), ("2026-13", nil), ("2026-00", nil),
      ("2026-3", nil), ("2026-W1", nil), ("20260", nil), ("next week", nil), ("last weekk", nil),
      ("last 99999999999999999999 days", nil), ("letzte Woche", nil), ("last\u{a0}week", nil),
      ("--7d", nil), ("last week ago", nil), ("today ago", nil), ("2026-11-31", nil),
    ] as [(String, String?)])
  func reads(_ text: String, _ expected: String?) throws {
    #expect(Self.days(text, try Self.input()) == expected)
  }

  @Test(
    arguments: [
      // The last day of a month that is too short.
      ("2026-05-31", "last 3 months", "2026-03-01 2026-06-01"),
      ("2026-03-31", "-1mo", "2026-02-28 2026-03-01"),
      ("2024-02-29", "-1y", "2023-02-28 2023-03-01"),
      // Ends of years.
      ("2027-01-01", "last week", "2026-12-21 2026-12-28"),
      ("2027-01-01", "this week", "2026-12-28 2027-01-04"),
      ("2027-01-01", "last month", "2026-12-01 2027-01-01"),
      ("2027-01-01", "yesterday", "2026-12-31 2027-01-01"),
      ("2027-01-01", "last 30 days", "2026-12-03 2027-01-02"),
      ("2026-12-31", "last year", "2025-01-01 2026-01-01"),
      // A Monday.
      ("2026-11-16", "monday", "2026-11-09 2026-11-10"),
      ("2026-11-16", "this week", "2026-11-16 2026-11-23"),
      ("2026-11-15", "this week", "2026-11-09 2026-11-16"),
    ] as [(String, String, String)])
  func readsOn(_ today: String, _ text: String, _ expected: String) throws {
    #expect(Self.days(text, try Self.input(now: today + "T12:00:00Z")) == expected)
  }

  /// Weeks that begin on another day; those of ISO 8601 do not move.
  @Test(
    arguments: [
      (.sunday, "this week", "2026-11-15 2026-11-22"),
      (.sunday, "last week", "2026-11-08 2026-11-15"),
      (.saturday, "this week", "2026-11-14 2026-11-21"),
      (.friday, "this week", "2026-11-20 2026-11-27"),
      (.sunday, "2026-W12", "2026-03-16 2026-03-23"),
      (.sunday, "last 1 week", "2026-11-14 2026-11-21"),
    ] as [(Weekday, String, String)])
  func weeksBegin(_ weekday: Weekday, _ text: String, _ expected: String) throws {
    #expect(Self.days(text, try Self.input(weekStarts: weekday)) == expected)
  }

  /// Days of 23 and 25 hours, and days that begin at four in the morning.
  @Test(
    .enabled(if: Zones.arePresent),
    arguments: [
      ("2026-03-30T12:00:00Z", "00:00", "yesterday", "2026-03-29T00:00:00+01:00", 23.0),
      ("2026-10-26T12:00:00Z", "00:00", "sunday", "2026-10-25T00:00:00+02:00", 25),
      ("2026-03-30T12:00:00Z", "00:00", "last week", "2026-03-23T00:00:00+01:00", 167),
      ("2026-03-30T12:00:00Z", "00:00", "2026-10", "2026-10-01T00:00:00+02:00", 745),
      // At two in the night the day before goes on.
      ("2026-11-20T01:00:00Z", "04:00", "today", "2026-11-19T04:00:00+01:00", 24),
      ("2026-11-16T01:00:00Z", "04:00", "this week", "2026-11-09T04:00:00+01:00", 168),
    ] as [(String, String, String, String, Double)])
  func hasTheHoursOfItsDays(
    _ now: String, _ startsAt: String, _ text: String, _ start: String, _ hours: Double
  ) throws {
    let input = try Self.input("Europe/Berlin", startsAt: startsAt, now: now)
    let period = try #require(input.period(text))
    #expect(input.timestamp(period.start).description == start)
    #expect(period.end.seconds(since: period.start) == hours * 3600)
  }

  @Test(
    arguments: [
      ("last week", "2026-11-09T00:00:00Z"), ("2026-03", "2026-03-01T00:00:00Z"),
      ("-7d", "2026-11-13T00:00:00Z"), ("-6h", "2026-11-20T06:00:00Z"),
      ("an hour ago", "2026-11-20T11:00:00Z"), ("90 minutes ago", "2026-11-20T10:30:00Z"),
      ("monday 07:30", "2026-11-16T07:30:00Z"), ("3 days ago 22:00", "2026-11-17T22:00:00Z"),
      ("-1y 08:00", "2025-11-20T08:00:00Z"), ("last week 07:30", nil), ("2026-03 07:30", nil),
      ("-6h 07:30", nil), ("monday 7:30", nil),
    ] as [(String, String?)])
  func meansItsFirstMoment(_ text: String, _ expected: String?) throws {
    #expect(try Self.input().timestamp(text)?.description == expected)
  }

  @Test func hoursUpToNow() throws {
    let input = try Self.input()
    let period = try #require(input.period("last 24h"))
    #expect(period.end == input.now && period.days == nil)
    #expect(period.end.seconds(since: period.start) == 86_400)
    #expect(input.period("-6h") == nil && input.period("now") == nil)
  }

  /// What the page shows is what is read.
  @Test func everyFormOfThePage() throws {
    let input = try Self.input()
    for entry in TimeGrammar.days {
      for form in entry.forms { #expect(input.days(form)?.dayCount == 1, "\(form)") }
    }
    for entry in TimeGrammar.periods {
      for form in entry.forms { #expect(input.days(form)?.dayCount ?? 0 > 1, "\(form)") }
    }
    for entry in TimeGrammar.moments {
      for form in entry.forms {
        #expect(input.days(form) == nil && input.timestamp(form) != nil, "\(form)")
      }
    }
  }

  /// Between any two zones a text means moments less than so many days apart.
  @Test(arguments: [
    "today", "2026-03-01", "monday", "this year", "last month", "-1mo", "now", "-6h",
  ])
  func isNotFurtherApart(_ text: String) throws {
    let allowed = Double(TimeInput.daysApart(text)) * 86_400
    for now in ["2026-01-01T00:30:00Z", "2026-11-16T11:30:00Z", "2026-03-01T13:00:00Z"] {
      let moments = try (-14...14).map { hours in
        let instant = try #require(Timestamp(rfc3339: now)).instant
        let zone = ZoneRules.fixed(offsetSeconds: hours * 3600)
        return try #require(TimeInput(DayCalendar(zone), now: instant).timestamp(text)).instant
      }
      let (first, last) = try (#require(moments.min()), #require(moments.max()))
      #expect(last.seconds(since: first) < allowed, "\(text) at \(now)")
    }
  }
}

/// Times as people type them.
struct TimeInputTests {
  private static func input(
    _ zone: String, startsAt: String = "00:00", now: String
  ) throws -> TimeInput {
    var zones = ZoneCatalogue()
    let calendar = DayCalendar(
      try zones.rules(named: zone), startsAt: try #require(ClockTime(startsAt)))
    return TimeInput(calendar, now: try #require(Timestamp(rfc3339: now)).instant)
  }

  @Test(
    arguments: [
      ("now", "2026-03-29T00:30:00Z"), ("today", "2026-03-29T00:00:00Z"),
      ("yesterday 22:00", "2026-03-28T22:00:00Z"), ("2026-03-01", "2026-03-01T00:00:00Z"),
      ("2026-03-01 07:30:15", "2026-03-01T07:30:15Z"), ("2026-03-01T07:30", "2026-03-01T07:30:00Z"),
      ("tomorrow", "2026-03-30T00:00:00Z"), ("07:30", "2026-03-29T07:30:00Z"),
      ("2026-03-01T08:00:00+01:00", "2026-03-01T08:00:00+01:00"), ("24:00", nil), ("7:30", nil),
      ("2026-02-30", nil), ("today yesterday", nil), ("tomorrow 12:00 ", "2026-03-30T12:00:00Z"),
      ("", nil), ("2026-03-01 07:30 PM", nil),
    ] as [(String, String?)])
  func reads(_ text: String, _ expected: String?) throws {
    let input = try Self.input("UTC", now: "2026-03-29T00:30:00Z")
    #expect(input.timestamp(text)?.description == expected)
  }

  /// At half past one in the night, when the clocks are about to go forward, the day before goes
  /// on.
  @Test(arguments: [
    ("today", "2026-03-28T04:00:00+01:00"), ("tomorrow", "2026-03-29T04:00:00+02:00"),
    ("yesterday", "2026-03-27T04:00:00+01:00"), ("2026-03-28", "2026-03-28T04:00:00+01:00"),
    ("now", "2026-03-29T01:30:00+01:00"),
    // A time of a day lies in that day; one of a date is what the clock shows on that date.
    ("23:00", "2026-03-28T23:00:00+01:00"), ("01:00", "2026-03-29T01:00:00+01:00"),
    ("today 03:59", "2026-03-29T03:59:00+02:00"), ("today 04:00", "2026-03-28T04:00:00+01:00"),
    ("2026-03-28 01:00", "2026-03-28T01:00:00+01:00"),
  ])
  func readsInTheNight(_ text: String, _ expected: String) throws {
    let input = try Self.input(
      "Europe/Berlin", startsAt: "04:00", now: "2026-03-29T01:30:00+01:00")
    #expect(input.timestamp(text)?.description == expected)
  }

  @Test func aMomentOfADay() throws {
    let input = try Self.input(
      "Europe/Berlin", startsAt: "04:00", now: "2026-03-29T01:30:00+01:00")
    let day = try #require(CivilDate("2026-03-10"))
    #expect(input.moment("03:00", of: day)?.description == "2026-03-11T03:00:00+01:00")
    #expect(input.moment("05:00", of: day)?.description == "2026-03-10T05:00:00+01:00")
    #expect(input.moment("today", of: day) == nil)
    #expect(input.day(of: input.now).description == "2026-03-28")
  }
}
