import ByteTools
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// `audit`: whether the journal is what it was.
struct AuditCommand: CommandOptions {
  var isOnlyChain = false
  /// Checkpoints that were kept elsewhere.
  var notes: [NoteFile] = []

  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .shared(.format),
    .flag(\.isOnlyChain, "chain", "only the chain: whether any byte has changed"),
    .notes(\.notes, "compare the lines with this checkpoint; several times"),
    .shared(.threads), .shared(.progress),
  ]

  static let page = command(
    name: "audit", group: .audit, summary: "check the chain, every line and every rule",
    details: """
      Computes every chain value anew, checks numbers, time order and structure, and names the rules
      that lines break by themselves. It makes each snapshot anew from the lines and compares the two.
      It changes nothing. The exit code is 1 when anything is wrong.
      With --chain it does not look at what the lines say, which is faster by far. However many
      threads read, the result is the same.

      Without a checkpoint an audit cannot tell that the tail was cut off, or that every line was written
      anew. With --against FILE, a `checkpoint` that was kept outside, signed or not, the first word
      says: VERIFIED; ROLLED BACK, there are fewer lines than the checkpoint has; FORKED, as many
      lines are others, or of another journal; or DAMAGED. Without one it says UNANCHORED. Signatures
      are not verified; ssh-keygen and openssl do that.

        health-journal audit --against march.note --against april.note
      """
  ) { options, arguments, console in
    let format = try Console.format(arguments)
    let notes = options.notes
    let audit = try Environment.journal(arguments).audit(
      onlyChain: options.isOnlyChain, against: notes.map(\.note.checkpoint),
      threads: arguments.threads())
    let told = zip(notes, audit.outcomes).map { $0.text($1, lines: audit.lines) }
    if format == .text {
      try show(audit, told, &console)
    } else {
      try console.show(audit.table(notes, told), as: format)
    }
    return audit.isGood ? .done : .no
  }

  /// Shows the report. With checkpoints the verdict is the first line. Without any, UNANCHORED is
  /// the last line: the findings above do not depend on it.
  private static func show(
    _ audit: AuditReport, _ notes: [String], _ console: inout Console
  ) throws {
    if !notes.isEmpty { try console.say(audit.verdict.rawValue) }
    try showLines(audit, &console)
    for note in notes { try console.say(TerminalText.escaped(note)) }
    if audit.verdict == .unanchored {
      try console.say(
        "\(audit.verdict.rawValue): no checkpoint was compared, so a tail that was cut off would not show; "
          + "see --against")
    }
  }

  private static func showLines(_ audit: AuditReport, _ console: inout Console) throws {
    guard audit.count > 0 else {
      let lines = "\(counted(audit.lines, "line"))\(audit.erased), chain \(audit.chain)"
      return try console.say(audit.isGood ? "good: \(lines)" : "\(lines), whole in itself")
    }
    try console.say(
      "bad: \(counted(audit.count, "problem")), \(counted(audit.lines, "good line"))")
    for problem in audit.problems {
      let text = TerminalText.escaped(problem.text)
      try console.say("line \(problem.line), byte \(problem.byte): \(text)")
    }
    let told = audit.problems.count + audit.snapshots.count
    if audit.count > told { try console.print("… and \(audit.count - told) more") }
    for snapshot in audit.snapshots {
      try console.say("snapshot \(snapshot.sequence): \(snapshot.text)")
    }
  }
}

extension AuditReport {
  /// The erasures, as a part of a sentence; empty if there were none.
  fileprivate var erased: String {
    guard let erasures, erasures != (0, 0) else { return "" }
    return " (\(erasures.erased) erased, \(erasures.rewritten) in part)"
  }

  /// Returns the fields of `audit`, in one row.
  fileprivate func table(_ notes: [NoteFile], _ told: [String]) -> Table {
    let first = problems.first
    let row: [Cell] = [
      .text(isGood ? "good" : "bad"), .whole(Int(lines)),
      first.map { .whole(Int($0.line)) } ?? .missing,
      first.map { .whole(Int($0.byte)) } ?? .missing, .whole(count),
      .list(
        problems.map { problem in
          [
            ("line", .whole(Int(problem.line))), ("byte", .whole(Int(problem.byte))),
            ("problem", .text(problem.text)),
          ]
        }
          + snapshots.map { finding in
            [("snapshot", .whole(Int(finding.sequence))), ("problem", .text(finding.text))]
          }),
      erasures.map { .whole(Int($0.erased)) } ?? .missing,
      erasures.map { .whole(Int($0.rewritten)) } ?? .missing,
      .text(verdict.rawValue), .list(zip(notes, zip(outcomes, told)).map { $0.fields($1.0, $1.1) }),
    ]
    return Table(
      columns: [
        Column("verdict"), Column("lines", .number), Column("firstBadLine", .number),
        Column("firstBadByte", .number), Column("count", .number), Column("problems", .list),
        Column("erased", .number), Column("erasedInPart", .number),
        Column("anchor"), Column("notes", .list),
      ], rows: [row])
  }
}

extension NoteFile {
  /// Returns the fields for a program.
  fileprivate func fields(_ outcome: NoteOutcome, _ told: String) -> [(String, Cell)] {
    [
      ("file", .text(path)), ("journal", .text(note.checkpoint.journal.description)),
      ("lines", .whole(Int(clamping: note.checkpoint.lines))),
      ("holds", .flag(outcome.holds)), ("text", .text(told)),
    ]
  }
}
