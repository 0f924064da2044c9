import HealthEvents
import HealthModel
import HealthTables

/// In which order the sources of a type count, and why: as configured for the type, else as
/// configured for all types; then what was entered by hand, watches, phones, and of the others the
/// one first whose first sample is the newest.
///
/// A source is its bundle where one is stated, else its name, which `SharedName` splits by hardware
/// where devices of one name measured the type at the same time. The order depends on the live
/// samples of the type, of all time and all sources, and on the settings: not on a query, nor on
/// the order in which they were recorded.
///
/// What was entered by hand is a fact of a sample. So a source may have two ranks: one of what was
/// entered by hand, and a greater one of the rest. They do not count against each other.
///
/// Samples have their order by their columns. Anything else that has sources and a time, as
/// workouts have, gets the same order by spans:
///
///     let order = SourceOrder(Workout.type, of: spans, in: tables)
///     let rank = order.rank(row.provenance, [], row.start)
struct SourceOrder {
  /// Why a source has its rank; the default order is that of the cases.
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

  /// A source with its rank.
  struct Ranked {
    /// Its name as rows show it; `owner` for what the owner typed in. Of several sources of one
    /// name each has its bundle or its hardware behind it.
    var name: String
    var reason: Reason
    var kind: SourceKind
    /// Whether it is about what was entered by hand.
    var isByHand: Bool
    /// The least rank of this source: its own, unless it has two.
    var head: Int
  }

  /// What a source wrote of a type.
  struct Tally {
    var samples = 0
    /// The start of the first sample in microseconds.
    var first = Int64.max
    /// The end of the last one.
    var last = Int64.min

    @inline(__always)
    mutating func add(start: Int64, end: Int64) {
      samples += 1
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
  /// Where provenances without hardware have a name of several devices.
  private let inUse: [FoundSources.InUse]
  /// The flag of what was entered by hand, as a number: asked for each sample.
  private let byHand = SampleRow.Flags.userEntered.rawValue

  /// The order of the sources of a type by its live samples.
  init(_ type: String, _ columns: SampleColumns, in tables: HealthTables) {
    let tallies = SourceTallies(columns, count: tables.provenances.count)
    self.init(type, tallies, in: tables, spans: columns.spans)
  }

  /// The order of the sources of other objects, by their spans.
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
    let slots = found.slots(by: ConfiguredPlaces(priority))
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

  /// The rank of a row's source in the order, from 0.
  func rank(_ row: Int, of columns: SampleColumns) -> Int {
    rank(columns.provenance(row), columns.flags[row], columns.starts[row])
  }

  /// The rank of the source of what has this provenance and these flags and starts at that moment.
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

  /// The least rank of the source of what has this provenance and these flags and starts at that
  /// moment: what tells sources apart where each stands for itself.
  @inline(__always)
  func head(_ provenance: UInt32, _ flags: SampleRow.Flags, _ start: Int64) -> Int {
    heads[rank(provenance, flags, start)]
  }

  /// The same of a row.
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

  /// The ranks of a source; -1: it has none.
  struct Ranks {
    /// Of what was entered by hand.
    var byHand = -1
    /// Of the rest.
    var others = -1
  }
}
