extension SampleColumns {
  /// Hands out the columns of some rows in the pieces in which they lie in memory: those that a
  /// snapshot holds, and those that came since.
  ///
  /// For views that look at every sample: an element of a piece costs a comparison and a load, one
  /// of a column twice that, and a row put together ten times.
  ///
  /// - Parameters:
  ///   - rows: in any order.
  ///   - body: gets the positions of a chunk in `rows`, in order, and the columns from the row
  ///     `first` on: its values are the first elements.
  package func forEachChunk(
    of rows: [Int],
    _ body: (
      _ chunk: Range<Int>, _ first: Int, _ starts: Span<Int64>, _ ends: Span<Int64>,
      _ values: Span<Double>, _ contexts: Span<UInt32>, _ flags: Span<SampleRow.Flags>
    ) -> Void
  ) {
    var position = 0
    while position < rows.count {
      let piece = piece(of: rows[position])
      let inPiece =
        piece == 0..<count ? rows.count : rows[position...].prefix(while: piece.contains).endIndex
      withSpans(piece) { body(position..<inPiece, piece.lowerBound, $0, $1, $2, $3, $4) }
      position = inPiece
    }
  }

  /// The rows that lie in one piece of memory with a row, in each of the columns.
  func piece(of row: Int) -> Range<Int> {
    [
      starts.piece(of: row), ends.piece(of: row), values.piece(of: row),
      contexts.piece(of: row), flags.piece(of: row),
    ].reduce(0..<count) { $0.clamped(to: $1) }
  }

  func withSpans(
    _ rows: Range<Int>,
    _ body: (
      Span<Int64>, Span<Int64>, Span<Double>, Span<UInt32>, Span<SampleRow.Flags>
    ) -> Void
  ) {
    starts.withSpan(rows) { starts in
      ends.withSpan(rows) { ends in
        values.withSpan(rows) { values in
          contexts.withSpan(rows) { contexts in
            flags.withSpan(rows) { flags in body(starts, ends, values, contexts, flags) }
          }
        }
      }
    }
  }
}
