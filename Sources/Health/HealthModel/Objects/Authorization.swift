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
  /// The new status of sharing; nil if the decision was not on sharing.
  public var share: AuthorizationStatus?
  /// The new status of reading; nil if the decision was not on reading.
  public var read: AuthorizationStatus?
  /// The status of sharing before the decision.
  public var shareBefore: AuthorizationStatus
  /// The status of reading before the decision.
  public var readBefore: AuthorizationStatus

  /// Creates a decision that changes nothing.
  package init(
    sequence: UInt64, at: Instant, source: String, type: String,
    shareBefore: AuthorizationStatus, readBefore: AuthorizationStatus
  ) {
    self.sequence = sequence
    self.at = at
    self.source = source
    self.type = type
    self.shareBefore = shareBefore
    self.readBefore = readBefore
  }

  /// A copy of the decision without its statement on reading.
  package var withoutRead: AuthorizationDecision {
    var decision = self
    decision.read = nil
    decision.readBefore = .notDetermined
    return decision
  }

  /// True if a status is not the one before.
  public var isChange: Bool { shareAfter != shareBefore || readAfter != readBefore }

  /// The status of sharing after the decision.
  public var shareAfter: AuthorizationStatus { share ?? shareBefore }

  /// The status of reading after the decision.
  public var readAfter: AuthorizationStatus { read ?? readBefore }
}
