public import HealthEvents
public import HealthModel
import JournalFile

/// A measured number: HealthKit's HKQuantitySample.
///
///     let sample = QuantitySample(
///       type: .stepCount, quantity: Quantity(unit: .count(), doubleValue: 812), start: start, end: end)
///     try await store.save(sample)
///     sample.uuid   // its identity in the journal
///
/// A line of the journal holds a `QuantityContent` for it, without identity and device.
public struct QuantitySample: Sample {
  /// The quantity type, for example `.heartRate`.
  public let quantityType: QuantityType
  /// The number with its unit: the sum of a cumulative series, the average of a discrete one.
  public let quantity: Quantity
  /// The figures of the values that the sample condenses; nil if it is a single value.
  public let series: SeriesSummary?
  private let facts: SampleFacts

  /// Creates a new sample with an identity of its own; saving it checks it.
  public init(
    type: QuantityType, quantity: Quantity, start: Instant, end: Instant,
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.init(
      type: type, quantity: quantity, start: start, end: end, device: device, metadata: metadata,
      series: nil)
  }

  /// Creates a new sample that condenses several values.
  init(
    type: QuantityType, quantity: Quantity, start: Instant, end: Instant, device: Device?,
    metadata: Metadata?, series: SeriesSummary?
  ) {
    quantityType = type
    self.quantity = quantity
    self.series = series
    facts = SampleFacts(start, end, device, metadata)
  }

  /// Creates a sample from a saved one; nil for another kind of object, for a type that the
  /// catalogue does not know, and for an invalid unit.
  public init?(_ saved: SavedObject) {
    guard case .quantity(let sample) = saved.object.content,
      case .quantity(let type)? = TypeCatalogue.find(sample.type),
      let unit = try? Unit(sample.unit)
    else { return nil }
    quantityType = type
    quantity = Quantity(unit: unit, doubleValue: sample.value)
    series = sample.series
    facts = SampleFacts(saved, sample.span)
  }

  /// Its identity, drawn when it is made.
  public var uuid: ObjectUUID { facts.uuid }
  /// Its type as one of all kinds.
  public var sampleType: ObjectType { .quantity(quantityType) }
  /// The moment at which it begins.
  public var start: Instant { facts.start }
  /// The moment at which it ends.
  public var end: Instant { facts.end }
  /// The app that it comes from; of one that is not saved yet the owner.
  public var sourceRevision: SourceRevision { facts.source }
  /// The hardware that measured it, where known.
  public var device: Device? { facts.device }
  /// The values that its source attached to it, by key; nil: none.
  public var metadata: Metadata? { facts.metadata }
  /// The number of values that it condenses; 1 if it has no `series`.
  public var count: Int { series?.count.flatMap { Int(exactly: $0) } ?? 1 }

  /// Returns the draft that saves it.
  public func drafts(in zone: ZoneRules) -> [Draft] {
    let content = QuantityContent(
      type: quantityType.identifier, span: facts.span(in: zone), value: quantity.doubleValue,
      unit: quantity.unit.description, series: series)
    return [facts.draft(.quantity(content))]
  }
}

/// The zones by whose clocks samples are saved: a sample's own, as its metadata names it, else the
/// journal's.
struct SampleZones {
  private var zones = ZoneCatalogue()
  private let usual: ZoneRules

  /// Zones of a journal.
  ///
  /// - Parameter name: the IANA name of the journal's zone.
  /// - Throws: `ZoneCatalogue.Unknown` where the system does not know it.
  init(usual name: String) throws(ZoneCatalogue.Unknown) {
    usual = try zones.rules(named: name)
  }

  /// Returns the drafts that save samples.
  mutating func drafts(of samples: [any Sample]) -> [Draft] {
    samples.flatMap { drafts(of: $0, else: usual) }
  }

  /// Returns the zone that metadata names; the journal's if it names none that the system knows.
  mutating func zone(of metadata: Metadata?) -> ZoneRules { zone(of: metadata, else: usual) }

  /// Returns the drafts that save a sample. A member of a correlation that names no zone has that
  /// of the correlation.
  private mutating func drafts(of sample: any Sample, else other: ZoneRules) -> [Draft] {
    let zone = zone(of: sample.metadata, else: other)
    guard let correlation = sample as? Correlation else { return sample.drafts(in: zone) }
    let members = correlation.objects.flatMap { drafts(of: $0, else: zone) }
    return members + [correlation.draft(in: zone)]
  }

  private mutating func zone(of metadata: Metadata?, else other: ZoneRules) -> ZoneRules {
    guard case .string(let name)? = metadata?[MetadataName.timeZone] else { return other }
    return (try? zones.rules(named: name)) ?? other
  }
}

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
  /// The moment at which the series begins.
  public let start: Instant
  /// The hardware that measures it.
  public let device: Device?
  private let store: HealthStore
  private let source: String
  private var unit: Unit?
  private var values: [Double] = []
  private var last: Instant
  private var isOver = false

  /// Creates a builder of a series that begins then.
  ///
  /// - Parameters:
  ///   - healthStore: the journal in which it is saved.
  ///   - quantityType: the type of the values.
  ///   - start: the start of the series.
  ///   - device: the hardware that measures it; nil: it is not known.
  ///   - source: its author, a bundle identifier; the owner by default.
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
  /// - Throws: a `StoreError` if its unit does not fit the type, no number expresses it in the
  ///   unit of the series, its time is before the start, or the series is over.
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
  ///   - metadata: the metadata of the sample; nil: none.
  ///   - end: the end of the series; nil: its latest value.
  /// - Returns: the saved sample.
  /// - Throws: a `StoreError` if there is no value, or the journal's rules refuse it: then it can
  ///   be finished again.
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
