import HealthModel
import Testing

@Suite struct TimeInstantTests {
  @Test(arguments: [
    (0.25, 250_000), (-0.25, -250_000), (0.000_000_4, 0), (0.000_000_5, 1),
    (1e9, 1_000_000_000_000_000),
  ])
  func addsSeconds(seconds: Double, microseconds: Int64) {
    #expect((Instant.epoch + seconds).microseconds == microseconds)
    #expect((Instant.epoch - seconds).microseconds == -microseconds)
    #expect((Instant.epoch + seconds).seconds(since: .epoch) == Double(microseconds) / 1e6)
  }

  @Test func stopsAtTheEndsOfItsRange() {
    let first = Instant(microseconds: .min)
    let last = Instant(microseconds: .max)
    #expect(last + 1 == last)
    #expect(last.adding(microseconds: 1) == last)
    #expect(first - 1 == first)
    #expect(first.adding(microseconds: -1) == first)
    #expect(Instant.epoch + 1e300 == last)
    #expect(Instant.epoch + -Double.infinity == first)
    #expect(Instant(wholeSeconds: .min) == first)
    #expect(Instant(wholeSeconds: .max) == last)
    #expect(last.seconds(since: first) > 1.8e13)
  }

  @Test(arguments: [
    (0, 0), (999_999, 0), (1_000_000, 1), (-1, -1), (-1_000_000, -1), (-1_000_001, -2),
  ])
  func roundsWholeSecondsDown(microseconds: Int64, seconds: Int64) {
    #expect(Instant(microseconds: microseconds).wholeSeconds == seconds)
  }

  @Test func isOrdered() {
    #expect(Instant(microseconds: -1) < .epoch)
    #expect(!(Instant.epoch < .epoch))
  }
}

@Suite struct TimestampTests {
  @Test(arguments: [
    (1_795_158_000_000_000, 60, "2026-11-20T08:00:00+01:00"),
    (1_795_158_000_000_000, 0, "2026-11-20T07:00:00Z"),
    (1_795_158_000_250_000, -210, "2026-11-20T03:30:00.250-03:30"),
    (1_795_158_000_000_001, 845, "2026-11-20T21:05:00.000001+14:05"),
    (-1, 0, "1969-12-31T23:59:59.999999Z"),
    (0, -1, "1969-12-31T23:59:00-00:01"),
    (0, 1439, "1970-01-01T23:59:00+23:59"),
    (951_782_400_000_000, 0, "2000-02-29T00:00:00Z"),
    (-62_167_219_200_000_000, 0, "0000-01-01T00:00:00Z"),
    (-62_167_219_200_000_000, -1, "-000001-12-31T23:59:00-00:01"),
    (253_402_300_799_000_000, 0, "9999-12-31T23:59:59Z"),
    (253_402_300_799_000_000, 1, "+010000-01-01T00:00:59+00:01"),
    (Int64.max, 0, "+294247-01-10T04:00:54.775807Z"),
    (Int64.min, 0, "-290308-12-21T19:59:05.224192Z"),
  ])
  func writesRFC3339(microseconds: Int64, offset: Int16, text: String) {
    let instant = Instant(microseconds: microseconds)
    #expect(Timestamp(instant: instant, offsetMinutes: offset).description == text)
  }

  @Test func tellsTheCivilFields() {
    let timestamp = Timestamp(instant: Instant(microseconds: -1), offsetMinutes: 90)
    #expect(timestamp.date == CivilDate(year: 1970, month: 1, day: 1))
    #expect([timestamp.hour, timestamp.minute, timestamp.second] == [1, 29, 59])
    #expect(timestamp.microsecond == 999_999)
  }

  @Test(arguments: [(3600, "+01:00"), (-12_600, "-03:30"), (561, "+00:10"), (-75, "-00:01")])
  func takesTheOffsetOfAZone(seconds: Int, offset: String) {
    let timestamp = Timestamp(.epoch, in: .fixed(offsetSeconds: seconds))
    #expect(timestamp.description.hasSuffix(offset))
  }

  @Test func differsWhereTheOffsetDiffers() {
    let here = Timestamp(instant: .epoch, offsetMinutes: 60)
    #expect(here != Timestamp(instant: .epoch, offsetMinutes: 0))
    #expect(Set([here, here]).count == 1)
  }
}
