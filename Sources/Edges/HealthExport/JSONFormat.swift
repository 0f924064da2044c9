package import ByteTools
import HealthModel
import HealthViews

extension Format {
  package static let json = Format("json", "one JSON array of objects", endings: ["json"]) {
    columns, _ in JSONRows(columns, .array)
  }

  package static let ndjson = Format(
    "ndjson", "one JSON object per line", endings: ["ndjson", "jsonl"]
  ) { columns, _ in JSONRows(columns, .lines) }
}

/// Rows as objects of JSON.
struct JSONRows: RowWriter {
  private let fields: [String]
  private var frame: JSONFrame

  init(_ columns: [Column], _ frame: JSONFrame) {
    fields = columns.map(\.field)
    self.frame = frame
  }

  var isSettled: Bool { frame.isSettled }

  func begin(_ output: inout [UInt8]) { frame.begin(&output) }

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    let fields = fields
    frame.append(to: &output) { $0.row(row, fields) }
  }

  func end(_ output: inout [UInt8]) { frame.end(&output) }
}

/// The text around JSON values that come one by one: all that is written so goes through it.
///
///     [
///     {"day":"2026-11-20","sum":8012},
///     {"day":"2026-11-21","sum":9120.5}
///     ]
package struct JSONFrame {
  /// The text around the elements of an array, each on a line of its own; nil: values are lines.
  private let edges: (open: String, close: String)?
  private var isEmpty = true

  /// A value a line, and nothing for no values.
  package static let lines = JSONFrame(edges: nil)
  /// An array, `[]` for no values.
  package static let array = JSONFrame(open: "[", "]\n")

  private init(edges: (open: String, close: String)?) { self.edges = edges }

  /// True if the text before a further value does not depend on the values before it.
  var isSettled: Bool { edges == nil || !isEmpty }

  /// Creates an array, with the text before and after it.
  package init(open: String, _ close: String) { self.init(edges: (open, close)) }

  /// Writes what comes before the first value.
  package func begin(_ output: inout [UInt8]) {
    if let edges { output.append(contentsOf: edges.open.utf8) }
  }

  /// Writes a value.
  package mutating func append(to output: inout [UInt8], _ value: (inout JSONWriter) -> Void) {
    if edges != nil { output.append(contentsOf: isEmpty ? "\n".utf8 : ",\n".utf8) }
    isEmpty = false
    var json = JSONWriter()
    swap(&json.bytes, &output)
    value(&json)
    swap(&json.bytes, &output)
    if edges == nil { output.append(UInt8(ascii: "\n")) }
  }

  /// Writes what comes after the last value.
  package func end(_ output: inout [UInt8]) {
    guard let edges else { return }
    if !isEmpty { output.append(UInt8(ascii: "\n")) }
    output.append(contentsOf: edges.close.utf8)
  }
}

extension JSONWriter {
  /// Writes a row as an object: absent cells are absent keys.
  mutating func row(_ row: [Cell], _ fields: [String]) {
    object { json in
      for (field, cell) in zip(fields, row) { json.member(field, cell) }
    }
  }

  private mutating func member(_ field: String, _ cell: Cell) {
    if case .missing = cell.finite { return }
    separate()
    terminalString(field)
    bytes.append(UInt8(ascii: ":"))
    value(cell)
  }

  private mutating func value(_ cell: Cell) {
    switch cell {
    case .missing: break
    case .text(let text), .identifier(let text): terminalString(text)
    case .number(let number): DecimalText.append(number, to: &bytes)
    case .whole(let number): bytes.append(whole: number)
    case .time(let time): quoted { time.appendText(to: &$0) }
    case .day(let day): quoted { day.appendText(to: &$0) }
    case .flag(let flag): bytes.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    case .names(let names): array(names) { $0.terminalString($1) }
    case .list(let objects): list(objects)
    case .json(let text): bytes.append(terminalJSON: Array(text.utf8).rawBytes)
    }
  }

  /// Writes a string of characters that need no escape, which `text` appends.
  private mutating func quoted(_ text: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    text(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a list as an array of objects.
  mutating func list(_ objects: [[(String, Cell)]]) {
    array(objects) { json, members in
      json.object { json in
        for (field, cell) in members { json.member(field, cell) }
      }
    }
  }
}

/// Returns a list as one JSON text, for formats whose cells hold nothing but text.
func jsonText(_ objects: [[(String, Cell)]]) -> String {
  var json = JSONWriter()
  json.list(objects)
  return String(decoding: json.bytes, as: UTF8.self)
}

extension [UInt8] {
  /// Appends a whole number in decimal digits.
  mutating func append(whole number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    DecimalText.append(UInt64(number.magnitude), to: &self)
  }
}
