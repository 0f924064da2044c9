/// Untrusted text for a cell of a Markdown table.
package enum MarkdownText {
  /// The text as plain words in a table cell: Markdown's and HTML's signs lose their meaning, a
  /// line break becomes a space, and what `TerminalText` calls unsafe is shown as `\\u{..}`.
  package static func cell(_ text: String) -> String {
    var output = ""
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      append(scalar, after: previous, to: &output)
      previous = scalar
    }
    return output
  }

  private static func append(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, to output: inout String
  ) {
    switch scalar {
    case "\n" where previous == "\r": break
    case "\n", "\r", "\u{2028}", "\u{2029}", "\t": output += " "
    case "<": output += "&lt;"
    case ">": output += "&gt;"
    case "&": output += "&amp;"
    case "|", "\\", "`", "*", "_", "[", "]", "~":
      output += "\\"
      output.unicodeScalars.append(scalar)
    case _ where TerminalText.isUnsafe(scalar): output += "\\" + TerminalText.spelled(scalar)
    default: output.unicodeScalars.append(scalar)
    }
  }
}
