import ByteTools

/// Why a journal is not backed up, or not restored. Nothing was changed.
package enum BackupProblem: Error, Hashable, Sendable {
  /// Something stands where the backup is to be.
  case placeTaken(path: String)
  /// What is to be restored is no folder with lines and no tar archive of one.
  case noBackup(path: String)
  /// The archive ends too early.
  case cut(path: String)
  /// The archive holds several journals.
  case several(path: String)
  /// An audit of the copy finds so many problems; the first is in this line.
  case bad(path: String, problems: Int, line: UInt64?)
  /// What lies beside the lines as their checkpoint is none.
  case noCheckpoint(path: String)
  /// The checkpoint beside the lines is of others.
  case otherCheckpoint(path: String)
  /// The journal has lines that the backup lacks, or others.
  case wouldLose(journal: String)
  /// A workout is in progress.
  case workoutInProgress(journal: String)
  /// The backup is the journal itself.
  case itself(path: String)
}

extension Wording {
  /// Why a journal is not backed up, or not restored.
  package static func text(_ problem: BackupProblem) -> String {
    switch problem {
    case .placeTaken(let path):
      "\(path) is there already, and a backup takes the place of nothing; name another"
    case .noBackup(let path):
      "\(path) is no backup: no folder with events.ndjson in it, and no tar archive of one"
    case .cut(let path): "\(path) ends too early; it was cut, or is being copied still"
    case .several(let path): "\(path) holds several journals; unpack it and restore one folder"
    case .bad(let path, let problems, let line):
      "an audit of \(path) finds \(counted(problems, "problem"))"
        + (line.map { ", the first in line \($0)" } ?? "") + "; nothing was changed. See them with "
        + "`health-journal audit`, of an archive behind `tar -xf`"
    case .noCheckpoint(let path):
      "`checkpoint` in \(path) is no checkpoint; it was changed. Without that file only the chain is checked"
    case .otherCheckpoint(let path):
      "the lines in \(path) are not those of the checkpoint beside them: one of the two was changed"
    case .wouldLose(let journal):
      "the journal at \(journal) has lines that the backup lacks, or is another one; nothing was changed. "
        + "With --replace it is set aside in its quarantine"
    case .workoutInProgress(let journal):
      "a workout is in progress in \(journal); end or cancel it first, or set it aside with --replace"
    case .itself(let path): "\(path) is the journal itself; name the place of a backup"
    }
  }
}
