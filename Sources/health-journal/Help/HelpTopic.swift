import HealthExport
import HealthProjections

/// A page of help on what many commands take: one value in one file, and one line in `all`.
struct HelpTopic: Sendable {
  /// The word after `help`.
  var name: String
  /// One line.
  var summary: String
  /// The page below its heading.
  var text: @Sendable () -> String

  /// Every topic, in the order of help.
  static let all: [HelpTopic] = [
    .times,
    .units,
    .predicates,
    .formats,
    .sources,
  ]

  /// Their names.
  static var names: [String] { all.map(\.name) }

  /// The page.
  var page: String { "\(summary)\n\n\(text())" }

  /// Two columns, the second of which begins after the longest word of the first.
  static func table(_ rows: [(String, String)]) -> String {
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { word, means in
      "  " + HelpCommand.padded(word, width) + means
    }.joined(separator: "\n")
  }

  /// Words with commas between them, in lines of at most 98 characters.
  static func lines(_ words: [String], indent: Int = 2) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [margin]
    for (index, word) in words.enumerated() {
      let text = word + (index + 1 < words.count ? "," : "")
      var last = lines.removeLast()
      if last.count + text.count + 1 > 98, last != margin {
        lines.append(last)
        last = margin
      }
      lines.append(last == margin ? last + text : last + " " + text)
    }
    return lines.joined(separator: "\n")
  }
}

extension HelpTopic {
  /// How times, days and periods are written.
  static let times = HelpTopic(name: "times", summary: TimeGrammar.title) { TimeGrammar.text }

  /// All formats, and the files that they are taken for.
  static let formats = HelpTopic(
    name: "formats", summary: "Formats for --format; without it text"
  ) {
    table(
      (Format.all + Format.special).map { format in
        let endings = format.endings.map { "." + $0 }.joined(separator: ", ")
        return (format.name, format.summary + (endings.isEmpty ? "" : " (\(endings))"))
      }) + "\n\nHow it looks, with every command\n\n"
      + table(Option.display.map { ($0.usage, $0.help) })
  }

  /// Who wrote something, how one is named, and who counts first.
  static let sources = HelpTopic(
    name: "sources", summary: "Sources: the apps and devices that wrote samples, and people"
  ) {
    """
    `health-journal sources` lists them by type. Each has a name, as Apple Watch, and may have a bundle
    identifier, as com.example.app; `owner` is what was entered by hand.

    \(table([
      ("--source NAME", "only what this source wrote, by name or by bundle; may be given several times"),
      ("--as SOURCE", "show what this bundle may read, as `authorize` decided"),
      ("--by SOURCE", "save or delete in the name of this bundle; else in the owner's"),
      ("--sources RULE", "what becomes of several that measured the same time, as the command says"),
      ("--where …", "'source = \"Apple Watch\"', 'source beginsWith com.example'"),
    ]))

    Where several measured the same time, `merge` lets at each instant only the first of them count:
    those that `configure --priority` names, then `owner`, then watches, then phones, then the others
    by their first sample. `sources` shows the order and why it is so.

      health-journal sources --type stepCount
      health-journal configure --priority 'stepCount=Apple Watch,iPhone'
      health-journal daily --type stepCount --sources separate
    """
  }
}
