import HealthModel

/// Which copies of the contents put off there are.
struct CopyLedger {
  /// The copies of one content.
  struct Copies {
    /// How many outside of correlations have an ordinal.
    var outside = 0
    /// How many inside of correlations have one.
    var inside = 0
    /// Whether the journal states the first, which was not put off.
    var isFirstPresent = false
  }

  /// Copies by the uuid that the first has.
  var copies: [ObjectUUID: Copies] = [:]
  /// What was put off and is saved now.
  var saved: Set<ObjectUUID> = []

  /// Notes that the first copy was settled when it was met, if the content matters at all.
  mutating func settle(_ key: ObjectUUID, isPresent: Bool) {
    guard copies[key] != nil else { return }
    copies[key] = Copies(outside: 1, isFirstPresent: isPresent)
  }

  /// The ordinal of the next copy outside of correlations.
  mutating func nextOutside(_ key: ObjectUUID) -> Int {
    defer { copies[key, default: Copies()].outside += 1 }
    return copies[key]?.outside ?? 0
  }

  /// The ordinal of the next copy inside of a correlation.
  mutating func nextInside(_ key: ObjectUUID) -> Int {
    defer { copies[key, default: Copies()].inside += 1 }
    return copies[key]?.inside ?? 0
  }

  /// Whether this import has saved a copy, or found it known when it was met.
  func holds(_ uuid: ObjectUUID, of key: ObjectUUID) -> Bool {
    saved.contains(uuid) || uuid == key && copies[key]?.isFirstPresent ?? false
  }
}
