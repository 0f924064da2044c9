import HealthModel

extension Decider {
  /// What the owner may decide on: the types that an app may name in a request, as HealthKit's
  /// request for authorization takes them.
  func decideAuthorize(
    _ change: AuthorizationChange, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    try require(ownerFor: "authorizations", by)
    guard Self.isSourceName(change.source), change.source != EventActor.owner else {
      throw .invalid(.sourceName)
    }
    guard !(change.share.isEmpty && change.read.isEmpty) else { throw .invalid(.empty) }
    for grants in [change.share, change.read] { try Self.requireOnce(grants.map(\.type)) }
    for grant in change.share { try Self.requireShareable(grant.type) }
    for grant in change.read { try Self.requireReadable(grant.type) }
    try requireParents(of: change, given: state)
    return [.authorize(change)]
  }

  static func requireOnce(_ types: [String]) throws(Rejection) {
    var seen: Set<String> = []
    for type in types where !seen.insert(type).inserted { throw .invalid(.typeTwice(type)) }
  }

  /// Share: sample types that apps write. Of correlations the members are asked for.
  static func requireShareable(_ type: String) throws(Rejection) {
    try requireIdentifier(type)
    let known = TypeCatalogue.find(type)
    if case .correlation? = known { throw .invalid(.notAuthorizable(type: type)) }
    guard known?.isWritable ?? true else { throw .invalid(.readOnly(type: type)) }
  }

  /// Read: all but correlations, and types whose objects the person picks one by one.
  static func requireReadable(_ type: String) throws(Rejection) {
    try requireIdentifier(type)
    let known = TypeCatalogue.find(type)
    if case .correlation? = known { throw .invalid(.notAuthorizable(type: type)) }
    if known?.needsPerObjectAuthorization ?? false { throw .invalid(.pickedOneByOne(type: type)) }
  }

  /// A decision that lets a source share or read routes needs a decision on workouts too, in this
  /// change or before. A decision that denies or resets routes needs none.
  private func requireParents(
    of change: AuthorizationChange, given state: some JournalState
  ) throws(Rejection) {
    let route = AuthorizationGrant(Document.Kind.route.type, .authorized)
    let asked = Set((change.share + change.read).map(\.type))
    let knows = asked.contains(Workout.type)
    let source = change.source
    let mayShare = knows || state.shareStatus(of: Workout.type, by: source) != .notDetermined
    let mayRead = knows || state.readStatus(of: Workout.type, by: source) != .notDetermined
    if change.share.contains(route) && !mayShare || change.read.contains(route) && !mayRead {
      throw .invalid(.parentMissing(type: route.type, parent: Workout.type))
    }
  }
}
