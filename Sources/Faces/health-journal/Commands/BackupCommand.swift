import ByteTools
import HealthViews
import Journal
import JournalFile

/// The command `backup`: it makes a verified copy of the journal, or adds new lines to one.
struct BackupCommand: CommandOptions {
  /// The folder of the backup that grows; nil: the only word is the place of a new one.
  var grown: String?

  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal),
    .value(\.grown, "into", "DIR", "add new lines to the backup in this folder") { $0.values[$1] },
    .shared(.threads), .shared(.progress),
  ]

  static let page = command(
    name: "backup", group: .audit, summary: "copy the journal, and verify the copy",
    words: "PLACE | --into DIR", count: 0...1,
    details: """
      Copies the lines, up to the last whole line, to PLACE. PLACE is a new folder, or a tar
      archive if its name ends in .tar. The command does not replace a file or a folder. Other
      programs may write to the journal meanwhile; the copy has everything that was acknowledged
      before the copy began. The command verifies the chain while it copies, and audits the copy.
      Then the copy appears, whole or not at all. The same lines give the same bytes. For a moment
      an archive needs twice its size on the disk.

      The copy also has a checkpoint of the lines (see `checkpoint`). Sign this checkpoint, or
      keep a copy of it in another place. The folder is a journal. The archive contains a journal
      as `NAME.journal`, which any `tar` unpacks. `restore` reads folders and archives. The copy
      does not contain snapshots and the lock, because the program makes them again. It does not
      contain a workout in progress, which is not history, and `quarantine`, which no command
      reads.

      If lines are damaged, the command writes nothing and the exit code is 3. If undamaged lines
      break rules (see `audit`), the command makes the copy and the exit code is 1; `restore`
      refuses such a copy.

      With --into the command adds to a backup in the folder DIR the lines that the journal got
      since. It reads these lines and the last line of the backup, so the time does not depend on
      the size of the journal. It verifies the chain from that line on; `audit --journal DIR`
      checks everything. The first time, when there is no DIR, it makes the backup. If another
      program is writing lines that it may still take back, as an import does, these lines come
      with a later call. If the command is killed, DIR has a part of the new lines, and the next
      call adds the rest. DIR then also has a `lock`, so that two calls do not write at one time,
      and perhaps `quarantine` and `snapshot`. The checkpoint in DIR stays that of the first
      lines, and `audit --against` compares the lines with it.

      If something was erased from the journal since, the command writes all lines of DIR anew, in
      one step, and nothing in DIR keeps the erased content. It refuses, with exit code 3, if
      DIR has lines that the journal lacks (ROLLED BACK), or other lines, or is of another journal
      (FORKED). It also refuses if the last line of DIR is damaged. Then it changes nothing; make a
      new backup in another place.

      Examples

        health-journal backup /mnt/backup/2026-11-23.tar
        health-journal backup copy.journal
        health-journal backup --into /mnt/backup/health.journal
      """
  ) { options, arguments, console in
    let places = arguments.words + [options.grown].compactMap { $0 }
    guard places.count == 1, let place = places.first else {
      throw arguments.misused(places.isEmpty ? "PLACE missing" : "PLACE or --into, not both")
    }
    guard !["", "-"].contains(place) else {
      throw Failure.usage(
        "a backup is a folder or a file that ends in .tar; name one, not \"\(place)\"")
    }
    let (journal, isContinued) = (try Environment.journal(arguments), options.grown != nil)
    let backup = Backup(of: journal, threads: try arguments.threads(), continued: isContinued)
    let path = Environment.expandingHome(place)
    let written = try isContinued ? backup.add(to: path) : backup.write(to: path)
    // The backup is in its place: a signal that came too late must not replace the answer.
    Interruption.forget()
    let done = written.added.map { "added \(counted($0, "line")) to" } ?? "wrote"
    try Writing.answer(to: "\(done) \(place)") {
      try console.print(
        "\(done) \(TerminalText.escaped(place)): \(counted(written.lines, "line")), chain \(written.chain)"
      )
    }
    if written.erased > 0 {
      console.remark("erased since: \(counted(written.erased, "line")); the backup was made anew")
    }
    guard written.problems > 0 else { return .done }
    console.remark(
      "its lines break rules: \(counted(written.problems, "problem")); see them with `health-journal audit`"
    )
    return .no
  }
}

/// The command `restore`: it replaces the lines of the journal by those of a backup.
struct RestoreCommand: CommandOptions {
  var isReplacing = false
  var notes: [NoteFile] = []

  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait),
    .flag(
      \.isReplacing, "replace", "replace the journal even if it has lines that the backup lacks"),
    .notes(\.notes, "refuse a backup that does not extend this checkpoint; you may repeat this"),
    .shared(.threads), .shared(.progress),
  ]

  static let page = command(
    name: "restore", group: .audit, summary: "replace the journal by a backup",
    words: "BACKUP", count: 1...1, missing: "BACKUP",
    details: """
      Replaces the lines of the journal by those of a backup. BACKUP is a folder or an archive of
      `backup`, or any folder with `events.ndjson`. The command copies the lines into the
      journal's folder and audits them there: the chain, the rules, and the checkpoint if the
      backup has one. It refuses a bad copy, and nothing changes. Then the lines replace the old
      lines in one step, under the lock. The command refuses a journal that another program has
      open for writing.

        there is no journal                 the command makes one; see `init` for the folder
        the backup has all its lines        the backup replaces it
        the backup has its last line        the backup replaces it, even if an earlier line is
                                            damaged
        it has lines that the backup lacks  only with --replace
        it is another journal               only with --replace
        its last line is damaged            only with --replace
        a workout is in progress            only with --replace

      The command keeps the replaced lines as `quarantine/replaced-1`, and a workout in progress
      as `quarantine/session-1`. A backup from before an erasure brings erased content back. Such
      a backup lacks the line of the erasure, so you need --replace. A remark has the number of
      erasures that the restore undoes. After an erasure make new backups, and remove the old
      ones.

      The checkpoint in the backup proves little, because it came with the lines. With --against
      FILE you name a checkpoint that you kept in another place; you may give several. The command
      then refuses a backup with fewer lines (ROLLED BACK), with other lines, or of another
      journal (FORKED). The exit code is 3, also with --replace, and nothing changes.

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
