import ByteTools
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `audit`: it checks that nobody changed the lines of the journal.
struct AuditCommand: CommandOptions {
  var isOnlyChain = false
  /// Checkpoints that were kept elsewhere.
  var notes: [NoteFile] = []

  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .shared(.format),
    .flag(\.isOnlyChain, "chain", "check only the chain: has any byte changed?"),
    .notes(\.notes, "compare the lines with this checkpoint; you may repeat this option"),
    .shared(.threads), .shared(.progress),
  ]

  static let page = command(
    name: "audit", group: .audit, summary: "check the chain, every line and every rule",
    details: """
      Checks that nobody changed the lines. It computes every chain value again. It checks the
      number, the time and the structure of every line, and the rules of the journal. It makes
      each snapshot again from the lines and compares every byte, except for snapshots of lines
      after the first bad line. It names the first bad line and the byte where this line begins.
      It changes nothing. If anything is wrong, the exit code is 1. A file without a line is not a
      journal (exit code 2).

      With --chain the audit checks only the chain, which shows whether any byte has changed. It
      does not look at the content of lines, and takes much less time than a whole audit. Each
      processor reads a part of the lines; --threads sets another number of threads. If the system
      gives no threads, one thread reads everything. The result is the same.

      Commands that only read check the form, the number and the time of each line. They do not
      check the chain, because this would double the time. `audit` and `replay --verify` check the
      chain in every line. A command that writes uses a snapshot only if a program of the same
      user sealed it. It does not read the lines of this snapshot again, and checks the chain only
      in the lines after them.

      The chain cannot show that the last lines were cut off, or that all lines were written
      again. With --against FILE the audit can show these two cases. FILE is the file of a
      `checkpoint` that you kept in another place, signed or not; you may give several. With
      --against, the first line of the answer is one of these words. Below the findings, each
      checkpoint has a line:

        VERIFIED     exit code 0: the journal has all lines of the checkpoints; nothing is wrong
        UNANCHORED   exit code 0: nothing is wrong, but you gave no checkpoint. This word is at the
                     end of the answer.
        ROLLED BACK  exit code 1: the journal has fewer lines than a checkpoint
        FORKED       exit code 1: the first lines are not those of a checkpoint, or the checkpoint
                     is from another journal
        DAMAGED      exit code 1: a line is bad, or another check of the audit failed

      If several words apply, you see the worst one that is certain. FORKED comes first, because
      good lines prove that the journal is forked. DAMAGED comes before ROLLED BACK. The command
      does not verify signatures; ssh-keygen and openssl can do this, see Docs/RECIPES.md.

      Examples

        health-journal audit --format json
        health-journal audit --chain
        health-journal checkpoint -o before.note
        health-journal audit --against before.note

      Fields

        verdict (`good` or `bad`), lines, firstBadLine, firstBadByte, count (of problems)
        problems: [{line, byte, problem}], the first 100; for a snapshot {snapshot, problem}
        erased, erasedInPart (lines)
        anchor (the word from the list; with ROLLED BACK and FORKED the verdict is `bad`)
        notes (checkpoints): [{file, journal, lines, holds, text}], one for each --against; holds is
          true if the journal has the lines of the checkpoint
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
