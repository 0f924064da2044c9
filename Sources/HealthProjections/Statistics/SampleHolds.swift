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
    let starts = columns.starts
    var rows = columns.liveRows()
    if !zip(rows, rows.dropFirst()).allSatisfy({ starts[$0] <= starts[$1] }) {
      rows.sort { starts[$0] < starts[$1] }
    }
    let order = SourceOrder(type, columns, in: tables)
    let none = (start: Int64.max, after: Int64.max)
    var next = [(start: Int64, after: Int64)](repeating: none, count: order.sources.count)
    var ends = [Int64](repeating: .min, count: columns.count)
    for row in rows.reversed() {
      let (start, source) = (starts[row], order.head(row, of: columns))
      // Several readings of one moment hold until the first one after it.
      if start < next[source].start { next[source] = (start, next[source].start) }
      ends[row] = min(next[source].after, start + hold)
    }
    self.ends = ends
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
