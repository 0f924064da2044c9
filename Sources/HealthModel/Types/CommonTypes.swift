// Types by the names of their constants, which are part of the program.

extension QuantityType {
  /// A type whose name after the prefix is part of the program; anything else traps.
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
