import HealthProjections

/// `man`: the manual, in roff.
enum ManCommand {
  private static let output = Option(
    "output", "DIR", "or -o DIR: write every page there, each into a file")

  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "man", group: .help, summary: "the pages of the manual, in roff for `man`",
      words: "[COMMAND|TOPIC]", count: 0...1, options: [output],
      rules: [],
      details: """
        The page of the program, of a command or of a topic, made from what `help` is made of.
        `Fixtures/install` puts all of them where `man` looks for them.

          health-journal man daily > daily.1
          health-journal man -o ~/.local/share/man/man1
        """
    ) { arguments, console in
      let pages = ManualPage.all(catalogue)
      if let folder = arguments[output] {
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
