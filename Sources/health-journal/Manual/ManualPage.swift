import HealthProjections
import Journal

/// A page of the manual, made from the declarations that help is made of.
struct ManualPage {
  /// Its name, as `health-journal-daily`.
  let name: String
  /// 1: commands; 7: topics.
  let section: Int
  /// Its source in roff.
  let text: String

  /// The name of its file.
  var file: String { "\(name).\(section)" }

  /// The program's own page, one for each command, and one for each topic.
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

  /// The page of the program.
  init(_ catalogue: Catalogue) {
    self.init("health-journal", section: 1, "a health journal in one plain file") { roff in
      roff.synopsis("COMMAND [options]")
      roff.macro("SH", "DESCRIPTION")
      roff.details(
        """
        Each command has a page of its own, as health-journal-daily(1). The calls that one begins with:

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
      roff.item(Environment.usualLocation, "the journal where none is named")
      roff.seeAlso(HelpTopic.all.map { ("health-journal-\($0.name)", 7) })
    }
  }

  /// The page of a command.
  init(_ page: CommandPage) {
    self.init("health-journal-\(page.name)", section: 1, page.summary) { roff in
      roff.synopsis(page.usage)
      roff.macro("SH", "DESCRIPTION")
      roff.details(page.details)
      if !page.allOptions.isEmpty {
        roff.macro("SH", "OPTIONS")
        for option in page.allOptions {
          roff.item("--" + option.name, value: option.value, option.help)
        }
      }
      roff.seeAlso([("health-journal", 1)])
    }
  }

  /// The page of a topic.
  init(_ topic: HelpTopic) {
    self.init("health-journal-\(topic.name)", section: 7, topic.summary) { roff in
      roff.macro("SH", "DESCRIPTION")
      roff.details(topic.text())
      roff.seeAlso([("health-journal", 1)])
    }
  }
}

extension Roff {
  /// How the program is called.
  fileprivate mutating func synopsis(_ usage: String) {
    macro("SH", "SYNOPSIS")
    macro("B", "health-journal")
    prose(usage)
  }

  /// A word and what it means.
  fileprivate mutating func item(_ word: String, value: String? = nil, _ means: String) {
    macro("TP")
    if let value { macro("BI", word, " " + value) } else { macro("B", word) }
    prose(means)
  }

  /// Other pages.
  fileprivate mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
    macro("SH", "SEE ALSO")
    for (index, page) in pages.enumerated() {
      let comma = index + 1 < pages.count ? "," : ""
      macro("BR", page.name, "(\(page.section))\(comma)")
    }
  }
}
