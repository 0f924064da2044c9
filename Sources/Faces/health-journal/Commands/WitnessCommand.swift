import ByteTools
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `witness`: it accepts a checkpoint only if the journal has grown since the last.
struct WitnessCommand: CommandOptions {
  var proof: String?

  static let proof = Option(
    "proof", "FILE", "a proof of growth from `checkpoint --prove-growth`")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .value(\.proof, proof) { $0.values[$1] }, .shared(.threads),
    .shared(.progress),
  ]
  static let rules: [OptionRule] = [.atMostOne(of: [.journal, proof])]

  static let page = command(
    name: "witness", group: .audit,
    summary: "keep the last checkpoint of a journal, and refuse one that does not extend it",
    words: "FILE", count: 1...1, missing: "FILE of a checkpoint",
    details: """
      Keeps the last checkpoint of each journal, and accepts the next one only if it extends the
      last one. It is for a person who does not have the journal, or does not trust its keeper. It
      uses no network. The command accepts the first checkpoint without proof. But if it finds the
      journal (--journal or the default journal), and this journal has fewer lines or other lines,
      it refuses the checkpoint. Otherwise it would have to refuse every later checkpoint.

      You must prove that lines were only added. Give the journal (--journal) or, if you do not
      have the journal, a proof (--proof FILE, from `checkpoint --prove-growth`). The answer is
      one word:

        VERIFIED     The checkpoint extends the last one. The command keeps it.
        ROLLED BACK  The checkpoint has fewer lines than the last one. Exit code 1. The command
                     keeps the last one.
        FORKED       The checkpoint has other lines than the last one. Exit code 1. The command
                     keeps the last one.

      If the proof is missing or wrong, no word applies. The exit code is then 2, and the message
      names the proof that is needed.

      The command keeps checkpoints in `$XDG_STATE_HOME/health-journal/witness`, one file per
      journal. If `$XDG_STATE_HOME` is not set, the folder is below `~/.local/state`. `audit
      --against` reads this file, and `status` shows the last line of the checkpoint
      (witnessedSeq). If the same checkpoint comes again with fewer signatures, it does not
      replace the kept one. This command does not verify signatures. Verify them before you use
      it.

      Examples

        health-journal witness march.note
      """,
    interrupted: "the checkpoint was not kept"
  ) { options, arguments, console in
    let given = try NoteFile(arguments.words[0])
    let kept = try WitnessedNote(of: given.note.checkpoint.journal)
    guard let seen = try kept.read() else {
      if let refused = try options.refusal(ofFirst: given, arguments) {
        try console.say(Wording.word(refused.outcome))
        try console.say(TerminalText.escaped(given.text(refused.outcome, lines: refused.lines)))
        return .no
      }
      try kept.keep(given.note)
      let done =
        "kept in \(TerminalText.escaped(kept.path)): the first checkpoint of this journal, "
        + counted(given.note.checkpoint.lines, "line")
      try Writing.answer(to: done) { try console.say(done) }
      return .done
    }
    let found = try options.verdict(on: given, since: seen, arguments)
    // What cannot be said is not kept.
    try console.say(found.verdict.rawValue)
    try console.say(TerminalText.escaped("\(given.path): \(found.text)"))
    guard found.verdict == .verified else { return .no }
    // A copy with fewer signatures does not replace the one that was kept.
    if given.note.checkpoint != seen.checkpoint || given.note.signatures >= seen.signatures {
      try kept.keep(given.note)
    }
    return .done
  }

  /// Returns the outcome with which the available journal contradicts the first checkpoint. If the
  /// command kept this checkpoint, it would refuse all later ones. Returns nil if the journal does
  /// not contradict the checkpoint, or is not available.
  private func refusal(
    ofFirst given: NoteFile, _ arguments: Arguments
  ) throws -> (outcome: NoteOutcome, lines: UInt64)? {
    guard proof == nil else { return nil }
    let audit: AuditReport
    do {
      audit = try Environment.journal(arguments)
        .audit(onlyChain: true, against: [given.note.checkpoint], threads: arguments.threads())
    } catch is JournalError where !arguments.has(.journal) {
      // Nobody named one, and what lies at the usual place cannot tell.
      try Interrupted.check()
      return nil
    }
    guard let outcome = audit.outcomes.first, !outcome.holds else { return nil }
    switch outcome {
    case .otherJournal, .beyondDamage: return arguments.has(.journal) ? (outcome, audit.lines) : nil
    case .same, .sameButErased, .fewerLines, .otherRoot: return (outcome, audit.lines)
    }
  }

  /// Returns the relation of a checkpoint to the last one that was kept.
  private func verdict(
    on given: NoteFile, since seen: CheckpointNote, _ arguments: Arguments
  ) throws -> (verdict: AuditVerdict, text: String) {
    let (old, new) = (seen.checkpoint, given.note.checkpoint)
    let lines = counted(new.lines, "line")
    if new.lines < old.lines {
      return (.rolledBack, "\(lines), where \(old.lines) were seen before")
    }
    if new.lines == old.lines {
      return new.root == old.root
        ? (.verified, "\(lines), as seen before") : (.forked, "\(lines), but not those seen before")
    }
    guard try isGrowth(from: old, to: given, arguments) else {
      return (.forked, "\(lines), and the first \(old.lines) are not those seen before")
    }
    return (.verified, "\(lines), the first \(old.lines) as seen before")
  }

  private func isGrowth(
    from old: Checkpoint, to given: NoteFile, _ arguments: Arguments
  ) throws -> Bool {
    guard let path = proof else {
      return try Self.isGrowth(from: old, to: given.note.checkpoint, inJournal: arguments)
    }
    guard let bytes = try SmallFile.bytes(path) else {
      throw Failure.usage("no file \(path); \(Self.remedy(old))")
    }
    guard let growth = GrowthProof(bytes) else {
      throw Failure.usage("\(path) holds no proof of growth; \(Self.remedy(old))")
    }
    guard growth.oldLines == old.lines else {
      throw Failure.usage(
        "\(path) begins after line \(growth.oldLines), and the last one seen is line "
          + "\(old.lines); \(Self.remedy(old))")
    }
    guard growth.note.checkpoint == given.note.checkpoint else {
      throw Failure.usage(
        "\(path) proves another checkpoint than \(given.path); \(Self.remedy(old))")
    }
    // Anybody can write hashes that do not fit: they are no proof of a fork.
    guard growth.isSound(from: old) else {
      throw Failure.usage(
        "\(path) proves nothing: its hashes do not lead from the last checkpoint seen to "
          + "\(given.path); \(Self.remedy(old))")
    }
    return growth.extends(old)
  }

  private static func remedy(_ old: Checkpoint) -> String {
    "ask for `checkpoint --prove-growth \(old.lines)` of this journal"
  }

  /// Returns true if an available journal has both checkpoints.
  private static func isGrowth(
    from old: Checkpoint, to new: Checkpoint, inJournal arguments: Arguments
  ) throws -> Bool {
    let audit: AuditReport
    do {
      audit = try Environment.journal(arguments)
        .audit(onlyChain: true, against: [old, new], threads: arguments.threads())
    } catch JournalError.missing, JournalError.noLines {
      throw unshown(old, new, "there is no journal at hand")
    }
    for outcome in audit.outcomes {
      switch outcome {
      case .same, .sameButErased, .otherRoot: break
      case .otherJournal: throw unshown(old, new, "the journal at hand is another")
      case .fewerLines: throw unshown(old, new, "the journal at hand has fewer lines")
      case .beyondDamage: throw unshown(old, new, "the journal at hand is damaged")
      }
    }
    return audit.outcomes.allSatisfy(\.holds)
  }

  private static func unshown(_ old: Checkpoint, _ new: Checkpoint, _ why: String) -> Failure {
    Failure.usage(
      "nothing shows that \(counted(new.lines, "line")) extend the \(old.lines) seen last: \(why). "
        + "Name the journal with --journal, or a proof with --proof; \(remedy(old))")
  }
}

/// The last checkpoint of a journal that `witness` has seen: a file in the folder of the user's
/// state, not in the journal, whose writer could change it there. This value holds its lock.
struct WitnessedNote: ~Copyable {
  /// The path at which it is kept.
  let path: String
  private let lock: OpenFile

  /// Creates the file for the checkpoints of a journal.
  ///
  /// - Throws: a `Failure` if another call has it; `SystemFailure`.
  init(of journal: ObjectUUID) throws {
    let folder = try Self.folder()
    let path = "\(folder)/\(journal).note"
    lock = try StateLock.take(
      path, in: folder, busy: "another witness of this journal is at work; wait for its end")
    self.path = path
  }

  deinit { PosixSystem().close(lock) }

  private static func folder() throws -> String { try Environment.stateFolder() + "/witness" }

  /// Reads the checkpoint that was kept last; nil if there is none yet.
  ///
  /// - Throws: a `Failure` if the file holds no checkpoint; `SystemFailure`.
  func read() throws -> CheckpointNote? { try Self.read(path) }

  /// Returns the last checkpoint of a journal that was kept, without a lock; nil if there is none.
  static func newest(of journal: ObjectUUID) throws -> CheckpointNote? {
    // Without a home directory none was kept.
    guard let folder = try? folder() else { return nil }
    return try read("\(folder)/\(journal).note")
  }

  private static func read(_ path: String) throws -> CheckpointNote? {
    guard let bytes = try SmallFile.bytes(path) else { return nil }
    guard let note = CheckpointNote(bytes) else {
      throw Failure(
        code: .system,
        message: "\(path) is no longer a checkpoint; put it back from a copy, or remove it "
          + "to begin anew")
    }
    return note
  }

  /// Replaces the checkpoint that was kept by this one, whole or not at all, and syncs it.
  func keep(_ note: CheckpointNote) throws {
    var file = try FileSink(path, outside: nil)
    try file.write { try $0.write(Array(note.text.utf8)) }
  }
}
