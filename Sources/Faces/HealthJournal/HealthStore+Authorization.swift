public import HealthEvents
public import HealthModel
import HealthTables
import HealthViews

/// Authorization as HealthKit's programs ask for it. The journal has no sheet: its owner decides
/// with `setAuthorization(for:share:read:)`, and may do everything.
extension HealthStore {
  /// Always true: a journal can be on any device.
  public static func isHealthDataAvailable() -> Bool { true }

  /// Requires that everything in a request has been decided on, one way or the other.
  ///
  ///     try await store.requestAuthorization(toShare: [steps, heartRate], read: [steps])
  ///
  /// - Parameters:
  ///   - share: the types to save.
  ///   - read: the types to read.
  ///   - source: whose request it is: the owner, who needs none, or an app's bundle identifier.
  /// - Throws: a `StoreError`: `.authorizationNotDetermined`, which names the types that the owner
  ///   has to decide on; `.invalidArgument` where HealthKit raises an exception.
  public func requestAuthorization(
    toShare share: [any SampleType], read: [any SampleType], for source: String = EventActor.owner
  ) throws(StoreError) {
    guard source != EventActor.owner else { return }
    let request = AuthorizationRequest(
      source: source, share: share.map(\.identifier), read: read.map(\.identifier))
    let open = try StoreError.typed { try answer(to: request).questions.filter(\.isAsked) }
    guard !open.isEmpty else { return }
    let types = open.map { "\($0.type) to \($0.access.rawValue)" }.joined(separator: ", ")
    throw StoreError(
      code: .authorizationNotDetermined,
      description: "the owner has to decide for \(source) on \(types); "
        + "setAuthorization(for:share:read:) does it")
  }

  /// Requires that everything in a request of sets has been decided on, as that of lists does.
  ///
  /// - Throws: a `StoreError`.
  @_disfavoredOverload
  public func requestAuthorization<Shared: SampleType, Read: SampleType>(
    toShare share: Set<Shared>, read: Set<Read>, for source: String = EventActor.owner
  ) throws(StoreError) {
    try requestAuthorization(
      toShare: share.sorted { $0.identifier < $1.identifier },
      read: read.sorted { $0.identifier < $1.identifier }, for: source)
  }

  /// Returns whether a request would ask the owner for anything.
  ///
  /// - Parameters:
  ///   - share: the types to save.
  ///   - read: the types to read.
  ///   - source: whose request it is: the owner, who needs none, or an app's bundle identifier.
  /// - Throws: a `StoreError` where HealthKit raises an exception.
  public func statusForAuthorizationRequest(
    toShare share: [any SampleType], read: [any SampleType], for source: String = EventActor.owner
  ) throws(StoreError) -> AuthorizationRequestStatus {
    guard source != EventActor.owner else { return .unnecessary }
    return try StoreError.typed {
      try requestStatus(
        toShare: share.map(\.identifier), read: read.map(\.identifier), for: source)
    }
  }

  /// Returns the owner's right to save a type, which is always granted.
  nonisolated public func authorizationStatus(for type: some SampleType) -> AuthorizationStatus {
    .authorized
  }

  /// Returns the owner's decision whether a source may save a type. The owner may save every type.
  public func authorizationStatus(
    for type: some SampleType, of source: String
  ) -> AuthorizationStatus {
    source == EventActor.owner
      ? .authorized : authorizationStatus(for: type.typeIdentifier, of: source)
  }

  /// Returns the units in which quantity types of a set are shown.
  @_disfavoredOverload
  public func preferredUnits(for types: Set<QuantityType>) -> [QuantityType: Unit] {
    preferredUnits(for: Array(types))
  }

  /// Returns the units in which quantity types are shown.
  public func preferredUnits(for types: [QuantityType]) -> [QuantityType: Unit] {
    var units: [QuantityType: Unit] = [:]
    for type in types { units[type] = preferredUnit(for: type.typeIdentifier) }
    return units
  }

  /// The types that the journal declares, by identifier.
  public var declaredTypes: [DeclaredType] { tables.catalogue.declarations.map(\.type) }

  /// Declares a type that HealthKit does not have. The same declaration again changes nothing.
  ///
  ///     try await store.declare(
  ///       DeclaredType(
  ///         "org.example.sweat.rate", unit: "L/hr", aggregation: .discreteArithmetic,
  ///         title: "Sweat rate"))
  ///
  /// - Throws: a `StoreError`; its `rejection` names the broken rule: a reversed domain, a unit
  ///   that exists, and no other declaration of the same identifier.
  public func declare(_ type: DeclaredType) throws(StoreError) { try perform(.declare(type)) }

  /// Decides which types a source may save and see; types that are not named stay unchanged.
  ///
  ///     try await store.setAuthorization(for: app, share: [mass: .authorized], read: [steps: .denied])
  ///
  /// - Parameters:
  ///   - source: the app or device whose rights change; not the owner.
  ///   - share: the decisions on what it may save, by type.
  ///   - read: the decisions on what it may see, by type.
  ///   - terms: the data that may be read, the end of the rights and their purpose; only where all
  ///     decisions are `.authorized`.
  /// - Throws: a `StoreError`; its `rejection` names the broken rule: no correlation, no
  ///   read-only type in `share`, at least one decision, and not the owner as the source.
  public func setAuthorization(
    for source: String, share: [String: AuthorizationStatus] = [:],
    read: [String: AuthorizationStatus] = [:], terms: AuthorizationTerms = .none
  ) throws(StoreError) {
    func grants(_ statuses: [String: AuthorizationStatus]) -> [AuthorizationGrant] {
      statuses.sorted { $0.key < $1.key }.map { AuthorizationGrant($0.key, $0.value) }
    }
    let change = AuthorizationChange(
      source: source, share: grants(share), read: grants(read), terms: terms)
    try perform(.authorize(change))
  }

  /// Returns the questions of HealthKit's request sheet. It decides nothing.
  ///
  /// - Throws: a `StoreError` where HealthKit raises an exception; its `rejection` is that of
  ///   `AuthorizationRequest.answer`.
  public func answer(to request: AuthorizationRequest) throws(StoreError)
    -> AuthorizationRequest.Answer
  {
    try StoreError.typed { try request.answer(given: tables, at: asked) }
  }

  /// Returns whether a request would show a sheet: HealthKit's
  /// `statusForAuthorizationRequest(toShare:read:)`.
  ///
  /// - Parameters:
  ///   - share: identifiers of the types to save.
  ///   - read: identifiers of the types to read.
  ///   - source: the app's bundle identifier.
  /// - Throws: a `StoreError` where HealthKit raises an exception; its `rejection` is that of
  ///   `AuthorizationRequest.answer`.
  public func requestStatus(
    toShare share: [String], read: [String], for source: String
  ) throws(StoreError) -> AuthorizationRequestStatus {
    try answer(to: AuthorizationRequest(source: source, share: share, read: read)).status
  }

  /// Returns the owner's decision on reading, which HealthKit shows to no app. A right that has
  /// ended is denied.
  public func readAuthorizationStatus(
    for type: TypeIdentifier, of source: String
  ) -> AuthorizationStatus {
    tables.readRight(of: type.rawValue, by: source).status(at: asked)
  }

  /// Returns the moment since which a source may read the data of a type: HealthKit's
  /// `getEarliestAuthorizedSampleDate(for:)`. Samples of others that end before it are not seen.
  ///
  /// - Returns: nil if the source may read nothing of the type, or all of it.
  public func earliestAuthorizedSampleDate(
    for type: TypeIdentifier, of source: String
  ) -> Timestamp? {
    let right = tables.readRight(of: type.rawValue, by: source)
    return right.status(at: asked) == .authorized ? right.terms.since : nil
  }

  /// Returns the latest decision on each source and type, by source and type; reset decisions are
  /// left out.
  ///
  /// - Parameter source: the source; nil: all.
  public func authorizations(of source: String? = nil) -> [AuthorizationDecision] {
    AuthorizationsView.standing(in: tables, filter: Self.filter(source, nil))
  }

  /// Returns every decision, in order: the new value, and the one before.
  ///
  /// - Parameters:
  ///   - source: the source; nil: all.
  ///   - type: a type identifier; nil: all.
  public func authorizationHistory(
    of source: String? = nil, for type: TypeIdentifier? = nil
  ) -> [AuthorizationDecision] {
    AuthorizationsView.decisions(in: tables, filter: Self.filter(source, type?.rawValue))
  }

  private static func filter(_ source: String?, _ type: String?) -> AuthorizationsView.Filter {
    var filter = AuthorizationsView.Filter()
    if let source { filter.sources = [source] }
    if let type { filter.types = [type] }
    return filter
  }
}

extension AuthorizationStatus {
  /// HealthKit's name.
  @available(*, deprecated, renamed: "authorized")
  public static var sharingAuthorized: AuthorizationStatus { .authorized }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "denied")
  public static var sharingDenied: AuthorizationStatus { .denied }
}
