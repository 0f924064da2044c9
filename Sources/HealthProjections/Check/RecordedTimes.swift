import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// When each line was recorded, and what imports state of themselves.
struct RecordedTimes {
  /// Lines that one import appended.
  struct Import {
    var lines: ClosedRange<UInt64>
    /// When the file says that it was exported.
    var exported: Instant?
  }

  private let recorded: [Instant]
  /// By their first line.
  let imports: [Import]

  init(_ journal: ReplayedJournal) throws {
    recorded = try journal.recordedTimes()
    var imports: [Import] = []
    for receipt in try journal.importReceipts() {
      guard let first = receipt.first, let last = receipt.last, first <= last else { continue }
      imports.append(Import(lines: first...last, exported: receipt.exported?.instant))
    }
    self.imports = imports.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// The import that appended a line.
  func importing(_ sequence: UInt32) -> Import? {
    var (low, high) = (0, imports.count)
    while low < high {
      let middle = (low + high) / 2
      if imports[middle].lines.upperBound < UInt64(sequence) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < imports.count, imports[low].lines.contains(UInt64(sequence)) else { return nil }
    return imports[low]
  }

  /// When a line was recorded.
  func recorded(_ sequence: UInt32) -> Instant { recorded[Int(sequence) - 1] }

  /// The moment by which what a line says must have happened: that of the export that an import read,
  /// else when it was recorded.
  func known(_ sequence: UInt32) -> Instant {
    importing(sequence)?.exported ?? recorded(sequence)
  }
}
