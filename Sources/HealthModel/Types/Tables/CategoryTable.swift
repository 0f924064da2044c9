/// The constants of category types, by identifier: 72 constants for 71 strings.
///
/// `HKCategoryTypeIdentifierAudioExposureEvent` is the string of two constants; the row of the
/// deprecated one is marked as superseded and gives only its short name.
/// Source: Apple's SDK headers (HealthKit of iOS 27).
enum CategoryTable {
  static let rows: [CategoryRow] = [
    CategoryRow(
      "HKCategoryTypeIdentifierAbdominalCramps", "abdominalCramps", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierAcne", "acne", "HKCategoryValueSeverity", CategoryValues.severity,
      since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierAppetiteChanges", "appetiteChanges",
      "HKCategoryValueAppetiteChanges", CategoryValues.appetiteChanges, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierAppleStandHour", "appleStandHour", "HKCategoryValueAppleStandHour",
      CategoryValues.appleStandHour, since: "9.0", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent", "appleWalkingSteadinessEvent",
      "HKCategoryValueAppleWalkingSteadinessEvent", CategoryValues.appleWalkingSteadinessEvent,
      since: "15.0", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierAudioExposureEvent", "audioExposureEvent",
      "HKCategoryValueAudioExposureEvent", CategoryValues.audioExposureEvent, since: "13.0",
      writable: false, superseded: true),
    CategoryRow(
      "HKCategoryTypeIdentifierAudioExposureEvent", "environmentalAudioExposureEvent",
      "HKCategoryValueEnvironmentalAudioExposureEvent",
      CategoryValues.environmentalAudioExposureEvent, since: "14.0", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierBladderIncontinence", "bladderIncontinence",
      "HKCategoryValueSeverity", CategoryValues.severity, since: "14.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierBleedingAfterMenopause", "bleedingAfterMenopause",
      "HKCategoryValueVaginalBleeding", CategoryValues.vaginalBleeding, since: "27.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierBleedingAfterPregnancy", "bleedingAfterPregnancy",
      "HKCategoryValueVaginalBleeding", CategoryValues.vaginalBleeding, since: "18.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierBleedingDuringPregnancy", "bleedingDuringPregnancy",
      "HKCategoryValueVaginalBleeding", CategoryValues.vaginalBleeding, since: "18.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierBloating", "bloating", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierBreastPain", "breastPain", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierCervicalMucusQuality", "cervicalMucusQuality",
      "HKCategoryValueCervicalMucusQuality", CategoryValues.cervicalMucusQuality, since: "9.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierChestTightnessOrPain", "chestTightnessOrPain",
      "HKCategoryValueSeverity", CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierChills", "chills", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierConstipation", "constipation", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierContraceptive", "contraceptive", "HKCategoryValueContraceptive",
      CategoryValues.contraceptive, since: "14.3"),
    CategoryRow(
      "HKCategoryTypeIdentifierCoughing", "coughing", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierDiarrhea", "diarrhea", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierDizziness", "dizziness", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierDrySkin", "drySkin", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "14.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierFainting", "fainting", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierFatigue", "fatigue", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierFever", "fever", "HKCategoryValueSeverity", CategoryValues.severity,
      since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierGeneralizedBodyAche", "generalizedBodyAche",
      "HKCategoryValueSeverity", CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierHairLoss", "hairLoss", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "14.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierHandwashingEvent", "handwashingEvent", "HKCategoryValue",
      CategoryValues.plain, since: "14.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierHeadache", "headache", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent", "headphoneAudioExposureEvent",
      "HKCategoryValueHeadphoneAudioExposureEvent", CategoryValues.headphoneAudioExposureEvent,
      since: "14.2", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierHeartburn", "heartburn", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierHighHeartRateEvent", "highHeartRateEvent", "HKCategoryValue",
      CategoryValues.plain, since: "12.2", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierHotFlashes", "hotFlashes", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierHypertensionEvent", "hypertensionEvent", "HKCategoryValue",
      CategoryValues.plain, since: "26.2", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierInfrequentMenstrualCycles", "infrequentMenstrualCycles",
      "HKCategoryValue", CategoryValues.plain, since: "16.0", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierIntermenstrualBleeding", "intermenstrualBleeding", "HKCategoryValue",
      CategoryValues.plain, since: "9.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierIrregularHeartRhythmEvent", "irregularHeartRhythmEvent",
      "HKCategoryValue", CategoryValues.plain, since: "12.2", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierIrregularMenstrualCycles", "irregularMenstrualCycles",
      "HKCategoryValue", CategoryValues.plain, since: "16.0", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierLactation", "lactation", "HKCategoryValue", CategoryValues.plain,
      since: "14.3"),
    CategoryRow(
      "HKCategoryTypeIdentifierLossOfSmell", "lossOfSmell", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierLossOfTaste", "lossOfTaste", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierLowCardioFitnessEvent", "lowCardioFitnessEvent",
      "HKCategoryValueLowCardioFitnessEvent", CategoryValues.lowCardioFitnessEvent, since: "14.3",
      writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierLowHeartRateEvent", "lowHeartRateEvent", "HKCategoryValue",
      CategoryValues.plain, since: "12.2", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierLowerBackPain", "lowerBackPain", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierMemoryLapse", "memoryLapse", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "14.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierMenopausalState", "menopausalState",
      "HKCategoryValueMenopausalState", CategoryValues.unconfirmed, since: "27.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierMenstrualFlow", "menstrualFlow", "HKCategoryValueVaginalBleeding",
      CategoryValues.menstrualFlow, since: "9.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierMindfulSession", "mindfulSession", "HKCategoryValue",
      CategoryValues.plain, since: "10.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierMoodChanges", "moodChanges", "HKCategoryValuePresence",
      CategoryValues.presence, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierNausea", "nausea", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierNightSweats", "nightSweats", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "14.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierOvulationTestResult", "ovulationTestResult",
      "HKCategoryValueOvulationTestResult", CategoryValues.ovulationTestResult, since: "9.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierPelvicPain", "pelvicPain", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding",
      "persistentIntermenstrualBleeding", "HKCategoryValue", CategoryValues.plain, since: "16.0",
      writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierPregnancy", "pregnancy", "HKCategoryValue", CategoryValues.plain,
      since: "14.3"),
    CategoryRow(
      "HKCategoryTypeIdentifierPregnancyTestResult", "pregnancyTestResult",
      "HKCategoryValuePregnancyTestResult", CategoryValues.pregnancyTestResult, since: "15.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierProgesteroneTestResult", "progesteroneTestResult",
      "HKCategoryValueProgesteroneTestResult", CategoryValues.progesteroneTestResult,
      since: "15.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierProlongedMenstrualPeriods", "prolongedMenstrualPeriods",
      "HKCategoryValue", CategoryValues.plain, since: "16.0", writable: false),
    CategoryRow(
      "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat",
      "rapidPoundingOrFlutteringHeartbeat", "HKCategoryValueSeverity", CategoryValues.severity,
      since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierRunnyNose", "runnyNose", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierSexualActivity", "sexualActivity", "HKCategoryValue",
      CategoryValues.plain, since: "9.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierShortnessOfBreath", "shortnessOfBreath", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierSinusCongestion", "sinusCongestion", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierSkippedHeartbeat", "skippedHeartbeat", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierSleepAnalysis", "sleepAnalysis", "HKCategoryValueSleepAnalysis",
      CategoryValues.sleepAnalysis, since: "8.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierSleepApneaEvent", "sleepApneaEvent", "HKCategoryValue",
      CategoryValues.plain, since: "18.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierSleepChanges", "sleepChanges", "HKCategoryValuePresence",
      CategoryValues.presence, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierSoreThroat", "soreThroat", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierToothbrushingEvent", "toothbrushingEvent", "HKCategoryValue",
      CategoryValues.plain, since: "13.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierVaginalDryness", "vaginalDryness", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "14.0"),
    CategoryRow(
      "HKCategoryTypeIdentifierVomiting", "vomiting", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
    CategoryRow(
      "HKCategoryTypeIdentifierWheezing", "wheezing", "HKCategoryValueSeverity",
      CategoryValues.severity, since: "13.6"),
  ]
}
