package import HealthEvents
import HealthModel
package import HealthTables

/// What the names of a new order of sources mean in a journal.
package struct PriorityCheck {
  /// Names that mean several sources of a type, and how each of these is asked for.
  package private(set) var ambiguous: [(name: String, type: String, candidates: [String])] = []
  /// Names that are those of no source.
  package private(set) var unknown: [String] = []

  /// Looks up the names among the sources of the order's type; with `*`, of all types.
  ///
  /// - Throws: what reading rows throws.
  package init(_ order: SourcePriority, in tables: HealthTables) throws {
    let types = order.type == "*" ? tables.types.names.sorted() : [order.type]
    try tables.read(types: types)
    try tables.readObjects()
    let places = ConfiguredPlaces(order.sources)
    let single = order.sources.map { ConfiguredPlaces([$0]) }
    var isKnown = order.sources.map { _ in false }
    for type in types {
      let found = FoundSources(of: type, in: tables)
      var named = [[FoundSources.Source]](repeating: [], count: order.sources.count)
      for source in found.sources {
        let (place, isByName) = places.found(source)
        if place != ConfiguredPlaces.none, isByName { named[place].append(source) }
        for (index, name) in single.enumerated() where !isKnown[index] {
          let isByHand = source.hasByHand && name.ofByHand != ConfiguredPlaces.none
          isKnown[index] = isByHand || name.place(of: source) != ConfiguredPlaces.none
        }
      }
      for (name, sources) in zip(order.sources, named) where sources.count > 1 {
        guard !ambiguous.contains(where: { $0.name == name }) else { continue }
        ambiguous.append((name, type, sources.map(\.candidate).sorted()))
      }
    }
    unknown = zip(order.sources, isKnown).filter { !$0.1 }.map(\.0)
  }
}

extension FoundSources {
  /// The sources of the live samples, or other objects, of a type.
  fileprivate init(of type: String, in tables: HealthTables) {
    let count = tables.provenances.count
    if let columns = tables.columns(of: type), columns.count > 0 {
      let tallies = SourceTallies(columns, count: count)
      self.init(tallies, tables, spans: columns.spans)
    } else {
      let number = tables.types.number(of: type)
      let spans = tables.objects.filter { $0.type == number && $0.isLive }.map {
        SourceSpan(provenance: $0.provenance, start: $0.start, end: $0.end)
      }
      self.init(SourceTallies(spans, count: count), tables) { $0.grouped(spans) }
    }
  }
}

extension FoundSources.Source {
  /// What a person types to mean it and no other of its name.
  fileprivate var candidate: String {
    switch key.kind {
    case .owner: key.text
    case .bundle: key.text
    case .name: hardware.map { SourceName.label(name, $0) } ?? name
    }
  }
}
