package import HealthModel
package import JournalFile

/// Time zones from the files that the system keeps (IANA's, compiled as TZif).
package struct ZoneCatalogue: Sendable {
  /// Where systems keep them, in the order in which they are tried.
  package static let folders = [
    "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo",
    "/usr/share/lib/zoneinfo",
  ]

  /// A zone that cannot be had.
  package struct Unknown: Error, Hashable, Sendable {
    /// The name that was asked for.
    package var name: String
    /// Whether the system has no time zones at all, so that the name may be right.
    package var hasNoZones: Bool
  }

  private let system: any FileSystem
  /// Those that were asked for: few, for which a dictionary would cost more than all looks through them.
  private var known: [ZoneRules] = [.utc]

  /// The zones of this system.
  package init(on system: any FileSystem = PosixSystem()) { self.system = system }

  /// The rules of a zone, read from its file the first time.
  package mutating func rules(named name: String) throws(Unknown) -> ZoneRules {
    if let rules = known.first(where: { $0.name == name }) { return rules }
    guard ZoneRules.isValidName(name) else { throw Unknown(name: name, hasNoZones: false) }
    for folder in Self.folders {
      guard let bytes = read(folder + "/" + name),
        let rules = try? ZoneRules(name: name, tzif: bytes)
      else { continue }
      known.append(rules)
      return rules
    }
    let hasNoZones = Self.folders.allSatisfy { read($0 + "/Europe/Berlin") == nil }
    throw Unknown(name: name, hasNoZones: hasNoZones)
  }

  private func read(_ path: String) -> [UInt8]? {
    guard let file = try? system.open(path, .readForeign) else { return nil }
    defer { system.close(file) }
    guard let size = try? system.size(of: file), size > 0, size < 1 << 20 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard (try? system.read(file, at: 0, into: &bytes, from: 0)) == bytes.count else { return nil }
    return bytes
  }
}
