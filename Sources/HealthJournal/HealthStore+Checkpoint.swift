import HealthTables
import Journal
public import JournalFile

/// What vouches for a journal from outside.
extension HealthStore {
  /// Makes a checkpoint of all lines that are on the disk, to keep outside of the journal; their
  /// chain is verified.
  ///
  ///     let note = try await store.checkpoint().description   // three lines; sign and keep them
  ///     // later
  ///     try await store.audit(against: [note])                // .verified
  ///
  /// - Throws: a `StoreError` where the journal is damaged or cannot be read.
  public func checkpoint() throws(StoreError) -> Checkpoint {
    try StoreError.typed {
      try journal.checkpoint(threads: PosixSystem.processors).note.checkpoint
    }
  }

  /// Computes every chain value anew, checks every line and rule, makes each snapshot anew, and
  /// compares the lines with checkpoints that were kept.
  ///
  /// - Parameter notes: the texts of checkpoints, with their signatures or without; these are not
  ///   verified here.
  /// - Returns: `.verified`; without notes `.unanchored`; or what is wrong.
  /// - Throws: a `StoreError` where a text is no checkpoint, or the journal cannot be read.
  public func audit(against notes: [String] = []) throws(StoreError) -> AuditVerdict {
    let checkpoints = try notes.map { text throws(StoreError) in
      guard let note = CheckpointNote(Array(text.utf8)) else {
        throw StoreError(
          code: .invalidArgument,
          description: "a text is no checkpoint: three lines as checkpoint() makes them, and "
            + "signatures after an empty line")
      }
      return note.checkpoint
    }
    return try StoreError.typed {
      try journal.audit(against: checkpoints, threads: PosixSystem.processors).verdict
    }
  }
}
