import HealthModel

/// The canonical text of a predicate is read as an equal one, and is its own canonical text.
enum PredicateTarget {
  static func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let predicate = try? HealthPredicate(text)
    else { return }
    let canonical = predicate.description
    let again = try? HealthPredicate(canonical)
    demand(again == predicate, "'\(canonical)' is read as \(again as Any), not as \(predicate)")
    demand(again?.description == canonical, "'\(canonical)' is not canonical")
  }
}
