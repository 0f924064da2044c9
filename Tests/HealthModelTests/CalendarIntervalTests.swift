import Foundation
import HealthModel
import TestSupport
import Testing

/// Lengths of time by the calendar, as they are written.
@Suite struct CalendarIntervalTests {
  @Test(arguments: [
    ("hour", 1, CalendarInterval.Component.hour), ("2 weeks", 2, .week), ("2weeks", 2, .week),
    ("15 minutes", 15, .minute), ("3 month", 3, .month), ("10000 days", 10_000, .day),
    ("years", 1, .year),
  ])
  func isRead(_ text: String, _ count: Int, _ component: CalendarInterval.Component) throws {
    let interval = try #require(CalendarInterval(text))
    #expect(interval.count == count && interval.component == component)
    #expect(CalendarInterval(interval.description) == interval)
  }

  @Test(arguments: [
    "", "s", "2", "0 days", "-1 day", "+1 day", "10001 days", "1.5 hours", "day 2", " day",
    "2  days",
    "P1M", "fortnight", "Day", "dayss", "99999999999999999999 days", "٣ days",
  ])
  func isRefused(_ text: String) { #expect(CalendarInterval(text) == nil) }

  // MARK: Steps by hand

  private static func starts(
    _ text: String, _ zone: String, _ anchor: String, _ numbers: ClosedRange<Int>
  ) throws -> [String] {
    let zone = try Zones.zone(zone)
    let parts = anchor.split(separator: " ")
    let clock = (parts.count > 1 ? parts[1] : "00:00").split(separator: ":").compactMap { Int($0) }
    let date = try #require(CivilDate(String(parts[0])))
    let moment = zone.instant(of: date, hour: clock[0], minute: clock[1], second: 0)
    let interval = try #require(CalendarInterval(text))
    let steps = CalendarSteps(interval, from: moment, in: zone)
    return numbers.map { number in
      let start = steps.start(of: number)
      #expect(steps.number(of: start) == number)
      #expect(steps.number(of: start.adding(microseconds: -1)) == number - 1)
      return String(Timestamp(start, in: zone).description.prefix(16))
    }
  }

  @Test(.enabled(if: Zones.arePresent)) func endsOfMonthsAreComputedFromTheAnchor() throws {
    #expect(
      try Self.starts("month", "Europe/Berlin", "2026-01-31", -2...4) == [
        "2025-11-30T00:00", "2025-12-31T00:00", "2026-01-31T00:00", "2026-02-28T00:00",
        "2026-03-31T00:00", "2026-04-30T00:00", "2026-05-31T00:00",
      ])
    #expect(
      try Self.starts("year", "Europe/Berlin", "2024-02-29", -4...4) == [
        "2020-02-29T00:00", "2021-02-28T00:00", "2022-02-28T00:00", "2023-02-28T00:00",
        "2024-02-29T00:00", "2025-02-28T00:00", "2026-02-28T00:00", "2027-02-28T00:00",
        "2028-02-29T00:00",
      ])
    #expect(
      try Self.starts("3 months", "UTC", "2025-11-30 06:30", 0...2) == [
        "2025-11-30T06:30", "2026-02-28T06:30", "2026-05-30T06:30",
      ])
  }

  @Test(.enabled(if: Zones.arePresent)) func daysFollowTheClocks() throws {
    #expect(
      try Self.starts("day", "Europe/Berlin", "2026-03-28 02:30", 0...2) == [
        "2026-03-28T02:30", "2026-03-29T03:30", "2026-03-30T02:30",
      ])
    #expect(
      try Self.starts("12 hours", "Europe/Berlin", "2026-03-28", 0...3) == [
        "2026-03-28T00:00", "2026-03-28T12:00", "2026-03-29T00:00", "2026-03-29T13:00",
      ], "hours are 3600 seconds")
    #expect(
      try Self.starts("week", "America/New_York", "2026-10-26", -1...2) == [
        "2026-10-19T00:00", "2026-10-26T00:00", "2026-11-02T00:00", "2026-11-09T00:00",
      ])
  }

  /// In São Paulo midnight of 4 November 2018 did not come: that day began at 01:00, others do not.
  @Test(.enabled(if: Zones.arePresent)) func anAnchorAtTheStartOfADayMeansTheStartsOfDays()
    throws
  {
    #expect(
      try Self.starts("day", "America/Sao_Paulo", "2018-11-04", -1...1) == [
        "2018-11-03T00:00", "2018-11-04T01:00", "2018-11-05T00:00",
      ])
  }

  @Test(.enabled(if: Zones.arePresent)) func usualAnchors() throws {
    let zone = try Zones.zone("Europe/Berlin")
    let moment = Instant(wholeSeconds: 1_784_000_000)  // 2026-07-14, a Tuesday
    let anchors = CalendarInterval.Component.allCases.map { component in
      CalendarInterval(1, component).map {
        Timestamp($0.usualAnchor(near: moment, in: zone), in: zone).description.prefix(16)
      }
    }
    #expect(
      anchors == [
        "2026-07-14T00:00", "2026-07-14T00:00", "2026-07-14T00:00", "2026-07-13T00:00",
        "2026-01-01T00:00", "2026-01-01T00:00",
      ])
  }

  @Test func weeksBeginAsIsSaid() {
    let moment = Instant(wholeSeconds: 1_784_000_000)  // 2026-07-14, a Tuesday
    let starts = Weekday.allCases.map { day in
      let anchor = CalendarInterval.week.usualAnchor(near: moment, in: .utc, weekStarts: day)
      return Timestamp(anchor, in: .utc).date.day
    }
    #expect(starts == [13, 14, 8, 9, 10, 11, 12])
  }

  @Test(arguments: CalendarInterval.Component.allCases)
  func endsOfTheRangeDoNotTrap(_ component: CalendarInterval.Component) throws {
    let interval = try #require(CalendarInterval(10_000, component))
    for anchor in [Int64.min, -1, 0, .max] {
      let steps = CalendarSteps(
        interval, from: Instant(microseconds: anchor), in: .fixed(offsetSeconds: -3600))
      for number in [Int.min, -1 << 40, -1_000_000, 1_000_000, 1 << 40, .max] {
        _ = steps.start(of: number)
      }
      for moment in [Int64.min, -1, 0, .max] {
        _ = steps.number(of: Instant(microseconds: moment))
      }
    }
  }
}

/// Steps against Python's datetime and zoneinfo.
@Suite(.enabled(if: Zones.arePresent && Python.isPresent)) struct CalendarStepOracleTests {
  /// Prints for random anchors `zone component count anchor n start moment number`, times in
  /// seconds.
  static let program = """
    import calendar, random
    from datetime import date, datetime, timedelta, timezone
    from zoneinfo import ZoneInfo
    utc, draw = timezone.utc, random.Random(20261121)
    zones = ZONES
    def seconds(moment): return int((moment - datetime(1970, 1, 1, tzinfo=utc)).total_seconds())
    def local(s, z): return (datetime(1970, 1, 1, tzinfo=utc) + timedelta(seconds=s)).astimezone(z)
    def of(naive, z):
        return seconds(naive.replace(tzinfo=z).astimezone(utc))
    def day_start(day, z):
        # The first moment that shows the date or a later one.
        s = of(datetime(day.year, day.month, day.day), z) - 93600
        while local(s, z).date() < day: s += 900
        return s
    def added(base, component, n):
        if component in ('day', 'week'): return base + timedelta(days=n * (7 if component == 'week' else 1))
        months = base.year * 12 + base.month - 1 + n * (12 if component == 'year' else 1)
        year, month = divmod(months, 12)
        return date(year, month + 1, min(base.day, calendar.monthrange(year, month + 1)[1]))
    def start(anchor, component, count, n, z):
        if n == 0: return anchor
        if component in ('minute', 'hour'):
            return anchor + n * count * (60 if component == 'minute' else 3600)
        here = local(anchor, z)
        day = added(here.date(), component, n * count)
        if anchor == day_start(here.date(), z): return day_start(day, z)
        return of(datetime.combine(day, here.time()), z)
    for _ in range(1500):
        name = draw.choice(zones)
        z = ZoneInfo(name)
        component = draw.choice(['minute', 'hour', 'day', 'week', 'month', 'year'])
        count = draw.choice([1, 1, 1, 2, 3, 5, 10])
        anchor = draw.randrange(315532800, 1893456000)
        kind = draw.randrange(3)
        if kind < 2:
            here = local(anchor, z).date()
            if draw.randrange(2): here = here.replace(day=calendar.monthrange(here.year, here.month)[1])
            if not draw.randrange(9): here = date(draw.choice([1992, 2000, 2016, 2024]), 2, 29)
            clock = timedelta(hours=draw.randrange(24), minutes=draw.randrange(60))
            anchor = day_start(here, z) if kind else of(datetime(here.year, here.month, here.day) + clock, z)
        n = draw.randrange(-40, 41)
        s = start(anchor, component, count, n, z)
        moment = s + draw.randrange(-90000, 90001)
        number = n
        while start(anchor, component, count, number, z) > moment: number -= 1
        while start(anchor, component, count, number + 1, z) <= moment: number += 1
        print(name, component, count, anchor, n, s, moment, number)
    """

  @Test func agrees() throws {
    let names = awkwardZones.map { "'\($0)'" }.joined(separator: ",")
    let program = Self.program.replacingOccurrences(of: "ZONES", with: "[\(names)]")
    var compared = 0
    var failures: [String] = []
    for line in try ZoneOracle.lines(of: program) {
      let parts = line.split(separator: " ")
      let numbers = parts.dropFirst(2).compactMap { Int64($0) }
      let component = try #require(CalendarInterval.Component(rawValue: String(parts[1])))
      let interval = try #require(CalendarInterval(Int(numbers[0]), component))
      let steps = CalendarSteps(
        interval, from: Instant(wholeSeconds: numbers[1]), in: try Zones.zone(String(parts[0])))
      let start = steps.start(of: Int(numbers[2])).wholeSeconds
      let number = Int64(steps.number(of: Instant(wholeSeconds: numbers[4])))
      if start != numbers[3] || number != numbers[5] {
        failures.append("\(line): \(start) \(number)")
      }
      compared += 1
    }
    #expect(failures.prefix(10).isEmpty, "\(failures.count) of \(compared)")
    #expect(compared == 1500)
  }
}
