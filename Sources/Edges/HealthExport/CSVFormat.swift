import ByteTools
import HealthModel
import HealthViews

extension Format {
  /// Comma-separated values, RFC 4180.
  package static let csv = Format(
    "csv", "comma-separated values; the first row has the names of the fields", endings: ["csv"]
  ) { columns, options in CSVRows(columns, hasMark: options.isForSpreadsheet) }

  /// Tab-separated values.
  package static let tsv = Format(
    "tsv", "tab-separated values; tabs and ends of lines in a text are \\t and \\n",
    endings: ["tsv"]
  ) { columns, options in CSVRows(columns, hasMark: options.isForSpreadsheet, isTabbed: true) }
}

/// Comma-separated values (RFC 4180, rows end with LF), or tab-separated ones: a row of field
/// names, then the rows. A missing cell is empty, a list is one JSON text.
struct CSVRows: RowWriter {
  private let columns: [Column]
  /// True if the text begins with the byte order mark of UTF-8.
  private let hasMark: Bool
  /// True if tabs separate the cells.
  private let isTabbed: Bool
  /// The last text of each column that is not plain, and its spelling: most come again.
  private var spelled: [(text: String, spelling: [UInt8])]

  init(_ columns: [Column], hasMark: Bool = false, isTabbed: Bool = false) {
    (self.columns, self.hasMark, self.isTabbed) = (columns, hasMark, isTabbed)
    spelled = columns.map { _ in ("", []) }
  }

  var isSettled: Bool { true }

  mutating func begin(_ output: inout [UInt8]) {
    if hasMark { output += [0xEF, 0xBB, 0xBF] }
    append(columns.map { .text($0.field) }, to: &output)
  }

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    for index in row.indices {
      if index > 0 { output.append(UInt8(ascii: isTabbed ? "\t" : ",")) }
      append(row[index], of: index, to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }

  func end(_ output: inout [UInt8]) {}

  private mutating func append(_ cell: Cell, of column: Int, to output: inout [UInt8]) {
    switch cell {
    case .missing: break
    case .text(let text), .identifier(let text): append(text, of: column, to: &output)
    case .names(let names): append(names.joined(separator: ", "), of: column, to: &output)
    case .number(let number): if number.isFinite { DecimalText.append(number, to: &output) }
    case .whole(let number): output.append(whole: number)
    case .time(let time): CSVText.append(to: &output) { time.appendText(to: &$0) }
    case .day(let day): CSVText.append(to: &output) { day.appendText(to: &$0) }
    case .flag(let flag): output.append(contentsOf: flag ? "true".utf8 : "false".utf8)
    case .list(let objects): append(jsonText(objects), of: column, to: &output)
    case .json(let text): append(text, of: column, to: &output)
    }
  }

  private mutating func append(_ text: String, of column: Int, to output: inout [UInt8]) {
    if CSVText.isPlain(text) { return output.append(contentsOf: text.utf8) }
    // Equal texts may differ in their bytes.
    if !spelled[column].text.utf8.rawBytes.equals(text.utf8.rawBytes) {
      spelled[column] = (text, [])
      let safe = Self.withoutControls(text)
      if isTabbed {
        CSVText.append(tabbed: safe, to: &spelled[column].spelling)
      } else {
        CSVText.append(text: safe, to: &spelled[column].spelling)
      }
    }
    output.append(contentsOf: spelled[column].spelling)
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
