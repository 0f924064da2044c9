import HealthModel
import Testing

/// Names of zones that need no zone file of their own.
struct ZoneNameTests {
  @Test(
    arguments: [
      // As Foundation writes them: east is positive.
      ("GMT+0200", 7200), ("GMT-0330", -12_600), ("GMT+2", 7200), ("GMT+14", 50_400),
      ("UTC+02:00", 7200), ("UTC-9:30", -34_200), ("UTC+5", 18_000), ("+05:45", 20_700),
      ("-0800", -28_800), ("+00:00", 0), ("GMT+18:00", 64_800),
      // IANA counts westwards.
      ("Etc/GMT-2", 7200), ("Etc/GMT+12", -43_200), ("Etc/GMT-14", 50_400), ("Etc/GMT0", 0),
      ("GMT", 0), ("UTC", 0), ("Z", 0), ("Etc/UTC", 0), ("Zulu", 0), ("Etc/GMT+0", 0), ("GMT-0", 0),
      // Names of nothing.
      ("GMT+18:01", nil), ("GMT+1960", nil), ("GMT+2:0", nil), ("GMT+", nil), ("GMT 2", nil),
      ("GMT++2", nil), ("GMT+020", nil), ("UT+2", nil), ("Etc/GMT-15", nil), ("Etc/GMT+13", nil),
      ("Etc/UTC+2", nil), ("Etc/+2", nil), ("Etc/GMT-0200", nil), ("gmt+2", nil), ("GMT2", nil),
      ("GMT+\u{0662}", nil), ("", nil), ("+", nil), ("Europe/Paris", nil), ("EST5EDT", nil),
      ("GMT+2:000", nil), ("GMT+02:00:00", nil),
    ] as [(String, Int?)])
  func statesAnOffset(_ name: String, _ seconds: Int?) {
    #expect(ZoneNames.offset(of: name) == seconds)
    #expect(ZoneRules(offsetName: name)?.offset(at: .epoch) == seconds)
    #expect(ZoneRules(offsetName: name)?.name == (seconds == nil ? nil : name))
  }

  @Test(arguments: [
    ("US/Pacific", "America/Los_Angeles"), ("Asia/Calcutta", "Asia/Kolkata"),
    ("Europe/Kyiv", "Europe/Kiev"), ("Asia/Rangoon", "Asia/Yangon"), ("NZ", "Pacific/Auckland"),
    ("EST5EDT", "America/New_York"),
  ])
  func hasAnotherName(_ name: String, _ other: String) {
    #expect(ZoneNames.others(for: name).contains(other))
    #expect(ZoneNames.others(for: other).contains(name))
    #expect(!ZoneNames.others(for: name).contains(name))
  }

  @Test(arguments: ["Europe/Atlantis", "", " ", "UTC", "Pacific/Los_Angeles"])
  func hasNoOtherName(_ name: String) { #expect(ZoneNames.others(for: name).isEmpty) }
}
