/// A type of health object that the catalogue knows.
///
///     TypeCatalogue.find("HKQuantityTypeIdentifierStepCount")?.shortName   // "stepCount"
///
/// A type that the catalogue does not know has no `ObjectType`; its identifier is kept as text.
public enum ObjectType: Hashable, Sendable {
  /// A type of numbers with a unit.
  case quantity(QuantityType)
  /// A type of values of an enumeration.
  case category(CategoryType)
  /// A type of groups of quantity samples.
  case correlation(CorrelationType)
  /// A type of facts about the person.
  case characteristic(CharacteristicType)
  /// The type of workouts.
  case workout
  /// Everything with fields of its own.
  case other(OtherType)

  /// The identifier of the workout type.
  public static let workoutIdentifier = "HKWorkoutTypeIdentifier"

  /// The full identifier of Apple.
  public var identifier: String {
    switch self {
    case .quantity(let type): type.identifier
    case .category(let type): type.identifier
    case .correlation(let type): type.identifier
    case .characteristic(let type): type.identifier
    case .workout: Self.workoutIdentifier
    case .other(let type): type.identifier
    }
  }

  /// The name without its prefix: `stepCount`, `workout`.
  public var shortName: String {
    switch self {
    case .quantity(let type): type.shortName
    case .category(let type): type.shortName
    case .correlation(let type): type.shortName
    case .characteristic(let type): type.shortName
    case .workout: "workout"
    case .other(let type): type.shortName
    }
  }

  /// False for a type that HealthKit allows no app to save: read-only types and characteristics.
  public var isWritable: Bool {
    switch self {
    case .quantity(let type): type.isWritable
    case .category(let type): type.isWritable
    case .correlation, .workout: true
    case .characteristic: false
    case .other(let type): type.isWritable
    }
  }

  /// True if the person picks the single objects of the type that an app may read.
  public var needsPerObjectAuthorization: Bool {
    switch self {
    case .other(let type): type.needsPerObjectAuthorization
    case .quantity, .category, .correlation, .characteristic, .workout: false
    }
  }
}

/// The identifier of a type of health objects, the argument of calls: HealthKit's
/// HKQuantityTypeIdentifier and its relatives.
///
///     try await store.latestSample(of: .bodyMass)
///     try await store.objects(of: "HKQuantityTypeIdentifierThatIsNewer")
///
/// The catalogue may not know it: such types are kept and shown too.
public struct TypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// Apple's full identifier: `HKQuantityTypeIdentifierBodyMass`.
  public let rawValue: String

  /// Makes an identifier, also one that the catalogue does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes an identifier, also one that the catalogue does not know.
  public init(_ identifier: String) { rawValue = identifier }

  /// Makes the identifier of a type of the catalogue.
  public init(_ type: ObjectType) { rawValue = type.identifier }
}

extension TypeIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a full identifier from the text of a program.
  public init(stringLiteral identifier: String) { rawValue = identifier }

  /// The identifier as Apple writes it in full.
  public var description: String { rawValue }
}

/// A type whose samples HealthKit may restrict in length: HKSampleType's four properties.
///
///     let loud = TypeCatalogue.find("HKQuantityTypeIdentifierHeadphoneAudioExposure")
///     loud?.isMinimumDurationRestricted   // true
///     loud?.minimumAllowedDuration        // 0.001, in seconds
///     QuantityType.stepCount.isMaximumDurationRestricted   // false
///
/// Apple documents that there are limits, but not their values. This list has only those that
/// people have seen in HealthKit's own messages; all other types are unrestricted.
public protocol DurationRestricted {
  /// Apple's full identifier of the type.
  var identifier: String { get }
}

extension DurationRestricted {
  /// True if a sample has a least length.
  public var isMinimumDurationRestricted: Bool { minimumAllowedDuration != nil }

  /// The least length in seconds; nil: none.
  public var minimumAllowedDuration: Double? { DurationTable.minimum[identifier] }

  /// True if a sample has a greatest length.
  public var isMaximumDurationRestricted: Bool { maximumAllowedDuration != nil }

  /// The greatest length in seconds; nil: none.
  public var maximumAllowedDuration: Double? { DurationTable.maximum[identifier] }
}

extension QuantityType: DurationRestricted {}

extension CategoryType: DurationRestricted {}

extension CorrelationType: DurationRestricted {}

extension OtherType: DurationRestricted {}

extension ObjectType: DurationRestricted {}

/// The limits that are known, in seconds.
enum DurationTable {
  /// Source: "Minimum duration for type HKQuantityTypeIdentifierEnvironmentalAudioExposure is
  /// 0.001000", an exception of HealthKit's that a public importer of 2021 quotes and avoids for
  /// both of these types.
  static let minimum: [String: Double] = [
    "HKQuantityTypeIdentifierEnvironmentalAudioExposure": 0.001,
    "HKQuantityTypeIdentifierHeadphoneAudioExposure": 0.001,
  ]

  /// Source: "Maximum duration for type HKDocumentTypeIdentifierCDA is 345600.000000", an exception
  /// that the tests of dotnet/macios quote. Four days.
  static let maximum: [String: Double] = ["HKDocumentTypeIdentifierCDA": 345_600]
}

/// A type with fields of its own: workouts, routes, audiograms, clinical records and the like.
///
/// Source: Apple's SDK headers.
public struct OtherType: Hashable, Sendable {
  let index: UInt8

  private var row: OtherRow { OtherTable.rows[Int(index)] }

  /// HealthKit's 23 types, by identifier; the workout type is one of them. The journal's own type
  /// of notes follows.
  public static var all: [OtherType] {
    OtherTable.rows.indices.map { OtherType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKWorkoutRouteTypeIdentifier`.
  public var identifier: String { row.identifier }

  /// The short name: `workoutRoute`.
  public var shortName: String { row.shortName }

  /// HealthKit's class for its objects, `HKWorkoutRoute`; nil for a private type.
  package var className: String? { row.className }

  /// The iOS version that introduced it; nil for a private type.
  package var introduced: String? { row.introduced }

  /// False for a type that HealthKit allows no app to save.
  public var isWritable: Bool { row.isWritable }

  /// True if the person picks the single objects of the type that an app may read.
  public var needsPerObjectAuthorization: Bool { row.isPerObject }
}

/// A row of the table of other types.
struct OtherRow: Sendable {
  let identifier: String
  let shortName: String
  let className: String?
  let introduced: String?
  let isWritable: Bool
  let isPerObject: Bool

  init(
    _ identifier: String, _ shortName: String, _ className: String?, since: String?,
    writable: Bool = true, perObject: Bool = false
  ) {
    self.identifier = identifier
    self.shortName = shortName
    self.className = className
    introduced = since
    isWritable = writable
    isPerObject = perObject
  }
}

/// The object types that are neither quantity, category, characteristic nor correlation.
///
/// Source: Apple's SDK headers.
enum OtherTable {
  static let rows: [OtherRow] =
    [summary] + clinical + others + [note]

  /// The only type that is not HealthKit's.
  private static let note = OtherRow(Note.type, "note", nil, since: nil)

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
