/// A group of types that the owner can name together, as in the decision on a coach.
///
///     TypeGroup.named("heart")?.types.contains(.quantity(.heartRate))   // true
package struct TypeGroup: Sendable {
  /// The word for it: `activity`, `heart`, `sleep`; `all` for every type.
  package let name: String
  /// Its types, in the order of the catalogue.
  package let types: [ObjectType]

  /// Every group but `all`; each type is in one of them.
  package static let all: [TypeGroup] = {
    let groups = Dictionary(grouping: TypeCatalogue.all, by: name(of:))
    return names.map { TypeGroup(name: $0, types: groups[$0] ?? []) }
  }()

  /// Returns the group of a name; nil if there is none.
  package static func named(_ name: String) -> TypeGroup? {
    if name == "all" { return TypeGroup(name: name, types: TypeCatalogue.all) }
    return all.first { $0.name == name }
  }

  private static let names =
    lists.map(\.key) + ["activity", "symptoms", "food", "profile", "records"]

  private static func name(of type: ObjectType) -> String {
    let name = type.shortName
    if let list = lists.first(where: { $0.value.split(separator: " ").contains { $0 == name } }) {
      return list.key
    }
    switch type {
    case .quantity: return name.hasPrefix("dietary") ? "food" : "activity"
    case .category: return "symptoms"
    case .characteristic: return "profile"
    case .correlation: return "food"
    case .workout: return "activity"
    case .other: return name == "activitySummary" ? "activity" : "records"
    }
  }

  /// The short names of the types of each group. Those in no list are activity if they are
  /// quantities, symptoms if they are categories, and records otherwise.
  private static let lists: KeyValuePairs = [
    "heart": """
    heartRate restingHeartRate walkingHeartRateAverage heartRateVariabilitySDNN \
    heartRateVariabilityRMSSD heartRateRecoveryOneMinute atrialFibrillationBurden \
    bloodPressureSystolic bloodPressureDiastolic bloodPressure peripheralPerfusionIndex \
    highHeartRateEvent lowHeartRateEvent irregularHeartRhythmEvent lowCardioFitnessEvent \
    hypertensionEvent electrocardiogram heartbeatSeries
    """,
    "sleep": """
    sleepAnalysis sleepDurationGoal sleepApneaEvent appleSleepingBreathingDisturbances \
    appleSleepingWristTemperature
    """,
    "body": """
    bodyMass bodyMassIndex bodyFatPercentage leanBodyMass height waistCircumference \
    bodyTemperature electrodermalActivity
    """,
    "diabetes": "bloodGlucose insulinDelivery",
    "respiratory": """
    respiratoryRate oxygenSaturation forcedExpiratoryVolume1 forcedVitalCapacity \
    peakExpiratoryFlowRate inhalerUsage
    """,
    "mobility": """
    walkingSpeed walkingStepLength walkingAsymmetryPercentage walkingDoubleSupportPercentage \
    appleWalkingSteadiness appleWalkingSteadinessEvent sixMinuteWalkTestDistance \
    stairAscentSpeed stairDescentSpeed numberOfTimesFallen
    """,
    "hearing": """
    environmentalAudioExposure environmentalAudioExposureEvent environmentalSoundReduction \
    headphoneAudioExposure headphoneAudioExposureEvent audiogram
    """,
    "mind": "mindfulSession stateOfMind gad7 phq9 note",
    "cycle": """
    menstrualFlow intermenstrualBleeding persistentIntermenstrualBleeding cervicalMucusQuality \
    ovulationTestResult progesteroneTestResult pregnancy pregnancyTestResult lactation \
    contraceptive sexualActivity infrequentMenstrualCycles irregularMenstrualCycles \
    prolongedMenstrualPeriods bleedingAfterMenopause bleedingAfterPregnancy \
    bleedingDuringPregnancy menopausalState basalBodyTemperature
    """,
    "places": "workoutRoute",
    "habits": """
    numberOfAlcoholicBeverages bloodAlcoholContent handwashingEvent toothbrushingEvent \
    uvExposure timeInDaylight
    """,
  ]
}
