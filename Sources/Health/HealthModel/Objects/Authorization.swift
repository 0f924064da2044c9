/// Whether a source may share or read a type.
public enum AuthorizationStatus: Hashable, Sendable, CaseIterable {
  /// It has not been asked for.
  case notDetermined
  /// The owner said no.
  case denied
  /// The owner said yes.
  case authorized
}

/// Whether a request for authorization would show a sheet: HKAuthorizationRequestStatus. It says
/// nothing about the answers.
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
  /// A type identifier.
  public var type: String
  /// The decision.
  public var status: AuthorizationStatus

  /// This decision for that type.
  public init(_ type: String, _ status: AuthorizationStatus) {
    self.type = type
    self.status = status
  }
}

/// Names of those who act on a journal.
public enum EventActor {
  /// The person whose journal it is, who may do everything.
  public static let owner = "owner"

  /// Whether a bundle identifier is the system's own, which writes the types that apps only read.
  public static func isSystem(_ bundle: String) -> Bool { bundle.hasPrefix("com.apple.") }
}

/// What one decision of the owner did to a source's rights on one type.
public struct AuthorizationDecision: Hashable, Sendable {
  /// The seq of its line.
  public var sequence: UInt64
  /// When it was recorded.
  public var at: Instant
  /// Whose rights: a bundle identifier.
  public var source: String
  /// A type identifier.
  public var type: String
  /// What sharing was set to; nil where the decision was not on sharing.
  public var share: AuthorizationStatus?
  /// What reading was set to; nil where the decision was not on reading.
  public var read: AuthorizationStatus?
  /// What sharing was before.
  public var shareBefore: AuthorizationStatus
  /// What reading was before.
  public var readBefore: AuthorizationStatus

  /// A decision that changes nothing.
  public init(
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

  /// The same without what it says of reading.
  package var withoutRead: AuthorizationDecision {
    var decision = self
    decision.read = nil
    decision.readBefore = .notDetermined
    return decision
  }

  /// Whether anything is other than before.
  public var isChange: Bool { shareAfter != shareBefore || readAfter != readBefore }

  /// What holds for sharing after it.
  public var shareAfter: AuthorizationStatus { share ?? shareBefore }

  /// What holds for reading after it.
  public var readAfter: AuthorizationStatus { read ?? readBefore }
}
