/// Words as a shell reads them: split at blanks, but for what stands in quotes or after a
/// backslash.
///
///     ShellWords.split("samples --source 'Apple Watch'")   // ["samples", "--source", "Apple
/// Watch"]
enum ShellWords {
  /// The words; nil where a quote is left open.
  static func split(_ text: String) -> [String]? {
    var pieces: [String] = []
    var piece = ""
    for part in text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false) {
      piece += piece.isEmpty ? String(part) : " " + String(part)
      // A blank after a backslash or in open quotes belongs to the word.
      let isOpen = BashLine.unquoted(piece).open != nil || endsProtected(piece)
      if isOpen || piece.isEmpty { continue }
      pieces.append(piece)
      piece = ""
    }
    guard piece.isEmpty else { return nil }
    return pieces.map { BashLine.unquoted($0).text }
  }

  /// Whether what follows is protected by a backslash.
  private static func endsProtected(_ piece: String) -> Bool {
    piece.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
  }
}
