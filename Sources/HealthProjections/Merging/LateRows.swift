import HealthTables

/// The samples of a type that were saved later than others that start after them.
///
/// A walk over all samples in the order of their starts needs no more than these: the others have
/// been saved in that order, and the late ones come between them.
struct LateRows {
  private var sorted: [(start: Int64, row: Int)] = []
  private var next = 0

  init(_ columns: SampleColumns, _ rows: RowSelection) {
    var late: [(start: Int64, row: Int)] = []
    var reached = Int64.min
    columns.forEachChunk(of: rows) { chunk, first, starts, _, _, _, flags in
      for position in chunk {
        let row = rows[position]
        let start = starts[row - first]
        if start >= reached, !rows.skips(flags[row - first]) {
          reached = start
        } else if !rows.skips(flags[row - first]) {
          late.append((start, row))
        }
      }
    }
    late.sort { $0.start < $1.start }
    sorted = late
  }

  /// The next one that starts before a moment.
  @inline(__always)
  mutating func next(before moment: Int64) -> Int? {
    guard next < sorted.count, sorted[next].start < moment else { return nil }
    next += 1
    return sorted[next - 1].row
  }
}
