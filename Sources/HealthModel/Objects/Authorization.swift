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
