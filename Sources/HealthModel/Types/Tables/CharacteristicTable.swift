/// The characteristic types: six public ones and one that only exports show.
///
/// Source: Apple's SDK headers, Apple's SDK headers.
enum CharacteristicTable {
  static let rows: [CharacteristicRow] = [
    CharacteristicRow(
      "HKCharacteristicTypeIdentifierActivityMoveMode", "activityMoveMode",
      .enumeration, activityMoveMode, since: "14.0", exported: false),
    CharacteristicRow(
      "HKCharacteristicTypeIdentifierBiologicalSex", "biologicalSex",
      .enumeration, biologicalSex, since: "8.0", exported: true),
    CharacteristicRow(
      "HKCharacteristicTypeIdentifierBloodType", "bloodType",
      .enumeration, bloodType, since: "8.0", exported: true),
    CharacteristicRow(
      "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse", "cardioFitnessMedicationsUse",
      .text, [], since: nil, exported: true),
    CharacteristicRow(
      "HKCharacteristicTypeIdentifierDateOfBirth", "dateOfBirth",
      .date, [], since: "8.0", exported: true),
    CharacteristicRow(
      "HKCharacteristicTypeIdentifierFitzpatrickSkinType", "fitzpatrickSkinType",
      .enumeration, fitzpatrickSkinType, since: "9.0", exported: true),
    CharacteristicRow(
      "HKCharacteristicTypeIdentifierWheelchairUse", "wheelchairUse",
      .enumeration, wheelchairUse, since: "10.0", exported: false),
  ]

  /// `HKActivityMoveMode`.
  private static let activityMoveMode: [NamedValue] = [
    NamedValue(1, "activeEnergy", "HKActivityMoveModeActiveEnergy"),
    NamedValue(2, "appleMoveTime", "HKActivityMoveModeAppleMoveTime"),
  ]

  /// `HKBiologicalSex`.
  private static let biologicalSex: [NamedValue] = [
    NamedValue(0, "notSet", "HKBiologicalSexNotSet"),
    NamedValue(1, "female", "HKBiologicalSexFemale"),
    NamedValue(2, "male", "HKBiologicalSexMale"),
    NamedValue(3, "other", "HKBiologicalSexOther"),
  ]

  /// `HKBloodType`.
  private static let bloodType: [NamedValue] = [
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

  /// `HKFitzpatrickSkinType`.
  private static let fitzpatrickSkinType: [NamedValue] = [
    NamedValue(0, "notSet", "HKFitzpatrickSkinTypeNotSet"),
    NamedValue(1, "I", "HKFitzpatrickSkinTypeI"),
    NamedValue(2, "II", "HKFitzpatrickSkinTypeII"),
    NamedValue(3, "III", "HKFitzpatrickSkinTypeIII"),
    NamedValue(4, "IV", "HKFitzpatrickSkinTypeIV"),
    NamedValue(5, "V", "HKFitzpatrickSkinTypeV"),
    NamedValue(6, "VI", "HKFitzpatrickSkinTypeVI"),
  ]

  /// `HKWheelchairUse`.
  private static let wheelchairUse: [NamedValue] = [
    NamedValue(0, "notSet", "HKWheelchairUseNotSet"),
    NamedValue(1, "no", "HKWheelchairUseNo"),
    NamedValue(2, "yes", "HKWheelchairUseYes"),
  ]
}
