public import HealthModel

/// The rules: turns a command into the events that it makes true, or into the reason why not.
///
///     var decider = Decider()
///     let events = try decider.decide(command, given: state, at: moment)
///
/// The answer depends on the command, the state and the moment alone. The decider only remembers,
/// for speed, which unit fits which type.
public struct Decider: Sendable {
  private struct TypeAndUnit: Hashable {
    var type: String
    var unit: String
    /// The declaration of the type in the journal that was asked last.
    var declared: DeclaredType?
  }

  private var unitFaults: [TypeAndUnit: Rejection.Fault?] = [:]
  /// The time of the line for which it decides.
  private(set) var moment = Instant(microseconds: .min)

  /// Rules that have not been asked yet.
  public init() {}

  /// Returns the events that a command makes true, in the order in which they are written.
  ///
  /// - Parameter moment: the time of the line on which they would be; a right may have ended by
  ///   then.
  /// - Throws: the first rule that the command breaks; then nothing of it happens.
  public mutating func decide(
    _ command: Command, given state: some JournalState, at moment: Instant
  ) throws(Rejection) -> [Event] {
    self.moment = moment
    guard Self.isSourceName(command.by) else { throw .invalid(.sourceName) }
    switch command.request {
    case .save(let request): return try decideSave(request, by: command.by, given: state)
    case .delete(let deletion): return try decideDelete(deletion, by: command.by, given: state)
    case .authorize(let change): return try decideAuthorize(change, by: command.by, given: state)
    case .configure(let configuration):
      return try decideConfigure(configuration, by: command.by, given: state)
    case .declare(let type): return try decideDeclare(type, by: command.by, given: state)
    case .revert(let request):
      return try decideRevert(request, by: command.by, given: state)
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
    _ configuration: Configuration, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    try check(configuration, by: by, given: state)
    try Self.requireOnce(configuration.preferredUnits.map(\.type))
    try Self.requireOnce(configuration.priority.map(\.type))
    try Self.check(configuration.sameSource, given: state)
    for preferred in configuration.preferredUnits {
      guard preferred.type != PreferredUnit.allTypes else {
        try Self.requireSystem(preferred.unit)
        continue
      }
      try Self.requireIdentifier(preferred.type, in: state.catalogue)
      try require(kind: "quantity", of: preferred.type, given: state)
      guard preferred.unit.isEmpty || (try? Unit(preferred.unit)) != nil else {
        throw .invalid(.unitUnknown(preferred.unit))
      }
    }
    for priority in configuration.priority {
      if priority.type != "*" { try Self.requireIdentifier(priority.type, in: state.catalogue) }
      let names = priority.sources
      guard !names.contains(""), Set(names).count == names.count else {
        throw .field("priority", "names of sources, none empty and none twice")
      }
    }
    return [.configure(configuration)]
  }

  /// Requires pairs of different names, none of them the owner's, each old name once, and no circle
  /// together with the statements in force.
  private static func check(
    _ pairs: [SameSource], given state: some JournalState
  ) throws(Rejection) {
    var names = state.sameSources
    var seen: Set<String> = []
    for pair in pairs {
      guard seen.insert(SourceName.typed(pair.old)).inserted else {
        throw .invalid(.sourceTwice(pair.old))
      }
      for name in [pair.old] + (pair.name.isEmpty ? [] : [pair.name]) {
        guard isSourceName(name), SourceName.typed(name).lowercased() != EventActor.owner else {
          throw .invalid(.sourceName)
        }
      }
      names.set(pair)
    }
    for pair in pairs where names.isCircular(pair.old) {
      throw .invalid(.sourceCircle(pair.old, pair.name))
    }
  }

  private static func requireSystem(_ name: String) throws(Rejection) {
    guard name.isEmpty || UnitSystem(rawValue: name) != nil else {
      throw .field("preferredUnits", "metric or us for *")
    }
  }

  /// Checks the rules for every configuration of a journal, also one that is audited.
  mutating func check(
    _ configuration: Configuration, by: String, given state: some JournalState
  ) throws(Rejection) {
    try require(ownerFor: "settings", by)
    guard configuration != Configuration() else { throw .invalid(.empty) }
    if let zone = configuration.timeZone, !ZoneRules.isValidName(zone) {
      throw .invalid(.timeZoneUnknown(zone))
    }
    // An empty text takes a unit back, as an empty list takes back an order of sources.
    for preferred in configuration.preferredUnits where !preferred.unit.isEmpty {
      let fault = unitFault(type: preferred.type, unit: preferred.unit, given: state)
      if let fault { throw .invalid(fault) }
    }
  }

  // MARK: Units

  /// Returns the fault of a unit for a type; nil if there is none. Types that neither the catalogue
  /// knows nor the journal declares allow any unit.
  mutating func unitFault(
    type: String, unit: String, given state: some JournalState
  ) -> Rejection.Fault? {
    let catalogue = state.catalogue
    let key = TypeAndUnit(
      type: type, unit: unit, declared: catalogue.declaration(of: type)?.type)
    if let known = unitFaults[key] { return known }
    let fault = Self.computeUnitFault(catalogue.find(type), type: type, unit: unit)
    if unitFaults.count >= 4096 { unitFaults.removeAll(keepingCapacity: true) }
    unitFaults[key] = .some(fault)
    return fault
  }

  private static func computeUnitFault(
    _ found: ObjectType?, type: String, unit: String
  ) -> Rejection.Fault? {
    guard case .quantity(let known)? = found else { return nil }
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
  ///
  /// - Parameter moment: the time of the line.
  public mutating func fault(
    of event: Event, by: String, given state: some JournalState, at moment: Instant
  ) -> Rejection? {
    self.moment = moment
    do {
      switch event {
      case .save(let save):
        let drafts = save.objects.map { Draft($0) }
        let request = SaveRequest(objects: drafts, workout: save.workout, imported: true)
        _ = try check(request, by: by, given: state, seesMembers: true)
        try check(
          replaced: save.replaces, by: save.objects.map(\.uuid), of: by, given: state)
      case .delete(let deletion): try check(deletion, by: by, given: state)
      case .authorize: try require(ownerFor: "authorizations", by)
      case .configure(let configuration):
        try check(configuration, by: by, given: state)
      case .declare(let type): try check(type, by: by, given: state)
      case .importReceipt: try require(ownerFor: "an import", by)
      case .erase: try require(ownerFor: "erasure", by)
      case .revert(let revert): try check(revert, by: by, given: state)
      case .open, .origin, .format: break
      }
      return nil
    } catch {
      return error
    }
  }

  /// Checks that a save replaces only objects of its own and objects that its source may delete.
  func check(
    replaced: [ObjectUUID], by objects: @autoclosure () -> [ObjectUUID], of by: String,
    given state: some JournalState
  ) throws(Rejection) {
    if replaced.isEmpty { return }
    let own = Set(objects())
    for uuid in replaced where !own.contains(uuid) {
      try requireRight(toRemove: uuid, by: by, given: state)
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
  /// The declaration of a type that the catalogue does not know.
  case declare(DeclaredType)
  /// A revert of earlier events.
  case revert(RevertRequest)
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
  /// An import states any number; any other save states one, which its only object corrects.
  public var replaces: [ObjectUUID]
  /// True if an import brings a correction; see `Save.isCorrection`.
  public var isCorrection = false

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

  /// The names that settings state to be those of one source.
  var sameSources: SameSources { get }
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
