import ByteTools
import HealthEvents
import HealthModel

extension AppleHealthRun {
  /// The readings of the store; see `AppleHealthImporter`.
  private enum Pass: CaseIterable {
    case contents
    case matches
    case elements
    case correlations
  }

  /// Settles what has been put off.
  mutating func settleTemporaryStore(_ sink: inout some ImportSink) throws {
    guard temporaryStore.holdsElements else { return }
    try temporaryStore.flush(to: &sink)
    var ledger = CopyLedger()
    for pass in Pass.allCases {
      var frames = TemporaryStoreReader(try sink.temporaryBytes())
      while let frame = try frames.next() {
        switch frame {
        case .settled(let key, let isPresent):
          if pass == .matches { ledger.settle(key, isPresent: isPresent) }
        case .element(let bytes, let offset):
          guard var element = try read(bytes, offset) else { throw TemporaryStoreDamaged() }
          do {
            try settle(&element, pass, &ledger, &sink)
          } catch let error as UnreadableElement {
            if pass == .correlations { try setAside(element, error.reason, &sink) }
          }
        }
      }
    }
  }

  /// The element whose bytes were put off. Where its end tag was lost, the bytes end early.
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
    let key = object.key.uuid()
    switch pass {
    case .contents: ledger.copies[key] = CopyLedger.Copies()
    case .matches:
      guard ledger.hasUnstated(of: object.key, sink) else { return }
      let (stated, routes) = self.stated(object, key, &element)
      guard let part = matchingCopy(of: stated, &ledger, &sink) else { return }
      ledger.areSettled.insert(element.offset)
      _ = try settle(part, routes, element, &sink)
    case .elements:
      if ledger.areSettled.contains(element.offset) { return }
      let (stated, routes) = self.stated(object, key, &element)
      let part = nextCopy(of: stated, &ledger, &sink)
      if try settle(part, routes, element, &sink) { ledger.note([part]) }
    case .correlations: break
    }
  }

  /// All that an element states: its object, and the routes of a workout.
  mutating func stated(
    _ object: StatedObject, _ key: ObjectUUID, _ element: inout ElementTree
  ) -> (Stated, routes: [Stated]) {
    var object = object
    addResource(to: &object, in: element)
    var routes: [Stated] = []
    if case .workout = object.content { routes = self.routes(of: key, &element) }
    let draft = objects.draft(object, uuid: key, in: &element)
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
    var members: [StatedObject] = []
    for node in objects.members(of: 0, in: element) {
      members.append(try objects.sample(node, in: &element))
    }
    let keys = members.map { $0.identity.uuid() }
    if pass == .contents {
      for key in keys { ledger.addMember(key) }
      return
    }
    let object = try objects.correlation(0, members: keys, in: &element)
    guard pass != .elements else { return }
    var drafts: [Draft] = []
    for (member, key) in zip(members, keys) {
      drafts.append(objects.draft(member, uuid: key, in: &element))
      element.nodes[member.node].use = .apart
    }
    let key = object.identity.uuid()
    let stated = Stated(
      object: object, draft: objects.draft(object, uuid: key, in: &element))
    if pass == .matches {
      guard let part = matchingCopy(of: stated, &ledger, &sink) else { return }
      ledger.correlations[element.offset] = part
      return
    }
    var parts: [Part] = []
    for (member, draft) in zip(members, drafts) {
      parts.append(part(ofMember: Stated(object: member, draft: draft), &ledger, &sink))
    }
    var whole =
      ledger.correlations[element.offset] ?? nextCopy(of: stated, &ledger, &sink)
    if var draft = whole.draft, case .correlation(var correlation) = draft.object.content {
      correlation.members = parts.filter { $0.fate != .erased }.map(\.uuid)
      draft.object.content = .correlation(correlation)
      whole.draft = draft
      if correlation.members.isEmpty, !parts.isEmpty {
        (whole.draft, whole.older, whole.fate) = (nil, nil, .erased)
      }
    }
    parts.insert(whole, at: 0)
    if try save(parts, element, &sink) { ledger.note(parts) }
  }

  /// What becomes of a member. The k-th record of a content inside correlations is the same object
  /// as the k-th record of that content outside, if there are that many.
  private mutating func part(
    ofMember stated: Stated, _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) -> Part {
    let key = stated.object.identity.uuid()
    while true {
      let ordinal = ledger.copies[key]?.inside ?? 0
      let copy = stated.object.identity.uuid(ordinal: ordinal)
      let held = sink.held(copy)
      let isStated = ledger.holds(copy, of: key)
      guard held != nil || isStated || sink.keepsOut(copy) else { break }
      ledger.copies[key]?.inside += 1
      if held == nil, !isStated {
        guard ledger.keepsOut(copy, of: key, sink) else { continue }
        return Part(node: stated.object.node, fate: .erased, uuid: copy, copy: copy)
      }
      guard isStated || held?.isConfirmed ?? false else { continue }
      return Part(
        node: stated.object.node, fate: .known,
        uuid: ledger.newer[copy] ?? held?.newest ?? copy, copy: copy)
    }
    let part =
      matchingCopy(of: stated, &ledger, &sink) ?? nextCopy(of: stated, &ledger, &sink)
    ledger.copies[key]?.inside += 1
    return part
  }
}
