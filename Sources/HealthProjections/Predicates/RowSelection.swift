import HealthTables

/// Rows of a type that a view looks at, in the order in which they were saved: mostly all that are
/// live, which then take no memory.
///
/// A loop over them takes the rows of a piece one by one and passes over those that it is told to:
///
///     columns.forEachChunk(of: rows) { chunk, first, starts, _, _, _, flags in
///       for position in chunk {
///         let row = rows[position]
///         if rows.skips(flags[row - first]) { continue }
///         …
///       }
///     }
struct RowSelection: Sendable {
  /// Whether every row of the columns has a position, dead ones included.
  fileprivate let isWhole: Bool
  fileprivate let list: [Int]
  /// The flag of rows that have positions and are not selected. As a number: the methods of
  /// another module's flags would be called for each row.
  private let skipped: UInt8

  /// All live rows.
  init(allOf columns: SampleColumns) {
    isWhole = true
    list = []
    skipped = columns.hasDeadRows ? SampleRow.Flags.dead.rawValue : 0
  }

  /// These.
  init(_ rows: [Int]) {
    isWhole = false
    list = rows
    skipped = 0
  }

  /// The row at a position.
  @inline(__always)
  subscript(position: Int) -> Int { isWhole ? position : list[position] }

  /// Whether a row with these flags is not selected.
  @inline(__always)
  func skips(_ flags: SampleRow.Flags) -> Bool { flags.rawValue & skipped != 0 }
}

extension SampleColumns {
  /// Hands out the columns of some rows in pieces, see `RowSelection`.
  @inline(__always)
  func forEachChunk(
    of rows: RowSelection,
    _ body: (
      _ chunk: Range<Int>, _ first: Int, _ starts: Span<Int64>, _ ends: Span<Int64>,
      _ values: Span<Double>, _ contexts: Span<UInt32>, _ flags: Span<SampleRow.Flags>
    ) -> Void
  ) {
    if rows.isWhole { forEachChunk(body) } else { forEachChunk(of: rows.list, body) }
  }

  /// What a row has in common with others.
  @inline(__always)
  func common(_ row: Int) -> SampleContext { known[Int(contexts[row])] }

  /// The rows one by one, for views that look at few of them.
  func rows(_ rows: RowSelection) -> [Int] { rows.isWhole ? liveRows() : rows.list }

  /// These rows by start, those of one start by number.
  ///
  /// - Complexity: O(n) where they stand so, else O(n log n).
  func byStart(_ rows: [Int]) -> [Int] {
    var keyed: [(Int64, Int)] = []
    keyed.reserveCapacity(rows.count)
    var (last, isOrdered) = ((Int64.min, Int.min), true)
    forEachChunk(of: rows) { chunk, first, starts, _, _, _, _ in
      for position in chunk {
        let next = (starts[rows[position] - first], rows[position])
        if next < last { isOrdered = false }
        keyed.append(next)
        last = next
      }
    }
    if isOrdered { return rows }
    keyed.sort(by: <)
    return keyed.map(\.1)
  }

  /// How many rows have positions.
  func positionCount(_ rows: RowSelection) -> Int { rows.isWhole ? count : rows.list.count }

  /// Whether there are no rows.
  func isEmpty(_ rows: RowSelection) -> Bool {
    rows.isWhole ? !(0..<count).contains(where: isLive) : rows.list.isEmpty
  }
}
