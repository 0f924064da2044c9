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
      Checks that nobody changed the lines. It computes every chain value again, and checks the
      number, the time and the structure of every line and the rules of the journal. It makes each
      snapshot again from the lines and compares every byte; snapshots of lines after the first
      bad line are not compared. It names the first bad line and its byte. It changes nothing. If
      anything is wrong, the exit code is 1. A journal without a line is no journal (exit code 2).

      --chain only checks the chain: whether any byte has changed. It does not look at the content
      of lines, and needs a small part of the time. Each processor reads a part of the lines;
      --threads sets another number. If the system gives no threads, one thread reads everything.
      The result is the same.

      Commands that only read check the form, the number and the time of each line. They do not
      check the chain, because this would double the time. `audit` and `replay --verify` check it
      in every line. A command that writes checks it in lines that its snapshot does not contain;
      lines of a snapshot that is sealed by the user's own programs are not read again.

      The chain alone cannot show that the last lines were cut off, or that all lines were written
      anew. --against FILE shows both. FILE is the file of a `checkpoint` that was kept elsewhere,
      signed or not; you may give several. The first line is then one word, and every checkpoint
      has a line:

        VERIFIED     exit code 0: the lines of every checkpoint are there, and nothing is wrong
        UNANCHORED   exit code 0: nothing is wrong, but there is no checkpoint. This word is at the end.
        ROLLED BACK  exit code 1: there are fewer lines than a checkpoint has
        FORKED       exit code 1: as many lines are there, but others, or from another journal
        DAMAGED      exit code 1: a line is bad, or another part of the audit

      If several apply, you see the worst that is certain. FORKED is before DAMAGED, because good
      lines prove it. DAMAGED is before ROLLED BACK. Signatures are not verified; ssh-keygen and
      openssl can do this, see Docs/RECIPES.md.

      Examples

        health-journal audit --format json
        health-journal audit --chain
        health-journal checkpoint -o before.note
        health-journal audit --against before.note

      Fields

        verdict (`good` or `bad`), lines, firstBadLine, firstBadByte, count (of problems)
        problems: [{line, byte, problem}], the first 100; of a snapshot {snapshot, problem}
        erased, erasedInPart (lines)
        anchor (the word; with ROLLED BACK and FORKED the verdict is `bad`)
        notes: [{file, journal, lines, holds, text}], one for each --against
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
