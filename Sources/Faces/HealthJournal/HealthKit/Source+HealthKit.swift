public import HealthModel

/// The sources that wrote samples: HealthKit's HKSourceQueryDescriptor.
public struct SourceQueryDescriptor<Element: Sendable>: Sendable {
  /// The condition for samples.
  public let predicate: SamplePredicate<Element>

  /// Creates a query for the sources of these samples.
  public init(predicate: SamplePredicate<Element>) { self.predicate = predicate }

  /// Returns the sources, by name, version and bundle identifier, each once, like `sources(of:)` of
  /// a store.
  ///
  /// - Parameters:
  ///   - store: the journal.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`.
  public func result(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> [Source] {
    try await store.sources(matching: predicate, as: reader)
  }
}

extension HealthStore {
  /// Returns the sources of a predicate's objects.
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

  /// The key that distinguishes sources, so that those of one name and version have a fixed order
  /// too.
  private var sortKey: [String] {
    [name] + [version, bundle, productType, operatingSystem].map { $0 ?? "" }
  }

  /// HealthKit's name; here it is the text that the source gave.
  @available(*, deprecated, renamed: "operatingSystem")
  public var operatingSystemVersion: String? { operatingSystem }
}

// Names of HealthKit's HKDevice and HKSourceRevision that are shorter here.

extension Device {
  /// HealthKit's name.
  @available(
    *, deprecated,
    message: "write Device(name:manufacturer:model:hardware:firmware:software:localIdentifier:udi:)"
  )
  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
    firmwareVersion: String?, softwareVersion: String?, localIdentifier: String?,
    udiDeviceIdentifier: String?
  ) {
    self.init(
      name: name, manufacturer: manufacturer, model: model, hardware: hardwareVersion,
      firmware: firmwareVersion, software: softwareVersion, localIdentifier: localIdentifier,
      udi: udiDeviceIdentifier)
  }

  /// HealthKit's name.
  @available(*, deprecated, renamed: "hardware")
  public var hardwareVersion: String? { hardware }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "firmware")
  public var firmwareVersion: String? { firmware }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "software")
  public var softwareVersion: String? { software }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "udi")
  public var udiDeviceIdentifier: String? { udi }
}

extension ObjectUUID {
  /// Foundation's name.
  @available(*, deprecated, renamed: "description")
  public var uuidString: String { description }
}
