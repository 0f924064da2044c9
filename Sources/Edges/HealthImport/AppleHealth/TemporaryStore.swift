import ByteTools
import HealthEvents
import HealthModel
import JournalFile

/// The frames in the sink's temporary store that hold what an import puts off to its end.
enum TemporaryStoreFrame {
  /// The first copy of this content has been settled; `isPresent`: the journal states it now.
  /// `first` is the uuid that is the first among equals, whatever their source.
  case settled(ContentKey, first: ObjectUUID, isPresent: Bool)
  /// The bytes of an element that stood at `offset` of the file.
  case element([UInt8], offset: UInt64)
}

/// Writes frames: a byte for the kind, then the words of a key and a uuid, or offset, length and
/// bytes.
struct TemporaryStoreWriter: Sendable {
  /// The length of a frame of what is settled.
  fileprivate static let settledBytes = 25

  private var buffer: [UInt8] = []
  /// True if any element has been put off.
  private(set) var holdsElements = false

  /// Writes down that the first copy of some content is settled.
  mutating func append(
    settled key: ContentKey, first: ObjectUUID, isPresent: Bool, to sink: inout some ImportSink
  ) throws {
    buffer.append(addingCapacity: Self.settledBytes) { output in
      output.append(isPresent ? 1 : 0)
      output.append(word: key.value)
      output.append(word: first.high)
      output.append(word: first.low)
    }
    if buffer.count >= 1 << 16 { try flush(to: &sink) }
  }

  mutating func append(
    element bytes: RawSpan, offset: UInt64, to sink: inout some ImportSink
  ) throws {
    buffer.append(2)
    append(offset)
    append(UInt64(bytes.byteCount))
    buffer.append(contentsOf: bytes)
    holdsElements = true
    if buffer.count >= 1 << 16 { try flush(to: &sink) }
  }

  /// Hands all frames to the sink.
  mutating func flush(to sink: inout some ImportSink) throws {
    if !buffer.isEmpty { try sink.storeTemporarily(buffer.rawBytes) }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ word: UInt64) {
    buffer.append(addingCapacity: 8) { $0.append(word: word) }
  }
}

extension SystemFailure {
  /// The temporary store does not give back what was put into it.
  fileprivate static let storeChanged = SystemFailure(
    .read, "the temporary file of the import", .replaced)
}

/// The reader of frames.
struct TemporaryStoreReader {
  private var source: any ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var filled = 0

  init(_ source: any ByteSource) { self.source = source }

  /// Returns the next frame, or nil after the last.
  ///
  /// - Parameter elementsAlone: true passes over what is settled.
  mutating func next(elementsAlone: Bool) throws -> TemporaryStoreFrame? {
    while try position < filled || fill() {
      if elementsAlone, buffer[position] < 2,
        position + TemporaryStoreWriter.settledBytes <= filled
      {
        position += TemporaryStoreWriter.settledBytes
        continue
      }
      let kind = try byte()
      let first = try word()
      let second = try word()
      if kind < 2 {
        let uuid = ObjectUUID(high: second, low: try word())
        if elementsAlone { continue }
        return .settled(ContentKey(first), first: uuid, isPresent: kind == 1)
      }
      guard kind == 2, let count = Int(exactly: second) else { throw SystemFailure.storeChanged }
      return .element(try bytes(count), offset: first)
    }
    return nil
  }

  private mutating func word() throws -> UInt64 {
    if position + 8 <= filled {
      defer { position += 8 }
      return buffer.rawBytes.word(position)
    }
    var word: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      word |= UInt64(try byte()) << shift
    }
    return word
  }

  private mutating func byte() throws -> UInt8 {
    guard try position < filled || fill() else { throw SystemFailure.storeChanged }
    defer { position += 1 }
    return buffer[position]
  }

  private mutating func bytes(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard try position < filled || fill() else { throw SystemFailure.storeChanged }
      let end = min(filled, position + count - bytes.count)
      bytes.append(contentsOf: buffer[position..<end])
      position = end
    }
    return bytes
  }

  private mutating func fill() throws -> Bool {
    position = 0
    filled = try source.read(into: &buffer, from: 0)
    return filled > 0
  }
}

extension AppleHealthRun {
  /// The readings of the store; see `AppleHealthImporter`.
  private enum Pass: CaseIterable {
    case contents
    case matches
    case elements
    case members
    case correlations
  }

  /// Settles what has been put off.
  mutating func settleTemporaryStore(_ sink: inout some ImportSink) throws {
    guard temporaryStore.holdsElements else { return }
    try temporaryStore.flush(to: &sink)
    var ledger = CopyLedger()
    for pass in Pass.allCases {
      if pass == .elements { try compareUnits(&ledger, &sink) }
      var frames = TemporaryStoreReader(try sink.temporaryBytes())
      while let frame = try frames.next(elementsAlone: pass != .matches) {
        switch frame {
        case .settled(let key, let first, let isPresent):
          ledger.settle(key, first: first, isPresent: isPresent)
        case .element(let bytes, let offset):
          guard var element = try read(bytes, offset) else { throw SystemFailure.storeChanged }
          do {
            try settle(&element, pass, &ledger, &sink)
          } catch let error as UnreadablePart {
            if pass == .correlations { try setAside(element, error.reason, &sink) }
          }
        }
      }
    }
  }

  /// Finds what the journal holds in other units, and decides which sources were renamed.
  private mutating func compareUnits(
    _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) throws {
    second.decideNames()
    ledger.beginInside()
    for (look, copy) in try sink.heldElsewhere(ledger.looks) {
      ledger.found[look.place] = copy
      if look.place.node == 0 {
        ledger.copies[look.key, default: CopyLedger.Copies()].elsewhere.append(copy)
      }
      sink.confirm(copy)
    }
    ledger.looks = []
  }

  /// Returns the element whose bytes were put off. If its end tag was lost, the bytes end early.
  private mutating func read(_ bytes: [UInt8], _ offset: UInt64) throws -> ElementTree? {
    var reader = ElementReader(
      source: MemorySource(bytes), windowSize: bytes.count + 1, countsElements: false)
    switch try reader.next(&tally) {
    case .element, .cut: break
    case .root, .piece, .damage, .truncated, .finished: return nil
    }
    reader.element.offset = offset
    return reader.element
  }

  private mutating func settle(
    _ element: inout ElementTree, _ pass: Pass, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) throws {
    if element.nodes[0].name == .correlation {
      try settleCorrelation(&element, pass, &ledger, &sink)
    } else {
      try settleCopy(&element, pass, &ledger, &sink)
    }
  }

  // MARK: Elements that are no correlations

  private mutating func settleCopy(
    _ element: inout ElementTree, _ pass: Pass, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) throws {
    let object = try objects.state(&element)
    let key = object.key
    switch pass {
    case .contents:
      ledger.note(object, isMember: false)
      second.probe(object, sink)
    case .matches:
      second.noteLikeness(of: object, objects.device(of: 0, in: element), sink)
      let isHeld = ledger.hasUnstated(of: object, key, sink)
      guard isHeld || second.isInOtherUnits(object, sink) else { return }
      let (stated, routes) = self.stated(object, &element)
      guard let part = matchingCopy(of: stated, key, &ledger, &sink) else {
        return look(at: stated, in: element, &ledger, sink)
      }
      ledger.areSettled.insert(element.offset)
      _ = try settle(part, routes, element, &sink)
    case .elements:
      if ledger.areSettled.contains(element.offset) { return }
      let (stated, routes) = self.stated(object, &element)
      let part =
        try part(elsewhere: stated, in: element, &ledger, &sink)
        ?? nextCopy(of: stated, key, &ledger, &sink)
      if try settle(part, routes, element, &sink) { ledger.note([part]) }
    case .members, .correlations: break
    }
  }

  /// Notes a quantity that the journal may hold in another unit.
  private mutating func look(
    at stated: Stated, in element: ElementTree, _ ledger: inout CopyLedger,
    _ sink: some ImportSink
  ) {
    let object = stated.object
    guard second.isInOtherUnits(object, sink) else { return }
    let place = CopyLedger.Place(offset: element.offset, node: object.node)
    let look = QuantityLook(object, stated.draft, at: place, sink)
    if let look { ledger.looks.append(look) }
  }

  /// Returns what becomes of an object that the journal holds in another unit, or under the name
  /// that its source had before; nil: it does not.
  private mutating func part(
    elsewhere stated: Stated, in element: ElementTree, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) throws -> Part? {
    let place = CopyLedger.Place(offset: element.offset, node: stated.object.node)
    if let copy = ledger.found[place] { return try part(stated, foundAs: copy, sink) }
    return renamed(stated.object, nil, &ledger, &sink)
  }

  /// Returns what becomes of an object that the journal holds under a name that its source had
  /// before.
  ///
  /// - Parameter members: the keys of a correlation's members.
  private mutating func renamed(
    _ object: StatedObject, _ members: [ContentKey]?, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) -> Part? {
    for name in second.oldNames(of: object) {
      let oldKey = object.key(from: name, members: members)
      guard var part = heldCopy(of: object, oldKey, &ledger, &sink, where: { _ in true })
      else { continue }
      part.isRenamed = true
      second.countRenamed(object, from: name)
      ledger.copies[object.key, default: CopyLedger.Copies()].elsewhere.append(part.copy)
      return part
    }
    return nil
  }

  /// Returns all that an element states: its object, and the routes of a workout.
  mutating func stated(
    _ object: StatedObject, _ element: inout ElementTree
  ) -> (Stated, routes: [Stated]) {
    var object = object
    addResource(to: &object, in: element)
    var routes: [Stated] = []
    let uuid = object.identity.uuid()
    if case .workout = object.content { routes = self.routes(of: uuid, &element) }
    let draft = objects.draft(object, uuid: uuid, in: &element)
    return (Stated(object: object, draft: draft), routes)
  }

  private mutating func routes(
    of workout: ObjectUUID, _ element: inout ElementTree
  ) -> [Stated] {
    var copies: [ContentIdentity: Int] = [:]
    var routes: [Stated] = []
    for node in objects.routes(of: 0, in: element) {
      var object = objects.route(node, of: workout, in: &element)
      let parts = points(of: &object, beside: element)
      let whole = objects.draft(object, uuid: object.identity.uuid(), in: &element)
      element.nodes[node].use = .apart
      for fields in parts {
        let ordinal = copies[object.identity, default: 0]
        copies[object.identity] = ordinal + 1
        var draft = whole
        draft.object.uuid = object.identity.uuid(ordinal: ordinal)
        draft.object.fields.insert(contentsOf: fields, at: object.fields.count)
        routes.append(Stated(object: object, draft: draft, ordinal: ordinal))
      }
    }
    return routes
  }

  // MARK: Correlations

  private mutating func settleCorrelation(
    _ element: inout ElementTree, _ pass: Pass, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) throws {
    if pass == .elements { return }
    var members: [StatedObject] = []
    for node in objects.members(of: 0, in: element) {
      members.append(try objects.sample(node, in: &element))
    }
    let device = objects.device(of: 0, in: element)
    let object = try objects.correlation(0, members: members, in: &element)
    if pass == .contents {
      ledger.note(object, isMember: false)
      for member in members {
        ledger.note(member, isMember: true)
        second.probe(member, sink)
      }
      return
    }
    var statements: [Stated] = []
    for member in members {
      let uuid = member.identity.uuid()
      statements.append(
        Stated(object: member, draft: objects.draft(member, uuid: uuid, in: &element)))
      element.nodes[member.node].use = .apart
    }
    let draft = objects.draft(object, uuid: object.identity.uuid(), in: &element)
    let stated = Stated(object: object, draft: draft)
    switch pass {
    case .matches:
      second.noteLikeness(of: object, device, sink)
      for member in statements { lookInside(member, element, &ledger, sink) }
    case .members: try match(stated, statements, in: element, &ledger, &sink)
    case .correlations: try save(stated, statements, element, &ledger, &sink)
    case .contents, .elements: break
    }
  }

  /// Notes a member that occurs nowhere outside, and that the journal may hold in another unit.
  private mutating func lookInside(
    _ member: Stated, _ element: ElementTree, _ ledger: inout CopyLedger, _ sink: some ImportSink
  ) {
    let key = member.object.key
    let inside = ledger.copies[key]?.inside ?? 0
    ledger.copies[key]?.inside += 1
    guard inside >= ledger.copies[key]?.outside ?? 0,
      sink.held(member.object.copy(0, of: key)) == nil
    else { return }
    look(at: member, in: element, &ledger, sink)
  }

  /// Decides what becomes of a correlation's members, and finds the correlation of the journal that
  /// holds just these.
  private mutating func match(
    _ stated: Stated, _ members: [Stated], in element: ElementTree, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) throws {
    var parts: [Part] = []
    for member in members {
      let part = try part(ofMember: member, in: element, &ledger, &sink)
      ledger.note([part])
      parts.append(part)
    }
    let left = parts.filter { $0.fate != .erased }.map(\.key)
    // One of which nothing is left is not one that never had members.
    let keys = left.isEmpty ? members.map(\.object.key) : left
    let key = stated.object.key(from: stated.object.source?.name, members: keys)
    var whole = matchingCopy(of: stated, key, &ledger, &sink)
    if whole == nil { whole = renamed(stated.object, keys, &ledger, &sink) }
    if whole == nil { whole = try lessened(stated, members.count, &sink) }
    // The drafts are made again.
    for index in parts.indices where parts[index].draft != nil { parts[index].draft = nil }
    ledger.correlations[element.offset] = [whole].compactMap(\.self) + parts
  }

  /// Returns what becomes of a correlation that the journal holds without some of its members,
  /// which were erased: of equal records it cannot be told which.
  private mutating func lessened(
    _ stated: Stated, _ count: Int, _ sink: inout some ImportSink
  ) throws -> Part? {
    let object = stated.object
    guard
      let group = ContentKey(
        groupOf: object.content, source: ContentKey.word(ofSource: object.source?.name))
    else { return nil }
    for copy in sink.correlations(in: group, sink.fingerprint(of: stated.draft)) {
      guard let held = sink.held(copy), !held.isConfirmed,
        case .correlation(let known)? = try sink.statement(of: copy)?.object.content,
        known.members.count < count || sink.holdsTombstones && known.members.count == count
      else { continue }
      sink.confirm(copy)
      return self.known(held, copy, object)
    }
    return nil
  }

  private mutating func save(
    _ stated: Stated, _ members: [Stated], _ element: ElementTree, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) throws {
    var parts = ledger.correlations.removeValue(forKey: element.offset) ?? []
    let matching = parts.count > members.count ? parts.removeFirst() : nil
    let saved = parts.indices.filter { [.saved, .corrected].contains(parts[$0].fate) }
    for index in saved {
      var draft = members[index].draft
      draft.object.uuid = parts[index].uuid
      parts[index].draft = draft
    }
    let left = parts.filter { $0.fate != .erased }
    let keys = left.isEmpty ? members.map(\.object.key) : left.map(\.key)
    let key = stated.object.key(from: stated.object.source?.name, members: keys)
    var whole = try matching ?? nextCopy(of: stated, key, &ledger, &sink)
    if var draft = whole.draft, case .correlation(var correlation) = draft.object.content {
      correlation.members = left.map(\.uuid)
      draft.object.content = .correlation(correlation)
      whole.draft = draft
      if correlation.members.isEmpty, !parts.isEmpty {
        (whole.draft, whole.older, whole.fate) = (nil, nil, .erased)
      }
    }
    parts.insert(whole, at: 0)
    if try save(parts, element, &sink) { ledger.note(parts) }
  }

  /// Returns the fate of a member. The k-th record of a content inside correlations is the same
  /// object as the k-th record of that content outside, if there are that many.
  private mutating func part(
    ofMember stated: Stated, in element: ElementTree, _ ledger: inout CopyLedger,
    _ sink: inout some ImportSink
  ) throws -> Part {
    let (object, key) = (stated.object, stated.object.key)
    _ = ledger.hasUnstated(of: object, key, sink)
    while let copies = ledger.copies[key] {
      let ordinal = copies.inside
      let others = copies.held..<copies.held + copies.elsewhere.count
      let copy =
        others.contains(ordinal)
        ? copies.elsewhere[ordinal - copies.held]
        : object.copy(ordinal < copies.held ? ordinal : ordinal - others.count, of: key)
      let held = sink.held(copy)
      let isStated = ledger.holds(copy, of: key)
      let isErased =
        held == nil && !isStated && ordinal - others.count < copies.held + copies.erased
      guard held != nil || isStated || isErased else { break }
      ledger.copies[key]?.inside += 1
      let uuid = object.identity.uuid()
      if isErased {
        guard ledger.keepsOut(copy, of: key) else { continue }
        return Part(
          node: object.node, fate: .erased, uuid: uuid, first: uuid, copy: copy, key: key)
      }
      guard isStated || held?.isConfirmed ?? false else { continue }
      let first =
        held?.first ?? ledger.saved[copy]
        ?? object.identity.uuid(ordinal: sink.unusedNumber(of: object.identity))
      return Part(
        node: object.node, fate: .known, uuid: ledger.newer[copy] ?? held?.newest ?? first,
        first: first, copy: copy, key: held?.key ?? key)
    }
    let found =
      try part(elsewhere: stated, in: element, &ledger, &sink)
      ?? matchingCopy(of: stated, key, &ledger, &sink)
    ledger.copies[key]?.inside += 1
    return try found ?? nextCopy(of: stated, key, &ledger, &sink)
  }
}
