import HealthModel
import HealthTables

/// The default order of the sources of some samples, kept while samples are added and removed.
///
/// - Complexity: O(log n) of n sources where a source gets a first sample, or its first sample
///   changes; where it has several provenances and loses samples, also the number of these.
struct KeptOrder {
  private let tables: HealthTables
  /// For each provenance the number of its source; below 0: it moves none.
  private let ofProvenance: [Int]
  /// The provenances of each source, and what it is without any of them.
  private let members: [[Int]]
  private let bases: [FoundSources.Source]
  /// Whether a source is there whatever is removed.
  private let isLasting: [Bool]
  private var sources: [FoundSources.Source]
  private var keys: [FoundSources.SortKey]
  /// What each provenance wrote.
  private var parts: [SourceTallies.Tally]
  /// How many of the provenances of each source have samples.
  private var partCounts: [Int]
  /// The sources with samples of each kind, by their keys.
  private var byHand: [Int] = []
  private var others: [Int] = []
  /// The sources that are there, by their names as they are compared.
  private var named: [String: Set<Int>] = [:]
  private var hasBegun = false

  /// An order without samples.
  ///
  /// - Parameters:
  ///   - all: of all samples that will be added.
  ///   - split: as `FoundSources` takes them.
  init(_ all: SourceTallies, _ split: [SplitName], in tables: HealthTables) {
    self.tables = tables
    let found = FoundSources(all, split, in: tables)
    parts = all.ofProvenance.map { _ in SourceTallies.Tally() }
    let empty = FoundSources(SourceTallies(parts), split, in: tables)
    let lasting = Dictionary(empty.sources.map { ($0.identity, $0) }) { first, _ in first }
    ofProvenance = found.ofProvenance
    var members = [[Int]](repeating: [], count: found.sources.count)
    for (provenance, number) in ofProvenance.enumerated() where number >= 0 {
      members[number].append(provenance)
    }
    self.members = members
    partCounts = members.map { _ in 0 }
    isLasting = found.sources.map { lasting[$0.identity] != nil }
    bases = found.sources.map { lasting[$0.identity] ?? FoundSources.Source($0.identity) }
    sources = bases
    keys = bases.map(FoundSources.SortKey.init)
    for number in bases.indices where isThere(number) { put(number) }
  }

  /// Takes in what some provenances have written now.
  ///
  /// - Returns: whether two sources that were there before and still are have another order, or one
  ///   of them another name in rows.
  mutating func update(_ provenances: Set<Int>, _ part: (Int) -> SourceTallies.Tally) -> Bool {
    let moving = provenances.filter { ofProvenance[$0] >= 0 }.sorted()
    let numbers = Set(moving.map { ofProvenance[$0] }).sorted()
    let labels = numbers.map(label)
    var counts: [String: Int] = [:]
    for number in numbers where isThere(number) {
      counts[name(number)] = named[name(number)]?.count
    }
    for number in numbers where isThere(number) { take(number) }
    let before = numbers.map(place)
    change(moving, part)
    let after = numbers.map(place)
    for number in numbers where isThere(number) && counts[name(number)] == nil {
      counts[name(number)] = named[name(number)]?.count ?? 0
    }
    let unmoved = counts.keys.map { (name: $0, sources: named[$0] ?? []) }
    for number in numbers where isThere(number) { put(number) }
    defer { hasBegun = true }
    guard hasBegun else { return false }
    return Self.differ(before, after, \.byHand) || Self.differ(before, after, \.others)
      || numbers.indices.contains { index in
        Self.stays(before[index], after[index]) && labels[index] != label(numbers[index])
      }
      || unmoved.contains { isRenamed($0.sources, from: counts[$0.name] ?? 0, of: $0.name) }
  }

  // MARK: Sources

  private func isThere(_ number: Int) -> Bool { isLasting[number] || partCounts[number] > 0 }

  private func name(_ number: Int) -> String { SourceName.folded(sources[number].name) }

  private func label(_ number: Int) -> String {
    sources[number].label(isShared: named[name(number)]?.count ?? 0 > 1)
  }

  private mutating func put(_ number: Int) {
    named[name(number), default: []].insert(number)
    if sources[number].hasByHand { byHand.insert(number, at: gap(number, in: byHand)) }
    if sources[number].hasOthers { others.insert(number, at: gap(number, in: others)) }
  }

  private mutating func take(_ number: Int) {
    named[name(number)]?.remove(number)
    if sources[number].hasByHand { remove(number, from: &byHand) }
    if sources[number].hasOthers { remove(number, from: &others) }
  }

  private func remove(_ number: Int, from list: inout [Int]) {
    let first = gap(number, in: list)
    if let index = list[first...].firstIndex(of: number) { list.remove(at: index) }
  }

  /// How many sources of a list stand before one.
  private func gap(_ number: Int, in list: [Int]) -> Int {
    list.indices.partitioningIndex { keys[list[$0]] >= keys[number] }
  }

  private mutating func change(_ moving: [Int], _ part: (Int) -> SourceTallies.Tally) {
    var isOld: Set<Int> = []
    for provenance in moving {
      let (number, was) = (ofProvenance[provenance], parts[provenance].time != nil)
      parts[provenance] = part(provenance)
      let isNow = parts[provenance].time != nil
      partCounts[number] += (isNow ? 1 : 0) - (was ? 1 : 0)
      if was {
        isOld.insert(number)
      } else if isNow {
        sources[number].add(parts[provenance], of: UInt32(provenance), in: tables)
      }
    }
    for number in isOld {
      sources[number] = bases[number]
      for member in members[number] where parts[member].time != nil {
        sources[number].add(parts[member], of: UInt32(member), in: tables)
      }
    }
    for provenance in moving {
      let number = ofProvenance[provenance]
      keys[number] = FoundSources.SortKey(sources[number])
    }
  }

  // MARK: Comparing

  /// A source among those that do not move.
  private struct Place {
    var key: FoundSources.SortKey
    /// How many of them stand before it in each list; nil: it is not in that.
    var byHand: Int?
    var others: Int?
  }

  private func place(_ number: Int) -> Place {
    var place = Place(key: keys[number])
    if isThere(number), sources[number].hasByHand { place.byHand = gap(number, in: byHand) }
    if isThere(number), sources[number].hasOthers { place.others = gap(number, in: others) }
    return place
  }

  private static func stays(_ before: Place, _ after: Place) -> Bool {
    before.byHand != nil && after.byHand != nil || before.others != nil && after.others != nil
  }

  /// Whether those that are in a list before and after have another order, or stand between others.
  private static func differ(
    _ before: [Place], _ after: [Place], _ list: KeyPath<Place, Int?>
  ) -> Bool {
    let staying = before.indices.filter {
      before[$0][keyPath: list] != nil && after[$0][keyPath: list] != nil
    }
    func sequence(_ places: [Place]) -> [[Int?]] {
      staying.sorted { places[$0].key < places[$1].key }.map { [$0, places[$0][keyPath: list]] }
    }
    return sequence(before) != sequence(after)
  }

  /// Whether rows call one of some sources otherwise than when this many had its name.
  private func isRenamed(_ unmoved: Set<Int>, from count: Int, of name: String) -> Bool {
    let isShared = named[name]?.count ?? 0 > 1
    if (count > 1) == isShared { return false }
    return unmoved.contains {
      sources[$0].distinction != nil && (sources[$0].hasByHand || sources[$0].hasOthers)
    }
  }
}
