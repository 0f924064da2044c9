import HealthModel
import HealthTables

/// The lines that changed how the samples of a type count on every day: those that changed the
/// order of its sources, or the units that its samples have.
///
/// The configured order is left out: it changes at the lines of settings, and any other line that
/// changes the order of sources changes the default order too.
struct OrderChanges {
  /// What one provenance wrote.
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

  /// The line from which on a sample is dead.
  private func until(_ row: Int) -> UInt64 {
    columns.isLive(row) ? .max : removals[columns.uuids[row]] ?? 0
  }

  /// Whether a sample was live after any line.
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

  /// Whether anything has changed since the last call.
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
