/// The object types that are neither quantity, category, characteristic nor correlation.
///
/// Source: Apple's SDK headers.
enum OtherTable {
  static let rows: [OtherRow] = [
    OtherRow(
      "HKActivitySummaryTypeIdentifier", "activitySummary", "HKActivitySummary", since: "9.3",
      writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierAllergyRecord", "allergyRecord", "HKClinicalRecord", since: "12.0",
      writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierClinicalNoteRecord", "clinicalNoteRecord", "HKClinicalRecord",
      since: "16.4", writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierConditionRecord", "conditionRecord", "HKClinicalRecord",
      since: "12.0", writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierCoverageRecord", "coverageRecord", "HKClinicalRecord", since: "14.0",
      writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierImmunizationRecord", "immunizationRecord", "HKClinicalRecord",
      since: "12.0", writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierLabResultRecord", "labResultRecord", "HKClinicalRecord",
      since: "12.0", writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierMedicationRecord", "medicationRecord", "HKClinicalRecord",
      since: "12.0", writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierProcedureRecord", "procedureRecord", "HKClinicalRecord",
      since: "12.0", writable: false),
    OtherRow(
      "HKClinicalTypeIdentifierVitalSignRecord", "vitalSignRecord", "HKClinicalRecord",
      since: "12.0", writable: false),
    OtherRow("HKDataTypeIdentifierAudiogram", "audiogram", "HKAudiogramSample", since: "13.0"),
    OtherRow(
      "HKDataTypeIdentifierElectrocardiogram", "electrocardiogram", "HKElectrocardiogram",
      since: "14.0", writable: false),
    OtherRow(
      "HKDataTypeIdentifierHeartbeatSeries", "heartbeatSeries", "HKHeartbeatSeriesSample",
      since: "13.0"),
    OtherRow("HKDataTypeSleepDurationGoal", "sleepDurationGoal", nil, since: nil, writable: false),
    OtherRow("HKDataTypeStateOfMind", "stateOfMind", "HKStateOfMind", since: "18.0"),
    OtherRow(
      "HKDataTypeUserAnnotatedMedicationConcept", "userAnnotatedMedication",
      "HKUserAnnotatedMedication", since: "26.0", writable: false, perObject: true),
    OtherRow("HKDocumentTypeIdentifierCDA", "cdaDocument", "HKCDADocumentSample", since: "10.0"),
    OtherRow(
      "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent", "medicationDoseEvent",
      "HKMedicationDoseEvent", since: "26.0", writable: false, perObject: true),
    OtherRow("HKScoredAssessmentTypeIdentifierGAD7", "gad7", "HKGAD7Assessment", since: "18.0"),
    OtherRow("HKScoredAssessmentTypeIdentifierPHQ9", "phq9", "HKPHQ9Assessment", since: "18.0"),
    OtherRow(
      "HKVisionPrescriptionTypeIdentifier", "visionPrescription", "HKVisionPrescription",
      since: "16.0", perObject: true),
    OtherRow("HKWorkoutRouteTypeIdentifier", "workoutRoute", "HKWorkoutRoute", since: "11.0"),
    OtherRow("HKWorkoutTypeIdentifier", "workout", "HKWorkout", since: "8.0"),
  ]
}
