import TestSupport
import Testing

@testable import HealthModel

/// TZif files made by hand: what is read, what is refused, and that nothing crashes.
@Suite struct TimeZoneFileTests {
  @Test(arguments: [UInt8(0), UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
  func readsEveryVersion(version: UInt8) throws {
    let file = TZifBuilder(
      version: version, transitions: [-1000, 1000], types: [1, 2], offsets: [60, 3600, -7200])
    let zone = try ZoneRules(name: "Test/Zone", tzif: file.bytes())
    let expected: [(Int64, Int)] = [
      (.min, 60), (-1001, 60), (-1000, 3600), (0, 3600), (999, 3600), (1000, -7200), (.max, -7200),
    ]
    for (seconds, offset) in expected {
      #expect(zone.offset(at: Instant(wholeSeconds: seconds)) == offset, "\(seconds)")
    }
    #expect(zone.offset(at: Instant(microseconds: -1_000_000_001)) == 60)
    #expect(zone.name == "Test/Zone")
  }

  @Test func usesTheFooterAfterTheLastTransition() throws {
    let file = TZifBuilder(transitions: [0], types: [0], offsets: [60], footer: "<+03>-3")
    let zone = try ZoneRules(name: "Test", tzif: file.bytes())
    #expect(zone.offset(at: Instant(wholeSeconds: -1)) == 60)
    #expect(zone.offset(at: .epoch) == 10_800)
    #expect(zone.span(at: 5) == OffsetSpan(start: 0, end: .max, offset: 10_800))
  }

  @Test(arguments: [
    (TZifBuilder(version: UInt8(ascii: "5")), ZoneProblem.unsupportedVersion(0x35)),
    (TZifBuilder(version: 1), .unsupportedVersion(1)),
    (TZifBuilder(transitions: [5, 5], types: [0, 0]), .unorderedTransition(1)),
    (TZifBuilder(transitions: [5, 4], types: [0, 0]), .unorderedTransition(1)),
    (TZifBuilder(transitions: [5], types: [1]), .unknownType(transition: 0)),
    (TZifBuilder(offsets: [93_600]), .offsetOutOfRange(93_600)),
    (TZifBuilder(offsets: [.min]), .offsetOutOfRange(-2_147_483_648)),
    (TZifBuilder(leapCount: 1), .leapSeconds),
    (TZifBuilder(version: 0, offsets: []), .invalidHeader(at: 0)),
    (TZifBuilder(version: 0, standardCount: 2), .invalidHeader(at: 0)),
    (TZifBuilder(footer: "nonsense"), .invalidFooter("nonsense")),
  ])
  func refuses(file: TZifBuilder, problem: ZoneProblem) {
    #expect(throws: problem) { try ZoneRules(name: "Test", tzif: file.bytes()) }
  }

  @Test func refusesWhatIsNoZoneFile() {
    #expect(throws: ZoneProblem.notTZif) { try ZoneRules(name: "Test", tzif: []) }
    #expect(throws: ZoneProblem.notTZif) { try ZoneRules(name: "Test", tzif: [84, 90, 105]) }
    #expect(throws: ZoneProblem.truncated(at: 4)) {
      try ZoneRules(name: "Test", tzif: Array("TZif".utf8))
    }
    #expect(throws: ZoneProblem.invalidName("../x")) {
      try ZoneRules(name: "../x", tzif: TZifBuilder().bytes())
    }
  }

  @Test func refusesCountsBeyondTheFile() {
    var bytes = TZifBuilder(version: 0).bytes()
    for index in 32..<36 { bytes[index] = 0xFF }
    #expect(throws: ZoneProblem.truncated(at: bytes.count)) {
      try ZoneRules(name: "Test", tzif: bytes)
    }
  }

  @Test(.enabled(if: Zones.arePresent), arguments: ["Europe/Berlin", "Asia/Gaza", "UTC"])
  func survivesEveryTruncation(name: String) throws {
    let bytes = try Zones.bytes(name)
    for count in bytes.indices {
      #expect(throws: ZoneProblem.self) {
        try ZoneRules(name: name, tzif: Array(bytes[..<count]))
      }
    }
  }

  @Test(.enabled(if: Zones.arePresent), arguments: ["Europe/Dublin", "America/Nuuk"])
  func survivesFlippedBits(name: String) throws {
    let bytes = try Zones.bytes(name)
    var generator = Dice(20_261_120)
    for turn in 0..<4000 {
      var hostile = bytes
      // The headers and the footer hold most of the decisions, so they get most of the flips.
      let place =
        turn % 3 == 0 ? 0..<44 : turn % 3 == 1 ? bytes.count - 40..<bytes.count : 0..<bytes.count
      for _ in 0...turn % 3 {
        hostile[Int.random(in: place, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
      guard let zone = try? ZoneRules(name: name, tzif: hostile) else { continue }
      exercise(zone)
    }
  }

  @Test func survivesExtremeTransitions() throws {
    let file = TZifBuilder(
      transitions: [.min, -1, 0, 1, 2, .max - 1, .max], types: [0, 1, 0, 1, 0, 1, 0],
      offsets: [93_599, -89_999], footer: "A-B-24:59:59CDE24:59:59,0/-167,J365/167")
    #expect(throws: ZoneProblem.self) { try ZoneRules(name: "Test", tzif: file.bytes()) }
    var good = file
    good.footer = "ABC-24:59:59CDE24:59:59,0/-167,J365/167"
    exercise(try ZoneRules(name: "Test", tzif: good.bytes()))
    good.footer = ""
    exercise(try ZoneRules(name: "Test", tzif: good.bytes()))
  }

  /// Asks a zone everything at the ends of time and between.
  private func exercise(_ zone: ZoneRules) {
    let calendar = DayCalendar(zone)
    var cursor = DayCursor(calendar)
    for microseconds in [Int64.min, -1 << 52, -1, 0, 1 << 50, 1 << 52, .max] {
      let instant = Instant(microseconds: microseconds)
      let day = calendar.day(of: instant)
      #expect(cursor.day(of: instant) == day)
      #expect(calendar.length(of: day) >= 0)
      _ = zone.instant(of: CivilDate(dayNumber: day), hour: 2, minute: 30, second: 0)
    }
    _ = (calendar.start(of: .min), calendar.start(of: .max), calendar.length(of: .max))
  }
}

@Suite struct TimeZoneNameTests {
  @Test(arguments: [
    ("Europe/Paris", true), ("America/Argentina/Ushuaia", true), ("Etc/GMT+5", true),
    ("America/Port-au-Prince", true), ("America/St_Johns", true), ("UTC", true),
    (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ("", false), ("/", false), ("/etc/passwd", false), ("../etc/passwd", false), ("a/..", false),
    ("a/../b", false), (".", false), ("a//b", false), ("a/", false), ("a b", false),
    ("a\0", false), ("Zürich", false), ("tzdata.zi", false), ("a\n", false), ("a\\b", false),
  ])
  func validates(name: String, isValid: Bool) {
    #expect(ZoneRules.isValidName(name) == isValid)
  }

  @Test(arguments: [(0, "+00:00"), (19_800, "+05:30"), (-12_600, "-03:30"), (-86_399, "-23:59:59")])
  func namesFixedZones(offset: Int, name: String) {
    let zone = ZoneRules.fixed(offsetSeconds: offset)
    #expect(zone.name == name)
    #expect(zone.offset(at: .epoch) == offset)
    #expect(DayCalendar(zone).length(of: 20_000) == 86_400)
    #expect(DayCalendar(zone).start(of: 0).wholeSeconds == Int64(-offset))
  }
}
