import HealthViews
import Journal

/// The command `man`: the manual, in roff.
enum ManCommand {
  private static let output = Option(
    "output", "DIR", "write every page into this folder, one file per page; also as -o DIR")

  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "man", group: .help, summary: "print the pages of the manual, in roff for `man`",
      words: "[COMMAND|TOPIC]", count: 0...1, options: [output],
      details: """
        Prints a page of the manual in roff: of the program, of a command (section 1) or of a topic
        (section 7). The pages have the same text as `help`. -o DIR writes all of them into a
        folder, such as ~/.local/share/man/man1.

        `Fixtures/install` builds the program for release. It installs the program, the manual and
        the completions of three shells below `$PREFIX`, or below /usr/local if `$PREFIX` is not
        set. For packages it puts `$DESTDIR` in front of the paths.

        Examples

          health-journal man daily > daily.1
        """
    ) { arguments, console in
      let pages = ManualPage.all(catalogue)
      if let folder = arguments.output {
        guard arguments.words.isEmpty else { throw arguments.misused("--output writes every page") }
        for page in pages {
          var file = try FileSink("\(folder)/\(page.file)", outside: nil)
          try file.write { try $0.write(Array((page.text + "\n").utf8)) }
        }
        console.remark("wrote \(pages.count) pages to \(folder)")
        return .done
      }
      let name = (["health-journal"] + arguments.words).joined(separator: "-")
      guard let page = pages.first(where: { $0.name == name }) else {
        throw catalogue.unknown(
          arguments.words.joined(), "command or topic", orOneOf: HelpTopic.names)
      }
      try console.print(page.text)
      return .done
    }
  }
}

/// A page of the manual, made from the same declarations as help.
struct ManualPage {
  /// Its name, as `health-journal-daily`.
  let name: String
  /// The section of the manual: 1 for commands; 7 for topics.
  let section: Int
  /// Its source in roff.
  let text: String

  var file: String { "\(name).\(section)" }

  /// Returns the program's own page, one for each command, and one for each topic.
  static func all(_ catalogue: Catalogue) -> [ManualPage] {
    [ManualPage(catalogue)] + catalogue.pages.map { ManualPage($0) }
      + HelpTopic.all.map { ManualPage($0) }
  }

  private init(_ name: String, section: Int, _ summary: String, _ body: (inout Roff) -> Void) {
    self.name = name
    self.section = section
    var roff = Roff()
    roff.head(
      name.uppercased(), section: section, day: ProgramVersion.day,
      "health-journal \(ProgramVersion.number)", "Health Journal")
    roff.macro("SH", "NAME")
    roff.prose("\(name) - \(summary)")
    body(&roff)
    text = roff.lines.joined(separator: "\n")
  }

  /// Creates the page of the program.
  init(_ catalogue: Catalogue) {
    self.init("health-journal", section: 1, "a health journal in one plain file") { roff in
      roff.synopsis("COMMAND [options]")
      roff.macro("SH", "DESCRIPTION")
      roff.details(
        """
        Each command has its own page, such as health-journal-daily(1). These calls are good to
        begin with:

        \(HelpTopic.table(StartPage.calls))
        """)
      roff.macro("SH", "COMMANDS")
      let pages = catalogue.pages
      for group in CommandPage.Group.allCases {
        let own = pages.filter { $0.group == group }
        if own.isEmpty { continue }
        roff.macro("SS", group.rawValue)
        for page in own { roff.item(page.name, page.summary) }
      }
      roff.macro("SH", "EXIT STATUS")
      for (code, means) in ExitCode.meanings { roff.item(code, means) }
      roff.macro("SH", "ENVIRONMENT")
      for (name, means) in Environment.variables { roff.item(name, means) }
      roff.macro("SH", "FILES")
      roff.item(Environment.usualLocation, "the default journal")
      roff.seeAlso(HelpTopic.all.map { ("health-journal-\($0.name)", 7) })
    }
  }

  init(_ page: CommandPage) {
    self.init("health-journal-\(page.name)", section: 1, page.summary) { roff in
      roff.synopsis(page.usage)
      roff.text(page.text)
      if !page.allOptions.isEmpty {
        roff.macro("SH", "OPTIONS")
        for option in page.allOptions {
          roff.item("--" + option.name, value: option.value, option.help)
        }
      }
      roff.seeAlso([("health-journal", 1)])
    }
  }

  init(_ topic: HelpTopic) {
    self.init("health-journal-\(topic.name)", section: 7, topic.summary) { roff in
      roff.text(HelpText(topic.text()))
      roff.seeAlso([("health-journal", 1)])
    }
  }
}

extension Roff {
  /// Adds the way to call the program.
  fileprivate mutating func synopsis(_ usage: String) {
    macro("SH", "SYNOPSIS")
    macro("B", "health-journal")
    prose(usage)
  }

  /// Adds the parts of a text, each as a section.
  fileprivate mutating func text(_ text: HelpText) {
    macro("SH", "DESCRIPTION")
    details(text.details)
    if !text.fields.isEmpty {
      macro("SH", "FIELDS")
      details(text.fields.joined(separator: "\n\n"))
    }
    if !text.examples.isEmpty {
      macro("SH", "EXAMPLES")
      verbatim(text.examples)
    }
  }

  /// Adds a word and its meaning.
  fileprivate mutating func item(_ word: String, value: String? = nil, _ means: String) {
    macro("TP")
    if let value { macro("BI", word, " " + value) } else { macro("B", word) }
    prose(means)
  }

  /// Adds references to other pages.
  fileprivate mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
    macro("SH", "SEE ALSO")
    for (index, page) in pages.enumerated() {
      let comma = index + 1 < pages.count ? "," : ""
      macro("BR", page.name, "(\(page.section))\(comma)")
    }
  }
}

/// A page in roff, written by the macros of man(7): what `man` shows.
///
///     var roff = Roff()
///     roff.macro("SH", "NAME")
///     roff.prose("help \u{2014} text")
struct Roff {
  private(set) var lines: [String] = []

  /// The greatest length of a line of prose in the source.
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

  /// Adds text that is filled into lines; words in back quotes are bold.
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

  /// Returns a text without anything that roff obeys, except what makes words in back quotes bold.
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

  /// Adds paragraphs, and indented lines, which stay as they are.
  mutating func details(_ text: String) {
    for (index, block) in HelpText.blocks(text).enumerated() {
      // The first paragraph of a section begins without a sign.
      if index > 0 { lines.append(".PP") }
      switch block {
      case .paragraph(let words): prose(words)
      case .shown(let text): verbatim(text)
      }
    }
  }

  /// Returns a text without anything that roff obeys, of ASCII alone.
  ///
  /// - Parameter isQuoted: true if it is in double quotes.
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

  /// Returns a line that roff reads as text, not as a call of a macro.
  private static func asText(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }
}
