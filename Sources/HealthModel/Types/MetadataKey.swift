/// A metadata key that HealthKit defines; other keys are free.
///
///     MetadataKey.find("HKTimeZone")?.detail              // "IANA zone name"
///     MetadataKey.find("HKMenstrualCycleStart")?.requiredBy
///     // "HKCategoryTypeIdentifierMenstrualFlow"
///
/// Source: Apple's SDK headers.
public struct MetadataKey: Hashable, Sendable {
  /// The class of a key's value.
  public enum ValueClass: Hashable, Sendable {
    /// Text.
    case string
    /// A number; a boolean or an enumeration where `detail` says so.
    case number
    /// A moment.
    case date
    /// A number with a unit.
    case quantity
  }

  /// The string in the file: `HKTimeZone`.
  public let key: String
  /// The name of HealthKit's constant: `HKMetadataKeyTimeZone`.
  public let constantName: String
  /// The class of its value.
  public let valueClass: ValueClass
  /// More about the value: `bool`, `integer`, `enum HKWeatherCondition`, a unit or a dimension.
  public let detail: String?
  /// The iOS version that introduced it; nil where it is not known.
  public let introduced: String?
  /// True where only Apple's own software may write it.
  public let isReserved: Bool
  /// The identifier of the type whose samples must carry it.
  public let requiredBy: String?

  /// True where the number stands for yes or no.
  public var isBoolean: Bool { detail == "bool" }

  /// True where the number is whole.
  public var isInteger: Bool { detail == "integer" }

  /// The enumeration of its values; nil where the value is not of an enumeration or its numbers are
  /// not known.
  public var enumeration: Enumeration? {
    guard let detail, detail.hasPrefix("enum ") else { return nil }
    return Enumeration.find(String(detail.dropFirst(5)))
  }

  /// A unit of the dimension that a quantity has here; nil where it takes that of its sample.
  ///
  ///     MetadataKey.find("HKLapLength")?.comparableUnit   // m
  public var comparableUnit: Unit? { valueClass == .quantity ? Self.units[detail ?? ""] : nil }

  /// Units by what `detail` says: a dimension or a unit.
  private static let units: [String: Unit] = {
    var units = [
      "length": Unit.meter, "time": .second, "temperature": .degreeCelsius,
      "speed": Unit(known: "m/s"), "pressure": Unit(known: "Pa"),
    ]
    for case let detail? in MetadataTable.rows.filter({ $0.valueClass == .quantity }).map(\.detail)
    where units[detail] == nil { units[detail] = try? Unit(detail) }
    return units
  }()

  /// Keys that begin so are Apple's own; `_HKPrivateWorkoutAverageCadence` is one.
  public static let privatePrefix = "_HKPrivate"

  /// The 72 keys, by key string.
  public static var all: [MetadataKey] { MetadataTable.rows }

  /// What HealthKit says about a key; nil for a key of an app's own.
  ///
  /// - Complexity: O(1).
  public static func find(_ key: String) -> MetadataKey? {
    byKey[key].map { MetadataTable.rows[$0] }
  }

  private static let byKey: [String: Int] = Dictionary(
    uniqueKeysWithValues: MetadataTable.rows.enumerated().map { ($0.element.key, $0.offset) })

  /// A key by its string. The name of its constant follows from the string; `constant` is for the
  /// one key where it does not.
  init(
    _ key: String, _ valueClass: ValueClass, _ detail: String? = nil, constant: String? = nil,
    since: String?, reserved: Bool = false, requiredBy: String? = nil
  ) {
    let prefix = "HKMetadataKey"
    self.key = key
    constantName = constant ?? (key.hasPrefix(prefix) ? key : prefix + key.dropFirst(2))
    self.valueClass = valueClass
    self.detail = detail
    introduced = since
    isReserved = reserved
    self.requiredBy = requiredBy
  }
}

extension MetadataKey {
  private static let required: [String: [String]] = Dictionary(
    grouping: all.filter { $0.requiredBy != nil }, by: { $0.requiredBy ?? "" }
  ).mapValues { $0.map(\.key) }

  /// The keys that a sample of this type cannot do without.
  ///
  ///     MetadataKey.keys(requiredBy: "HKCategoryTypeIdentifierMenstrualFlow")
  ///     // ["HKMenstrualCycleStart"]
  public static func keys(requiredBy type: String) -> [String] { required[type] ?? [] }
}
