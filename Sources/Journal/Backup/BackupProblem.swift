import ByteTools
package import JournalFile

/// Why a journal is not backed up, or not restored. Nothing was changed, but for `notSynced`.
package enum BackupProblem: Error, Hashable, Sendable {
  /// Something stands where the backup is to be.
  case pathTaken(path: String)
  /// What is to be restored is no folder with lines and no tar archive of one.
  case noBackup(path: String)
  /// The archive ends too early.
  case cut(path: String)
  /// The archive holds several journals.
  case several(path: String)
  /// An audit of the copy finds this many problems; the first is in this line.
  case bad(path: String, problems: Int, line: UInt64?)
  /// The checkpoint file beside the lines is not a checkpoint.
  case noCheckpoint(path: String)
  /// The checkpoint beside the lines is of other lines.
  case otherCheckpoint(path: String)
  /// The copy, which has this many lines, does not hold against a checkpoint that was kept.
  case against(path: String, note: String, NoteOutcome, lines: UInt64)
  /// The journal has lines that the backup lacks, or others.
  case wouldLose(journal: String)
  /// A workout is in progress.
  case workoutInProgress(journal: String)
  /// The backup is the journal itself.
  case itself(path: String)
  /// The lines are restored, and it is not known whether that is on the disk.
  case notSynced(journal: String, keptAt: String?, SystemFailure)
}

extension Wording {
  /// Why a journal is not backed up, or not restored.
  package static func text(_ problem: BackupProblem) -> String {
    switch problem {
    case .pathTaken(let path):
      "\(path) is there already, and a backup takes the place of nothing; name another"
    case .noBackup(let path):
      "\(path) is no backup: no folder with events.ndjson in it, and no tar archive of one"
    case .cut(let path): "\(path) ends too early; it was cut, or is being copied still"
    case .several(let path): "\(path) holds several journals; unpack it and restore one folder"
    case .bad(let path, let problems, let line):
      "an audit of \(path) finds \(counted(problems, "problem"))"
        + (line.map { ", the first in line \($0)" } ?? "") + "; nothing was changed. See them with "
        + "`health-journal audit`, of an archive after `tar -xf`"
    case .noCheckpoint(let path):
      "`checkpoint` in \(path) is no checkpoint; it was changed. Without that file only the chain is checked"
    case .otherCheckpoint(let path):
      "the lines in \(path) are not those of the checkpoint beside them: one of the two was changed"
    case .against(let path, let note, let outcome, let lines):
      "\(word(outcome)): \(path) has \(counted(lines, "line")), \(text(outcome, note)); nothing was changed"
    case .wouldLose(let journal):
      "the journal at \(journal) has lines that the backup lacks, or is another one; nothing was changed. "
        + "With --replace it is set aside in its quarantine"
    case .workoutInProgress(let journal):
      "a workout is in progress in \(journal); end or cancel it first, or set it aside with --replace"
    case .itself(let path): "\(path) is the journal itself; name the place of a backup"
    case .notSynced(let journal, let kept, let failure):
      "restored \(journal)" + (kept.map { "; the lines that stood there are in \($0)" } ?? "")
        + ", but: \(text(failure)). After a loss of power what stood there before may be back: check the "
        + "disk, then look at `health-journal status`"
    }
  }
  /// The word for what a checkpoint that was kept says of a journal.
  package static func word(_ outcome: NoteOutcome) -> String {
    switch outcome {
    case .same, .sameButErased: AuditVerdict.verified.rawValue
    case .fewerLines: AuditVerdict.rolledBack.rawValue
    case .otherRoot, .otherJournal: AuditVerdict.forked.rawValue
    case .beyondDamage: AuditVerdict.damaged.rawValue
    }
  }

  private static func text(_ outcome: NoteOutcome, _ note: String) -> String {
    switch outcome {
    case .same, .sameButErased: "as \(note) says"
    case .fewerLines: "fewer than \(note)"
    case .otherRoot: "and the first are not those of \(note)"
    case .otherJournal(let journal): "and \(note) is of another journal, \(journal)"
    case .beyondDamage: "and is damaged before the last one of \(note)"
    }
  }
}
