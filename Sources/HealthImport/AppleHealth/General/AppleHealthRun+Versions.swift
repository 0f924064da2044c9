import HealthEvents
import HealthModel

// What the journal held of the same identity, and what becomes of an object by that.

extension AppleHealthRun {
  /// An object that an element states, with all that is said of it.
  struct Stated {
    var object: StatedObject
    var draft: Draft
    /// Which it is among equals in its element.
    var ordinal = 0
  }

  /// How many ordinals are looked at for a copy that states the same: far more equal records than
  /// any export has.
  private static let mostProbes = 1024

  // MARK: Alone

  /// What becomes of an object that no earlier element states; nil: it differs from what the
  /// journal holds, and the later elements must be known before this is decided.
  ///
  /// - Parameter copy: its key; see `ImportSink.held`.
  mutating func partAlone(
    _ stated: Stated, _ copy: ObjectUUID, _ sink: inout some ImportSink
  ) -> Part? {
    guard let held = sink.held(copy) else { return new(stated, copy, sink) }
    // An object whose file is missing is no newer version of one that had its file.
    guard stated.object.isPartial || held.fingerprint == sink.fingerprint(of: stated.draft)
    else { return nil }
    sink.confirm(copy)
    return known(held, copy, stated.object)
  }

  /// What becomes of an object whose copies are all in its own element.
  mutating func part(_ stated: Stated, _ sink: inout some ImportSink) -> Part {
    let copy = stated.object.key.uuid(ordinal: stated.ordinal)
    if let part = partAlone(stated, copy, &sink) { return part }
    guard let held = sink.held(copy) else { preconditionFailure("what is not held is new") }
    sink.confirm(copy)
    return correction(of: held, copy, stated, sink)
  }

  // MARK: Copies

  /// A copy of the content that the journal held, that no other element has stated, and that says
  /// just what this element says.
  mutating func matchingCopy(
    of stated: Stated, _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) -> Part? {
    let identity = stated.object.key
    let key = identity.uuid()
    guard ledger.hasUnstated(of: identity, sink), var copies = ledger.copies[key]
    else { return nil }
    defer { ledger.copies[key] = copies }
    let fingerprint = sink.fingerprint(of: stated.draft)
    for ordinal in copies.unstated..<min(copies.held, copies.unstated + Self.mostProbes) {
      let copy = identity.uuid(ordinal: ordinal)
      guard let held = sink.held(copy) else { continue }
      if held.isConfirmed {
        if ordinal == copies.unstated { copies.unstated += 1 }
        continue
      }
      guard stated.object.isPartial || held.fingerprint == fingerprint else { continue }
      sink.confirm(copy)
      return known(held, copy, stated.object)
    }
    return nil
  }

  /// What becomes of a copy for which there is no matching one: it corrects one that no element
  /// states, or is new.
  mutating func nextCopy(
    of stated: Stated, _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) -> Part {
    let identity = stated.object.key
    let key = identity.uuid()
    var (stated, copies) = (stated, ledger.counted(key, identity, sink))
    defer { ledger.copies[key] = copies }
    while copies.unstated < copies.held {
      stated.ordinal = copies.unstated
      copies.unstated += 1
      let copy = identity.uuid(ordinal: stated.ordinal)
      guard let held = sink.held(copy) else { return new(stated, copy, sink) }
      if held.isConfirmed { continue }
      sink.confirm(copy)
      return correction(of: held, copy, stated, sink)
    }
    while true {
      stated.ordinal = copies.next ?? 0
      copies.next = stated.ordinal + 1
      let copy = identity.uuid(ordinal: stated.ordinal)
      // The journal may hold a copy of a higher ordinal than one that was erased without a trace.
      guard let held = sink.held(copy) else { return new(stated, copy, sink) }
      if held.isConfirmed { continue }
      sink.confirm(copy)
      guard held.fingerprint == sink.fingerprint(of: stated.draft) else {
        return correction(of: held, copy, stated, sink)
      }
      return known(held, copy, stated.object)
    }
  }

  // MARK: Fates

  private mutating func known(
    _ held: HeldObject, _ copy: ObjectUUID, _ stated: StatedObject
  ) -> Part {
    Part(
      node: stated.node, fate: held.isLive ? .known : .superseded, uuid: held.newest, copy: copy,
      type: tally.typeRow(stated.content.type), files: stated.files)
  }

  private mutating func new(_ stated: Stated, _ copy: ObjectUUID, _ sink: some ImportSink) -> Part {
    let object = stated.object
    let first = object.isOfSubject ? object.identity.uuid() : copy
    if sink.keepsOut(copy) || object.isOfSubject && sink.keepsOut(first) {
      return erased(stated, copy)
    }
    var draft = stated.draft
    draft.object.uuid = object.isOfSubject ? unused(object.identity, from: first, sink) : copy
    return Part(
      node: stated.object.node, fate: .saved, uuid: draft.object.uuid, copy: copy,
      type: tally.typeRow(stated.object.content.type), draft: draft, files: stated.object.files)
  }

  private mutating func erased(_ stated: Stated, _ copy: ObjectUUID) -> Part {
    Part(
      node: stated.object.node, fate: .erased, uuid: copy, copy: copy,
      type: tally.typeRow(stated.object.content.type), files: stated.object.files)
  }

  /// What becomes of an object that differs from what the journal holds of it: it is a newer
  /// version, unless the journal has its own from a later export, or says that it was deleted.
  private mutating func correction(
    of held: HeldObject, _ copy: ObjectUUID, _ stated: Stated, _ sink: some ImportSink
  ) -> Part {
    var part = known(held, copy, stated.object)
    part.fate = .superseded
    let own = objects.exported?.instant
    let isOlder = own.map { own in sink.exported(copy).map { $0 > own } ?? false } ?? false
    if !held.isLive || isOlder { return part }
    let identity = stated.object.identity
    part.uuid =
      stated.object.isOfSubject
      ? unused(identity, from: identity.uuid(), sink)
      : newVersion(of: identity, stated.ordinal, sink)
    part.draft = stated.draft
    part.draft?.object.uuid = part.uuid
    part.older = held.newest
    part.fate = .corrected
    return part
  }

  /// The first uuid of a content that was never used: summaries and characteristics may go back to
  /// what they were.
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

  /// The first uuid of a newer version that was never used.
  private func newVersion(
    of identity: ContentIdentity, _ ordinal: Int, _ sink: some ImportSink
  ) -> ObjectUUID {
    var (version, uuid) = (1, identity.uuid(ordinal: ordinal, version: 1))
    while sink.knows(uuid) {
      version += 1
      uuid = identity.uuid(ordinal: ordinal, version: version)
    }
    return uuid
  }
}

extension CopyLedger {
  /// Whether the journal held copies of a content that no element of this import may have stated.
  mutating func hasUnstated(of identity: ContentIdentity, _ sink: some ImportSink) -> Bool {
    let key = identity.uuid()
    let copies = counted(key, identity, sink)
    self.copies[key] = copies
    return copies.unstated < copies.held
  }

  /// The copies of a content, after those that the journal held have been counted.
  fileprivate mutating func counted(
    _ key: ObjectUUID, _ identity: ContentIdentity, _ sink: some ImportSink
  ) -> Copies {
    var copies = self.copies[key] ?? Copies()
    guard copies.next == nil else { return copies }
    while true {
      let copy = identity.uuid(ordinal: copies.held)
      guard sink.held(copy) != nil || sink.wasErased(copy) else { break }
      copies.held += 1
    }
    if copies.isFirstSettled { copies.unstated = max(copies.unstated, 1) }
    copies.next = max(copies.held, copies.unstated)
    return copies
  }
}
