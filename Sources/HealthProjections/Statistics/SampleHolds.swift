import HealthModel
import HealthTables

/// How much each sample of a type weighs in an average that is weighted by time: the one rule of
/// every view.
///
/// A sample with a length weighs the length that lies in the time that is asked about. A reading of
/// one moment holds until the next sample of its source, at most as long as its type has it
/// (`ReadingHold`), and never beyond the end of its day or of the time that is asked about. The
/// next sample is any live one that the reader sees, wherever it lies and whatever else a query
/// asks: a weight is a fact of a source, not of a question.
struct SampleHolds: Sendable {
  /// For each row, until when a reading of its start would hold; empty where no time weighs.
  private let ends: [Int64]

  /// Those of the samples of a type.
  ///
  /// - Complexity: O(n) where they were saved in the order of time, else O(n log n).
  init(_ type: String, _ columns: SampleColumns, in tables: HealthTables) {
    guard let hold = Self.longest(type), columns.count > 0 else {
      ends = []
      return
    }
    let order = SourceOrder(type, columns, in: tables)
    let known = columns.known
    var ends = [Int64](repeating: .min, count: columns.count)
    // Of each source the rows of its latest moment so far: all of them hold until its next one.
    var open = [Open](repeating: Open(), count: order.sources.count)
    let rows = columns.byStart(columns.liveRows())
    columns.forEachChunk(of: rows) { chunk, first, starts, _, _, contexts, flags in
      for position in chunk {
        let row = rows[position]
        let (start, provenance) = (
          starts[row - first], known[Int(contexts[row - first])].provenance
        )
        ends[row] = start + hold
        let source = order.head(provenance, flags[row - first], start)
        if open[source].start < start {
          for row in open[source].rows { ends[row] = min(ends[row], start) }
          open[source].rows.removeAll(keepingCapacity: true)
          open[source].start = start
        }
        open[source].rows.append(row)
      }
    }
    self.ends = ends
  }

  /// The rows of one moment.
  private struct Open {
    var start = Int64.min
    var rows: [Int] = []
  }

  /// The longest hold of a type in microseconds; nil: time weighs nothing.
  private static func longest(_ type: String) -> Int64? {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else { return nil }
    return known.readingHold.map { Int64($0.seconds * 1e6) }
  }

  /// Until when a part of a sample counts if nothing ends that before: where the part ends, or of a
  /// reading of one moment for as long as it holds.
  @inline(__always)
  func end(of row: Int, _ start: Int64, _ end: Int64) -> Int64 {
    start < end || ends.isEmpty ? end : ends[row]
  }

  /// The seconds that such a part weighs.
  ///
  /// A reading at the very end of the time that is asked about weighs next to nothing, and is not
  /// lost where it is alone.
  @inline(__always)
  static func seconds(_ start: Int64, _ end: Int64) -> Double { Double(max(end - start, 1)) / 1e6 }
}
