import HealthModel

/// What an input says of clocks: which offsets its times have, and which time zones its samples
/// name.
package struct StatedZones: Hashable, Sendable {
  /// How many samples start at a time of each offset, in minutes east of UTC.
  package private(set) var offsets: [Int16: Int] = [:]
  /// How many samples name each zone; 100 zones at most.
  package private(set) var names: [String: Int] = [:]
  private static let mostNames = 100

  /// The offset that most samples have, the smaller one of two; nil: there are no samples.
  package var usualOffset: Int16? {
    offsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The zones from the one that most samples name on.
  package var namesByUse: [String] {
    names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  mutating func count(offset: Int16, _ number: Int) { offsets[offset, default: 0] += number }

  mutating func count(name: String) {
    guard names[name] != nil || names.count < Self.mostNames, ZoneRules.isValidName(name)
    else { return }
    names[name, default: 0] += 1
  }
}

/// Counts what an input says of clocks, sample by sample: nearly always the offset of the one
/// before.
struct ZoneTally: Sendable {
  private var zones = StatedZones()
  private var recent: Int16 = 0
  private var recentCount = 0

  /// Counts a sample that starts at a time of this offset, and the zone that it names.
  mutating func count(offset: Int16, name: String?) {
    if offset != recent {
      zones = stated
      (recent, recentCount) = (offset, 0)
    }
    recentCount += 1
    if let name { zones.count(name: name) }
  }

  /// What has been counted so far.
  var stated: StatedZones {
    var zones = zones
    if recentCount > 0 { zones.count(offset: recent, recentCount) }
    return zones
  }
}
