/// Cells of comma-separated values (RFC 4180). Rows end with LF.
package enum CSVText {
  /// Appends a text cell, in quotes where it must be: also where it holds what some programs take
  /// for the end of a cell, as spreadsheets of many countries take a semicolon.
  ///
  /// A cell that begins with `=`, `+`, `-`, `@`, in either width, a tab, a carriage return or a
  /// line feed, blanks before it or not, gets an apostrophe in front, so that no spreadsheet takes
  /// it for a formula (OWASP, CSV injection).
  package static func append(text: String, to output: inout [UInt8]) {
    let isQuoted = text.utf8.contains(where: isSeparator)
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
