import HealthModel
import HealthTables

/// The lines that changed how the samples of a type count on every day: those that changed the
/// order of its sources, or the units that its samples have.
///
/// The configured order is left out: it changes at the lines of settings, and any other line that
/// changes the order of sources changes the default order too.
struct OrderChanges {
  /// What one provenance wrote, or all of them entered by hand.
  private struct Group {
    var source: Int
    var reason: Int
    var firsts = FirstStarts()
  }

  /// By what a source has its rank.
  private struct RankedSource {
    var name: String
    var reason = Int.max
    var first = Int64.max
  }

  private let columns: SampleColumns
  private let removals: [ObjectUUID: UInt64]
  private var groups: [Group] = []
  private var sources: [RankedSource] = []
  private var groupsOfSource: [[Int]] = []
  /// The sources, the first counts first.
  private var order: [Int] = []
  private var samplesOfUnit: [UInt32: Int] = [:]
  private var unitsChanged = false
  private var movedSources: Set<Int> = []

  /// The lines, in ascending order.
  ///
  /// - Parameter removals: which line deleted or replaced a sample. Dead ones that are not there
  ///   count as dead from the beginning.
  static func lines(
    _ columns: SampleColumns, removals: [ObjectUUID: UInt64], in tables: HealthTables
  ) -> [UInt64] {
    guard mayOccur(columns) else { return [] }
    var changes = OrderChanges(columns, removals, tables)
    return changes.sweep()
  }

  /// Whether the samples are of more than one source or unit.
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
    for index in tables.provenances.indices {
      let provenance = UInt32(index)
      addGroup(
        SourceOrder.key(provenance, tables), SourceOrder.reason(provenance, tables))
    }
    addGroup(EventActor.owner, .enteredByHand)
    order = Array(sources.indices)
  }

  private mutating func addGroup(_ name: String, _ reason: SourceOrder.Reason) {
    let source = sources.firstIndex { $0.name == name } ?? sources.count
    if source == sources.count {
      sources.append(RankedSource(name: name))
      groupsOfSource.append([])
    }
    groupsOfSource[source].append(groups.count)
    groups.append(Group(source: source, reason: reason.rawValue))
  }

  /// Goes through the lines that save or remove samples.
  private mutating func sweep() -> [UInt64] {
    var found: [UInt64] = []
    let removed = (0..<columns.count)
      .filter { !columns.isLive($0) && lives($0) }
      .map { (line: until($0), row: $0) }.sorted { $0.line < $1.line }
    var (next, nextRemoved) = (0, 0)
    while next < columns.count || nextRemoved < removed.count {
      let saves = next < columns.count ? UInt64(columns.sequences[next]) : .max
      let line = min(saves, nextRemoved < removed.count ? removed[nextRemoved].line : .max)
      while next < columns.count, columns.sequences[next] == line {
        if lives(next) { add(next) }
        next += 1
      }
      while nextRemoved < removed.count, removed[nextRemoved].line == line {
        remove(removed[nextRemoved].row, at: line)
        nextRemoved += 1
      }
      if takeChange() { found.append(line) }
    }
    return found
  }

  // MARK: Samples

  /// The line from which on a sample is dead.
  private func until(_ row: Int) -> UInt64 {
    columns.isLive(row) ? .max : removals[columns.uuids[row]] ?? 0
  }

  /// Whether a sample was live after any line.
  private func lives(_ row: Int) -> Bool { until(row) > columns.sequences[row] }

  private func group(of row: Int) -> Int {
    columns.flags[row].contains(.userEntered)
      ? groups.count - 1 : Int(columns.provenance(row))
  }

  private mutating func add(_ row: Int) {
    let group = group(of: row)
    if groups[group].firsts.add(columns.starts[row], until: until(row)) {
      movedSources.insert(groups[group].source)
    }
    count(row, by: 1)
  }

  private mutating func remove(_ row: Int, at line: UInt64) {
    let group = group(of: row)
    if groups[group].firsts.drop(at: line) { movedSources.insert(groups[group].source) }
    count(row, by: -1)
  }

  private mutating func count(_ row: Int, by step: Int) {
    guard !columns.flags[row].contains(.category) else { return }
    let before = samplesOfUnit[columns.unit(row), default: 0]
    samplesOfUnit[columns.unit(row)] = before + step
    if min(before, before + step) == 0 { unitsChanged = true }
  }

  // MARK: Changes

  /// Whether anything has changed since the last call.
  private mutating func takeChange() -> Bool {
    var changed = unitsChanged
    unitsChanged = false
    guard !movedSources.isEmpty else { return changed }
    for source in movedSources { update(source) }
    movedSources.removeAll(keepingCapacity: true)
    if !zip(order, order.dropFirst()).allSatisfy(precedes) {
      order.sort(by: precedes)
      changed = true
    }
    return changed
  }

  private mutating func update(_ source: Int) {
    let live = groupsOfSource[source].filter { groups[$0].firsts.first != nil }
    sources[source].reason = live.map { groups[$0].reason }.min() ?? .max
    sources[source].first = live.compactMap { groups[$0].firsts.first }.min() ?? .max
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (sources[left], sources[right])
    return (a.reason, a.first, a.name) < (b.reason, b.first, b.name)
  }
}

/// The earliest start of some samples, while samples are added and removed.
private struct FirstStarts {
  private struct Passing: HasMoment {
    /// Its start.
    var moment: Int64
    var until: UInt64
  }

  /// Of the samples that stay.
  private var lasting: Int64?
  /// Of those that start before them and will be removed.
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
