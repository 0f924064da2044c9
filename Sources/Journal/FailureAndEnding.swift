package import JournalFile

/// Something failed, and at the end of the writing it was found that a sync had failed as well.
package struct FailureAndEnding: Error {
  /// What failed first.
  package var failure: any Error
  /// What the end of the writing told.
  package var ending: JournalError
}
