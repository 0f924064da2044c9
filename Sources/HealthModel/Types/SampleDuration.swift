/// How long samples of a type may be, where HealthKit restricts it: HKSampleType's four properties.
///
///     let loud = TypeCatalogue.find("HKQuantityTypeIdentifierHeadphoneAudioExposure")
///     loud?.isMinimumDurationRestricted   // true
///     loud?.minimumAllowedDuration        // 0.001, in seconds
///     QuantityType.stepCount.isMaximumDurationRestricted   // false
///
/// Apple documents that there are limits and not what they are. Only those stand here that people
/// have seen in HealthKit's own messages; all other types are unrestricted.
public protocol DurationRestricted {
  /// Apple's full identifier of the type.
  var identifier: String { get }
}

extension DurationRestricted {
  /// Whether a sample must last a while.
  public var isMinimumDurationRestricted: Bool { minimumAllowedDuration != nil }

  /// The least length in seconds; nil: none.
  public var minimumAllowedDuration: Double? { DurationTable.minimum[identifier] }

  /// Whether a sample may last only so long.
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
