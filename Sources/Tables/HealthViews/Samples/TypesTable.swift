package import HealthModel

/// The catalogue: types, workout activities, kinds of workout events, metadata keys.
package enum TypesTable {
  /// The result of a search for a word of the command line.
  package enum Finding: Sendable {
    /// The one that is called so, or the only one that matches.
    case one(TypeEntry)
    /// The entries that match, several or all.
    case several([TypeEntry])
    /// No entry; these names are near.
    case none(near: [String])
  }

  /// Looks a text up: an exact name first, then what contains every word of it.
  ///
  ///     TypesTable.find("heartRate")   // .one
  ///     TypesTable.find("heart")       // .several
  ///     TypesTable.find("hartrate")    // .none(near: ["heartRate"])
  ///
  /// - Parameters:
  ///   - text: words; empty for all: of the kinds that are named, else all object types.
  ///   - kinds: nil: any.
  ///   - catalogue: the types of a journal, with those that it declares.
  package static func find(
    _ text: String, kinds: Set<TypeEntry.Kind>? = nil, in catalogue: JournalTypes = JournalTypes()
  ) -> Finding {
    let declared = catalogue.declarations.compactMap { $0.type.objectType.map(TypeEntry.init) }
    let entries = (TypeEntry.all + declared).filter { kinds?.contains($0.kind) ?? true }
    if text.allSatisfy({ $0 == " " }) {
      return .several(kinds == nil ? entries.filter(\.isType) : entries)
    }
    if let exact = exact(text, among: entries) { return .one(exact) }
    let found = search(text, among: entries)
    if found.count == 1 { return .one(found[0]) }
    return found.isEmpty ? .none(near: near(text, among: entries)) : .several(found)
  }

  private static func exact(_ text: String, among entries: [TypeEntry]) -> TypeEntry? {
    let folded = fold(text)
    return entries.first { $0.identifier == text }
      ?? entries.first { fold($0.name) == folded || fold($0.identifier) == folded }
  }

  private static func search(_ text: String, among entries: [TypeEntry]) -> [TypeEntry] {
    let types = Set(TypeCatalogue.search(text))
    let words = text.split(separator: " ").map { fold(String($0)) }
    return entries.filter { entry in
      if let type = entry.type, entry.title == nil { return types.contains(type) }
      let names = [entry.name, entry.identifier, entry.title ?? ""].map(fold)
      return words.allSatisfy { word in names.contains { contains($0, word) } }
    }
  }

  private static func near(_ text: String, among entries: [TypeEntry]) -> [String] {
    do {
      _ = try TypeCatalogue.resolve(text)
      return []
    } catch {
      let suggested = error.suggestions.filter { name in entries.contains { $0.name == name } }
      return suggested.isEmpty ? NearestNames.of(text, among: entries.map(\.name)) : suggested
    }
  }

  private static func fold(_ name: String) -> String {
    String(name.lowercased().filter { !"-_. ".contains($0) })
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  // MARK: Tables

  package static func table(_ entries: [TypeEntry]) -> Table { Table(columns, rows: entries) }

  private static let columns: [RowColumn<TypeEntry>] = [
    RowColumn(.type, rank: .key) { .identifier($0.identifier) },
    RowColumn("kind") { .text($0.kind.rawValue) },
    RowColumn(.unit) { Cell(text: $0.unit) },
    RowColumn("aggregation", rank: .detail) { Cell(text: $0.aggregation) },
    RowColumn("writable", rank: .detail) { $0.isWritable },
    RowColumn("introduced", rank: .detail) { Cell(text: $0.introduced) },
    RowColumn("name", rank: .key) { .text($0.name) },
  ]

  /// The table with one row a group of types.
  package static var groups: Table {
    let columns: [RowColumn<TypeGroup>] = [
      RowColumn("group", rank: .key) { .text($0.name) },
      RowColumn("types", rank: .key) { .names($0.types.map(\.shortName)) },
    ]
    return Table(columns, rows: TypeGroup.all)
  }

  /// Returns one row: everything that is known of an entry. The fields that follow those of `table`
  /// depend on its kind.
  package static func details(of entry: TypeEntry) -> Table {
    let known: [RowColumn<TypeEntry>] = [
      RowColumn(.type) { .text($0.identifier) }, RowColumn("name") { .text($0.name) },
      RowColumn("kind") { .text($0.kind.rawValue) }, RowColumn(.unit) { Cell(text: $0.unit) },
      RowColumn("aggregation") { Cell(text: $0.aggregation) },
      RowColumn("writable") { $0.isWritable },
      RowColumn("writtenBy") { Cell(text: $0.writer?.rawValue) },
      RowColumn("introduced") { Cell(text: $0.introduced) },
    ]
    let facts = entry.facts.indices.map { index in
      RowColumn<TypeEntry>(entry.facts[index].field) { $0.facts[index].value }
    }
    let values = RowColumn<TypeEntry>("values") { .list($0.values, valueColumns) }
    return Table(known + facts + (entry.values.isEmpty ? [] : [values]), rows: [entry])
  }

  /// Returns one row a value of an enumeration; an older spelling has a row of its own.
  package static func values(of entry: TypeEntry) -> Table {
    Table(valueColumns, rows: entry.values)
  }

  private static let valueColumns: [RowColumn<NamedValue>] = [
    RowColumn("rawValue", .number) { .whole($0.rawValue) },
    RowColumn("name", rank: .key) { .text($0.name) },
    RowColumn("exportName") { .text($0.exportName) },
    RowColumn("older", rank: .detail) { .flag($0.isOlderSpelling) },
  ]
}

extension TypeEntry {
  /// True where any app may save it; missing where the question makes no sense.
  fileprivate var isWritable: Cell { writer.map { .flag($0 == .anyApp) } ?? .missing }
}

/// Something that HealthKit has a name for: an object type, a workout activity, a kind of workout
/// event, a metadata key.
package struct TypeEntry: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case quantity
    case category
    case correlation
    case characteristic
    /// A type with fields of its own, the workout type among them.
    case other
    case workoutActivity
    case workoutEvent
    case metadataKey
  }

  package var kind: Kind
  /// The full identifier, or the string that exports and metadata have.
  package var identifier: String
  /// The short name; of a metadata key the name of its constant.
  package var name: String
  package var type: ObjectType?
  /// The title of a type that a journal declares.
  package var title: String?
  /// The unit in which the Health app shows it; for metadata what the value is.
  package var unit: String?
  /// The aggregation of its samples.
  package var aggregation: String?
  /// The writer who may save it; nil if the question makes no sense.
  package var writer: Writer?
  /// The iOS version that introduced it.
  package var introduced: String?
  /// More facts about the type, in the order in which they are shown.
  package var facts: [(field: String, value: Cell)] = []
  /// The values of an enumeration, older spellings included.
  package var values: [NamedValue] = []

  /// The writer who may save objects of a type.
  package enum Writer: String, Sendable {
    /// Any app that the owner lets share it.
    case anyApp
    /// Only the system; and the owner, by hand.
    case system
    /// The owner alone.
    case owner
  }
}

extension TypeEntry {
  /// All entries: the types in the order of the catalogue, then activities, events and keys.
  package static var all: [TypeEntry] {
    TypeCatalogue.all.map(TypeEntry.init) + WorkoutActivityType.all.map(TypeEntry.init)
      + WorkoutEventType.all.map(TypeEntry.init) + MetadataKey.all.map(TypeEntry.init)
  }

  /// True if it is an object type.
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
    if let title {
      introduced = nil
      facts = [("title", .text(title))] + facts
    }
    let keys = MetadataKey.keys(requiredBy: identifier)
    if !keys.isEmpty { facts.append(("requiredMetadata", .names(keys))) }
  }

  private mutating func describe(_ known: QuantityType) {
    kind = .quantity
    title = known.declaredTitle
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
    title = known.declaredTitle
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
  /// The reason for its aggregation style, and what the other one would give, if Apple's headers
  /// and the running system disagree.
  fileprivate var aggregationNote: String? {
    headerAggregationStyle.map { other in
      "an average weighs values by time, as the running system does; Apple's headers up to 26.2 say "
        + "\(other.name), which gives the plain average of the samples; daily --explain shows both"
    }
  }
}
