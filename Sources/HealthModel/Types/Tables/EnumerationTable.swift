/// The enumerations that no other table holds: those of metadata, documents and interfaces, by
/// name.
///
/// Source: Apple's SDK headers. The values of categories, characteristics, workout activities and
/// workout events stand with their types.
enum EnumerationTable {
  static let rows: [Enumeration] = [
    Enumeration(
      "HKAppleECGAlgorithmVersion",
      [
        NamedValue(1, "version1", "HKAppleECGAlgorithmVersion1"),
        NamedValue(2, "version2", "HKAppleECGAlgorithmVersion2"),
      ]),
    Enumeration(
      "HKAuthorizationRequestStatus",
      [
        NamedValue(0, "unknown", "HKAuthorizationRequestStatusUnknown"),
        NamedValue(1, "shouldRequest", "HKAuthorizationRequestStatusShouldRequest"),
        NamedValue(2, "unnecessary", "HKAuthorizationRequestStatusUnnecessary"),
      ]),
    Enumeration(
      "HKAuthorizationStatus",
      [
        NamedValue(0, "notDetermined", "HKAuthorizationStatusNotDetermined"),
        NamedValue(1, "sharingDenied", "HKAuthorizationStatusSharingDenied"),
        NamedValue(2, "sharingAuthorized", "HKAuthorizationStatusSharingAuthorized"),
      ]),
    Enumeration(
      "HKBloodGlucoseMealTime",
      [
        NamedValue(1, "preprandial", "HKBloodGlucoseMealTimePreprandial"),
        NamedValue(2, "postprandial", "HKBloodGlucoseMealTimePostprandial"),
      ]),
    Enumeration(
      "HKBodyTemperatureSensorLocation",
      [
        NamedValue(0, "other", "HKBodyTemperatureSensorLocationOther"),
        NamedValue(1, "armpit", "HKBodyTemperatureSensorLocationArmpit"),
        NamedValue(2, "body", "HKBodyTemperatureSensorLocationBody"),
        NamedValue(3, "ear", "HKBodyTemperatureSensorLocationEar"),
        NamedValue(4, "finger", "HKBodyTemperatureSensorLocationFinger"),
        NamedValue(5, "gastroIntestinal", "HKBodyTemperatureSensorLocationGastroIntestinal"),
        NamedValue(6, "mouth", "HKBodyTemperatureSensorLocationMouth"),
        NamedValue(7, "rectum", "HKBodyTemperatureSensorLocationRectum"),
        NamedValue(8, "toe", "HKBodyTemperatureSensorLocationToe"),
        NamedValue(9, "earDrum", "HKBodyTemperatureSensorLocationEarDrum"),
        NamedValue(10, "temporalArtery", "HKBodyTemperatureSensorLocationTemporalArtery"),
        NamedValue(11, "forehead", "HKBodyTemperatureSensorLocationForehead"),
      ]),
    Enumeration(
      "HKCyclingFunctionalThresholdPowerTestType",
      [
        NamedValue(
          1, "maxExercise60Minute", "HKCyclingFunctionalThresholdPowerTestTypeMaxExercise60Minute"),
        NamedValue(
          2, "maxExercise20Minute", "HKCyclingFunctionalThresholdPowerTestTypeMaxExercise20Minute"),
        NamedValue(3, "rampTest", "HKCyclingFunctionalThresholdPowerTestTypeRampTest"),
        NamedValue(
          4, "predictionExercise", "HKCyclingFunctionalThresholdPowerTestTypePredictionExercise"),
      ]),
    Enumeration(
      "HKDevicePlacementSide",
      [
        NamedValue(0, "unknown", "HKDevicePlacementSideUnknown"),
        NamedValue(1, "left", "HKDevicePlacementSideLeft"),
        NamedValue(2, "right", "HKDevicePlacementSideRight"),
        NamedValue(3, "central", "HKDevicePlacementSideCentral"),
      ]),
    Enumeration(
      "HKElectrocardiogramClassification",
      [
        NamedValue(0, "notSet", "HKElectrocardiogramClassificationNotSet"),
        NamedValue(1, "sinusRhythm", "HKElectrocardiogramClassificationSinusRhythm"),
        NamedValue(2, "atrialFibrillation", "HKElectrocardiogramClassificationAtrialFibrillation"),
        NamedValue(
          3, "inconclusiveLowHeartRate", "HKElectrocardiogramClassificationInconclusiveLowHeartRate"
        ),
        NamedValue(
          4, "inconclusiveHighHeartRate",
          "HKElectrocardiogramClassificationInconclusiveHighHeartRate"),
        NamedValue(
          5, "inconclusivePoorReading", "HKElectrocardiogramClassificationInconclusivePoorReading"),
        NamedValue(6, "inconclusiveOther", "HKElectrocardiogramClassificationInconclusiveOther"),
        NamedValue(100, "unrecognized", "HKElectrocardiogramClassificationUnrecognized"),
      ]),
    Enumeration(
      "HKElectrocardiogramSymptomsStatus",
      [
        NamedValue(0, "notSet", "HKElectrocardiogramSymptomsStatusNotSet"),
        NamedValue(1, "none", "HKElectrocardiogramSymptomsStatusNone"),
        NamedValue(2, "present", "HKElectrocardiogramSymptomsStatusPresent"),
      ]),
    Enumeration(
      "HKHeartRateMotionContext",
      [
        NamedValue(0, "notSet", "HKHeartRateMotionContextNotSet"),
        NamedValue(1, "sedentary", "HKHeartRateMotionContextSedentary"),
        NamedValue(2, "active", "HKHeartRateMotionContextActive"),
      ]),
    Enumeration(
      "HKHeartRateRecoveryTestType",
      [
        NamedValue(1, "maxExercise", "HKHeartRateRecoveryTestTypeMaxExercise"),
        NamedValue(
          2, "predictionSubMaxExercise", "HKHeartRateRecoveryTestTypePredictionSubMaxExercise"),
        NamedValue(3, "predictionNonExercise", "HKHeartRateRecoveryTestTypePredictionNonExercise"),
      ]),
    Enumeration(
      "HKHeartRateSensorLocation",
      [
        NamedValue(0, "other", "HKHeartRateSensorLocationOther"),
        NamedValue(1, "chest", "HKHeartRateSensorLocationChest"),
        NamedValue(2, "wrist", "HKHeartRateSensorLocationWrist"),
        NamedValue(3, "finger", "HKHeartRateSensorLocationFinger"),
        NamedValue(4, "hand", "HKHeartRateSensorLocationHand"),
        NamedValue(5, "earLobe", "HKHeartRateSensorLocationEarLobe"),
        NamedValue(6, "foot", "HKHeartRateSensorLocationFoot"),
      ]),
    Enumeration(
      "HKInsulinDeliveryReason",
      [
        NamedValue(1, "basal", "HKInsulinDeliveryReasonBasal"),
        NamedValue(2, "bolus", "HKInsulinDeliveryReasonBolus"),
      ]),
    Enumeration(
      "HKMedicationDoseEventLogStatus",
      [
        NamedValue(1, "notInteracted", "HKMedicationDoseEventLogStatusNotInteracted"),
        NamedValue(2, "notificationNotSent", "HKMedicationDoseEventLogStatusNotificationNotSent"),
        NamedValue(3, "snoozed", "HKMedicationDoseEventLogStatusSnoozed"),
        NamedValue(4, "taken", "HKMedicationDoseEventLogStatusTaken"),
        NamedValue(5, "skipped", "HKMedicationDoseEventLogStatusSkipped"),
        NamedValue(6, "notLogged", "HKMedicationDoseEventLogStatusNotLogged"),
      ]),
    Enumeration(
      "HKMedicationDoseEventScheduleType",
      [
        NamedValue(1, "asNeeded", "HKMedicationDoseEventScheduleTypeAsNeeded"),
        NamedValue(2, "schedule", "HKMedicationDoseEventScheduleTypeSchedule"),
      ]),
    Enumeration(
      "HKPhysicalEffortEstimationType",
      [
        NamedValue(1, "activityLookup", "HKPhysicalEffortEstimationTypeActivityLookup"),
        NamedValue(2, "deviceSensed", "HKPhysicalEffortEstimationTypeDeviceSensed"),
      ]),
    Enumeration(
      "HKPrismBase",
      [
        NamedValue(0, "none", "HKPrismBaseNone"),
        NamedValue(1, "up", "HKPrismBaseUp"),
        NamedValue(2, "down", "HKPrismBaseDown"),
        NamedValue(3, "in", "HKPrismBaseIn"),
        NamedValue(4, "out", "HKPrismBaseOut"),
      ]),
    Enumeration(
      "HKQuantityAggregationStyle",
      [
        NamedValue(0, "cumulative", "HKQuantityAggregationStyleCumulative"),
        NamedValue(1, "discreteArithmetic", "HKQuantityAggregationStyleDiscreteArithmetic"),
        NamedValue(
          2, "discreteTemporallyWeighted", "HKQuantityAggregationStyleDiscreteTemporallyWeighted"),
        NamedValue(
          3, "discreteEquivalentContinuousLevel",
          "HKQuantityAggregationStyleDiscreteEquivalentContinuousLevel"),
      ]),
    Enumeration(
      "HKQueryOption",
      [
        NamedValue(0, "none", "HKQueryOptionNone"),
        NamedValue(1, "strictStartDate", "HKQueryOptionStrictStartDate"),
        NamedValue(2, "strictEndDate", "HKQueryOptionStrictEndDate"),
      ]),
    Enumeration(
      "HKStateOfMindAssociation",
      [
        NamedValue(1, "community", "HKStateOfMindAssociationCommunity"),
        NamedValue(2, "currentEvents", "HKStateOfMindAssociationCurrentEvents"),
        NamedValue(3, "dating", "HKStateOfMindAssociationDating"),
        NamedValue(4, "education", "HKStateOfMindAssociationEducation"),
        NamedValue(5, "family", "HKStateOfMindAssociationFamily"),
        NamedValue(6, "fitness", "HKStateOfMindAssociationFitness"),
        NamedValue(7, "friends", "HKStateOfMindAssociationFriends"),
        NamedValue(8, "health", "HKStateOfMindAssociationHealth"),
        NamedValue(9, "hobbies", "HKStateOfMindAssociationHobbies"),
        NamedValue(10, "identity", "HKStateOfMindAssociationIdentity"),
        NamedValue(11, "money", "HKStateOfMindAssociationMoney"),
        NamedValue(12, "partner", "HKStateOfMindAssociationPartner"),
        NamedValue(13, "selfCare", "HKStateOfMindAssociationSelfCare"),
        NamedValue(14, "spirituality", "HKStateOfMindAssociationSpirituality"),
        NamedValue(15, "tasks", "HKStateOfMindAssociationTasks"),
        NamedValue(16, "travel", "HKStateOfMindAssociationTravel"),
        NamedValue(17, "work", "HKStateOfMindAssociationWork"),
        NamedValue(18, "weather", "HKStateOfMindAssociationWeather"),
      ]),
    Enumeration(
      "HKStateOfMindKind",
      [
        NamedValue(1, "momentaryEmotion", "HKStateOfMindKindMomentaryEmotion"),
        NamedValue(2, "dailyMood", "HKStateOfMindKindDailyMood"),
      ]),
    Enumeration(
      "HKStateOfMindLabel",
      [
        NamedValue(1, "amazed", "HKStateOfMindLabelAmazed"),
        NamedValue(2, "amused", "HKStateOfMindLabelAmused"),
        NamedValue(3, "angry", "HKStateOfMindLabelAngry"),
        NamedValue(4, "anxious", "HKStateOfMindLabelAnxious"),
        NamedValue(5, "ashamed", "HKStateOfMindLabelAshamed"),
        NamedValue(6, "brave", "HKStateOfMindLabelBrave"),
        NamedValue(7, "calm", "HKStateOfMindLabelCalm"),
        NamedValue(8, "content", "HKStateOfMindLabelContent"),
        NamedValue(9, "disappointed", "HKStateOfMindLabelDisappointed"),
        NamedValue(10, "discouraged", "HKStateOfMindLabelDiscouraged"),
        NamedValue(11, "disgusted", "HKStateOfMindLabelDisgusted"),
        NamedValue(12, "embarrassed", "HKStateOfMindLabelEmbarrassed"),
        NamedValue(13, "excited", "HKStateOfMindLabelExcited"),
        NamedValue(14, "frustrated", "HKStateOfMindLabelFrustrated"),
        NamedValue(15, "grateful", "HKStateOfMindLabelGrateful"),
        NamedValue(16, "guilty", "HKStateOfMindLabelGuilty"),
        NamedValue(17, "happy", "HKStateOfMindLabelHappy"),
        NamedValue(18, "hopeless", "HKStateOfMindLabelHopeless"),
        NamedValue(19, "irritated", "HKStateOfMindLabelIrritated"),
        NamedValue(20, "jealous", "HKStateOfMindLabelJealous"),
        NamedValue(21, "joyful", "HKStateOfMindLabelJoyful"),
        NamedValue(22, "lonely", "HKStateOfMindLabelLonely"),
        NamedValue(23, "passionate", "HKStateOfMindLabelPassionate"),
        NamedValue(24, "peaceful", "HKStateOfMindLabelPeaceful"),
        NamedValue(25, "proud", "HKStateOfMindLabelProud"),
        NamedValue(26, "relieved", "HKStateOfMindLabelRelieved"),
        NamedValue(27, "sad", "HKStateOfMindLabelSad"),
        NamedValue(28, "scared", "HKStateOfMindLabelScared"),
        NamedValue(29, "stressed", "HKStateOfMindLabelStressed"),
        NamedValue(30, "surprised", "HKStateOfMindLabelSurprised"),
        NamedValue(31, "worried", "HKStateOfMindLabelWorried"),
        NamedValue(32, "annoyed", "HKStateOfMindLabelAnnoyed"),
        NamedValue(33, "confident", "HKStateOfMindLabelConfident"),
        NamedValue(34, "drained", "HKStateOfMindLabelDrained"),
        NamedValue(35, "hopeful", "HKStateOfMindLabelHopeful"),
        NamedValue(36, "indifferent", "HKStateOfMindLabelIndifferent"),
        NamedValue(37, "overwhelmed", "HKStateOfMindLabelOverwhelmed"),
        NamedValue(38, "satisfied", "HKStateOfMindLabelSatisfied"),
      ]),
    Enumeration(
      "HKStateOfMindValenceClassification",
      [
        NamedValue(1, "veryUnpleasant", "HKStateOfMindValenceClassificationVeryUnpleasant"),
        NamedValue(2, "unpleasant", "HKStateOfMindValenceClassificationUnpleasant"),
        NamedValue(3, "slightlyUnpleasant", "HKStateOfMindValenceClassificationSlightlyUnpleasant"),
        NamedValue(4, "neutral", "HKStateOfMindValenceClassificationNeutral"),
        NamedValue(5, "slightlyPleasant", "HKStateOfMindValenceClassificationSlightlyPleasant"),
        NamedValue(6, "pleasant", "HKStateOfMindValenceClassificationPleasant"),
        NamedValue(7, "veryPleasant", "HKStateOfMindValenceClassificationVeryPleasant"),
      ]),
    Enumeration(
      "HKStatisticsOption",
      [
        NamedValue(0, "none", "HKStatisticsOptionNone"),
        NamedValue(1, "separateBySource", "HKStatisticsOptionSeparateBySource"),
        NamedValue(2, "discreteAverage", "HKStatisticsOptionDiscreteAverage"),
        NamedValue(4, "discreteMin", "HKStatisticsOptionDiscreteMin"),
        NamedValue(8, "discreteMax", "HKStatisticsOptionDiscreteMax"),
        NamedValue(16, "cumulativeSum", "HKStatisticsOptionCumulativeSum"),
        NamedValue(32, "mostRecent", "HKStatisticsOptionMostRecent"),
        NamedValue(64, "duration", "HKStatisticsOptionDuration"),
      ]),
    Enumeration(
      "HKSwimmingStrokeStyle",
      [
        NamedValue(0, "unknown", "HKSwimmingStrokeStyleUnknown"),
        NamedValue(1, "mixed", "HKSwimmingStrokeStyleMixed"),
        NamedValue(2, "freestyle", "HKSwimmingStrokeStyleFreestyle"),
        NamedValue(3, "backstroke", "HKSwimmingStrokeStyleBackstroke"),
        NamedValue(4, "breaststroke", "HKSwimmingStrokeStyleBreaststroke"),
        NamedValue(5, "butterfly", "HKSwimmingStrokeStyleButterfly"),
        NamedValue(6, "kickboard", "HKSwimmingStrokeStyleKickboard"),
      ]),
    Enumeration(
      "HKUpdateFrequency",
      [
        NamedValue(1, "immediate", "HKUpdateFrequencyImmediate"),
        NamedValue(2, "hourly", "HKUpdateFrequencyHourly"),
        NamedValue(3, "daily", "HKUpdateFrequencyDaily"),
        NamedValue(4, "weekly", "HKUpdateFrequencyWeekly"),
      ]),
    Enumeration(
      "HKUserMotionContext",
      [
        NamedValue(0, "notSet", "HKUserMotionContextNotSet"),
        NamedValue(1, "stationary", "HKUserMotionContextStationary"),
        NamedValue(2, "active", "HKUserMotionContextActive"),
      ]),
    Enumeration(
      "HKVO2MaxTestType",
      [
        NamedValue(1, "maxExercise", "HKVO2MaxTestTypeMaxExercise"),
        NamedValue(2, "predictionSubMaxExercise", "HKVO2MaxTestTypePredictionSubMaxExercise"),
        NamedValue(3, "predictionNonExercise", "HKVO2MaxTestTypePredictionNonExercise"),
        NamedValue(4, "predictionStepTest", "HKVO2MaxTestTypePredictionStepTest"),
      ]),
    Enumeration(
      "HKVisionEye",
      [
        NamedValue(1, "left", "HKVisionEyeLeft"),
        NamedValue(2, "right", "HKVisionEyeRight"),
      ]),
    Enumeration(
      "HKVisionPrescriptionType",
      [
        NamedValue(1, "glasses", "HKVisionPrescriptionTypeGlasses"),
        NamedValue(2, "contacts", "HKVisionPrescriptionTypeContacts"),
      ]),
    Enumeration(
      "HKWaterSalinity",
      [
        NamedValue(1, "freshWater", "HKWaterSalinityFreshWater"),
        NamedValue(2, "saltWater", "HKWaterSalinitySaltWater"),
      ]),
    Enumeration(
      "HKWeatherCondition",
      [
        NamedValue(0, "none", "HKWeatherConditionNone"),
        NamedValue(1, "clear", "HKWeatherConditionClear"),
        NamedValue(2, "fair", "HKWeatherConditionFair"),
        NamedValue(3, "partlyCloudy", "HKWeatherConditionPartlyCloudy"),
        NamedValue(4, "mostlyCloudy", "HKWeatherConditionMostlyCloudy"),
        NamedValue(5, "cloudy", "HKWeatherConditionCloudy"),
        NamedValue(6, "foggy", "HKWeatherConditionFoggy"),
        NamedValue(7, "haze", "HKWeatherConditionHaze"),
        NamedValue(8, "windy", "HKWeatherConditionWindy"),
        NamedValue(9, "blustery", "HKWeatherConditionBlustery"),
        NamedValue(10, "smoky", "HKWeatherConditionSmoky"),
        NamedValue(11, "dust", "HKWeatherConditionDust"),
        NamedValue(12, "snow", "HKWeatherConditionSnow"),
        NamedValue(13, "hail", "HKWeatherConditionHail"),
        NamedValue(14, "sleet", "HKWeatherConditionSleet"),
        NamedValue(15, "freezingDrizzle", "HKWeatherConditionFreezingDrizzle"),
        NamedValue(16, "freezingRain", "HKWeatherConditionFreezingRain"),
        NamedValue(17, "mixedRainAndHail", "HKWeatherConditionMixedRainAndHail"),
        NamedValue(18, "mixedRainAndSnow", "HKWeatherConditionMixedRainAndSnow"),
        NamedValue(19, "mixedRainAndSleet", "HKWeatherConditionMixedRainAndSleet"),
        NamedValue(20, "mixedSnowAndSleet", "HKWeatherConditionMixedSnowAndSleet"),
        NamedValue(21, "drizzle", "HKWeatherConditionDrizzle"),
        NamedValue(22, "scatteredShowers", "HKWeatherConditionScatteredShowers"),
        NamedValue(23, "showers", "HKWeatherConditionShowers"),
        NamedValue(24, "thunderstorms", "HKWeatherConditionThunderstorms"),
        NamedValue(25, "tropicalStorm", "HKWeatherConditionTropicalStorm"),
        NamedValue(26, "hurricane", "HKWeatherConditionHurricane"),
        NamedValue(27, "tornado", "HKWeatherConditionTornado"),
      ]),
    Enumeration(
      "HKWorkoutSessionLocationType",
      [
        NamedValue(1, "unknown", "HKWorkoutSessionLocationTypeUnknown"),
        NamedValue(2, "indoor", "HKWorkoutSessionLocationTypeIndoor"),
        NamedValue(3, "outdoor", "HKWorkoutSessionLocationTypeOutdoor"),
      ]),
    Enumeration(
      "HKWorkoutSwimmingLocationType",
      [
        NamedValue(0, "unknown", "HKWorkoutSwimmingLocationTypeUnknown"),
        NamedValue(1, "pool", "HKWorkoutSwimmingLocationTypePool"),
        NamedValue(2, "openWater", "HKWorkoutSwimmingLocationTypeOpenWater"),
      ]),
  ]
}
