/// A metadata key that HealthKit defines; other keys are free.
///
///     MetadataKey.find("HKTimeZone")?.detail              // "IANA zone name"
///     MetadataKey.find("HKMenstrualCycleStart")?.requiredBy
///     // "HKCategoryTypeIdentifierMenstrualFlow"
///
/// Source: Apple's SDK headers.
package struct MetadataKey: Hashable, Sendable {
  /// The class of a key's value.
  package enum ValueClass: Hashable, Sendable {
    /// Text.
    case string
    /// A number; a boolean or an enumeration if `detail` states that.
    case number
    /// A moment.
    case date
    /// A number with a unit.
    case quantity
  }

  /// The string in the file: `HKTimeZone`.
  package let key: String
  /// The name of HealthKit's constant: `HKMetadataKeyTimeZone`.
  package let constantName: String
  package let valueClass: ValueClass
  /// More about the value: `bool`, `integer`, `enum HKWeatherCondition`, a unit or a dimension.
  package let detail: String?
  /// The iOS version that introduced it; nil if it is not known.
  package let introduced: String?
  /// True where only Apple's own software may write it.
  package let isReserved: Bool
  /// The identifier of the type whose samples must carry it.
  package let requiredBy: String?

  /// True if the number means yes or no.
  package var isBoolean: Bool { detail == "bool" }

  /// True where the number is whole.
  package var isInteger: Bool { detail == "integer" }

  /// The enumeration of its values; nil where the value is not of an enumeration or its numbers are
  /// not known.
  package var enumeration: Enumeration? {
    guard let detail, detail.hasPrefix("enum ") else { return nil }
    return Enumeration.find(String(detail.dropFirst(5)))
  }

  /// A unit of the dimension that a quantity has here; nil if it has that of its sample.
  ///
  ///     MetadataKey.find("HKLapLength")?.comparableUnit   // m
  package var comparableUnit: Unit? { valueClass == .quantity ? Self.units[detail ?? ""] : nil }

  /// The units by the word in `detail`: a dimension or a unit.
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
  package static let privatePrefix = "_HKPrivate"

  /// The 72 keys, by key string.
  package static var all: [MetadataKey] { MetadataTable.rows }

  /// Returns HealthKit's definition of a key; nil for a key of an app's own.
  ///
  /// - Complexity: O(1).
  package static func find(_ key: String) -> MetadataKey? {
    byKey[key].map { MetadataTable.rows[$0] }
  }

  private static let byKey: [String: Int] = Dictionary(
    uniqueKeysWithValues: MetadataTable.rows.enumerated().map { ($0.element.key, $0.offset) })

  /// Creates a key by its string. The name of its constant follows from the string; `constant` is
  /// for the one key that is an exception.
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

  private static let required: [String: [String]] = Dictionary(
    grouping: all.filter { $0.requiredBy != nil }, by: { $0.requiredBy ?? "" }
  ).mapValues { $0.map(\.key) }

  /// Returns the keys that a sample of this type must have.
  ///
  ///     MetadataKey.keys(requiredBy: "HKCategoryTypeIdentifierMenstrualFlow")
  ///     // ["HKMenstrualCycleStart"]
  package static func keys(requiredBy type: String) -> [String] { required[type] ?? [] }
}

/// The metadata keys, by key string.
///
/// Source: Apple's SDK headers. The key string of the irregular-rhythm algorithm version is
/// not confirmed; like those of its siblings it is taken to equal the name of its constant.
enum MetadataTable {
  static let rows: [MetadataKey] = [
    .init(
      "HKMetadataKeyAppleIrregularRhythmNotificationsAlgorithmVersion", .number, "enum", since: nil),
    .init("HKActivityType", .number, "enum HKWorkoutActivityType", since: "17.0"),
    .init("HKAlgorithmVersion", .number, "integer", since: "15.0"),
    .init("HKAlpineSlopeGrade", .quantity, "%", since: "11.2"),
    .init("HKAverageMETs", .quantity, "kcal/(kg*hr)", since: "13.0"),
    .init("HKAverageSpeed", .quantity, "speed", since: "11.2"),
    .init("HKBloodGlucoseMealTime", .number, "enum HKBloodGlucoseMealTime", since: "11.0"),
    .init(
      "HKBodyTemperatureSensorLocation", .number, "enum HKBodyTemperatureSensorLocation",
      since: "8.0"),
    .init("HKCoachedWorkout", .number, "bool", since: "8.0"),
    .init("HKCrossTrainerDistance", .quantity, "length", since: "12.0"),
    .init(
      "HKCyclingCyclingFunctionalThresholdPowerTestType", .number,
      "enum HKCyclingFunctionalThresholdPowerTestType",
      constant: "HKMetadataKeyCyclingFunctionalThresholdPowerTestType", since: "17.0"),
    .init("HKDateOfEarliestDataUsedForEstimate", .date, since: "15.0"),
    .init("HKDeviceManufacturerName", .string, since: "8.0"),
    .init("HKDeviceName", .string, since: "8.0"),
    .init("HKDeviceSerialNumber", .string, since: "8.0"),
    .init("HKDigitalSignature", .string, "base64 of DER CMS signed-data", since: "8.0"),
    .init("HKElevationAscended", .quantity, "length", since: "11.2"),
    .init("HKElevationDescended", .quantity, "length", since: "11.2"),
    .init("HKExternalUUID", .string, since: "8.0"),
    .init("HKFitnessMachineDuration", .quantity, "time", since: "12.0"),
    .init("HKFoodType", .string, since: "8.0"),
    .init("HKGroupFitness", .number, "bool", since: "8.0"),
    .init("HKHeartRateEventThreshold", .quantity, "count/min", since: "12.2"),
    .init("HKHeartRateSensorLocation", .number, "enum HKHeartRateSensorLocation", since: "8.0"),
    .init("HKIndoorBikeDistance", .quantity, "length", since: "12.0"),
    .init("HKIndoorWorkout", .number, "bool", since: "8.0"),
    .init(
      "HKInsulinDeliveryReason", .number, "enum HKInsulinDeliveryReason", since: "11.0",
      requiredBy: "HKQuantityTypeIdentifierInsulinDelivery"),
    .init("HKLapLength", .quantity, "length", since: "10.0"),
    .init("HKLowCardioFitnessEventThreshold", .quantity, "mL/min·kg", since: "14.3"),
    .init("HKMaximumSpeed", .quantity, "speed", since: "11.2"),
    .init(
      "HKMenstrualCycleStart", .number, "bool", since: "9.0",
      requiredBy: "HKCategoryTypeIdentifierMenstrualFlow"),
    .init("HKMetadataKeyAppleDeviceCalibrated", .number, "bool", since: "14.0", reserved: true),
    .init(
      "HKMetadataKeyAppleECGAlgorithmVersion", .number, "enum HKAppleECGAlgorithmVersion",
      since: "14.0"),
    .init("HKMetadataKeyAppleFitnessPlusCatalogIdentifier", .string, since: "18.2"),
    .init("HKMetadataKeyAppleFitnessPlusSession", .number, "bool", since: "17.0"),
    .init("HKMetadataKeyAudioExposureDuration", .quantity, "time", since: "14.2"),
    .init("HKMetadataKeyAudioExposureLevel", .quantity, "dBASPL", since: "13.0"),
    .init("HKMetadataKeyBarometricPressure", .quantity, "pressure", since: "14.0"),
    .init("HKMetadataKeyDevicePlacementSide", .number, "enum HKDevicePlacementSide", since: "14.0"),
    .init("HKMetadataKeyGlassesPrescriptionDescription", .string, since: "16.0"),
    .init("HKMetadataKeyHeadphoneGain", .quantity, "dBASPL", since: "16.4"),
    .init(
      "HKMetadataKeyHeartRateMotionContext", .number, "enum HKHeartRateMotionContext", since: "11.0"
    ),
    .init("HKMetadataKeyHeartRateRecoveryActivityDuration", .quantity, "time", since: "16.0"),
    .init(
      "HKMetadataKeyHeartRateRecoveryActivityType", .number, "enum HKWorkoutActivityType",
      since: "16.0"),
    .init(
      "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate", .quantity, "count/min",
      since: "16.0"),
    .init(
      "HKMetadataKeyHeartRateRecoveryTestType", .number, "enum HKHeartRateRecoveryTestType",
      since: "16.0"),
    .init("HKMetadataKeyMaximumLightIntensity", .quantity, "lx", since: "17.0"),
    .init("HKMetadataKeyQuantityClampedToLowerBound", .number, "bool", since: "16.0"),
    .init("HKMetadataKeyQuantityClampedToUpperBound", .number, "bool", since: "16.0"),
    .init("HKMetadataKeySessionEstimate", .quantity, "unit of its sample", since: "16.0"),
    .init("HKMetadataKeySyncIdentifier", .string, since: "11.0"),
    .init("HKMetadataKeySyncVersion", .number, "number", since: "11.0"),
    .init("HKMetadataKeyUserMotionContext", .number, "enum HKUserMotionContext", since: "16.0"),
    .init("HKMetadataKeyWaterSalinity", .number, "enum HKWaterSalinity", since: "17.0"),
    .init(
      "HKPhysicalEffortEstimationType", .number, "enum HKPhysicalEffortEstimationType",
      since: "17.0"),
    .init("HKReferenceRangeLowerLimit", .number, "number in the sample unit", since: "8.0"),
    .init("HKReferenceRangeUpperLimit", .number, "number in the sample unit", since: "8.0"),
    .init("HKSWOLFScore", .number, "number", since: "16.0"),
    .init("HKSexualActivityProtectionUsed", .number, "bool", since: "9.0"),
    .init("HKSwimmingLocationType", .number, "enum HKWorkoutSwimmingLocationType", since: "10.0"),
    .init("HKSwimmingStrokeStyle", .number, "enum HKSwimmingStrokeStyle", since: "10.0"),
    .init("HKTimeZone", .string, "IANA zone name", since: "8.0"),
    .init("HKUDIDeviceIdentifier", .string, since: "8.0"),
    .init("HKUDIProductionIdentifier", .string, since: "8.0"),
    .init("HKVO2MaxTestType", .number, "enum HKVO2MaxTestType", since: "11.0"),
    .init("HKVO2MaxValue", .quantity, "mL/min·kg", since: "14.3"),
    .init("HKWasTakenInLab", .number, "bool", since: "8.0"),
    .init("HKWasUserEntered", .number, "bool", since: "8.0"),
    .init("HKWeatherCondition", .number, "enum HKWeatherCondition", since: "10.0"),
    .init("HKWeatherHumidity", .quantity, "%", since: "10.0"),
    .init("HKWeatherTemperature", .quantity, "temperature", since: "10.0"),
    .init("HKWorkoutBrandName", .string, since: "8.0"),
  ]
}
