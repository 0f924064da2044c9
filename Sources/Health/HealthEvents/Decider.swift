public import HealthModel

/// The rules: turns a command into the events that it makes true, or into the reason why not.
///
///     var decider = Decider()
///     let events = try decider.decide(command, given: state)
///
/// The answer depends on the command and the state alone. The decider only remembers, for speed,
/// which unit fits which type.
public struct Decider: Sendable {
  private struct TypeAndUnit: Hashable {
    var type: String
    var unit: String
  }

  private var unitFaults: [TypeAndUnit: Rejection.Fault?] = [:]

  /// Rules that have not been asked yet.
  public init() {}

  /// Returns the events that a command makes true, in the order in which they are written.
  ///
  /// - Throws: the first rule that the command breaks; then nothing of it happens.
  public mutating func decide(
    _ command: Command, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    guard Self.isSourceName(command.by) else { throw .invalid(.sourceName) }
    switch command.request {
    case .save(let request): return try decideSave(request, by: command.by, given: state)
    case .delete(let deletion): return try decideDelete(deletion, by: command.by, given: state)
    case .authorize(let change): return try decideAuthorize(change, by: command.by, given: state)
    case .configure(let configuration):
      return try decideConfigure(configuration, by: command.by)
    case .recordImport(let receipt):
      try require(ownerFor: "an import", command.by)
      return [.importReceipt(receipt)]
    }
  }

  /// Returns true if a name can be a source's: neither empty nor long, and without control
  /// characters.
  static func isSourceName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 1024
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  func require(ownerFor what: String, _ by: String) throws(Rejection) {
    guard by == EventActor.owner else { throw .invalid(.ownerOnly(what)) }
  }

  // MARK: Configure

  mutating func decideConfigure(
    _ configuration: Configuration, by: String
  ) throws(Rejection) -> [Event] {
    try check(configuration, by: by)
    try Self.requireOnce(configuration.preferredUnits.map(\.type))
    try Self.requireOnce(configuration.priority.map(\.type))
    for preferred in configuration.preferredUnits {
      guard preferred.type != PreferredUnit.allTypes else {
        try Self.requireSystem(preferred.unit)
        continue
      }
      try Self.requireIdentifier(preferred.type)
      try require(kind: "quantity", of: preferred.type)
      guard preferred.unit.isEmpty || (try? Unit(preferred.unit)) != nil else {
        throw .invalid(.unitUnknown(preferred.unit))
      }
    }
    for priority in configuration.priority {
      if priority.type != "*" { try Self.requireIdentifier(priority.type) }
      let names = priority.sources
      guard !names.contains(""), Set(names).count == names.count else {
        throw .field("priority", "names of sources, none empty and none twice")
      }
    }
    return [.configure(configuration)]
  }

  private static func requireSystem(_ name: String) throws(Rejection) {
    guard name.isEmpty || UnitSystem(rawValue: name) != nil else {
      throw .field("preferredUnits", "metric or us for *")
    }
  }

  /// Checks the rules for every configuration of a journal, also one that is audited.
  mutating func check(_ configuration: Configuration, by: String) throws(Rejection) {
    try require(ownerFor: "settings", by)
    guard configuration != Configuration() else { throw .invalid(.empty) }
    if let zone = configuration.timeZone, !ZoneRules.isValidName(zone) {
      throw .invalid(.timeZoneUnknown(zone))
    }
    // An empty text takes a unit back, as an empty list takes back an order of sources.
    for preferred in configuration.preferredUnits where !preferred.unit.isEmpty {
      if let fault = unitFault(type: preferred.type, unit: preferred.unit) { throw .invalid(fault) }
    }
  }

  // MARK: Units

  /// Returns the fault of a unit for a type; nil if there is none. Types that the catalogue does
  /// not know allow any unit.
  mutating func unitFault(type: String, unit: String) -> Rejection.Fault? {
    let key = TypeAndUnit(type: type, unit: unit)
    if let known = unitFaults[key] { return known }
    let fault = Self.computeUnitFault(type: type, unit: unit)
    if unitFaults.count >= 4096 { unitFaults.removeAll(keepingCapacity: true) }
    unitFaults[key] = .some(fault)
    return fault
  }

  private static func computeUnitFault(type: String, unit: String) -> Rejection.Fault? {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else { return nil }
    guard let parsed = try? Unit(unit) else { return .unitUnknown(unit) }
    guard known.accepts(parsed) else {
      return .unitMismatch(type: type, unit: unit, canonical: known.metricUnitText)
    }
    return nil
  }

  /// Returns the rule that an event breaks, given the journal before it; nil if none.
  ///
  /// For an audit of lines that another program may have written. A save is checked by the rules
  /// for imports: a fault is only what no program may write.
  public mutating func fault(
    of event: Event, by: String, given state: some JournalState
  ) -> Rejection? {
    do {
      switch event {
      case .save(let save):
        let drafts = save.objects.map { Draft($0) }
        let request = SaveRequest(objects: drafts, workout: save.workout, imported: true)
        _ = try check(request, by: by, given: state, seesMembers: true)
        try check(replaced: save, by: by, given: state)
      case .delete(let deletion): try check(deletion, by: by, given: state)
      case .authorize: try require(ownerFor: "authorizations", by)
      case .configure(let configuration):
        try check(configuration, by: by)
      case .importReceipt: try require(ownerFor: "an import", by)
      case .erase: try require(ownerFor: "erasure", by)
      case .open, .origin: break
      }
      return nil
    } catch {
      return error
    }
  }

  /// Checks that a save replaces only objects of its own and objects that its source may delete.
  private func check(
    replaced save: Save, by: String, given state: some JournalState
  ) throws(Rejection) {
    let own = Set(save.replaces.isEmpty ? [] : save.objects.map(\.uuid))
    for uuid in save.replaces where !own.contains(uuid) {
      try requireRight(toRemove: uuid, by: by, given: state)
    }
  }

  /// Returns the deletion that takes back an event; nil if there is nothing to take back: no object
  /// that it saved is live, or it is an undo itself, an origin or the opening.
  ///
  /// - Parameters:
  ///   - line: the number of its line.
  ///   - by: the source that asked for the event.
  /// - Throws: `Rejection` if no event takes it back.
  public func undoing(
    _ event: Event, line: UInt64, by: String, given state: some JournalState
  ) throws(Rejection) -> Deletion? {
    func refusal(_ obstacle: Undo.Obstacle) -> Rejection {
      .invalid(.notUndoable(line: line, obstacle))
    }
    if event.kind == .origin || event.kind == .open { return nil }
    guard by == EventActor.owner else { throw refusal(.ofSource(by)) }
    switch event {
    case .save(let save):
      let live = save.objects.map(\.uuid).filter { state.facts(of: $0)?.isLive ?? false }
      if live.isEmpty { return nil }
      // The receipt may be missing: a kill of the import may have kept it from being written.
      guard !live.contains(where: \.isOfContent) else { throw refusal(.importReceipt) }
      guard save.replaces.isEmpty else { throw refusal(.replacement) }
      return Deletion(objects: live, reason: Undo.reason(line: line))
    case .delete(let deletion):
      if Undo.isReason(deletion.reason) { return nil }
      throw refusal(.deletion)
    case .open, .origin: return nil
    case .authorize: throw refusal(.authorization)
    case .configure: throw refusal(.settings)
    case .importReceipt: throw refusal(.importReceipt)
    case .erase: throw refusal(.erasure)
    }
  }
}

/// A request to the journal, with the actor who makes it.
public struct Command: Hashable, Sendable {
  /// The actor: `owner` or a bundle identifier.
  public var by: String
  /// The request.
  public var request: Request

  /// This request by that source.
  public init(by: String, _ request: Request) {
    self.by = by
    self.request = request
  }
}

/// The things that can be asked.
public enum Request: Hashable, Sendable {
  /// A save of objects, all or none.
  case save(SaveRequest)
  /// A deletion of objects by uuid.
  case delete(Deletion)
  /// Decide what a source may share and read.
  case authorize(AuthorizationChange)
  /// A change of settings.
  case configure(Configuration)
  /// Write down that an import has ended.
  case recordImport(ImportReceipt)
}

/// Objects to be saved together.
public struct SaveRequest: Hashable, Sendable {
  /// The objects, one or more.
  public var objects: [Draft]
  /// The saved workout that they belong to.
  public var workout: ObjectUUID?
  /// True if the objects come from an imported file: they are kept as the file states them, even if
  /// the rules would refuse the same objects from a person or an app.
  public var imported: Bool
  /// The older versions that the first objects replace, in the same order; they leave the views.
  /// Only an import states them.
  public var replaces: [ObjectUUID]

  /// Creates a request to save these objects.
  public init(
    objects: [Draft], workout: ObjectUUID? = nil, imported: Bool = false,
    replaces: [ObjectUUID] = []
  ) {
    self.objects = objects
    self.workout = workout
    self.imported = imported
    self.replaces = replaces
  }
}

/// An object to be saved, with its source and device spelled out; `decide` finds their origin.
public struct Draft: Hashable, Sendable {
  /// The object; its `origin` is not read.
  public var object: HealthObject
  /// The app that it comes from. Nil: the owner by hand, or the source that asks.
  public var source: Source?
  /// The hardware that measured it.
  public var device: Device?

  /// Creates a draft of this object from that source.
  public init(_ object: HealthObject, source: Source? = nil, device: Device? = nil) {
    self.object = object
    self.source = source
    self.device = device
  }
}

/// The facts about the journal so far that `decide` needs. The tables, which come later in the flow
/// of data, conform to it (D86).
public protocol JournalState: AuthorizationState {
  /// The seq that the next line will have.
  var nextSequence: UInt64 { get }

  /// Returns the known facts about an object that was ever saved, live or not: a uuid is used once
  /// (D5).
  func facts(of uuid: ObjectUUID) -> ObjectFacts?

  /// Returns the seq of the line that states this source and device.
  func sequence(of origin: Origin) -> UInt64?

  /// Returns the live object that was saved under this sync identifier.
  func synced(_ name: SyncName) -> SyncedObject?
}

/// The facts about an object in the journal.
public struct ObjectFacts: Hashable, Sendable {
  /// The source that saved it.
  public var by: String
  /// The identifier of its type.
  public var type: String
  /// True if it has been neither deleted nor replaced.
  public var isLive: Bool

  /// Creates these facts.
  public init(by: String, type: String, isLive: Bool) {
    self.by = by
    self.type = type
    self.isLive = isLive
  }

  /// Returns true if an object is the actor's own, the one rule of ownership: it is a source's own
  /// if that source saved it, and all objects are the owner's.
  func isOwn(of actor: String) -> Bool { actor == EventActor.owner || by == actor }
}

/// A sync identifier, with the source that uses it. Two sources may use the same identifier, and
/// the owner may use it for objects that come from either of them.
public struct SyncName: Hashable, Sendable {
  /// The sync identifier.
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

  /// Creates the identifier of an object that an actor saves: an app's are its own; the owner's are
  /// separated by the source that the object comes from, its bundle or else its name.
  public init(identifier: String, of source: Source?, by: String) {
    let origin = by == EventActor.owner ? source?.bundle ?? source?.name ?? by : by
    self.init(identifier: identifier, by: by, source: origin)
  }
}

/// The newest version of an object under a sync identifier.
public struct SyncedObject: Hashable, Sendable {
  /// The identity of the workout.
  public var uuid: ObjectUUID
  /// Its version.
  public var version: Double

  /// This version of that object.
  public init(uuid: ObjectUUID, version: Double) {
    self.uuid = uuid
    self.version = version
  }
}

/// An undo: a deletion that takes back a save of the owner. The line of the save stays in the
/// journal.
public enum Undo {
  /// Returns the reason of the deletion that an undo makes; a later undo recognizes an undo by it.
  public static func reason(line: UInt64) -> String { "undo of line \(line)" }

  static func isReason(_ text: String?) -> Bool { text?.hasPrefix("undo of line ") ?? false }

  /// The reason why an event is not taken back.
  public enum Obstacle: Hashable, Sendable {
    /// It deleted objects, and a uuid is used once.
    case deletion
    /// It is a line of an import: objects of it that were deleted would stay out when the same file
    /// is imported again.
    case importReceipt
    /// The event decided on a source.
    case authorization
    /// The event changed settings.
    case settings
    /// It replaced older versions, which no event brings back.
    case replacement
    /// The event erased lines.
    case erasure
    /// The event is another source's.
    case ofSource(String)
  }
}

extension Undo.Obstacle {
  /// Returns a sentence on the event of a line, and on what to do instead of an undo.
  func sentence(line: UInt64) -> String {
    switch self {
    case .deletion:
      "line \(line) is a deletion, and a uuid is used once; save anew what was deleted: `history UUID` "
        + "shows it"
    case .importReceipt:
      "line \(line) is of an import, and what is deleted of it stays deleted when the file is imported "
        + "again; `delete --where` deletes what is wrong"
    case .authorization:
      "line \(line) decides on a source; decide anew with `authorize`: `authorizations --as-of "
        + "\(line - 1)` shows what was in force"
    case .settings: "line \(line) changes settings; set them anew with `configure`"
    case .replacement:
      "line \(line) replaced older versions, which no event brings back; save anew what they said: "
        + "`history UUID` shows it"
    case .erasure: "line \(line) erased lines, which nothing brings back"
    case .ofSource(let by): "line \(line) is of \(by); `delete UUID` deletes what it saved"
    }
  }
}
