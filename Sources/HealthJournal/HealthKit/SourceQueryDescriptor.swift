public import HealthModel

/// The sources that wrote samples: HealthKit's HKSourceQueryDescriptor.
public struct SourceQueryDescriptor<Element: Sendable>: Sendable {
  /// Whose samples.
  public let predicate: SamplePredicate<Element>

  /// A query for the sources of these samples.
  public init(predicate: SamplePredicate<Element>) { self.predicate = predicate }

  /// The sources, by name, version and bundle identifier, each once, as `sources(of:)` of a store
  /// has them.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`.
  public func result(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> [Source] {
    try await store.sources(matching: predicate, as: reader)
  }
}

extension HealthStore {
  /// The sources of a predicate's objects.
  fileprivate func sources<Element>(
    matching predicate: SamplePredicate<Element>, as reader: String
  ) throws(StoreError) -> [Source] {
    try StoreError.typed {
      let found = try objects(
        of: predicate.type, matching: predicate.predicate, as: reader)
      return Source.inOrder(found.map(\.source))
    }
  }
}

extension Source {
  /// Sources by name, version and bundle identifier, each once.
  static func inOrder(_ sources: [Source]) -> [Source] {
    Set(sources).sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
  }

  /// All that tells sources apart: those of one name and version stand in one order too.
  private var sortKey: [String] {
    [name] + [version, bundle, productType, operatingSystem].map { $0 ?? "" }
  }
}
