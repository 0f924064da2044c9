/// An enumeration of HealthKit's whose values stand on a journal's line by their short names.
public protocol NamedEnumeration: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// HealthKit's name for it: `HKStateOfMindKind`.
  static var enumeration: String { get }
}

extension NamedEnumeration {
  /// The short name: `dailyMood`.
  public var name: String {
    Enumeration.find(Self.enumeration)?.value(rawValue: rawValue)?.name ?? String(rawValue)
  }

  /// What a value must be, in words.
  static var expectation: String { Enumeration.find(enumeration)?.expectation ?? enumeration }

  /// The value that a field states: by short name, by the name in Apple's headers, or as a number.
  init?(_ value: FieldValue) {
    let raw: Int? =
      switch value {
      case .text(let text):
        Enumeration.find(Self.enumeration).flatMap { known in
          known.values.first { $0.name == text || $0.exportName == text }?.rawValue
        }
      case .number(let number): Int(exactly: number)
      case .null, .boolean, .list, .fields: nil
      }
    guard let raw else { return nil }
    self.init(rawValue: raw)
  }
}
