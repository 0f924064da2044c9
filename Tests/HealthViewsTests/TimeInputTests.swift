import HealthModel
import HealthTables
import HealthViews
import JournalFile
import Testing

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
