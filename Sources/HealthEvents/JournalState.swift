public import HealthModel

/// What `decide` needs to know of the journal so far.
public protocol JournalState: AuthorizationState {
  /// The seq that the next line will have.
  var nextSequence: UInt64 { get }

  /// What is known of an object that was ever saved, live or not.
  func facts(of uuid: ObjectUUID) -> ObjectFacts?

  /// The seq of the line that tells this source and device.
  func sequence(of origin: Origin) -> UInt64?

  /// The live object that was saved under this sync identifier.
  func synced(_ name: SyncName) -> SyncedObject?
}

/// An object's place in the journal.
public struct ObjectFacts: Hashable, Sendable {
  /// Who saved it.
  public var by: String
  /// The identifier of its type.
  public var type: String
  /// Whether it has been neither deleted nor replaced.
  public var isLive: Bool

  /// These facts.
  public init(by: String, type: String, isLive: Bool) {
    self.by = by
    self.type = type
    self.isLive = isLive
  }
}

/// A sync identifier and the source whose it is: two sources may use the same one.
public struct SyncName: Hashable, Sendable {
  /// The identifier.
  public var identifier: String
  /// The source.
  public var source: String

  /// This identifier of that source.
  public init(identifier: String, source: String) {
    self.identifier = identifier
    self.source = source
  }

  /// The name by which a source's identifiers are kept apart: who asks, but for the owner the source
  /// that the object comes from, by its bundle or its name.
  public static func source(_ source: Source?, by: String) -> String {
    by == Actor.owner ? source?.bundle ?? source?.name ?? by : by
  }
}

/// The newest version of an object under a sync identifier.
public struct SyncedObject: Hashable, Sendable {
  /// Its identity.
  public var uuid: ObjectUUID
  /// Its version.
  public var version: Double

  /// This version of that object.
  public init(uuid: ObjectUUID, version: Double) {
    self.uuid = uuid
    self.version = version
  }
}
