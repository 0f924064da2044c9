/// The owner's decision on one type of one source.
public enum AuthorizationStatus: Hashable, Sendable, CaseIterable {
  /// The source has not asked for it.
  case notDetermined
  /// The owner denied it.
  case denied
  /// The owner allowed it.
  case authorized
}

/// The need to ask the owner before a request: HKAuthorizationRequestStatus. It does not tell the
/// answers.
public enum AuthorizationRequestStatus: Int, Hashable, Sendable, CaseIterable {
  /// It could not be found out. The journal always knows.
  case unknown = 0
  /// Something in the request has not been decided.
  case shouldRequest = 1
  /// Everything in the request has been decided, one way or the other.
  case unnecessary = 2

  /// The name in machine output; part of the contract.
  public var name: String { String(describing: self) }
}

/// A type and what the owner decided for it.
public struct AuthorizationGrant: Hashable, Sendable {
  /// The type identifier.
  public var type: String
  /// The decision on that type.
  public var status: AuthorizationStatus

  /// Makes a decision on a type.
  public init(_ type: String, _ status: AuthorizationStatus) {
    self.type = type
    self.status = status
  }
}

/// The terms on which the owner grants rights: the data that they cover, their end, their purpose.
public struct AuthorizationTerms: Hashable, Sendable {
  /// No terms: rights to all data, without an end.
  public static let none = AuthorizationTerms()

  /// The bound of the data that may be read: samples that end before it are not seen. HealthKit's
  /// limited history.
  public var since: Timestamp?
  /// The end of the rights: from this moment on they are as if they had been taken away.
  public var until: Timestamp?
  /// The purpose, in the owner's words.
  public var purpose: String?

  /// Creates these terms.
  public init(since: Timestamp? = nil, until: Timestamp? = nil, purpose: String? = nil) {
    self.since = since
    self.until = until
    self.purpose = purpose
  }

  /// The same terms for a right to share, which covers no data.
  package var ofSharing: AuthorizationTerms { AuthorizationTerms(until: until, purpose: purpose) }
}

/// A right of a source to one type: what the owner decided, and the terms of a right that is
/// granted.
public struct AuthorizationRight: Hashable, Sendable {
  /// The right of a source that never asked.
  public static let notDetermined = AuthorizationRight(.notDetermined)

  /// The decision.
  public var decision: AuthorizationStatus
  /// The terms.
  public var terms: AuthorizationTerms

  /// Creates the right that a decision gives on these terms.
  public init(_ decision: AuthorizationStatus, on terms: AuthorizationTerms = .none) {
    self.decision = decision
    self.terms = terms
  }

  /// The terms; nil if there are none.
  package var statedTerms: AuthorizationTerms? { terms == .none ? nil : terms }

  /// Returns true if the right was granted and has ended at a moment.
  public func hasEnded(at moment: Instant) -> Bool {
    guard decision == .authorized, let until = terms.until else { return false }
    return until.instant <= moment
  }

  /// Returns true if a source may do more by this right, at a moment or later, than by another one.
  package func isWider(than other: AuthorizationRight, at moment: Instant) -> Bool {
    guard status(at: moment) == .authorized else { return false }
    guard other.status(at: moment) == .authorized else { return true }
    func bound(_ time: Timestamp?, _ none: Int64) -> Int64 { time?.instant.microseconds ?? none }
    return bound(terms.since, .min) < bound(other.terms.since, .min)
      || bound(terms.until, .max) > bound(other.terms.until, .max)
  }

  /// Returns the status at a moment: a right that has ended is as one that was taken away.
  public func status(at moment: Instant) -> AuthorizationStatus {
    hasEnded(at: moment) ? .denied : decision
  }
}

/// Names of those who act on a journal.
public enum EventActor {
  /// The person whose journal it is, who may do everything.
  public static let owner = "owner"

  /// Returns true if a bundle identifier is the system's own. The system writes the types that apps
  /// only read.
  package static func isSystem(_ bundle: String) -> Bool { bundle.hasPrefix("com.apple.") }
}

/// The effect of one decision of the owner on a source's rights to one type.
public struct AuthorizationDecision: Hashable, Sendable {
  /// The seq of its line.
  public var sequence: UInt64
  /// The time at which the line was written.
  public var at: Instant
  /// The source that has the rights: a bundle identifier.
  public var source: String
  /// The type identifier.
  public var type: String
  /// The new right to share; nil if the decision was not on sharing.
  public package(set) var sharing: AuthorizationRight?
  /// The new right to read; nil if the decision was not on reading.
  public package(set) var reading: AuthorizationRight?
  /// The right to share before the decision.
  public let sharingBefore: AuthorizationRight
  /// The right to read before the decision.
  public package(set) var readingBefore: AuthorizationRight

  /// The earlier decision on sharing that holds again; nil: no revert made this decision.
  public package(set) var restoredShare: RestoredDecision?
  /// The earlier decision on reading that holds again; nil: no revert made this decision.
  public package(set) var restoredRead: RestoredDecision?

  /// Creates a decision that changes nothing.
  package init(
    sequence: UInt64, at: Instant, source: String, type: String,
    sharingBefore: AuthorizationRight, readingBefore: AuthorizationRight
  ) {
    self.sequence = sequence
    self.at = at
    self.source = source
    self.type = type
    self.sharingBefore = sharingBefore
    self.readingBefore = readingBefore
  }

  /// A copy of the decision without its statement on reading.
  package var withoutRead: AuthorizationDecision {
    var decision = self
    decision.reading = nil
    decision.restoredRead = nil
    decision.readingBefore = .notDetermined
    return decision
  }

  /// True if a right is not the one before.
  public var isChange: Bool { sharingAfter != sharingBefore || readingAfter != readingBefore }

  /// The right to share after the decision.
  public var sharingAfter: AuthorizationRight { sharing ?? sharingBefore }

  /// The right to read after the decision.
  public var readingAfter: AuthorizationRight { reading ?? readingBefore }

  /// The new status of sharing; nil if the decision was not on sharing.
  public var share: AuthorizationStatus? { sharing?.decision }
  /// The new status of reading; nil if the decision was not on reading.
  public var read: AuthorizationStatus? { reading?.decision }
  /// The status of sharing before the decision.
  public var shareBefore: AuthorizationStatus { sharingBefore.decision }
  /// The status of reading before the decision.
  public var readBefore: AuthorizationStatus { readingBefore.decision }
  /// The status of sharing after the decision, as long as the right does not end.
  public var shareAfter: AuthorizationStatus { sharingAfter.decision }
  /// The status of reading after the decision, as long as the right does not end.
  public var readAfter: AuthorizationStatus { readingAfter.decision }
}

/// An earlier decision that holds again by a revert.
public struct RestoredDecision: Hashable, Sendable {
  /// The seq of its line; nil: no decision had been made.
  public var sequence: UInt64?
  /// The time at which its line was written.
  public var at: Instant?

  /// Creates the decision of a line.
  package init(sequence: UInt64?, at: Instant?) {
    self.sequence = sequence
    self.at = at
  }
}
