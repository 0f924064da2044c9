// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension CategoryType {
  /// `HKCategoryTypeIdentifierAbdominalCramps`.
  public static var abdominalCramps: Self { Self(index: 0) }
  /// `HKCategoryTypeIdentifierAcne`.
  public static var acne: Self { Self(index: 1) }
  /// `HKCategoryTypeIdentifierAppetiteChanges`.
  public static var appetiteChanges: Self { Self(index: 2) }
  /// `HKCategoryTypeIdentifierAppleStandHour`.
  public static var appleStandHour: Self { Self(index: 3) }
  /// `HKCategoryTypeIdentifierAppleWalkingSteadinessEvent`.
  public static var appleWalkingSteadinessEvent: Self { Self(index: 4) }
  /// `HKCategoryTypeIdentifierAudioExposureEvent`.
  public static var environmentalAudioExposureEvent: Self { Self(index: 6) }
  /// `HKCategoryTypeIdentifierBladderIncontinence`.
  public static var bladderIncontinence: Self { Self(index: 7) }
  /// `HKCategoryTypeIdentifierBleedingAfterMenopause`.
  public static var bleedingAfterMenopause: Self { Self(index: 8) }
  /// `HKCategoryTypeIdentifierBleedingAfterPregnancy`.
  public static var bleedingAfterPregnancy: Self { Self(index: 9) }
  /// `HKCategoryTypeIdentifierBleedingDuringPregnancy`.
  public static var bleedingDuringPregnancy: Self { Self(index: 10) }
  /// `HKCategoryTypeIdentifierBloating`.
  public static var bloating: Self { Self(index: 11) }
  /// `HKCategoryTypeIdentifierBreastPain`.
  public static var breastPain: Self { Self(index: 12) }
  /// `HKCategoryTypeIdentifierCervicalMucusQuality`.
  public static var cervicalMucusQuality: Self { Self(index: 13) }
  /// `HKCategoryTypeIdentifierChestTightnessOrPain`.
  public static var chestTightnessOrPain: Self { Self(index: 14) }
  /// `HKCategoryTypeIdentifierChills`.
  public static var chills: Self { Self(index: 15) }
  /// `HKCategoryTypeIdentifierConstipation`.
  public static var constipation: Self { Self(index: 16) }
  /// `HKCategoryTypeIdentifierContraceptive`.
  public static var contraceptive: Self { Self(index: 17) }
  /// `HKCategoryTypeIdentifierCoughing`.
  public static var coughing: Self { Self(index: 18) }
  /// `HKCategoryTypeIdentifierDiarrhea`.
  public static var diarrhea: Self { Self(index: 19) }
  /// `HKCategoryTypeIdentifierDizziness`.
  public static var dizziness: Self { Self(index: 20) }
  /// `HKCategoryTypeIdentifierDrySkin`.
  public static var drySkin: Self { Self(index: 21) }
  /// `HKCategoryTypeIdentifierFainting`.
  public static var fainting: Self { Self(index: 22) }
  /// `HKCategoryTypeIdentifierFatigue`.
  public static var fatigue: Self { Self(index: 23) }
  /// `HKCategoryTypeIdentifierFever`.
  public static var fever: Self { Self(index: 24) }
  /// `HKCategoryTypeIdentifierGeneralizedBodyAche`.
  public static var generalizedBodyAche: Self { Self(index: 25) }
  /// `HKCategoryTypeIdentifierHairLoss`.
  public static var hairLoss: Self { Self(index: 26) }
  /// `HKCategoryTypeIdentifierHandwashingEvent`.
  public static var handwashingEvent: Self { Self(index: 27) }
  /// `HKCategoryTypeIdentifierHeadache`.
  public static var headache: Self { Self(index: 28) }
  /// `HKCategoryTypeIdentifierHeadphoneAudioExposureEvent`.
  public static var headphoneAudioExposureEvent: Self { Self(index: 29) }
  /// `HKCategoryTypeIdentifierHeartburn`.
  public static var heartburn: Self { Self(index: 30) }
  /// `HKCategoryTypeIdentifierHighHeartRateEvent`.
  public static var highHeartRateEvent: Self { Self(index: 31) }
  /// `HKCategoryTypeIdentifierHotFlashes`.
  public static var hotFlashes: Self { Self(index: 32) }
  /// `HKCategoryTypeIdentifierHypertensionEvent`.
  public static var hypertensionEvent: Self { Self(index: 33) }
  /// `HKCategoryTypeIdentifierInfrequentMenstrualCycles`.
  public static var infrequentMenstrualCycles: Self { Self(index: 34) }
  /// `HKCategoryTypeIdentifierIntermenstrualBleeding`.
  public static var intermenstrualBleeding: Self { Self(index: 35) }
  /// `HKCategoryTypeIdentifierIrregularHeartRhythmEvent`.
  public static var irregularHeartRhythmEvent: Self { Self(index: 36) }
  /// `HKCategoryTypeIdentifierIrregularMenstrualCycles`.
  public static var irregularMenstrualCycles: Self { Self(index: 37) }
  /// `HKCategoryTypeIdentifierLactation`.
  public static var lactation: Self { Self(index: 38) }
  /// `HKCategoryTypeIdentifierLossOfSmell`.
  public static var lossOfSmell: Self { Self(index: 39) }
  /// `HKCategoryTypeIdentifierLossOfTaste`.
  public static var lossOfTaste: Self { Self(index: 40) }
  /// `HKCategoryTypeIdentifierLowCardioFitnessEvent`.
  public static var lowCardioFitnessEvent: Self { Self(index: 41) }
  /// `HKCategoryTypeIdentifierLowHeartRateEvent`.
  public static var lowHeartRateEvent: Self { Self(index: 42) }
  /// `HKCategoryTypeIdentifierLowerBackPain`.
  public static var lowerBackPain: Self { Self(index: 43) }
  /// `HKCategoryTypeIdentifierMemoryLapse`.
  public static var memoryLapse: Self { Self(index: 44) }
  /// `HKCategoryTypeIdentifierMenopausalState`.
  public static var menopausalState: Self { Self(index: 45) }
  /// `HKCategoryTypeIdentifierMenstrualFlow`.
  public static var menstrualFlow: Self { Self(index: 46) }
  /// `HKCategoryTypeIdentifierMindfulSession`.
  public static var mindfulSession: Self { Self(index: 47) }
  /// `HKCategoryTypeIdentifierMoodChanges`.
  public static var moodChanges: Self { Self(index: 48) }
  /// `HKCategoryTypeIdentifierNausea`.
  public static var nausea: Self { Self(index: 49) }
  /// `HKCategoryTypeIdentifierNightSweats`.
  public static var nightSweats: Self { Self(index: 50) }
  /// `HKCategoryTypeIdentifierOvulationTestResult`.
  public static var ovulationTestResult: Self { Self(index: 51) }
  /// `HKCategoryTypeIdentifierPelvicPain`.
  public static var pelvicPain: Self { Self(index: 52) }
  /// `HKCategoryTypeIdentifierPersistentIntermenstrualBleeding`.
  public static var persistentIntermenstrualBleeding: Self { Self(index: 53) }
  /// `HKCategoryTypeIdentifierPregnancy`.
  public static var pregnancy: Self { Self(index: 54) }
  /// `HKCategoryTypeIdentifierPregnancyTestResult`.
  public static var pregnancyTestResult: Self { Self(index: 55) }
  /// `HKCategoryTypeIdentifierProgesteroneTestResult`.
  public static var progesteroneTestResult: Self { Self(index: 56) }
  /// `HKCategoryTypeIdentifierProlongedMenstrualPeriods`.
  public static var prolongedMenstrualPeriods: Self { Self(index: 57) }
  /// `HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat`.
  public static var rapidPoundingOrFlutteringHeartbeat: Self { Self(index: 58) }
  /// `HKCategoryTypeIdentifierRunnyNose`.
  public static var runnyNose: Self { Self(index: 59) }
  /// `HKCategoryTypeIdentifierSexualActivity`.
  public static var sexualActivity: Self { Self(index: 60) }
  /// `HKCategoryTypeIdentifierShortnessOfBreath`.
  public static var shortnessOfBreath: Self { Self(index: 61) }
  /// `HKCategoryTypeIdentifierSinusCongestion`.
  public static var sinusCongestion: Self { Self(index: 62) }
  /// `HKCategoryTypeIdentifierSkippedHeartbeat`.
  public static var skippedHeartbeat: Self { Self(index: 63) }
  /// `HKCategoryTypeIdentifierSleepAnalysis`.
  public static var sleepAnalysis: Self { Self(index: 64) }
  /// `HKCategoryTypeIdentifierSleepApneaEvent`.
  public static var sleepApneaEvent: Self { Self(index: 65) }
  /// `HKCategoryTypeIdentifierSleepChanges`.
  public static var sleepChanges: Self { Self(index: 66) }
  /// `HKCategoryTypeIdentifierSoreThroat`.
  public static var soreThroat: Self { Self(index: 67) }
  /// `HKCategoryTypeIdentifierToothbrushingEvent`.
  public static var toothbrushingEvent: Self { Self(index: 68) }
  /// `HKCategoryTypeIdentifierVaginalDryness`.
  public static var vaginalDryness: Self { Self(index: 69) }
  /// `HKCategoryTypeIdentifierVomiting`.
  public static var vomiting: Self { Self(index: 70) }
  /// `HKCategoryTypeIdentifierWheezing`.
  public static var wheezing: Self { Self(index: 71) }
  /// `HKCategoryTypeIdentifierAudioExposureEvent`.
  @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
  public static var audioExposureEvent: CategoryType { .environmentalAudioExposureEvent }
}
