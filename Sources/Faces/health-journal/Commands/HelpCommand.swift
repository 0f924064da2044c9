import ByteTools
import HealthViews

/// The command `help`: the list of the commands, and a page on each.
enum HelpCommand {
  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "help", group: .help, summary: "show help about a command or a topic",
      words: "[COMMAND|TOPIC]", count: 0...1,
      options: [],
      details: """
        Without a word `help` lists every command. `help COMMAND` explains one command. `help TOPIC`
        explains rules that many commands share. If a word is the name of a command and of a topic,
        you see both pages. For an unknown word you see the nearest names, and the exit code is 2.
        Without any word the program shows ten first calls. The exit code is then 2, because the
        call names no command. TOPIC is one of these:

        \(HelpTopic.table(HelpTopic.all.map { ($0.name, $0.summary) }))

        Examples

          health-journal help daily
          health-journal help units
          health-journal --version
        """
    ) { arguments, console in
      guard let name = arguments.words.first else {
        try console.help(overview(catalogue, arguments.config))
        return .done
      }
      if let config = arguments.config, let alias = config.alias(name) {
        try console.help(config.text(alias) + "\n")
        try console.help(try text(of: alias.words[0], catalogue))
        return .done
      }
      try console.help(try text(of: name, catalogue))
      return .done
    }
  }

  /// Returns the page of a command or of a topic.
  ///
  /// - Throws: a `Failure` of usage, with the nearest names, if there is none.
  static func text(of name: String, _ catalogue: Catalogue) throws(Failure) -> String {
    let topic = HelpTopic.all.first { $0.name == name }
    // `sources` is both: a topic, and the command that shows them.
    let pages = [topic?.page, catalogue.page(name).map(text)].compactMap { $0 }
    guard !pages.isEmpty else {
      throw catalogue.unknown(name, "command or topic", orOneOf: HelpTopic.names)
    }
    return pages.joined(separator: "\n\n")
  }

  /// Lists all commands by group.
  static func overview(_ catalogue: Catalogue, _ config: ConfigFile? = nil) -> String {
    var lines = ["usage: health-journal COMMAND [--journal DIR] …", ""]
    let all = catalogue.pages
    for group in CommandPage.Group.allCases {
      let pages = all.filter { $0.group == group }
      if pages.isEmpty { continue }
      lines.append(group.rawValue)
      for page in pages { lines.append("  " + padded(page.name, 12) + page.summary) }
      lines.append("")
    }
    if let config, !config.aliases.isEmpty {
      lines.append("Aliases, of \(config.path)")
      let rows = config.aliases.map { ($0.name, $0.words.joined(separator: " ")) }
      lines += [TerminalText.escaped(HelpTopic.table(rows)), ""]
    }
    lines += [
      "health-journal help COMMAND explains a command; --version shows the version.",
      HelpTopic.lines(
        ["Topics of help: " + HelpTopic.names[0]] + HelpTopic.names.dropFirst(), indent: 0)
        + ".",
      "A command uses the journal of --journal DIR, otherwise of $HEALTH_JOURNAL, otherwise",
      Environment.usualLocation + ".",
      "Options and aliases of ~/.config/health-journal/config apply, unless you give --no-config.",
      HelpTopic.lines(
        ExitCode.meanings.map { ($0 == "0" ? "Exit codes: " : "") + "\($0) \($1)" }, indent: 0)
        + ".",
    ]
    return lines.joined(separator: "\n")
  }

  /// Describes one command in full.
  static func text(_ page: CommandPage) -> String {
    var lines = ["health-journal " + page.usage, "  " + page.summary, "", page.text.page]
    if !page.options.isEmpty {
      lines += ["", "Options", HelpTopic.table(page.options.map { ($0.usage, $0.help) })]
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a text with blanks after it, at least one.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

extension CommandPage {
  /// Its details in parts, with the fields of a view.
  var text: HelpText { HelpText(details, forms()) }

  /// The way to call it: `chart TYPE [options]`.
  var usage: String {
    [name, words, options.isEmpty ? "" : "[options]"].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Option {
  /// The way to give it: `--type TYPE`.
  var usage: String { "--" + name + (value.map { " " + $0 } ?? "") }
}
