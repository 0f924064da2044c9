/// Safe texts in less room than they need.
package enum TextWrap {
  /// A text in lines of at most this many columns, broken at spaces, and within a word that is
  /// wider.
  ///
  ///     TextWrap.lines("2 of 3 days agree", 8)   // 2 of 3, days, agree
  package static func lines(_ text: String, _ width: Int) -> [String] {
    guard Layout.width(text) > width else { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let joined = line.isEmpty ? String(word) : line + " " + word
      if Layout.width(joined) <= width {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = String(word)
      while Layout.width(line) > width {
        let head = wordHead(of: line, width)
        lines.append(head)
        line = String(line.dropFirst(head.count))
      }
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }

  /// The beginning of a text that is too wide, and a sign that there is more: `Alex’s iPh…`.
  static func shortened(_ text: String, _ width: Int) -> String {
    Layout.width(text) <= width ? text : head(of: text, width - 1) + "…"
  }

  /// The widest word of a text.
  static func widestWord(_ text: String) -> Int {
    text.split(separator: " ").map { Layout.width(String($0)) }.max() ?? 0
  }

  /// The beginning of a word that is too wide: up to where one of the words that it is made of
  /// ends, as in `dietaryEnergyConsumed`; else as much as fits.
  private static func wordHead(of word: String, _ width: Int) -> String {
    let head = Array(head(of: word, width))
    let rest = word.dropFirst(head.count).first
    for length in (1 + head.count / 3..<head.count + 1).reversed() {
      let (last, next) = (head[length - 1], length < head.count ? head[length] : rest)
      let ends = last == "-" || last == "/" || last == "," || last == "_"
      if ends || last.isLowercase && next?.isUppercase ?? false { return String(head[..<length]) }
    }
    return String(head)
  }

  /// As many characters as fit; at least one.
  private static func head(of text: String, _ width: Int) -> String {
    var head = ""
    var used = 0
    for character in text {
      let next = Layout.width(String(character))
      if used + next > width, !head.isEmpty { break }
      head.append(character)
      used += next
    }
    return head
  }
}
