public import HealthModel

/// A query for samples: HealthKit's HKSampleQueryDescriptor.
///
///     let query = SampleQueryDescriptor(
///       predicates: [.quantitySample(type: .heartRate)], sortedBy: .endDate.reversed, limit: 10)
///     let newest = try await query.result(for: store)
///     newest.first?.quantity.doubleValue(for: .count().unitDivided(by: .minute()))
public struct SampleQueryDescriptor<Element: Sendable>: Sendable {
  /// The samples that are meant. Those of a predicate come before those of the next, unless a rule
  /// of the caller sorts them all.
  public let predicates: [SamplePredicate<Element>]
  /// The order of the samples of a predicate.
  public let sort: ObjectSort
  /// The greatest number of samples; nil: all.
  public let limit: Int?
  private let areInOrder: (@Sendable (Element, Element) -> Bool)?

  /// Makes a query.
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

  /// Creates a query whose samples are sorted by a rule of the caller's.
  ///
  /// - Parameters:
  ///   - predicates: the conditions for samples, by type.
  ///   - limit: the greatest number of the sorted ones; nil, 0 and less: all.
  ///   - areInOrder: true if the first one precedes the second one.
  public init(
    predicates: [SamplePredicate<Element>], limit: Int? = nil,
    sortedBy areInOrder: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.predicates = predicates
    sort = .sequence
    self.limit = HealthStore.limit(limit)
    self.areInOrder = areInOrder
  }

  /// Returns the samples. An object whose unit or value the catalogue does not know, as a newer
  /// program may have written it, is not among them; `unreadableObjects(for:)` has it.
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

  /// Returns the objects that `result(for:)` leaves out, because the catalogue does not know their
  /// unit or value.
  ///
  /// - Throws: a `StoreError`.
  public func unreadableObjects(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> [SavedObject] {
    try await store.unreadableObjects(self, as: reader)
  }

  /// Returns the samples found, in order, and no more than the limit.
  func arranged(_ found: [Element]) -> [Element] {
    let sorted = areInOrder.map { found.sorted(by: $0) } ?? found
    return limit.map { Array(sorted.prefix($0)) } ?? sorted
  }

  /// The number of a predicate's first samples that are enough.
  var enough: Int? { areInOrder == nil ? limit : nil }
}

extension HealthStore {
  /// Returns the samples of a query.
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

  /// Returns the objects of a query that are no samples of its kind.
  fileprivate func unreadableObjects<Element>(
    _ query: SampleQueryDescriptor<Element>, as reader: String
  ) throws(StoreError) -> [SavedObject] {
    try StoreError.typed { try query.predicates.flatMap { try unreadable($0, as: reader) } }
  }

  /// Returns the changes of a query's samples after its anchor.
  fileprivate func changes<Element>(
    _ query: AnchoredObjectQueryDescriptor<Element>, as reader: String
  ) throws(StoreError) -> AnchoredObjectQueryDescriptor<Element>.Result {
    try StoreError.typed {
      let changes = try changes(
        since: query.anchor ?? .beginning, types: query.predicates.map(\.type), as: reader,
        limit: query.limit)
      let added = try query.predicates.flatMap { predicate in
        let uuids = changes.added.filter { $0.content.type == predicate.type.rawValue }.map(\.uuid)
        return uuids.isEmpty
          ? [] : try samples(predicate, matching: .objects(withUUIDs: uuids), as: reader)
      }
      return AnchoredObjectQueryDescriptor.Result(
        addedSamples: added, deletedObjects: changes.deleted, newAnchor: changes.anchor)
    }
  }
}

/// The position up to which a program has read changes: HealthKit's HKQueryAnchor. Its text can be
/// kept.
public typealias QueryAnchor = ChangeAnchor

extension ChangeAnchor {
  /// Creates the position before all changes, by HealthKit's older way.
  @available(*, unavailable, message: "use nil or ChangeAnchor.beginning: all changes")
  public init(fromValue value: Int) { self = .beginning }
}

/// A query for the changes after an anchor: HealthKit's HKAnchoredObjectQueryDescriptor.
///
///     let query = AnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: .stepCount)], anchor: nil)
///     for try await update in query.results(for: store) {
///       update.addedSamples
///       update.deletedObjects.map(\.uuid)
///     }
public struct AnchoredObjectQueryDescriptor<Element: Sendable>: Sendable {
  /// The samples that are meant.
  public let predicates: [SamplePredicate<Element>]
  /// The anchor after which changes count; nil: everything there is.
  public let anchor: QueryAnchor?
  /// About how many changes one result has; nil: all.
  public let limit: Int?

  /// Creates a query for the changes after an anchor.
  ///
  /// - Parameters:
  ///   - predicates: the conditions for samples, by type.
  ///   - anchor: the anchor after which changes count; nil: everything there is.
  ///   - limit: a result ends with the line that brings it to this number of changes of the
  ///     predicates' types; its anchor is that of the next one. nil, 0 and less: no end.
  public init(
    predicates: [SamplePredicate<Element>], anchor: QueryAnchor?, limit: Int? = nil
  ) {
    self.predicates = predicates
    self.anchor = anchor
    self.limit = HealthStore.limit(limit)
  }

  /// The changes that a query found.
  public struct Result: Sendable {
    /// The samples that were saved and are still live.
    public let addedSamples: [Element]
    /// The objects of the predicates' types that were deleted.
    public let deletedObjects: [DeletedObject]
    /// The anchor of the next query.
    public let newAnchor: QueryAnchor

    /// True if nothing changed.
    var isEmpty: Bool { addedSamples.isEmpty && deletedObjects.isEmpty }
  }

  /// Returns the changes after the anchor up to now.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`, `.invalidArgument` where the anchor is of another journal or of
  ///   lines that are gone.
  public func result(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> Result {
    try await store.changes(self, as: reader)
  }

  /// Returns the changes after the anchor up to now, and then each change as soon as the store
  /// knows it. The sequence ends when the store is closed.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: a sequence that throws a `StoreError`.
  public func results(
    for store: HealthStore, as reader: String = EventActor.owner
  ) -> AsyncThrowingStream<Result, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
    let task = Task {
      do {
        // Before the first answer, so that nothing falls between it and the next one.
        let news = await store.observe(types: predicates.map(\.type), as: reader)
        var next = try await handOut(self, of: store, as: reader, to: continuation, always: true)
        for await _ in news {
          next = try await handOut(next, of: store, as: reader, to: continuation)
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Hands out what is new for a query, in as many results as its limit makes of it.
  ///
  /// - Parameter always: a first result is handed out though it is empty.
  /// - Returns: the query for what comes after them.
  private func handOut(
    _ query: Self, of store: HealthStore, as reader: String,
    to continuation: AsyncThrowingStream<Result, any Error>.Continuation, always: Bool = false
  ) async throws -> Self {
    var next = query
    var isFirst = always
    while true {
      let news = try await next.result(for: store, as: reader)
      if isFirst || !news.isEmpty { continuation.yield(news) }
      isFirst = false
      let isAll = limit == nil || news.newAnchor == next.anchor
      next = Self(predicates: predicates, anchor: news.newAnchor, limit: limit)
      if isAll || Task.isCancelled { return next }
    }
  }
}
