import HealthEvents
import HealthModel
import HealthTables

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
    let index = imports.indices.partitioningIndex {
      imports[$0].lines.upperBound >= UInt64(sequence)
    }
    return imports[index...].first.flatMap { $0.lines.contains(UInt64(sequence)) ? $0 : nil }
  }

  /// When a line was recorded.
  func recorded(_ sequence: UInt32) -> Instant { recorded[Int(sequence) - 1] }

  /// The moment by which the content of a line had happened: the date of the export that the import
  /// read, else the time of the line.
  func known(_ sequence: UInt32) -> Instant {
    importing(sequence)?.exported ?? recorded(sequence)
  }
}
