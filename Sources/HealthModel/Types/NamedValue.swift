/// One value of an enumeration, with its names in the program and in export files.
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
  /// The values of an enumeration by their short names, from which the strings of exports follow:
  /// those of `HKPrismBase` begin so. A second name of a raw value is an older spelling.
  static func named(
    _ enumeration: String, _ names: KeyValuePairs<Int, String>, older: Bool = false
  ) -> [NamedValue] {
    names.enumerated().map { index, value in
      NamedValue(
        value.key, value.value, enumeration + NameMatching.capital(value.value),
        older: older || names[..<index].contains { $0.key == value.key })
    }
  }

  /// The newest spelling of a raw value.
  func current(_ rawValue: Int) -> NamedValue? {
    first { $0.rawValue == rawValue && !$0.isOlderSpelling }
  }

  /// The newest spelling of the value that any spelling of the export string stands for.
  func exported(_ exportName: String) -> NamedValue? {
    first { $0.exportName == exportName }.flatMap { current($0.rawValue) }
  }

  /// The newest spelling of the value with this short name, in any case and with any separators.
  func named(_ name: String) -> NamedValue? {
    let folded = NameMatching.fold(name)
    return first { NameMatching.fold($0.name) == folded }.flatMap { current($0.rawValue) }
  }

  /// By export string, short name or raw value in digits.
  func resolve(_ text: String, kind: UnknownType.Kind) throws(UnknownType) -> NamedValue {
    if let value = exported(text) ?? named(text) ?? Int(text).flatMap(current) { return value }
    let names = map { NameIndex<Int>.Entry(name: $0.name, shown: $0.name, value: $0.rawValue) }
    throw UnknownType(kind: kind, name: text, suggestions: NameIndex(names).suggestions(for: text))
  }
}
