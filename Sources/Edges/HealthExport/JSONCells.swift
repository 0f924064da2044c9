import ByteTools
import HealthModel
import HealthViews

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
