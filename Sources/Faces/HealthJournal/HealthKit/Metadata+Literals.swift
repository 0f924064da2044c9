public import HealthModel

extension Metadata: ExpressibleByDictionaryLiteral {
  /// Creates metadata from a literal, as HealthKit's programs write it; the first of two equal keys
  /// counts.
  ///
  ///     let metadata: Metadata = [MetadataKeyWasUserEntered: true, MetadataKeyTimeZone: zone.identifier]
  public init(dictionaryLiteral entries: (String, any MetadataConvertible)...) {
    self.init(entries.map { Entry($0.0, $0.1.metadataValue) })
  }
}

/// A type whose values can be metadata: texts, numbers, truth values, times and quantities.
public protocol MetadataConvertible {
  /// The same value as a value of metadata.
  var metadataValue: MetadataValue { get }
}

extension MetadataValue: MetadataConvertible {
  /// The value itself.
  public var metadataValue: MetadataValue { self }
}

extension String: MetadataConvertible {
  /// The same value as a value of metadata.
  public var metadataValue: MetadataValue { .string(self) }
}

extension Bool: MetadataConvertible {
  /// The same value as a value of metadata.
  public var metadataValue: MetadataValue { .boolean(self) }
}

extension Int: MetadataConvertible {
  /// The nearest `Double`, as a value of metadata.
  public var metadataValue: MetadataValue { .number(Double(self)) }
}

extension Double: MetadataConvertible {
  /// The same value as a value of metadata.
  public var metadataValue: MetadataValue { .number(self) }
}

extension Quantity: MetadataConvertible {
  /// The same value as a value of metadata.
  public var metadataValue: MetadataValue { .quantity(self) }
}

extension Timestamp: MetadataConvertible {
  /// The same value as a value of metadata.
  public var metadataValue: MetadataValue { .date(self) }
}

/// The cases of `MetadataValue`, where any value is taken: `[key: .string(text)]`.
extension MetadataConvertible where Self == MetadataValue {
  /// Makes a value that is a text.
  @_disfavoredOverload
  public static func string(_ text: String) -> MetadataValue { .string(text) }
  /// Makes a value that is a number.
  @_disfavoredOverload
  public static func number(_ number: Double) -> MetadataValue { .number(number) }
  /// Makes a value that is a truth value.
  @_disfavoredOverload
  public static func boolean(_ flag: Bool) -> MetadataValue { .boolean(flag) }
  /// Makes a value that is a time.
  @_disfavoredOverload
  public static func date(_ time: Timestamp) -> MetadataValue { .date(time) }
  /// Makes a value that is a number with a unit.
  @_disfavoredOverload
  public static func quantity(_ quantity: Quantity) -> MetadataValue {
    .quantity(quantity.doubleValue, unit: quantity.unit.description)
  }
}

extension MetadataValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  /// Makes a value that is a text.
  public init(stringLiteral text: String) { self = .string(text) }
  /// Makes a value that is a truth value.
  public init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  /// Makes a value that is a number.
  public init(floatLiteral number: Double) { self = .number(number) }
  /// Makes a value that is a number.
  public init(integerLiteral number: Int) { self = .number(Double(number)) }

  /// Makes a value that is a number with a unit.
  public static func quantity(_ quantity: Quantity) -> MetadataValue {
    .quantity(quantity.doubleValue, unit: quantity.unit.description)
  }
}

/// The typed contents of a value, for which HealthKit's programs cast: `metadata?[key]?.string`
/// instead of `metadata?[key] as? String`.
extension MetadataValue {
  /// The text; nil: it is none.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number; nil: it is none. Of a quantity it is `quantity`.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// The truth value, of the numbers 0 and 1 too, as NSNumber has it; nil: it is none.
  public var boolean: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .number(0): false
    case .number(1): true
    case .number, .string, .date, .quantity: nil
    }
  }

  /// The time; nil: it is none.
  public var date: Timestamp? { if case .date(let time) = self { time } else { nil } }

  /// The number with its unit; nil: it is none, or its unit is none that is known.
  public var quantity: Quantity? {
    guard case .quantity(let number, let text) = self, let unit = try? Unit(text) else {
      return nil
    }
    return Quantity(unit: unit, doubleValue: number)
  }
}
