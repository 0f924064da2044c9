package import JournalFile

/// The reason why a session refuses a request. Nothing was changed.
package enum SessionProblem: Error, Hashable, Sendable {
  case noLine(UInt64)
  /// The line begins the journal, records an erasure, or was erased.
  case notErasable(line: UInt64)
  /// The line is no receipt of an import.
  case noReceipt(line: UInt64)
  /// A workout is in progress, and its file may hold what is to be erased.
  case workoutInProgress
  /// A folder that the program did not make, or a link, is at the path of the snapshots or the
  /// quarantine: what it holds or leads to would stay.
  case outOfReach(path: String)
  /// A line with what is left of it would be too long.
  case restTooLong(line: UInt64)
  /// The energy of a swim is not stated, and without the owner's weight it cannot be computed.
  case noBodyMass
  /// No importer can read the input.
  case foreignInput(ForeignInput)
  /// The checkpoint is not one of the journal, which has this many lines.
  case foreignNote(NoteOutcome, Checkpoint, lines: UInt64)
}

/// The reason why a journal is not backed up, or not restored. Nothing was changed, except with
/// `notSynced`.
package enum BackupProblem: Error, Hashable, Sendable {
  /// Something is already at the path of the backup.
  case pathTaken(path: String)
  /// The source of the restore is no folder with lines and no tar archive of one.
  case noBackup(path: String)
  /// The archive ends too early.
  case cut(path: String)
  /// The archive holds several journals.
  case several(path: String)
  /// An audit of the copy finds this many problems; the first is in this line.
  case bad(path: String, problems: Int, line: UInt64?)
  /// The checkpoint file next to the lines is not a checkpoint.
  case noCheckpoint(path: String)
  /// The checkpoint next to the lines is of other lines.
  case otherCheckpoint(path: String)
  /// The copy, which has this many lines, does not hold against a checkpoint that was kept.
  case against(path: String, note: String, NoteOutcome, lines: UInt64)
  /// The journal has lines that the backup lacks, or others.
  case wouldLose(journal: String)
  case workoutInProgress(journal: String)
  /// The backup is the journal itself.
  case itself(path: String)
  /// Lines are added to folders only, and an archive is at the path, or meant by it.
  case archive(path: String)
  /// The lines of the backup are not the first of the journal: it has more lines (`rolledBack`), or
  /// is a fork or of another journal (`forked`).
  case notFirst(path: String, AuditVerdict)
  /// The lines are restored, and it is not known whether that is on the disk.
  case notSynced(journal: String, keptAt: String?, SystemFailure)
}

/// The reason why another journal is not imported. Nothing was changed.
package enum JournalImportProblem: Error, Hashable, Sendable {
  /// It is the journal itself, or a copy of it.
  case itself(path: String)
  /// It has fewer lines than an earlier import has read.
  case rolledBack(path: String, lines: UInt64, before: UInt64)
  /// The last line that an earlier import has read is another one now.
  case forked(path: String, line: UInt64)
}

/// Something failed, and at the end of the writing it was found that a sync had failed as well.
package struct FailureAndEnding: Error {
  /// The first failure.
  package var failure: any Error
  /// The error at the end of the writing.
  package var ending: JournalError
}
