import ByteTools
import HealthEvents
import HealthModel

/// Which copies of the contents put off there are.
struct CopyLedger {
  /// The copies of one content.
  struct Copies {
    /// How many outside of correlations have an ordinal.
    var outside = 0
    /// How many inside of correlations have one.
    var inside = 0
    /// Whether the journal states the first, which was not put off.
    var isFirstPresent = false
  }

  /// Copies by the uuid that the first has.
  var copies: [ObjectUUID: Copies] = [:]
  /// What was put off and is saved now.
  var saved: Set<ObjectUUID> = []

  /// Notes that the first copy was settled when it was met, if the content matters at all.
  mutating func settle(_ key: ObjectUUID, isPresent: Bool) {
    guard copies[key] != nil else { return }
    copies[key] = Copies(outside: 1, isFirstPresent: isPresent)
  }

  /// The ordinal of the next copy outside of correlations.
  mutating func nextOutside(_ key: ObjectUUID) -> Int {
    defer { copies[key, default: Copies()].outside += 1 }
    return copies[key]?.outside ?? 0
  }

  /// The ordinal of the next copy inside of a correlation.
  mutating func nextInside(_ key: ObjectUUID) -> Int {
    defer { copies[key, default: Copies()].inside += 1 }
    return copies[key]?.inside ?? 0
  }

  /// Whether this import has saved a copy, or found it known when it was met.
  func holds(_ uuid: ObjectUUID, of key: ObjectUUID) -> Bool {
    saved.contains(uuid) || uuid == key && copies[key]?.isFirstPresent ?? false
  }
}

extension AppleHealthRun {
  /// The three readings of the store; see `AppleHealthImporter`.
  private enum Pass: CaseIterable {
    case contents
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
          if pass == .elements { ledger.settle(key, isPresent: isPresent) }
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
    let isCorrelation = element.nodes[0].name == .correlation
    switch pass {
    case .contents where isCorrelation:
      for member in try members(&element) {
        ledger.copies[member.identity.uuid()] = CopyLedger.Copies()
      }
    case .contents:
      ledger.copies[try objects.state(&element).identity.uuid()] = CopyLedger.Copies()
    case .elements:
      if !isCorrelation { try settleCopy(&element, &ledger, &sink) }
    case .correlations:
      if isCorrelation { try settleCorrelation(&element, &ledger, &sink) }
    }
  }

  private mutating func settleCopy(
    _ element: inout ElementTree, _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) throws {
    let stated = try objects.state(&element)
    let ordinal = ledger.nextOutside(stated.identity.uuid())
    let uuid = stated.identity.uuid(ordinal: ordinal)
    if try settle(stated, uuid, &element, &sink) { ledger.saved.insert(uuid) }
  }

  private mutating func members(_ element: inout ElementTree) throws -> [StatedObject] {
    var stated: [StatedObject] = []
    for node in objects.members(of: 0, in: element) {
      stated.append(try objects.sample(node, in: &element))
    }
    return stated
  }

  private mutating func settleCorrelation(
    _ element: inout ElementTree, _ ledger: inout CopyLedger, _ sink: inout some ImportSink
  ) throws {
    let members = try members(&element)
    let keys = members.map { $0.identity.uuid() }
    var stated = try objects.correlation(0, members: keys, in: &element)
    var parts: [Part] = []
    for (member, key) in zip(members, keys) {
      let uuid = member.identity.uuid(ordinal: ledger.nextInside(key))
      let isPresent = sink.knows(uuid) || ledger.holds(uuid, of: key)
      let draft = isPresent ? nil : objects.draft(member, uuid: uuid, in: &element)
      element.nodes[member.node].use = .apart
      parts.append(Part(node: member.node, uuid: uuid, draft: draft))
    }
    if case .correlation(var correlation) = stated.content {
      correlation.members = parts.map(\.uuid)
      stated.content = .correlation(correlation)
    }
    let uuid = stated.identity.uuid(
      ordinal: ledger.nextOutside(stated.identity.uuid()))
    let draft = sink.knows(uuid) ? nil : objects.draft(stated, uuid: uuid, in: &element)
    parts.insert(Part(node: 0, uuid: uuid, draft: draft), at: 0)
    if try save(parts, element, &sink) { ledger.saved.formUnion(parts.map(\.uuid)) }
  }
}
