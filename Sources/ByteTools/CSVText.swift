/// Cells of comma-separated values (RFC 4180). Rows end with LF.
package enum CSVText {
  /// Appends a text cell, in quotes where it must be: also where it holds what some programs take
  /// for the end of a cell, as spreadsheets of many countries take a semicolon.
  ///
  /// A cell that begins with `=`, `+`, `-`, `@`, in either width, a tab, a carriage return or a
  /// line feed, blanks before it or not, gets an apostrophe in front, so that no spreadsheet takes
  /// it for a formula (OWASP, CSV injection).
  package static func append(text: String, to output: inout [UInt8]) {
    let isQuoted = holdsSeparator(text)
    if isQuoted { output.append(0x22) }
    if beginsFormula(text) { output.append(0x27) }
    if isQuoted {
      for byte in text.utf8 {
        if byte == 0x22 { output.append(0x22) }
        output.append(byte)
      }
      output.append(0x22)
    } else {
      output.append(contentsOf: text.utf8)
    }
  }

  /// Appends a cell of ASCII characters without separators, as a time is: `date` appends its bytes.
  package static func append(to output: inout [UInt8], date: (inout [UInt8]) -> Void) {
    let start = output.count
    date(&output)
    // A year that needs a sign.
    if start < output.count, output[start] == 0x2B || output[start] == 0x2D {
      output.insert(0x27, at: start)
    }
  }

  private static func holdsSeparator(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where isSeparator(bytes[index]) { return true }
    return false
  }

  /// `,` `;` `|`, a tab, quotes and the ends of lines.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2C, 0x3B, 0x7C, 0x09, 0x22, 0x0A, 0x0D: true
    default: false
    }
  }

  private static func beginsFormula(_ text: String) -> Bool {
    switch text.unicodeScalars.first(where: { $0 != " " }) {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }
}
