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

    func passes(_ entry: Entry) -> Bool {
      (kinds?.contains(entry.kind) ?? true)
        && (by.isEmpty || entry.by.map(by.contains) ?? false)
        && (from.map { entry.at >= $0 } ?? true) && (to.map { entry.at < $0 } ?? true)
    }
  }

  /// Returns one row an event; lines are read as rows are asked for.
  package static func table(of journal: ReplayedJournal, filter: Filter) -> Table {
    Table(columns) { body in
      var left = filter.limit ?? .max
      guard left > 0 else { return }
      try journal.forEachEntry(from: filter.firstSequence) { entry in
        guard entry.sequence <= filter.lastSequence else { return false }
        guard filter.passes(entry) else { return true }
        try body(row(entry))
        left -= 1
        return left > 0
      }
    }
  }

  /// Makes one row an event for people, the newest first.
  ///
  /// - Parameter foldingImports: whether the lines that an import appended are told by the row of
  ///   its receipt alone.
  package static func newestFirst(
    of journal: ReplayedJournal, filter: Filter, foldingImports: Bool
  ) -> Table {
    Table(columns) { body in
      var left = filter.limit ?? .max
      guard left > 0 else { return }
      let imports = foldingImports ? try folded(journal, filter) : []
      let lines = Dictionary(uniqueKeysWithValues: imports.map { ($0.receipt, $0.lines) })
      func show(from last: UInt64, to first: UInt64) throws -> Bool {
        try journal.forEachEntryBackwards(from: last, to: first) { entry in
          guard filter.passes(entry) else { return true }
          try body(row(entry, folding: lines[entry.sequence]))
          left -= 1
          return left > 0
        }
      }
      var last = filter.lastSequence
      for (lines, _) in imports.reversed() {
        guard try show(from: last, to: lines.upperBound + 1) else { return }
        last = lines.lowerBound - 1
      }
      _ = try show(from: last, to: filter.firstSequence)
    }
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

  /// Returns the row of an entry.
  ///
  /// - Parameter lines: the lines that it also represents.
  private static func row(_ entry: Entry, folding lines: ClosedRange<UInt64>? = nil) -> Row {
    var summary = EventSummary.text(entry.event)
    if let lines {
      summary +=
        lines.count == 1
        ? ", line \(lines.lowerBound)" : ", lines \(lines.lowerBound) to \(lines.upperBound)"
    }
    return Row(
      sequence: entry.sequence, at: entry.at, by: entry.by, kind: entry.kind, summary: summary)
  }

  /// The fields of `log`.
  private static let columns: [RowColumn<Row>] = [
    RowColumn(.line, .number, rank: .key) { .whole(Int($0.sequence)) },
    RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.at) },
    RowColumn("by", rank: .detail) { Cell(text: $0.by) },
    RowColumn("event", rank: .key) { .text($0.kind.name) },
    RowColumn("summary", rank: .key) { .text($0.summary) },
  ]
}

/// The line of words on an event. It names types and counts, never a health value.
enum EventSummary {
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
    case .importReceipt(let receipt)?: text(receipt)
    case .erase(let erasure)?: text(erasure)
    case nil: "content erased"
    }
  }

  private static func text(_ erasure: Erasure) -> String {
    let whole = erasure.lines.isEmpty ? [] : [lines(erasure.lines)]
    let parts = erasure.kept.isEmpty ? [] : ["parts of " + lines(erasure.kept.map(\.sequence))]
    return (whole + parts).joined(separator: " and ") + ": \(erasure.reason)"
  }

  private static func lines(_ numbers: [UInt64]) -> String {
    (numbers.count == 1 ? "line " : "lines ") + list(numbers)
  }

  /// Runs of numbers, `12–40, 57`: the first of many, and how many numbers follow.
  private static func list(_ numbers: [UInt64]) -> String {
    var runs: [ClosedRange<UInt64>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound < .max, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let shown = runs.prefix(20)
    let words = shown.map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound), \(run.upperBound)"
      default: "\(run.lowerBound)–\(run.upperBound)"
      }
    }.joined(separator: ", ")
    let rest = numbers.count - shown.reduce(0) { $0 + $1.count }
    return rest > 0 ? words + " and \(rest) more" : words
  }

  private static func text(_ origin: Origin) -> String {
    let source = [origin.source.name, origin.source.version].compactMap { $0 }
    let device = [origin.device?.name, origin.device?.hardware].compactMap { $0 }
    return [source, device].filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      .joined(separator: " on ")
  }

  private static func text(_ save: Save) -> String {
    var counts: [(type: String, count: Int)] = []
    for object in save.objects {
      let type = shortName(object.content)
      if let index = counts.firstIndex(where: { $0.type == type }) {
        counts[index].count += 1
      } else {
        counts.append((type, 1))
      }
    }
    var text = counts.map { $0.count == 1 ? $0.type : "\($0.type) ×\($0.count)" }
      .joined(separator: ", ")
    if let workout = save.workout, !save.objects.contains(where: { $0.uuid == workout }) {
      text += ", of a workout"
    }
    if !save.replaces.isEmpty { text += ", replacing \(save.replaces.count)" }
    return text
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
    return ([change.source] + words(change.share, "share") + words(change.read, "read"))
      .joined(separator: ", ")
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
    return parts.joined(separator: ", ")
  }

  private static func text(_ receipt: ImportReceipt) -> String {
    let read = sum(receipt.counts.map(\.read))
    let saved = sum(receipt.counts.map(\.saved))
    return "\(receipt.format), \(receipt.file): \(read) elements read, \(saved) saved"
  }

  /// Returns the sum in decimal digits. Counts that another program wrote may add up to more than
  /// an `Int` holds.
  private static func sum(_ counts: [Int]) -> String {
    counts.reduce(into: Int128(0)) { $0 += Int128($1) }.description
  }
}
