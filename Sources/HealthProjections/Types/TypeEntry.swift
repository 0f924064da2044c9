package import HealthModel
package import ViewTables

/// Something that HealthKit has a name for: an object type, a workout activity, a kind of workout
/// event, a metadata key.
package struct TypeEntry: Sendable {
  /// What it is.
  package enum Kind: String, CaseIterable, Sendable {
    /// A quantity type.
    case quantity
    /// A category type.
    case category
    /// A correlation type.
    case correlation
    /// A characteristic type.
    case characteristic
    /// A type with fields of its own, the workout type among them.
    case other
    /// A workout activity.
    case workoutActivity
    /// A kind of workout event.
    case workoutEvent
    /// A metadata key.
    case metadataKey
  }

  /// What it is.
  package var kind: Kind
  /// Apple's full identifier, or the string that exports and metadata have.
  package var identifier: String
  /// The short name; of a metadata key the name of its constant.
  package var name: String
  /// The type, where it is one.
  package var type: ObjectType?
  /// The unit in which the Health app shows it; for metadata what the value is.
  package var unit: String?
  /// How its samples add up.
  package var aggregation: String?
  /// Who may save it; nil where the question makes no sense.
  package var writer: Writer?
  /// The iOS version that introduced it.
  package var introduced: String?
  /// More facts about the type, in the order in which they are shown.
  package var facts: [(field: String, value: Cell)] = []
  /// The values of an enumeration, older spellings included.
  package var values: [NamedValue] = []

  /// Who may save objects of a type.
  package enum Writer: String, Sendable {
    /// Any app that the owner lets share it.
    case anyApp
    /// Only the system; and the owner, by hand.
    case system
    /// Only the owner.
    case owner
  }
}

extension TypeEntry {
  /// All entries: the types in the order of the catalogue, then activities, events and keys.
  package static var all: [TypeEntry] {
    TypeCatalogue.all.map(TypeEntry.init) + WorkoutActivityType.all.map(TypeEntry.init)
      + WorkoutEventType.all.map(TypeEntry.init) + MetadataKey.all.map(TypeEntry.init)
  }

  /// Whether it is an object type.
  package var isType: Bool { type != nil }

  init(_ type: ObjectType) {
    self.init(kind: .other, identifier: type.identifier, name: type.shortName, type: type)
    writer = type.isWritable ? .anyApp : .system
    switch type {
    case .quantity(let known): describe(known)
    case .category(let known): describe(known)
    case .correlation(let known): describe(known)
    case .characteristic(let known): describe(known)
    case .workout: OtherType.all.first { $0.identifier == type.identifier }.map { describe($0) }
    case .other(let known): describe(known)
    }
    let keys = MetadataKey.keys(requiredBy: identifier)
    if !keys.isEmpty { facts.append(("requiredMetadata", .names(keys))) }
  }

  private mutating func describe(_ known: QuantityType) {
    kind = .quantity
    unit = known.metricUnitText
    aggregation = known.aggregationStyle.name
    introduced = known.introduced
    facts = [
      ("aggregationNote", known.aggregationNote.map { .text($0) } ?? .missing),
      ("longestHold", Cell(known.readingHold?.seconds)),
      ("holdNote", known.readingHold.map { .text($0.reason) } ?? .missing),
      ("canonicalUnit", .text(known.canonicalUnitText)), ("usUnit", .text(known.usUnitText)),
      ("loinc", known.loinc.map { .text($0) } ?? .missing),
    ]
  }

  private mutating func describe(_ known: CategoryType) {
    kind = .category
    introduced = known.introduced
    facts = [("enumeration", .text(known.enumeration))]
    values = known.spellings
  }

  private mutating func describe(_ known: CorrelationType) {
    kind = .correlation
    introduced = known.introduced
    facts = [
      ("loinc", .text(known.loinc)),
      ("membership", .text(known.membership == .eachOnce ? "eachOnce" : "anySubset")),
      ("members", .names(known.containedTypes.map(\.shortName))),
    ]
  }

  private mutating func describe(_ known: CharacteristicType) {
    kind = .characteristic
    writer = .owner
    introduced = known.introduced
    let isDate = known.valueKind == .date
    facts = [("valueClass", isDate ? .text("date") : .missing), ("public", .flag(known.isPublic))]
    values = known.values
  }

  private mutating func describe(_ known: OtherType) {
    introduced = known.introduced
    facts = [
      ("class", known.className.map { .text($0) } ?? .missing),
      ("perObjectAuthorization", .flag(known.needsPerObjectAuthorization)),
    ]
  }

  init(_ activity: WorkoutActivityType) {
    self.init(kind: .workoutActivity, identifier: activity.exportName, name: activity.name)
    introduced = activity.introduced
    facts = [
      ("rawValue", .whole(activity.rawValue)),
      ("deprecated", activity.deprecated.map { .text($0) } ?? .missing),
    ]
  }

  init(_ event: WorkoutEventType) {
    self.init(kind: .workoutEvent, identifier: event.exportName, name: event.name)
    introduced = event.introduced
    facts = [("rawValue", .whole(event.rawValue)), ("lasts", .flag(event.allowsDuration))]
  }

  init(_ key: MetadataKey) {
    self.init(kind: .metadataKey, identifier: key.key, name: key.constantName)
    introduced = key.introduced
    if key.isReserved { writer = .system }
    facts = [
      ("valueClass", .text(String(describing: key.valueClass))),
      ("detail", key.detail.map { .text($0) } ?? .missing),
      ("requiredBy", key.requiredBy.map { .identifier($0) } ?? .missing),
    ]
  }
}

extension QuantityType {
  /// Why its aggregation style was chosen, and what the other one would give, where Apple's headers
  /// and the running system disagree.
  fileprivate var aggregationNote: String? {
    headerAggregationStyle.map { other in
      "an average weighs values by time, as the running system does; Apple's headers up to 26.2 say "
        + "\(other.name), which gives the plain mean of the samples; daily --explain shows both"
    }
  }
}

extension AggregationStyle {
  /// HealthKit's name.
  package var name: String { String(describing: self) }
}
