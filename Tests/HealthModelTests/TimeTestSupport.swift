import Foundation
import Testing

@testable import HealthModel

/// The zones whose clocks make trouble: changes at midnight, odd offsets, skipped days.
let awkwardZones = [
  "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo",
  "Asia/Gaza", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu", "Africa/Casablanca",
  "Europe/Dublin", "America/St_Johns", "Antarctica/Troll", "Asia/Tehran", "America/Havana",
  "America/Nuuk", "Pacific/Kiritimati", "America/Asuncion", "America/Santiago", "Asia/Manila",
]

enum ZoneFiles {
  static let folder = "/usr/share/zoneinfo"

  static let arePresent = FileManager.default.fileExists(atPath: folder + "/Europe/Berlin")

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  static func zone(_ name: String) throws -> ZoneRules {
    try ZoneRules(name: name, tzif: bytes(name))
  }
}

/// A day number from text.
func dayNumber(_ text: String) throws -> Int { try #require(CivilDate(text)).dayNumber }

/// Steele, Lea and Flood's SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Builds TZif files by hand, right or wrong.
struct TZifBuilder {
  var version = UInt8(ascii: "2")
  var transitions: [Int64] = []
  var types: [UInt8] = []
  var offsets: [Int32] = [0]
  var footer = ""
  var leapCount: UInt32 = 0
  var standardCount: UInt32 = 0

  func bytes() -> [UInt8] {
    guard version > 0 else { return block(timeSize: 4) }
    return TZifBuilder(version: version).block(timeSize: 4) + block(timeSize: 8)
      + Array("\n\(footer)\n".utf8)
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [
      0, standardCount, leapCount, UInt32(transitions.count), UInt32(offsets.count), 4,
    ] { bytes += bigEndian(count) }
    for time in transitions {
      bytes += timeSize == 4 ? bigEndian(Int32(truncatingIfNeeded: time)) : bigEndian(time)
    }
    bytes += types
    for offset in offsets { bytes += bigEndian(offset) + [0, 0] }
    bytes += Array("ABC\0".utf8)
    bytes += [UInt8](repeating: 0, count: Int(leapCount) * (timeSize + 4) + Int(standardCount))
    return bytes
  }

  private func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

extension ZoneRules {
  /// A zone made of a footer only.
  init(rule: String) throws(ZoneProblem) {
    try self.init(name: "Test/Rule", tzif: TZifBuilder(footer: rule).bytes())
  }
}
