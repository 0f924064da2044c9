// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension CategoryType {
  /// `HKCategoryTypeIdentifierAbdominalCramps`.
  public static var abdominalCramps: Self { Self(place: 0) }
  /// `HKCategoryTypeIdentifierAcne`.
  public static var acne: Self { Self(place: 1) }
  /// `HKCategoryTypeIdentifierAppetiteChanges`.
  public static var appetiteChanges: Self { Self(place: 2) }
  /// `HKCategoryTypeIdentifierAppleStandHour`.
  public static var appleStandHour: Self { Self(place: 3) }
  /// `HKCategoryTypeIdentifierAppleWalkingSteadinessEvent`.
  public static var appleWalkingSteadinessEvent: Self { Self(place: 4) }
  /// `HKCategoryTypeIdentifierAudioExposureEvent`.
  public static var environmentalAudioExposureEvent: Self { Self(place: 6) }
  /// `HKCategoryTypeIdentifierBladderIncontinence`.
  public static var bladderIncontinence: Self { Self(place: 7) }
  /// `HKCategoryTypeIdentifierBleedingAfterMenopause`.
  public static var bleedingAfterMenopause: Self { Self(place: 8) }
  /// `HKCategoryTypeIdentifierBleedingAfterPregnancy`.
  public static var bleedingAfterPregnancy: Self { Self(place: 9) }
  /// `HKCategoryTypeIdentifierBleedingDuringPregnancy`.
  public static var bleedingDuringPregnancy: Self { Self(place: 10) }
  /// `HKCategoryTypeIdentifierBloating`.
  public static var bloating: Self { Self(place: 11) }
  /// `HKCategoryTypeIdentifierBreastPain`.
  public static var breastPain: Self { Self(place: 12) }
  /// `HKCategoryTypeIdentifierCervicalMucusQuality`.
  public static var cervicalMucusQuality: Self { Self(place: 13) }
  /// `HKCategoryTypeIdentifierChestTightnessOrPain`.
  public static var chestTightnessOrPain: Self { Self(place: 14) }
  /// `HKCategoryTypeIdentifierChills`.
  public static var chills: Self { Self(place: 15) }
  /// `HKCategoryTypeIdentifierConstipation`.
  public static var constipation: Self { Self(place: 16) }
  /// `HKCategoryTypeIdentifierContraceptive`.
  public static var contraceptive: Self { Self(place: 17) }
  /// `HKCategoryTypeIdentifierCoughing`.
  public static var coughing: Self { Self(place: 18) }
  /// `HKCategoryTypeIdentifierDiarrhea`.
  public static var diarrhea: Self { Self(place: 19) }
  /// `HKCategoryTypeIdentifierDizziness`.
  public static var dizziness: Self { Self(place: 20) }
  /// `HKCategoryTypeIdentifierDrySkin`.
  public static var drySkin: Self { Self(place: 21) }
  /// `HKCategoryTypeIdentifierFainting`.
  public static var fainting: Self { Self(place: 22) }
  /// `HKCategoryTypeIdentifierFatigue`.
  public static var fatigue: Self { Self(place: 23) }
  /// `HKCategoryTypeIdentifierFever`.
  public static var fever: Self { Self(place: 24) }
  /// `HKCategoryTypeIdentifierGeneralizedBodyAche`.
  public static var generalizedBodyAche: Self { Self(place: 25) }
  /// `HKCategoryTypeIdentifierHairLoss`.
  public static var hairLoss: Self { Self(place: 26) }
  /// `HKCategoryTypeIdentifierHandwashingEvent`.
  public static var handwashingEvent: Self { Self(place: 27) }
  /// `HKCategoryTypeIdentifierHeadache`.
  public static var headache: Self { Self(place: 28) }
  /// `HKCategoryTypeIdentifierHeadphoneAudioExposureEvent`.
  public static var headphoneAudioExposureEvent: Self { Self(place: 29) }
  /// `HKCategoryTypeIdentifierHeartburn`.
  public static var heartburn: Self { Self(place: 30) }
  /// `HKCategoryTypeIdentifierHighHeartRateEvent`.
  public static var highHeartRateEvent: Self { Self(place: 31) }
  /// `HKCategoryTypeIdentifierHotFlashes`.
  public static var hotFlashes: Self { Self(place: 32) }
  /// `HKCategoryTypeIdentifierHypertensionEvent`.
  public static var hypertensionEvent: Self { Self(place: 33) }
  /// `HKCategoryTypeIdentifierInfrequentMenstrualCycles`.
  public static var infrequentMenstrualCycles: Self { Self(place: 34) }
  /// `HKCategoryTypeIdentifierIntermenstrualBleeding`.
  public static var intermenstrualBleeding: Self { Self(place: 35) }
  /// `HKCategoryTypeIdentifierIrregularHeartRhythmEvent`.
  public static var irregularHeartRhythmEvent: Self { Self(place: 36) }
  /// `HKCategoryTypeIdentifierIrregularMenstrualCycles`.
  public static var irregularMenstrualCycles: Self { Self(place: 37) }
  /// `HKCategoryTypeIdentifierLactation`.
  public static var lactation: Self { Self(place: 38) }
  /// `HKCategoryTypeIdentifierLossOfSmell`.
  public static var lossOfSmell: Self { Self(place: 39) }
  /// `HKCategoryTypeIdentifierLossOfTaste`.
  public static var lossOfTaste: Self { Self(place: 40) }
  /// `HKCategoryTypeIdentifierLowCardioFitnessEvent`.
  public static var lowCardioFitnessEvent: Self { Self(place: 41) }
  /// `HKCategoryTypeIdentifierLowHeartRateEvent`.
  public static var lowHeartRateEvent: Self { Self(place: 42) }
  /// `HKCategoryTypeIdentifierLowerBackPain`.
  public static var lowerBackPain: Self { Self(place: 43) }
  /// `HKCategoryTypeIdentifierMemoryLapse`.
  public static var memoryLapse: Self { Self(place: 44) }
  /// `HKCategoryTypeIdentifierMenopausalState`.
  public static var menopausalState: Self { Self(place: 45) }
  /// `HKCategoryTypeIdentifierMenstrualFlow`.
  public static var menstrualFlow: Self { Self(place: 46) }
  /// `HKCategoryTypeIdentifierMindfulSession`.
  public static var mindfulSession: Self { Self(place: 47) }
  /// `HKCategoryTypeIdentifierMoodChanges`.
  public static var moodChanges: Self { Self(place: 48) }
  /// `HKCategoryTypeIdentifierNausea`.
  public static var nausea: Self { Self(place: 49) }
  /// `HKCategoryTypeIdentifierNightSweats`.
  public static var nightSweats: Self { Self(place: 50) }
  /// `HKCategoryTypeIdentifierOvulationTestResult`.
  public static var ovulationTestResult: Self { Self(place: 51) }
  /// `HKCategoryTypeIdentifierPelvicPain`.
  public static var pelvicPain: Self { Self(place: 52) }
  /// `HKCategoryTypeIdentifierPersistentIntermenstrualBleeding`.
  public static var persistentIntermenstrualBleeding: Self { Self(place: 53) }
  /// `HKCategoryTypeIdentifierPregnancy`.
  public static var pregnancy: Self { Self(place: 54) }
  /// `HKCategoryTypeIdentifierPregnancyTestResult`.
  public static var pregnancyTestResult: Self { Self(place: 55) }
  /// `HKCategoryTypeIdentifierProgesteroneTestResult`.
  public static var progesteroneTestResult: Self { Self(place: 56) }
  /// `HKCategoryTypeIdentifierProlongedMenstrualPeriods`.
  public static var prolongedMenstrualPeriods: Self { Self(place: 57) }
  /// `HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat`.
  public static var rapidPoundingOrFlutteringHeartbeat: Self { Self(place: 58) }
  /// `HKCategoryTypeIdentifierRunnyNose`.
  public static var runnyNose: Self { Self(place: 59) }
  /// `HKCategoryTypeIdentifierSexualActivity`.
  public static var sexualActivity: Self { Self(place: 60) }
  /// `HKCategoryTypeIdentifierShortnessOfBreath`.
  public static var shortnessOfBreath: Self { Self(place: 61) }
  /// `HKCategoryTypeIdentifierSinusCongestion`.
  public static var sinusCongestion: Self { Self(place: 62) }
  /// `HKCategoryTypeIdentifierSkippedHeartbeat`.
  public static var skippedHeartbeat: Self { Self(place: 63) }
  /// `HKCategoryTypeIdentifierSleepAnalysis`.
  public static var sleepAnalysis: Self { Self(place: 64) }
  /// `HKCategoryTypeIdentifierSleepApneaEvent`.
  public static var sleepApneaEvent: Self { Self(place: 65) }
  /// `HKCategoryTypeIdentifierSleepChanges`.
  public static var sleepChanges: Self { Self(place: 66) }
  /// `HKCategoryTypeIdentifierSoreThroat`.
  public static var soreThroat: Self { Self(place: 67) }
  /// `HKCategoryTypeIdentifierToothbrushingEvent`.
  public static var toothbrushingEvent: Self { Self(place: 68) }
  /// `HKCategoryTypeIdentifierVaginalDryness`.
  public static var vaginalDryness: Self { Self(place: 69) }
  /// `HKCategoryTypeIdentifierVomiting`.
  public static var vomiting: Self { Self(place: 70) }
  /// `HKCategoryTypeIdentifierWheezing`.
  public static var wheezing: Self { Self(place: 71) }
  /// `HKCategoryTypeIdentifierAudioExposureEvent`.
  @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
  public static var audioExposureEvent: CategoryType { .environmentalAudioExposureEvent }
}
