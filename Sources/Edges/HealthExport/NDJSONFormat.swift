import ByteTools
import HealthViews

extension Format {
  package static let ndjson = Format(
    "ndjson", "one JSON object a line", endings: ["ndjson", "jsonl"]
  ) { columns, _ in NDJSONRows(columns) }
}

/// Newline-delimited JSON: one object a line, and nothing for no rows.
struct NDJSONRows: RowWriter {
  private let fields: [String]

  init(_ columns: [Column]) { fields = columns.map(\.field) }

  func begin(_ output: inout [UInt8]) {}

  func append(_ row: [Cell], to output: inout [UInt8]) {
    var json = JSONWriter()
    swap(&json.bytes, &output)
    json.row(row, fields)
    swap(&json.bytes, &output)
    output.append(UInt8(ascii: "\n"))
  }

  func end(_ output: inout [UInt8]) {}
}
