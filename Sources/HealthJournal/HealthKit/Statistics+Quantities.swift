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

  // MARK: Of one source, where `.separateBySource` was asked for

  /// The sources of which figures are kept apart, by their names; nil: none are.
  public var sources: [Source]? {
    bySource.isEmpty ? nil : bySource.compactMap(\.source).map { Source(name: $0) }
  }
  /// The sum of a source's samples.
  public func sumQuantity(for source: Source) -> Quantity? { of(source)?.sumQuantity() }
  /// The average of a source's samples.
  public func averageQuantity(for source: Source) -> Quantity? { of(source)?.averageQuantity() }
  /// The least value of a source's samples.
  public func minimumQuantity(for source: Source) -> Quantity? { of(source)?.minimumQuantity() }
  /// The greatest value of a source's samples.
  public func maximumQuantity(for source: Source) -> Quantity? { of(source)?.maximumQuantity() }
  /// The value of a source's sample that ends last.
  public func mostRecentQuantity(for source: Source) -> Quantity? {
    of(source)?.mostRecentQuantity()
  }

  private func of(_ source: Source) -> Statistics? {
    bySource.first { $0.source == source.name }
  }

  private func quantity(_ value: Double?) -> Quantity? {
    guard let value, let unit, let known = try? Unit(unit) else { return nil }
    return Quantity(unit: known, doubleValue: value)
  }
}

extension Statistics {
  /// The type; nil: it is no quantity type that the catalogue knows.
  public var quantityType: QuantityType? { QuantityType(rawValue: type) }
}
