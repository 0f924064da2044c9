import ByteTools
import HealthEvents
import HealthModel

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
