public import HealthModel

/// A number with a unit: HealthKit's HKQuantity.
///
///     let distance = Quantity(unit: .meterUnit(with: .kilo), doubleValue: 5)
///     distance.doubleValue(for: .meter())                    // 5000
///     distance > Quantity(unit: .mile(), doubleValue: 3)     // true
///     "\(distance)"                                          // "5 km"
///
/// Two quantities are equal when number and unit are equal; `compare`, `<` and the other
/// comparisons convert, and trap where the units measure different things. So 1 km and 1,000 m are
/// not equal, and neither is less than the other: `Comparable` forbids that. Write `max(by: <)`,
/// not `max()`.
public struct Quantity: Hashable, Sendable {
  /// The unit in which it was stated.
  public let unit: Unit
  /// The number, in `unit`.
  public let doubleValue: Double

  /// Makes a quantity of a unit.
  public init(unit: Unit, doubleValue: Double) {
    self.unit = unit
    self.doubleValue = doubleValue
  }

  /// Returns true if the quantity converts to a unit.
  public func `is`(compatibleWith unit: Unit) -> Bool { self.unit.isCompatible(with: unit) }

  /// Returns the number in another unit.
  ///
  /// - Throws: `UnitProblem` if the unit measures something else, or the number becomes too
  ///   large.
  public func value(in unit: Unit) throws(UnitProblem) -> Double {
    try self.unit.convert(doubleValue, to: unit)
  }

  /// Returns the number in another unit. A unit that measures something else is a programmer's
  /// error and traps; HealthKit raises an exception for it; `value(in:)` throws.
  public func doubleValue(for unit: Unit) -> Double {
    do {
      return try value(in: unit)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns true if the left is less. Quantities of different kinds trap as in
  /// `doubleValue(for:)`.
  public static func < (left: Quantity, right: Quantity) -> Bool {
    left.doubleValue < right.doubleValue(for: left.unit)
  }

  /// Returns true if the left is more. Quantities of different kinds trap as in
  /// `doubleValue(for:)`.
  public static func > (left: Quantity, right: Quantity) -> Bool { right < left }

  /// Returns true if the left is not more. Quantities of different kinds trap as in
  /// `doubleValue(for:)`.
  public static func <= (left: Quantity, right: Quantity) -> Bool {
    left.doubleValue <= right.doubleValue(for: left.unit)
  }

  /// Returns true if the left is not less. Quantities of different kinds trap as in
  /// `doubleValue(for:)`.
  public static func >= (left: Quantity, right: Quantity) -> Bool { right <= left }
}

extension Quantity: CustomStringConvertible {
  /// The number and the unit, as HealthKit writes them: `5 km`, `61.5 count/min`.
  public var description: String {
    let whole = Int(exactly: doubleValue).map(String.init)
    return "\(whole ?? String(doubleValue)) \(unit)"
  }
}
