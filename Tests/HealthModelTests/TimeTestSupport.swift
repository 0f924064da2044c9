import Foundation
import HealthModel
import TestSupport
import Testing

/// The zones whose clocks make trouble: changes at midnight, odd offsets, skipped days.
let awkwardZones = [
  "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Beirut", "Africa/Cairo",
  "Asia/Gaza", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu", "Africa/Casablanca",
  "Europe/Dublin", "America/St_Johns", "Antarctica/Troll", "Asia/Tehran", "America/Havana",
  "America/Nuuk", "Pacific/Kiritimati", "America/Asuncion", "America/Santiago", "Asia/Manila",
]

extension Zones {
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  static func zone(_ name: String) throws -> ZoneRules {
    try ZoneRules(name: name, tzif: bytes(name))
  }
}

/// A day number from text.
func dayNumber(_ text: String) throws -> Int { try #require(CivilDate(text)).dayNumber }

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
