public import HealthEvents
public import HealthModel
import HealthProjections
import HealthTables

extension HealthStore {
  /// Decides what a source may save and see; types that are not named stay as they were.
  ///
  ///     try await store.setAuthorization(for: app, share: [mass: .authorized], read: [steps: .denied])
  ///
  /// - Throws: a `StoreError`; its `rejection` says which rule was broken: no correlation, no
  ///   read-only type in `share`, at least one decision, and not the owner as the source.
  public func setAuthorization(
    for source: String, share: [String: AuthorizationStatus] = [:],
    read: [String: AuthorizationStatus] = [:]
  ) throws(StoreError) {
    func grants(_ statuses: [String: AuthorizationStatus]) -> [AuthorizationGrant] {
      statuses.sorted { $0.key < $1.key }.map { AuthorizationGrant($0.key, $0.value) }
    }
    let change = AuthorizationChange(source: source, share: grants(share), read: grants(read))
    try perform(.authorize(change))
  }

  /// What HealthKit's request sheet would ask for. It decides nothing.
  ///
  /// - Throws: a `StoreError` where HealthKit raises an exception; its `rejection` is that of
  ///   `AuthorizationRequest.answer`.
  public func answer(to request: AuthorizationRequest) throws(StoreError)
    -> AuthorizationRequest.Answer
  {
    try StoreError.typed { try request.answer(given: tables) }
  }

  /// Whether a request would show a sheet: HealthKit's
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

  /// The owner's decision on reading, which HealthKit tells no app.
  public func readAuthorizationStatus(
    for type: TypeIdentifier, of source: String
  ) -> AuthorizationStatus {
    tables.readStatus(of: type.rawValue, by: source)
  }

  /// The latest decision on each source and type, by source and type; what was reset is left out.
  ///
  /// - Parameter source: nil: all.
  public func authorizations(of source: String? = nil) -> [AuthorizationDecision] {
    AuthorizationsView.standing(in: tables, filter: Self.filter(source, nil))
  }

  /// Every decision, in order: what was set, and what it was before.
  ///
  /// - Parameters:
  ///   - source: nil: all.
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
