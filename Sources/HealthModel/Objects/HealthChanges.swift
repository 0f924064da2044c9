/// What changed after an anchor: what the handler of HealthKit's HKAnchoredObjectQuery receives.
public struct HealthChanges: Hashable, Sendable {
  /// The new objects that are neither deleted nor replaced, in the order in which they were saved.
  public var added: [HealthObject]
  /// What was deleted or replaced. It may name objects that came after the anchor too.
  public var deleted: [DeletedObject]
  /// Where the next query goes on.
  public var anchor: ChangeAnchor

  /// These changes up to that anchor.
  public init(added: [HealthObject] = [], deleted: [DeletedObject] = [], anchor: ChangeAnchor) {
    self.added = added
    self.deleted = deleted
    self.anchor = anchor
  }

  /// Whether nothing came and nothing went.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

/// What is left of an object for those who follow changes: HealthKit's HKDeletedObject.
public struct DeletedObject: Hashable, Sendable {
  /// The identity that it had.
  public var uuid: ObjectUUID
  /// The identifier of its type; nil where its line was erased.
  public var type: String?

  /// The object of this identity.
  public init(uuid: ObjectUUID, type: String? = nil) {
    self.uuid = uuid
    self.type = type
  }
}
