public import Foundation
public import HealthJournal

extension Sample {
  /// The start.
  public var startDate: Date { Date(start) }
  /// The end.
  public var endDate: Date { Date(end) }
}

extension QuantitySample {
  /// Creates a new sample with an identity of its own; the store checks it when it saves it.
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
  /// Creates a new sample with an identity of its own; the store checks it when it saves it.
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
  /// Creates a new correlation with an identity of its own; the store checks it when it saves it.
  @_disfavoredOverload
  public init(
    type: CorrelationType, start: Date, end: Date, objects: [QuantitySample],
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.init(
      type: type, start: Instant(start), end: Instant(end), objects: objects, device: device,
      metadata: metadata)
  }

  /// Creates a new correlation of a set of samples, which are saved by type and start.
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
  /// The start.
  public var startDate: Date { Date(span.start.instant) }
  /// The end.
  public var endDate: Date { Date(span.end.instant) }
}

extension WorkoutEvent {
  /// The time of the event; a moment if it did not last.
  public var dateInterval: DateInterval {
    DateInterval(start: Date(date.instant), duration: max(duration ?? 0, 0))
  }
}

extension WorkoutActivity {
  /// The start.
  public var startDate: Date { Date(start.instant) }
  /// The end; nil if unknown.
  public var endDate: Date? { end.map { Date($0.instant) } }
}

extension Date: MetadataConvertible {
  /// It as a value of metadata, with the offset of UTC.
  public var metadataValue: MetadataValue {
    .date(Timestamp(instant: Instant(self), offsetMinutes: 0))
  }
}

extension Quantity {
  /// Compares it with another quantity of the same kind; another kind traps as `doubleValue(for:)`
  /// does.
  public func compare(_ other: Quantity) -> ComparisonResult {
    if self < other { return .orderedAscending }
    return self > other ? .orderedDescending : .orderedSame
  }
}

extension StoreError: LocalizedError {
  /// A line with the problem, its place and the remedy.
  public var errorDescription: String? { description }
}
