import HealthModel

extension Decider {
  /// Decides the declaration of a type. The first one of an identifier counts for ever: an equal
  /// one later makes nothing true, and another one is refused, because figures that were printed
  /// used the unit and the aggregation of the first (D248).
  func decideDeclare(
    _ type: DeclaredType, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    try check(type, by: by, given: state)
    return state.catalogue.declaration(of: type.identifier) == nil ? [.declare(type)] : []
  }

  /// Checks every rule of a declaration; an audit asks this of lines that another program may have
  /// written.
  func check(
    _ type: DeclaredType, by: String, given state: some JournalState
  ) throws(Rejection) {
    try require(ownerFor: "types", by)
    guard DeclaredType.isIdentifier(type.identifier) else {
      throw .field(
        "type",
        "a reversed domain, such as org.example.sweat.rate: two or more parts of letters, digits, "
          + "_ and - with dots between them, at most 256 bytes, and not HK at the beginning")
    }
    if let known = TypeCatalogue.meant(by: type.identifier) {
      throw .field("type", "no name of \(known.identifier)")
    }
    // A title has the form that names of sources have.
    guard Self.isSourceName(type.title) else {
      throw .field("title", "a text of 1 to 1024 bytes without control characters")
    }
    switch type.kind {
    case .quantity: try Self.check(quantity: type)
    case .category: try Self.check(category: type)
    }
    if let known = state.catalogue.declaration(of: type.identifier)?.type, known != type {
      throw .invalid(.typeDeclared(known))
    }
  }

  private static func check(quantity type: DeclaredType) throws(Rejection) {
    guard let unit = type.unit else { throw .field("unit", "there, for a quantity") }
    guard (try? Unit(unit)) != nil else { throw .invalid(.unitUnknown(unit)) }
    guard type.aggregation != nil else {
      let words = AggregationStyle.allCases.map(\.name).joined(separator: ", ")
      throw .field("aggregation", "one of \(words), for a quantity")
    }
    guard type.values.isEmpty else { throw .field("values", "absent, for a quantity") }
  }

  private static func check(category type: DeclaredType) throws(Rejection) {
    guard type.unit == nil else { throw .field("unit", "absent, for a category") }
    guard type.aggregation == nil else { throw .field("aggregation", "absent, for a category") }
    let values = type.values
    guard values.allSatisfy({ isSourceName($0.name) && $0.code >= 0 }),
      Set(values.map(\.name)).count == values.count,
      Set(values.map(\.code)).count == values.count
    else { throw .field("values", "words with numbers of 0 or more, none of them twice") }
  }
}
