/// A type whose samples carry one value of an enumeration, such as sleep or a symptom.
///
///     let sleep = CategoryType.sleepAnalysis
///     sleep.value(rawValue: 3)?.name                                  // "asleepCore"
///     sleep.value(exportName: "HKCategoryValueSleepAnalysisAsleep")   // 1, asleepUnspecified
///     try sleep.resolve("asleep-rem").rawValue                        // 5
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
  public var enumeration: String { row.enumeration }

  /// The iOS version that introduced it.
  public var introduced: String { row.introduced }

  /// False where HealthKit lets no app save it.
  public var isWritable: Bool { row.isWritable }

  /// The values in their newest spelling, by raw value; empty where no source confirms them.
  public var values: [NamedValue] { row.values.filter { !$0.isOlderSpelling } }

  /// Every spelling, older ones included.
  public var spellings: [NamedValue] { row.values }

  /// True when a sample may hold the value.
  ///
  ///     CategoryType.sleepAnalysis.allows(6)   // false
  public func allows(_ rawValue: Int) -> Bool {
    row.values.contains { $0.rawValue == rawValue }
  }

  /// The value with this raw value.
  public func value(rawValue: Int) -> NamedValue? { row.values.current(rawValue) }

  /// The value that an export file calls so, in the newer or the older spelling.
  ///
  ///     CategoryType.menstrualFlow.value(exportName: "HKCategoryValueMenstrualFlowLight")
  ///     // 2, light, HKCategoryValueVaginalBleedingLight
  public func value(exportName: String) -> NamedValue? { row.values.exported(exportName) }

  /// The value with this short name, in any case and with any separators.
  public func value(named name: String) -> NamedValue? { row.values.named(name) }

  /// A value by export string, short name or digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  public func resolve(_ text: String) throws(UnknownType) -> NamedValue {
    try row.values.resolve(text, kind: .categoryValue)
  }
}

/// One row of the table of category types.
struct CategoryRow: Sendable {
  let identifier: String
  let shortName: String
  let enumeration: String
  let values: [NamedValue]
  let introduced: String
  let isWritable: Bool
  let isSuperseded: Bool

  /// A row by the name after the prefix; `name` where the short one is not that in small letters.
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
