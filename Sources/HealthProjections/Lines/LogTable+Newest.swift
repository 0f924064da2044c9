package import HealthTables
import JournalFile
package import ViewTables

extension LogTable {
  /// One row an event for people, the newest first.
  ///
  /// - Parameter foldingImports: whether the lines that an import appended are told by the row of
  ///   its receipt alone.
  package static func newestFirst(
    of journal: ReplayedJournal, filter: Filter, foldingImports: Bool
  ) -> Table {
    Table(columns: columns) { body in
      var left = filter.limit ?? .max
      guard left > 0 else { return }
      let imports = foldingImports ? try folded(journal, filter) : []
      let lines = Dictionary(uniqueKeysWithValues: imports.map { ($0.receipt, $0.lines) })
      func show(from last: UInt64, to first: UInt64) throws -> Bool {
        try journal.forEachEntryBackwards(from: last, to: first) { entry in
          guard filter.passes(entry) else { return true }
          try body(cells(entry, folding: lines[entry.sequence]))
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

  /// The imports whose receipts the reader sees and the filter passes.
  private static func folded(
    _ journal: ReplayedJournal, _ filter: Filter
  ) throws -> [(lines: ClosedRange<UInt64>, receipt: UInt64)] {
    let imports = try LineNames(journal).imports
    let receipts = try journal.entries(imports.map(\.receipt))
    return imports.filter { receipts[$0.receipt].map { filter.passes($0) } ?? false }
  }

  /// The cells of an entry, and which lines it stands for beside its own.
  private static func cells(_ entry: Entry, folding lines: ClosedRange<UInt64>?) -> [Cell] {
    var cells = cells(entry)
    if let lines, case .text(let summary)? = cells.last {
      let range =
        lines.count == 1
        ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)"
      cells[cells.count - 1] = .text("\(summary), \(range)")
    }
    return cells
  }
}
