import HealthModel
import JournalTestSupport
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
