import ByteTools
import Journal
import JournalFile

/// A checkpoint that was kept in a file.
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

  /// What the note says of a journal.
  ///
  /// - Parameter lines: how many lines the journal has.
  func text(_ outcome: NoteOutcome, lines: UInt64) -> String {
    "\(path): " + note.checkpoint.text(outcome, lines: lines) + unlooked
  }

  /// That no signature is verified here.
  private var unlooked: String {
    switch note.signatures {
    case 0: ""
    case 1: "; its signature was not looked at"
    default: "; its \(note.signatures) signatures were not looked at"
    }
  }
}

extension Checkpoint {
  /// What it says of a journal that has this many lines.
  func text(_ outcome: NoteOutcome, lines: UInt64) -> String {
    let own = counted(self.lines, "line")
    return switch outcome {
    case .same: "\(own), the same"
    case .sameButErased(let erased):
      "\(own), the same, but a part of \(erased) of them was erased later: what is left there is vouched for "
        + "by the `erase` alone"
    case .fewerLines: "\(own), of which the journal has only \(lines)"
    case .otherRoot: "\(own), and the journal's first \(self.lines) are others"
    case .otherJournal: "of another journal, \(journal)"
    case .beyondDamage: "\(own); the journal is damaged after line \(lines)"
    }
  }
}
