import Foundation
import TestSupport
import Testing

@testable import HealthModel

/// Days of real zones: where they start, how long they are, what a typed time means.
@Suite(.enabled(if: Zones.arePresent)) struct TimeZoneDayTests {
  @Test(arguments: [
    // No midnight: the day starts at 01:00.
    ("America/Sao_Paulo", "2018-11-04", 1_541_300_400, 82_800),
    ("Asia/Beirut", "2022-03-27", 1_648_332_000, 82_800),
    ("Africa/Cairo", "2023-04-28", 1_682_632_800, 82_800),
    // Midnight twice: the first.
    ("America/Havana", "2025-11-02", 1_762_056_000, 90_000),
    // 00:01 goes back to 23:01 of the day before.
    ("America/St_Johns", "2010-11-07", 1_289_097_000, 90_000),
    ("Pacific/Apia", "2011-12-29", 1_325_152_800, 86_400),
    ("Pacific/Apia", "2011-12-30", 1_325_239_200, 0),
    ("Pacific/Apia", "2011-12-31", 1_325_239_200, 86_400),
    ("Australia/Lord_Howe", "2026-04-05", 1_775_307_600, 88_200),
    ("Antarctica/Troll", "2026-03-29", 1_774_742_400, 79_200),
    ("Europe/Paris", "2026-03-29", 1_774_738_800, 82_800),
    ("Europe/Paris", "2026-10-25", 1_792_879_200, 90_000),
    ("Europe/Paris", "2026-11-20", 1_795_129_200, 86_400),
  ])
  func startsAndLasts(name: String, text: String, start: Int64, length: Int) throws {
    let zone = try Zones.zone(name)
    let day = try dayNumber(text)
    #expect(DayCalendar(zone).start(of: day) == Instant(wholeSeconds: start))
    #expect(DayCalendar(zone).length(of: day) == length)
  }

  @Test(arguments: [
    ("Europe/Paris", "2026-03-29", 2, 30, "2026-03-29T03:30:00+02:00"),
    ("Europe/Paris", "2026-03-29", 3, 0, "2026-03-29T03:00:00+02:00"),
    ("Europe/Paris", "2026-10-25", 2, 30, "2026-10-25T02:30:00+02:00"),
    ("Europe/Paris", "2026-11-20", 24, 0, "2026-11-21T00:00:00+01:00"),
    ("America/Sao_Paulo", "2018-11-04", 0, 15, "2018-11-04T01:15:00-02:00"),
    ("Pacific/Apia", "2011-12-30", 10, 0, "2011-12-31T10:00:00+14:00"),
    ("America/St_Johns", "2010-11-07", 0, 0, "2010-11-07T00:00:00-02:30"),
    ("America/St_Johns", "2010-11-07", 0, 1, "2010-11-07T00:01:00-03:30"),
    ("Antarctica/Troll", "2026-03-29", 1, 59, "2026-03-29T03:59:00+02:00"),
  ])
  func understandsTypedTimes(
    name: String, date: String, hour: Int, minute: Int, expected: String
  ) throws {
    let zone = try Zones.zone(name)
    let date = try #require(CivilDate(date))
    let instant = zone.instant(of: date, hour: hour, minute: minute, second: 0)
    #expect(Timestamp(instant, in: zone).description == expected)
  }

  @Test(arguments: awkwardZones)
  func everyDayStartsWithItself(name: String) throws {
    let zone = try Zones.zone(name)
    let calendar = DayCalendar(zone)
    var skipped: [String] = []
    for day in try dayNumber("1992-01-01")...dayNumber("2040-12-31") {
      let start = calendar.start(of: day)
      let shown = zone.localDay(of: start)
      if shown != day { skipped.append("\(CivilDate(dayNumber: day))") }
      if shown != day, start == calendar.start(of: day + 1) { continue }
      let before = zone.localDay(of: start.adding(microseconds: -1))
      if shown != day || before >= day { Issue.record("\(name) \(CivilDate(dayNumber: day))") }
    }
    let known = ["Pacific/Apia": ["2011-12-30"], "Pacific/Kiritimati": ["1994-12-31"]]
    #expect(skipped == known[name] ?? [])
  }

  @Test(arguments: awkwardZones)
  func daysFollowOneAnother(name: String) throws {
    let calendar = DayCalendar(try Zones.zone(name))
    let days = try dayNumber("1970-01-01")...dayNumber("2060-12-31")
    let lengths = days.map { calendar.length(of: $0) }
    let whole = calendar.start(of: days.upperBound + 1).seconds(
      since: calendar.start(of: days.lowerBound))
    #expect(Double(lengths.reduce(0, +)) == whole)
    #expect(lengths.allSatisfy { $0 == 0 || (79_200...93_600).contains($0) || $0 > 170_000 })
  }

  @Test(arguments: awkwardZones)
  func daysOfOtherLengthsHaveAChange(name: String) throws {
    let zone = try Zones.zone(name)
    let days = try dayNumber("1970-01-01")...dayNumber("2060-12-31")
    for time in ["00:00", "04:00"] {
      let calendar = DayCalendar(zone, startsAt: try #require(ClockTime(time)))
      func start(_ day: Int) -> Instant { calendar.start(of: day) }
      let all = zone.changes(after: start(days.lowerBound), upTo: start(days.upperBound))
      #expect(all.allSatisfy { zone.span(at: $0.wholeSeconds).start == $0.wholeSeconds })
      for day in days where calendar.length(of: day) != 86_400 {
        let changes = zone.changes(
          after: start(day).adding(microseconds: -1), upTo: start(day + 1))
        #expect(!changes.isEmpty, "\(CivilDate(dayNumber: day))")
        if day > days.lowerBound, day < days.upperBound { #expect(all.contains(changes[0])) }
      }
    }
  }

  @Test(arguments: awkwardZones)
  func versionOneAgreesUntil2037(name: String) throws {
    var bytes = try Zones.bytes(name)
    let zone = try ZoneRules(name: name, tzif: bytes)
    bytes[4] = 0
    let old = try ZoneRules(name: name, tzif: bytes)
    // A slim file has an empty first block, which says nothing.
    guard old.span(at: 0).end != .max || zone.span(at: 0).end == .max else { return }
    for seconds in stride(from: -2_000_000_000 as Int64, to: 2_145_000_000, by: 500_003) {
      let instant = Instant(wholeSeconds: seconds)
      #expect(old.offset(at: instant) == zone.offset(at: instant))
    }
  }
}
