import ByteTools
import HealthEvents
import HealthModel

/// The copies of the contents that were put off.
struct CopyLedger {
  /// The copies of one content.
  struct Copies {
    /// The ordinal of the next new copy; nil: those that the journal held have not been counted.
    var next: Int?
    /// The number that the journal held, including erased documents.
    var held = 0
    /// The number that were erased; they have the ordinals after those that it held.
    var erased = 0
    /// The first ordinal that may be unstated: elements of this import have stated all below it.
    var unstated = 0
    /// The number of elements outside of correlations that state it.
    var outside = 0
    /// The number of ordinals already examined for records inside of correlations.
    var inside = 0
    /// The journal's objects of this content in another unit or under another name.
    var elsewhere: [ContentKey] = []
    /// True if the first was settled when it was met.
    var isFirstSettled = false
    /// True if the journal states the first.
    var isFirstPresent = false
  }

  /// A part of the file: the element and the node in it.
  struct Place: Hashable {
    var offset: UInt64
    var node: Int
  }

  /// Copies by what they have in common.
  var copies: [ContentKey: Copies] = [:]
  /// The uuids under which what was put off is saved now.
  private(set) var saved: [ContentKey: ObjectUUID] = [:]
  /// The objects that were put off and stay out, because they were erased.
  private var erased: Set<ContentKey> = []
  /// The uuids of newer versions that this import saved; kept only where there are correlations,
  /// which refer to them.
  private(set) var newer: [ContentKey: ObjectUUID] = [:]
  /// The offsets of elements that match what the journal held.
  var areSettled: Set<UInt64> = []
  /// The fates of correlations and their members, by their offsets; the correlation is first.
  var correlations: [UInt64: [AppleHealthRun.Part]] = [:]
  var looks: [QuantityLook<Place>] = []
  /// The journal's objects of quantities in another unit.
  var found: [Place: ContentKey] = [:]
  private var hasMembers = false
  /// The next numbers among equals, whatever their source, by the uuid of the first.
  private var numbers: [ObjectUUID: Int] = [:]
  /// The uuids whose first unused number was used when it was met.
  private var taken: Set<ObjectUUID> = []
  /// Turns away nearly all of what is settled and no element states; made when it is first asked.
  private var filter: BloomFilter?

  /// Notes a content that an element states, or a member of a correlation.
  mutating func note(_ object: StatedObject, isMember: Bool) {
    let key = object.key
    copies[key, default: Copies()].outside += isMember ? 0 : 1
    numbers[object.filterUUID] = 0
    if isMember { hasMembers = true }
    filter = nil
  }

  /// Begins anew with the records inside of correlations.
  mutating func beginInside() { for key in copies.keys { copies[key]?.inside = 0 } }

  /// Notes that the first copy was settled when it was met, if the content matters at all.
  mutating func settle(_ key: ContentKey, first: ObjectUUID, isPresent: Bool) {
    guard mayState(key, first) else { return }
    if isPresent, numbers[first] != nil { taken.insert(first) }
    guard copies[key] != nil else { return }
    copies[key]?.isFirstSettled = true
    copies[key]?.isFirstPresent = isPresent
  }

  /// Returns false where surely no element states a content or its first uuid.
  private mutating func mayState(_ key: ContentKey, _ first: ObjectUUID) -> Bool {
    if filter == nil {
      var filter = BloomFilter(bytes: (copies.count + numbers.count) * 8)
      for key in copies.keys { _ = filter.insert(key.value, key.value) }
      for uuid in numbers.keys { _ = filter.insert(uuid.high, uuid.low) }
      self.filter = filter
    }
    guard let filter else { return true }
    return filter.mayHold(key.value, key.value) || filter.mayHold(first.high, first.low)
  }

  /// Returns the uuid of a new object: that of the next number among equals.
  mutating func uuid(of identity: ContentIdentity, _ sink: some ImportSink) -> ObjectUUID {
    let first = identity.uuid()
    var number = sink.unusedNumber(of: identity, from: numbers[first] ?? 0)
    if taken.remove(first) != nil { number = sink.unusedNumber(of: identity, from: number + 1) }
    numbers[first] = number + 1
    return identity.uuid(ordinal: number)
  }

  /// Notes what the journal states now.
  mutating func note(_ parts: [AppleHealthRun.Part]) {
    for part in parts where part.fate == .erased { erased.insert(part.copy) }
    for part in parts where part.draft != nil {
      saved[part.copy] = part.uuid
      if part.older != nil, hasMembers { newer[part.copy] = part.uuid }
    }
  }

  /// Returns true if this import has met a copy that was erased.
  func keepsOut(_ copy: ContentKey, of key: ContentKey) -> Bool {
    erased.contains(copy)
      || copy == key && copies[key]?.isFirstSettled ?? false
        && !(copies[key]?.isFirstPresent ?? true)
  }

  /// Returns true if this import has saved a copy, or found it known when it was met.
  func holds(_ copy: ContentKey, of key: ContentKey) -> Bool {
    saved[copy] != nil || copy == key && copies[key]?.isFirstPresent ?? false
  }

  /// Returns the uuid of a new object that may be one of several; nil: documents and objects with a
  /// subject have their own.
  fileprivate mutating func uuid(
    of object: StatedObject, _ sink: some ImportSink
  ) -> ObjectUUID? {
    object.isDocument || object.isOfSubject ? nil : uuid(of: object.identity, sink)
  }

  /// Returns true if the journal held copies of a content that no element of this import may have
  /// stated.
  mutating func hasUnstated(
    of object: StatedObject, _ key: ContentKey, _ sink: some ImportSink
  ) -> Bool {
    let copies = counted(key, object, sink)
    self.copies[key] = copies
    return copies.unstated < copies.held
  }

  /// Returns the copies of a content, after counting those that the journal held.
  fileprivate mutating func counted(
    _ key: ContentKey, _ object: StatedObject, _ sink: some ImportSink
  ) -> Copies {
    var copies = self.copies[key] ?? Copies()
    guard copies.next == nil else { return copies }
    while sink.held(object.copy(copies.held, of: key)) != nil
      || object.isDocument && sink.wasErased(object.identity.uuid(ordinal: copies.held))
    { copies.held += 1 }
    if !object.isDocument, !object.isOfSubject {
      copies.erased = object.erasedCount(held: copies.held, sink)
    }
    if copies.isFirstSettled { copies.unstated = max(copies.unstated, 1) }
    copies.next = max(copies.held, copies.unstated)
    return copies
  }
}

// What the journal held of the same content, and what becomes of an object by that.

extension AppleHealthRun {
  /// An object that an element states, with all that is said of it.
  struct Stated {
    var object: StatedObject
    var draft: Draft
    /// The ordinal among equals in its element.
    var ordinal = 0
  }

  /// The greatest number of ordinals examined for a copy with the same statement: far more equal
  /// records than any export has.
  private static let mostProbes = 1024

  // MARK: Alone

  /// Returns the fate of an object that no earlier element states; nil: it differs from the
  /// journal's object, and the later elements must be known before the decision.
  ///
  /// - Parameter copy: the key that finds it; see `ImportSink.held`.
  mutating func partAlone(
    _ stated: Stated, _ copy: ContentKey, _ sink: inout some ImportSink
  ) -> Part? {
    guard let held = sink.held(copy) else { return new(stated, copy, nil, sink) }
    // An object whose file is missing is no newer version of one that had its file.
    guard
      stated.object.isPartial || held.isEntered
        || held.fingerprint == sink.fingerprint(of: stated.draft)
    else { return nil }
    sink.confirm(copy)
    return known(held, copy, stated.object)
  }

  /// Returns the fate of an object whose copies are all in its own element.
  mutating func part(_ stated: Stated, _ sink: inout some ImportSink) throws -> Part {
    let copy = stated.object.copy(stated.ordinal, of: stated.object.key)
    if let part = partAlone(stated, copy, &sink) { return part }
    guard let held = sink.held(copy) else { preconditionFailure("what is not held is new") }
    sink.confirm(copy)
    return try correction(of: held, copy, stated, sink)
  }

  // MARK: Copies

  /// Returns a copy of the content that the journal held, that no other element has stated, and
  /// that states exactly the same as this element.
  mutating func matchingCopy(
    of stated: Stated, _ key: ContentKey, _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) -> Part? {
    let fingerprint = sink.fingerprint(of: stated.draft)
    return heldCopy(of: stated.object, key, &ledger, &sink) { held in
      stated.object.isPartial || held.fingerprint == fingerprint
    }
  }

  /// Returns a copy of the content that the journal held, that no other element has stated, and
  /// that is wanted.
  mutating func heldCopy(
    of object: StatedObject, _ key: ContentKey, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink, where isWanted: (HeldObject) -> Bool
  ) -> Part? {
    var copies = ledger.counted(key, object, sink)
    defer { ledger.copies[key] = copies }
    for ordinal in copies
      .unstated..<max(
        copies.unstated, min(copies.held, copies.unstated + Self.mostProbes))
    {
      let copy = object.copy(ordinal, of: key)
      guard let held = sink.held(copy) else { continue }
      if held.isConfirmed {
        if ordinal == copies.unstated { copies.unstated += 1 }
        continue
      }
      guard isWanted(held) else { continue }
      sink.confirm(copy)
      return known(held, copy, object)
    }
    return nil
  }

  /// Returns the fate of a copy without a matching one: it corrects one that no element states, or
  /// is new.
  mutating func nextCopy(
    of stated: Stated, _ key: ContentKey, _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) throws -> Part {
    var (stated, copies) = (stated, ledger.counted(key, stated.object, sink))
    defer { ledger.copies[key] = copies }
    while copies.unstated < copies.held {
      stated.ordinal = copies.unstated
      copies.unstated += 1
      let copy = stated.object.copy(stated.ordinal, of: key)
      guard let held = sink.held(copy) else { return new(stated, copy, nil, sink) }
      if held.isConfirmed { continue }
      sink.confirm(copy)
      return try correction(of: held, copy, stated, sink)
    }
    while true {
      stated.ordinal = copies.next ?? 0
      copies.next = stated.ordinal + 1
      let copy = stated.object.copy(stated.ordinal, of: key)
      // The journal may hold a document of a higher ordinal than one that was erased without a
      // trace.
      guard let held = sink.held(copy) else {
        if !stated.object.isDocument, stated.ordinal < copies.held + copies.erased {
          return erased(stated, copy)
        }
        return new(stated, copy, ledger.uuid(of: stated.object, sink), sink)
      }
      if held.isConfirmed { continue }
      sink.confirm(copy)
      guard held.fingerprint == sink.fingerprint(of: stated.draft) else {
        return try correction(of: held, copy, stated, sink)
      }
      return known(held, copy, stated.object)
    }
  }

  /// Returns what becomes of an object that the journal holds in another unit.
  mutating func part(
    _ stated: Stated, foundAs copy: ContentKey, _ sink: some ImportSink
  ) throws -> Part? {
    guard let held = sink.held(copy) else { return nil }
    if held.fingerprint == sink.fingerprint(of: stated.draft) {
      return known(held, copy, stated.object)
    }
    return try correction(of: held, copy, stated, sink)
  }

  // MARK: Fates

  /// Returns what becomes of an object that the journal holds.
  mutating func known(
    _ held: HeldObject, _ copy: ContentKey, _ stated: StatedObject
  ) -> Part {
    Part(
      node: stated.node, fate: held.state.fate, uuid: held.newest,
      first: held.first, copy: copy, key: held.key, type: tally.typeRow(stated.content.type),
      files: stated.files)
  }

  /// Returns the part of a new object.
  ///
  /// - Parameter uuid: its uuid; nil: that of the first number that was never used.
  private mutating func new(
    _ stated: Stated, _ copy: ContentKey, _ uuid: ObjectUUID?, _ sink: some ImportSink
  ) -> Part {
    let object = stated.object
    if second.isUntold(object, sink) {
      second.countUntold(object)
      return erased(stated, copy)
    }
    if wasErased(stated, isFirst: uuid == nil, sink) { return erased(stated, copy) }
    var draft = stated.draft
    draft.object.uuid = uuid ?? firstUUID(stated, sink)
    return Part(
      node: object.node, fate: .saved, uuid: draft.object.uuid, first: draft.object.uuid,
      copy: copy, key: object.key, type: tally.typeRow(object.content.type), draft: draft,
      files: object.files)
  }

  /// Returns the uuid of a new object that is the first of its content in the file, or a document.
  private mutating func firstUUID(_ stated: Stated, _ sink: some ImportSink) -> ObjectUUID {
    let object = stated.object
    if object.isOfSubject {
      return unused(object.identity, from: object.identity.uuid(), sink)
    }
    let number =
      object.isDocument ? stated.ordinal : sink.unusedNumber(of: object.identity)
    return object.identity.uuid(ordinal: number)
  }

  /// Returns whether an object that the journal does not hold was erased from it.
  ///
  /// - Parameter isFirst: whether no other element of the file states the same, as far as is known.
  private func wasErased(_ stated: Stated, isFirst: Bool, _ sink: some ImportSink) -> Bool {
    guard sink.keepsOutErased else { return false }
    let object = stated.object
    if object.isDocument { return sink.wasErased(object.identity.uuid(ordinal: stated.ordinal)) }
    guard let subject = ContentIdentity(subjectOf: object.content) else {
      return isFirst && object.erasedCount(held: 0, sink) > 0
    }
    return sink.wasErased(subject.uuid(ordinal: stated.ordinal))
      || sink.wasErased(object.identity.uuid())
  }

  private mutating func erased(_ stated: Stated, _ copy: ContentKey) -> Part {
    let uuid = stated.object.identity.uuid()
    return Part(
      node: stated.object.node, fate: .erased, uuid: uuid, first: uuid, copy: copy,
      key: stated.object.key, type: tally.typeRow(stated.object.content.type),
      files: stated.object.files)
  }

  /// Returns the fate of an object that differs from the journal's object: it is a newer version,
  /// unless the journal has its own from a later export, states its deletion, or states the same in
  /// other words.
  private mutating func correction(
    of held: HeldObject, _ copy: ContentKey, _ stated: Stated, _ sink: some ImportSink
  ) throws -> Part {
    var part = known(held, copy, stated.object)
    if held.isEntered { return part }
    part.fate = held.state == .deleted ? .deleted : .superseded
    let own = objects.exported?.instant
    let isOlder = own.map { own in sink.exported(copy).map { $0 > own } ?? false } ?? false
    if !held.state.isOpen || isOlder { return part }
    if let said = try sink.statement(of: copy), SameStatement.isSaid(by: said, and: stated.draft) {
      part.fate = held.state.fate
      return part
    }
    if try sink.holdsRest(of: stated.draft, as: copy) {
      part.fate = held.state.fate
      return part
    }
    part.uuid =
      stated.object.isOfSubject
      ? unused(stated.object.identity, from: stated.object.identity.uuid(), sink)
      : newVersion(of: stated, sink)
    part.draft = stated.draft
    part.draft?.object.uuid = part.uuid
    part.older = held.newest
    part.fate = .corrected
    return part
  }

  /// Returns the first uuid of a content that was never used: summaries and characteristics may
  /// return to an earlier value.
  ///
  /// - Parameter first: the uuid of its first copy.
  private mutating func unused(
    _ identity: ContentIdentity, from first: ObjectUUID, _ sink: some ImportSink
  ) -> ObjectUUID {
    var (ordinal, uuid) = (0, first)
    while sink.knows(uuid) || !drawn.insert(uuid).inserted {
      ordinal += 1
      uuid = identity.uuid(ordinal: ordinal)
    }
    return uuid
  }

  /// Returns the first uuid of a newer version that was never used: it may return to an earlier
  /// value, and two copies may be corrected alike.
  private mutating func newVersion(of stated: Stated, _ sink: some ImportSink) -> ObjectUUID {
    let version = stated.object.identity.version(stating: stated.draft)
    return unused(version, from: version.uuid(), sink)
  }
}
