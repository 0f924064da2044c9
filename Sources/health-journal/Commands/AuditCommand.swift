import ByteTools
import HealthExport
import HealthJournal
import HealthTables

/// `audit`: whether the journal is what it was.
enum AuditCommand {
  static let page = CommandPage(
    name: "audit", group: .audit, summary: "check the chain, every line and every rule",
    options: [.journal, .format],
    details: """
      Computes every chain value anew, checks numbers, time order and structure, and names the rules
      that lines break by themselves. It changes nothing. The exit code is 1 when anything is wrong.
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    let format = try Console.format(arguments)
    let audit = try JournalAudit(try Surroundings.journal(arguments))
    if format.isForPeople {
      try show(audit, &console)
    } else {
      var writer = JSONWriter()
      writer.audit(audit)
      try console.print(String(decoding: writer.bytes, as: UTF8.self))
    }
    return audit.count == 0 ? .done : .no
  }

  private static func show(_ audit: JournalAudit, _ console: inout Console) throws {
    guard audit.count > 0 else {
      return try console.print("good: \(audit.lines) lines, chain \(audit.chain)")
    }
    try console.print("not good: \(audit.lines) good lines, \(audit.count) problems")
    for finding in audit.findings {
      let text = TerminalText.escaped(finding.text)
      try console.print("line \(finding.line), byte \(finding.offset): \(text)")
    }
    if audit.count > audit.findings.count {
      try console.print("… and \(audit.count - audit.findings.count) more")
    }
  }
}

extension JournalAudit.Finding {
  /// The words for it.
  fileprivate var text: String {
    switch problem {
    case .line(let problem): Wording.text(problem)
    case .torn(let bytes):
      "\(bytes) bytes that are no line; they were never acknowledged, and the next writer sets "
        + "them aside"
    case .rule(let rejection): Wording.text(rejection)
    case .unknownOrigin(let line): "an object refers to line \(line), which tells no origin"
    case .unexplainedErasure: "the line was erased, and no `erase` event says why"
    case .unbalancedImport(let element): "the import's count of \(element) does not balance"
    }
  }
}

extension JSONWriter {
  /// Writes the fields of DESIGN's `audit`.
  fileprivate mutating func audit(_ audit: JournalAudit) {
    object { writer in
      writer.member("verdict", audit.count == 0 ? "good" : "bad")
      writer.member("lines", audit.lines)
      if let first = audit.findings.first {
        writer.member("firstBadLine", first.line)
        writer.member("firstBadByte", first.offset)
      }
      writer.key("problems")
      writer.array(audit.findings) { writer, finding in
        writer.object {
          $0.member("line", finding.line)
          $0.member("byte", finding.offset)
          $0.member("problem", finding.text)
        }
      }
    }
  }
}
