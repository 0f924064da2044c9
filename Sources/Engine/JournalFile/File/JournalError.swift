/// The reason why a journal cannot be opened, read or written.
public enum JournalError: Error, Hashable, Sendable {
  /// There is no journal at this path.
  case missing(path: String)
  /// The pipe or the plain file holds no line of a journal.
  case noLines(path: String)
  /// At the moment that was asked for, the journal had not begun.
  case notBegun
  /// There is one already where a new one was asked for.
  case exists(path: String)
  /// The folder for a new journal, or for other new files, holds files already: these, in order.
  case folderTaken(path: String, holding: [String])
  /// The empty folder for new files belongs to another user.
  case folderOfAnother(path: String)
  /// The empty folder for new files can be read by others.
  case folderVisible(path: String)
  /// The system's clock is so far ahead of the last line that it may be wrong: nothing is recorded
  /// by it.
  case clockLeap(ClockLeap)
  /// Something in the journal's folder is a link, a folder or a device where a plain file is due.
  case notRegular(path: String)
  /// Another process is writing to it.
  case locked(path: String)
  /// A line is bad or missing that was acknowledged, or may have been: nothing is cut, nothing
  /// guessed (D75).
  case damaged(Damage)
  /// A newer version of the program wrote it.
  case newerFormat(Int, path: String)
  /// A call to the system failed; the journal is as it was.
  case system(SystemFailure)
  /// A sync failed, or a failed write could not be taken back: what was to be written may be kept
  /// or not, and this writer is finished. The next one resolves it: what stands in the file is kept
  /// and copied to a new one (D74).
  case outcomeUnknown(SystemFailure)
  /// Another program removed, replaced, cut or extended this file of the journal while a writer had
  /// it open. Nothing was written to it since; this writer is finished.
  case changed(path: String)
  /// Lines of this file that were read before are there no more: their writer took them back, or
  /// another program cut the file.
  case linesGone(path: String)
  /// A snapshot in this folder is not of the journal's lines; what was answered from it does not
  /// hold.
  case wrongSnapshot(path: String)
  /// A file of the journal has a second name: what is written under one changes the other.
  case hardLinked(path: String)
  /// The writer is finished after an earlier failure.
  case finished
  /// A line would be longer than the format allows.
  case lineTooLong
  /// The format has no way to say the event: a number that is not finite, a text over 1 MiB, the
  /// same name twice, a year beyond 9999. Nothing was staged.
  case unwritable(LineProblem)
  /// The file of the workout in progress cannot be read, or a newer version wrote it.
  case sessionDamaged(path: String, LineProblem)

  /// Returns `result`; `error` converts a failure of the system to the thrown error.
  static func attempt<Result>(
    _ result: @autoclosure () throws(SystemFailure) -> Result,
    orThrow error: (SystemFailure) -> JournalError = JournalError.system
  ) throws(JournalError) -> Result {
    do { return try result() } catch let failure { throw error(failure) }
  }
}

/// Where a journal is damaged. No command shows rows of such a journal (D56).
public struct Damage: Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The number of the first bad line, from 1.
  public var line: UInt64
  /// The offset of that line's first byte in the file.
  public var offset: UInt64
  /// The problem of the file.
  public var problem: LineProblem

  /// Creates the damage.
  public init(path: String, line: UInt64, offset: UInt64, problem: LineProblem) {
    self.path = path
    self.line = line
    self.offset = offset
    self.problem = problem
  }
}
