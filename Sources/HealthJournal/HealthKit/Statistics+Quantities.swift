public import HealthModel

/// The figures under HealthKit's names, each with its unit; nil where there is none.
extension Statistics {
  /// The sum of a cumulative type.
  public func sumQuantity() -> Quantity? { quantity(sum) }
  /// The average of a discrete type.
  public func averageQuantity() -> Quantity? { quantity(average) }
  /// The least value of a discrete type.
  public func minimumQuantity() -> Quantity? { quantity(minimum) }
  /// The greatest value of a discrete type.
  public func maximumQuantity() -> Quantity? { quantity(maximum) }
  /// The value of the sample that ends last.
  public func mostRecentQuantity() -> Quantity? { quantity(latest) }

  private func quantity(_ value: Double?) -> Quantity? {
    guard let value, let unit, let known = try? Unit(unit) else { return nil }
    return Quantity(unit: known, doubleValue: value)
  }
}
