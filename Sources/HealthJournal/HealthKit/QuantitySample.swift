public import HealthEvents
public import HealthModel

/// A measured number: HealthKit's HKQuantitySample.
///
///     let sample = QuantitySample(
///       type: .stepCount, quantity: Quantity(unit: .count(), doubleValue: 812), start: start, end: end)
///     try await store.save(sample)
///     sample.uuid   // its identity in the journal
///
/// What a journal's line says of it, without identity and device, is `HealthModel.QuantitySample`.
public struct QuantitySample: Sample {
  /// Its type.
  public let quantityType: QuantityType
  /// The number with its unit: the sum of a cumulative series, the average of a discrete one.
  public let quantity: Quantity
  /// What a sample that condenses several values tells of them.
  public let series: SeriesSummary?
  private let facts: SampleFacts

  /// A new sample with an identity of its own; saving it checks it.
  public init(
    type: QuantityType, quantity: Quantity, start: Instant, end: Instant,
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.init(
      type: type, quantity: quantity, start: start, end: end, device: device, metadata: metadata,
      series: nil)
  }

  /// A new sample that condenses several values.
  init(
    type: QuantityType, quantity: Quantity, start: Instant, end: Instant, device: Device?,
    metadata: Metadata?, series: SeriesSummary?
  ) {
    quantityType = type
    self.quantity = quantity
    self.series = series
    facts = SampleFacts(start, end, device, metadata)
  }

  /// A saved one; nil for another kind of object, for a type that the catalogue does not know, and
  /// for a unit that is none.
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
  /// When it begins.
  public var start: Instant { facts.start }
  /// When it is over.
  public var end: Instant { facts.end }
  /// The app that it comes from; of one that is not saved yet the owner.
  public var sourceRevision: SourceRevision { facts.source }
  /// The hardware that measured it, where known.
  public var device: Device? { facts.device }
  /// What its source wrote beside it; nil: nothing.
  public var metadata: Metadata? { facts.metadata }
  /// How many values it condenses: 1 where it tells nothing of a series.
  public var count: Int { series?.count.flatMap { Int(exactly: $0) } ?? 1 }

  /// What saves it.
  public func drafts(in zone: ZoneRules) -> [Draft] {
    let content = HealthModel.QuantitySample(
      type: quantityType.identifier, span: facts.span(in: zone), value: quantity.doubleValue,
      unit: quantity.unit.description, series: series)
    return [facts.draft(.quantity(content))]
  }
}
