public import HealthModel
import HealthViews

/// The samples of one type that a query is about, and the Swift type of its results: HealthKit's
/// HKSamplePredicate.
///
///     let hard = Query.predicateForQuantitySamples(with: .greater, quantity: limit)
///     SampleQueryDescriptor(predicates: [.quantitySample(type: .heartRate, predicate: hard)])
public struct SamplePredicate<Element: Sendable>: Sendable {
  /// The type whose objects are meant.
  public let type: TypeIdentifier
  /// The condition for objects of the type.
  public let predicate: HealthPredicate
  /// True if none of its objects is a sample, for example if they are documents; then a query is
  /// useless.
  var isOfNoSamples = false

  /// True if objects are read with the samples that belong to them.
  var takesMembers: Bool { type == .bloodPressure || type == .food }

  /// The reading of an object; nil: the catalogue does not know its unit or value.
  let read: @Sendable (SavedObject, _ members: [QuantitySample]) -> Element?
}

extension SamplePredicate<QuantitySample> {
  /// Returns a predicate for quantity samples of a type.
  public static func quantitySample(
    type: QuantityType, predicate: HealthPredicate? = nil
  ) -> Self {
    Self(type: type.typeIdentifier, predicate: predicate ?? .all) { saved, _ in
      QuantitySample(saved)
    }
  }
}

extension SamplePredicate<CategorySample> {
  /// Returns a predicate for category samples of a type.
  public static func categorySample(
    type: CategoryType, predicate: HealthPredicate? = nil
  ) -> Self {
    Self(type: type.typeIdentifier, predicate: predicate ?? .all) { saved, _ in
      CategorySample(saved)
    }
  }
}

extension SamplePredicate<Correlation> {
  /// Correlations of a type, with their samples.
  public static func correlation(
    type: CorrelationType, predicate: HealthPredicate? = nil
  ) -> Self {
    Self(type: type.typeIdentifier, predicate: predicate ?? .all) {
      Correlation($0, objects: $1)
    }
  }
}

extension SamplePredicate<any Sample> {
  /// Samples of a type, whichever kind it is of.
  public static func sample(type: some SampleType, predicate: HealthPredicate? = nil) -> Self {
    let isOfNoSamples =
      switch type.objectType {
      case .quantity, .category, .correlation, .workout: false
      case .characteristic: true
      case .other(let other): other.identifier != ObjectType.workoutIdentifier
      }
    return Self(
      type: type.typeIdentifier, predicate: predicate ?? .all, isOfNoSamples: isOfNoSamples
    ) { saved, members in
      if let sample = QuantitySample(saved) { return sample }
      if let sample = CategorySample(saved) { return sample }
      if let sample = Workout(saved) { return sample }
      return Correlation(saved, objects: members)
    }
  }
}

extension HealthStore {
  /// Returns the samples of a predicate, sorted. An object with a unit or value that the catalogue
  /// does not know, because a newer program may have written it, is left out, and the others are
  /// returned.
  ///
  /// - Throws: a `StoreError`, `.invalidArgument` if the type is one whose objects are no
  ///   samples.
  func samples<Element>(
    _ predicate: SamplePredicate<Element>, matching further: HealthPredicate? = nil,
    sortedBy sort: ObjectSort = .sequence, limit: Int? = nil, as reader: String
  ) throws -> [Element] {
    guard !predicate.isOfNoSamples else {
      throw StoreError(
        code: .invalidArgument,
        description: "objects of \(predicate.type) are no samples; ask for them with objects(of:)")
    }
    let all = further.map { predicate.predicate && $0 } ?? predicate.predicate
    func saved(_ limit: Int?) throws -> [SavedObject] {
      try objects(of: predicate.type, matching: all, sortedBy: sort, limit: limit, as: reader)
    }
    let enough = try read(try saved(limit), by: predicate, as: reader)
    guard let limit, enough.unreadable > 0 else { return enough.samples }
    return Array(try read(try saved(nil), by: predicate, as: reader).samples.prefix(limit))
  }

  /// Objects as samples, and how many are none.
  private func read<Element>(
    _ saved: [SavedObject], by predicate: SamplePredicate<Element>, as reader: String
  ) throws -> (samples: [Element], unreadable: Int) {
    let members = predicate.takesMembers ? try members(of: saved, as: reader) : [:]
    let samples = saved.compactMap { object in
      predicate.read(object, object.memberUUIDs.compactMap { members[$0] })
    }
    return (samples, saved.count - samples.count)
  }

  /// Returns the objects of a predicate that are no samples of its kind.
  func unreadable<Element>(
    _ predicate: SamplePredicate<Element>, as reader: String
  ) throws -> [SavedObject] {
    try objects(of: predicate.type, matching: predicate.predicate, as: reader).filter {
      predicate.read($0, []) == nil
    }
  }

  /// Returns the samples in correlations that the reader may see, by their uuids. They are
  /// requested once: each query looks at all samples.
  private func members(
    of saved: [SavedObject], as reader: String
  ) throws -> [ObjectUUID: QuantitySample] {
    let uuids = saved.flatMap(\.memberUUIDs)
    if uuids.isEmpty { return [:] }
    let found = try MatchingObjects.saved(
      try query(.objects(withUUIDs: uuids)), sortedBy: .sequence, in: try replayed(by: reader))
    let samples = found.compactMap { QuantitySample($0) }
    return Dictionary(samples.map { ($0.uuid, $0) }) { first, _ in first }
  }
}

extension SavedObject {
  /// The samples that belong to it, if it is a correlation.
  fileprivate var memberUUIDs: [ObjectUUID] {
    guard case .correlation(let correlation) = object.content else { return [] }
    return correlation.members
  }
}

// Documents are values with times; `save(documents:)` saves them, and `objects(of:)` has their
// identities.

extension SamplePredicate<Electrocardiogram> {
  /// Returns a predicate of electrocardiograms, which are read as `Electrocardiogram`.
  public static func electrocardiogram(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<Audiogram> {
  /// Returns a predicate for hearing tests.
  public static func audiogram(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<HeartbeatSeries> {
  /// Returns a predicate of series of heartbeats, which are read as `HeartbeatSeries`.
  public static func heartbeatSeries(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<StateOfMind> {
  /// Returns a predicate of states of mind, which are read as `StateOfMind`.
  public static func stateOfMind(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<VisionPrescription> {
  /// Prescriptions of glasses and contact lenses.
  public static func visionPrescription(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<WorkoutRoute> {
  /// Returns a predicate of routes of workouts, which are read as `WorkoutRoute`.
  public static func workoutRoute(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate where Element: DocumentValue {
  /// Documents of a kind; nil: all.
  private init(documents predicate: HealthPredicate?) {
    self.init(type: TypeIdentifier(Element.type), predicate: predicate ?? .all) { saved, _ in
      try? Element(saved.object)
    }
  }
}
