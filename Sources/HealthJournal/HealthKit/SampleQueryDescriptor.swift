public import HealthModel

/// A query for samples: HealthKit's HKSampleQueryDescriptor.
///
///     let query = SampleQueryDescriptor(
///       predicates: [.quantitySample(type: .heartRate)], sortedBy: .endDate.reversed, limit: 10)
///     let newest = try await query.result(for: store)
///     newest.first?.quantity.doubleValue(for: .count().unitDivided(by: .minute()))
public struct SampleQueryDescriptor<Element: Sendable>: Sendable {
  /// Which samples; those of one predicate come before those of the next, unless a rule of the
  /// caller's sorts all.
  public let predicates: [SamplePredicate<Element>]
  /// In which order they come.
  public let sort: ObjectSort
  /// At most so many; nil: all.
  public let limit: Int?
  private let areInOrder: (@Sendable (Element, Element) -> Bool)?

  /// A query.
  ///
  /// - Parameters:
  ///   - predicates: which samples, by type.
  ///   - sort: in which order they come, of each predicate.
  ///   - limit: at most so many; nil, 0 and less: all.
  public init(
    predicates: [SamplePredicate<Element>], sortedBy sort: ObjectSort = .sequence,
    limit: Int? = nil
  ) {
    self.predicates = predicates
    self.sort = sort
    self.limit = HealthStore.limit(limit)
    areInOrder = nil
  }

  /// A query whose samples are sorted by a rule of the caller's.
  ///
  /// - Parameters:
  ///   - predicates: which samples, by type.
  ///   - limit: at most so many of the sorted ones; nil, 0 and less: all.
  ///   - areInOrder: whether the first one stands before the second one.
  public init(
    predicates: [SamplePredicate<Element>], limit: Int? = nil,
    sortedBy areInOrder: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.predicates = predicates
    sort = .sequence
    self.limit = HealthStore.limit(limit)
    self.areInOrder = areInOrder
  }

  /// The samples. An object whose unit or value the catalogue does not know, as a newer program may
  /// have written it, is not among them; `unreadableObjects(for:)` has it.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`, `.invalidArgument` where the type is one whose objects are no
  ///   samples.
  public func result(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> [Element] {
    try await store.samples(self, as: reader)
  }

  /// What `result(for:)` leaves out: objects that the predicates mean and whose unit or value the
  /// catalogue does not know.
  ///
  /// - Throws: a `StoreError`.
  public func unreadableObjects(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> [SavedObject] {
    try await store.unreadableObjects(self, as: reader)
  }

  /// What was found, in order, and no more than the limit.
  func arranged(_ found: [Element]) -> [Element] {
    let sorted = areInOrder.map { found.sorted(by: $0) } ?? found
    return limit.map { Array(sorted.prefix($0)) } ?? sorted
  }

  /// How many of a predicate's first samples are enough.
  var enough: Int? { areInOrder == nil ? limit : nil }
}

extension HealthStore {
  /// The samples of a query.
  fileprivate func samples<Element>(
    _ query: SampleQueryDescriptor<Element>, as reader: String
  ) throws(StoreError) -> [Element] {
    try StoreError.typed {
      let found = try query.predicates.flatMap {
        try samples($0, sortedBy: query.sort, limit: query.enough, as: reader)
      }
      return query.arranged(found)
    }
  }

  /// The objects of a query that are no samples of its kind.
  fileprivate func unreadableObjects<Element>(
    _ query: SampleQueryDescriptor<Element>, as reader: String
  ) throws(StoreError) -> [SavedObject] {
    try StoreError.typed { try query.predicates.flatMap { try unreadable($0, as: reader) } }
  }
}
