// Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
// swift-format-ignore-file

extension TypeIdentifier {
  /// `HKCategoryTypeIdentifierAbdominalCramps`.
  public static var abdominalCramps: Self { "HKCategoryTypeIdentifierAbdominalCramps" }
  /// `HKCategoryTypeIdentifierAcne`.
  public static var acne: Self { "HKCategoryTypeIdentifierAcne" }
  /// `HKCategoryTypeIdentifierAppetiteChanges`.
  public static var appetiteChanges: Self { "HKCategoryTypeIdentifierAppetiteChanges" }
  /// `HKCategoryTypeIdentifierAppleStandHour`.
  public static var appleStandHour: Self { "HKCategoryTypeIdentifierAppleStandHour" }
  /// `HKCategoryTypeIdentifierAppleWalkingSteadinessEvent`.
  public static var appleWalkingSteadinessEvent: Self {
    "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent"
  }
  /// `HKCategoryTypeIdentifierAudioExposureEvent`.
  public static var environmentalAudioExposureEvent: Self {
    "HKCategoryTypeIdentifierAudioExposureEvent"
  }
  /// `HKCategoryTypeIdentifierBladderIncontinence`.
  public static var bladderIncontinence: Self { "HKCategoryTypeIdentifierBladderIncontinence" }
  /// `HKCategoryTypeIdentifierBleedingAfterMenopause`.
  public static var bleedingAfterMenopause: Self {
    "HKCategoryTypeIdentifierBleedingAfterMenopause"
  }
  /// `HKCategoryTypeIdentifierBleedingAfterPregnancy`.
  public static var bleedingAfterPregnancy: Self {
    "HKCategoryTypeIdentifierBleedingAfterPregnancy"
  }
  /// `HKCategoryTypeIdentifierBleedingDuringPregnancy`.
  public static var bleedingDuringPregnancy: Self {
    "HKCategoryTypeIdentifierBleedingDuringPregnancy"
  }
  /// `HKCategoryTypeIdentifierBloating`.
  public static var bloating: Self { "HKCategoryTypeIdentifierBloating" }
  /// `HKCategoryTypeIdentifierBreastPain`.
  public static var breastPain: Self { "HKCategoryTypeIdentifierBreastPain" }
  /// `HKCategoryTypeIdentifierCervicalMucusQuality`.
  public static var cervicalMucusQuality: Self { "HKCategoryTypeIdentifierCervicalMucusQuality" }
  /// `HKCategoryTypeIdentifierChestTightnessOrPain`.
  public static var chestTightnessOrPain: Self { "HKCategoryTypeIdentifierChestTightnessOrPain" }
  /// `HKCategoryTypeIdentifierChills`.
  public static var chills: Self { "HKCategoryTypeIdentifierChills" }
  /// `HKCategoryTypeIdentifierConstipation`.
  public static var constipation: Self { "HKCategoryTypeIdentifierConstipation" }
  /// `HKCategoryTypeIdentifierContraceptive`.
  public static var contraceptive: Self { "HKCategoryTypeIdentifierContraceptive" }
  /// `HKCategoryTypeIdentifierCoughing`.
  public static var coughing: Self { "HKCategoryTypeIdentifierCoughing" }
  /// `HKCategoryTypeIdentifierDiarrhea`.
  public static var diarrhea: Self { "HKCategoryTypeIdentifierDiarrhea" }
  /// `HKCategoryTypeIdentifierDizziness`.
  public static var dizziness: Self { "HKCategoryTypeIdentifierDizziness" }
  /// `HKCategoryTypeIdentifierDrySkin`.
  public static var drySkin: Self { "HKCategoryTypeIdentifierDrySkin" }
  /// `HKCategoryTypeIdentifierFainting`.
  public static var fainting: Self { "HKCategoryTypeIdentifierFainting" }
  /// `HKCategoryTypeIdentifierFatigue`.
  public static var fatigue: Self { "HKCategoryTypeIdentifierFatigue" }
  /// `HKCategoryTypeIdentifierFever`.
  public static var fever: Self { "HKCategoryTypeIdentifierFever" }
  /// `HKCategoryTypeIdentifierGeneralizedBodyAche`.
  public static var generalizedBodyAche: Self { "HKCategoryTypeIdentifierGeneralizedBodyAche" }
  /// `HKCategoryTypeIdentifierHairLoss`.
  public static var hairLoss: Self { "HKCategoryTypeIdentifierHairLoss" }
  /// `HKCategoryTypeIdentifierHandwashingEvent`.
  public static var handwashingEvent: Self { "HKCategoryTypeIdentifierHandwashingEvent" }
  /// `HKCategoryTypeIdentifierHeadache`.
  public static var headache: Self { "HKCategoryTypeIdentifierHeadache" }
  /// `HKCategoryTypeIdentifierHeadphoneAudioExposureEvent`.
  public static var headphoneAudioExposureEvent: Self {
    "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent"
  }
  /// `HKCategoryTypeIdentifierHeartburn`.
  public static var heartburn: Self { "HKCategoryTypeIdentifierHeartburn" }
  /// `HKCategoryTypeIdentifierHighHeartRateEvent`.
  public static var highHeartRateEvent: Self { "HKCategoryTypeIdentifierHighHeartRateEvent" }
  /// `HKCategoryTypeIdentifierHotFlashes`.
  public static var hotFlashes: Self { "HKCategoryTypeIdentifierHotFlashes" }
  /// `HKCategoryTypeIdentifierHypertensionEvent`.
  public static var hypertensionEvent: Self { "HKCategoryTypeIdentifierHypertensionEvent" }
  /// `HKCategoryTypeIdentifierInfrequentMenstrualCycles`.
  public static var infrequentMenstrualCycles: Self {
    "HKCategoryTypeIdentifierInfrequentMenstrualCycles"
  }
  /// `HKCategoryTypeIdentifierIntermenstrualBleeding`.
  public static var intermenstrualBleeding: Self {
    "HKCategoryTypeIdentifierIntermenstrualBleeding"
  }
  /// `HKCategoryTypeIdentifierIrregularHeartRhythmEvent`.
  public static var irregularHeartRhythmEvent: Self {
    "HKCategoryTypeIdentifierIrregularHeartRhythmEvent"
  }
  /// `HKCategoryTypeIdentifierIrregularMenstrualCycles`.
  public static var irregularMenstrualCycles: Self {
    "HKCategoryTypeIdentifierIrregularMenstrualCycles"
  }
  /// `HKCategoryTypeIdentifierLactation`.
  public static var lactation: Self { "HKCategoryTypeIdentifierLactation" }
  /// `HKCategoryTypeIdentifierLossOfSmell`.
  public static var lossOfSmell: Self { "HKCategoryTypeIdentifierLossOfSmell" }
  /// `HKCategoryTypeIdentifierLossOfTaste`.
  public static var lossOfTaste: Self { "HKCategoryTypeIdentifierLossOfTaste" }
  /// `HKCategoryTypeIdentifierLowCardioFitnessEvent`.
  public static var lowCardioFitnessEvent: Self { "HKCategoryTypeIdentifierLowCardioFitnessEvent" }
  /// `HKCategoryTypeIdentifierLowHeartRateEvent`.
  public static var lowHeartRateEvent: Self { "HKCategoryTypeIdentifierLowHeartRateEvent" }
  /// `HKCategoryTypeIdentifierLowerBackPain`.
  public static var lowerBackPain: Self { "HKCategoryTypeIdentifierLowerBackPain" }
  /// `HKCategoryTypeIdentifierMemoryLapse`.
  public static var memoryLapse: Self { "HKCategoryTypeIdentifierMemoryLapse" }
  /// `HKCategoryTypeIdentifierMenopausalState`.
  public static var menopausalState: Self { "HKCategoryTypeIdentifierMenopausalState" }
  /// `HKCategoryTypeIdentifierMenstrualFlow`.
  public static var menstrualFlow: Self { "HKCategoryTypeIdentifierMenstrualFlow" }
  /// `HKCategoryTypeIdentifierMindfulSession`.
  public static var mindfulSession: Self { "HKCategoryTypeIdentifierMindfulSession" }
  /// `HKCategoryTypeIdentifierMoodChanges`.
  public static var moodChanges: Self { "HKCategoryTypeIdentifierMoodChanges" }
  /// `HKCategoryTypeIdentifierNausea`.
  public static var nausea: Self { "HKCategoryTypeIdentifierNausea" }
  /// `HKCategoryTypeIdentifierNightSweats`.
  public static var nightSweats: Self { "HKCategoryTypeIdentifierNightSweats" }
  /// `HKCategoryTypeIdentifierOvulationTestResult`.
  public static var ovulationTestResult: Self { "HKCategoryTypeIdentifierOvulationTestResult" }
  /// `HKCategoryTypeIdentifierPelvicPain`.
  public static var pelvicPain: Self { "HKCategoryTypeIdentifierPelvicPain" }
  /// `HKCategoryTypeIdentifierPersistentIntermenstrualBleeding`.
  public static var persistentIntermenstrualBleeding: Self {
    "HKCategoryTypeIdentifierPersistentIntermenstrualBleeding"
  }
  /// `HKCategoryTypeIdentifierPregnancy`.
  public static var pregnancy: Self { "HKCategoryTypeIdentifierPregnancy" }
  /// `HKCategoryTypeIdentifierPregnancyTestResult`.
  public static var pregnancyTestResult: Self { "HKCategoryTypeIdentifierPregnancyTestResult" }
  /// `HKCategoryTypeIdentifierProgesteroneTestResult`.
  public static var progesteroneTestResult: Self {
    "HKCategoryTypeIdentifierProgesteroneTestResult"
  }
  /// `HKCategoryTypeIdentifierProlongedMenstrualPeriods`.
  public static var prolongedMenstrualPeriods: Self {
    "HKCategoryTypeIdentifierProlongedMenstrualPeriods"
  }
  /// `HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat`.
  public static var rapidPoundingOrFlutteringHeartbeat: Self {
    "HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat"
  }
  /// `HKCategoryTypeIdentifierRunnyNose`.
  public static var runnyNose: Self { "HKCategoryTypeIdentifierRunnyNose" }
  /// `HKCategoryTypeIdentifierSexualActivity`.
  public static var sexualActivity: Self { "HKCategoryTypeIdentifierSexualActivity" }
  /// `HKCategoryTypeIdentifierShortnessOfBreath`.
  public static var shortnessOfBreath: Self { "HKCategoryTypeIdentifierShortnessOfBreath" }
  /// `HKCategoryTypeIdentifierSinusCongestion`.
  public static var sinusCongestion: Self { "HKCategoryTypeIdentifierSinusCongestion" }
  /// `HKCategoryTypeIdentifierSkippedHeartbeat`.
  public static var skippedHeartbeat: Self { "HKCategoryTypeIdentifierSkippedHeartbeat" }
  /// `HKCategoryTypeIdentifierSleepAnalysis`.
  public static var sleepAnalysis: Self { "HKCategoryTypeIdentifierSleepAnalysis" }
  /// `HKCategoryTypeIdentifierSleepApneaEvent`.
  public static var sleepApneaEvent: Self { "HKCategoryTypeIdentifierSleepApneaEvent" }
  /// `HKCategoryTypeIdentifierSleepChanges`.
  public static var sleepChanges: Self { "HKCategoryTypeIdentifierSleepChanges" }
  /// `HKCategoryTypeIdentifierSoreThroat`.
  public static var soreThroat: Self { "HKCategoryTypeIdentifierSoreThroat" }
  /// `HKCategoryTypeIdentifierToothbrushingEvent`.
  public static var toothbrushingEvent: Self { "HKCategoryTypeIdentifierToothbrushingEvent" }
  /// `HKCategoryTypeIdentifierVaginalDryness`.
  public static var vaginalDryness: Self { "HKCategoryTypeIdentifierVaginalDryness" }
  /// `HKCategoryTypeIdentifierVomiting`.
  public static var vomiting: Self { "HKCategoryTypeIdentifierVomiting" }
  /// `HKCategoryTypeIdentifierWheezing`.
  public static var wheezing: Self { "HKCategoryTypeIdentifierWheezing" }
  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static var activityMoveMode: Self { "HKCharacteristicTypeIdentifierActivityMoveMode" }
  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static var biologicalSex: Self { "HKCharacteristicTypeIdentifierBiologicalSex" }
  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static var bloodType: Self { "HKCharacteristicTypeIdentifierBloodType" }
  /// `HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse`.
  public static var cardioFitnessMedicationsUse: Self {
    "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse"
  }
  /// `HKCharacteristicTypeIdentifierDateOfBirth`.
  public static var dateOfBirth: Self { "HKCharacteristicTypeIdentifierDateOfBirth" }
  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static var fitzpatrickSkinType: Self {
    "HKCharacteristicTypeIdentifierFitzpatrickSkinType"
  }
  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static var wheelchairUse: Self { "HKCharacteristicTypeIdentifierWheelchairUse" }
  /// `HKCorrelationTypeIdentifierBloodPressure`.
  public static var bloodPressure: Self { "HKCorrelationTypeIdentifierBloodPressure" }
  /// `HKCorrelationTypeIdentifierFood`.
  public static var food: Self { "HKCorrelationTypeIdentifierFood" }
  /// `HKActivitySummaryTypeIdentifier`.
  public static var activitySummary: Self { "HKActivitySummaryTypeIdentifier" }
  /// `HKClinicalTypeIdentifierAllergyRecord`.
  public static var allergyRecord: Self { "HKClinicalTypeIdentifierAllergyRecord" }
  /// `HKClinicalTypeIdentifierClinicalNoteRecord`.
  public static var clinicalNoteRecord: Self { "HKClinicalTypeIdentifierClinicalNoteRecord" }
  /// `HKClinicalTypeIdentifierConditionRecord`.
  public static var conditionRecord: Self { "HKClinicalTypeIdentifierConditionRecord" }
  /// `HKClinicalTypeIdentifierCoverageRecord`.
  public static var coverageRecord: Self { "HKClinicalTypeIdentifierCoverageRecord" }
  /// `HKClinicalTypeIdentifierImmunizationRecord`.
  public static var immunizationRecord: Self { "HKClinicalTypeIdentifierImmunizationRecord" }
  /// `HKClinicalTypeIdentifierLabResultRecord`.
  public static var labResultRecord: Self { "HKClinicalTypeIdentifierLabResultRecord" }
  /// `HKClinicalTypeIdentifierMedicationRecord`.
  public static var medicationRecord: Self { "HKClinicalTypeIdentifierMedicationRecord" }
  /// `HKClinicalTypeIdentifierProcedureRecord`.
  public static var procedureRecord: Self { "HKClinicalTypeIdentifierProcedureRecord" }
  /// `HKClinicalTypeIdentifierVitalSignRecord`.
  public static var vitalSignRecord: Self { "HKClinicalTypeIdentifierVitalSignRecord" }
  /// `HKDataTypeIdentifierAudiogram`.
  public static var audiogram: Self { "HKDataTypeIdentifierAudiogram" }
  /// `HKDataTypeIdentifierElectrocardiogram`.
  public static var electrocardiogram: Self { "HKDataTypeIdentifierElectrocardiogram" }
  /// `HKDataTypeIdentifierHeartbeatSeries`.
  public static var heartbeatSeries: Self { "HKDataTypeIdentifierHeartbeatSeries" }
  /// `HKDataTypeSleepDurationGoal`.
  public static var sleepDurationGoal: Self { "HKDataTypeSleepDurationGoal" }
  /// `HKDataTypeStateOfMind`.
  public static var stateOfMind: Self { "HKDataTypeStateOfMind" }
  /// `HKDataTypeUserAnnotatedMedicationConcept`.
  public static var userAnnotatedMedication: Self { "HKDataTypeUserAnnotatedMedicationConcept" }
  /// `HKDocumentTypeIdentifierCDA`.
  public static var cdaDocument: Self { "HKDocumentTypeIdentifierCDA" }
  /// `HKMedicationDoseEventTypeIdentifierMedicationDoseEvent`.
  public static var medicationDoseEvent: Self {
    "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"
  }
  /// `HKScoredAssessmentTypeIdentifierGAD7`.
  public static var gad7: Self { "HKScoredAssessmentTypeIdentifierGAD7" }
  /// `HKScoredAssessmentTypeIdentifierPHQ9`.
  public static var phq9: Self { "HKScoredAssessmentTypeIdentifierPHQ9" }
  /// `HKVisionPrescriptionTypeIdentifier`.
  public static var visionPrescription: Self { "HKVisionPrescriptionTypeIdentifier" }
  /// `HKWorkoutRouteTypeIdentifier`.
  public static var workoutRoute: Self { "HKWorkoutRouteTypeIdentifier" }
  /// `HKWorkoutTypeIdentifier`.
  public static var workout: Self { "HKWorkoutTypeIdentifier" }
  /// `HealthJournalNote`.
  public static var note: Self { "HealthJournalNote" }
}
