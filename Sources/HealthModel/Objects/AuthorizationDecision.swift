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
