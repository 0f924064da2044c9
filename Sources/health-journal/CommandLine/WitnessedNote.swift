import HealthModel
import JournalFile

/// The last checkpoint of a journal that `witness` has seen: a file in the folder of the user's
/// state, not in the journal, whose writer could change it there. This value holds its lock.
struct WitnessedNote: ~Copyable {
  /// Where it is kept.
  let path: String
  private let lock: OpenFile

  /// The file for the checkpoints of a journal.
  ///
  /// - Throws: a `Failure` where another call has it; `SystemFailure`.
  init(of journal: ObjectUUID) throws {
    let folder = try Self.folder()
    let path = "\(folder)/\(journal).note"
    lock = try StateLock.take(
      path, in: folder, busy: "another witness of this journal is at work; wait for its end")
    self.path = path
  }

  deinit { PosixSystem().close(lock) }

  private static func folder() throws -> String { try Environment.stateFolder() + "/witness" }

  /// What was kept last; nil: nothing yet.
  ///
  /// - Throws: a `Failure` where the file holds no checkpoint; `SystemFailure`.
  func read() throws -> CheckpointNote? { try Self.read(path) }

  /// The last checkpoint of a journal that was kept, without a lock; nil: there is none.
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
        message: "\(path) is no checkpoint any more; put it back from a copy, or remove it to "
          + "begin anew")
    }
    return note
  }

  /// Replaces the checkpoint that was kept by this one, whole or not at all, and syncs it.
  func keep(_ note: CheckpointNote) throws {
    var file = try FileSink(path, outside: nil)
    try file.write { try $0.write(Array(note.text.utf8)) }
  }
}
