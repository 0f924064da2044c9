import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Days of 1921 to 2100 in awkward zones, from the line on the disk to the row of `daily`, against
/// Python's `zoneinfo`.
@Suite(.enabled(if: Zones.arePresent && Python.isPresent)) struct CalendarOracleTests {
  static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns",
    "Asia/Beirut", "America/Sao_Paulo", "America/Havana", "Asia/Kathmandu", "Africa/Casablanca",
  ]
  static let starts = ["00:00", "02:30", "04:00", "23:30"]

  /// Moments before 1970 and after 2038, and in the days around changes of the clocks, of which
  /// some go back over midnight and one skips a date.
  static let moments: [Int64] = {
    var dice = Dice(1921)
    var moments: [Int64] = [-1, 0, 1, -86_400, -86_401, 2_147_483_647, 2_147_483_648]
    for year in [1921, 1947, 1966, 1969, 1970, 2011, 2026, 2038, 2040, 2077, 2100] {
      let first = Int64(CivilDate(year: year, month: 1, day: 1)?.dayNumber ?? 0) * 86_400
      for _ in 0..<10 { moments.append(first + Int64(dice.below(365 * 86_400))) }
    }
    let changes = [
      "1921-03-14", "1947-05-11", "1969-12-31", "2010-11-07", "2011-12-30", "2018-11-04",
      "2022-10-30", "2026-03-29", "2026-04-05", "2026-10-25", "2040-03-25", "2040-10-07",
      "2040-11-04", "2100-03-28", "2100-10-31",
    ]
    for change in changes.compactMap({ CivilDate($0) }) {
      for minutes in stride(from: -1500, through: 2900, by: 173) {
        moments.append(Int64(change.dayNumber * 86_400 + minutes * 60))
      }
    }
    return moments
  }()

  /// How far the clocks had come, at the latest, by each moment: what they show, or what they
  /// showed before they went back.
  static let program = """
    import sys, zoneinfo
    from datetime import datetime, timedelta, timezone
    epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
    z = zoneinfo.ZoneInfo(sys.argv[1])
    def shown(s):
        t = epoch + timedelta(seconds=s)
        return s + int(t.astimezone(z).utcoffset().total_seconds())
    for line in sys.stdin:
        s = int(line)
        furthest = shown(s)
        times = list(range(s - 55 * 3600, s, 1200)) + [s]
        for a, b in zip(times, times[1:]):
            if shown(b) - b == shown(a) - a: continue
            low, high = a, b
            while high - low > 1:
                m = (low + high) // 2
                if shown(m) - m == shown(a) - a: low = m
                else: high = m
            furthest = max(furthest, shown(low) + 1)
        for a in times[:-1]: furthest = max(furthest, shown(a))
        print(furthest)
    """

  /// The sums of the moments by day: the nth weighs n.
  private static func expected(_ furthest: [Int64], _ startsAt: ClockTime) -> [String: Double] {
    var sums: [String: Double] = [:]
    for (index, reading) in furthest.enumerated() {
      let ahead = reading - Int64(startsAt.seconds)
      let day = ahead >= 0 ? ahead / 86_400 : -((86_399 - ahead) / 86_400)
      sums[CivilDate(dayNumber: Int(day)).description, default: 0] += Double(index + 1)
    }
    return sums
  }

  /// A journal of the moments, each a sample, that all name a zone where one is given.
  private static func journal(_ zone: String, naming named: String?) throws -> ReplayedJournal {
    try ViewTestSupport.journal(zone) { session in
      for (index, seconds) in moments.enumerated() {
        let time = Timestamp(instant: Instant(wholeSeconds: seconds), offsetMinutes: 0)
        try session.save(
          quantity(
            index, steps, Double(index + 1), "count", TimeSpan(at: time), zone: named))
      }
    }
  }

  private static func sums(
    _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [String: Double] {
    var sums: [String: Double] = [:]
    for row in try DailyView.table(of: journal, in: context).records() {
      guard case .day(let day)? = row["day"], case .number(let sum)? = row["sum"] else { continue }
      sums[day.description, default: 0] += sum
    }
    return sums
  }

  @Test(arguments: zones) func daysAreThoseOfThePlace(_ zone: String) throws {
    let input = Self.moments.map { "\($0)\n" }.joined()
    let answers = try Python.run(["-c", Self.program, zone], input: input)
    let furthest = answers.split(separator: "\n").compactMap { Int64($0) }
    try #require(furthest.count == Self.moments.count)
    let own = try Self.journal(zone, naming: nil)
    let named = try Self.journal("UTC", naming: zone)
    let elsewhere = try Self.journal("UTC", naming: "Asia/Tokyo")
    for text in Self.starts {
      var context = ViewContext()
      context.dayStarts = try #require(ClockTime(text))
      let expected = Self.expected(furthest, context.dayStarts)
      #expect(try Self.sums(own, context) == expected, "the journal's zone, \(text)")
      #expect(try Self.sums(named, context) == expected, "the samples' zone, \(text)")
      context.timeZone = zone
      #expect(try Self.sums(elsewhere, context) == expected, "the zone that is asked for, \(text)")
    }
  }
}
