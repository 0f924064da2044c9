import HealthViews
import Journal
import JournalFile

/// The command `checkpoint`: three lines about the journal, to keep in another place.
struct CheckpointCommand: CommandOptions {
  var proof = Journal.CheckpointProof.none
  var note: NoteFile?

  static let prove = Option("prove", "LINE", "print a proof that the checkpoint contains this line")
  static let growth = Option(
    "prove-growth", "SIZE", "print a proof that the first SIZE lines have not changed")
  static let note = Option(
    "note", "FILE", "use this earlier checkpoint in the proof; it may be signed")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal),
    .value(\.proof, prove) {
      try $0.values.whole($1, least: 1).map { .inclusion(of: UInt64($0)) }
    },
    .value(\.proof, growth) {
      try $0.values.whole($1, least: 1).map { .growth(from: UInt64($0)) }
    },
    .value(\.note, note) { try $0.values[$1].map { try NoteFile($0) } },
    .shared(.output), .shared(.threads), .shared(.progress),
  ]
  static let rules: [OptionRule] = [
    .atMostOne(of: [prove, growth]),
    .atLeastOne(
      of: [prove, growth], with: note, saying: "--note needs --prove or --prove-growth"),
  ]

  static let page = command(
    name: "checkpoint", group: .audit, summary: "print three lines that prove all lines up to now",
    details: """
      Prints three lines that prove all lines up to now, in the form of C2SP's tlog-checkpoint
      (https://c2sp.org/tlog-checkpoint). They are `health-journal/` with the journal's uuid, the
      number of lines, and the root of the Merkle tree over the lines (RFC 6962) in Base64. A leaf
      of the tree has the 32 bytes of the digest of its line. So an erasure does not change the
      root. Keep the checkpoint where nobody who can change the journal can reach it: sign it,
      mail it, print it. With it, `audit --against` can later show whether the journal has grown,
      or lines were cut off or written again.

      The command verifies the chain. For a damaged journal it makes no checkpoint (exit code 3).
      It leaves out lines that may not be on the disk yet, and a remark reports this. With -o FILE
      the file appears whole or not at all.

      To check a proof, a person does not need the journal:

        --prove LINE         Proves that the checkpoint contains this line, as C2SP's tlog-proof
                             (https://c2sp.org/tlog-proof). The `index` of the proof counts from 0.
        --prove-growth SIZE  Proves that the first SIZE lines are unchanged. The proof is `old
                             SIZE`, the hashes, an empty line and the checkpoint. C2SP's
                             tlog-witness (https://c2sp.org/tlog-witness) and `witness --proof` read
                             this form.
        --note FILE          The proof uses this earlier checkpoint, with its signatures, in place
                             of a new one.

      Examples

        health-journal checkpoint -o march.note
        health-journal checkpoint --prove 1 --note march.note -o line-1.tlog-proof
        health-journal checkpoint --prove-growth 1 -o growth
      """
  ) { options, arguments, console in
    let made: MadeCheckpoint
    do {
      made = try Environment.journal(arguments)
        .checkpoint(proving: options.proof, in: options.note?.note, threads: arguments.threads())
    } catch SessionProblem.foreignNote(let outcome, _, let lines) {
      let words = options.note?.text(outcome, lines: lines)
      throw Failure(code: .no, message: (words ?? "") + "; see `audit --against`")
    }
    if made.leftOut > 0 {
      console.remark(
        "\(made.leftOut) bytes after line \(made.note.checkpoint.lines) are left out: the disk may "
          + "not have them yet, as a writer is at work or was stopped")
    }
    guard let path = arguments.output, path != "-" else {
      try console.write(Array(made.text.utf8))
      return .done
    }
    let folder = try Environment.journal(arguments).paths.folder
    var file = try FileSink(path, outside: folder)
    try file.write { try $0.write(Array(made.text.utf8)) }
    return .done
  }
}

/// A checkpoint in a file.
struct NoteFile {
  let path: String
  let note: CheckpointNote

  /// Reads a checkpoint, signed or not.
  ///
  /// - Throws: a `Failure` of usage where the file is missing or holds none; `SystemFailure`.
  init(_ path: String) throws {
    guard let bytes = try SmallFile.bytes(path) else {
      throw Failure.usage("no file \(path); name the file of a checkpoint")
    }
    guard let note = CheckpointNote(bytes) else {
      throw Failure.usage(
        "\(path) holds no checkpoint: three lines as `health-journal checkpoint` prints them, "
          + "and signatures after an empty line")
    }
    (self.path, self.note) = (path, note)
  }

  /// Describes the result of comparing the note with a journal.
  ///
  /// - Parameter lines: the number of lines in the journal.
  func text(_ outcome: NoteOutcome, lines: UInt64) -> String {
    "\(path): " + Wording.text(outcome, of: note.checkpoint, lines: lines) + unlooked
  }

  /// A remark that this command does not verify signatures.
  private var unlooked: String {
    switch note.signatures {
    case 0: ""
    case 1: "; its signature was not looked at"
    default: "; its \(note.signatures) signatures were not looked at"
    }
  }
}
