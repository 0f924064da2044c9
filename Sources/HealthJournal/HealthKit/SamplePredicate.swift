public import HealthModel

/// Which samples of one type a query is about, and as what they are read: HealthKit's HKSamplePredicate.
///
///     let hard = Query.predicateForQuantitySamples(with: .greater, quantity: limit)
///     SampleQueryDescriptor(predicates: [.quantitySample(type: .heartRate, predicate: hard)])
public struct SamplePredicate<Element: Sendable>: Sendable {
  /// The type.
  public let type: TypeIdentifier
  /// Which of its objects.
  public let predicate: HealthPredicate
  /// What an object is read as; nil: its type or unit is none that the catalogue knows.
  let read: @Sendable (SavedObject, _ members: [QuantitySample]) -> Element?

  /// Whether objects are read with the samples that belong to them.
  var takesMembers: Bool { type == .bloodPressure || type == .food }
}

extension SamplePredicate<QuantitySample> {
  /// Quantity samples of a type.
  public static func quantitySample(
    type: QuantityType, predicate: HealthPredicate? = nil
  ) -> Self {
    Self(type: type.typeIdentifier, predicate: predicate ?? .all) { saved, _ in
      QuantitySample(saved)
    }
  }
}

extension SamplePredicate<CategorySample> {
  /// Category samples of a type.
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
    Self(type: type.typeIdentifier, predicate: predicate ?? .all) { saved, members in
      if let sample = QuantitySample(saved) { return sample }
      if let sample = CategorySample(saved) { return sample }
      if let sample = Workout(saved) { return sample }
      return Correlation(saved, objects: members)
    }
  }
}

extension HealthStore {
  /// The samples that a predicate is about, in the order in which they were saved.
  ///
  /// - Throws: a `StoreError`, `.invalidArgument` where one is not of the kind that the predicate says.
  func samples<Element>(
    _ predicate: SamplePredicate<Element>, matching further: HealthPredicate? = nil,
    sortedBy sort: ObjectSort = .sequence, limit: Int? = nil, as reader: String
  ) throws -> [Element] {
    let all = further.map { predicate.predicate && $0 } ?? predicate.predicate
    let saved = try objects(
      of: predicate.type, matching: all, sortedBy: sort, limit: limit, as: reader)
    return try saved.map { object in
      let members = predicate.takesMembers ? try members(of: object, as: reader) : []
      guard let sample = predicate.read(object, members) else {
        throw StoreError(
          code: .invalidArgument,
          description: "the object \(object.object.uuid) of \(predicate.type) is no sample of that "
            + "kind; ask for it with objects(of:)")
      }
      return sample
    }
  }

  /// The samples of a correlation that the reader may see.
  private func members(of saved: SavedObject, as reader: String) throws -> [QuantitySample] {
    guard case .correlation(let correlation) = saved.object.content else { return [] }
    return try correlation.members.compactMap { uuid in
      try object(uuid, as: reader).flatMap { QuantitySample($0) }
    }
  }
}
