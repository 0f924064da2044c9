import HealthModel

extension Decider {
  /// A journal holds a type by Apple's full identifier: a short name would count as another type.
  /// Identifiers that the catalogue does not know are taken.
  static func requireIdentifier(_ type: String) throws(Rejection) {
    if isIdentifier(type) { return }
    let known = try? TypeCatalogue.resolve(type)
    throw .invalid(.typeName(type, identifier: known?.identifier))
  }

  /// The types that an entered object names, its own and those of its statistics.
  static func requireIdentifiers(in content: Content) throws(Rejection) {
    switch content {
    case .quantity, .category, .correlation, .characteristic:
      try requireIdentifier(content.type)
    case .workout(let workout):
      for one in workout.statistics { try requireIdentifier(one.type) }
      for part in workout.activities {
        for one in part.statistics { try requireIdentifier(one.type) }
      }
    case .document(let document):
      if let type = document.type { try requireIdentifier(type) }
    case .summary: break
    }
  }

  private static func isIdentifier(_ type: String) -> Bool {
    guard isFullName(type, prefix: "HK") else { return false }
    return !type.hasPrefix(activityPrefix) && !type.hasPrefix(eventPrefix)
  }

  /// What the names of workout activities begin with.
  static let activityPrefix = "HKWorkoutActivityType"
  /// What the names of workout events begin with.
  static let eventPrefix = "HKWorkoutEventType"

  /// Whether a name is this prefix and at least one more visible ASCII character; the catalogue
  /// need not know it.
  static func isFullName(_ name: String, prefix: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}
