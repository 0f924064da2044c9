import ByteTools
import HealthModel
import HealthViews

extension Format {
  /// Comma-separated values, RFC 4180.
  package static let csv = Format(
    "csv", "comma-separated values, the first row has the fields", endings: ["csv"]
  ) { columns, _ in CSVRows(columns) }
}

/// Comma-separated values (RFC 4180, rows end with LF): a row of field names, then the rows. A
/// missing cell is empty, a list is one JSON text.
struct CSVRows: RowWriter {
  private let columns: [Column]

  init(_ columns: [Column]) { self.columns = columns }

  func begin(_ output: inout [UInt8]) {
    append(columns.map { .text($0.field) }, to: &output)
  }

  func append(_ row: [Cell], to output: inout [UInt8]) {
    var isFirst = true
    for cell in row {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      append(cell.finite, to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }

  func end(_ output: inout [UInt8]) {}

  private func append(_ cell: Cell, to output: inout [UInt8]) {
    switch cell {
    case .missing: break
    case .text(let text), .identifier(let text):
      CSVText.append(text: Self.withoutControls(text), to: &output)
    case .names(let names):
      CSVText.append(text: Self.withoutControls(names.joined(separator: ", ")), to: &output)
    case .number(let number): DecimalText.append(number, to: &output)
    case .whole(let number): output.append(whole: number)
    case .time(let time): CSVText.append(to: &output) { time.appendText(to: &$0) }
    case .day(let day): CSVText.append(to: &output) { day.appendText(to: &$0) }
    case .flag(let flag): output.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    case .list(let objects): CSVText.append(text: jsonText(objects), to: &output)
    case .json(let text): CSVText.append(text: Self.withoutControls(text), to: &output)
    }
  }

  /// Returns the text with NUL, ESC and the like as `\u{1B}`; tabs and line breaks stay, in quotes.
  ///
  /// CSV has no escapes, many readers stop at a NUL, and output lands on terminals. JSON is the
  /// format that gives such text back as it was.
  private static func withoutControls(_ text: String) -> String {
    guard TerminalText.holdsUnsafe(text) else { return text }
    // By scalars: a combining mark would make another character of a tab.
    let scalars = Array(text.unicodeScalars)
    var output = ""
    for (index, scalar) in scalars.enumerated() {
      let endsLine = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if endsLine || scalar == "\n" || scalar == "\t" {
        output.unicodeScalars.append(scalar)
      } else {
        output += TerminalText.escaped(String(scalar))
      }
    }
    return output
  }
}
