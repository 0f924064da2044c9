/// Cells of comma-separated values (RFC 4180). Rows end with LF.
package enum CSVText {
  /// Appends a text cell, in quotes where it must be.
  ///
  /// A cell that begins with `=`, `+`, `-`, `@`, in either width, a tab, a carriage return or a
  /// line feed, blanks before it or not, gets an apostrophe in front, so that no spreadsheet takes
  /// it for a formula (OWASP, CSV injection).
  package static func append(text: String, to output: inout [UInt8]) {
    var isQuoted = false
    for byte in text.utf8 where byte == 0x2c || byte == 0x22 || byte == 0x0a || byte == 0x0d {
      isQuoted = true
      break
    }
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

  private static func beginsFormula(_ text: String) -> Bool {
    switch text.unicodeScalars.first(where: { $0 != " " }) {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }
}
