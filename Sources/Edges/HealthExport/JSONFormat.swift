import ByteTools
import HealthViews

extension Format {
  package static let json = Format("json", "one array of objects", endings: ["json"]) {
    columns, _ in JSONRows(columns)
  }
}

/// JSON: an array with one object a line; `[]` for no rows.
///
///     [
///     {"day":"2026-11-20","sum":8012},
///     {"day":"2026-11-21","sum":9120.5}
///     ]
struct JSONRows: RowWriter {
  private let fields: [String]
  private var isEmpty = true

  init(_ columns: [Column]) { fields = columns.map(\.field) }

  func begin(_ output: inout [UInt8]) { output.append(UInt8(ascii: "[")) }

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    output.append(contentsOf: isEmpty ? "\n".utf8 : ",\n".utf8)
    isEmpty = false
    var json = JSONWriter()
    swap(&json.bytes, &output)
    json.row(row, fields)
    swap(&json.bytes, &output)
  }

  func end(_ output: inout [UInt8]) {
    output.append(contentsOf: isEmpty ? "]\n".utf8 : "\n]\n".utf8)
  }
}
