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
      Copies the lines, up to the last whole one, to PLACE: a new folder, or a tar archive if
      PLACE ends in .tar. Nothing that exists is replaced. A writer may go on meanwhile; the copy
      has everything that was acknowledged before it began. The chain is verified during the copy.
      The copy is audited before it appears, whole or not at all. Equal lines make equal bytes.
      For a moment an archive needs twice its size on the disk.

      The copy also has a checkpoint of the lines (see `checkpoint`). Sign it, or keep it
      elsewhere. The folder is a journal. The archive contains one as `NAME.journal`, which any
      `tar` unpacks. `restore` reads both. Snapshots, the lock, a workout in progress and
      `quarantine` are not copied: they are made again, or are no history, or no command reads
      them.

      If lines are damaged, nothing is written and the exit code is 3. If good lines break rules
      that `audit` names, the copy is made and the exit code is 1; `restore` refuses such a copy.

      Examples

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
      Replaces the lines of the journal by those of a backup. BACKUP is a folder or an archive of
      `backup`, or any folder with `events.ndjson`. The lines are copied into the journal's folder
      and audited there: the chain, the rules, and the checkpoint in the backup if there is one. A
      bad copy is refused, and nothing changes. Then the lines replace the old ones in one step,
      under the lock. A journal that is open for writing is refused.

        no journal there                    a new one is made, in a folder as for `init`
        all its lines are in the backup     it is replaced
        its end is in the backup            it is replaced, also if it is damaged before
        it has lines that the backup lacks  only with --replace
        it is another journal               only with --replace
        its last line is damaged            only with --replace
        a workout is in progress            only with --replace

      The replaced lines are kept as `quarantine/replaced-1`, a workout in progress as
      `quarantine/session-1`. A backup from before an erasure brings erased content back. It lacks
      the line of the erasure, so --replace is needed, and a remark has the number of erasures
      that are undone. After an erasure make new backups, and remove the old ones.

      The checkpoint in the backup came with its lines. --against FILE names a checkpoint that was
      kept elsewhere; you may give several. A backup with fewer lines (ROLLED BACK), with other
      lines, or of another journal (FORKED) is then refused with exit code 3, also with --replace,
      and nothing changes.

      Examples

        health-journal restore /mnt/backup/2026-11-23.tar
        health-journal restore 2026-11-23.tar --journal tried.journal --against march.note
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
