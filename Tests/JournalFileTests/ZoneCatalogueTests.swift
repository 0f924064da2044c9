import HealthModel
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// Zones are looked up by safe names only.
@Suite struct ZoneCatalogueTests {
  @Test(arguments: [
    "../etc/passwd", "/etc/passwd", "Europe/../Berlin", "", "a//b", "Europe/", "Zürich", "a\0b",
  ])
  func unsafeNamesAreNotEvenLookedUp(_ name: String) {
    let system = MemorySystem()
    var zones = ZoneCatalogue(on: system)
    #expect(throws: ZoneCatalogue.Unknown(name: name, hasNoZones: false)) {
      _ = try zones.rules(named: name)
    }
    #expect(system.calls(of: .open) == 0)
  }

  @Test func aSystemWithoutZonesSaysSo() {
    var zones = ZoneCatalogue(on: MemorySystem())
    #expect(throws: ZoneCatalogue.Unknown(name: "Europe/Berlin", hasNoZones: true)) {
      _ = try zones.rules(named: "Europe/Berlin")
    }
    #expect((try? zones.rules(named: "UTC"))?.name == "UTC")
  }

  @Test(arguments: [SystemFailure.Reason.tooManyOpen, .notPermitted, .readOnly, .other(5)])
  func whatCouldNotBeLookedAtIsSaid(_ reason: SystemFailure.Reason) {
    let system = MemorySystem()
    system.fail(.open, with: reason)
    var zones = ZoneCatalogue(on: system)
    let path = ZoneCatalogue.folders[0] + "/Europe/Berlin"
    let failure = SystemFailure(.open, path, reason)
    #expect(
      throws: ZoneCatalogue.Unknown(name: "Europe/Berlin", hasNoZones: true, failure: failure)
    ) { _ = try zones.rules(named: "Europe/Berlin") }
  }

  /// A zone file of the oldest version, of one offset below 65,536.
  private static func file(offset: UInt16) -> [UInt8] {
    func number(_ value: UInt8) -> [UInt8] { [0, 0, 0, value] }
    let counts = [0, 0, 0, 0, 1, 4].flatMap(number)
    let type = [0, 0, UInt8(offset >> 8), UInt8(offset & 255), 0, 0]
    return Array("TZif".utf8) + [UInt8](repeating: 0, count: 16) + counts + type
      + Array("XXX".utf8) + [0]
  }

  /// Newer systems keep the older names in a package of its own, and older ones lack the newer.
  @Test(arguments: [
    ("US/Central", "America/Chicago"), ("Asia/Calcutta", "Asia/Kolkata"),
    ("Europe/Kyiv", "Europe/Kiev"), ("Asia/Katmandu", "Asia/Kathmandu"),
  ])
  func aFileOfAnotherNameOfTheZoneWillDo(_ name: String, _ file: String) throws {
    let system = MemorySystem()
    for folder in ZoneCatalogue.folders { try system.createDirectory(folder) }
    system["/usr/share/zoneinfo/" + file] = Self.file(offset: 20_700)
    var zones = ZoneCatalogue(on: system)
    let rules = try zones.rules(named: name)
    #expect(rules.name == name && rules.offset(at: .epoch) == 20_700)
    #expect(try zones.setting(named: name).name == name)
    #expect(throws: ZoneCatalogue.Unknown(name: "Asia/Tokyo", hasNoZones: true)) {
      _ = try zones.rules(named: "Asia/Tokyo")
    }
  }

  /// An offset needs no file; the zone of a journal must be one that every version knows.
  @Test(arguments: ["GMT+0200", "UTC-03:30", "+05:45", "Etc/GMT-2"])
  func aNameThatStatesAnOffsetNeedsNoFile(_ name: String) throws {
    let system = MemorySystem()
    var zones = ZoneCatalogue(on: system)
    #expect(try zones.rules(named: name).name == name)
    #expect(system.calls(of: .open) == 0)
    #expect(throws: ZoneCatalogue.Unknown(name: name, hasNoZones: true)) {
      _ = try zones.setting(named: name)
    }
  }

  /// By the files of the system, whose release may be another one.
  @Test(.enabled(if: Zones.arePresent)) func linksHaveTheClocksOfTheirZones() throws {
    var zones = ZoneCatalogue()
    var same = 0
    for target in [
      "America/Chicago", "Africa/Nairobi", "Europe/Berlin", "Asia/Bangkok", "America/Panama",
      "Europe/Belgrade", "Australia/Sydney", "Pacific/Port_Moresby", "Europe/Brussels",
    ] {
      let wanted = try zones.rules(named: target)
      for name in ZoneNames.others(for: target) {
        guard let rules = try? zones.rules(named: name) else { continue }
        let months = (240..<680).map { Instant(wholeSeconds: Int64($0) * 2_629_746) }
        #expect(months.allSatisfy { rules.offset(at: $0) == wanted.offset(at: $0) }, "\(name)")
        same += 1
      }
    }
    #expect(same > 30)
  }

  @Test func aMissingOrBrokenFileIsUnknown() throws {
    let system = MemorySystem()
    for folder in ZoneCatalogue.folders { try system.createDirectory(folder) }
    system["/usr/share/zoneinfo/Europe/Berlin"] = Array("no zone".utf8)
    system["/usr/share/zoneinfo/Etc/Empty"] = []
    var zones = ZoneCatalogue(on: system)
    for name in ["Europe/Berlin", "Etc/Empty", "Etc/None"] {
      #expect(throws: ZoneCatalogue.Unknown(name: name, hasNoZones: false)) {
        _ = try zones.rules(named: name)
      }
    }
  }
}
