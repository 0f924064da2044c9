import ByteTools
import HealthModel
import HealthTables

/// The default order of the sources of some samples, kept while samples are added and removed.
///
/// - Complexity: O(log n) of n sources if a source gets a first sample, or its first sample
///   changes; if it has several provenances and loses samples, also the number of these.
struct KeptOrder {
  private let tables: HealthTables
  /// For each provenance the number of its source; below 0: it moves none.
  private let ofProvenance: [Int]
  /// The provenances of each source, and what it is without any of them.
  private let members: [[Int]]
  private let bases: [FoundSources.Source]
  /// The sources that are there whatever is removed: true for each of them.
  private let isLasting: [Bool]
  private var sources: [FoundSources.Source]
  private var keys: [FoundSources.SortKey]
  /// The tally of each provenance.
  private var parts: [SourceTallies.Tally]
  /// The number of the provenances of each source that have samples.
  private var partCounts: [Int]
  /// The sources with samples of each kind, by their keys.
  private var byHand: [Int] = []
  private var others: [Int] = []
  /// The sources that are there, by their names as they are compared.
  private var named: [String: Set<Int>] = [:]
  private var hasBegun = false

  /// Creates an order without samples.
  ///
  /// - Parameters:
  ///   - all: the tallies of all samples that will be added.
  ///   - split: as for `FoundSources`.
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

  /// Returns how many sources of a list come before one.
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
    /// The number of sources before it in each list; nil: it is not in that list.
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

  /// Returns true if those that are in a list before and after have another order, or are between
  /// others.
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

  /// Returns true if rows call one of some sources otherwise than when this many had its name.
  private func isRenamed(_ unmoved: Set<Int>, from count: Int, of name: String) -> Bool {
    let isShared = named[name]?.count ?? 0 > 1
    if (count > 1) == isShared { return false }
    return unmoved.contains {
      sources[$0].distinction != nil && (sources[$0].hasByHand || sources[$0].hasOthers)
    }
  }
}

/// The lines that changed how the samples of a type count on every day: those that changed the
/// order of its sources, or the units that its samples have.
///
/// The configured order is left out: it changes at the lines of settings, and any other line that
/// changes the order of sources changes the default order too.
struct OrderChanges {
  /// The samples of one provenance.
  private struct Group {
    var firsts = FirstStarts()
    var byHand = 0
    var others = 0

    var tally: SourceTallies.Tally {
      SourceTallies.Tally(
        first: firsts.first ?? .max, hasByHand: byHand > 0, hasOthers: others > 0)
    }
  }

  private let columns: SampleColumns
  private let removals: [ObjectUUID: UInt64]
  private let split: [SplitName]
  private var groups: [Group]
  private var order: KeptOrder
  private var samplesOfUnit: [UInt32: Int] = [:]
  private var unitsChanged = false
  /// The provenances whose part in the order may have changed.
  private var moved: Set<Int> = []

  /// Returns the lines, in ascending order.
  ///
  /// - Parameter removals: the line that deleted or replaced each sample. Dead samples that are
  ///   not there count as dead from the beginning.
  static func lines(
    _ columns: SampleColumns, removals: [ObjectUUID: UInt64], in tables: HealthTables
  ) -> [UInt64] {
    guard mayOccur(columns) else { return [] }
    var changes = OrderChanges(columns, removals, tables)
    return changes.sweep()
  }

  /// Returns true if the samples are of more than one source or unit.
  static func mayOccur(_ columns: SampleColumns) -> Bool {
    (0..<columns.count).contains { row in
      columns.provenance(row) != columns.provenance(0) || columns.unit(row) != columns.unit(0)
        || columns.flags[row].contains(.userEntered) != columns.flags[0].contains(.userEntered)
    }
  }

  private init(
    _ columns: SampleColumns, _ removals: [ObjectUUID: UInt64], _ tables: HealthTables
  ) {
    self.columns = columns
    self.removals = removals
    groups = Array(repeating: Group(), count: tables.provenances.count)
    let spans = (0..<columns.count).map(columns.span)
    let tallies = SourceTallies(spans, count: groups.count)
    split = SplitName.all(tallies.ofProvenance.map(\.time), in: tables) { $0.grouped(spans) }
    order = KeptOrder(tallies, split, in: tables)
  }

  /// Goes through the lines that save or remove samples.
  private mutating func sweep() -> [UInt64] {
    var found: [UInt64] = []
    // Each of these may begin or end that a name is split.
    let overlapping = Set(split.flatMap { $0.name.overlapping($0.spans) }.map(\.row))
    let removed = (0..<columns.count)
      .filter { !columns.isLive($0) && lives($0) }
      .map { (line: until($0), row: $0) }.sorted { $0.line < $1.line }
    var (next, nextRemoved) = (0, 0)
    while next < columns.count || nextRemoved < removed.count {
      let saves = next < columns.count ? UInt64(columns.sequences[next]) : .max
      let line = min(saves, nextRemoved < removed.count ? removed[nextRemoved].line : .max)
      var splits = false
      while next < columns.count, columns.sequences[next] == line {
        if lives(next) { add(next) }
        splits = splits || overlapping.contains(next)
        next += 1
      }
      while nextRemoved < removed.count, removed[nextRemoved].line == line {
        remove(removed[nextRemoved].row, at: line)
        splits = splits || overlapping.contains(removed[nextRemoved].row)
        nextRemoved += 1
      }
      if takeChange() || splits { found.append(line) }
    }
    return found
  }

  // MARK: Samples

  /// Returns the line from which on a sample is dead.
  private func until(_ row: Int) -> UInt64 {
    columns.isLive(row) ? .max : removals[columns.uuids[row]] ?? 0
  }

  /// Returns true if a sample was live after any line.
  private func lives(_ row: Int) -> Bool { until(row) > columns.sequences[row] }

  private mutating func add(_ row: Int) {
    let group = Int(columns.provenance(row))
    if groups[group].firsts.add(columns.starts[row], until: until(row)) { moved.insert(group) }
    count(row, by: 1)
  }

  private mutating func remove(_ row: Int, at line: UInt64) {
    let group = Int(columns.provenance(row))
    if groups[group].firsts.drop(at: line) { moved.insert(group) }
    count(row, by: -1)
  }

  private mutating func count(_ row: Int, by step: Int) {
    let path: WritableKeyPath<Group, Int> =
      columns.flags[row].contains(.userEntered) ? \.byHand : \.others
    let group = Int(columns.provenance(row))
    groups[group][keyPath: path] += step
    let samples = groups[group][keyPath: path]
    if min(samples, samples - step) == 0 { moved.insert(group) }
    guard !columns.flags[row].contains(.category) else { return }
    let before = samplesOfUnit[columns.unit(row), default: 0]
    samplesOfUnit[columns.unit(row)] = before + step
    if min(before, before + step) == 0 { unitsChanged = true }
  }

  // MARK: Changes

  /// Returns true if anything has changed since the last call.
  private mutating func takeChange() -> Bool {
    let changed = unitsChanged
    unitsChanged = false
    guard !moved.isEmpty else { return changed }
    defer { moved.removeAll() }
    return order.update(moved) { groups[$0].tally } || changed
  }
}

/// The earliest start of some samples, while samples are added and removed.
private struct FirstStarts {
  private struct Passing: HasMoment {
    /// The start of the sample.
    var moment: Int64
    var until: UInt64
  }

  /// The first start of the samples that stay.
  private var lasting: Int64?
  /// The samples that start before them and will be removed.
  private var passing = MomentHeap<Passing>()

  /// The start of the first; nil: there are none.
  var first: Int64? {
    guard let top = passing.first else { return lasting }
    return lasting.map { min($0, top.moment) } ?? top.moment
  }

  /// Adds a sample; whether it is now the first.
  mutating func add(_ start: Int64, until line: UInt64) -> Bool {
    let before = first
    if line == .max {
      lasting = min(start, lasting ?? start)
    } else if lasting.map({ start < $0 }) ?? true {
      passing.push(Passing(moment: start, until: line))
    }
    return first != before
  }

  /// Drops what is dead from a line on; whether another is now the first.
  mutating func drop(at line: UInt64) -> Bool {
    let before = first
    while let top = passing.first, top.until <= line { passing.pop() }
    return first != before
  }
}
