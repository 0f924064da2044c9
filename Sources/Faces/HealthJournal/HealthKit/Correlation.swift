public import HealthEvents
public import HealthModel

/// Samples that belong together: HealthKit's HKCorrelation. One call saves it with its samples, all
/// or none.
///
///     let pressure = Correlation(
///       type: .bloodPressure, start: start, end: start, objects: [systolic, diastolic])
///     try await store.save(pressure)
///
/// A line of the journal holds a `CorrelationContent` for it, with the uuids of its samples.
public struct Correlation: Sample {
  /// The correlation type, for example `.bloodPressure`.
  public let correlationType: CorrelationType
  /// Its samples, in the order in which they are saved.
  public let objects: [QuantitySample]
  private let facts: SampleFacts

  /// Creates a new correlation with an identity of its own; saving it checks it.
  public init(
    type: CorrelationType, start: Instant, end: Instant, objects: [QuantitySample],
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    correlationType = type
    self.objects = objects
    facts = SampleFacts(start, end, device, metadata)
  }

  /// Creates a new correlation of a set of samples, which are saved by type and start.
  public init(
    type: CorrelationType, start: Instant, end: Instant, objects: Set<QuantitySample>,
    device: Device? = nil, metadata: Metadata? = nil
  ) {
    let sorted = objects.sorted {
      ($0.quantityType.identifier, $0.start, $0.uuid)
        < ($1.quantityType.identifier, $1.start, $1.uuid)
    }
    self.init(
      type: type, start: start, end: end, objects: sorted, device: device, metadata: metadata)
  }

  /// Creates a correlation from a saved one with its samples; nil for another kind of object and
  /// for a type that the catalogue does not know.
  public init?(_ saved: SavedObject, objects: [QuantitySample]) {
    guard case .correlation(let content) = saved.object.content,
      case .correlation(let type)? = TypeCatalogue.find(content.type)
    else { return nil }
    correlationType = type
    self.objects = objects
    facts = SampleFacts(saved, content.span)
  }

  /// Returns its samples of a type.
  public func objects(for type: QuantityType) -> [QuantitySample] {
    objects.filter { $0.quantityType == type }
  }

  /// Its identity, drawn when it is made.
  public var uuid: ObjectUUID { facts.uuid }
  /// Its type as one of all kinds.
  public var sampleType: ObjectType { .correlation(correlationType) }
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

  /// Returns the drafts that save its samples and then itself.
  public func drafts(in zone: ZoneRules) -> [Draft] {
    objects.flatMap { $0.drafts(in: zone) } + [draft(in: zone)]
  }

  /// Returns the draft that saves it without its samples.
  func draft(in zone: ZoneRules) -> Draft {
    let content = CorrelationContent(
      type: correlationType.identifier, span: facts.span(in: zone), members: objects.map(\.uuid))
    return facts.draft(.correlation(content))
  }
}
