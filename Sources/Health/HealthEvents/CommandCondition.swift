public import HealthModel

/// The state of the journal that a command depends on: it is done only if the journal is still so.
///
///     let seen = try await store.head
///     // decide on what to save, then
///     try await store.perform(.save(request), if: CommandCondition(head: seen))
public struct CommandCondition: Hashable, Sendable {
  /// The anchor after the last line; nil: the journal may have any last line.
  public var head: ChangeAnchor?
  /// A type whose objects must be unchanged; nil: objects of all types may have changed.
  public var unchanged: UnchangedType?

  /// Creates a condition; without arguments it always holds.
  public init(head: ChangeAnchor? = nil, unchanged: UnchangedType? = nil) {
    self.head = head
    self.unchanged = unchanged
  }

  /// A type, and the line after which no line has saved, deleted, replaced or erased objects of it.
  public struct UnchangedType: Hashable, Sendable {
    /// The type identifier.
    public var type: String
    /// The number of the line.
    public var since: UInt64

    /// Creates a condition on this type since that line.
    public init(_ type: String, since: UInt64) {
      self.type = type
      self.since = since
    }
  }
}
