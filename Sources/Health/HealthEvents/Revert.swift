public import HealthModel

/// The step of a journal to a newer format. A program that does not know the format stops before
/// this line.
public struct FormatStep: Hashable, Sendable {
  /// The version of the format from this line on: 2 or more.
  public var format: Int

  /// Creates the step to this format.
  public init(to format: Int) { self.format = format }
}

/// A revert: events that no longer count, and the state of everything that they had changed.
///
/// The effect is stated in full, so a reader of the lines needs no inverse of any event: it makes
/// objects live or takes them out of the views, and sets rights and settings.
public struct Revert: Hashable, Sendable {
  /// The lines whose events no longer count; none: single objects live again, by an import that
  /// states them.
  public var lines: [LineRun]
  /// The objects that are live again.
  public var live: ObjectRuns?
  /// The objects that are as if they had never been saved.
  public var gone: ObjectRuns?
  /// The objects that are deleted or replaced again.
  public var deleted: ObjectRuns?
  /// The objects that are members of a correlation again.
  public var joined: [ObjectUUID]
  /// The objects that are members of no correlation any more.
  public var freed: [ObjectUUID]
  /// The rights that hold again, one element a source and type.
  public var rights: [RestoredRight]
  /// The settings that hold again; nil: none changed.
  public var settings: Configuration?
  /// The reason, in the words of the actor.
  public var reason: String?

  /// Creates a revert of these lines with this effect.
  public init(
    lines: [LineRun], live: ObjectRuns? = nil, gone: ObjectRuns? = nil, deleted: ObjectRuns? = nil,
    joined: [ObjectUUID] = [], freed: [ObjectUUID] = [],
    rights: [RestoredRight] = [], settings: Configuration? = nil, reason: String? = nil
  ) {
    self.lines = lines
    self.live = live
    self.gone = gone
    self.deleted = deleted
    self.joined = joined
    self.freed = freed
    self.rights = rights
    self.settings = settings
    self.reason = reason
  }

  /// True if it has no effect.
  public var isWithoutEffect: Bool {
    objects.allSatisfy(\.runs.isEmpty) && joined.isEmpty && freed.isEmpty && rights.isEmpty
      && settings == nil
  }

  /// The objects by what they are from now on.
  public var objects: [(runs: ObjectRuns, state: ObjectState)] {
    [ObjectState.live, .reverted, .removed].map { (self[$0], $0) }
  }

  /// The objects that have this state from now on.
  public subscript(state: ObjectState) -> ObjectRuns {
    get {
      switch state {
      case .live: live ?? ObjectRuns()
      case .reverted: gone ?? ObjectRuns()
      case .removed: deleted ?? ObjectRuns()
      }
    }
    set {
      let runs = newValue.isEmpty ? nil : newValue
      switch state {
      case .live: live = runs
      case .reverted: gone = runs
      case .removed: deleted = runs
      }
    }
  }
}

/// The states of an object that was ever saved.
public enum ObjectState: UInt8, Hashable, Sendable {
  /// In the views.
  case live = 0
  /// Deleted, or replaced by a newer version.
  case removed = 1
  /// As if it had never been saved: its save was reverted.
  case reverted = 2
}

/// Consecutive lines, from the first seq to the last.
public struct LineRun: Hashable, Sendable {
  /// The seq of the first line.
  public var first: UInt64
  /// The seq of the last line.
  public var last: UInt64

  /// Creates the run between these lines, both included.
  public init(_ first: UInt64, _ last: UInt64) {
    self.first = first
    self.last = last
  }

  package init(_ lines: ClosedRange<UInt64>) { self.init(lines.lowerBound, lines.upperBound) }

  /// The number of lines.
  public var count: UInt64 { last - first + 1 }

  /// Returns true if a line is in the run.
  public func contains(_ line: UInt64) -> Bool { first <= line && line <= last }
}

/// Objects, named by the lines that saved them, and single ones.
public struct ObjectRuns: Hashable, Sendable {
  /// The lines whose saved objects are meant, all of them.
  public var lines: [LineRun]
  /// The objects that are meant besides.
  public var objects: [ObjectUUID]

  /// Creates these objects.
  public init(lines: [LineRun] = [], objects: [ObjectUUID] = []) {
    self.lines = lines
    self.objects = objects
  }

  /// Returns true if an object is meant.
  ///
  /// - Parameter line: the seq of the line that saved it.
  public func contains(_ uuid: ObjectUUID, savedIn line: UInt64?) -> Bool {
    if objects.contains(uuid) { return true }
    guard let line else { return false }
    return lines.contains { $0.contains(line) }
  }

  /// True if no object is meant.
  public var isEmpty: Bool { lines.isEmpty && objects.isEmpty }
}

/// The rights of a source on a type that hold again after a revert.
public struct RestoredRight: Hashable, Sendable {
  /// The bundle identifier of the source.
  public var source: String
  /// The type identifier.
  public var type: String
  /// The status of sharing from now on; nil: it stays.
  public var share: AuthorizationStatus?
  /// The terms of the right to share; nil: it has none.
  public var shareTerms: AuthorizationTerms?
  /// The seq of the decision on sharing that holds again; nil: none was made.
  public var shareLine: UInt64?
  /// The status of reading from now on; nil: it stays.
  public var read: AuthorizationStatus?
  /// The terms of the right to read; nil: it has none.
  public var readTerms: AuthorizationTerms?
  /// The seq of the decision on reading that holds again; nil: none was made.
  public var readLine: UInt64?

  /// Creates rights that stay as they are.
  public init(source: String, type: String) {
    self.source = source
    self.type = type
  }
}

/// A request to revert, with its effect.
public struct RevertRequest: Hashable, Sendable {
  /// The lines and the effect.
  public var revert: Revert
  /// True if the owner agrees that sources get rights back.
  public var widensRights: Bool

  /// Creates a request for this effect.
  public init(_ revert: Revert, widensRights: Bool = false) {
    self.revert = revert
    self.widensRights = widensRights
  }
}

/// The reasons why a line cannot be reverted.
public enum RevertObstacle: Hashable, Sendable {
  /// The journal has no such line; its last has this number.
  case notThere(last: UInt64)
  /// It opens the journal, or states its format: every later line depends on it.
  case foundation
  /// It declares a type, which earlier figures may have used.
  case declaration
  /// It is an erasure, and the content is nowhere any more.
  case erasure
  /// Its content was erased.
  case erased
  /// An earlier revert has done so, or nothing is left of its effect.
  case done
  /// Another source's event is among the lines.
  case ofSource(String)
  /// A later line replaced the version that would leave the views, and is not reverted with it.
  case replacedLater(line: UInt64)
}

extension RestoredRight {
  /// The right to share from now on; nil: it stays.
  public var sharing: AuthorizationRight? {
    get { share.map { AuthorizationRight($0, on: shareTerms ?? AuthorizationTerms()) } }
    set { (share, shareTerms) = (newValue?.decision, newValue?.statedTerms) }
  }

  /// The right to read from now on; nil: it stays.
  public var reading: AuthorizationRight? {
    get { read.map { AuthorizationRight($0, on: readTerms ?? AuthorizationTerms()) } }
    set { (read, readTerms) = (newValue?.decision, newValue?.statedTerms) }
  }

  /// Returns the rights, to share and to read, by which the source could do more than now.
  ///
  /// - Parameter moment: the present moment: a right that has ended by then gives nothing.
  public func widened(
    given state: some AuthorizationState, at moment: Instant
  ) -> [AuthorizationRequest.Question.Access] {
    var widened: [AuthorizationRequest.Question.Access] = []
    let present = state.shareRight(of: type, by: source)
    if sharing?.isWider(than: present, at: moment) ?? false { widened.append(.share) }
    let readable = state.readRight(of: type, by: source)
    if reading?.isWider(than: readable, at: moment) ?? false { widened.append(.read) }
    return widened
  }
}

extension Decider {
  /// Decides a revert. The owner may revert anything, a source what it did itself. Sources get
  /// rights back only where the owner agrees.
  func decideRevert(
    _ request: RevertRequest, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    let revert = request.revert
    guard !revert.isWithoutEffect else { throw .invalid(.empty) }
    try check(revert, by: by, given: state)
    if !request.widensRights,
      let right = revert.rights.first(where: { !$0.widened(given: state, at: moment).isEmpty })
    {
      throw .invalid(.widensRight(source: right.source, type: right.type))
    }
    return [.revert(revert)]
  }

  /// Checks the rules for every revert of a journal, also one that is audited: the lines come
  /// before it, and a source names single objects, its own, and makes live what it may share.
  func check(
    _ revert: Revert, by: String, given state: some JournalState
  ) throws(Rejection) {
    let runs = revert.lines + revert.objects.flatMap(\.runs.lines)
    if let run = runs.first(where: { $0.last >= state.nextSequence }) {
      throw .invalid(.notRevertible(line: run.last, .notThere(last: state.nextSequence - 1)))
    }
    let isOwner = by == EventActor.owner
    if !isOwner {
      guard revert.rights.isEmpty, revert.settings == nil else {
        throw .invalid(.ownerOnly("settings and authorizations"))
      }
      guard revert.objects.allSatisfy(\.runs.lines.isEmpty) else {
        throw .invalid(.ownerOnly("a revert of whole lines"))
      }
    }
    for (runs, objectState) in revert.objects {
      for uuid in runs.objects {
        guard let facts = state.facts(of: uuid) else { throw .invalid(.uuidUnknown(uuid)) }
        guard facts.isOwn(of: by) else { throw .invalid(.notOwned(uuid, by: facts.by)) }
        if objectState == .live, !isOwner { try requireShare(of: facts.type, by: by, given: state) }
      }
    }
  }
}

extension RevertObstacle {
  /// Returns a sentence on a line, and on what to do.
  func sentence(line: UInt64) -> String {
    switch self {
    case .notThere(let last): "the journal has no line \(line); its last is \(last)"
    case .foundation: "line \(line) opens the journal or states its format, and stays"
    case .declaration:
      "line \(line) declares a type, which earlier figures may have used, and stays"
    case .erasure: "line \(line) erased content, which nothing brings back"
    case .erased: "the content of line \(line) was erased, and nothing brings it back"
    case .done:
      "nothing is left to revert of line \(line); `log` and `history` show what became of it"
    case .ofSource(let by): "line \(line) is of \(by); a source reverts only what it did itself"
    case .replacedLater(let later):
      "line \(later) replaced what line \(line) saved; revert both, with `revert \(line)..\(later)`"
    }
  }
}
