import Foundation
import HealthModel
import TestSupport
import Testing

/// Every zone of the machine against Python's `zoneinfo`, which reads the same files.
@Suite(.enabled(if: Zones.arePresent && Python.isPresent)) struct TimeZoneOracleTests {
  @Test func agreesOnOffsetsAndTypedTimes() throws {
    var zone = ZoneRules.utc
    var compared = 0
    var failures: [String] = []
    for line in try ZoneOracle.lines() {
      let parts = line.split(separator: " ")
      if parts[0] == "Z" {
        zone = try Zones.zone(String(parts[1]))
        continue
      }
      guard let given = Int64(parts[1]), let expected = Int64(parts[2]) else {
        Issue.record("unreadable: \(line)")
        return
      }
      let answer = parts[0] == "U" ? offset(zone, given) : typed(zone, given)
      if answer != expected { failures.append("\(zone.name) \(line): \(answer)") }
      compared += 1
    }
    #expect(failures.prefix(20).isEmpty, "\(failures.count) of \(compared)")
    #expect(compared > 100_000)
  }

  private func offset(_ zone: ZoneRules, _ seconds: Int64) -> Int64 {
    Int64(zone.offset(at: Instant(wholeSeconds: seconds)))
  }

  private func typed(_ zone: ZoneRules, _ local: Int64) -> Int64 {
    let reading = Timestamp(instant: Instant(wholeSeconds: local), offsetMinutes: 0)
    return zone.instant(
      of: reading.date, hour: reading.hour, minute: reading.minute, second: reading.second
    ).wholeSeconds
  }
}

/// Python as a second opinion.
enum ZoneOracle {
  /// Prints `Z name`, then `U seconds offset` (an instant) and `L local seconds` (a clock's
  /// reading) for random moments of 1900 to 2100, and around every change of awkward zones.
  static let program = """
    import random, zoneinfo
    from datetime import datetime, timedelta, timezone
    utc, epoch = timezone.utc, datetime(1970, 1, 1)
    low, high = -2208988800, 4102444800
    awkward = set(AWKWARD)
    def at(z, s): return epoch.replace(tzinfo=utc) + timedelta(seconds=s)
    def offset(z, s): return int(at(z, s).astimezone(z).utcoffset().total_seconds())
    def U(z, s): print("U", s, offset(z, s))
    def L(z, s):
        t = (epoch + timedelta(seconds=s)).replace(tzinfo=z)
        print("L", s, s - int(t.utcoffset().total_seconds()))
    for name in sorted(zoneinfo.available_timezones()):
        z = zoneinfo.ZoneInfo(name)
        print("Z", name)
        draw = random.Random(20261120)
        for _ in range(150): U(z, draw.randrange(low, high))
        for _ in range(50): L(z, draw.randrange(low, high))
        if name not in awkward: continue
        before = offset(z, low)
        for s in range(low, high, 86400 * 3):
            after = offset(z, s)
            if after != before:
                a, b = s - 86400 * 3, s
                while b - a > 1:
                    m = (a + b) // 2
                    if offset(z, m) == before: a = m
                    else: b = m
                for d in (-1, 0, 1): U(z, b + d)
                for d in range(-7200, 7201, 450): L(z, b + before + d)
            before = after
    """

  static func lines() throws -> [Substring] {
    let names = awkwardZones.map { "'\($0)'" }.joined(separator: ",")
    return try lines(of: program.replacingOccurrences(of: "AWKWARD", with: "[\(names)]"))
  }

  /// What a program prints, which reads the same zones.
  static func lines(of program: String) throws -> [Substring] {
    try Python.run(
      ["-c", program], environment: ["PYTHONTZPATH": Zones.folder, "PATH": "/usr/bin:/bin"]
    ).split(separator: "\n")
  }
}
