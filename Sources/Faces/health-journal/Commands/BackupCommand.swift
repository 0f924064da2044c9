import ByteTools
import HealthViews
import Journal
import JournalFile

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

/// `restore`: the lines of a backup take the place of the journal's.
struct RestoreCommand: CommandOptions {
  var isReplacing = false
  var notes: [NoteFile] = []

  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait),
    .flag(\.isReplacing, "replace", "also where the journal has lines that the backup lacks"),
    .notes(\.notes, "the backup has to have grown from this checkpoint; several times"),
    .shared(.threads), .shared(.progress),
  ]

  static let page = command(
    name: "restore", group: .audit, summary: "put a backup in the place of the journal",
    words: "BACKUP", count: 1...1, missing: "BACKUP",
    details: """
      Takes a folder or a tar archive that `backup` wrote, or any folder with events.ndjson in it. The
      lines are copied beside the journal and audited, chain and rules, and against the checkpoint that
      lies beside them; what is not good is refused, and nothing changes. Then they take the place of
      the journal's in one step, under its lock; a journal that is open for writing is refused.

      Where no journal is, one is made. One whose lines are all in the backup is replaced; one that has
      others, or is damaged, only with --replace. The lines that stood there are kept in `quarantine`.
      A backup from before an erasure brings back what was erased, and a remark says so.

      The checkpoint beside the lines came with them. With --against FILE, a `checkpoint` that was kept
      elsewhere, a backup that is cut back (ROLLED BACK) or has other lines (FORKED) is refused too, also
      with --replace.

        health-journal restore /mnt/backup/2026-11-23.tar
        health-journal restore 2026-11-23.tar --journal tried.journal
      """
  ) { options, arguments, console in
    let path = arguments.words[0]
    let journal = try Environment.journal(arguments)
    let restore = Restore(
      to: journal, replacing: options.isReplacing,
      against: options.notes.map { ($0.path, $0.note.checkpoint) },
      threads: try arguments.threads())
    let done = try restore.run(from: Environment.expandingHome(path)) { try Interrupted.check() }
    ProgressMeter.shared.clear()
    // The journal is restored: a signal that came too late must not replace the answer.
    Interruption.forget()
    let kept = done.keptAt.map { "; the lines that stood there are in \($0)" } ?? ""
    try Writing.answer(to: "restored \(journal.folder)\(kept)") {
      try console.print(
        "restored \(TerminalText.escaped(journal.folder)): \(counted(done.lines, "line")), "
          + "chain \(done.chain)")
    }
    if let kept = done.keptAt {
      console.remark("the lines that stood there are in \(kept)")
    }
    if let leap = done.leap {
      console.remark(
        "warning: the last line is dated \(Wording.day(leap.now)), after this machine's "
          + "\(Wording.day(leap.last)); see `health-journal doctor`")
    }
    if done.undoneErasures > 0 {
      console.remark(
        "\(counted(done.undoneErasures, "erasure")) that those lines told of, and the backup does not: what "
          + "was erased is back; erase it again, and remove the backup")
    }
    return .done
  }
}
