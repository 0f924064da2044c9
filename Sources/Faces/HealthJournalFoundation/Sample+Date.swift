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
  @_disfavoredOverload
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
  @_disfavoredOverload
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
  @_disfavoredOverload
  public init(
    type: CorrelationType, start: Date, end: Date, objects: [QuantitySample],
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.init(
      type: type, start: Instant(start), end: Instant(end), objects: objects, device: device,
      metadata: metadata)
  }

  /// A new correlation of a set of samples, which are saved by type and start.
  @_disfavoredOverload
  public init(
    type: CorrelationType, start: Date, end: Date, objects: Set<QuantitySample>,
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.init(
      type: type, start: Instant(start), end: Instant(end), objects: objects, device: device,
      metadata: metadata)
  }
}

extension DocumentValue {
  /// When it begins.
  public var startDate: Date { Date(span.start.instant) }
  /// When it is over.
  public var endDate: Date { Date(span.end.instant) }
}

extension WorkoutEvent {
  /// When it was; a moment where it did not last.
  public var dateInterval: DateInterval {
    DateInterval(start: Date(date.instant), duration: max(duration ?? 0, 0))
  }
}

extension WorkoutActivity {
  /// When it begins.
  public var startDate: Date { Date(start.instant) }
  /// When it is over; nil: not known.
  public var endDate: Date? { end.map { Date($0.instant) } }
}

extension Date: MetadataConvertible {
  /// It as a value of metadata, with the offset of UTC.
  public var metadataValue: MetadataValue {
    .date(Timestamp(instant: Instant(self), offsetMinutes: 0))
  }
}

extension Quantity {
  /// How it compares with another one of the same kind; of another kind it traps as
  /// `doubleValue(for:)` does.
  public func compare(_ other: Quantity) -> ComparisonResult {
    if self < other { return .orderedAscending }
    return self > other ? .orderedDescending : .orderedSame
  }
}

extension StoreError: LocalizedError {
  /// One line that says what, where and what to do.
  public var errorDescription: String? { description }
}
