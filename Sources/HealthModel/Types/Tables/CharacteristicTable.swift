/// The characteristic types: six public ones and one that only exports show.
///
/// Source: Apple's SDK headers.
enum CharacteristicTable {
  static let rows: [CharacteristicRow] = [
    CharacteristicRow(
      "ActivityMoveMode", .enumeration,
      .named("HKActivityMoveMode", [1: "activeEnergy", 2: "appleMoveTime"]), since: "14.0",
      exported: false),
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
      since: "10.0",
      exported: false),
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
