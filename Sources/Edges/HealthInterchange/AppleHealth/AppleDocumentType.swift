/// The document type that the Health app writes at the head of an export, version 14 (iOS 18), and
/// what files of other versions hold beyond it. The facts are those of public exports.
enum AppleDocumentType {
  /// The declaration, with what it declares.
  static let text = """
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|\
    ClinicalRecord|Audiogram|VisionPrescription)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ELEMENT ExportDate EMPTY>
    <!ATTLIST ExportDate
      value CDATA #REQUIRED
    >
    <!ELEMENT Me EMPTY>
    <!ATTLIST Me
      HKCharacteristicTypeIdentifierDateOfBirth CDATA #REQUIRED
      HKCharacteristicTypeIdentifierBiologicalSex CDATA #REQUIRED
      HKCharacteristicTypeIdentifierBloodType CDATA #REQUIRED
      HKCharacteristicTypeIdentifierFitzpatrickSkinType CDATA #REQUIRED
      HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse CDATA #REQUIRED
    >
    <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
    <!ATTLIST Record
      type CDATA #REQUIRED
      unit CDATA #IMPLIED
      value CDATA #IMPLIED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED
    >
    <!ELEMENT Correlation ((MetadataEntry|Record)*)>
    <!ATTLIST Correlation
      type CDATA #REQUIRED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED
    >
    <!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutActivity|WorkoutRoute|\
    WorkoutStatistics)*)>
    <!ATTLIST Workout
      workoutActivityType CDATA #REQUIRED
      duration CDATA #IMPLIED
      durationUnit CDATA #IMPLIED
      totalDistance CDATA #IMPLIED
      totalDistanceUnit CDATA #IMPLIED
      totalEnergyBurned CDATA #IMPLIED
      totalEnergyBurnedUnit CDATA #IMPLIED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED
    >
    <!ELEMENT WorkoutActivity ((MetadataEntry|WorkoutEvent|WorkoutStatistics)*)>
    <!ATTLIST WorkoutActivity
      uuid CDATA #REQUIRED
      startDate CDATA #REQUIRED
      endDate CDATA #IMPLIED
      duration CDATA #IMPLIED
      durationUnit CDATA #IMPLIED
    >
    <!ELEMENT WorkoutEvent ((MetadataEntry)*)>
    <!ATTLIST WorkoutEvent
      type CDATA #REQUIRED
      date CDATA #REQUIRED
      duration CDATA #IMPLIED
      durationUnit CDATA #IMPLIED
    >
    <!ELEMENT WorkoutStatistics EMPTY>
    <!ATTLIST WorkoutStatistics
      type CDATA #REQUIRED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED
      average CDATA #IMPLIED
      minimum CDATA #IMPLIED
      maximum CDATA #IMPLIED
      sum CDATA #IMPLIED
      unit CDATA #IMPLIED
    >
    <!ELEMENT WorkoutRoute ((MetadataEntry|FileReference|Location)*)>
    <!ATTLIST WorkoutRoute
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED
    >
    <!ELEMENT FileReference EMPTY>
    <!ATTLIST FileReference
      path CDATA #REQUIRED
    >
    <!ELEMENT ActivitySummary EMPTY>
    <!ATTLIST ActivitySummary
      dateComponents CDATA #IMPLIED
      activeEnergyBurned CDATA #IMPLIED
      activeEnergyBurnedGoal CDATA #IMPLIED
      activeEnergyBurnedUnit CDATA #IMPLIED
      appleMoveTime CDATA #IMPLIED
      appleMoveTimeGoal CDATA #IMPLIED
      appleExerciseTime CDATA #IMPLIED
      appleExerciseTimeGoal CDATA #IMPLIED
      appleStandHours CDATA #IMPLIED
      appleStandHoursGoal CDATA #IMPLIED
    >
    <!ELEMENT MetadataEntry EMPTY>
    <!ATTLIST MetadataEntry
      key CDATA #REQUIRED
      value CDATA #REQUIRED
    >
    <!ELEMENT HeartRateVariabilityMetadataList (InstantaneousBeatsPerMinute*)>
    <!ELEMENT InstantaneousBeatsPerMinute EMPTY>
    <!ATTLIST InstantaneousBeatsPerMinute
      bpm CDATA #REQUIRED
      time CDATA #REQUIRED
    >
    <!ELEMENT ClinicalRecord EMPTY>
    <!ATTLIST ClinicalRecord
      type CDATA #REQUIRED
      identifier CDATA #REQUIRED
      sourceName CDATA #REQUIRED
      sourceURL CDATA #REQUIRED
      fhirVersion CDATA #REQUIRED
      receivedDate CDATA #REQUIRED
      resourceFilePath CDATA #REQUIRED
    >
    <!ELEMENT Audiogram ((MetadataEntry|SensitivityPoint)*)>
    <!ATTLIST Audiogram
      type CDATA #REQUIRED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED
    >
    <!ELEMENT SensitivityPoint EMPTY>
    <!ATTLIST SensitivityPoint
      frequencyValue CDATA #REQUIRED
      frequencyUnit CDATA #REQUIRED
      leftEarValue CDATA #IMPLIED
      leftEarUnit CDATA #IMPLIED
      leftEarMasked CDATA #IMPLIED
      leftEarClampingRangeLowerBound CDATA #IMPLIED
      leftEarClampingRangeUpperBound CDATA #IMPLIED
      rightEarValue CDATA #IMPLIED
      rightEarUnit CDATA #IMPLIED
      rightEarMasked CDATA #IMPLIED
      rightEarClampingRangeLowerBound CDATA #IMPLIED
      rightEarClampingRangeUpperBound CDATA #IMPLIED
    >
    <!ELEMENT VisionPrescription ((RightEye|LeftEye|Attachment|MetadataEntry)*)>
    <!ATTLIST VisionPrescription
      type CDATA #REQUIRED
      dateIssued CDATA #REQUIRED
      expirationDate CDATA #IMPLIED
      brand CDATA #IMPLIED
    >
    <!ELEMENT RightEye EMPTY>
    <!ELEMENT LeftEye EMPTY>
    <!ELEMENT Attachment EMPTY>
    <!ATTLIST Attachment
      identifier CDATA #IMPLIED
    >
    <!-- What files of other versions hold, and this one may. -->
    <!ATTLIST Record
      recordCount CDATA #IMPLIED
      min CDATA #IMPLIED
      max CDATA #IMPLIED
      sum CDATA #IMPLIED
    >
    <!ATTLIST Workout
      totalSwimmingStrokeCount CDATA #IMPLIED
      totalSwimmingStrokeCountUnit CDATA #IMPLIED
      totalFlightsClimbed CDATA #IMPLIED
      totalFlightsClimbedUnit CDATA #IMPLIED
    >
    <!ATTLIST WorkoutActivity workoutActivityType CDATA #IMPLIED>
    <!ELEMENT Location EMPTY>
    <!ATTLIST Location
      date CDATA #IMPLIED
      latitude CDATA #IMPLIED
      longitude CDATA #IMPLIED
      altitude CDATA #IMPLIED
      horizontalAccuracy CDATA #IMPLIED
      verticalAccuracy CDATA #IMPLIED
      course CDATA #IMPLIED
      speed CDATA #IMPLIED
    >
    <!ATTLIST Me
      HKCharacteristicTypeIdentifierWheelchairUse CDATA #IMPLIED
      HKCharacteristicTypeIdentifierActivityMoveMode CDATA #IMPLIED
    >
    \(lens("RightEye"))
    \(lens("LeftEye"))
    ]>

    """

  /// Returns the attributes for the figures of a lens, each with its unit.
  private static func lens(_ element: String) -> String {
    let figures = [
      "sphere", "cylinder", "axis", "add", "vertex", "prismAmount", "prismAngle", "farPD", "nearPD",
      "baseCurve", "diameter",
    ]
    let names = figures.flatMap { [$0, $0 + "Unit"] }
    return "<!ATTLIST \(element)\n"
      + names.map { "  \($0) CDATA #IMPLIED\n" }.joined() + ">"
  }
}
