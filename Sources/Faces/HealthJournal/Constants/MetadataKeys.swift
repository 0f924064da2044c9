// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

/// `HKMetadataKeyAppleIrregularRhythmNotificationsAlgorithmVersion`.
public let MetadataKeyAppleIrregularRhythmNotificationsAlgorithmVersion =
  "HKMetadataKeyAppleIrregularRhythmNotificationsAlgorithmVersion"

/// `HKMetadataKeyActivityType`.
public let MetadataKeyActivityType =
  "HKActivityType"

/// `HKMetadataKeyAlgorithmVersion`.
public let MetadataKeyAlgorithmVersion =
  "HKAlgorithmVersion"

/// `HKMetadataKeyAlpineSlopeGrade`.
public let MetadataKeyAlpineSlopeGrade =
  "HKAlpineSlopeGrade"

/// `HKMetadataKeyAverageMETs`.
public let MetadataKeyAverageMETs =
  "HKAverageMETs"

/// `HKMetadataKeyAverageSpeed`.
public let MetadataKeyAverageSpeed =
  "HKAverageSpeed"

/// `HKMetadataKeyBloodGlucoseMealTime`.
public let MetadataKeyBloodGlucoseMealTime =
  "HKBloodGlucoseMealTime"

/// `HKMetadataKeyBodyTemperatureSensorLocation`.
public let MetadataKeyBodyTemperatureSensorLocation =
  "HKBodyTemperatureSensorLocation"

/// `HKMetadataKeyCoachedWorkout`.
public let MetadataKeyCoachedWorkout =
  "HKCoachedWorkout"

/// `HKMetadataKeyCrossTrainerDistance`.
public let MetadataKeyCrossTrainerDistance =
  "HKCrossTrainerDistance"

/// `HKMetadataKeyCyclingFunctionalThresholdPowerTestType`.
public let MetadataKeyCyclingFunctionalThresholdPowerTestType =
  "HKCyclingCyclingFunctionalThresholdPowerTestType"

/// `HKMetadataKeyDateOfEarliestDataUsedForEstimate`.
public let MetadataKeyDateOfEarliestDataUsedForEstimate =
  "HKDateOfEarliestDataUsedForEstimate"

/// `HKMetadataKeyDeviceManufacturerName`.
public let MetadataKeyDeviceManufacturerName =
  "HKDeviceManufacturerName"

/// `HKMetadataKeyDeviceName`.
public let MetadataKeyDeviceName =
  "HKDeviceName"

/// `HKMetadataKeyDeviceSerialNumber`.
public let MetadataKeyDeviceSerialNumber =
  "HKDeviceSerialNumber"

/// `HKMetadataKeyDigitalSignature`.
public let MetadataKeyDigitalSignature =
  "HKDigitalSignature"

/// `HKMetadataKeyElevationAscended`.
public let MetadataKeyElevationAscended =
  "HKElevationAscended"

/// `HKMetadataKeyElevationDescended`.
public let MetadataKeyElevationDescended =
  "HKElevationDescended"

/// `HKMetadataKeyExternalUUID`.
public let MetadataKeyExternalUUID =
  "HKExternalUUID"

/// `HKMetadataKeyFitnessMachineDuration`.
public let MetadataKeyFitnessMachineDuration =
  "HKFitnessMachineDuration"

/// `HKMetadataKeyFoodType`.
public let MetadataKeyFoodType =
  "HKFoodType"

/// `HKMetadataKeyGroupFitness`.
public let MetadataKeyGroupFitness =
  "HKGroupFitness"

/// `HKMetadataKeyHeartRateEventThreshold`.
public let MetadataKeyHeartRateEventThreshold =
  "HKHeartRateEventThreshold"

/// `HKMetadataKeyHeartRateSensorLocation`.
public let MetadataKeyHeartRateSensorLocation =
  "HKHeartRateSensorLocation"

/// `HKMetadataKeyIndoorBikeDistance`.
public let MetadataKeyIndoorBikeDistance =
  "HKIndoorBikeDistance"

/// `HKMetadataKeyIndoorWorkout`.
public let MetadataKeyIndoorWorkout =
  "HKIndoorWorkout"

/// `HKMetadataKeyInsulinDeliveryReason`.
public let MetadataKeyInsulinDeliveryReason =
  "HKInsulinDeliveryReason"

/// `HKMetadataKeyLapLength`.
public let MetadataKeyLapLength =
  "HKLapLength"

/// `HKMetadataKeyLowCardioFitnessEventThreshold`.
public let MetadataKeyLowCardioFitnessEventThreshold =
  "HKLowCardioFitnessEventThreshold"

/// `HKMetadataKeyMaximumSpeed`.
public let MetadataKeyMaximumSpeed =
  "HKMaximumSpeed"

/// `HKMetadataKeyMenstrualCycleStart`.
public let MetadataKeyMenstrualCycleStart =
  "HKMenstrualCycleStart"

/// `HKMetadataKeyAppleDeviceCalibrated`.
public let MetadataKeyAppleDeviceCalibrated =
  "HKMetadataKeyAppleDeviceCalibrated"

/// `HKMetadataKeyAppleECGAlgorithmVersion`.
public let MetadataKeyAppleECGAlgorithmVersion =
  "HKMetadataKeyAppleECGAlgorithmVersion"

/// `HKMetadataKeyAppleFitnessPlusCatalogIdentifier`.
public let MetadataKeyAppleFitnessPlusCatalogIdentifier =
  "HKMetadataKeyAppleFitnessPlusCatalogIdentifier"

/// `HKMetadataKeyAppleFitnessPlusSession`.
public let MetadataKeyAppleFitnessPlusSession =
  "HKMetadataKeyAppleFitnessPlusSession"

/// `HKMetadataKeyAudioExposureDuration`.
public let MetadataKeyAudioExposureDuration =
  "HKMetadataKeyAudioExposureDuration"

/// `HKMetadataKeyAudioExposureLevel`.
public let MetadataKeyAudioExposureLevel =
  "HKMetadataKeyAudioExposureLevel"

/// `HKMetadataKeyBarometricPressure`.
public let MetadataKeyBarometricPressure =
  "HKMetadataKeyBarometricPressure"

/// `HKMetadataKeyDevicePlacementSide`.
public let MetadataKeyDevicePlacementSide =
  "HKMetadataKeyDevicePlacementSide"

/// `HKMetadataKeyGlassesPrescriptionDescription`.
public let MetadataKeyGlassesPrescriptionDescription =
  "HKMetadataKeyGlassesPrescriptionDescription"

/// `HKMetadataKeyHeadphoneGain`.
public let MetadataKeyHeadphoneGain =
  "HKMetadataKeyHeadphoneGain"

/// `HKMetadataKeyHeartRateMotionContext`.
public let MetadataKeyHeartRateMotionContext =
  "HKMetadataKeyHeartRateMotionContext"

/// `HKMetadataKeyHeartRateRecoveryActivityDuration`.
public let MetadataKeyHeartRateRecoveryActivityDuration =
  "HKMetadataKeyHeartRateRecoveryActivityDuration"

/// `HKMetadataKeyHeartRateRecoveryActivityType`.
public let MetadataKeyHeartRateRecoveryActivityType =
  "HKMetadataKeyHeartRateRecoveryActivityType"

/// `HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate`.
public let MetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate =
  "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"

/// `HKMetadataKeyHeartRateRecoveryTestType`.
public let MetadataKeyHeartRateRecoveryTestType =
  "HKMetadataKeyHeartRateRecoveryTestType"

/// `HKMetadataKeyMaximumLightIntensity`.
public let MetadataKeyMaximumLightIntensity =
  "HKMetadataKeyMaximumLightIntensity"

/// `HKMetadataKeyQuantityClampedToLowerBound`.
public let MetadataKeyQuantityClampedToLowerBound =
  "HKMetadataKeyQuantityClampedToLowerBound"

/// `HKMetadataKeyQuantityClampedToUpperBound`.
public let MetadataKeyQuantityClampedToUpperBound =
  "HKMetadataKeyQuantityClampedToUpperBound"

/// `HKMetadataKeySessionEstimate`.
public let MetadataKeySessionEstimate =
  "HKMetadataKeySessionEstimate"

/// `HKMetadataKeySyncIdentifier`.
public let MetadataKeySyncIdentifier =
  "HKMetadataKeySyncIdentifier"

/// `HKMetadataKeySyncVersion`.
public let MetadataKeySyncVersion =
  "HKMetadataKeySyncVersion"

/// `HKMetadataKeyUserMotionContext`.
public let MetadataKeyUserMotionContext =
  "HKMetadataKeyUserMotionContext"

/// `HKMetadataKeyWaterSalinity`.
public let MetadataKeyWaterSalinity =
  "HKMetadataKeyWaterSalinity"

/// `HKMetadataKeyPhysicalEffortEstimationType`.
public let MetadataKeyPhysicalEffortEstimationType =
  "HKPhysicalEffortEstimationType"

/// `HKMetadataKeyReferenceRangeLowerLimit`.
public let MetadataKeyReferenceRangeLowerLimit =
  "HKReferenceRangeLowerLimit"

/// `HKMetadataKeyReferenceRangeUpperLimit`.
public let MetadataKeyReferenceRangeUpperLimit =
  "HKReferenceRangeUpperLimit"

/// `HKMetadataKeySWOLFScore`.
public let MetadataKeySWOLFScore =
  "HKSWOLFScore"

/// `HKMetadataKeySexualActivityProtectionUsed`.
public let MetadataKeySexualActivityProtectionUsed =
  "HKSexualActivityProtectionUsed"

/// `HKMetadataKeySwimmingLocationType`.
public let MetadataKeySwimmingLocationType =
  "HKSwimmingLocationType"

/// `HKMetadataKeySwimmingStrokeStyle`.
public let MetadataKeySwimmingStrokeStyle =
  "HKSwimmingStrokeStyle"

/// `HKMetadataKeyTimeZone`.
public let MetadataKeyTimeZone =
  "HKTimeZone"

/// `HKMetadataKeyUDIDeviceIdentifier`.
public let MetadataKeyUDIDeviceIdentifier =
  "HKUDIDeviceIdentifier"

/// `HKMetadataKeyUDIProductionIdentifier`.
public let MetadataKeyUDIProductionIdentifier =
  "HKUDIProductionIdentifier"

/// `HKMetadataKeyVO2MaxTestType`.
public let MetadataKeyVO2MaxTestType =
  "HKVO2MaxTestType"

/// `HKMetadataKeyVO2MaxValue`.
public let MetadataKeyVO2MaxValue =
  "HKVO2MaxValue"

/// `HKMetadataKeyWasTakenInLab`.
public let MetadataKeyWasTakenInLab =
  "HKWasTakenInLab"

/// `HKMetadataKeyWasUserEntered`.
public let MetadataKeyWasUserEntered =
  "HKWasUserEntered"

/// `HKMetadataKeyWeatherCondition`.
public let MetadataKeyWeatherCondition =
  "HKWeatherCondition"

/// `HKMetadataKeyWeatherHumidity`.
public let MetadataKeyWeatherHumidity =
  "HKWeatherHumidity"

/// `HKMetadataKeyWeatherTemperature`.
public let MetadataKeyWeatherTemperature =
  "HKWeatherTemperature"

/// `HKMetadataKeyWorkoutBrandName`.
public let MetadataKeyWorkoutBrandName =
  "HKWorkoutBrandName"
