import ViewTables

/// A format at work: it appends the text of each row to a buffer, which `stream` empties between
/// rows.
///
/// A format for people spells cells by `ReadableColumns`. It holds the first `Layout.measured` rows
/// and shows them to `ReadableColumns.study` before it spells one, as `MarkdownFormat` does.
protocol RowWriter {
  /// Appends what comes before the first row.
  mutating func begin(_ output: inout [UInt8])
  /// Appends a row, or holds it until it knows how wide the columns are.
  mutating func append(_ row: [Cell], to output: inout [UInt8])
  /// Appends what is held and what comes after the last row.
  mutating func end(_ output: inout [UInt8])
}

/// Reads a table row by row through a format into a sink, a full buffer at a time.
///
/// - Returns: how many rows there were.
func stream(
  _ table: Table, through format: some RowWriter, to sink: inout some TextSink
) throws -> Int {
  let chunk = 64 * 1024
  var format = format
  var buffer: [UInt8] = []
  buffer.reserveCapacity(chunk + chunk / 4)
  var rows = 0
  format.begin(&buffer)
  try table.forEachRow { row in
    rows += 1
    format.append(row, to: &buffer)
    guard buffer.count >= chunk else { return }
    try sink.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
  format.end(&buffer)
  if !buffer.isEmpty { try sink.write(buffer) }
  return rows
}
