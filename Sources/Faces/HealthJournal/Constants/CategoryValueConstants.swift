// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

/// The values of `HKCategoryValueAppetiteChanges`.
public enum CategoryValueAppetiteChanges: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueAppetiteChangesUnspecified`.
  case unspecified = 0
  /// `HKCategoryValueAppetiteChangesNoChange`.
  case noChange = 1
  /// `HKCategoryValueAppetiteChangesDecreased`.
  case decreased = 2
  /// `HKCategoryValueAppetiteChangesIncreased`.
  case increased = 3
}

/// The values of `HKCategoryValueAppleStandHour`.
public enum CategoryValueAppleStandHour: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueAppleStandHourStood`.
  case stood = 0
  /// `HKCategoryValueAppleStandHourIdle`.
  case idle = 1
}

/// The values of `HKCategoryValueAppleWalkingSteadinessEvent`.
public enum CategoryValueAppleWalkingSteadinessEvent: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueAppleWalkingSteadinessEventInitialLow`.
  case initialLow = 1
  /// `HKCategoryValueAppleWalkingSteadinessEventInitialVeryLow`.
  case initialVeryLow = 2
  /// `HKCategoryValueAppleWalkingSteadinessEventRepeatLow`.
  case repeatLow = 3
  /// `HKCategoryValueAppleWalkingSteadinessEventRepeatVeryLow`.
  case repeatVeryLow = 4
}

/// The values of `HKCategoryValueCervicalMucusQuality`.
public enum CategoryValueCervicalMucusQuality: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueCervicalMucusQualityDry`.
  case dry = 1
  /// `HKCategoryValueCervicalMucusQualitySticky`.
  case sticky = 2
  /// `HKCategoryValueCervicalMucusQualityCreamy`.
  case creamy = 3
  /// `HKCategoryValueCervicalMucusQualityWatery`.
  case watery = 4
  /// `HKCategoryValueCervicalMucusQualityEggWhite`.
  case eggWhite = 5
}

/// The values of `HKCategoryValueContraceptive`.
public enum CategoryValueContraceptive: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueContraceptiveUnspecified`.
  case unspecified = 1
  /// `HKCategoryValueContraceptiveImplant`.
  case implant = 2
  /// `HKCategoryValueContraceptiveInjection`.
  case injection = 3
  /// `HKCategoryValueContraceptiveIntrauterineDevice`.
  case intrauterineDevice = 4
  /// `HKCategoryValueContraceptiveIntravaginalRing`.
  case intravaginalRing = 5
  /// `HKCategoryValueContraceptiveOral`.
  case oral = 6
  /// `HKCategoryValueContraceptivePatch`.
  case patch = 7
}

/// The values of `HKCategoryValueEnvironmentalAudioExposureEvent`.
public enum CategoryValueEnvironmentalAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit`.
  case momentaryLimit = 1
}

/// The values of `HKCategoryValueHeadphoneAudioExposureEvent`.
public enum CategoryValueHeadphoneAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueHeadphoneAudioExposureEventSevenDayLimit`.
  case sevenDayLimit = 1
}

/// The values of `HKCategoryValueLowCardioFitnessEvent`.
public enum CategoryValueLowCardioFitnessEvent: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueLowCardioFitnessEventLowFitness`.
  case lowFitness = 1
}

/// The values of `HKCategoryValueMenopausalState`.
public enum CategoryValueMenopausalState: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueMenopausalStateMenopause`.
  case menopause = 1
  /// `HKCategoryValueMenopausalStatePerimenopause`.
  case perimenopause = 2
  /// `HKCategoryValueMenopausalStateNone`.
  case none = 3
}

/// The values of `HKCategoryValueOvulationTestResult`.
public enum CategoryValueOvulationTestResult: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueOvulationTestResultNegative`.
  case negative = 1
  /// `HKCategoryValueOvulationTestResultLuteinizingHormoneSurge`.
  case luteinizingHormoneSurge = 2
  /// `HKCategoryValueOvulationTestResultIndeterminate`.
  case indeterminate = 3
  /// `HKCategoryValueOvulationTestResultEstrogenSurge`.
  case estrogenSurge = 4
}

/// The values of `HKCategoryValuePregnancyTestResult`.
public enum CategoryValuePregnancyTestResult: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValuePregnancyTestResultNegative`.
  case negative = 1
  /// `HKCategoryValuePregnancyTestResultPositive`.
  case positive = 2
  /// `HKCategoryValuePregnancyTestResultIndeterminate`.
  case indeterminate = 3
}

/// The values of `HKCategoryValuePresence`.
public enum CategoryValuePresence: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValuePresencePresent`.
  case present = 0
  /// `HKCategoryValuePresenceNotPresent`.
  case notPresent = 1
}

/// The values of `HKCategoryValueProgesteroneTestResult`.
public enum CategoryValueProgesteroneTestResult: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueProgesteroneTestResultNegative`.
  case negative = 1
  /// `HKCategoryValueProgesteroneTestResultPositive`.
  case positive = 2
  /// `HKCategoryValueProgesteroneTestResultIndeterminate`.
  case indeterminate = 3
}

/// The values of `HKCategoryValueSeverity`.
public enum CategoryValueSeverity: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueSeverityUnspecified`.
  case unspecified = 0
  /// `HKCategoryValueSeverityNotPresent`.
  case notPresent = 1
  /// `HKCategoryValueSeverityMild`.
  case mild = 2
  /// `HKCategoryValueSeverityModerate`.
  case moderate = 3
  /// `HKCategoryValueSeveritySevere`.
  case severe = 4
}

/// The values of `HKCategoryValueSleepAnalysis`.
public enum CategoryValueSleepAnalysis: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueSleepAnalysisInBed`.
  case inBed = 0
  /// `HKCategoryValueSleepAnalysisAsleepUnspecified`.
  case asleepUnspecified = 1
  /// `HKCategoryValueSleepAnalysisAwake`.
  case awake = 2
  /// `HKCategoryValueSleepAnalysisAsleepCore`.
  case asleepCore = 3
  /// `HKCategoryValueSleepAnalysisAsleepDeep`.
  case asleepDeep = 4
  /// `HKCategoryValueSleepAnalysisAsleepREM`.
  case asleepREM = 5
}

/// The values of `HKCategoryValueVaginalBleeding`.
public enum CategoryValueVaginalBleeding: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueVaginalBleedingUnspecified`.
  case unspecified = 1
  /// `HKCategoryValueVaginalBleedingLight`.
  case light = 2
  /// `HKCategoryValueVaginalBleedingMedium`.
  case medium = 3
  /// `HKCategoryValueVaginalBleedingHeavy`.
  case heavy = 4
  /// `HKCategoryValueVaginalBleedingNone`.
  case none = 5
}
