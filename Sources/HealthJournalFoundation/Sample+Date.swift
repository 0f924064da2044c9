public import Foundation
public import HealthJournal

extension Sample {
  /// When it begins.
  public var startDate: Date { Date(start) }
  /// When it is over.
  public var endDate: Date { Date(end) }
}

extension QuantitySample {
  /// A new sample with an identity of its own; saving it checks it.
  public init(
    type: QuantityType, quantity: Quantity, start: Date, end: Date, device: Device? = nil,
    metadata: Metadata? = nil
  ) {
    self.init(
      type: type, quantity: quantity, start: Instant(start), end: Instant(end), device: device,
      metadata: metadata)
  }
}

extension CategorySample {
  /// A new sample with an identity of its own; saving it checks it.
  public init(
    type: CategoryType, value: Int, start: Date, end: Date, device: Device? = nil,
    metadata: Metadata? = nil
  ) {
    self.init(
      type: type, value: value, start: Instant(start), end: Instant(end), device: device,
      metadata: metadata)
  }
}

extension Correlation {
  /// A new correlation with an identity of its own; saving it checks it.
  public init(
    type: CorrelationType, start: Date, end: Date, objects: [QuantitySample],
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.init(
      type: type, start: Instant(start), end: Instant(end), objects: objects, device: device,
      metadata: metadata)
  }
}

extension Quantity {
  /// How it compares with another one of the same kind; of another kind it traps as `doubleValue(for:)` does.
  public func compare(_ other: Quantity) -> ComparisonResult {
    if self < other { return .orderedAscending }
    return self > other ? .orderedDescending : .orderedSame
  }
}

extension StoreError: LocalizedError {
  /// One line that says what, where and what to do.
  public var errorDescription: String? { description }
}
