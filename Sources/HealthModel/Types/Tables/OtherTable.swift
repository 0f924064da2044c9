/// The object types that are neither quantity, category, characteristic nor correlation.
///
/// Source: Apple's SDK headers.
enum OtherTable {
  static let rows: [OtherRow] =
    [summary] + clinical + others

  private static let summary = OtherRow(
    "HKActivitySummaryTypeIdentifier", "activitySummary", "HKActivitySummary", since: "9.3",
    writable: false)

  private static let clinical = records.map { name, since in
    OtherRow(
      "HKClinicalTypeIdentifier" + name, NameMatching.small(name), "HKClinicalRecord",
      since: since, writable: false)
  }

  private static let records: KeyValuePairs = [
    "AllergyRecord": "12.0", "ClinicalNoteRecord": "16.4", "ConditionRecord": "12.0",
    "CoverageRecord": "14.0", "ImmunizationRecord": "12.0", "LabResultRecord": "12.0",
    "MedicationRecord": "12.0", "ProcedureRecord": "12.0", "VitalSignRecord": "12.0",
  ]

  private static let others: [OtherRow] = [
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
