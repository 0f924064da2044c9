extension SampleColumns {
  /// Whether some rows are dead.
  package var hasDeadRows: Bool { deadCount > 0 }

  /// Hands out whole columns in the pieces in which they lie in memory, dead rows included.
  ///
  /// - Parameter body: gets the rows of a piece, the first of them, and the columns from that on;
  ///   see `forEachChunk(of:_:)`.
  package func forEachChunk(
    _ body: (
      _ rows: Range<Int>, _ first: Int, _ starts: Span<Int64>, _ ends: Span<Int64>,
      _ values: Span<Double>, _ contexts: Span<UInt32>, _ flags: Span<SampleRow.Flags>
    ) -> Void
  ) {
    var row = 0
    while row < count {
      let piece = piece(of: row)
      withSpans(piece) { body(piece, piece.lowerBound, $0, $1, $2, $3, $4) }
      row = piece.upperBound
    }
  }
}
