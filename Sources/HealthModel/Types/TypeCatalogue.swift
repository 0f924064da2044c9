/// Every object type by its identifier and by the names that people type.
///
/// Nothing is built before it is used: the first `resolve` of other than a quantity's short name
/// costs some tens of microseconds.
public enum TypeCatalogue {
  /// Every type: quantities, categories, characteristics, correlations, workout and the others.
  public static var all: [ObjectType] {
    QuantityType.all.map(ObjectType.quantity) + CategoryType.all.map(ObjectType.category)
      + allOthers
  }

  private static var allOthers: [ObjectType] {
    CharacteristicType.all.map(ObjectType.characteristic)
      + CorrelationType.all.map(ObjectType.correlation)
      + OtherType.all.map { type in
        type.identifier == ObjectType.workoutIdentifier ? .workout : .other(type)
      }
  }

  /// The type with this full identifier.
  ///
  ///     TypeCatalogue.find("HKQuantityTypeIdentifierStepCount")   // .quantity(.stepCount)
  ///     TypeCatalogue.find("HKQuantityTypeIdentifierFromTheFuture") // nil: keep the text
  ///
  /// - Complexity: O(log n) in the number of types of a kind.
  public static func find(_ identifier: String) -> ObjectType? {
    if identifier.hasPrefix("HKQ") { return quantity(identifier) }
    return identifier.hasPrefix("HKCat") ? category(identifier) : others[identifier]
  }

  // Most programs ask for quantities and categories only. Their tables are in order: so those
  // programs build no index.

  private static func quantity(_ identifier: String) -> ObjectType? {
    let rows = QuantityTable.rows
    let index = rows.indices.partitioningIndex { rows[$0].identifier >= identifier }
    guard index < rows.count, rows[index].identifier == identifier else { return nil }
    return .quantity(QuantityType(index: UInt8(index)))
  }

  private static func category(_ identifier: String) -> ObjectType? {
    let rows = CategoryTable.rows
    let first = rows.indices.partitioningIndex { rows[$0].identifier >= identifier }
    // A superseded constant has the identifier of the one after it.
    guard
      let index = rows[first...].firstIndex(where: { !$0.isSuperseded }),
      rows[index].identifier == identifier
    else { return nil }
    return .category(CategoryType(index: UInt8(index)))
  }

  /// The type that a person means by a name.
  ///
  ///     try TypeCatalogue.resolve("heart-rate")   // .quantity(.heartRate)
  ///     try TypeCatalogue.resolve("steps")        // .quantity(.stepCount)
  ///     try TypeCatalogue.resolve("stepcout")     // throws, suggesting stepCount
  ///
  /// Accepts the full identifier, the short name and the aliases in `Aliases.swift`, in any case
  /// and with or without the separators `-`, `_`, `.` and space.
  ///
  /// - Throws: `UnknownType` with up to three short names: those within a few slips of the keyboard
  ///   or, where there are none, those that contain the text.
  public static func resolve(_ name: String) throws(UnknownType) -> ObjectType {
    if let known = quantity(called: name) ?? find(name) ?? byName.find(name) { return known }
    let folded = NameMatching.fold(name)
    if let known = all.first(where: { NameMatching.fold($0.identifier) == folded }) {
      return known
    }
    throw UnknownType(kind: .type, name: name, suggestions: byName.suggestions(for: name))
  }

  /// The short name of a type; of one that the catalogue does not know, its identifier.
  ///
  ///     TypeCatalogue.shortName(of: "HKQuantityTypeIdentifierStepCount")   // "stepCount"
  package static func shortName(of identifier: String) -> String {
    find(identifier)?.shortName ?? identifier
  }

  /// The quantity type with just this short name, which is what most people type: told without an
  /// index, whose making costs more than all else of a short command.
  private static func quantity(called name: String) -> ObjectType? {
    guard let index = QuantityTable.rows.firstIndex(where: { $0.shortName == name }) else {
      return nil
    }
    return .quantity(QuantityType(index: UInt8(index)))
  }

  /// The types whose identifier, short name or alias contains every word of the text.
  ///
  ///     TypeCatalogue.search("blood pressure").map(\.shortName)
  ///     // bloodPressureDiastolic, bloodPressureSystolic, bloodPressure
  ///     TypeCatalogue.search("")   // all of them
  ///
  /// In the order of `all`; a linear search.
  public static func search(_ text: String) -> [ObjectType] {
    let words = text.split(separator: " ").map { NameMatching.fold(String($0)) }
    return all.filter { type in
      let aliases = Aliases.types.filter { $0.value == type.shortName }.map(\.key)
      let names = ([type.identifier, type.shortName] + aliases).map(NameMatching.fold)
      return words.allSatisfy { word in names.contains { $0.contains(word) } }
    }
  }

  private static let others: [String: ObjectType] = Dictionary(
    uniqueKeysWithValues: allOthers.map { ($0.identifier, $0) })

  private static let byName: NameIndex<ObjectType> = {
    var entries = all.map { NameIndex.Entry(name: $0.shortName, shown: $0.shortName, value: $0) }
    let named = Dictionary(uniqueKeysWithValues: all.map { ($0.shortName, $0) })
    for row in CategoryTable.rows where row.isSuperseded {
      guard let type = find(row.identifier) else { continue }
      entries.append(NameIndex.Entry(name: row.shortName, shown: type.shortName, value: type))
    }
    for alias in Aliases.types {
      guard let type = named[alias.value] else { continue }
      entries.append(NameIndex.Entry(name: alias.key, shown: alias.value, value: type))
    }
    return NameIndex(entries)
  }()
}
