import HealthEvents
import HealthModel

/// The objects of an import of a format in which an element states an object by itself, or a
/// correlation with its members, and never a newer version of one: it saves those that the journal
/// does not hold, and reports the fate of the others.
///
///     objects = IdentifiedObjects(input.selection, sink.names)
///     let fate = try objects.take(statement, &tally, &sink)   // nil: it must wait
///     try objects.lookAgain(at: waiting, &sink)               // at the end
///     objects.tell(&outcome)
struct IdentifiedObjects {
  /// The statement of an element.
  struct Statement {
    /// An object, and after a correlation its members.
    var drafts: [Draft]
    /// The workout that they are saved into, where the journal has it.
    var workout: ObjectUUID?
    /// True if the uuids are those of this program's own objects; otherwise they are derived from
    /// the objects' content.
    var isOwn: Bool
  }

  /// The fate of an object.
  private struct Outcome {
    var fate: ImportFate
    var uuid: ObjectUUID
    var key: ContentKey
    var stated: StatedObject
  }

  /// A draft of a statement that waits, by the index of both.
  private struct Place: Hashable {
    var statement: Int
    var draft: Int
  }

  private let selection: ImportSelection?
  private var names: SourceNames
  /// The objects that this import has stated; an object stated twice is saved once.
  private var stated: [ContentKey: ObjectUUID] = [:]
  private var uuids: Set<ObjectUUID> = []
  /// The uuids that the journal has for own objects which it holds under others.
  private var others: [ObjectUUID: ObjectUUID] = [:]
  private var second = SecondLook()
  /// The objects that the journal holds in other units, for statements that waited.
  private var found: [Place: ContentKey] = [:]
  private var zones = ZoneTally()
  /// The earliest start and the latest end so far.
  private var stretch: TimeSpan?

  /// Creates the state before the first element.
  ///
  /// - Parameters:
  ///   - selection: the request; nil: everything.
  ///   - names: the reading of sources' names.
  init(_ selection: ImportSelection?, _ names: SourceNames) {
    (self.selection, self.names) = (selection, names)
  }

  /// Saves what an element states where the journal does not hold it, and counts each object.
  ///
  /// - Parameter index: its index among those that waited; nil: it is read from the file.
  /// - Returns: what became of the first object; nil: it may be in the journal in another unit, and
  ///   has to wait for the others.
  /// - Throws: `UnreadablePart` where the journal refuses them, or holds another object under
  ///   the uuid of an own one; what ends the import.
  mutating func take(
    _ statement: Statement, waitingAs index: Int? = nil, _ tally: inout ImportTally,
    _ sink: inout some ImportSink
  ) throws -> ImportFate? {
    let drafts = named(statement)
    let whole = drafts[0].object
    guard selection?.takes(whole.content, source: drafts[0].source?.name) ?? true else {
      for draft in drafts { tally.count(draft, .leftOut) }
      return .leftOut
    }
    if index == nil {
      let mustWait = drafts.contains { mayBeElsewhere($0, statement.isOwn, sink) }
      if mustWait { return nil }
    }
    if let span = whole.content.span { note(span, whole.metadata) }
    var new: [Draft] = []
    var outcomes: [Outcome] = []
    for place in drafts.indices.dropFirst() + [0] {
      var draft = drafts[place]
      let members = place == 0 ? Array(outcomes) : []
      let found = index.flatMap { self.found[Place(statement: $0, draft: place)] }
      let outcome = try outcome(of: &draft, members, statement.isOwn, found, &sink)
      // The members before the whole, the last one first.
      if outcome.fate == .saved { new.insert(draft, at: place == 0 ? new.count : 0) }
      outcomes.append(outcome)
    }
    try save(new, in: statement.workout, &sink)
    let order = [outcomes.count - 1] + outcomes.indices.dropLast()
    for (draft, place) in zip(drafts, order) {
      let outcome = outcomes[place]
      if outcome.fate != .erased {
        stated[outcome.key] = outcome.uuid
        uuids.insert(outcome.uuid)
      }
      tally.count(draft, outcome.fate)
    }
    return outcomes.last?.fate
  }

  /// Finds what the journal holds, in other units, of statements that wait.
  ///
  /// - Throws: what reading the journal throws.
  mutating func lookAgain(
    at waiting: [Statement], _ sink: inout some ImportSink
  ) throws {
    var looks: [QuantityLook<Place>] = []
    for (index, statement) in waiting.enumerated() {
      for (place, draft) in named(statement).enumerated()
      where mayBeElsewhere(draft, statement.isOwn, sink) {
        let place = Place(statement: index, draft: place)
        let look = QuantityLook(Self.stated(draft), draft, at: place, sink)
        if let look { looks.append(look) }
      }
    }
    found = [:]
    for (look, copy) in try sink.heldElsewhere(looks) { found[look.place] = copy }
  }

  /// Adds the zones and the times of all of them to the outcome.
  func tell(_ outcome: inout ImportOutcome) {
    (outcome.start, outcome.end) = (stretch?.start, stretch?.end)
    outcome.zones = zones.stated
    outcome.untold = second.untoldTypes
    outcome.namesMet = names.met
  }

  // MARK: Steps

  /// Returns the drafts with the names of sources that the journal has.
  private mutating func named(_ statement: Statement) -> [Draft] {
    statement.drafts.map { draft in
      var draft = draft
      draft.source = draft.source.map { source in
        var source = source
        source.name = names.name(source.name)
        return source
      }
      return draft
    }
  }

  private static func stated(_ draft: Draft, _ members: [StatedObject] = []) -> StatedObject {
    let content = draft.object.content
    let identity = ContentIdentity(
      of: content, in: .observation, members: members.map { $0.identity.uuid() })
    return StatedObject(
      node: 0, content: content, identity: identity ?? ContentIdentity(), source: draft.source,
      members: members)
  }

  /// Returns whether the journal may hold a quantity in another unit.
  private mutating func mayBeElsewhere(
    _ draft: Draft, _ isOwn: Bool, _ sink: some ImportSink
  ) -> Bool {
    let object = Self.stated(draft)
    if isOwn, sink.knows(draft.object.uuid) { return false }
    guard object.printed != nil, second.isInOtherUnits(object, sink) else { return false }
    second.probe(object, sink)
    return sink.held(object.key) == nil
  }

  /// Returns what becomes of an object; gives a new one its uuid, and a correlation its members.
  private mutating func outcome(
    of draft: inout Draft, _ members: [Outcome], _ isOwn: Bool, _ found: ContentKey?,
    _ sink: inout some ImportSink
  ) throws -> Outcome {
    let left = members.filter { $0.fate != .erased }
    var object = Self.stated(draft, members.map(\.stated))
    if case .correlation(var correlation) = draft.object.content {
      if members.isEmpty {
        correlation.members = correlation.members.map { others[$0] ?? $0 }
      } else {
        correlation.members = left.map(\.uuid)
      }
      draft.object.content = .correlation(correlation)
      object.identity =
        ContentIdentity(of: draft.object.content, in: .observation, members: correlation.members)
        ?? object.identity
    }
    let keys = members.isEmpty ? nil : left.map(\.key)
    let key =
      object.isDocument
      ? ContentKey(draft.object.uuid) : object.key(from: draft.source?.name, members: keys)
    if let known = try known(draft, object, key, isOwn, found, &sink) { return known }
    let isErased = !members.isEmpty && left.isEmpty || wasErased(object, draft, isOwn, sink)
    if isErased { return Outcome(fate: .erased, uuid: draft.object.uuid, key: key, stated: object) }
    if !isOwn { draft.object.uuid = unusedUUID(of: object.identity, sink) }
    return Outcome(fate: .saved, uuid: draft.object.uuid, key: key, stated: object)
  }

  /// Returns what becomes of an object that the journal holds, or that was stated before; nil:
  /// neither.
  private mutating func known(
    _ draft: Draft, _ object: StatedObject, _ key: ContentKey, _ isOwn: Bool, _ found: ContentKey?,
    _ sink: inout some ImportSink
  ) throws -> Outcome? {
    let uuid = draft.object.uuid
    if isOwn {
      if uuids.contains(uuid) { return Outcome(fate: .known, uuid: uuid, key: key, stated: object) }
      if uuid.isOfContent, let copy = sink.copy(of: uuid), let held = sink.held(copy) {
        guard held.state.isOpen, held.newest == uuid else {
          let fate = held.state == .deleted ? ImportFate.deleted : .superseded
          return Outcome(fate: fate, uuid: held.newest, key: key, stated: object)
        }
        if held.fingerprint != sink.fingerprint(of: draft),
          try !sink.holdsRest(of: draft, as: copy)
        {
          throw UnreadablePart("the journal holds another object under its uuid")
        }
        sink.confirm(copy)
        return Outcome(fate: held.state.fate, uuid: uuid, key: held.key, stated: object)
      }
      if sink.knows(uuid) { return Outcome(fate: .known, uuid: uuid, key: key, stated: object) }
      // What nobody derived from content is told by its uuid alone.
      guard uuid.isOfContent else { return nil }
    } else if let uuid = stated[key] {
      return Outcome(fate: .known, uuid: uuid, key: key, stated: object)
    }
    guard let copy = found ?? unstated(key, sink), let held = sink.held(copy) else { return nil }
    sink.confirm(copy)
    if isOwn { others[uuid] = held.newest }
    return Outcome(
      fate: held.state.fate, uuid: held.newest, key: held.key, stated: object)
  }

  /// Returns the first copy that the journal held and that this import has not stated.
  private func unstated(_ key: ContentKey, _ sink: some ImportSink) -> ContentKey? {
    var ordinal = 0
    while let held = sink.held(key.copy(ordinal)) {
      if !held.isConfirmed { return key.copy(ordinal) }
      ordinal += 1
    }
    return nil
  }

  private mutating func wasErased(
    _ object: StatedObject, _ draft: Draft, _ isOwn: Bool, _ sink: some ImportSink
  ) -> Bool {
    guard sink.keepsOutErased else { return false }
    if second.isUntold(object, sink) {
      second.countUntold(object)
      return true
    }
    if isOwn, sink.wasErased(draft.object.uuid) { return true }
    if object.isDocument || isOwn && !draft.object.uuid.isOfContent { return false }
    return object.erasedCount(held: 0, in: .observation, sink) > 0
  }

  private func unusedUUID(of identity: ContentIdentity, _ sink: some ImportSink) -> ObjectUUID {
    var number = sink.unusedNumber(of: identity)
    while uuids.contains(identity.uuid(ordinal: number)) {
      number = sink.unusedNumber(of: identity, from: number + 1)
    }
    return identity.uuid(ordinal: number)
  }

  private func save(
    _ new: [Draft], in workout: ObjectUUID?, _ sink: inout some ImportSink
  ) throws {
    if new.isEmpty { return }
    let isKnown = workout.map { uuids.contains($0) || sink.knows($0) } ?? false
    let request = SaveRequest(
      objects: new, workout: isKnown ? workout : nil, imported: true)
    guard let refusal = try sink.save(request) else { return }
    throw UnreadablePart("the journal refused it: \(refusal.reason)")
  }

  private mutating func note(_ span: TimeSpan, _ metadata: Metadata) {
    var zone: String?
    if case .string(let name)? = metadata[MetadataName.timeZone] { zone = name }
    zones.count(offset: span.start.offsetMinutes, name: zone)
    stretch = stretch?.widened(by: span) ?? span
  }
}

extension ImportTally {
  /// Counts an object, and what became of it.
  fileprivate mutating func count(_ draft: Draft, _ fate: ImportFate) {
    count(type: typeRow(draft.object.content.type), fate)
  }
}

extension TimeSpan {
  /// Returns the span from the earlier start to the later end of both.
  func widened(by other: TimeSpan) -> TimeSpan {
    TimeSpan(
      other.start.instant < start.instant ? other.start : start,
      other.end.instant > end.instant ? other.end : end)
  }
}
