import HealthViews

@testable import health_journal

/// The reference of the command line in Markdown, `Docs/CLI.md`, made from the texts of `help`.
struct Reference {
  private static let width = 100
  private var lines: [String] = []

  /// Returns the page: the topics, then the commands by group.
  static func page(_ catalogue: Catalogue) -> String {
    var page = Reference()
    page.opening(catalogue)
    for topic in HelpTopic.all {
      page.lines += ["", "## help \(topic.name)", "", topic.summary + ".", ""]
      page.add(HelpText(topic.text()))
    }
    for group in CommandPage.Group.allCases {
      let own = catalogue.pages.filter { $0.group == group }
      if own.isEmpty { continue }
      page.lines += ["", "## Commands: \(group.rawValue.lowercased())"]
      for command in own { page.add(command, catalogue) }
    }
    return page.lines.joined(separator: "\n") + "\n"
  }

  static func markdown(_ text: HelpText) -> String {
    var page = Reference()
    page.add(text)
    return page.lines.joined(separator: "\n")
  }

  private mutating func opening(_ catalogue: Catalogue) {
    lines = ["# The command line", ""]
    paragraph(
      """
      This page contains the texts of `health-journal help`: first the topics, then each command.
      A test makes it from the declarations of the commands (Docs/TESTING.md).
      """)
    lines.append("")
    paragraph(
      "Topics: " + HelpTopic.names.map { "[\($0)](#help-\($0))" }.joined(separator: ", ") + ".")
    for group in CommandPage.Group.allCases {
      let own = catalogue.pages.filter { $0.group == group }.map(\.name)
      if own.isEmpty { continue }
      lines.append("")
      paragraph(
        "\(group.rawValue): " + own.map { "[\($0)](#\($0))" }.joined(separator: ", ") + ".")
    }
  }

  private mutating func add(_ page: CommandPage, _ catalogue: Catalogue) {
    lines += ["", "### \(page.name)", "", page.summary + "."]
    lines += ["", "    health-journal \(page.usage)", ""]
    add(page.text)
    let isAboutViews = page.words.contains("VIEW")
    let known = Set((Option.view + (isAboutViews ? catalogue.views.options : [])).map(\.name))
    let isWriting = [.setUp, .append].contains(page.group)
    let common = page.options.filter { !isWriting && known.contains($0.name) }
    let rows = page.options.filter { !common.contains($0) }
    if !rows.isEmpty {
      lines += ["", "| option | meaning |", "|---|---|"]
      lines += rows.map { "| `\($0.usage)` | \($0.help) |" }
    }
    if isAboutViews {
      lines += [
        "", "This command also has the options of the view, and [of every view](#help-views).",
      ]
    } else if !common.isEmpty {
      let names = common.map { "`--\($0.name)`" }.joined(separator: ", ")
      lines.append("")
      paragraph("This command also has [options of every view](#help-views): \(names).")
    }
  }

  private mutating func add(_ text: HelpText) {
    for (index, block) in HelpText.blocks(text.details).enumerated() {
      if index > 0 { lines.append("") }
      switch block {
      case .paragraph(let words): paragraph(words)
      case .shown(let rows): lines += rows.map { "  " + $0 }
      }
    }
    if !text.fields.isEmpty {
      lines += ["", "Fields:", ""]
      for entry in text.fields {
        lines += HelpText.hung(Self.linked(entry), "- ", "  ", Self.width)
      }
    }
    if !text.examples.isEmpty {
      lines += ["", "Examples:", ""]
      for call in text.calls {
        lines.append((call.contains("health-journal ") ? "    $ " : "    ") + call)
      }
    }
  }

  private mutating func paragraph(_ words: String) {
    let filled = Self.linked(words.replacing("\n", with: " "))
    lines += HelpText.hung(filled, "", "", Self.width)
  }

  /// Returns a text in which the names of pages of `Docs` are links.
  private static func linked(_ text: String) -> String {
    let parts = text.split(separator: "Docs/", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { linked, part in
      let name = part.prefix { $0.isLetter || $0 == "_" }
      let link = part.prefix { $0.isLetter || "_.#-".contains($0) }
      let path = link.hasSuffix(".") ? link.dropLast() : link
      linked += "[\(name)](\(path))" + part.dropFirst(path.count)
    }
  }
}

extension HelpText {
  /// The calls of the examples. A call that continues in the next line is one call.
  fileprivate var calls: [String] {
    examples.reduce(into: []) { calls, line in
      let words = String(line.drop { $0 == " " })
      if let last = calls.last, last.hasSuffix("\\") {
        calls[calls.count - 1] = last.dropLast() + words
      } else {
        calls.append(words)
      }
    }
  }
}
