import ByteTools
package import HealthEvents
import HealthModel
package import HealthTables

/// A name of several devices that measured a type at the same time.
struct SplitName {
  let name: SharedName
  /// All that it wrote, by `HealthTables.order`.
  let spans: [SourceSpan]

  /// Returns the split names of a type.
  ///
  /// - Parameters:
  ///   - times: as for `HealthTables.sharedNames`.
  ///   - spans: the spans that each of some names wrote.
  static func all(
    _ times: [ClosedRange<Int64>?], in tables: HealthTables,
    spans: ([SharedName]) -> [[SourceSpan]]
  ) -> [SplitName] {
    let names = tables.sharedNames(times)
    return zip(names, spans(names)).compactMap { name, spans in
      let split = SplitName(name: name, spans: tables.order(spans))
      return name.overlap(split.spans) == nil ? nil : split
    }
  }
}

/// The sources of a type, and what the default order needs to know of each.
struct FoundSources {
  struct Source {
    let key: SourceKey
    /// The hardware, if its name is that of several devices; nil: it is not, or no device is
    /// stated.
    let hardware: String?
    /// Its names, as they are spelled.
    fileprivate(set) var names = Numbering<String>()
    fileprivate var greatestName: String?
    /// All hardware that it states.
    fileprivate(set) var allHardware = Numbering<String>()
    /// The name of the provenance that began last, and when it began.
    fileprivate var newest: (first: Int64, name: String)?
    fileprivate var kindByDevices: SourceKind?
    fileprivate var kindByNames = SourceKind.other
    fileprivate(set) var tally = SourceTallies.Tally()

    init(_ identity: Identity) { (key, hardware) = (identity.key, identity.hardware) }

    /// The kind by its devices, or, if it states none, by its names.
    var kind: SourceKind { kindByDevices ?? (key.kind == .owner ? .owner : kindByNames) }

    /// The name that rows show, without the part that separates it from others of that name. If it
    /// has several spellings, the greatest, not the first: a reader may not see the samples of the
    /// first. A bundle that has a new name has that.
    var name: String {
      switch key.kind {
      case .owner: key.text
      case .bundle: newest?.name ?? key.text
      case .name: greatestName ?? key.text
      }
    }

    /// The text that separates it from others of its name; nil if there is none.
    var distinction: String? { key.kind == .bundle ? key.text : hardware }

    /// Returns the name that rows show.
    ///
    /// - Parameter isShared: true if another source has this name.
    func label(isShared: Bool) -> String {
      guard isShared, let distinction else { return name }
      return SourceName.label(name, distinction)
    }

    /// All that a person may put behind its name to tell it from others.
    var distinctions: [String] {
      allHardware.keys + (key.kind == .bundle ? [key.text] : hardware.map { [$0] } ?? [])
    }

    /// True if some of its samples were entered by hand.
    var hasByHand: Bool { key.kind == .owner || tally.hasByHand }
    /// True if some of its samples were not entered by hand.
    var hasOthers: Bool { key.kind != .owner && tally.hasOthers }
  }

  /// The times at which each device of a name was in use.
  struct InUse {
    var starts: [Int64] = []
    /// The numbers of the sources.
    var sources: [Int] = []

    /// Returns the source at a moment; before the first, it is the first.
    func source(at moment: Int64) -> Int {
      sources[max(starts.indices.partitioningIndex { starts[$0] > moment } - 1, 0)]
    }
  }

  struct Identity: Hashable {
    let key: SourceKey
    let hardware: String?
  }

  private(set) var sources: [Source] = []
  /// The number of the source for each provenance; -1: it has none; else -2 minus the number in
  /// `inUse` of the times that decide between its sources.
  private(set) var ofProvenance: [Int]
  private(set) var inUse: [InUse] = []
  private var numbers = Numbering<Identity>()

  /// - Parameter spans: the spans that each of some names wrote.
  init(
    _ tallies: SourceTallies, _ tables: HealthTables, spans: ([SharedName]) -> [[SourceSpan]]
  ) {
    self.init(
      tallies, SplitName.all(tallies.ofProvenance.map(\.time), in: tables, spans: spans),
      in: tables)
  }

  /// - Parameter split: the names that are those of several devices.
  init(_ tallies: SourceTallies, _ split: [SplitName], in tables: HealthTables) {
    ofProvenance = Array(repeating: -1, count: tallies.ofProvenance.count)
    var nameOf = ofProvenance
    for (number, name) in split.enumerated() {
      for provenance in name.name.provenances { nameOf[Int(provenance)] = number }
    }
    for (index, tally) in tallies.ofProvenance.enumerated() where tally.time != nil {
      let provenance = UInt32(index)
      let name = nameOf[index] < 0 ? nil : split[nameOf[index]].name
      if let name, name.hardware[provenance] == nil { continue }
      let number = number(
        of: Identity(key: tables.sourceKey(provenance), hardware: name?.hardware[provenance]))
      add(tally, to: number, of: provenance, in: tables)
      ofProvenance[index] = number
    }
    for name in split where name.name.hasOthers { add(name, in: tables) }
  }

  private mutating func number(of identity: Identity) -> Int {
    if let known = numbers.number(of: identity) { return known }
    numbers.append(identity)
    sources.append(Source(identity))
    return sources.count - 1
  }

  private mutating func add(
    _ tally: SourceTallies.Tally, to number: Int, of provenance: UInt32, in tables: HealthTables
  ) {
    sources[number].add(tally, of: provenance, in: tables)
  }

  /// Adds what a name of several devices wrote without a device to the sources of those in use.
  private mutating func add(_ split: SplitName, in tables: HealthTables) {
    let (name, spans) = (split.name, split.spans)
    let found = name.inUse(spans)
    let inUse = InUse(
      starts: found.map(\.start),
      sources: found.map { number(of: Identity(key: name.key, hardware: $0.hardware)) })
    for provenance in name.provenances where name.hardware[provenance] == nil {
      ofProvenance[Int(provenance)] = -2 - self.inUse.count
    }
    for span in spans where name.hardware[span.provenance] == nil {
      var tally = SourceTallies.Tally()
      tally.add(start: span.start, end: span.end, isByHand: span.isByHand)
      add(tally, to: inUse.source(at: span.start), of: span.provenance, in: tables)
    }
    self.inUse.append(inUse)
  }

  /// Creates the sources of the live samples, or other objects, of a type.
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
  var identity: FoundSources.Identity {
    FoundSources.Identity(key: key, hardware: hardware)
  }

  /// Adds what a provenance wrote.
  mutating func add(
    _ added: SourceTallies.Tally, of provenance: UInt32, in tables: HealthTables
  ) {
    let name = tables.sourceName(provenance)
    tally.add(added)
    if names.number(of: name) == nil {
      names.append(name)
      greatestName = greatestName.map { max($0, name) } ?? name
      kindByNames = min(kindByNames, SourceKind(name: name))
    }
    if newest.map({ ($0.first, $0.name) < (added.first, name) }) ?? true {
      newest = (added.first, name)
    }
    guard let device = tables.origin(provenance)?.device else { return }
    kindByDevices = min(kindByDevices ?? .other, SourceKind(device))
    guard let hardware = device.hardware, allHardware.number(of: hardware) == nil else { return }
    allHardware.append(hardware)
  }

  /// The text that a person types to mean it and no other of its name.
  fileprivate var candidate: String {
    switch key.kind {
    case .owner: key.text
    case .bundle: key.text
    case .name: hardware.map { SourceName.label(name, $0) } ?? name
    }
  }
}

/// The meaning of the names of a new order of sources in a journal.
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
    let places = ConfiguredPlaces(order.sources, in: tables)
    let single = order.sources.map { ConfiguredPlaces([$0], in: tables) }
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

/// The meaning of a statement that two names are those of one source in a journal.
package struct SameSourceCheck: Sendable {
  /// The statement, with the names as the journal spells them.
  package let statement: SameSource
  /// The names that are those of no source.
  package let unknown: [String]
  /// A statement that is missing: the sources of both names state bundles, each another one, which
  /// keep them apart. Nil: none is missing.
  package let missing: SameSource?

  /// Reads `OLD=NEW` or `OLD=`; nil if it is neither. If a name holds an equals sign, the journal
  /// decides which is the old one.
  package init?(_ text: String, in tables: HealthTables) {
    let sources = tables.origins.all.map(\.origin.source)
    func spelling(_ name: Substring) -> String? {
      sources.lazy.flatMap { [$0.name, $0.bundle].compactMap(\.self) }
        .first { SourceName.means(String(name), $0) }
    }
    let readings = text.indices.filter { text[$0] == "=" && $0 > text.startIndex }
      .map { (old: text[..<$0], new: text[text.index(after: $0)...]) }
    guard let (old, new) = readings.first(where: { spelling($0.old) != nil }) ?? readings.first
    else { return nil }
    statement = SameSource(
      old: spelling(old) ?? String(old), name: spelling(new) ?? String(new))
    unknown = [old, new].filter { !$0.isEmpty && spelling($0) == nil }.map { String($0) }
    func bundles(_ name: String) -> Set<String> {
      Set(sources.filter { $0.name == name }.compactMap(\.bundle).map(tables.sameSources.name))
    }
    let (ofOld, ofNew) = (bundles(statement.old), bundles(statement.name))
    missing =
      ofOld.subtracting(ofNew).min().flatMap { old in
        ofNew.min().map { SameSource(old: old, name: $0) }
      }
  }
}
