import Foundation

/// A session at a shell, as a text file:
///
///     # a remark
///     $ health-journal latest --type nonsense
///     what goes to standard output
///     ! what goes to standard error
///     = 2
///
/// `$ ` begins a command; lines with `> ` below it continue it, as for a here-document. Lines of
/// standard output follow, those of standard error with `! `, and `= N` tells an exit code other
/// than 0. An output line that looks like one of these, or is empty, begins with `\`.
///
/// In a page of Markdown the session is what is indented by four columns; all else is remarks.
struct Transcript {
  /// A command and what it came to.
  struct Step {
    var remarks: [String] = []
    var command: [String]
    var result: [String] = []
  }

  var steps: [Step] = []
  /// Remarks below the last command.
  var ending: [String] = []
  /// What every line of the session is indented by.
  private let indent: String

  init(_ text: String, isPage: Bool = false) {
    indent = isPage ? "    " : ""
    var remarks: [String] = []
    for full in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let line = full.hasPrefix(indent) ? String(full.dropFirst(indent.count)) : full
      if isPage, !full.hasPrefix(indent) {
        remarks.append(full)
      } else if line.hasPrefix("$ ") {
        steps.append(Step(remarks: remarks, command: [String(line.dropFirst(2))]))
        remarks = []
      } else if line.hasPrefix("> "), let last = steps.indices.last, steps[last].result.isEmpty {
        steps[last].command.append(String(line.dropFirst(2)))
      } else if line.isEmpty || line.hasPrefix("#") {
        remarks.append(line)
      } else if let last = steps.indices.last {
        steps[last].result.append(line)
      }
    }
    while remarks.last == "" { remarks.removeLast() }
    ending = remarks
  }

  /// The file, as it is written when it is recorded anew.
  var text: String {
    var lines: [String] = []
    for step in steps {
      lines += step.remarks
      lines.append(indent + "$ " + step.command[0])
      lines += step.command.dropFirst().map { indent + "> " + $0 }
      lines += step.result.map { indent + $0 }
    }
    return (lines + ending).joined(separator: "\n") + "\n"
  }

  /// The lines of an outcome.
  static func lines(_ outcome: Outcome) -> [String] {
    var output = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
      .map { protected(String($0)) }
    if output.last == "\\" { output.removeLast() } else { output.append("\\ (no line feed)") }
    return output + outcome.complaints.map { "! " + $0 }
      + (outcome.code == 0 ? [] : ["= \(outcome.code)"])
  }

  private static func protected(_ line: String) -> String {
    let signs = ["$ ", "> ", "! ", "= ", "#", "\\"]
    return line.isEmpty || signs.contains { line.hasPrefix($0) } ? "\\" + line : line
  }
}
