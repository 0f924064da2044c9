import ByteTools

/// The elements of an export that the importer knows by name; any other is kept whole.
enum AppleElement: String, CaseIterable, Sendable {
  case record = "Record"
  case metadataEntry = "MetadataEntry"
  case workout = "Workout"
  case workoutEvent = "WorkoutEvent"
  case workoutActivity = "WorkoutActivity"
  case workoutStatistics = "WorkoutStatistics"
  case workoutRoute = "WorkoutRoute"
  case fileReference = "FileReference"
  case location = "Location"
  case correlation = "Correlation"
  case activitySummary = "ActivitySummary"
  case heartRateList = "HeartRateVariabilityMetadataList"
  case beatsPerMinute = "InstantaneousBeatsPerMinute"
  case clinicalRecord = "ClinicalRecord"
  case audiogram = "Audiogram"
  case sensitivityPoint = "SensitivityPoint"
  case visionPrescription = "VisionPrescription"
  case me = "Me"
  case exportDate = "ExportDate"
  case healthData = "HealthData"

  /// Where the format puts an element.
  enum Nesting: Sendable {
    /// Around everything.
    case root
    /// Directly inside the root.
    case top
    /// Inside another element only.
    case inside
  }

  /// Where the format puts this element.
  var nesting: Nesting {
    switch self {
    case .healthData: .root
    case .record, .workout, .correlation, .activitySummary, .clinicalRecord, .audiogram,
      .visionPrescription, .me, .exportDate:
      .top
    case .metadataEntry, .workoutEvent, .workoutActivity, .workoutStatistics, .workoutRoute,
      .fileReference, .location, .heartRateList, .beatsPerMinute, .sensitivityPoint:
      .inside
    }
  }

  /// The element of this name; nil for one that the importer does not know.
  init?(named bytes: RawSpan) {
    // Nearly every element is one of the first two.
    if bytes.equals("Record") {
      self = .record
    } else if bytes.equals("MetadataEntry") {
      self = .metadataEntry
    } else {
      self.init(rawValue: bytes.text())
    }
  }
}
