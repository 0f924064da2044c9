package import HealthModel

/// Time zones from the files that the system keeps (IANA's, compiled as TZif), without Foundation
/// (D85).
package struct ZoneCatalogue: Sendable {
  /// The folders in which systems keep zones, in the order in which they are tried.
  package static let folders =
    [
      "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo",
      "/usr/share/lib/zoneinfo",
    ] + carried

  /// The folders in which a package of the program has zones of its own, for a system without any:
  /// in `share` next to the folder of the program, and the usual places of packages if the system
  /// does not know the program's path.
  private static let carried: [String] = {
    let share = "/share/health-journal/zoneinfo"
    return (prefix.map { [$0 + share] } ?? []) + ["/usr/local" + share, "/usr" + share]
  }()

  /// The folder that has the folder of the program: `/opt/hj` of `/opt/hj/bin/health-journal`.
  private static var prefix: String? {
    let path = PosixSystem.target(ofLink: "/proc/self/exe")
    let folders = path.map { FilePath.names(in: $0).dropLast(2) } ?? []
    return folders.isEmpty ? nil : folders.joined(separator: "/")
  }

  private let system: any FileSystem
  /// The zones that were requested: so few that a dictionary would cost more than all searches.
  private var known: [ZoneRules] = [.utc]

  /// Creates the catalogue of this system's zones.
  package init(on system: any FileSystem = PosixSystem()) { self.system = system }

  /// Returns the rules of a zone, which are read from its file the first time. If the system has no
  /// file of the name, it uses that of another name of the same zone; a name that states an offset
  /// needs no file: see `ZoneNames`.
  package mutating func rules(named name: String) throws(Unknown) -> ZoneRules {
    if let rules = known.first(where: { $0.name == name }) { return rules }
    if let rules = ZoneRules(offsetName: name) {
      known.append(rules)
      return rules
    }
    guard ZoneRules.isValidName(name) else { throw Unknown(name: name, hasNoZones: false) }
    var failure: SystemFailure?
    if let rules = rules(named: name, inFileOf: name, &failure) { return rules }
    for other in ZoneNames.others(for: name) {
      if let rules = rules(named: name, inFileOf: other, &failure) { return rules }
    }
    throw unknown(name, failure)
  }

  /// Returns the rules of a journal's zone, which programs of all versions must know: not a name
  /// that states an offset, unless IANA has it.
  package mutating func setting(named name: String) throws(Unknown) -> ZoneRules {
    guard name != "UTC", ZoneNames.offset(of: name) != nil else { return try rules(named: name) }
    var failure: SystemFailure?
    guard ZoneRules.isValidName(name),
      let rules = rules(named: name, inFileOf: name, &failure)
    else { throw unknown(name, failure) }
    return rules
  }

  private func unknown(_ name: String, _ failure: SystemFailure?) -> Unknown {
    let hasNoZones = Self.folders.allSatisfy { (try? read($0 + "/Europe/Berlin")) == nil }
    return Unknown(name: name, hasNoZones: hasNoZones, failure: failure)
  }

  private mutating func rules(
    named name: String, inFileOf file: String, _ failure: inout SystemFailure?
  ) -> ZoneRules? {
    for folder in Self.folders {
      do {
        let bytes = try read(folder + "/" + file)
        guard let rules = try? ZoneRules(name: name, tzif: bytes) else { continue }
        known.append(rules)
        return rules
      } catch {
        if ![.missing, .notRegular].contains(error.reason) { failure = failure ?? error }
      }
    }
    return nil
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
