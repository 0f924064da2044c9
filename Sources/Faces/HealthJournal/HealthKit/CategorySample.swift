public import HealthEvents
public import HealthModel

/// A named value over time: HealthKit's HKCategorySample.
///
///     let night = CategorySample(
///       type: .sleepAnalysis, value: CategoryValueSleepAnalysis.asleepREM.rawValue, start: start, end: end)
///     try await store.save(night)
///
/// A line of the journal holds a `CategoryContent` for it, without identity and device.
public struct CategorySample: Sample {
  /// The category type, for example `.sleepAnalysis`.
  public let categoryType: CategoryType
  /// The raw value of the type's enumeration.
  public let value: Int
  private let facts: SampleFacts

  /// Creates a new sample with an identity of its own; saving it checks it.
  public init(
    type: CategoryType, value: Int, start: Instant, end: Instant, device: Device? = nil,
    metadata: Metadata? = nil
  ) {
    categoryType = type
    self.value = value
    facts = SampleFacts(start, end, device, metadata)
  }

  /// Creates a sample from a saved one; nil for another kind of object, for a type that the
  /// catalogue does not know, and for a word without a value.
  public init?(_ saved: SavedObject) {
    guard case .category(let sample) = saved.object.content,
      case .category(let type)? = TypeCatalogue.find(sample.type),
      let value = sample.value.number(of: type)
    else { return nil }
    categoryType = type
    self.value = value
    facts = SampleFacts(saved, sample.span)
  }

  /// Its identity, drawn when it is made.
  public var uuid: ObjectUUID { facts.uuid }
  /// Its type as one of all kinds.
  public var sampleType: ObjectType { .category(categoryType) }
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

  /// Returns the draft that saves it.
  public func drafts(in zone: ZoneRules) -> [Draft] {
    let content = CategoryContent(
      type: categoryType.identifier, span: facts.span(in: zone), value: .code(value))
    return [facts.draft(.category(content))]
  }
}

extension CategoryCode {
  /// Returns the raw value; nil for a word without one.
  fileprivate func number(of type: CategoryType) -> Int? {
    switch self {
    case .code(let number): number
    case .name(let name): type.value(exportName: name)?.rawValue
    }
  }
}

/// The one value of types that have no enumeration of their own: HealthKit's HKCategoryValue.
public enum CategoryValue: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueNotApplicable`.
  case notApplicable = 0
}

/// Values of a category type that make predicates: HealthKit's HKCategoryValuePredicateProviding.
public protocol CategoryValuePredicateProviding: RawRepresentable<Int>, Hashable, Sendable {}

extension CategoryValuePredicateProviding {
  /// Returns a predicate for category samples of one of these values.
  public static func predicateForSamples(equalTo values: Set<Self>) -> HealthPredicate {
    .categorySamples(equalTo: values.map(\.rawValue).sorted())
  }

  /// Returns a predicate for category samples by a comparison of their value.
  public static func predicateForSamples(
    _ operation: PredicateOperator, value: Self
  ) -> HealthPredicate { .categorySamples(operator: operation, value: value.rawValue) }
}

extension CategoryValueSleepAnalysis {
  /// The stages in which somebody sleeps.
  public static var allAsleepValues: Set<CategoryValueSleepAnalysis> {
    [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
  }
}

extension CategoryValueAppetiteChanges: CategoryValuePredicateProviding {}

extension CategoryValueAppleStandHour: CategoryValuePredicateProviding {}

extension CategoryValueAppleWalkingSteadinessEvent: CategoryValuePredicateProviding {}

extension CategoryValueCervicalMucusQuality: CategoryValuePredicateProviding {}

extension CategoryValueContraceptive: CategoryValuePredicateProviding {}

extension CategoryValueEnvironmentalAudioExposureEvent: CategoryValuePredicateProviding {}

extension CategoryValueHeadphoneAudioExposureEvent: CategoryValuePredicateProviding {}

extension CategoryValueLowCardioFitnessEvent: CategoryValuePredicateProviding {}

extension CategoryValueOvulationTestResult: CategoryValuePredicateProviding {}

extension CategoryValuePregnancyTestResult: CategoryValuePredicateProviding {}

extension CategoryValuePresence: CategoryValuePredicateProviding {}

extension CategoryValueProgesteroneTestResult: CategoryValuePredicateProviding {}

extension CategoryValueSeverity: CategoryValuePredicateProviding {}

extension CategoryValueSleepAnalysis: CategoryValuePredicateProviding {}

extension CategoryValueVaginalBleeding: CategoryValuePredicateProviding {}
