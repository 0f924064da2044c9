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
  /// A newer version of the program wrote it: in this format, or, with nil, with an event that this
  /// version does not know.
  case newerFormat(Int?, path: String)
  /// A call to the system failed; the journal is as it was.
  case system(SystemFailure)
  /// A sync failed, or a failed write could not be taken back: the bytes to be written may be kept
  /// or not, and this writer is finished. The next writer resolves it: it keeps what is in the file
  /// and copies it to a new one (D74).
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

/// The place and kind of damage in a journal. No command shows rows of such a journal (D56).
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

/// The problem of a line.
public enum LineProblem: Error, Hashable, Sendable {
  /// It is longer than the limit.
  case tooLong
  /// It is not JSON, at this byte of the line.
  case notJSON(String, offset: Int)
  /// Lines that were acknowledged, up to this one, are missing after it.
  case cutBack(last: UInt64)
  /// The line of this number is not the one that was acknowledged.
  case replaced(last: UInt64)
  /// It does not end as every line does: `,"chain":"`, 64 lower-case hex digits, `"}`.
  case noChain
  /// A key is missing.
  case missing(key: String)
  /// A key that the format does not know here.
  case unknownKey(String)
  /// The key's value is of the wrong kind or out of range.
  case wrongValue(key: String)
  /// An event that the format does not know.
  case unknownEvent
  /// The number is not the one that is due.
  case sequence(expected: UInt64)
  /// It claims to be recorded before the line before it.
  case timeRanBack
  /// The chain value is not what the line's bytes and the line before it give.
  case chainBroken
  /// Something was erased from it, and no later `erase` vouches for its present content.
  case notVouchedFor
  /// The first line must be `open`, and no other may.
  case openMisplaced
  /// Its event is of this format, and no line before it says that the journal is.
  case formatNotStated(Int)
  /// It was written by a newer version of the format.
  case newerFormat(Int)
}

/// A call to the system that failed: which one, on what, and why.
public struct SystemFailure: Error, Hashable, Sendable {
  /// The calls of a `FileSystem`, and those that start another program.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    /// Opening a file.
    case open
    /// Reading from it.
    case read
    /// Writing to it.
    case append = "write to"
    /// Writing to it at an offset.
    case write = "write in"
    /// Cutting it.
    case truncate = "cut"
    /// Getting it onto the disk.
    case synchronize = "sync"
    /// Locking it.
    case lock
    /// Renaming it.
    case rename
    /// Removing it.
    case remove
    /// Making a folder.
    case createDirectory = "create"
    /// Getting a folder onto the disk.
    case synchronizeDirectory = "sync the folder"
    /// Reading the names in a folder.
    case names = "list"
    /// Examining the object at a path.
    case kind = "look at"
    /// Starting a program.
    case start
    /// Making a pipe to a program.
    case make
  }

  /// The reason why a call failed, as far as callers distinguish cases.
  public enum Reason: Hashable, Sendable {
    /// The path has no file or folder.
    case missing
    /// The path exists already.
    case exists
    /// It is a symbolic link, a folder or a device where a plain file is due.
    case notRegular
    /// The rights do not suffice.
    case notPermitted
    /// It lies on a file system that cannot be written to.
    case readOnly
    /// The process, or the system, has as many files open as it may.
    case tooManyOpen
    /// The system uses it, as a folder on which a disk is mounted.
    case busy
    /// Another program removed it, or put another file in its place.
    case replaced
    /// A file that is not open, for example because a standard stream is closed.
    case closed
    /// No space, or a quota is used up.
    case full
    /// Anything else, by errno.
    case other(Int32)
  }

  /// The call that failed.
  public var operation: Operation
  /// The path of the call.
  public var path: String
  /// The reason for the failure.
  public var reason: Reason

  /// Creates a failure of this call.
  public init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// Returns `result`; its failure gets the operation and the path that the caller names.
  package static func telling<Result>(
    _ operation: Operation, _ path: String,
    _ result: @autoclosure () throws(SystemFailure) -> Result
  ) throws(SystemFailure) -> Result {
    do { return try result() } catch { throw SystemFailure(operation, path, error.reason) }
  }
}

extension ZoneCatalogue {
  /// The error for a zone that is not available.
  package struct Unknown: Error, Hashable, Sendable {
    /// The name that was asked for.
    package var name: String
    /// True if the system has no time zones at all, so that the name may be right.
    package var hasNoZones: Bool
    /// The reason why its file could not be examined, so that the name may be right.
    package var failure: SystemFailure?
  }
}
