/// A row of the table of category types.
struct CategoryRow: Sendable {
  let identifier: String
  let shortName: String
  let enumeration: String
  let values: [NamedValue]
  let introduced: String
  let isWritable: Bool
  let isSuperseded: Bool

  /// Creates a row by the name after the prefix; `name` is given if the short one is not that in
  /// small letters.
  init(
    _ constant: String, name: String? = nil, _ enumeration: Enumeration, since: String,
    writable: Bool = true, superseded: Bool = false
  ) {
    identifier = "HKCategoryTypeIdentifier" + constant
    shortName = name ?? NameMatching.small(constant)
    self.enumeration = enumeration.name
    values = enumeration.values
    introduced = since
    isWritable = writable
    isSuperseded = superseded
  }

  /// Creates the row of a type that a journal declares.
  init(_ type: DeclaredType) {
    (identifier, shortName, enumeration) = (type.identifier, type.identifier, type.identifier)
    values = type.values.map { NamedValue($0.code, $0.name, $0.name) }
    introduced = ""
    (isWritable, isSuperseded) = (true, false)
  }
}

/// The constants of category types, by identifier: 72 constants for 71 strings.
///
/// `HKCategoryTypeIdentifierAudioExposureEvent` is the string of two constants; the row of the
/// deprecated one is marked as superseded and gives only its short name.
/// Source: Apple's SDK headers (HealthKit of iOS 27).
enum CategoryTable {
  static let rows: [CategoryRow] = [
    CategoryRow("AbdominalCramps", .severity, since: "13.6"),
    CategoryRow("Acne", .severity, since: "13.6"),
    CategoryRow("AppetiteChanges", .appetiteChanges, since: "13.6"),
    CategoryRow("AppleStandHour", .appleStandHour, since: "9.0", writable: false),
    CategoryRow(
      "AppleWalkingSteadinessEvent", .appleWalkingSteadinessEvent, since: "15.0", writable: false),
    CategoryRow(
      "AudioExposureEvent", .audioExposureEvent, since: "13.0", writable: false, superseded: true),
    CategoryRow(
      "AudioExposureEvent", name: "environmentalAudioExposureEvent",
      .environmentalAudioExposureEvent, since: "14.0", writable: false),
    CategoryRow("BladderIncontinence", .severity, since: "14.0"),
    CategoryRow("BleedingAfterMenopause", .vaginalBleeding, since: "27.0"),
    CategoryRow("BleedingAfterPregnancy", .vaginalBleeding, since: "18.0"),
    CategoryRow("BleedingDuringPregnancy", .vaginalBleeding, since: "18.0"),
    CategoryRow("Bloating", .severity, since: "13.6"),
    CategoryRow("BreastPain", .severity, since: "13.6"),
    CategoryRow("CervicalMucusQuality", .cervicalMucusQuality, since: "9.0"),
    CategoryRow("ChestTightnessOrPain", .severity, since: "13.6"),
    CategoryRow("Chills", .severity, since: "13.6"),
    CategoryRow("Constipation", .severity, since: "13.6"),
    CategoryRow("Contraceptive", .contraceptive, since: "14.3"),
    CategoryRow("Coughing", .severity, since: "13.6"),
    CategoryRow("Diarrhea", .severity, since: "13.6"),
    CategoryRow("Dizziness", .severity, since: "13.6"),
    CategoryRow("DrySkin", .severity, since: "14.0"),
    CategoryRow("Fainting", .severity, since: "13.6"),
    CategoryRow("Fatigue", .severity, since: "13.6"),
    CategoryRow("Fever", .severity, since: "13.6"),
    CategoryRow("GeneralizedBodyAche", .severity, since: "13.6"),
    CategoryRow("HairLoss", .severity, since: "14.0"),
    CategoryRow("HandwashingEvent", .plain, since: "14.0"),
    CategoryRow("Headache", .severity, since: "13.6"),
    CategoryRow(
      "HeadphoneAudioExposureEvent", .headphoneAudioExposureEvent, since: "14.2", writable: false),
    CategoryRow("Heartburn", .severity, since: "13.6"),
    CategoryRow("HighHeartRateEvent", .plain, since: "12.2", writable: false),
    CategoryRow("HotFlashes", .severity, since: "13.6"),
    CategoryRow("HypertensionEvent", .plain, since: "26.2", writable: false),
    CategoryRow("InfrequentMenstrualCycles", .plain, since: "16.0", writable: false),
    CategoryRow("IntermenstrualBleeding", .plain, since: "9.0"),
    CategoryRow("IrregularHeartRhythmEvent", .plain, since: "12.2", writable: false),
    CategoryRow("IrregularMenstrualCycles", .plain, since: "16.0", writable: false),
    CategoryRow("Lactation", .plain, since: "14.3"),
    CategoryRow("LossOfSmell", .severity, since: "13.6"),
    CategoryRow("LossOfTaste", .severity, since: "13.6"),
    CategoryRow("LowCardioFitnessEvent", .lowCardioFitnessEvent, since: "14.3", writable: false),
    CategoryRow("LowHeartRateEvent", .plain, since: "12.2", writable: false),
    CategoryRow("LowerBackPain", .severity, since: "13.6"),
    CategoryRow("MemoryLapse", .severity, since: "14.0"),
    CategoryRow("MenopausalState", .menopausalState, since: "27.0"),
    CategoryRow("MenstrualFlow", .menstrualFlow, since: "9.0"),
    CategoryRow("MindfulSession", .plain, since: "10.0"),
    CategoryRow("MoodChanges", .presence, since: "13.6"),
    CategoryRow("Nausea", .severity, since: "13.6"),
    CategoryRow("NightSweats", .severity, since: "14.0"),
    CategoryRow("OvulationTestResult", .ovulationTestResult, since: "9.0"),
    CategoryRow("PelvicPain", .severity, since: "13.6"),
    CategoryRow("PersistentIntermenstrualBleeding", .plain, since: "16.0", writable: false),
    CategoryRow("Pregnancy", .plain, since: "14.3"),
    CategoryRow("PregnancyTestResult", .pregnancyTestResult, since: "15.0"),
    CategoryRow("ProgesteroneTestResult", .progesteroneTestResult, since: "15.0"),
    CategoryRow("ProlongedMenstrualPeriods", .plain, since: "16.0", writable: false),
    CategoryRow("RapidPoundingOrFlutteringHeartbeat", .severity, since: "13.6"),
    CategoryRow("RunnyNose", .severity, since: "13.6"),
    CategoryRow("SexualActivity", .plain, since: "9.0"),
    CategoryRow("ShortnessOfBreath", .severity, since: "13.6"),
    CategoryRow("SinusCongestion", .severity, since: "13.6"),
    CategoryRow("SkippedHeartbeat", .severity, since: "13.6"),
    CategoryRow("SleepAnalysis", .sleepAnalysis, since: "8.0"),
    CategoryRow("SleepApneaEvent", .plain, since: "18.0"),
    CategoryRow("SleepChanges", .presence, since: "13.6"),
    CategoryRow("SoreThroat", .severity, since: "13.6"),
    CategoryRow("ToothbrushingEvent", .plain, since: "13.0"),
    CategoryRow("VaginalDryness", .severity, since: "14.0"),
    CategoryRow("Vomiting", .severity, since: "13.6"),
    CategoryRow("Wheezing", .severity, since: "13.6"),
  ]
}

/// The values of category types.
///
/// A second name of a raw value is an earlier spelling: sleep before iOS 16, menstrual flow before
/// iOS 18, the audio event before iOS 14.
/// Source: Apple's SDK headers.
extension Enumeration {
  static let plain = category("", [0: "notApplicable"])
  static let presence = category("Presence", [0: "present", 1: "notPresent"])
  static let severity = category(
    "Severity", [0: "unspecified", 1: "notPresent", 2: "mild", 3: "moderate", 4: "severe"])

  static let appetiteChanges = category(
    "AppetiteChanges", [0: "unspecified", 1: "noChange", 2: "decreased", 3: "increased"])
  static let appleStandHour = category("AppleStandHour", [0: "stood", 1: "idle"])
  static let appleWalkingSteadinessEvent = category(
    "AppleWalkingSteadinessEvent",
    [1: "initialLow", 2: "initialVeryLow", 3: "repeatLow", 4: "repeatVeryLow"])
  static let audioExposureEvent = category("AudioExposureEvent", [1: "loudEnvironment"])
  static let cervicalMucusQuality = category(
    "CervicalMucusQuality", [1: "dry", 2: "sticky", 3: "creamy", 4: "watery", 5: "eggWhite"])
  static let contraceptive = category(
    "Contraceptive",
    [
      1: "unspecified", 2: "implant", 3: "injection", 4: "intrauterineDevice",
      5: "intravaginalRing", 6: "oral", 7: "patch",
    ])
  static let environmentalAudioExposureEvent = category(
    "EnvironmentalAudioExposureEvent", [1: "momentaryLimit"],
    older: "AudioExposureEvent", [1: "loudEnvironment"])
  static let headphoneAudioExposureEvent = category(
    "HeadphoneAudioExposureEvent", [1: "sevenDayLimit"])
  static let lowCardioFitnessEvent = category("LowCardioFitnessEvent", [1: "lowFitness"])
  static let menopausalState = category(
    "MenopausalState", [1: "menopause", 2: "perimenopause", 3: "none"])
  static let ovulationTestResult = category(
    "OvulationTestResult",
    [
      1: "negative", 2: "luteinizingHormoneSurge", 2: "positive", 3: "indeterminate",
      4: "estrogenSurge",
    ])
  static let pregnancyTestResult = category("PregnancyTestResult", testResults)
  static let progesteroneTestResult = category("ProgesteroneTestResult", testResults)
  static let sleepAnalysis = category(
    "SleepAnalysis",
    [
      0: "inBed", 1: "asleepUnspecified", 1: "asleep", 2: "awake", 3: "asleepCore",
      4: "asleepDeep", 5: "asleepREM",
    ])
  static let vaginalBleeding = category("VaginalBleeding", flow)
  static let menstrualFlow = category("VaginalBleeding", flow, older: "MenstrualFlow", flow)

  private static let testResults: KeyValuePairs = [
    1: "negative", 2: "positive", 3: "indeterminate",
  ]
  private static let flow: KeyValuePairs = [
    1: "unspecified", 2: "light", 3: "medium", 4: "heavy", 5: "none",
  ]

  /// Returns the enumeration `HKCategoryValue` with these values, and after them those of an older
  /// enumeration.
  private static func category(
    _ name: String, _ values: KeyValuePairs<Int, String>,
    older olderName: String = "", _ olderValues: KeyValuePairs<Int, String> = [:]
  ) -> Enumeration {
    let name = "HKCategoryValue" + name
    let older = [NamedValue].named("HKCategoryValue" + olderName, olderValues, older: true)
    return Enumeration(name, .named(name, values) + older)
  }
}
