import TestSupport
import Testing

@testable import HealthModel

@Suite struct ClockTimeTests {
  @Test(
    arguments: [
      ("00:00", 0), ("04:00", 14_400), ("23:59", 86_340), ("24:00", nil), ("12:60", nil),
      ("4:00", nil), ("04:00:00", nil), ("-1:00", nil), ("", nil), ("0400", nil), ("٠٤:٠٠", nil),
    ] as [(String, Int?)])
  func reads(text: String, seconds: Int?) {
    #expect(ClockTime(text)?.seconds == seconds)
    if seconds != nil { #expect(ClockTime(text)?.description == text) }
  }
}

/// Days that start at other hours, and the clocks that change within them.
@Suite(.enabled(if: Zones.arePresent)) struct DayCalendarTests {
  static let starts = ["00:00", "00:30", "02:00", "02:30", "04:00", "12:00", "23:30", "23:59"]

  @Test(arguments: [
    // 02:00 goes to 03:00: a day that starts at 02:30 starts at the change.
    ("Europe/Berlin", "02:30", "2026-03-29", "2026-03-29T03:00:00+02:00", 84_600),
    ("Europe/Berlin", "02:30", "2026-03-28", "2026-03-28T02:30:00+01:00", 84_600),
    ("Europe/Berlin", "04:00", "2026-03-28", "2026-03-28T04:00:00+01:00", 82_800),
    ("Europe/Berlin", "04:00", "2026-03-29", "2026-03-29T04:00:00+02:00", 86_400),
    // 03:00 goes back to 02:00: the first 02:30.
    ("Europe/Berlin", "02:30", "2026-10-25", "2026-10-25T02:30:00+02:00", 90_000),
    ("Europe/Berlin", "04:00", "2026-10-24", "2026-10-24T04:00:00+02:00", 90_000),
    ("Australia/Lord_Howe", "02:15", "2026-10-04", "2026-10-04T02:30:00+11:00", 85_500),
    ("Australia/Lord_Howe", "01:45", "2026-04-05", "2026-04-05T01:45:00+11:00", 88_200),
    ("America/St_Johns", "00:00", "2010-11-07", "2010-11-07T00:00:00-02:30", 90_000),
    ("America/St_Johns", "23:30", "2010-11-06", "2010-11-06T23:30:00-02:30", 90_000),
    // A date that was skipped begins at the change, and lasts until the clocks reach 04:00.
    ("Pacific/Apia", "04:00", "2011-12-29", "2011-12-29T04:00:00-10:00", 72_000),
    ("Pacific/Apia", "04:00", "2011-12-30", "2011-12-31T00:00:00+14:00", 14_400),
    ("Pacific/Apia", "04:00", "2011-12-31", "2011-12-31T04:00:00+14:00", 86_400),
  ])
  func startsAndLasts(
    name: String, startsAt: String, day: String, start: String, length: Int
  ) throws {
    let zone = try Zones.zone(name)
    let calendar = DayCalendar(zone, startsAt: try #require(ClockTime(startsAt)))
    let day = try dayNumber(day)
    #expect(Timestamp(calendar.start(of: day), in: zone).description == start)
    #expect(calendar.length(of: day) == length)
    #expect(calendar.day(of: calendar.start(of: day)) == day)
    #expect(calendar.day(of: calendar.start(of: day + 1).adding(microseconds: -1)) == day)
  }

  /// Offsets had seconds once: the first moment of a day shows its date all the same.
  @Test(arguments: [
    "Europe/Paris", "America/New_York", "Asia/Manila", "Africa/Monrovia", "Asia/Kolkata",
  ])
  func aStartShowsItsDate(name: String) throws {
    let zone = try Zones.zone(name)
    for text in [
      "1850-06-01", "1905-03-01", "1911-03-11", "1911-03-12", "1971-12-31", "2026-03-29",
    ] {
      let date = try #require(CivilDate(text))
      let start = DayCalendar(zone).start(of: date.dayNumber)
      let shown = Timestamp(start, in: zone)
      #expect(shown.date == date, "\(shown)")
      #expect(shown.hour == 0 && shown.minute == 0, "\(shown)")
    }
  }

  /// 00:01 goes back to 23:01: what the clocks then show as the day before belongs to the day that
  /// began.
  @Test func aDayThatHasBegunGoesOn() throws {
    let zone = try Zones.zone("America/St_Johns")
    let again = Instant(wholeSeconds: 1_289_098_800)
    #expect(CivilDate(dayNumber: zone.localDay(of: again)).description == "2010-11-06")
    let day = DayCalendar(zone).day(of: again)
    #expect(CivilDate(dayNumber: day).description == "2010-11-07")
  }

  /// The latest day that has started is the day, for moments in any order.
  @Test(arguments: awkwardZones)
  func cursorAgreesWithTheStarts(name: String) throws {
    let zone = try Zones.zone(name)
    var generator = Dice(7)
    for startsAt in Self.starts {
      let calendar = DayCalendar(zone, startsAt: try #require(ClockTime(startsAt)))
      var cursor = DayCursor(calendar)
      var instant = Instant(wholeSeconds: -2_208_988_800)
      while instant.wholeSeconds < 4_102_444_800 {
        #expect(cursor.day(of: instant) == Self.slowDay(of: instant, calendar))
        let hour: Int64 = 3_600_000_000
        let step = Int64.random(in: -6 * hour...3000 * hour, using: &generator)
        instant = instant.adding(microseconds: step)
      }
    }
  }

  @Test(arguments: awkwardZones)
  func cursorAgreesAroundEveryChange(name: String) throws {
    let zone = try Zones.zone(name)
    for startsAt in Self.starts {
      let calendar = DayCalendar(zone, startsAt: try #require(ClockTime(startsAt)))
      var cursor = DayCursor(calendar)
      var span = zone.span(at: -2_208_988_800)
      while span.end < 4_102_444_800 {
        let offsets = stride(from: -1500 as Int64, through: 1500, by: 97).map { $0 * 60_000_000 }
        for microseconds in offsets + [-1, 0, 1] {
          let instant = Instant(wholeSeconds: span.end).adding(microseconds: microseconds)
          #expect(cursor.day(of: instant) == Self.slowDay(of: instant, calendar))
        }
        span = zone.span(at: span.end)
      }
    }
  }

  /// The last day of those around a moment that starts no later.
  private static func slowDay(of instant: Instant, _ calendar: DayCalendar) -> Int? {
    let near = Int(instant.wholeSeconds.floorDivided(by: 86_400))
    return (near - 3...near + 3).last { calendar.start(of: $0) <= instant }
  }
}
