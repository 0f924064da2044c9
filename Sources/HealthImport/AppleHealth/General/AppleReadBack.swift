import ByteTools
package import HealthEvents
package import HealthModel

/// What the importer makes of one element. An export asks it what an import would read back, and so
/// reports what would be lost without a second implementation of how elements are read.
package struct AppleReadBack {
  private var objects = AppleObjects()
  private var tally = ImportTally()

  /// The importer of a file that says it was exported then.
  package init(exported: Timestamp) { objects.exported = exported }

  /// What an import of the element would save: the object that it states, then those of its parts,
  /// as the routes of a workout and the members of a correlation; all uuids are zero. Nil: the
  /// import would set the element aside.
  package mutating func drafts(of element: [UInt8]) -> [Draft]? {
    var reader = ElementReader(
      source: MemorySource(element), windowSize: element.count + 1, countsElements: false)
    guard case .element? = try? reader.next(&tally), reader.element.problem == nil,
      !reader.element.isLossy, !reader.element.isTooLarge
    else { return nil }
    let name = reader.element.nodes[0].name
    return name == .correlation
      ? try? correlation(&reader.element) : try? object(&reader.element)
  }

  private mutating func object(_ element: inout ElementTree) throws -> [Draft] {
    let stated = try objects.state(&element)
    var parts: [Draft] = []
    if case .workout = stated.content {
      for node in objects.routes(of: 0, in: element) {
        let route = objects.route(node, of: Self.noUUID, in: &element)
        parts.append(part(route, &element))
      }
    }
    return [objects.draft(stated, uuid: Self.noUUID, in: &element)] + parts
  }

  private mutating func correlation(_ element: inout ElementTree) throws -> [Draft] {
    var members: [StatedObject] = []
    for node in objects.members(of: 0, in: element) {
      members.append(try objects.sample(node, in: &element))
    }
    let stated = try objects.correlation(0, members: [], in: &element)
    var parts: [Draft] = []
    for member in members { parts.append(part(member, &element)) }
    return [objects.draft(stated, uuid: Self.noUUID, in: &element)] + parts
  }

  private mutating func part(_ stated: StatedObject, _ element: inout ElementTree) -> Draft {
    let draft = objects.draft(stated, uuid: Self.noUUID, in: &element)
    element.nodes[stated.node].use = .apart
    return draft
  }

  private static let noUUID = ObjectUUID(high: 0, low: 0)
}

extension AppleReadBack {
  /// What an import makes of the text of a metadata entry.
  package static func value(_ text: String, of key: String) -> MetadataValue {
    AppleObjects.value(Array(text.utf8).rawBytes, of: key) ?? .string(text)
  }
}
