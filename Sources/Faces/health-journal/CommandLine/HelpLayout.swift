import HealthExport
import HealthViews

/// A text of help in its parts. A declaration has it as one string: details first, then, each below
/// a line with its title, examples and fields.
struct HelpText {
  /// A part of the details.
  enum Block: Equatable {
    /// Words, filled into lines.
    case paragraph(String)
    /// Indented lines, as tables and calls, which stay as they are.
    case shown([String])
  }

  /// Paragraphs and indented lines.
  private(set) var details: String
  /// Calls, in indented lines.
  private(set) var examples: [String]
  /// The fields of its rows; one entry for each kind of row.
  private(set) var fields: [String]

  /// Reads the parts of a text.
  ///
  /// - Parameter forms: the rows of a view.
  init(_ text: String, _ forms: [View.Form] = []) {
    var parts: [String: [String]] = [:]
    var title = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if ["Examples", "Fields"].contains(line) {
        title = line
      } else {
        parts[title, default: []].append(line)
      }
    }
    func part(_ title: String) -> [String] {
      let lines = (parts[title] ?? []).drop(while: \.isEmpty).reversed().drop(while: \.isEmpty)
      return lines.reversed()
    }
    details = part("").joined(separator: "\n")
    examples = part("Examples")
    fields = part("Fields").reduce(into: []) { entries, line in
      let words = String(line.drop { $0 == " " })
      if line.hasPrefix("    "), let last = entries.popLast() {
        entries.append(last + " " + words)
      } else {
        entries.append(words)
      }
    }
    fields += forms.map(\.fields)
  }

  /// Returns the blocks of a text. Empty lines and changes of the indent separate them.
  static func blocks(_ text: String) -> [Block] {
    var blocks: [Block?] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch (line, blocks.last ?? nil) {
      case ("", _): blocks.append(nil)
      case (_, .shown(let lines)) where line.hasPrefix("  "):
        blocks[blocks.count - 1] = .shown(lines + [line])
      case (_, .paragraph(let words)) where !line.hasPrefix("  "):
        blocks[blocks.count - 1] = .paragraph(words + " " + line)
      default: blocks.append(line.hasPrefix("  ") ? .shown([line]) : .paragraph(line))
      }
    }
    return blocks.compactMap { $0 }
  }

  /// The parts as `help` prints them.
  var page: String {
    var parts = [details]
    if !fields.isEmpty {
      let lines = fields.flatMap { Self.hung($0, "  ", "    ", 96) }
      parts.append((["Fields"] + lines).joined(separator: "\n"))
    }
    if !examples.isEmpty { parts.append((["Examples"] + examples).joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// Returns a text in lines. The first line begins with `head`, the others with `margin`.
  static func hung(_ text: String, _ head: String, _ margin: String, _ width: Int) -> [String] {
    TextWrap.lines(text, width - margin.count).enumerated().map { ($0 == 0 ? head : margin) + $1 }
  }
}

extension View.Form {
  /// Its fields, each with its unit and its note.
  fileprivate var fields: String {
    let fields = ownColumns.map { column in
      let words = [column.unit, column.note].compactMap { $0 }
      return column.field + (words.isEmpty ? "" : " (\(words.joined(separator: "; ")))")
    }
    return (options.isEmpty ? "" : "with\(options): ") + fields.joined(separator: ", ")
      + (hasDetails
        ? "; with --columns or --all-columns also created, sourceVersion, metadata" : "")
  }
}
