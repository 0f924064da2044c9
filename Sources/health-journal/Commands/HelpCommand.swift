import HealthProjections
import HealthExport

/// `help`: what there is, and what each command does.
enum HelpCommand {
  static func page(_ catalogue: Catalogue) -> CommandPage {
    CommandPage(
      name: "help", group: .help, summary: "help on a command",
      words: "[COMMAND | formats | times]",
      count: 0...1,
      options: [], details: "  health-journal help daily"
    ) { arguments, console in
      guard let name = arguments.words.first else {
        try console.print(overview(catalogue))
        return .done
      }
      if name == "formats" {
        try console.print(formats)
        return .done
      }
      if name == "times" {
        try console.print(TimeGrammar.page)
        return .done
      }
      guard let page = catalogue.page(name) else { throw catalogue.unknown(name) }
      try console.print(text(page))
      return .done
    }
  }

  /// All commands by group.
  static func overview(_ catalogue: Catalogue) -> String {
    var lines = ["usage: health-journal COMMAND [--journal DIR] …", ""]
    let all = catalogue.pages
    for group in CommandPage.Group.allCases {
      let pages = all.filter { $0.group == group }
      if pages.isEmpty { continue }
      lines.append(group.rawValue)
      for page in pages { lines.append("  " + padded(page.name, 12) + page.summary) }
      lines.append("")
    }
    lines += [
      "health-journal help COMMAND tells more, and help formats; --version tells the version.",
      "The journal is that of --journal DIR, else of $HEALTH_JOURNAL, else",
      Environment.usualPlace + ".",
      "Exit codes: 0 done, 1 the answer is no, 2 usage, 3 damaged journal, 4 refused by a rule,",
      "5 the system failed.",
    ]
    return lines.joined(separator: "\n")
  }

  /// All formats, and the files that they are taken for.
  private static var formats: String {
    let lines = (Format.all + Format.special).map { format in
      let endings = format.endings.map { "." + $0 }.joined(separator: ", ")
      return "  " + padded(format.name, 12) + format.summary
        + (endings.isEmpty ? "" : " (\(endings))")
    }
    return (["Formats for --format; without it text", ""] + lines).joined(separator: "\n")
  }

  /// One command in full.
  static func text(_ page: CommandPage) -> String {
    let usage = [page.name, page.words, page.options.isEmpty ? "" : "[options]"]
    var lines = [
      "health-journal " + usage.filter { !$0.isEmpty }.joined(separator: " "),
      "  " + page.summary, "",
    ]
    lines.append(page.details)
    if !page.options.isEmpty {
      lines += ["", "Options"]
      let names = page.options.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") }
      let width = (names.map(\.count).max() ?? 0) + 2
      for (name, option) in zip(names, page.options) {
        lines.append("  " + padded(name, width) + option.help)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
