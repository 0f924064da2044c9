/// A fact about the person that seldom changes, such as the date of birth.
///
///     CharacteristicType.bloodType.identifier
///     // "HKCharacteristicTypeIdentifierBloodType"
///
/// Source: Apple's SDK headers.
public struct CharacteristicType: Hashable, Sendable {
  /// The kind of a characteristic's value.
  package enum ValueKind: Hashable, Sendable {
    /// A value of `values`.
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

  package var valueKind: ValueKind { row.kind }

  /// The iOS version that introduced it; nil for the private type.
  package var introduced: String? { row.introduced }

  /// True where HealthKit's interface has it; false for `cardioFitnessMedicationsUse`.
  package var isPublic: Bool { row.kind != .text }

  /// The values of an enumeration, by raw value.
  package var values: [NamedValue] { row.values }

  package func value(rawValue: Int) -> NamedValue? { row.values.current(rawValue) }

  /// Returns the value with this name in an export file.
  package func value(exportName: String) -> NamedValue? { row.values.exported(exportName) }

  /// Returns the value with this short name, in any case and with any separators.
  package func value(named name: String) -> NamedValue? { row.values.named(name) }

  /// Returns a value by export string, short name or digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  package func resolve(_ text: String) throws(UnknownType) -> NamedValue {
    try row.values.resolve(text, kind: .characteristicValue)
  }
}

/// A row of the table of characteristic types.
struct CharacteristicRow: Sendable {
  let identifier: String
  let shortName: String
  let kind: CharacteristicType.ValueKind
  let values: [NamedValue]
  let introduced: String?

  init(
    _ constant: String, _ kind: CharacteristicType.ValueKind,
    _ values: [NamedValue] = [], since: String?
  ) {
    identifier = "HKCharacteristicTypeIdentifier" + constant
    shortName = NameMatching.small(constant)
    self.kind = kind
    self.values = values
    introduced = since
  }
}

/// The characteristic types: six public ones and one that only exports show.
///
/// Source: Apple's SDK headers.
enum CharacteristicTable {
  static let rows: [CharacteristicRow] = [
    CharacteristicRow(
      "ActivityMoveMode", .enumeration,
      .named("HKActivityMoveMode", [1: "activeEnergy", 2: "appleMoveTime"]), since: "14.0"),
    CharacteristicRow(
      "BiologicalSex", .enumeration,
      .named("HKBiologicalSex", [0: "notSet", 1: "female", 2: "male", 3: "other"]),
      since: "8.0"),
    CharacteristicRow("BloodType", .enumeration, bloodTypes, since: "8.0"),
    CharacteristicRow("CardioFitnessMedicationsUse", .text, since: nil),
    CharacteristicRow("DateOfBirth", .date, since: "8.0"),
    CharacteristicRow(
      "FitzpatrickSkinType", .enumeration,
      .named(
        "HKFitzpatrickSkinType", [0: "notSet", 1: "I", 2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI"]),
      since: "9.0"),
    CharacteristicRow(
      "WheelchairUse", .enumeration, .named("HKWheelchairUse", [0: "notSet", 1: "no", 2: "yes"]),
      since: "10.0"),
  ]

  private static let bloodTypes = [
    NamedValue(0, "notSet", "HKBloodTypeNotSet"),
    NamedValue(1, "aPositive", "HKBloodTypeAPositive"),
    NamedValue(2, "aNegative", "HKBloodTypeANegative"),
    NamedValue(3, "bPositive", "HKBloodTypeBPositive"),
    NamedValue(4, "bNegative", "HKBloodTypeBNegative"),
    NamedValue(5, "abPositive", "HKBloodTypeABPositive"),
    NamedValue(6, "abNegative", "HKBloodTypeABNegative"),
    NamedValue(7, "oPositive", "HKBloodTypeOPositive"),
    NamedValue(8, "oNegative", "HKBloodTypeONegative"),
  ]
}

/// A type whose samples group quantity samples, such as a blood pressure.
///
///     CorrelationType.bloodPressure.containedTypes.map(\.shortName)
///     // ["bloodPressureSystolic", "bloodPressureDiastolic"]
///
/// Source: Apple's SDK headers.
public struct CorrelationType: Hashable, Sendable {
  /// The members that a correlation holds.
  package enum Membership: Hashable, Sendable {
    /// Exactly one sample of each contained type.
    case eachOnce
    /// At least one sample, of any of the contained types.
    case anySubset
  }

  let index: UInt8

  private var row: CorrelationRow { CorrelationTable.rows[Int(index)] }

  /// The two correlation types, by identifier.
  public static var all: [CorrelationType] {
    CorrelationTable.rows.indices.map { CorrelationType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKCorrelationTypeIdentifierFood`.
  public var identifier: String { row.identifier }

  /// The name without its prefix: `food`.
  public var shortName: String { row.shortName }

  package var membership: Membership { row.membership }

  /// The iOS version that introduced it.
  package var introduced: String { row.introduced }

  /// Its LOINC code.
  package var loinc: String { row.loinc }

  /// The quantity types of its members.
  public var containedTypes: [QuantityType] { row.members }

  /// Returns identifiers of types, with its members in the place of a correlation that holds each
  /// of its types once, as a blood pressure does.
  package static func members(of types: [String]) -> [String] {
    types.flatMap { type in
      guard let group = all.first(where: { $0.identifier == type }),
        group.membership == .eachOnce
      else { return [type] }
      return group.containedTypes.map(\.identifier)
    }
  }
}

/// A row of the table of correlation types.
struct CorrelationRow: Sendable {
  let identifier: String
  let shortName: String
  let membership: CorrelationType.Membership
  let members: [QuantityType]
  let introduced: String
  let loinc: String

  init(
    _ constant: String, _ membership: CorrelationType.Membership, _ members: [QuantityType],
    since: String, loinc: String
  ) {
    identifier = "HKCorrelationTypeIdentifier" + constant
    shortName = NameMatching.small(constant)
    self.membership = membership
    self.members = members
    introduced = since
    self.loinc = loinc
  }
}

/// The correlation types with the quantity types that they may hold: food, all dietary ones.
///
/// Source: Apple's SDK headers.
enum CorrelationTable {
  static let rows: [CorrelationRow] = [
    CorrelationRow(
      "BloodPressure", .eachOnce,
      [
        QuantityType(known: "BloodPressureSystolic"), QuantityType(known: "BloodPressureDiastolic"),
      ],
      since: "8.0", loinc: "85354-9"),
    CorrelationRow(
      "Food", .anySubset, QuantityType.all.filter { $0.shortName.hasPrefix("dietary") },
      since: "8.0", loinc: "80453-4"),
  ]
}

// Types by the names of their constants, which are part of the program.

extension QuantityType {
  /// Creates a type whose name after the prefix is part of the program; anything else traps.
  init(known constant: String) {
    let identifier = "HKQuantityTypeIdentifier" + constant
    guard case .quantity(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a quantity type: \(identifier)")
    }
    self = type
  }
}

extension CharacteristicType {
  private init(known constant: String) {
    let identifier = "HKCharacteristicTypeIdentifier" + constant
    guard case .characteristic(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a characteristic type: \(identifier)")
    }
    self = type
  }

  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static let activityMoveMode = CharacteristicType(known: "ActivityMoveMode")
  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static let biologicalSex = CharacteristicType(known: "BiologicalSex")
  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static let bloodType = CharacteristicType(known: "BloodType")
  /// `HKCharacteristicTypeIdentifierDateOfBirth`.
  public static let dateOfBirth = CharacteristicType(known: "DateOfBirth")
  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static let fitzpatrickSkinType = CharacteristicType(known: "FitzpatrickSkinType")
  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static let wheelchairUse = CharacteristicType(known: "WheelchairUse")
}

extension CorrelationType {
  private init(known constant: String) {
    let identifier = "HKCorrelationTypeIdentifier" + constant
    guard case .correlation(let type)? = TypeCatalogue.find(identifier) else {
      preconditionFailure("not a correlation type: \(identifier)")
    }
    self = type
  }

  /// `HKCorrelationTypeIdentifierBloodPressure`.
  public static let bloodPressure = CorrelationType(known: "BloodPressure")
  /// `HKCorrelationTypeIdentifierFood`.
  public static let food = CorrelationType(known: "Food")
}
