/// The metadata keys, by key string.
///
/// Source: Apple's SDK headers. The key string of the irregular-rhythm algorithm version is
/// not confirmed; like those of its siblings it is taken to equal the name of its constant.
enum MetadataTable {
  static let rows: [MetadataKey] = [
    MetadataKey(
      "HKMetadataKeyAppleIrregularRhythmNotificationsAlgorithmVersion",
      "HKMetadataKeyAppleIrregularRhythmNotificationsAlgorithmVersion", .number, detail: "enum",
      since: nil),
    MetadataKey(
      "HKActivityType", "HKMetadataKeyActivityType", .number, detail: "enum HKWorkoutActivityType",
      since: "17.0"),
    MetadataKey(
      "HKAlgorithmVersion", "HKMetadataKeyAlgorithmVersion", .number, detail: "integer",
      since: "15.0"),
    MetadataKey(
      "HKAlpineSlopeGrade", "HKMetadataKeyAlpineSlopeGrade", .quantity, detail: "%", since: "11.2"),
    MetadataKey(
      "HKAverageMETs", "HKMetadataKeyAverageMETs", .quantity, detail: "kcal/(kg*hr)",
      since: "13.0"),
    MetadataKey(
      "HKAverageSpeed", "HKMetadataKeyAverageSpeed", .quantity, detail: "speed", since: "11.2"),
    MetadataKey(
      "HKBloodGlucoseMealTime", "HKMetadataKeyBloodGlucoseMealTime", .number,
      detail: "enum HKBloodGlucoseMealTime", since: "11.0"),
    MetadataKey(
      "HKBodyTemperatureSensorLocation", "HKMetadataKeyBodyTemperatureSensorLocation", .number,
      detail: "enum HKBodyTemperatureSensorLocation", since: "8.0"),
    MetadataKey(
      "HKCoachedWorkout", "HKMetadataKeyCoachedWorkout", .number, detail: "bool", since: "8.0"),
    MetadataKey(
      "HKCrossTrainerDistance", "HKMetadataKeyCrossTrainerDistance", .quantity, detail: "length",
      since: "12.0"),
    MetadataKey(
      "HKCyclingCyclingFunctionalThresholdPowerTestType",
      "HKMetadataKeyCyclingFunctionalThresholdPowerTestType", .number,
      detail: "enum HKCyclingFunctionalThresholdPowerTestType", since: "17.0"),
    MetadataKey(
      "HKDateOfEarliestDataUsedForEstimate", "HKMetadataKeyDateOfEarliestDataUsedForEstimate",
      .date, since: "15.0"),
    MetadataKey(
      "HKDeviceManufacturerName", "HKMetadataKeyDeviceManufacturerName", .string, since: "8.0"),
    MetadataKey("HKDeviceName", "HKMetadataKeyDeviceName", .string, since: "8.0"),
    MetadataKey("HKDeviceSerialNumber", "HKMetadataKeyDeviceSerialNumber", .string, since: "8.0"),
    MetadataKey(
      "HKDigitalSignature", "HKMetadataKeyDigitalSignature", .string,
      detail: "base64 of DER CMS signed-data", since: "8.0"),
    MetadataKey(
      "HKElevationAscended", "HKMetadataKeyElevationAscended", .quantity, detail: "length",
      since: "11.2"),
    MetadataKey(
      "HKElevationDescended", "HKMetadataKeyElevationDescended", .quantity, detail: "length",
      since: "11.2"),
    MetadataKey("HKExternalUUID", "HKMetadataKeyExternalUUID", .string, since: "8.0"),
    MetadataKey(
      "HKFitnessMachineDuration", "HKMetadataKeyFitnessMachineDuration", .quantity, detail: "time",
      since: "12.0"),
    MetadataKey("HKFoodType", "HKMetadataKeyFoodType", .string, since: "8.0"),
    MetadataKey(
      "HKGroupFitness", "HKMetadataKeyGroupFitness", .number, detail: "bool", since: "8.0"),
    MetadataKey(
      "HKHeartRateEventThreshold", "HKMetadataKeyHeartRateEventThreshold", .quantity,
      detail: "count/min", since: "12.2"),
    MetadataKey(
      "HKHeartRateSensorLocation", "HKMetadataKeyHeartRateSensorLocation", .number,
      detail: "enum HKHeartRateSensorLocation", since: "8.0"),
    MetadataKey(
      "HKIndoorBikeDistance", "HKMetadataKeyIndoorBikeDistance", .quantity, detail: "length",
      since: "12.0"),
    MetadataKey(
      "HKIndoorWorkout", "HKMetadataKeyIndoorWorkout", .number, detail: "bool", since: "8.0"),
    MetadataKey(
      "HKInsulinDeliveryReason", "HKMetadataKeyInsulinDeliveryReason", .number,
      detail: "enum HKInsulinDeliveryReason", since: "11.0",
      requiredBy: "HKQuantityTypeIdentifierInsulinDelivery"),
    MetadataKey(
      "HKLapLength", "HKMetadataKeyLapLength", .quantity, detail: "length", since: "10.0"),
    MetadataKey(
      "HKLowCardioFitnessEventThreshold", "HKMetadataKeyLowCardioFitnessEventThreshold", .quantity,
      detail: "mL/min·kg", since: "14.3"),
    MetadataKey(
      "HKMaximumSpeed", "HKMetadataKeyMaximumSpeed", .quantity, detail: "speed", since: "11.2"),
    MetadataKey(
      "HKMenstrualCycleStart", "HKMetadataKeyMenstrualCycleStart", .number, detail: "bool",
      since: "9.0", requiredBy: "HKCategoryTypeIdentifierMenstrualFlow"),
    MetadataKey(
      "HKMetadataKeyAppleDeviceCalibrated", "HKMetadataKeyAppleDeviceCalibrated", .number,
      detail: "bool", since: "14.0", reserved: true),
    MetadataKey(
      "HKMetadataKeyAppleECGAlgorithmVersion", "HKMetadataKeyAppleECGAlgorithmVersion", .number,
      detail: "enum HKAppleECGAlgorithmVersion", since: "14.0"),
    MetadataKey(
      "HKMetadataKeyAppleFitnessPlusCatalogIdentifier",
      "HKMetadataKeyAppleFitnessPlusCatalogIdentifier", .string, since: "18.2"),
    MetadataKey(
      "HKMetadataKeyAppleFitnessPlusSession", "HKMetadataKeyAppleFitnessPlusSession", .number,
      detail: "bool", since: "17.0"),
    MetadataKey(
      "HKMetadataKeyAudioExposureDuration", "HKMetadataKeyAudioExposureDuration", .quantity,
      detail: "time", since: "14.2"),
    MetadataKey(
      "HKMetadataKeyAudioExposureLevel", "HKMetadataKeyAudioExposureLevel", .quantity,
      detail: "dBASPL", since: "13.0"),
    MetadataKey(
      "HKMetadataKeyBarometricPressure", "HKMetadataKeyBarometricPressure", .quantity,
      detail: "pressure", since: "14.0"),
    MetadataKey(
      "HKMetadataKeyDevicePlacementSide", "HKMetadataKeyDevicePlacementSide", .number,
      detail: "enum HKDevicePlacementSide", since: "14.0"),
    MetadataKey(
      "HKMetadataKeyGlassesPrescriptionDescription", "HKMetadataKeyGlassesPrescriptionDescription",
      .string, since: "16.0"),
    MetadataKey(
      "HKMetadataKeyHeadphoneGain", "HKMetadataKeyHeadphoneGain", .quantity, detail: "dBASPL",
      since: "16.4"),
    MetadataKey(
      "HKMetadataKeyHeartRateMotionContext", "HKMetadataKeyHeartRateMotionContext", .number,
      detail: "enum HKHeartRateMotionContext", since: "11.0"),
    MetadataKey(
      "HKMetadataKeyHeartRateRecoveryActivityDuration",
      "HKMetadataKeyHeartRateRecoveryActivityDuration", .quantity, detail: "time", since: "16.0"),
    MetadataKey(
      "HKMetadataKeyHeartRateRecoveryActivityType", "HKMetadataKeyHeartRateRecoveryActivityType",
      .number, detail: "enum HKWorkoutActivityType", since: "16.0"),
    MetadataKey(
      "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate",
      "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate", .quantity, detail: "count/min",
      since: "16.0"),
    MetadataKey(
      "HKMetadataKeyHeartRateRecoveryTestType", "HKMetadataKeyHeartRateRecoveryTestType", .number,
      detail: "enum HKHeartRateRecoveryTestType", since: "16.0"),
    MetadataKey(
      "HKMetadataKeyMaximumLightIntensity", "HKMetadataKeyMaximumLightIntensity", .quantity,
      detail: "lx", since: "17.0"),
    MetadataKey(
      "HKMetadataKeyQuantityClampedToLowerBound", "HKMetadataKeyQuantityClampedToLowerBound",
      .number, detail: "bool", since: "16.0"),
    MetadataKey(
      "HKMetadataKeyQuantityClampedToUpperBound", "HKMetadataKeyQuantityClampedToUpperBound",
      .number, detail: "bool", since: "16.0"),
    MetadataKey(
      "HKMetadataKeySessionEstimate", "HKMetadataKeySessionEstimate", .quantity,
      detail: "unit of its sample", since: "16.0"),
    MetadataKey(
      "HKMetadataKeySyncIdentifier", "HKMetadataKeySyncIdentifier", .string, since: "11.0"),
    MetadataKey(
      "HKMetadataKeySyncVersion", "HKMetadataKeySyncVersion", .number, detail: "number",
      since: "11.0"),
    MetadataKey(
      "HKMetadataKeyUserMotionContext", "HKMetadataKeyUserMotionContext", .number,
      detail: "enum HKUserMotionContext", since: "16.0"),
    MetadataKey(
      "HKMetadataKeyWaterSalinity", "HKMetadataKeyWaterSalinity", .number,
      detail: "enum HKWaterSalinity", since: "17.0"),
    MetadataKey(
      "HKPhysicalEffortEstimationType", "HKMetadataKeyPhysicalEffortEstimationType", .number,
      detail: "enum HKPhysicalEffortEstimationType", since: "17.0"),
    MetadataKey(
      "HKReferenceRangeLowerLimit", "HKMetadataKeyReferenceRangeLowerLimit", .number,
      detail: "number in the sample unit", since: "8.0"),
    MetadataKey(
      "HKReferenceRangeUpperLimit", "HKMetadataKeyReferenceRangeUpperLimit", .number,
      detail: "number in the sample unit", since: "8.0"),
    MetadataKey(
      "HKSWOLFScore", "HKMetadataKeySWOLFScore", .number, detail: "number", since: "16.0"),
    MetadataKey(
      "HKSexualActivityProtectionUsed", "HKMetadataKeySexualActivityProtectionUsed", .number,
      detail: "bool", since: "9.0"),
    MetadataKey(
      "HKSwimmingLocationType", "HKMetadataKeySwimmingLocationType", .number,
      detail: "enum HKWorkoutSwimmingLocationType", since: "10.0"),
    MetadataKey(
      "HKSwimmingStrokeStyle", "HKMetadataKeySwimmingStrokeStyle", .number,
      detail: "enum HKSwimmingStrokeStyle", since: "10.0"),
    MetadataKey(
      "HKTimeZone", "HKMetadataKeyTimeZone", .string, detail: "IANA zone name", since: "8.0"),
    MetadataKey("HKUDIDeviceIdentifier", "HKMetadataKeyUDIDeviceIdentifier", .string, since: "8.0"),
    MetadataKey(
      "HKUDIProductionIdentifier", "HKMetadataKeyUDIProductionIdentifier", .string, since: "8.0"),
    MetadataKey(
      "HKVO2MaxTestType", "HKMetadataKeyVO2MaxTestType", .number, detail: "enum HKVO2MaxTestType",
      since: "11.0"),
    MetadataKey(
      "HKVO2MaxValue", "HKMetadataKeyVO2MaxValue", .quantity, detail: "mL/min·kg", since: "14.3"),
    MetadataKey(
      "HKWasTakenInLab", "HKMetadataKeyWasTakenInLab", .number, detail: "bool", since: "8.0"),
    MetadataKey(
      "HKWasUserEntered", "HKMetadataKeyWasUserEntered", .number, detail: "bool", since: "8.0"),
    MetadataKey(
      "HKWeatherCondition", "HKMetadataKeyWeatherCondition", .number,
      detail: "enum HKWeatherCondition", since: "10.0"),
    MetadataKey(
      "HKWeatherHumidity", "HKMetadataKeyWeatherHumidity", .quantity, detail: "%", since: "10.0"),
    MetadataKey(
      "HKWeatherTemperature", "HKMetadataKeyWeatherTemperature", .quantity, detail: "temperature",
      since: "10.0"),
    MetadataKey("HKWorkoutBrandName", "HKMetadataKeyWorkoutBrandName", .string, since: "8.0"),
  ]
}
