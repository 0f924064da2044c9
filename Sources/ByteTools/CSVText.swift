/// Cells of comma-separated values (RFC 4180). Rows end with LF.
package enum CSVText {
  /// Appends a text cell, in quotes where it must be.
  ///
  /// A cell that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or a line feed gets an
  /// apostrophe in front, so that no spreadsheet takes it for a formula (OWASP, CSV injection).
  package static func append(text: String, to output: inout [UInt8]) {
    var isQuoted = false
    for byte in text.utf8 where byte == 0x2c || byte == 0x22 || byte == 0x0a || byte == 0x0d {
      isQuoted = true
      break
    }
    if isQuoted { output.append(0x22) }
    if let first = text.utf8.first, beginsFormula(first) { output.append(0x27) }
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

  /// Appends the text of a number, never altered: `-5` stays a number.
  ///
  /// The text must be decimal text; anything else would break the row and traps.
  package static func append(number: String, to output: inout [UInt8]) {
    for byte in number.utf8 {
      let isDecimal =
        byte >= 0x30 && byte <= 0x39 || byte == 0x2d || byte == 0x2e || byte == 0x2b
        || byte == 0x65 || byte == 0x45
      precondition(isDecimal, "a number cell holds decimal text only")
      output.append(byte)
    }
  }

  /// A text cell as a string: `"a,b"` is `"\"a,b\""`, `"=1"` is `"'=1"`.
  package static func cell(_ text: String) -> String {
    .written { append(text: text, to: &$0) }
  }

  private static func beginsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x3d, 0x2b, 0x2d, 0x40, 0x09, 0x0d, 0x0a: true
    default: false
    }
  }
}
