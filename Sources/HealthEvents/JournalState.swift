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

/// Where an object stands in the journal.
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

  /// The one rule of ownership: an object is a source's own if that source saved it, and all
  /// objects are the owner's.
  func isOwn(of actor: String) -> Bool { actor == EventActor.owner || by == actor }
}

/// A sync identifier, with the source that uses it. Two sources may use the same identifier, and
/// the owner may use it for objects that come from either of them.
public struct SyncName: Hashable, Sendable {
  /// The identifier.
  public var identifier: String
  /// The source that saves under it: `owner` or a bundle identifier.
  public var by: String
  /// The source that the objects come from; for objects that an app saves, the app itself.
  public var source: String

  /// This identifier of that source, used by an actor.
  public init(identifier: String, by: String, source: String) {
    self.identifier = identifier
    self.by = by
    self.source = source
  }

  /// The identifier of an object that an actor saves: an app's are its own; the owner's are kept
  /// apart by the source that the object comes from, its bundle or else its name.
  public init(identifier: String, of source: Source?, by: String) {
    let origin = by == EventActor.owner ? source?.bundle ?? source?.name ?? by : by
    self.init(identifier: identifier, by: by, source: origin)
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
