public import HealthModel

/// How far a program has taken in changes: HealthKit's HKQueryAnchor. Its text can be kept.
public typealias QueryAnchor = ChangeAnchor

/// What changed behind an anchor: HealthKit's HKAnchoredObjectQueryDescriptor.
///
///     let query = AnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: .stepCount)], anchor: nil)
///     for try await update in query.results(for: store) {
///       update.addedSamples
///       update.deletedObjects.map(\.uuid)
///     }
public struct AnchoredObjectQueryDescriptor<Element: Sendable>: Sendable {
  /// Which samples.
  public let predicates: [SamplePredicate<Element>]
  /// Behind what; nil: everything there is.
  public let anchor: QueryAnchor?

  /// A query for what is new behind an anchor.
  public init(predicates: [SamplePredicate<Element>], anchor: QueryAnchor?) {
    self.predicates = predicates
    self.anchor = anchor
  }

  /// What changed.
  public struct Result: Sendable {
    /// What was saved, and is still there.
    public let addedSamples: [Element]
    /// What was deleted, of the predicates' types.
    public let deletedObjects: [DeletedObject]
    /// The anchor of the next query.
    public let newAnchor: QueryAnchor

    /// Whether nothing did.
    var isEmpty: Bool { addedSamples.isEmpty && deletedObjects.isEmpty }
  }

  /// What changed behind the anchor up to now.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`, `.invalidArgument` where the anchor is of another journal or of lines that are gone.
  public func result(
    for store: HealthStore, as reader: String = Actor.owner
  ) async throws(StoreError) -> Result {
    try await store.changes(matching: predicates, behind: anchor ?? .beginning, as: reader)
  }

  /// What changed behind the anchor up to now, and then whatever changes, as soon as the store knows it. The
  /// sequence ends when the store is closed.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: a sequence that throws a `StoreError`.
  public func results(
    for store: HealthStore, as reader: String = Actor.owner
  ) -> AsyncThrowingStream<Result, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
    let task = Task {
      do {
        // Before the first answer, so that nothing falls between it and the next one.
        let news = await store.observe(types: predicates.map(\.type), as: reader)
        var known = try await result(for: store, as: reader)
        continuation.yield(known)
        for await _ in news {
          let next = Self(predicates: predicates, anchor: known.newAnchor)
          known = try await next.result(for: store, as: reader)
          if !known.isEmpty { continuation.yield(known) }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

extension HealthStore {
  /// What changed of predicates' samples behind an anchor.
  fileprivate func changes<Element>(
    matching predicates: [SamplePredicate<Element>], behind anchor: ChangeAnchor,
    as reader: String
  ) throws(StoreError) -> AnchoredObjectQueryDescriptor<Element>.Result {
    try StoreError.typed {
      let changes = try changes(
        since: anchor, types: predicates.map(\.type), as: reader)
      let added = try predicates.flatMap { predicate in
        let uuids = changes.added.filter { $0.content.type == predicate.type.rawValue }.map(\.uuid)
        return uuids.isEmpty
          ? [] : try samples(predicate, matching: .objects(withUUIDs: uuids), as: reader)
      }
      return AnchoredObjectQueryDescriptor.Result(
        addedSamples: added, deletedObjects: changes.deleted, newAnchor: changes.anchor)
    }
  }
}
