package import HealthImport
package import HealthModel
import JournalFile

/// Whether the days of an input can be those of a time zone.
///
/// An export prints all its times with one offset, that of the phone's zone when it was made. So a
/// zone is doubtful where it has none of the input's offsets, neither in summer nor in winter: from
/// half a year before the export to half a year after it.
package struct ZoneCheck: Sendable {
  private let zones: StatedZones
  private let time: Instant
  private var catalogue = ZoneCatalogue()

  /// A check of what an input states that was made at a time.
  package init(_ zones: StatedZones, at time: Instant) {
    self.zones = zones
    self.time = time
  }

  /// Whether no sample has an offset that the zone has. False for a zone that the system lacks.
  package mutating func isDoubtful(_ name: String) -> Bool {
    guard !zones.offsets.isEmpty, let own = offsets(of: name) else { return false }
    return own.isDisjoint(with: zones.offsets.keys)
  }

  /// The zone that most samples name, of those with the offset that most of them have; nil: there
  /// is none.
  package mutating func proposal() -> String? {
    guard let usual = zones.usualOffset else { return nil }
    for name in zones.namesByUse where offsets(of: name)?.contains(usual) ?? false { return name }
    return nil
  }

  private mutating func offsets(of name: String) -> Set<Int16>? {
    guard let rules = try? catalogue.rules(named: name) else { return nil }
    let month: Int64 = 30 * 86_400_000_000
    return Set(
      (-6...6).map { number in
        Int16(rules.offset(at: time.adding(microseconds: number * month)) / 60)
      })
  }
}

/// A time zone that the times of an import speak against.
package struct ZoneDoubt: Hashable, Sendable {
  /// The journal's.
  package let zone: String
  /// The offset that most samples have, in minutes.
  package let offset: Int16
  /// A zone that fits, and that most samples name; nil: none is named.
  package let proposal: String?

  /// The doubt about a journal's zone; nil: there is none.
  init?(_ zones: StatedZones, at time: Instant, in zone: String) {
    var check = ZoneCheck(zones, at: time)
    guard check.isDoubtful(zone), let offset = zones.usualOffset else { return nil }
    (self.zone, self.offset, proposal) = (zone, offset, check.proposal())
  }
}
