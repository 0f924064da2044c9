/// Texts that would do something where they are shown, were they not escaped: names of sources and
/// metadata come from others.
package enum HostileText {
  /// The number of texts that a test tries.
  package static let count = Counts.scaled(20_000)

  /// What texts are made of: terminal sequences, formulas, HTML, Markdown, quotes, ends of lines
  /// and cells, turned direction, invisible characters.
  private static let pieces: [String] = [
    "\u{1B}[31m", "\u{1B}[2J", "\u{1B}]0;t\u{7}", "\u{1B}]8;;http://x\u{1B}\\", "\u{1B}P$q\u{1B}\\",
    "\u{9B}31m",
    "\u{90}q\u{9C}", "\u{7}", "\u{8}\u{8}\u{8}", "\u{0}", "\u{7F}", "\u{85}", "\u{E}", "\r",
    "=1+1", "=HYPERLINK(\"http://x\",\"y\")", "+1", "-2+3", "@SUM(A1)", "=cmd|' /C calc'!A0",
    "\u{FF1D}1", "\t=1",
    " =1", "\n=1", "'", "<script>window.ran = 1</script>", "\" onload=\"x",
    "' onfocus='x' autofocus='", "</style>",
    "</title><img src=x onerror=x>", "<svg/onload=x>", "-->", "<!--", "]]>", "&lt;b&gt;", "&#x3c;",
    "javascript:x",
    "</td></tr></table>", "<?x ?>", "[x](javascript:x)", "![x](http://y/z.png)", "`x`", "**x**",
    "__x__", "~~x~~",
    "|", "\\|", "\\", "\\\\", "| --- |", "# x", "> x", "\n", "\r\n", "\n\n", "\u{2028}", "\u{2029}",
    "\"", "\"\"",
    ",", ";", "\",\"", "\"},{\"x\":\"", "\\u0000", "\\n", "\u{202E}", "\u{2066}", "\u{200F}",
    "\u{61C}", "\u{200B}",
    "\u{FEFF}", "\u{AD}", "\u{E0041}\u{E007F}", "\u{FFF9}", "\u{3164}", "\nBEGIN:VEVENT\n",
    "\nEND:VCALENDAR\n",
    "ATTACH:http://x", "\n ", "$(x)", "${x}", "%n%s", "\u{1D173}", "e\u{301}\u{301}",
    "\u{1F3CA}\u{200D}", "漢字", "a",
    " ", "  ", "0", "Watch", "\u{D4E}", "\u{301}", "\u{200D}", "\u{D4E}\"\u{301}",
    "\u{D4E}'\u{301}",
    "\u{D4E}|\u{301}", "\u{D4E}<\u{301}", "\u{D4E};\u{301}", "\u{D4E},\u{301}", "\u{D4E}\\\u{301}",
    "\u{D4E}$(x)\u{301}", "\u{D4E}`x`\u{301}", "\u{D4E}=1+1\u{301}",
  ]

  /// A text of one to six pieces, some of them any character.
  package static func next(_ dice: inout Dice) -> String {
    var text = ""
    for _ in 0...dice.below(6) {
      if dice.oneIn(8) {
        text.unicodeScalars.append(Unicode.Scalar(UInt32(dice.below(0x11_0000))) ?? "?")
      } else {
        text += dice.pick(pieces)
      }
    }
    return text
  }

  /// So many of them.
  package static func texts(_ count: Int, _ dice: inout Dice) -> [String] {
    (0..<count).map { _ in next(&dice) }
  }
}
