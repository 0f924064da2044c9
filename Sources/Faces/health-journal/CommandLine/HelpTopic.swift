import ByteTools
import HealthExport

/// A page of help on what many commands take: one value in one file, and one line in `all`.
struct HelpTopic: Sendable {
  /// The word after `help`.
  var name: String
  /// A line that sums up the topic.
  var summary: String
  /// The page below its heading.
  var text: @Sendable () -> String

  /// Every topic, in the order of help.
  static let all: [HelpTopic] = [
    .calls,
    .journals,
    .config,
    .progress,
    .times,
    .zones,
    .naming,
    .units,
    .formats,
    .display,
    .views,
    .predicates,
    .past,
    .rights,
    .sources,
    .writing,
  ]

  static var names: [String] { all.map(\.name) }

  var page: String { "\(summary)\n\n\(HelpText(text()).page)" }

  /// Returns two columns; the second begins after the longest word of the first.
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

/// A page of help in lines that fit a terminal. A page that fits does not change.
enum HelpFit {
  /// Words of other lines are set in by this many columns.
  private static let hanging = 4
  /// The width to which pages are written: a line that has no room here for the first word of the
  /// next line is one paragraph with it.
  private static let full = 80

  /// Wraps the page to a width; nil does not change it.
  static func fitted(_ page: String, _ width: Int?) -> String {
    guard let width else { return page }
    var blocks: [[String]] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let last = blocks.last?.last, kind(last) == kind(line) {
        blocks[blocks.count - 1].append(line)
      } else {
        blocks.append([line])
      }
    }
    return blocks.flatMap { fitted($0, width) }.joined(separator: "\n")
  }

  private enum Kind { case empty, paragraph, table }

  private static func kind(_ line: String) -> Kind {
    line.isEmpty ? .empty : line.hasPrefix(" ") ? .table : .paragraph
  }

  private static func fitted(_ block: [String], _ width: Int) -> [String] {
    guard block.contains(where: { TerminalText.width($0) > width }) else { return block }
    return kind(block[0]) == .table ? table(block, width) : paragraph(block, width)
  }

  // MARK: Paragraphs

  private static func paragraph(_ lines: [String], _ width: Int) -> [String] {
    var joined: [String] = []
    for (index, line) in lines.enumerated() {
      let word = line.prefix { $0 != " " }
      if index > 0, lines[index - 1].count + 1 + word.count > full {
        joined[joined.count - 1] += " " + line
      } else {
        joined.append(line)
      }
    }
    return joined.flatMap { TextWrap.lines($0, width) }
  }

  // MARK: Words and what they mean

  /// Rows of two columns, or examples; where the second column has too little room it goes below
  /// the first.
  private static func table(_ lines: [String], _ width: Int) -> [String] {
    let rows = lines.map { drawnIn($0, width) }
    let columns = rows.map(secondColumn)
    let isStacked = columns.contains { $0.map { $0 > width / 2 } ?? false }
    return zip(rows, columns).flatMap { row, column -> [String] in
      let indent = row.prefix { $0 == " " }.count
      guard let column else { return hung(row, indent + hanging, width, head: indent) }
      guard isStacked else { return hung(row, column, width, head: column) }
      let margin = String(repeating: " ", count: indent + hanging)
      let word = String(row.prefix(column).reversed().drop { $0 == " " }.reversed())
      return hung(word, indent + hanging, width, head: indent)
        + TextWrap.lines(String(row.dropFirst(column)), max(1, width - margin.count))
        .map { margin + $0 }
    }
  }

  /// Returns a row; one that is indented by more than half the width, as it continues a second
  /// column, is moved to the left.
  private static func drawnIn(_ row: String, _ width: Int) -> String {
    let indent = row.prefix { $0 == " " }.count
    guard indent > width / 2 else { return row }
    return String(repeating: " ", count: hanging) + String(row.dropFirst(indent))
  }

  /// Returns the start of the second column of a row: after the first two blanks in a row.
  private static func secondColumn(_ row: String) -> Int? {
    let letters = Array(row)
    guard let first = letters.firstIndex(where: { $0 != " " }) else { return nil }
    var index = first
    while index + 1 < letters.count {
      if letters[index] == " ", letters[index + 1] == " " {
        return letters[index...].firstIndex { $0 != " " }
      }
      index += 1
    }
    return nil
  }

  /// Wraps a line: what does not fit is on the lines below, indented by `indent` columns.
  private static func hung(_ row: String, _ indent: Int, _ width: Int, head: Int) -> [String] {
    guard TerminalText.width(row) > width else { return [row] }
    let margin = String(repeating: " ", count: indent)
    let lines = TextWrap.lines(String(row.dropFirst(head)), max(1, width - indent))
    return lines.enumerated().map { ($0 == 0 ? String(row.prefix(head)) : margin) + $1 }
  }
}

/// The page that the program shows without a word: the first commands to try.
enum StartPage {
  /// A call of each command and its result, in the order in which a new user needs them.
  static let calls = [
    ("init --time-zone Europe/Paris", "a new journal"),
    ("import ~/Downloads/export.zip", "everything that the Health app exports"),
    ("latest", "the latest value of each type"),
    ("day yesterday", "one day in the order of time"),
    ("compare", "this month, compared with the last month"),
    ("chart steps --every week --last 12w", "a drawing of the steps per week"),
    ("workouts --limit 10", "the last ten workouts"),
    ("save bodyMass 71.5 kg", "a value that you measured"),
    ("report -o health.html", "a page for a doctor, to print"),
    ("export days -o days.csv", "a row for each day, for a spreadsheet"),
  ]

  static let text = """
    usage: health-journal COMMAND [--journal DIR] …

    \(HelpTopic.table(calls))

    health-journal help            lists every command
    health-journal help COMMAND    explains one command, with examples
    health-journal help help       lists the topics of help, such as times and units
    """
}
