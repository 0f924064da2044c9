/// A fact about the person that seldom changes, such as the date of birth.
///
///     CharacteristicType.bloodType.value(exportName: "HKBloodTypeOPositive")?.name
///     // "oPositive"
///
/// Source: Apple's SDK headers.
public struct CharacteristicType: Hashable, Sendable {
  /// What a characteristic's value is.
  public enum ValueKind: Hashable, Sendable {
    /// One of `values`.
    case enumeration
    /// A calendar date, `yyyy-MM-dd`, or nothing.
    case date
    /// Text that no public source explains.
    case text
  }

  let index: UInt8

  private var row: CharacteristicRow { CharacteristicTable.rows[Int(index)] }

  /// Six public types and the one that only exports show, by identifier.
  public static var all: [CharacteristicType] {
    CharacteristicTable.rows.indices.map { CharacteristicType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKCharacteristicTypeIdentifierBloodType`.
  public var identifier: String { row.identifier }

  /// The name without its prefix: `bloodType`.
  public var shortName: String { row.shortName }

  /// What its value is.
  public var valueKind: ValueKind { row.kind }

  /// The iOS version that introduced it; nil for the private type.
  public var introduced: String? { row.introduced }

  /// True where HealthKit's interface has it; false for `cardioFitnessMedicationsUse`.
  public var isPublic: Bool { row.kind != .text }

  /// True where the `Me` element of an export has an attribute for it.
  public var isExported: Bool { row.isExported }

  /// The values of an enumeration, by raw value.
  public var values: [NamedValue] { row.values }

  /// The value with this raw value.
  public func value(rawValue: Int) -> NamedValue? { row.values.current(rawValue) }

  /// The value that an export file calls so.
  public func value(exportName: String) -> NamedValue? { row.values.exported(exportName) }

  /// The value with this short name, in any case and with any separators.
  public func value(named name: String) -> NamedValue? { row.values.named(name) }

  /// A value by export string, short name or digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  public func resolve(_ text: String) throws(UnknownType) -> NamedValue {
    try row.values.resolve(text, kind: .characteristicValue)
  }
}

/// One row of the table of characteristic types.
struct CharacteristicRow: Sendable {
  let identifier: String
  let shortName: String
  let kind: CharacteristicType.ValueKind
  let values: [NamedValue]
  let introduced: String?
  let isExported: Bool

  init(
    _ constant: String, _ kind: CharacteristicType.ValueKind,
    _ values: [NamedValue] = [], since: String?, exported: Bool = true
  ) {
    identifier = "HKCharacteristicTypeIdentifier" + constant
    shortName = NameMatching.small(constant)
    self.kind = kind
    self.values = values
    introduced = since
    isExported = exported
  }
}
