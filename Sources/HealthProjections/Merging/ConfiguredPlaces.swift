import HealthEvents
import HealthModel
import HealthTables

/// The places of sources in a configured order.
///
/// An entry means a source by its bundle, by its name with hardware or bundle behind it, as
/// `iPhone (iPhone14,5)`, or by its name alone: then it means all sources of that name for which no
/// other entry stands. `owner` means what was entered by hand, whatever the source.
struct ConfiguredPlaces {
  /// The place of what has no place.
  static let none = Int.max

  private var exact: [String: Int] = [:]
  private var typed: [String: Int] = [:]

  /// The places that these entries give, the first counts first.
  init(_ entries: [String]) {
    for (place, entry) in entries.enumerated().reversed() {
      exact[entry] = place
      typed[SourceName.typed(entry)] = place
    }
  }

  /// The place of what was entered by hand; `none` where it has none of its own.
  var ofByHand: Int { typed[EventActor.owner] ?? Self.none }

  /// The place of a source.
  func place(of source: FoundSources.Source) -> Int { found(source).place }

  /// The place of a source, and whether its name alone gives it.
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
  /// The number of the source.
  let source: Int
  /// Its place in the configured order.
  let place: Int
  /// Whether it is that of what was entered by hand, of the rest, or of both.
  let holdsByHand: Bool
  let holdsOthers: Bool

  /// Whether it is that of what was entered by hand alone.
  var isByHand: Bool { holdsByHand && !holdsOthers }

  /// Why it is where it is.
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
  /// The ranks of the sources, in the order in which they count.
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

  /// What decides between sources of one place.
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

  /// The names that rows show, which tell sources of one name apart by bundle or hardware.
  func labels() -> [String] {
    var counts: [String: Int] = [:]
    let names = sources.map { SourceName.folded($0.name) }
    for name in names { counts[name, default: 0] += 1 }
    return sources.indices.map { index in
      sources[index].label(isShared: counts[names[index], default: 0] > 1)
    }
  }
}
