/// A type whose samples carry one value of an enumeration, such as sleep or a symptom.
///
///     let sleep = CategoryType.sleepAnalysis
///     sleep.value(rawValue: 3)?.name                                  // "asleepCore"
///     sleep.value(exportName: "HKCategoryValueSleepAnalysisAsleep")   // 1, asleepUnspecified
///     sleep.value(named: "asleep-rem")?.rawValue                      // 5
///
/// Source: Apple's SDK headers.
public struct CategoryType: Hashable, Sendable {
  let index: UInt8

  private var row: CategoryRow { CategoryTable.rows[Int(index)] }

  /// The 71 category types, by identifier.
  public static var all: [CategoryType] {
    CategoryTable.rows.indices.filter { !CategoryTable.rows[$0].isSuperseded }
      .map { CategoryType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKCategoryTypeIdentifierSleepAnalysis`.
  public var identifier: String { row.identifier }

  /// The name of the constant without its prefix: `sleepAnalysis`.
  ///
  /// Two constants share `HKCategoryTypeIdentifierAudioExposureEvent`; its short name is the newer
  /// one's, `environmentalAudioExposureEvent`.
  public var shortName: String { row.shortName }

  /// The enumeration of its values: `HKCategoryValueSleepAnalysis`.
  package var enumeration: String { row.enumeration }

  /// The iOS version that introduced it.
  package var introduced: String { row.introduced }

  /// False for a type that HealthKit allows no app to save.
  public var isWritable: Bool { row.isWritable }

  /// The values in their newest spelling, by raw value; empty where no source confirms them.
  public var values: [NamedValue] { row.values.filter { !$0.isOlderSpelling } }

  /// Every spelling, older ones included.
  package var spellings: [NamedValue] { row.values }

  /// Returns true if a sample may hold the value.
  ///
  ///     CategoryType.sleepAnalysis.allows(6)   // false
  public func allows(_ rawValue: Int) -> Bool {
    row.values.contains { $0.rawValue == rawValue }
  }

  /// Returns the value with this raw value.
  public func value(rawValue: Int) -> NamedValue? { row.values.current(rawValue) }

  /// Returns the value with this name in an export file, in the newer or the older spelling.
  ///
  ///     CategoryType.menstrualFlow.value(exportName: "HKCategoryValueMenstrualFlowLight")
  ///     // 2, light, HKCategoryValueVaginalBleedingLight
  public func value(exportName: String) -> NamedValue? { row.values.exported(exportName) }

  /// Returns the value with this short name, in any case and with any separators.
  public func value(named name: String) -> NamedValue? { row.values.named(name) }

  /// Returns a value by export string, short name or digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  package func resolve(_ text: String) throws(UnknownType) -> NamedValue {
    try row.values.resolve(text, kind: .categoryValue)
  }
}

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
