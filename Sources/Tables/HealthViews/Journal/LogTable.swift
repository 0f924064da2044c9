import ByteTools
package import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// The events themselves, a row each, in their order.
package enum LogTable {
  /// The selection of events.
  package struct Filter: Sendable {
    /// The kinds of events; nil: all.
    package var kinds: Set<EventKind>?
    /// Names of those who asked; empty: all.
    package var by: [String] = []
    /// Recorded at this moment or later.
    package var from: Instant?
    /// Recorded before this moment.
    package var to: Instant?
    /// The first seq.
    package var firstSequence: UInt64 = 1
    /// The last seq.
    package var lastSequence: UInt64 = .max
    /// The greatest number of rows.
    package var limit: Int?

    /// Creates a filter that selects all events.
    package init() {}

    fileprivate func passes(_ kind: EventKind, by: String?, at: Instant) -> Bool {
      (kinds?.contains(kind) ?? true) && (self.by.isEmpty || by.map(self.by.contains) ?? false)
        && (from.map { at >= $0 } ?? true) && (to.map { at < $0 } ?? true)
    }

    fileprivate func passes(_ entry: Entry) -> Bool {
      passes(entry.kind, by: entry.by, at: entry.at)
    }
  }

  /// Returns the sentence if no event passes a filter: where there are events.
  ///
  /// - Throws: the errors of reading lines.
  package static func nothing(
    of filter: Filter, in journal: ReplayedJournal
  ) throws -> String {
    var others = filter
    (others.from, others.to) = (nil, nil)
    (others.firstSequence, others.lastSequence) = (1, .max)
    let isNarrowed = filter.kinds != nil || !filter.by.isEmpty
    for (other, words) in [(others, "the latest such line"), (Filter(), "the last line")] {
      var one = other
      one.limit = 1
      let row = try newestFirst(of: journal, filter: one, foldingImports: false).allRows().first
      guard let row, case .whole(let line) = row[0], case .time(let at) = row[1] else { continue }
      return "no such line found; \(isNarrowed ? words : "the last line") is \(line) of \(at.date)"
    }
    return NothingFound.words
  }

  /// Returns one row an event, the oldest first; lines are read as rows are asked for.
  package static func table(of journal: ReplayedJournal, filter: Filter) throws -> Table {
    if filter.limit != nil {
      let newest = try newestFirst(of: journal, filter: filter, foldingImports: false)
      return Table(columns: newest.columns, rows: try newest.allRows().reversed())
    }
    let last = min(filter.lastSequence, journal.head.sequence)
    let parts = Array(parts(from: last, to: filter.firstSequence).reversed())
    let readers = Spare<LogReader>()
    return Table(columns, parts: parts.count) { part, body in
      try readers.use(LogReader()) { reader in
        try reader.forEachRow(of: parts[part], in: journal, filter) { try body($0) }
      }
    }
  }

  /// Makes one row an event for people, the newest first.
  ///
  /// - Parameter foldingImports: whether the lines that an import appended are told by the row of
  ///   its receipt alone.
  package static func newestFirst(
    of journal: ReplayedJournal, filter: Filter, foldingImports: Bool
  ) throws -> Table {
    let imports = foldingImports ? try folded(journal, filter) : []
    var parts: [ClosedRange<UInt64>] = []
    var last = min(filter.lastSequence, journal.head.sequence)
    for (lines, _) in imports.reversed() {
      parts += self.parts(from: last, to: max(lines.upperBound + 1, filter.firstSequence))
      last = min(last, lines.lowerBound - 1)
    }
    parts += self.parts(from: last, to: filter.firstSequence)
    let lines = Dictionary(uniqueKeysWithValues: imports.map { ($0.receipt, $0.lines) })
    let readers = Spare<LogReader>()
    return Table(columns, parts: parts.count) { [parts] part, body in
      try readers.use(LogReader(lines)) { reader in
        var rows: [Row] = []
        rows.reserveCapacity(Int(partLines))
        try reader.forEachRow(of: parts[part], in: journal, filter) { rows.append($0) }
        for row in rows.reversed() { try body(row) }
      }
    }.limited(to: filter.limit)
  }

  /// The greatest number of lines of a part of the table, a multiple of the lines between two
  /// offsets that are kept.
  private static let partLines: UInt64 = 1024

  /// Returns the parts of some lines, the last lines first.
  private static func parts(from last: UInt64, to first: UInt64) -> [ClosedRange<UInt64>] {
    var parts: [ClosedRange<UInt64>] = []
    var end = last
    while end >= max(first, 1) {
      let start = max(first, (end - 1) / partLines * partLines + 1)
      parts.append(start...end)
      end = start - 1
    }
    return parts
  }

  /// Returns the imports whose receipts the reader sees and the filter passes.
  private static func folded(
    _ journal: ReplayedJournal, _ filter: Filter
  ) throws -> [(lines: ClosedRange<UInt64>, receipt: UInt64)] {
    let imports = try LineNames(journal).imports
    let receipts = try journal.entries(imports.map(\.receipt))
    return imports.filter { receipts[$0.receipt].map { filter.passes($0) } ?? false }
  }

  private struct Row {
    let sequence: UInt64
    let at: Instant
    let by: String?
    let kind: EventKind
    let summary: String
  }

  /// A reader of rows from lines, which remembers the short names of types.
  private struct LogReader: Sendable {
    private var skimmer = LineSkimmer()
    /// The short names of types, by the numbers of the skimmer.
    private var names: [String] = []
    /// The lines of imports that the rows of their receipts also represent.
    private let imports: [UInt64: ClosedRange<UInt64>]

    init(_ imports: [UInt64: ClosedRange<UInt64>] = [:]) { self.imports = imports }

    /// Calls `body` with the row of each of some lines that the filter passes.
    mutating func forEachRow(
      of lines: ClosedRange<UInt64>, in journal: ReplayedJournal, _ filter: Filter,
      _ body: (Row) throws -> Void
    ) throws {
      var names = names
      defer { self.names = names }
      try journal.forEachEntry(of: lines, skimming: &skimmer) { [imports] skimmed, entry in
        if let entry {
          if filter.passes(entry) { try body(Self.row(entry, imports[entry.sequence])) }
          return
        }
        let by = skimmed.by
        guard filter.passes(.save, by: by, at: skimmed.at) else { return }
        let summary = Self.summary(&skimmed, &names)
        try body(
          Row(
            sequence: skimmed.sequence, at: skimmed.at, by: by, kind: .save, summary: summary))
      }
    }

    /// Returns the row of an entry.
    ///
    /// - Parameter lines: the lines that it also represents.
    private static func row(_ entry: Entry, _ lines: ClosedRange<UInt64>?) -> Row {
      var summary = EventSummary.text(entry.event)
      if let lines {
        summary +=
          lines.count == 1
          ? ", line \(lines.lowerBound)" : ", lines \(lines.lowerBound) to \(lines.upperBound)"
      }
      if let first = EventSummary.recorded(entry) { summary += "; recorded \(first)" }
      return Row(
        sequence: entry.sequence, at: entry.at, by: entry.by, kind: entry.kind, summary: summary)
    }

    /// Returns the summary of a skimmed line: most save one object.
    private static func summary(_ skimmed: inout LineSkimmer, _ names: inout [String]) -> String {
      while names.count < skimmed.typeCount {
        names.append(TypeCatalogue.shortName(of: skimmed.identifier(ofType: names.count)))
      }
      let text =
        skimmed.count == 1
        ? names[skimmed.type(0)]
        : EventSummary.counts((0..<skimmed.count).map { names[skimmed.type($0)] })
      return skimmed.isOfWorkout ? text + EventSummary.ofWorkout : text
    }
  }

  /// The fields of `log`.
  private static let columns: [RowColumn<Row>] = [
    RowColumn(.line, .number, rank: .key) { .whole(Int($0.sequence)) },
    RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.at) },
    RowColumn("by", rank: .key) { Cell(text: $0.by) },
    RowColumn("event", rank: .key) { .text($0.kind.name) },
    RowColumn("summary", rank: .key) { .text($0.summary) },
  ]
}

/// The line of words on an event. It names types and counts, never a health value.
package enum EventSummary {
  static func text(_ event: Event?) -> String {
    switch event {
    case .open(let opening)?:
      "format \(opening.format), journal \(opening.journal), days of \(opening.timeZone)"
    case .origin(let origin)?: text(origin)
    case .save(let save)?: text(save)
    case .delete(let deletion)?:
      counted(deletion.objects.count, "object") + (deletion.reason.map { ": \($0)" } ?? "")
    case .authorize(let change)?: text(change)
    case .configure(let configuration)?: text(configuration)
    case .declare(let type)?:
      ([type.identifier, "\(type.kind.name) '\(type.title)'"]
        + [type.unit.map { "in \($0)" }, type.aggregation?.name].compactMap(\.self))
        .joined(separator: ", ")
    case .importReceipt(let receipt)?: text(receipt)
    case .erase(let erasure)?: text(erasure)
    case .format(let step)?: "from here on format \(step.format)"
    case .revert(let revert)?: text(revert)
    case nil: "content erased"
    }
  }

  /// Returns the words for the line of another journal that recorded an entry first.
  static func recorded(_ entry: Entry) -> String? {
    entry.recorded.map { first in
      "\(LineCodec.millisecondText(first.at)) in line \(first.line) of journal \(first.journal)"
    }
  }

  private static func text(_ erasure: Erasure) -> String {
    let whole = erasure.lines.isEmpty ? [] : [lines(erasure.lines)]
    let parts = erasure.kept.isEmpty ? [] : ["parts of " + lines(erasure.kept.map(\.sequence))]
    return (whole + parts).joined(separator: " and ") + ": \(erasure.reason)"
  }

  private static func text(_ revert: Revert) -> String {
    let effects = revert.objects.compactMap { runs, state -> String? in
      if runs.isEmpty { return nil }
      let word =
        switch state {
        case .live: "live again"
        case .removed: "deleted again"
        case .reverted: "gone"
        }
      return word + ": " + text(runs)
    }
    let rights = revert.rights.isEmpty ? [] : [counted(revert.rights.count, "right")]
    let settings = revert.settings == nil ? [] : ["settings"]
    let named = revert.lines.isEmpty ? [] : ["of " + lines(revert.lines)]
    return (named + effects + rights + settings + [revert.reason].compactMap(\.self))
      .joined(separator: "; ")
  }

  private static func text(_ runs: ObjectRuns) -> String {
    let all = runs.lines.isEmpty ? [] : ["all of " + lines(runs.lines)]
    let some = runs.objects.isEmpty ? [] : [counted(runs.objects.count, "object")]
    return (all + some).joined(separator: " and ")
  }

  private static func lines(_ numbers: [UInt64]) -> String {
    lines(LineSet(numbers.map { LineRun($0, $0) }).runs)
  }

  /// Returns the words for runs of lines, `line 7` or `lines 12–40, 57`: the first of many, and how
  /// many lines follow.
  package static func lines(_ runs: [LineRun]) -> String {
    let shown = runs.prefix(20)
    let words = shown.map { run in
      switch run.count {
      case 1: "\(run.first)"
      case 2: "\(run.first), \(run.last)"
      default: "\(run.first)–\(run.last)"
      }
    }.joined(separator: ", ")
    let all = runs.reduce(0) { $0 + $1.count }
    let rest = all - shown.reduce(0) { $0 + $1.count }
    return (all == 1 ? "line " : "lines ") + (rest > 0 ? words + " and \(rest) more" : words)
  }

  private static func text(_ origin: Origin) -> String {
    let source = [origin.source.name, origin.source.version].compactMap { $0 }
    let device = [origin.device?.name, origin.device?.hardware].compactMap { $0 }
    return [source, device].filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      .joined(separator: " on ")
  }

  private static func text(_ save: Save) -> String {
    var text = counts(save.objects.map { shortName($0.content) })
    if let workout = save.workout, !save.objects.contains(where: { $0.uuid == workout }) {
      text += ofWorkout
    }
    if !save.replaces.isEmpty { text += ", replacing \(save.replaces.count)" }
    return text
  }

  /// The words for objects of a workout that another line saved.
  static let ofWorkout = ", of a workout"

  /// Returns the types of objects and how many there are of each: `stepCount, heartRate ×3`.
  static func counts(_ types: [String]) -> String {
    var counts: [(type: String, count: Int)] = []
    for type in types {
      if let index = counts.firstIndex(where: { $0.type == type }) {
        counts[index].count += 1
      } else {
        counts.append((type, 1))
      }
    }
    return counts.map { $0.count == 1 ? $0.type : "\($0.type) ×\($0.count)" }
      .joined(separator: ", ")
  }

  private static func shortName(_ content: Content) -> String {
    if case .workout(let workout) = content {
      return WorkoutActivityType.find(workout.activity).map { "\($0.name) workout" } ?? "workout"
    }
    return TypeCatalogue.shortName(of: content.type)
  }

  private static func text(_ change: AuthorizationChange) -> String {
    func words(_ grants: [AuthorizationGrant], _ verb: String) -> [String] {
      AuthorizationStatus.allCases.compactMap { status in
        let count = grants.filter { $0.status == status }.count
        return count == 0 ? nil : "\(verb) \(status.name) for \(counted(count, "type"))"
      }
    }
    let terms = [
      change.terms.since.map { "data since \($0)" }, change.terms.until.map { "until \($0)" },
      change.terms.purpose.map { "for \($0)" },
    ]
    return
      ([change.source] + words(change.share, "share") + words(change.read, "read")
      + terms.compactMap { $0 }).joined(separator: ", ")
  }

  private static func text(_ configuration: Configuration) -> String {
    var parts: [String] = []
    if let zone = configuration.timeZone { parts.append("time zone \(zone)") }
    if let day = configuration.weekStarts { parts.append("weeks start on \(day.name)") }
    if !configuration.priority.isEmpty {
      parts.append("source priority of \(counted(configuration.priority.count, "type"))")
    }
    for preferred in configuration.preferredUnits {
      guard preferred.type != PreferredUnit.allTypes else {
        parts.append("units \(preferred.unit.isEmpty ? "as saved" : preferred.unit)")
        continue
      }
      let type = TypeCatalogue.shortName(of: preferred.type)
      let unit = preferred.unit.isEmpty ? "its usual unit" : preferred.unit
      parts.append("\(type) in \(unit)")
    }
    if !configuration.sameSource.isEmpty {
      parts.append("same source for \(counted(configuration.sameSource.count, "name"))")
    }
    return parts.joined(separator: ", ")
  }

  /// Describes an import by its objects: a date of export is an element of the file that nothing
  /// is saved for. What came from a journal, and receipts without an extent, count elements.
  private static func text(_ receipt: ImportReceipt) -> String {
    let types = receipt.journal == nil ? receipt.extent?.types : nil
    let counts = types ?? receipt.counts
    let read = sum(counts.map(\.read))
    let saved = sum(counts.map(\.saved))
    let restored = sum(counts.map(\.restored))
    let noun = (types == nil ? "element" : "object") + (read == "1" ? "" : "s")
    return "\(receipt.format), \(receipt.file): \(read) \(noun) read, \(saved) saved"
      + (restored == "0" ? "" : ", \(restored) restored")
  }

  /// Returns the sum in decimal digits. Counts that another program wrote may add up to more than
  /// an `Int` holds.
  private static func sum(_ counts: [Int]) -> String {
    counts.reduce(into: Int128(0)) { $0 += Int128($1) }.description
  }
}
