import ViewTables

/// Where exported text goes: a file, standard output, a request.
package protocol TextSink {
  /// Takes the next bytes, whole: a chunk may end in the middle of a character.
  mutating func write(_ bytes: [UInt8]) throws
}

/// A sink that keeps everything in memory: for small tables.
package struct CollectingSink: TextSink {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []

  /// An empty sink.
  package init() {}

  /// Appends the bytes.
  package mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}

/// A format at work: it appends the text of each row to a buffer, which `stream` empties between
/// rows.
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
