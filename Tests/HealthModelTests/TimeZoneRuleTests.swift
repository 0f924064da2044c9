import Testing

@testable import HealthModel

/// The POSIX TZ strings in footers.
@Suite struct TimeZoneRuleTests {
  @Test(arguments: [
    ("UTC0", 0, 0), ("CET-1", 3600, 3600), ("<+03>-3", 10_800, 10_800),
    ("<-0330>3:30", -12_600, -12_600), ("<+0545>-5:45", 20_700, 20_700),
    ("LMT-0:53:28", 3208, 3208), ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 39_600, 36_000),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 39_600, 37_800),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7200, -3600),
    ("<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", 0, 7200), ("EST5EDT,0/0,J365/25", -14_400, -14_400),
    ("XXX3EDT4,0/0,J365/23", -14_400, -14_400), ("EET-2EEST,J60/24,J300", 7200, 10_800),
  ])
  func givesWinterAndSummer(rule: String, january: Int, july: Int) throws {
    let zone = try ZoneRules(rule: rule)
    for year in [1900, 1970, 2000, 2026, 2100, 9999] {
      let winter = try #require(CivilDate(year: year, month: 1, day: 15)).dayNumber
      let summer = try #require(CivilDate(year: year, month: 7, day: 15)).dayNumber
      #expect(zone.offset(at: Instant(wholeSeconds: Int64(winter) * 86_400)) == january)
      #expect(zone.offset(at: Instant(wholeSeconds: Int64(summer) * 86_400)) == july)
    }
  }

  @Test(arguments: [
    ("M3.5.0", "2026-03-29"), ("M2.5.4", "2024-02-29"), ("M2.5.4", "2026-02-26"),
    ("M3.1.0", "2026-03-01"), ("M10.5.6", "2026-10-31"),
    ("M3.4.4/50", "2026-03-28"),
    ("J59/0", "2024-02-28"), ("J60/0", "2024-03-01"), ("J60/0", "2023-03-01"),
    ("58/0", "2024-02-28"), ("59/0", "2024-02-29"), ("59/0", "2023-03-01"),
    ("J1/-167", "2025-12-25"), ("10/167:59:59", "2026-01-17"),
  ])
  func findsTheDayOfAChange(change: String, text: String) throws {
    let zone = try ZoneRules(rule: "ABC0DEF-1,\(change),J200")
    let day = try dayNumber(text)
    let noon = Int64(day) * 86_400
    #expect(zone.offset(at: Instant(wholeSeconds: noon - 3600)) == 0)
    #expect(zone.offset(at: Instant(wholeSeconds: noon + 86_400)) == 3600)
    let span = zone.span(at: noon + 86_400)
    #expect(span.start.floorDivided(by: 86_400) == Int64(day))
  }

  @Test(arguments: [
    "AB0", "0", "ABC", "ABC25", "ABC-", "<AB>0", "<ABC0", "ABC0DEF", "ABC0DEF1", "ABC0DEF,M3.5.0",
    "ABC0DEF,M13.1.0,J1", "ABC0DEF,M0.1.0,J1", "ABC0DEF,M1.6.0,J1", "ABC0DEF,M1.0.0,J1",
    "ABC0DEF,M1.1.7,J1", "ABC0DEF,J0,J1", "ABC0DEF,J366,J1", "ABC0DEF,366,J1", "ABC0DEF,1/168,J1",
    "ABC0DEF,1/2:60,J1", "ABC0DEF,1,2,3", "ABC0DEF,1,2x", "ABC0:", "ABC0:99", "ABC0:0:60",
    "ABC99999999999999999999", "ABC0DEF,1/,2", "<A_C>0", "ABC--1", "AB\u{E9}0", "ABC0 ",
  ])
  func refuses(rule: String) {
    #expect(throws: ZoneProblem.invalidFooter(rule)) { try ZoneRules(rule: rule) }
  }
}
