import ByteTools
import HealthEvents
import HealthModel
import HealthTables

/// In which order the sources of a type count, and why: as configured for the type, else as
/// configured for all types; then what was entered by hand, watches, phones, and the others by
/// their first sample.
///
/// A source is a name: exports tell sources apart by nothing else. The order depends on the samples
/// and the settings, not on the order in which they were recorded.
struct SourceOrder {
  /// Why a source has its rank; the default order is that of the cases.
  enum Reason: Int {
    /// `configure --priority` names it.
    case configured
    /// A person typed it in.
    case enteredByHand
    /// An Apple Watch, told by the model of its device, else by its name.
    case watch
    /// An iPhone, told likewise.
    case phone
    /// By the start of its first sample.
    case firstSeen
  }

  /// A source with its rank.
  struct Ranked {
    /// Its name as rows show it; `owner` for what was entered by hand.
    var name: String
    var reason: Reason
    /// Its rank in the configured order; 0 where it has none.
    var configured = 0
    /// What it wrote.
    var tally = Tally()

    /// What decides the order before the name does.
    fileprivate var sortKey: (Int, Int, Int64) { (reason.rawValue, configured, tally.first) }
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

    mutating func add(_ other: Tally) {
      samples += other.samples
      first = min(first, other.first)
      last = max(last, other.last)
    }
  }

  /// The sources that have samples; the first counts first.
  let sources: [Ranked]
  /// The rank of each provenance for samples that were not entered by hand; -1: it has none.
  private let ranks: [Int]
  private let rankByHand: Int
  /// The flag of what was entered by hand, as a number: asked for each sample.
  private let byHand = SampleRow.Flags.userEntered.rawValue

  /// The order of the sources of some rows.
  init(_ type: String, _ columns: SampleColumns, rows: [Int], in tables: HealthTables) {
    self.init(type, columns, rows: RowSelection(rows), in: tables)
  }

  /// The same of rows that may be all there are.
  init(_ type: String, _ columns: SampleColumns, rows: RowSelection, in tables: HealthTables) {
    let folded = tables.provenances.indices.map { Self.key(UInt32($0), tables) }
    let tallies = Tallies(columns, rows, count: folded.count)
    var keys = Numbering<String>()
    var found: [Ranked] = []
    if tallies.byHand.samples > 0 {
      keys.append(EventActor.owner)
      found.append(Ranked(name: EventActor.owner, reason: .enteredByHand, tally: tallies.byHand))
    }
    for (index, tally) in tallies.ofProvenance.enumerated() where tally.samples > 0 {
      let (name, reason) = (
        tables.sourceName(UInt32(index)), Self.reason(UInt32(index), tables)
      )
      guard let known = keys.number(of: folded[index]) else {
        keys.append(folded[index])
        found.append(Ranked(name: name, reason: reason, tally: tally))
        continue
      }
      found[known].tally.add(tally)
      // Of several spellings the greatest, not the first: the reader may not see the samples of the
      // first.
      if found[known].reason != .enteredByHand { found[known].name = max(found[known].name, name) }
      if reason.rawValue < found[known].reason.rawValue { found[known].reason = reason }
    }
    let configured = tables.settings.priority(of: type) ?? tables.settings.priority(of: "*") ?? []
    for (index, name) in configured.enumerated().reversed() {
      guard let known = keys.number(of: SourceName.folded(name)) else { continue }
      found[known].reason = .configured
      found[known].configured = index
    }
    let order = found.indices.sorted { a, b in
      let (first, second) = (found[a].sortKey, found[b].sortKey)
      return first == second ? keys.keys[a] < keys.keys[b] : first < second
    }
    sources = order.map { found[$0] }
    var rankOfSource = [Int](repeating: -1, count: found.count)
    for (index, source) in order.enumerated() { rankOfSource[source] = index }
    func rank(_ key: String) -> Int { keys.number(of: key).map { rankOfSource[$0] } ?? -1 }
    ranks = folded.map(rank)
    rankByHand = rank(EventActor.owner)
  }

  /// What each source wrote of some rows, in the order.
  ///
  /// - Parameter rows: some of those that the order was made of.
  func tallies(of rows: [Int], _ columns: SampleColumns) -> [Tally] {
    var tallies = Array(repeating: Tally(), count: sources.count)
    for row in rows {
      tallies[rank(row, of: columns)].add(start: columns.starts[row], end: columns.ends[row])
    }
    return tallies
  }

  /// The rank of a row's source in the order, from 0.
  func rank(_ row: Int, of columns: SampleColumns) -> Int {
    rank(columns.provenance(row), columns.flags[row])
  }

  /// The rank of the source of a row that has this provenance and these flags.
  @inline(__always)
  func rank(_ provenance: UInt32, _ flags: SampleRow.Flags) -> Int {
    flags.rawValue & byHand != 0 ? rankByHand : ranks[Int(provenance)]
  }

  /// Whether something was written by a watch.
  static func isWatch(_ provenance: UInt32, _ tables: HealthTables) -> Bool {
    reason(provenance, tables) == .watch
  }

  /// What tells the source of a provenance from others.
  static func key(_ provenance: UInt32, _ tables: HealthTables) -> String {
    tables.isByHand(provenance)
      ? EventActor.owner : SourceName.folded(tables.sourceName(provenance))
  }

  /// Why something written by this provenance has its rank, but for what is configured: what the
  /// device says, else what the name says.
  static func reason(_ provenance: UInt32, _ tables: HealthTables) -> Reason {
    if tables.isByHand(provenance) { return .enteredByHand }
    let device = tables.origin(provenance)?.device
    for text in [device?.model, device?.name, tables.sourceName(provenance)] {
      if let text, let kind = kind(text) { return kind }
    }
    return .firstSeen
  }

  private static func kind(_ text: String) -> Reason? {
    if contains(text, "Watch") { return .watch }
    return contains(text, "iPhone") ? .phone : nil
  }

  /// Whether a text contains a word, byte by byte: asked of each source of each type.
  private static func contains(_ text: String, _ word: StaticString) -> Bool {
    let characters = text.utf8
    let bytes = characters.rawBytes
    for start in 0..<bytes.byteCount {
      var at = start
      if bytes.skip(word, at: &at) { return true }
    }
    return false
  }
}

/// What each provenance wrote.
private struct Tallies {
  let ofProvenance: [SourceOrder.Tally]
  /// Of all provenances, what their metadata calls entered by hand.
  let byHand: SourceOrder.Tally

  init(_ columns: SampleColumns, _ rows: RowSelection, count: Int) {
    // By context, of which there are few, and then by who wrote them.
    var tallies = Array(repeating: SourceOrder.Tally(), count: columns.known.count)
    var byHand = SourceOrder.Tally()
    let entered = SampleRow.Flags.userEntered.rawValue
    columns.forEachChunk(of: rows) { chunk, first, starts, ends, _, contexts, flags in
      var tallies = tallies.mutableSpan
      for position in chunk {
        let index = rows[position] - first
        let flag = flags[index]
        if rows.skips(flag) { continue }
        if flag.rawValue & entered != 0 {
          byHand.add(start: starts[index], end: ends[index])
        } else {
          tallies[Int(contexts[index])].add(start: starts[index], end: ends[index])
        }
      }
    }
    var ofProvenance = Array(repeating: SourceOrder.Tally(), count: count)
    for (common, tally) in zip(columns.known, tallies) {
      ofProvenance[Int(common.provenance)].add(tally)
    }
    self.ofProvenance = ofProvenance
    self.byHand = byHand
  }
}
