import HealthEvents
package import HealthModel
import HealthTables
import JournalFile

extension JournalSession {
  /// What an undo did.
  package struct Undone: Sendable {
    /// The line that was taken back.
    package var line: UInt64
    /// What it had saved and is deleted now.
    package var objects: [HealthObject]
    /// The deletion.
    package var accepted: Accepted
  }

  /// Takes back the newest event of the owner of which something is left to take back, or that of a
  /// line, and gets that onto the disk.
  ///
  /// - Returns: nil where there is nothing to take back.
  /// - Throws: `Rejection` where no event takes it back; `JournalError`.
  package mutating func undo(line: UInt64? = nil) throws -> Undone? {
    guard let (entry, deletion) = try lastUndoable(line), case .save(let save)? = entry.event
    else { return nil }
    let deleted = Set(deletion.objects)
    let accepted = try perform(Command(by: EventActor.owner, .delete(deletion)))
    return Undone(
      line: entry.sequence, objects: save.objects.filter { deleted.contains($0.uuid) },
      accepted: accepted)
  }

  private func lastUndoable(_ line: UInt64?) throws -> (Entry, Deletion)? {
    let rules = Decider()
    var found: (Entry, Deletion)?
    let journal = try replayed()
    if let line, try journal.importReceipts().contains(where: { $0.isOfImport(line) }) {
      throw Rejection.invalidArgument(.notUndoable(line: line, .importReceipt), index: nil)
    }
    try journal.forEachEntryBackwards(from: line ?? .max, to: line ?? 1) { entry in
      guard let event = entry.event, let by = entry.by, line != nil || by == EventActor.owner
      else { return true }
      guard let deletion = try rules.undoing(event, line: entry.sequence, by: by, given: tables)
      else { return true }
      found = (entry, deletion)
      return false
    }
    return found
  }
}

extension ImportReceipt {
  /// Whether a line is one that the import appended before its receipt.
  fileprivate func isOfImport(_ line: UInt64) -> Bool {
    guard let first, let last else { return false }
    return first <= line && line <= last
  }
}
