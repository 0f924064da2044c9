/// The values of category types: raw value, short name, and the string that exports contain.
///
/// A value marked `older` is an earlier spelling of the raw value above it: sleep before iOS 16,
/// menstrual flow before iOS 18, the audio event before iOS 14.
/// Source: Apple's SDK headers.
enum CategoryValues {
  /// `HKCategoryValueMenopausalState`, whose raw values no source confirms: none are known.
  static let unconfirmed: [NamedValue] = []

  /// `HKCategoryValueAppetiteChanges`.
  static let appetiteChanges: [NamedValue] = [
    NamedValue(0, "unspecified", "HKCategoryValueAppetiteChangesUnspecified"),
    NamedValue(1, "noChange", "HKCategoryValueAppetiteChangesNoChange"),
    NamedValue(2, "decreased", "HKCategoryValueAppetiteChangesDecreased"),
    NamedValue(3, "increased", "HKCategoryValueAppetiteChangesIncreased"),
  ]

  /// `HKCategoryValueAppleStandHour`.
  static let appleStandHour: [NamedValue] = [
    NamedValue(0, "stood", "HKCategoryValueAppleStandHourStood"),
    NamedValue(1, "idle", "HKCategoryValueAppleStandHourIdle"),
  ]

  /// `HKCategoryValueAppleWalkingSteadinessEvent`.
  static let appleWalkingSteadinessEvent: [NamedValue] = [
    NamedValue(1, "initialLow", "HKCategoryValueAppleWalkingSteadinessEventInitialLow"),
    NamedValue(2, "initialVeryLow", "HKCategoryValueAppleWalkingSteadinessEventInitialVeryLow"),
    NamedValue(3, "repeatLow", "HKCategoryValueAppleWalkingSteadinessEventRepeatLow"),
    NamedValue(4, "repeatVeryLow", "HKCategoryValueAppleWalkingSteadinessEventRepeatVeryLow"),
  ]

  /// `HKCategoryValueAudioExposureEvent`.
  static let audioExposureEvent: [NamedValue] = [
    NamedValue(1, "loudEnvironment", "HKCategoryValueAudioExposureEventLoudEnvironment")
  ]

  /// `HKCategoryValueCervicalMucusQuality`.
  static let cervicalMucusQuality: [NamedValue] = [
    NamedValue(1, "dry", "HKCategoryValueCervicalMucusQualityDry"),
    NamedValue(2, "sticky", "HKCategoryValueCervicalMucusQualitySticky"),
    NamedValue(3, "creamy", "HKCategoryValueCervicalMucusQualityCreamy"),
    NamedValue(4, "watery", "HKCategoryValueCervicalMucusQualityWatery"),
    NamedValue(5, "eggWhite", "HKCategoryValueCervicalMucusQualityEggWhite"),
  ]

  /// `HKCategoryValueContraceptive`.
  static let contraceptive: [NamedValue] = [
    NamedValue(1, "unspecified", "HKCategoryValueContraceptiveUnspecified"),
    NamedValue(2, "implant", "HKCategoryValueContraceptiveImplant"),
    NamedValue(3, "injection", "HKCategoryValueContraceptiveInjection"),
    NamedValue(4, "intrauterineDevice", "HKCategoryValueContraceptiveIntrauterineDevice"),
    NamedValue(5, "intravaginalRing", "HKCategoryValueContraceptiveIntravaginalRing"),
    NamedValue(6, "oral", "HKCategoryValueContraceptiveOral"),
    NamedValue(7, "patch", "HKCategoryValueContraceptivePatch"),
  ]

  /// `HKCategoryValueEnvironmentalAudioExposureEvent` and `HKCategoryValueAudioExposureEvent`.
  static let environmentalAudioExposureEvent: [NamedValue] = [
    NamedValue(1, "momentaryLimit", "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit"),
    NamedValue(
      1, "loudEnvironment", "HKCategoryValueAudioExposureEventLoudEnvironment", older: true),
  ]

  /// `HKCategoryValueHeadphoneAudioExposureEvent`.
  static let headphoneAudioExposureEvent: [NamedValue] = [
    NamedValue(1, "sevenDayLimit", "HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit")
  ]

  /// `HKCategoryValueLowCardioFitnessEvent`.
  static let lowCardioFitnessEvent: [NamedValue] = [
    NamedValue(1, "lowFitness", "HKCategoryValueLowCardioFitnessEventLowFitness")
  ]

  /// `HKCategoryValueVaginalBleeding` and `HKCategoryValueMenstrualFlow`.
  static let menstrualFlow: [NamedValue] = [
    NamedValue(1, "unspecified", "HKCategoryValueVaginalBleedingUnspecified"),
    NamedValue(2, "light", "HKCategoryValueVaginalBleedingLight"),
    NamedValue(3, "medium", "HKCategoryValueVaginalBleedingMedium"),
    NamedValue(4, "heavy", "HKCategoryValueVaginalBleedingHeavy"),
    NamedValue(5, "none", "HKCategoryValueVaginalBleedingNone"),
    NamedValue(1, "unspecified", "HKCategoryValueMenstrualFlowUnspecified", older: true),
    NamedValue(2, "light", "HKCategoryValueMenstrualFlowLight", older: true),
    NamedValue(3, "medium", "HKCategoryValueMenstrualFlowMedium", older: true),
    NamedValue(4, "heavy", "HKCategoryValueMenstrualFlowHeavy", older: true),
    NamedValue(5, "none", "HKCategoryValueMenstrualFlowNone", older: true),
  ]

  /// `HKCategoryValueOvulationTestResult`.
  static let ovulationTestResult: [NamedValue] = [
    NamedValue(1, "negative", "HKCategoryValueOvulationTestResultNegative"),
    NamedValue(
      2, "luteinizingHormoneSurge", "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge"),
    NamedValue(2, "positive", "HKCategoryValueOvulationTestResultPositive", older: true),
    NamedValue(3, "indeterminate", "HKCategoryValueOvulationTestResultIndeterminate"),
    NamedValue(4, "estrogenSurge", "HKCategoryValueOvulationTestResultEstrogenSurge"),
  ]

  /// `HKCategoryValue`.
  static let plain: [NamedValue] = [
    NamedValue(0, "notApplicable", "HKCategoryValueNotApplicable")
  ]

  /// `HKCategoryValuePregnancyTestResult`.
  static let pregnancyTestResult: [NamedValue] = [
    NamedValue(1, "negative", "HKCategoryValuePregnancyTestResultNegative"),
    NamedValue(2, "positive", "HKCategoryValuePregnancyTestResultPositive"),
    NamedValue(3, "indeterminate", "HKCategoryValuePregnancyTestResultIndeterminate"),
  ]

  /// `HKCategoryValuePresence`.
  static let presence: [NamedValue] = [
    NamedValue(0, "present", "HKCategoryValuePresencePresent"),
    NamedValue(1, "notPresent", "HKCategoryValuePresenceNotPresent"),
  ]

  /// `HKCategoryValueProgesteroneTestResult`.
  static let progesteroneTestResult: [NamedValue] = [
    NamedValue(1, "negative", "HKCategoryValueProgesteroneTestResultNegative"),
    NamedValue(2, "positive", "HKCategoryValueProgesteroneTestResultPositive"),
    NamedValue(3, "indeterminate", "HKCategoryValueProgesteroneTestResultIndeterminate"),
  ]

  /// `HKCategoryValueSeverity`.
  static let severity: [NamedValue] = [
    NamedValue(0, "unspecified", "HKCategoryValueSeverityUnspecified"),
    NamedValue(1, "notPresent", "HKCategoryValueSeverityNotPresent"),
    NamedValue(2, "mild", "HKCategoryValueSeverityMild"),
    NamedValue(3, "moderate", "HKCategoryValueSeverityModerate"),
    NamedValue(4, "severe", "HKCategoryValueSeveritySevere"),
  ]

  /// `HKCategoryValueSleepAnalysis`.
  static let sleepAnalysis: [NamedValue] = [
    NamedValue(0, "inBed", "HKCategoryValueSleepAnalysisInBed"),
    NamedValue(1, "asleepUnspecified", "HKCategoryValueSleepAnalysisAsleepUnspecified"),
    NamedValue(1, "asleep", "HKCategoryValueSleepAnalysisAsleep", older: true),
    NamedValue(2, "awake", "HKCategoryValueSleepAnalysisAwake"),
    NamedValue(3, "asleepCore", "HKCategoryValueSleepAnalysisAsleepCore"),
    NamedValue(4, "asleepDeep", "HKCategoryValueSleepAnalysisAsleepDeep"),
    NamedValue(5, "asleepREM", "HKCategoryValueSleepAnalysisAsleepREM"),
  ]

  /// `HKCategoryValueVaginalBleeding`.
  static let vaginalBleeding: [NamedValue] = [
    NamedValue(1, "unspecified", "HKCategoryValueVaginalBleedingUnspecified"),
    NamedValue(2, "light", "HKCategoryValueVaginalBleedingLight"),
    NamedValue(3, "medium", "HKCategoryValueVaginalBleedingMedium"),
    NamedValue(4, "heavy", "HKCategoryValueVaginalBleedingHeavy"),
    NamedValue(5, "none", "HKCategoryValueVaginalBleedingNone"),
  ]
}
