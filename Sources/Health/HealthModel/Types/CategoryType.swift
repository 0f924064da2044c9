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
  /// The type that a journal declares; nil: it is one of the table.
  private let declared: DeclaredReference?

  /// Creates the type of a row of the table.
  init(index: UInt8) {
    self.index = index
    declared = nil
  }

  /// Creates a type that a journal declares.
  init(declared type: DeclaredType) {
    index = .max
    declared = .type(type)
  }

  private var row: CategoryRow {
    declared.map { CategoryRow($0.type) } ?? CategoryTable.rows[Int(index)]
  }

  /// The title of a type that a journal declares; nil for those of the table.
  package var declaredTitle: String? { declared?.type.title }

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
    let values = row.values
    return declared != nil && values.isEmpty || values.contains { $0.rawValue == rawValue }
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
