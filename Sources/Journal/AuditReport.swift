import HealthTables
package import JournalFile

/// What an audit found, in words.
package struct AuditReport: Sendable {
  /// A problem and its line.
  package struct Problem: Sendable {
    /// The number of the line.
    package let line: UInt64
    /// The offset of its first byte.
    package let byte: UInt64
    /// What is wrong.
    package let text: String
  }

  /// Good lines.
  package let lines: UInt64
  /// The chain value after them, as 64 hex digits.
  package let chain: String
  /// How many of them were erased, and how many rewritten; nil where the chain alone was audited.
  package let erasures: (erased: UInt64, rewritten: UInt64)?
  /// The first problems, in the order of their lines.
  package let problems: [Problem]
  /// What is wrong with snapshots, by the last line of each; the oldest first.
  package let snapshots: [(sequence: UInt64, text: String)]
  /// How many problems there are in all.
  package let count: Int
  /// What comparing the lines with each checkpoint gave.
  package let outcomes: [NoteOutcome]
  /// What all of it comes to.
  package let verdict: AuditVerdict

  /// Whether nothing speaks against the lines.
  package var isGood: Bool { [.verified, .unanchored].contains(verdict) }

  init(_ audit: JournalAudit) {
    lines = audit.lines
    chain = audit.chain
    erasures = audit.erasures.map { ($0.erased, $0.rewritten) }
    problems = audit.findings.map { Problem(line: $0.line, byte: $0.offset, text: $0.text) }
    snapshots = audit.snapshots.map { ($0.sequence, $0.text) }
    count = audit.count
    outcomes = audit.outcomes
    verdict = audit.verdict
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
    case .stillThere(let line):
      "it says that line \(line) was erased, in whole or in part, and that line is as it was written first"
    case .unbalancedImport(let element): "the import's count of \(element) does not balance"
    }
  }
}

extension SnapshotFinding {
  /// The words for it.
  fileprivate var text: String {
    switch problem {
    case .ahead:
      "the journal has no such line: it was cut back. Put the newer file back; or, if this older one is meant, "
        + "remove `snapshot`"
    case .differs:
      "it does not say what the lines say, and what was answered from it does not hold; remove `snapshot`, "
        + "which is a cache"
    }
  }
}
