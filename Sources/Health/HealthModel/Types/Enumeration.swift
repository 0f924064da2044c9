/// The values that HealthKit gives names to, beyond those of types: weather, stroke styles, eyes.
///
///     Enumeration.find("HKSwimmingStrokeStyle")?.value(rawValue: 2)?.name   // "freestyle"
///     Enumeration.find("HKSwimmingStrokeStyle")?.allows(7)                  // false
///
/// Source: Apple's SDK headers.
package struct Enumeration: Hashable, Sendable {
  /// HealthKit's name for it: `HKSwimmingStrokeStyle`.
  package let name: String
  /// Its values, by raw value.
  package let values: [NamedValue]

  init(_ name: String, _ values: [NamedValue]) {
    self.name = name
    self.values = values
  }

  init(_ name: String, _ names: KeyValuePairs<Int, String>) {
    self.init(name, .named(name, names))
  }

  /// Every enumeration, those of workout activities and workout events included.
  package static var all: [Enumeration] { EnumerationTable.rows + workouts }

  /// Returns the enumeration of this name; nil if its values are not known.
  ///
  /// - Complexity: O(1).
  package static func find(_ name: String) -> Enumeration? { byName[name] }

  /// Returns true if there is such a value.
  package func allows(_ rawValue: Int) -> Bool { values.contains { $0.rawValue == rawValue } }

  package func value(rawValue: Int) -> NamedValue? { values.current(rawValue) }

  /// Returns the value with this short name, in any case and with any separators.
  package func value(named name: String) -> NamedValue? { values.named(name) }

  /// Returns the value with this name in Apple's headers: `HKVisionEyeLeft`.
  package func value(exportName: String) -> NamedValue? { values.exported(exportName) }

  /// The requirement for a value, in words; it lists the values if there are few.
  ///
  ///     Enumeration.find("HKInsulinDeliveryReason")?.expectation
  ///     // "a value of HKInsulinDeliveryReason: 1 basal, 2 bolus"
  package var expectation: String {
    let listed = values.map { "\($0.rawValue) \($0.name)" }.joined(separator: ", ")
    return "a value of " + name + (values.count <= 8 ? ": " + listed : "")
  }

  private static let byName: [String: Enumeration] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let workouts = [
    Enumeration(
      "HKWorkoutActivityType",
      WorkoutActivityType.all.map { NamedValue($0.rawValue, $0.name, $0.exportName) }),
    Enumeration(
      "HKWorkoutEventType",
      WorkoutEventType.all.map { NamedValue($0.rawValue, $0.name, $0.exportName) }),
  ]
}

/// A value of an enumeration, with its names in the program and in export files.
///
///     let sleep = TypeCatalogue.find("HKCategoryTypeIdentifierSleepAnalysis")
///     // its value 3 is named asleepCore and exported as HKCategoryValueSleepAnalysisAsleepCore
public struct NamedValue: Hashable, Sendable {
  /// The integer that HealthKit stores.
  public let rawValue: Int
  /// The short name: `asleepCore`.
  public let name: String
  /// The string that export files contain: `HKCategoryValueSleepAnalysisAsleepCore`.
  public let exportName: String
  /// True for an earlier spelling of a value that has a newer one.
  public let isOlderSpelling: Bool

  init(_ rawValue: Int, _ name: String, _ exportName: String, older: Bool = false) {
    self.rawValue = rawValue
    self.name = name
    self.exportName = exportName
    isOlderSpelling = older
  }
}

extension [NamedValue] {
  /// Returns the values of an enumeration by their short names, from which the strings of exports
  /// follow: those of `HKPrismBase` begin with that name. A second name of a raw value is an older
  /// spelling.
  static func named(
    _ enumeration: String, _ names: KeyValuePairs<Int, String>, older: Bool = false
  ) -> [NamedValue] {
    names.enumerated().map { index, value in
      NamedValue(
        value.key, value.value, enumeration + NameMatching.capital(value.value),
        older: older || names[..<index].contains { $0.key == value.key })
    }
  }

  /// Returns the newest spelling of a raw value.
  func current(_ rawValue: Int) -> NamedValue? {
    first { $0.rawValue == rawValue && !$0.isOlderSpelling }
  }

  /// Returns the newest spelling of the value with this export string in any spelling.
  func exported(_ exportName: String) -> NamedValue? {
    first { $0.exportName == exportName }.flatMap { current($0.rawValue) }
  }

  /// Returns the newest spelling of the value with this short name, in any case and with any
  /// separators.
  func named(_ name: String) -> NamedValue? {
    let folded = NameMatching.fold(name)
    return first { NameMatching.fold($0.name) == folded }.flatMap { current($0.rawValue) }
  }

  /// Returns the value by export string, short name or raw value in digits.
  func resolve(_ text: String, kind: UnknownType.Kind) throws(UnknownType) -> NamedValue {
    if let value = exported(text) ?? named(text) ?? Int(text).flatMap(current) { return value }
    let names = map { NameIndex<Int>.Entry(name: $0.name, shown: $0.name, value: $0.rawValue) }
    throw UnknownType(kind: kind, name: text, suggestions: NameIndex(names).suggestions(for: text))
  }
}

/// The enumerations that no other table holds: those of metadata, documents and interfaces, by
/// name.
///
/// Source: Apple's SDK headers. The values of categories, characteristics, workout activities and
/// workout events are with their types.
enum EnumerationTable {
  static let rows =
    [
      Enumeration(
        "HKAppleECGAlgorithmVersion",
        [
          NamedValue(1, "version1", "HKAppleECGAlgorithmVersion1"),
          NamedValue(2, "version2", "HKAppleECGAlgorithmVersion2"),
        ])
    ] + named.map { Enumeration($0.key, $0.value) }

  private static let named: KeyValuePairs<String, KeyValuePairs<Int, String>> = [
    "HKAppleSleepingBreathingDisturbancesClassification": [0: "notElevated", 1: "elevated"],
    "HKAppleWalkingSteadinessClassification": [1: "ok", 2: "low", 3: "veryLow"],
    "HKAudiogramConductionType": [0: "air"],
    "HKAudiogramSensitivityTestSide": [0: "left", 1: "right"],
    "HKAuthorizationRequestStatus": [0: "unknown", 1: "shouldRequest", 2: "unnecessary"],
    "HKAuthorizationStatus": [0: "notDetermined", 1: "sharingDenied", 2: "sharingAuthorized"],
    "HKBloodGlucoseMealTime": [1: "preprandial", 2: "postprandial"],
    "HKBodyTemperatureSensorLocation": [
      0: "other", 1: "armpit", 2: "body", 3: "ear", 4: "finger", 5: "gastroIntestinal", 6: "mouth",
      7: "rectum", 8: "toe", 9: "earDrum", 10: "temporalArtery", 11: "forehead",
    ],
    "HKCyclingFunctionalThresholdPowerTestType": [
      1: "maxExercise60Minute", 2: "maxExercise20Minute", 3: "rampTest", 4: "predictionExercise",
    ],
    "HKDevicePlacementSide": [0: "unknown", 1: "left", 2: "right", 3: "central"],
    "HKElectrocardiogramClassification": [
      0: "notSet", 1: "sinusRhythm", 2: "atrialFibrillation", 3: "inconclusiveLowHeartRate",
      4: "inconclusiveHighHeartRate", 5: "inconclusivePoorReading", 6: "inconclusiveOther",
      100: "unrecognized",
    ],
    "HKElectrocardiogramLead": [1: "appleWatchSimilarToLeadI"],
    "HKElectrocardiogramSymptomsStatus": [0: "notSet", 1: "none", 2: "present"],
    "HKGAD7AssessmentAnswer": [
      0: "notAtAll", 1: "severalDays", 2: "moreThanHalfTheDays", 3: "nearlyEveryDay",
    ],
    "HKGAD7AssessmentRisk": [1: "noneToMinimal", 2: "mild", 3: "moderate", 4: "severe"],
    "HKHeartRateMotionContext": [0: "notSet", 1: "sedentary", 2: "active"],
    "HKHeartRateRecoveryTestType": [
      1: "maxExercise", 2: "predictionSubMaxExercise", 3: "predictionNonExercise",
    ],
    "HKHeartRateSensorLocation": [
      0: "other", 1: "chest", 2: "wrist", 3: "finger", 4: "hand", 5: "earLobe", 6: "foot",
    ],
    "HKInsulinDeliveryReason": [1: "basal", 2: "bolus"],
    "HKMedicationDoseEventLogStatus": [
      1: "notInteracted", 2: "notificationNotSent", 3: "snoozed", 4: "taken", 5: "skipped",
      6: "notLogged",
    ],
    "HKMedicationDoseEventScheduleType": [1: "asNeeded", 2: "schedule"],
    "HKPHQ9AssessmentAnswer": [
      0: "notAtAll", 1: "severalDays", 2: "moreThanHalfTheDays", 3: "nearlyEveryDay",
      4: "preferNotToAnswer",
    ],
    "HKPHQ9AssessmentRisk": [
      1: "noneToMinimal", 2: "mild", 3: "moderate", 4: "moderatelySevere", 5: "severe",
    ],
    "HKPhysicalEffortEstimationType": [1: "activityLookup", 2: "deviceSensed"],
    "HKPrismBase": [0: "none", 1: "up", 2: "down", 3: "in", 4: "out"],
    "HKQuantityAggregationStyle": [
      0: "cumulative", 1: "discreteArithmetic", 2: "discreteTemporallyWeighted",
      3: "discreteEquivalentContinuousLevel",
    ],
    "HKQueryOption": [0: "none", 1: "strictStartDate", 2: "strictEndDate"],
    "HKStateOfMindAssociation": [
      1: "community", 2: "currentEvents", 3: "dating", 4: "education", 5: "family", 6: "fitness",
      7: "friends", 8: "health", 9: "hobbies", 10: "identity", 11: "money", 12: "partner",
      13: "selfCare", 14: "spirituality", 15: "tasks", 16: "travel", 17: "work", 18: "weather",
    ],
    "HKStateOfMindKind": [1: "momentaryEmotion", 2: "dailyMood"],
    "HKStateOfMindLabel": [
      1: "amazed", 2: "amused", 3: "angry", 4: "anxious", 5: "ashamed", 6: "brave", 7: "calm",
      8: "content", 9: "disappointed", 10: "discouraged", 11: "disgusted", 12: "embarrassed",
      13: "excited", 14: "frustrated", 15: "grateful", 16: "guilty", 17: "happy", 18: "hopeless",
      19: "irritated", 20: "jealous", 21: "joyful", 22: "lonely", 23: "passionate", 24: "peaceful",
      25: "proud", 26: "relieved", 27: "sad", 28: "scared", 29: "stressed", 30: "surprised",
      31: "worried", 32: "annoyed", 33: "confident", 34: "drained", 35: "hopeful",
      36: "indifferent", 37: "overwhelmed", 38: "satisfied",
    ],
    "HKStateOfMindValenceClassification": [
      1: "veryUnpleasant", 2: "unpleasant", 3: "slightlyUnpleasant", 4: "neutral",
      5: "slightlyPleasant", 6: "pleasant", 7: "veryPleasant",
    ],
    "HKStatisticsOption": [
      0: "none", 1: "separateBySource", 2: "discreteAverage", 4: "discreteMin", 8: "discreteMax",
      16: "cumulativeSum", 32: "mostRecent", 64: "duration",
    ],
    "HKSwimmingStrokeStyle": [
      0: "unknown", 1: "mixed", 2: "freestyle", 3: "backstroke", 4: "breaststroke", 5: "butterfly",
      6: "kickboard",
    ],
    "HKUpdateFrequency": [1: "immediate", 2: "hourly", 3: "daily", 4: "weekly"],
    "HKUserMotionContext": [0: "notSet", 1: "stationary", 2: "active"],
    "HKVO2MaxTestType": [
      1: "maxExercise", 2: "predictionSubMaxExercise", 3: "predictionNonExercise",
      4: "predictionStepTest",
    ],
    "HKVisionEye": [1: "left", 2: "right"],
    "HKVisionPrescriptionType": [1: "glasses", 2: "contacts"],
    "HKWaterSalinity": [1: "freshWater", 2: "saltWater"],
    "HKWeatherCondition": [
      0: "none", 1: "clear", 2: "fair", 3: "partlyCloudy", 4: "mostlyCloudy", 5: "cloudy",
      6: "foggy", 7: "haze", 8: "windy", 9: "blustery", 10: "smoky", 11: "dust", 12: "snow",
      13: "hail", 14: "sleet", 15: "freezingDrizzle", 16: "freezingRain", 17: "mixedRainAndHail",
      18: "mixedRainAndSnow", 19: "mixedRainAndSleet", 20: "mixedSnowAndSleet", 21: "drizzle",
      22: "scatteredShowers", 23: "showers", 24: "thunderstorms", 25: "tropicalStorm",
      26: "hurricane", 27: "tornado",
    ],
    "HKWorkoutSessionLocationType": [1: "unknown", 2: "indoor", 3: "outdoor"],
    "HKWorkoutSessionType": [0: "primary", 1: "mirrored"],
    "HKWorkoutSwimmingLocationType": [0: "unknown", 1: "pool", 2: "openWater"],
  ]
}
