/// The metadata keys, by key string.
///
/// Source: Apple's SDK headers. The key string of the irregular-rhythm algorithm version is
/// not confirmed; like those of its siblings it is taken to equal the name of its constant.
enum MetadataTable {
  static let rows: [MetadataKey] = [
    MetadataKey(
      "HKMetadataKeyAppleIrregularRhythmNotificationsAlgorithmVersion", .number, "enum", since: nil),
    MetadataKey("HKActivityType", .number, "enum HKWorkoutActivityType", since: "17.0"),
    MetadataKey("HKAlgorithmVersion", .number, "integer", since: "15.0"),
    MetadataKey("HKAlpineSlopeGrade", .quantity, "%", since: "11.2"),
    MetadataKey("HKAverageMETs", .quantity, "kcal/(kg*hr)", since: "13.0"),
    MetadataKey("HKAverageSpeed", .quantity, "speed", since: "11.2"),
    MetadataKey("HKBloodGlucoseMealTime", .number, "enum HKBloodGlucoseMealTime", since: "11.0"),
    MetadataKey(
      "HKBodyTemperatureSensorLocation", .number, "enum HKBodyTemperatureSensorLocation",
      since: "8.0"),
    MetadataKey("HKCoachedWorkout", .number, "bool", since: "8.0"),
    MetadataKey("HKCrossTrainerDistance", .quantity, "length", since: "12.0"),
    MetadataKey(
      "HKCyclingCyclingFunctionalThresholdPowerTestType", .number,
      "enum HKCyclingFunctionalThresholdPowerTestType",
      constant: "HKMetadataKeyCyclingFunctionalThresholdPowerTestType", since: "17.0"),
    MetadataKey("HKDateOfEarliestDataUsedForEstimate", .date, since: "15.0"),
    MetadataKey("HKDeviceManufacturerName", .string, since: "8.0"),
    MetadataKey("HKDeviceName", .string, since: "8.0"),
    MetadataKey("HKDeviceSerialNumber", .string, since: "8.0"),
    MetadataKey("HKDigitalSignature", .string, "base64 of DER CMS signed-data", since: "8.0"),
    MetadataKey("HKElevationAscended", .quantity, "length", since: "11.2"),
    MetadataKey("HKElevationDescended", .quantity, "length", since: "11.2"),
    MetadataKey("HKExternalUUID", .string, since: "8.0"),
    MetadataKey("HKFitnessMachineDuration", .quantity, "time", since: "12.0"),
    MetadataKey("HKFoodType", .string, since: "8.0"),
    MetadataKey("HKGroupFitness", .number, "bool", since: "8.0"),
    MetadataKey("HKHeartRateEventThreshold", .quantity, "count/min", since: "12.2"),
    MetadataKey(
      "HKHeartRateSensorLocation", .number, "enum HKHeartRateSensorLocation", since: "8.0"),
    MetadataKey("HKIndoorBikeDistance", .quantity, "length", since: "12.0"),
    MetadataKey("HKIndoorWorkout", .number, "bool", since: "8.0"),
    MetadataKey(
      "HKInsulinDeliveryReason", .number, "enum HKInsulinDeliveryReason", since: "11.0",
      requiredBy: "HKQuantityTypeIdentifierInsulinDelivery"),
    MetadataKey("HKLapLength", .quantity, "length", since: "10.0"),
    MetadataKey("HKLowCardioFitnessEventThreshold", .quantity, "mL/min·kg", since: "14.3"),
    MetadataKey("HKMaximumSpeed", .quantity, "speed", since: "11.2"),
    MetadataKey(
      "HKMenstrualCycleStart", .number, "bool", since: "9.0",
      requiredBy: "HKCategoryTypeIdentifierMenstrualFlow"),
    MetadataKey(
      "HKMetadataKeyAppleDeviceCalibrated", .number, "bool", since: "14.0", reserved: true),
    MetadataKey(
      "HKMetadataKeyAppleECGAlgorithmVersion", .number, "enum HKAppleECGAlgorithmVersion",
      since: "14.0"),
    MetadataKey("HKMetadataKeyAppleFitnessPlusCatalogIdentifier", .string, since: "18.2"),
    MetadataKey("HKMetadataKeyAppleFitnessPlusSession", .number, "bool", since: "17.0"),
    MetadataKey("HKMetadataKeyAudioExposureDuration", .quantity, "time", since: "14.2"),
    MetadataKey("HKMetadataKeyAudioExposureLevel", .quantity, "dBASPL", since: "13.0"),
    MetadataKey("HKMetadataKeyBarometricPressure", .quantity, "pressure", since: "14.0"),
    MetadataKey(
      "HKMetadataKeyDevicePlacementSide", .number, "enum HKDevicePlacementSide", since: "14.0"),
    MetadataKey("HKMetadataKeyGlassesPrescriptionDescription", .string, since: "16.0"),
    MetadataKey("HKMetadataKeyHeadphoneGain", .quantity, "dBASPL", since: "16.4"),
    MetadataKey(
      "HKMetadataKeyHeartRateMotionContext", .number, "enum HKHeartRateMotionContext", since: "11.0"
    ),
    MetadataKey("HKMetadataKeyHeartRateRecoveryActivityDuration", .quantity, "time", since: "16.0"),
    MetadataKey(
      "HKMetadataKeyHeartRateRecoveryActivityType", .number, "enum HKWorkoutActivityType",
      since: "16.0"),
    MetadataKey(
      "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate", .quantity, "count/min",
      since: "16.0"),
    MetadataKey(
      "HKMetadataKeyHeartRateRecoveryTestType", .number, "enum HKHeartRateRecoveryTestType",
      since: "16.0"),
    MetadataKey("HKMetadataKeyMaximumLightIntensity", .quantity, "lx", since: "17.0"),
    MetadataKey("HKMetadataKeyQuantityClampedToLowerBound", .number, "bool", since: "16.0"),
    MetadataKey("HKMetadataKeyQuantityClampedToUpperBound", .number, "bool", since: "16.0"),
    MetadataKey("HKMetadataKeySessionEstimate", .quantity, "unit of its sample", since: "16.0"),
    MetadataKey("HKMetadataKeySyncIdentifier", .string, since: "11.0"),
    MetadataKey("HKMetadataKeySyncVersion", .number, "number", since: "11.0"),
    MetadataKey(
      "HKMetadataKeyUserMotionContext", .number, "enum HKUserMotionContext", since: "16.0"),
    MetadataKey("HKMetadataKeyWaterSalinity", .number, "enum HKWaterSalinity", since: "17.0"),
    MetadataKey(
      "HKPhysicalEffortEstimationType", .number, "enum HKPhysicalEffortEstimationType",
      since: "17.0"),
    MetadataKey("HKReferenceRangeLowerLimit", .number, "number in the sample unit", since: "8.0"),
    MetadataKey("HKReferenceRangeUpperLimit", .number, "number in the sample unit", since: "8.0"),
    MetadataKey("HKSWOLFScore", .number, "number", since: "16.0"),
    MetadataKey("HKSexualActivityProtectionUsed", .number, "bool", since: "9.0"),
    MetadataKey(
      "HKSwimmingLocationType", .number, "enum HKWorkoutSwimmingLocationType", since: "10.0"),
    MetadataKey("HKSwimmingStrokeStyle", .number, "enum HKSwimmingStrokeStyle", since: "10.0"),
    MetadataKey("HKTimeZone", .string, "IANA zone name", since: "8.0"),
    MetadataKey("HKUDIDeviceIdentifier", .string, since: "8.0"),
    MetadataKey("HKUDIProductionIdentifier", .string, since: "8.0"),
    MetadataKey("HKVO2MaxTestType", .number, "enum HKVO2MaxTestType", since: "11.0"),
    MetadataKey("HKVO2MaxValue", .quantity, "mL/min·kg", since: "14.3"),
    MetadataKey("HKWasTakenInLab", .number, "bool", since: "8.0"),
    MetadataKey("HKWasUserEntered", .number, "bool", since: "8.0"),
    MetadataKey("HKWeatherCondition", .number, "enum HKWeatherCondition", since: "10.0"),
    MetadataKey("HKWeatherHumidity", .quantity, "%", since: "10.0"),
    MetadataKey("HKWeatherTemperature", .quantity, "temperature", since: "10.0"),
    MetadataKey("HKWorkoutBrandName", .string, since: "8.0"),
  ]
}
