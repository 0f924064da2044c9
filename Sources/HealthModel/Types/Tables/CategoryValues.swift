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

  /// `HKCategoryValue` with these values, and after them those of an older enumeration.
  private static func category(
    _ name: String, _ values: KeyValuePairs<Int, String>,
    older olderName: String = "", _ olderValues: KeyValuePairs<Int, String> = [:]
  ) -> Enumeration {
    let name = "HKCategoryValue" + name
    let older = [NamedValue].named("HKCategoryValue" + olderName, olderValues, older: true)
    return Enumeration(name, .named(name, values) + older)
  }
}
