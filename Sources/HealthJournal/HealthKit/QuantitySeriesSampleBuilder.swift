public import HealthModel

/// Condenses values that follow one another into one sample, and saves it: HealthKit's
/// HKQuantitySeriesSampleBuilder.
///
///     let series = QuantitySeriesSampleBuilder(
///       healthStore: store, quantityType: .heartRate, start: start)
///     try await series.insert(Quantity(unit: perMinute, doubleValue: 61), at: start)
///     let sample = try await series.finishSeries(at: start + 60)
///
/// The journal keeps of the values their count, least, greatest and sum; the sample's own is the
/// sum of a cumulative type, the plain average of a discrete one.
public actor QuantitySeriesSampleBuilder {
  /// The type of the values.
  public let quantityType: QuantityType
  /// When the series begins.
  public let start: Instant
  /// The hardware that measures it.
  public let device: Device?
  private let store: HealthStore
  private let source: String
  private var unit: Unit?
  private var values: [Double] = []
  private var last: Instant
  private var isOver = false

  /// A builder of a series that begins then.
  ///
  /// - Parameters:
  ///   - healthStore: the journal in which it is saved.
  ///   - quantityType: the type of the values.
  ///   - start: when the series begins.
  ///   - device: the hardware that measures it; nil: it is not known.
  ///   - source: whose it is, a bundle identifier; the owner by default.
  public init(
    healthStore: HealthStore, quantityType: QuantityType, start: Instant, device: Device? = nil,
    source: String = EventActor.owner
  ) {
    store = healthStore
    self.quantityType = quantityType
    self.start = start
    self.device = device
    self.source = source
    last = start
  }

  /// Adds a value.
  ///
  /// - Throws: a `StoreError` where its unit does not fit the type, no number says it in the unit
  ///   of the series, its time is before the start, or the series is over.
  public func insert(_ quantity: Quantity, at moment: Instant) throws(StoreError) {
    try require(!isOver, "the series is finished")
    try require(moment >= start, "a value of a series is not before its start")
    guard quantityType.accepts(quantity.unit) else {
      throw StoreError(
        code: .unitMismatch,
        description: "\(quantity.unit) does not measure \(quantityType.identifier)")
    }
    let unit = unit ?? quantity.unit
    guard let value = try? quantity.value(in: unit) else {
      throw StoreError(
        code: .invalidArgument, description: "the value is too large for a series in \(unit)")
    }
    self.unit = unit
    values.append(value)
    last = max(last, moment)
  }

  /// Saves the sample.
  ///
  /// - Parameters:
  ///   - metadata: what is kept beside the sample; nil: nothing.
  ///   - end: when the series is over; nil: with its latest value.
  /// - Returns: the sample as it was saved.
  /// - Throws: a `StoreError` where there is no value, or the journal's rules refuse it: then it
  ///   can be finished again.
  @discardableResult
  public func finishSeries(
    metadata: Metadata? = nil, at end: Instant? = nil
  ) async throws(StoreError) -> QuantitySample {
    try require(!isOver, "the series is finished")
    guard let unit, let least = values.min(), let greatest = values.max() else {
      throw StoreError(
        code: .invalidArgument, description: "the series has no value; call insert(_:at:) first")
    }
    let sum = values.reduce(0, +)
    let count = Double(values.count)
    let value = quantityType.aggregationStyle.isCumulative ? sum : sum / count
    let sample = QuantitySample(
      type: quantityType, quantity: Quantity(unit: unit, doubleValue: value), start: start,
      end: end ?? last, device: device, metadata: metadata,
      series: SeriesSummary(count: count, minimum: least, maximum: greatest, sum: sum))
    isOver = true
    do {
      try await store.save(sample, by: source)
    } catch {
      isOver = false
      throw error
    }
    let saved = try? await store.object(sample.uuid)
    return saved.flatMap { QuantitySample($0) } ?? sample
  }

  private func require(_ holds: Bool, _ words: String) throws(StoreError) {
    guard !holds else { return }
    throw StoreError(code: .invalidArgument, description: words)
  }
}
