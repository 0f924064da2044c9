public import HealthModel

extension Metadata: ExpressibleByDictionaryLiteral {
  /// Metadata as HealthKit's programs write it: `[MetadataKeyWasUserEntered: true]`; of two equal keys the first stays.
  public init(dictionaryLiteral entries: (String, MetadataValue)...) {
    self.init(entries.map { Entry($0.0, $0.1) })
  }
}

extension MetadataValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .string(text) }
  /// A truth value.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  /// A number.
  public init(floatLiteral number: Double) { self = .number(number) }
  /// A number.
  public init(integerLiteral number: Int) { self = .number(Double(number)) }

  /// A number with a unit.
  public static func quantity(_ quantity: Quantity) -> MetadataValue {
    .quantity(quantity.doubleValue, unit: quantity.unit.description)
  }
}
