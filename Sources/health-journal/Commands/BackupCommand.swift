import ByteTools
import HealthProjections
import Journal
import ProcessStart

/// `backup`: a verified copy of the journal.
enum BackupCommand {
  static let page = CommandPage(
    name: "backup", group: .audit, summary: "copy the journal as it stands, and verify the copy",
    words: "PLACE", count: 1...1, missing: "PLACE",
    options: [.journal, .threads, .progress],
    details: """
      Copies the lines up to the last whole one, beside a writer or not, to a new folder, or to a tar
      archive where PLACE ends in .tar, and their checkpoint. It audits the copy before it appears at
      its place, whole or not at all. Nothing that is there is replaced. The folder is a journal by
      itself; `restore` takes either.

      Of what lies beside the lines, snapshots, the lock and a workout in progress are left out: they
      are made anew, or are not yet history. So is `quarantine`, whose bytes no command reads. The exit
      code is 1 where the lines are sound and break rules that `audit` names; `restore` takes no such
      copy.

        health-journal backup /mnt/backup/2026-11-23.tar
        health-journal backup copy.journal
      """
  ) { arguments, console in
    let path = arguments.words[0]
    guard !["", "-"].contains(path) else {
      throw Failure.usage(
        "a backup is a folder or a file that ends in .tar; name one, not \"\(path)\"")
    }
    let journal = try Environment.journal(arguments)
    let backup = Backup(of: journal, threads: try arguments.threads())
    let written = try backup.write(to: Environment.expandingHome(path))
    // The backup is in its place: a signal that came too late must not replace the answer.
    Interruption.forget()
    try Writing.answer(to: "wrote \(path)") {
      try console.print(
        "wrote \(TerminalText.escaped(path)): \(counted(written.lines, "line")), chain \(written.chain)"
      )
    }
    guard written.problems > 0 else { return .done }
    console.remark(
      "its lines break rules: \(counted(written.problems, "problem")); see them with `health-journal audit`"
    )
    return .no
  }
}
