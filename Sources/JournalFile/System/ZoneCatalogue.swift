package import HealthModel

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
    /// Why its file could not be looked at, so that the name may be right.
    package var failure: SystemFailure?
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
    var failure: SystemFailure?
    for folder in Self.folders {
      do {
        let bytes = try read(folder + "/" + name)
        guard let rules = try? ZoneRules(name: name, tzif: bytes) else { continue }
        known.append(rules)
        return rules
      } catch {
        if [.tooManyOpen, .notPermitted].contains(error.reason) { failure = failure ?? error }
      }
    }
    let hasNoZones = Self.folders.allSatisfy { (try? read($0 + "/Europe/Berlin")) == nil }
    throw Unknown(name: name, hasNoZones: hasNoZones, failure: failure)
  }

  private func read(_ path: String) throws(SystemFailure) -> [UInt8] {
    let file = try system.open(path, .readForeignFile)
    defer { system.close(file) }
    let size = try system.size(of: file)
    guard size < 1 << 20 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    return try system.read(file, at: 0, into: &bytes, from: 0) == bytes.count ? bytes : []
  }
}
