import ByteTools
import HealthEvents
import HealthModel
import HealthTables

/// The order in which the sources of a type count, and the reason: as configured for the type, else
/// as configured for all types; then entries by hand, watches, phones, and then the other sources,
/// first the one whose first sample is the newest.
///
/// A source is its bundle if one is stated, else its name. `SharedName` splits a name by hardware
/// if devices of one name measured the type at the same time. The order depends on the live samples
/// of the type, of all time and all sources, and on the settings. It does not depend on a query,
/// nor on the order in which the samples were recorded (D29).
///
/// Entry by hand is a fact of a sample. So a source may have two ranks: one for what was entered by
/// hand, and a greater one for the rest. They do not count against each other.
///
/// Samples get their order from their columns. Other objects that have sources and a time, such as
/// workouts, get the same order by spans:
///
///     let order = SourceOrder(WorkoutContent.type, of: spans, in: tables)
///     let rank = order.rank(row.provenance, [], row.start)
struct SourceOrder {
  /// The reason for a source's rank; the default order is that of the cases.
  enum Reason: Int {
    /// `configure --priority` names it.
    case configured
    /// A person typed it in.
    case enteredByHand
    /// See `SourceKind`.
    case watch
    case watchByName
    case phone
    case phoneByName
    /// An app or another device: the newest goes first.
    case newest
  }

  struct Ranked {
    /// Its name as rows show it; `owner` for what the owner typed in. Of several sources of one
    /// name each has its bundle or its hardware behind it.
    var name: String
    var reason: Reason
    var kind: SourceKind
    /// True if the rank is for what was entered by hand.
    var isByHand: Bool
    /// The least rank of this source: its own, unless it has two.
    var head: Int
  }

  /// The samples that a source wrote of a type, as numbers and times.
  struct Tally {
    var samples = 0
    /// The start of the first sample in microseconds.
    var first = Int64.max
    /// The end of the last sample.
    var last = Int64.min

    @inline(__always)
    mutating func add(_ samples: Int = 1, start: Int64, end: Int64) {
      self.samples += samples
      first = min(first, start)
      last = max(last, end)
    }
  }

  /// The sources that have samples, by rank; the first counts first. A source with two ranks is
  /// there twice.
  let sources: [Ranked]
  /// For each rank, the greater one that its source has too; else -1.
  let sameSource: [Int]
  /// For each rank, the least one of its source.
  private let heads: [Int]
  /// The ranks of each provenance.
  private let ranks: [Ranks]
  /// The ranks of each source of `FoundSources`.
  private let ranksOfSource: [Ranks]
  /// The names of several devices for provenances without hardware.
  private let inUse: [FoundSources.InUse]
  /// The flag of what was entered by hand, as a number: asked for each sample.
  private let byHand = SampleRow.Flags.userEntered.rawValue

  /// Creates the order of the sources of a type by its live samples.
  init(_ type: String, _ columns: SampleColumns, in tables: HealthTables) {
    let tallies = SourceTallies(columns, count: tables.provenances.count)
    self.init(type, tallies, in: tables, spans: columns.spans)
  }

  /// Creates the order of the sources of other objects, by their spans.
  init(_ type: String, of spans: [SourceSpan], in tables: HealthTables) {
    let tallies = SourceTallies(spans, count: tables.provenances.count)
    self.init(type, tallies, in: tables) { $0.grouped(spans) }
  }

  /// - Parameter spans: the spans that each of some names wrote.
  private init(
    _ type: String, _ tallies: SourceTallies, in tables: HealthTables,
    spans: ([SharedName]) -> [[SourceSpan]]
  ) {
    let found = FoundSources(tallies, tables, spans: spans)
    let priority = tables.settings.priority(of: type) ?? tables.settings.priority(of: "*") ?? []
    let slots = found.slots(by: ConfiguredPlaces(priority, in: tables))
    var (ranks, heads) = (
      [Ranks](repeating: Ranks(), count: found.sources.count),
      [Int](repeating: -1, count: found.sources.count)
    )
    var sameSource = [Int](repeating: -1, count: slots.count)
    for (rank, slot) in slots.enumerated() {
      let head = heads[slot.source]
      if head < 0 { heads[slot.source] = rank } else { sameSource[head] = rank }
      if slot.holdsByHand { ranks[slot.source].byHand = rank }
      // All that the owner typed in was entered by hand, whatever its metadata say.
      if slot.holdsOthers || found.sources[slot.source].key.kind == .owner {
        ranks[slot.source].others = rank
      }
    }
    let labels = found.labels()
    sources = slots.map { slot in
      let source = found.sources[slot.source]
      return Ranked(
        name: labels[slot.source], reason: slot.reason(source), kind: source.kind,
        isByHand: slot.isByHand, head: heads[slot.source])
    }
    self.sameSource = sameSource
    self.heads = slots.map { heads[$0.source] }
    inUse = found.inUse
    ranksOfSource = ranks
    self.ranks = found.ofProvenance.map { number in
      number >= 0 ? ranks[number] : Ranks(byHand: number, others: number)
    }
  }

  // MARK: Ranks

  /// Returns the rank of a row's source in the order, from 0.
  func rank(_ row: Int, of columns: SampleColumns) -> Int {
    rank(columns.provenance(row), columns.flags[row], columns.starts[row])
  }

  /// Returns the rank of the source of a sample or object with this provenance, these flags and
  /// this start.
  @inline(__always)
  func rank(_ provenance: UInt32, _ flags: SampleRow.Flags, _ start: Int64) -> Int {
    let ranks = ranks[Int(provenance)]
    let rank = flags.rawValue & byHand != 0 ? ranks.byHand : ranks.others
    return rank >= 0 ? rank : self.rank(ofDevice: -2 - rank, flags, start)
  }

  @inline(never)
  private func rank(ofDevice number: Int, _ flags: SampleRow.Flags, _ start: Int64) -> Int {
    guard inUse.indices.contains(number) else { return 0 }
    let ranks = ranksOfSource[inUse[number].source(at: start)]
    return flags.rawValue & byHand != 0 ? ranks.byHand : ranks.others
  }

  /// Returns the least rank of the source of a sample or object with this provenance, these flags
  /// and this start: it identifies the source if each source is shown by itself.
  @inline(__always)
  func head(_ provenance: UInt32, _ flags: SampleRow.Flags, _ start: Int64) -> Int {
    heads[rank(provenance, flags, start)]
  }

  /// Returns the same rank for a row.
  func head(_ row: Int, of columns: SampleColumns) -> Int { heads[rank(row, of: columns)] }

  /// Returns whether two ranks are those of one source.
  func isSameSource(_ one: Int, _ other: Int) -> Bool { heads[one] == heads[other] }

  /// Returns what each source wrote of some rows, by rank.
  func tallies(of rows: [Int], _ columns: SampleColumns) -> [Tally] {
    var tallies = Array(repeating: Tally(), count: sources.count)
    for row in rows {
      tallies[rank(row, of: columns)].add(start: columns.starts[row], end: columns.ends[row])
    }
    return tallies
  }

  /// Returns what each source wrote of all samples, by rank.
  ///
  /// - Parameter passes: for each provenance, true if its samples are asked for.
  func tallies(of groups: SourceGroups, passing passes: [Bool]) -> [Tally] {
    var tallies = Array(repeating: Tally(), count: sources.count)
    for row in groups.indices(passing: passes) {
      tallies[rank(row, of: groups.rows)].add(
        groups.samples[row], start: groups.rows.starts[row], end: groups.lasts[row])
    }
    return tallies
  }

  /// The ranks of a source; -1: it has none.
  struct Ranks {
    /// The rank of what was entered by hand.
    var byHand = -1
    /// The rank of the rest.
    var others = -1
  }
}

/// A source by what it runs on, in the default order.
enum SourceKind: Int, Comparable {
  /// The owner, who typed something in.
  case owner
  /// An Apple Watch, told by its device.
  case watch
  /// An Apple Watch, told by its name.
  case watchByName
  /// An iPhone or iPod touch, told by its device.
  case phone
  /// An iPhone or iPod touch, told by its name.
  case phoneByName
  /// An app, or a device of another maker.
  case other

  /// True if it is an Apple Watch.
  var isWatch: Bool { self == .watch || self == .watchByName }

  /// Compares kinds in the order of the cases.
  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

  /// Creates the kind of a device: by its model, `Watch` or `iPhone`, or its hardware, as
  /// `Watch6,1`, or, if it states neither, by its name; `other` if it is none of Apple's.
  init(_ device: Device) {
    self = .other
    // Other makers have watches too.
    if let maker = device.manufacturer, !maker.hasPrefix("Apple") { return }
    if device.model == nil, device.hardware == nil {
      self = device.name.map { SourceKind(name: $0) } ?? .other
    }
    for text in [device.model, device.hardware] {
      guard let text else { continue }
      if Self.isModel(text, "Watch") { self = .watch }
      if Self.isModel(text, "iPhone") || Self.isModel(text, "iPod touch")
        || Self.isModel(text, "iPod")
      {
        self = .phone
      }
    }
  }

  /// Creates the kind of a name, if no device is known: a name that Apple gives, as `Anna’s Apple
  /// Watch`, `Apple Watch von Anna` or `iPhone 13`.
  init(name: String) {
    let name = SourceName.folded(name)
    self =
      if Self.reads(name, "Apple Watch") {
        .watchByName
      } else if Self.reads(name, "iPhone") || Self.reads(name, "iPod touch") {
        .phoneByName
      } else {
        .other
      }
  }

  /// Returns whether a text is a model, or one of its versions as hardware states them: `Watch6,1`.
  private static func isModel(_ text: String, _ model: String) -> Bool {
    guard text.hasPrefix(model) else { return false }
    let version = text.utf8.dropFirst(model.utf8.count)
    return version.isEmpty
      || version.first != UInt8(ascii: ",") && version.last != UInt8(ascii: ",")
        && version.count { $0 == UInt8(ascii: ",") } == 1
        && version.allSatisfy { $0 == UInt8(ascii: ",") || (0x30...0x39).contains($0) }
  }

  /// The words between a product and its owner, in the languages that name the product first, and
  /// the names of products.
  private static let following: Set<Substring> = [
    "von", "de", "del", "di", "da", "do", "van", "af", "av", "od", "al", "SE", "Series", "Ultra",
    "Pro", "Plus", "Max", "mini", "X", "XR", "XS",
  ]
  /// The words before the product in names of apps.
  private static let purposes: Set<Substring> = [
    "for", "on", "with", "für", "pour", "para", "per", "voor",
  ]

  /// Returns whether a name is that of a product, with its owner before or after it.
  private static func reads(_ name: String, _ product: String) -> Bool {
    if name == product { return true }
    if name.hasSuffix(product) {
      let owner = name.dropLast(product.count)
      // Scripts without spaces put the owner right before it.
      guard let last = owner.last, last == " " || !last.isASCII else { return false }
      return !purposes.contains(owner.split(separator: " ").last ?? "")
    }
    guard name.hasPrefix(product + " ") else { return false }
    let next = name.dropFirst(product.count).split(separator: " ").first ?? ""
    let isWord = next.first.map { $0.isASCII && $0.isLetter } ?? true
    return !isWord || following.contains(next) || next.hasPrefix("d'") || next.hasPrefix("d’")
  }
}

/// The places of sources in a configured order.
///
/// An entry means a source by its bundle, by its name with hardware or bundle after it, as `iPhone
/// (iPhone14,5)`, or by its name alone: then it means all sources of that name that have no other
/// entry. `owner` means what was entered by hand, whatever the source.
struct ConfiguredPlaces {
  /// The place of what has no place.
  static let none = Int.max

  private var exact: [String: Int] = [:]
  private var typed: [String: Int] = [:]

  /// Creates the places that these entries define in a journal, the first counts first.
  init(_ entries: [String], in tables: HealthTables) {
    let entries = entries.map(tables.sameSources.entry)
    for (place, entry) in entries.enumerated().reversed() {
      exact[entry] = place
      typed[SourceName.typed(entry)] = place
    }
  }

  /// The place of what was entered by hand; `none` if it has none of its own.
  var ofByHand: Int { typed[EventActor.owner] ?? Self.none }

  func place(of source: FoundSources.Source) -> Int { found(source).place }

  /// Returns the place of a source, and true if its name alone gives it.
  func found(_ source: FoundSources.Source) -> (place: Int, isByName: Bool) {
    if typed.isEmpty || source.key.kind == .owner { return (Self.none, false) }
    if source.key.kind == .bundle, let place = exact[source.key.text] { return (place, false) }
    let names = source.names.keys.map(SourceName.typed)
    var labelled = Self.none
    for distinction in source.distinctions {
      for name in names {
        labelled = min(labelled, typed[SourceName.label(name, distinction)] ?? Self.none)
      }
    }
    if labelled != Self.none { return (labelled, false) }
    return (names.compactMap { typed[$0] }.min() ?? Self.none, true)
  }
}

/// A rank that a source has.
struct SourceSlot {
  let source: Int
  /// Its place in the configured order.
  let place: Int
  /// True if the rank includes what was entered by hand; `holdsOthers` is true if it includes the
  /// rest.
  let holdsByHand: Bool
  let holdsOthers: Bool

  /// True if the rank is only for what was entered by hand.
  var isByHand: Bool { holdsByHand && !holdsOthers }

  /// Returns the reason for its rank.
  func reason(_ source: FoundSources.Source) -> SourceOrder.Reason {
    if place != ConfiguredPlaces.none { return .configured }
    if isByHand { return .enteredByHand }
    return switch source.kind {
    case .owner: .enteredByHand
    case .watch: .watch
    case .watchByName: .watchByName
    case .phone: .phone
    case .phoneByName: .phoneByName
    case .other: .newest
    }
  }
}

extension FoundSources {
  /// Returns the ranks of the sources, in the order in which they count.
  func slots(by places: ConfiguredPlaces) -> [SourceSlot] {
    var slots: [SourceSlot] = []
    for (number, source) in sources.enumerated() {
      let place = places.place(of: source)
      let ofByHand = min(place, places.ofByHand)
      let (hasByHand, hasOthers) = (source.hasByHand, source.hasOthers)
      // Where the whole source has a place, what was entered by hand has it too.
      if hasByHand, hasOthers, ofByHand == place, place != ConfiguredPlaces.none {
        slots.append(
          SourceSlot(source: number, place: place, holdsByHand: true, holdsOthers: true))
        continue
      }
      if hasByHand {
        slots.append(
          SourceSlot(source: number, place: ofByHand, holdsByHand: true, holdsOthers: false))
      }
      if hasOthers {
        slots.append(
          SourceSlot(source: number, place: place, holdsByHand: false, holdsOthers: true))
      }
    }
    let keys = sources.map(SortKey.init)
    return slots.sorted { a, b in
      let (first, second) = ((a.place, a.isByHand ? 0 : 1), (b.place, b.isByHand ? 0 : 1))
      return first == second ? keys[a.source] < keys[b.source] : first < second
    }
  }

  /// The key that decides between sources of one place.
  struct SortKey: Comparable {
    let kind: SourceKind
    let first: Int64
    let name: String
    let text: String
    let hardware: String

    init(_ source: Source) {
      kind = source.kind
      // Of the others the newest goes first: Apple puts a source that is added above them.
      first = source.kind == .other ? -source.tally.first : source.tally.first
      name = SourceName.folded(source.name)
      text = source.key.text
      hardware = source.hardware ?? ""
    }

    static func < (a: Self, b: Self) -> Bool {
      if a.kind != b.kind { return a.kind < b.kind }
      return (a.first, a.name, a.text, a.hardware) < (b.first, b.name, b.text, b.hardware)
    }
  }

  /// Returns the names that rows show, which separate sources of one name by bundle or hardware.
  func labels() -> [String] {
    var counts: [String: Int] = [:]
    let names = sources.map { SourceName.folded($0.name) }
    for name in names { counts[name, default: 0] += 1 }
    return sources.indices.map { index in
      sources[index].label(isShared: counts[names[index], default: 0] > 1)
    }
  }
}

/// The samples of each provenance of a type, as far as the order of its sources depends on them.
struct SourceTallies {
  /// The samples of one provenance, as times and marks.
  struct Tally {
    /// The start of the first span in microseconds.
    var first = Int64.max
    /// The end of the last span.
    var last = Int64.min
    /// True if some were entered by hand.
    var hasByHand = false
    /// True if some were not entered by hand.
    var hasOthers = false

    /// The time from the first start to the last end; nil if there are no spans.
    var time: ClosedRange<Int64>? {
      hasByHand || hasOthers ? first...max(first, last) : nil
    }

    @inline(__always)
    mutating func add(start: Int64, end: Int64, isByHand: Bool) {
      first = min(first, start)
      last = max(last, end)
      if isByHand { hasByHand = true } else { hasOthers = true }
    }

    mutating func add(_ other: Tally) {
      first = min(first, other.first)
      last = max(last, other.last)
      hasByHand = hasByHand || other.hasByHand
      hasOthers = hasOthers || other.hasOthers
    }
  }

  /// By the number of the provenance.
  private(set) var ofProvenance: [Tally]

  init(_ ofProvenance: [Tally]) { self.ofProvenance = ofProvenance }

  /// Creates the tallies of some spans.
  init(_ spans: [SourceSpan], count: Int) {
    ofProvenance = Array(repeating: Tally(), count: count)
    for span in spans {
      ofProvenance[Int(span.provenance)].add(
        start: span.start, end: span.end, isByHand: span.isByHand)
    }
  }

  /// Creates the tallies of the live samples of a type.
  init(_ columns: SampleColumns, count: Int) {
    // By context, of which there are few, and then by who wrote them.
    var tallies = Array(repeating: Tally(), count: columns.known.count)
    let byHand = SampleRow.Flags.userEntered.rawValue
    let dead = SampleRow.Flags.dead.rawValue
    columns.forEachChunk { rows, first, starts, ends, _, contexts, flags in
      var tallies = tallies.mutableSpan
      for row in rows {
        let index = row - first
        let flag = flags[index].rawValue
        if flag & dead != 0 { continue }
        tallies[Int(contexts[index])].add(
          start: starts[index], end: ends[index], isByHand: flag & byHand != 0)
      }
    }
    ofProvenance = Array(repeating: Tally(), count: count)
    for (common, tally) in zip(columns.known, tallies) {
      ofProvenance[Int(common.provenance)].add(tally)
    }
  }
}
