public import HealthModel

/// The owner's decisions so far on sharing and on reading.
public protocol AuthorizationState {
  /// Returns the right to share `type` that the latest decision gives `source`.
  func shareRight(of type: String, by source: String) -> AuthorizationRight

  /// Returns the right to read `type` that the latest decision gives `source`.
  func readRight(of type: String, by source: String) -> AuthorizationRight

  /// The types that the catalogue knows and the journal declares.
  var catalogue: JournalTypes { get }
}

/// A request of an app, as for HealthKit's `requestAuthorization(toShare:read:)`. Answering it
/// decides nothing.
///
///     let request = AuthorizationRequest(source: app, share: [mass], read: [steps])
///     let answer = try request.answer(given: state)
///     answer.status                                  // .shouldRequest
///     answer.questions.filter(\.isAsked).map(\.type) // what the sheet would list
///
/// Source: HealthKit's documentation of authorization; HKHealthStore in Apple's SDK headers.
public struct AuthorizationRequest: Hashable, Sendable {
  /// The app's bundle identifier.
  public var source: String
  /// Identifiers of the types that it would save.
  public var share: [String]
  /// Identifiers of the types that it would read.
  public var read: [String]

  /// This request of that source; a type that is named twice is asked for once.
  public init(source: String, share: [String] = [], read: [String] = []) {
    self.source = source
    self.share = share
    self.read = read
  }

  /// The answer: the content of the sheet, and if there would be one.
  public struct Answer: Hashable, Sendable {
    /// Share types as they were named, then read types.
    public var questions: [Question]

    /// HealthKit's `statusForAuthorizationRequest(toShare:read:)`: whether anything would be asked.
    public var status: AuthorizationRequestStatus {
      questions.contains(where: \.isAsked) ? .shouldRequest : .unnecessary
    }
  }

  /// A type of a request, for sharing or for reading.
  public struct Question: Hashable, Sendable {
    /// The two rights, each with its own decision.
    public enum Access: String, Hashable, Sendable, CaseIterable {
      /// The right to save.
      case share
      /// The right to see what others saved.
      case read
    }

    /// The type identifier.
    public var type: String
    /// The right that is asked for.
    public var access: Access
    /// The decision on it so far; a type is asked for once.
    public var status: AuthorizationStatus

    /// True if the sheet would list it.
    public var isAsked: Bool { status == .notDetermined }
  }

  /// Returns what HealthKit's sheet would do with the request at a moment.
  ///
  /// - Throws: `Rejection.invalidArgument` if HealthKit raises an exception: a type that only the
  ///   system writes in `share`; a correlation in either; a type whose objects are picked one by
  ///   one in `read`; a workout route, if the workout is neither in the same list nor decided on
  ///   before; no type at all. It also throws for a source that is the owner or has no valid name.
  public func answer(
    given state: some AuthorizationState, at moment: Instant
  ) throws(Rejection) -> Answer {
    guard Decider.isSourceName(source), source != EventActor.owner else {
      throw .invalid(.sourceName)
    }
    guard !(share.isEmpty && read.isEmpty) else { throw .invalid(.empty) }
    for type in share { try Decider.requireShareable(type, in: state.catalogue) }
    for type in read { try Decider.requireReadable(type, in: state.catalogue) }
    try Self.requireWorkout(
      besideRouteIn: share, or: state.shareRight(of: WorkoutContent.type, by: source))
    try Self.requireWorkout(
      besideRouteIn: read, or: state.readRight(of: WorkoutContent.type, by: source))
    let questions =
      Self.once(share).map { type in
        let right = state.shareRight(of: type, by: source)
        return Question(type: type, access: .share, status: right.status(at: moment))
      }
      + Self.once(read).map { type in
        let right = state.readRight(of: type, by: source)
        return Question(type: type, access: .read, status: right.status(at: moment))
      }
    return Answer(questions: questions)
  }

  /// Requires the workout with a route, unless that has been decided on already.
  private static func requireWorkout(
    besideRouteIn types: [String], or decided: AuthorizationRight
  ) throws(Rejection) {
    let route = Document.Kind.route.type
    guard types.contains(route), !types.contains(WorkoutContent.type),
      decided.decision == .notDetermined
    else { return }
    throw .invalid(.parentMissing(type: route, parent: WorkoutContent.type))
  }

  private static func once(_ types: [String]) -> [String] {
    var seen: Set<String> = []
    return types.filter { seen.insert($0).inserted }
  }
}

extension Decider {
  /// Decides a change of rights. The owner may decide on the types that an app may name in a
  /// request, the same as in HealthKit's request for authorization.
  func decideAuthorize(
    _ change: AuthorizationChange, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    try require(ownerFor: "authorizations", by)
    guard Self.isSourceName(change.source), change.source != EventActor.owner else {
      throw .invalid(.sourceName)
    }
    guard !(change.share.isEmpty && change.read.isEmpty) else { throw .invalid(.empty) }
    for grants in [change.share, change.read] { try Self.requireOnce(grants.map(\.type)) }
    for grant in change.share { try Self.requireShareable(grant.type, in: state.catalogue) }
    for grant in change.read { try Self.requireReadable(grant.type, in: state.catalogue) }
    try requireTerms(of: change)
    try requireParents(of: change, given: state)
    return [.authorize(change)]
  }

  /// Requires terms that a right can have, and rights that can have them: what is denied or reset
  /// has none.
  private func requireTerms(of change: AuthorizationChange) throws(Rejection) {
    let terms = change.terms
    guard terms != .none else { return }
    guard (change.share + change.read).allSatisfy({ $0.status == .authorized }) else {
      throw .field("share and read", "authorized throughout where since, until or purpose is given")
    }
    if terms.since != nil, change.read.isEmpty {
      throw .field("since", "left out where nothing may be read; it bounds what is read")
    }
    if let until = terms.until {
      guard until.instant > moment else {
        throw .field("until", "later than now: a right that ends before it begins is none")
      }
      if let since = terms.since, since.instant >= until.instant {
        throw .field("until", "later than since")
      }
    }
    guard terms.purpose.map(Self.isSourceName) ?? true else {
      throw .field("purpose", "text of 1 to 1024 bytes without control characters")
    }
  }

  static func requireOnce(_ types: [String]) throws(Rejection) {
    var seen: Set<String> = []
    for type in types where !seen.insert(type).inserted { throw .invalid(.typeTwice(type)) }
  }

  /// Requires a type that apps may share: sample types that apps write. The members of a
  /// correlation are asked for instead of it.
  static func requireShareable(
    _ type: String, in catalogue: JournalTypes
  ) throws(Rejection) {
    try requireIdentifier(type, in: catalogue)
    let known = TypeCatalogue.find(type)
    if case .correlation? = known { throw .invalid(.notAuthorizable(type: type)) }
    guard known?.isWritable ?? true else { throw .invalid(.readOnly(type: type)) }
  }

  /// Requires a type that apps may read: all but correlations, and types whose objects the person
  /// picks one by one.
  static func requireReadable(
    _ type: String, in catalogue: JournalTypes
  ) throws(Rejection) {
    try requireIdentifier(type, in: catalogue)
    let known = TypeCatalogue.find(type)
    if case .correlation? = known { throw .invalid(.notAuthorizable(type: type)) }
    if known?.needsPerObjectAuthorization ?? false { throw .invalid(.pickedOneByOne(type: type)) }
  }

  /// Requires the decisions on parents: one that lets a source share or read routes needs a
  /// decision on workouts too, in this change or before. A decision that denies or resets routes
  /// needs none.
  private func requireParents(
    of change: AuthorizationChange, given state: some JournalState
  ) throws(Rejection) {
    let route = AuthorizationGrant(Document.Kind.route.type, .authorized)
    let asked = Set((change.share + change.read).map(\.type))
    let knows = asked.contains(WorkoutContent.type)
    let source = change.source
    func isDecided(_ right: AuthorizationRight) -> Bool { right.decision != .notDetermined }
    let mayShare = knows || isDecided(state.shareRight(of: WorkoutContent.type, by: source))
    let mayRead = knows || isDecided(state.readRight(of: WorkoutContent.type, by: source))
    if change.share.contains(route) && !mayShare || change.read.contains(route) && !mayRead {
      throw .invalid(.parentMissing(type: route.type, parent: WorkoutContent.type))
    }
  }
}
