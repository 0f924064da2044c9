/// A page in roff, written by the macros of man(7): what `man` shows.
///
///     var roff = Roff()
///     roff.macro("SH", "NAME")
///     roff.prose("help \u{2014} text")
struct Roff {
  /// Its lines.
  private(set) var lines: [String] = []

  /// How long a line of prose may be in the source.
  private static let width = 76

  /// Adds the head of a page; the day is read by programs, and so it is not escaped.
  mutating func head(_ name: String, section: Int, day: String, _ source: String, _ book: String) {
    macro("TH", name, "\(section)")
    lines[lines.count - 1] += " \"\(day)\" \"\(Self.escaped(source))\" \"\(Self.escaped(book))\""
  }

  /// Adds a call of a macro, with arguments in quotes.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { "\"" + Self.escaped($0, inQuotes: true) + "\"" }
    lines.append(([".\(name)"] + quoted).joined(separator: " "))
  }

  /// Adds text that is filled into lines; what stands in back quotes is bold.
  mutating func prose(_ text: String) {
    var line = ""
    for word in marked(text).split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if line.count + word.count >= Self.width, !line.isEmpty {
        lines.append(Self.asText(line))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(Self.asText(line))
  }

  /// A text without anything that roff obeys, but for what makes words in back quotes bold.
  private func marked(_ text: String) -> String {
    let parts = text.unicodeScalars.split(separator: "`", omittingEmptySubsequences: false).map {
      Self.escaped(String($0))
    }
    return parts.indices.map { index in
      index % 2 == 1 && index + 1 < parts.count ? "\\fB\(parts[index])\\fR" : parts[index]
    }.joined()
  }

  /// Adds lines as they are.
  mutating func verbatim(_ text: [String]) {
    lines.append(".EX")
    lines += text.map { Self.asText(Self.escaped($0)) }
    lines.append(".EE")
  }

  /// Adds a text as help pages are laid out: paragraphs with empty lines between them, and indented
  /// lines, which stay as they are.
  mutating func details(_ text: String) {
    var prose: [Substring] = []
    var shown: [String] = []
    // The first paragraph of a section begins without a sign.
    var isFirst = true
    func begin(_ roff: inout Roff) {
      if !isFirst { roff.lines.append(".PP") }
      isFirst = false
    }
    func finish(_ roff: inout Roff) {
      if !prose.isEmpty {
        begin(&roff)
        roff.prose(prose.joined(separator: " "))
      } else if !shown.isEmpty {
        begin(&roff)
        roff.verbatim(shown)
      }
      (prose, shown) = ([], [])
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isShown = line.hasPrefix("  ")
      if line.isEmpty || (isShown ? !prose.isEmpty : !shown.isEmpty) { finish(&self) }
      if isShown { shown.append(String(line)) } else if !line.isEmpty { prose.append(line) }
    }
    finish(&self)
  }

  /// A text without anything that roff obeys, of ASCII alone.
  ///
  /// - Parameter isQuoted: whether it stands in double quotes.
  static func escaped(_ text: String, inQuotes isQuoted: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\"" where isQuoted: escaped += "\\(dq"
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        let padding = String(repeating: "0", count: max(0, 4 - hex.count))
        escaped += scalar.isASCII ? String(scalar) : "\\[u\(padding)\(hex)]"
      }
    }
  }

  /// A line that roff takes for text, not for a call of a macro.
  private static func asText(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }
}
