/// A value of a characteristic that is one of an enumeration, with HealthKit's raw values.
///
///     BiologicalSex(exportName: "HKBiologicalSexFemale")   // .female
///     BiologicalSex.female.rawValue                        // 1
///
/// Source: Apple's SDK headers.
public protocol CharacteristicValue: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// The characteristic whose value it is.
  static var type: CharacteristicType { get }
}

extension CharacteristicValue {
  /// The value that an export file and the journal call so; nil for a word that the catalogue does
  /// not know.
  public init?(exportName: String) {
    guard let value = Self.type.value(exportName: exportName) else { return nil }
    self.init(rawValue: value.rawValue)
  }

  /// The catalogue's short name: `female`.
  public var name: String { Self.type.value(rawValue: rawValue)?.name ?? String(rawValue) }
}

/// HKBiologicalSex.
public enum BiologicalSex: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// Female.
  case female = 1
  /// Male.
  case male = 2
  /// Other.
  case other = 3

  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static var type: CharacteristicType { .biologicalSex }
}

/// HKBloodType.
public enum BloodType: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// A+.
  case aPositive = 1
  /// A−.
  case aNegative = 2
  /// B+.
  case bPositive = 3
  /// B−.
  case bNegative = 4
  /// AB+.
  case abPositive = 5
  /// AB−.
  case abNegative = 6
  /// O+.
  case oPositive = 7
  /// O−.
  case oNegative = 8

  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static var type: CharacteristicType { .bloodType }
}

/// HKFitzpatrickSkinType.
public enum FitzpatrickSkinType: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// I.
  case I = 1
  /// II.
  case II = 2
  /// III.
  case III = 3
  /// IV.
  case IV = 4
  /// V.
  case V = 5
  /// VI.
  case VI = 6

  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static var type: CharacteristicType { .fitzpatrickSkinType }
}

/// HKWheelchairUse.
public enum WheelchairUse: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// No.
  case no = 1
  /// Yes.
  case yes = 2

  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static var type: CharacteristicType { .wheelchairUse }
}

/// HKActivityMoveMode. It has no value for "not set".
public enum ActivityMoveMode: Int, CharacteristicValue {
  /// The move ring counts active energy.
  case activeEnergy = 1
  /// The move ring counts minutes.
  case appleMoveTime = 2

  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static var type: CharacteristicType { .activityMoveMode }
}
