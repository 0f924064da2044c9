import ByteTools

/// The one interface between the journal and the operating system: files, the clock and random
/// bits. `PosixSystem` is the real one; `HealthStore(inMemory:)` has `MemoryFileSystem`, and the
/// tests have one that fails on demand.
///
/// A question that fails is an error, and never a no: nothing is there only where the system says
/// so (`ENOENT`, `ENOTDIR`).
public protocol FileSystem: Sendable {
  /// Where the files of the journal in a folder are.
  func paths(of folder: String) -> JournalPaths
  /// Opens a file, which must be a regular one unless the access is `readForeign`. A link at the
  /// last step of the path is followed with `readForeign` and `readForeignFile` only.
  func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile
  /// Gives the file back.
  func close(_ file: OpenFile)
  /// Reads into `buffer` from `index` on, at most to its end.
  /// - Returns: how many bytes; 0 at the end of the file.
  func read(
    _ file: OpenFile, at offset: UInt64, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int
  /// Reads what comes next in a file that may be a pipe, waiting where nothing is there yet.
  /// - Returns: how many bytes; 0 at the end.
  func readNext(
    _ file: OpenFile, into buffer: inout [UInt8], from index: Int
  ) throws(SystemFailure) -> Int
  /// Writes all of `bytes` after what the file holds. A failure may leave a part of them there.
  func append(_ bytes: [UInt8], to file: OpenFile) throws(SystemFailure)
  /// Writes all of `bytes` from `offset` on, in place of what is there. For a file opened with
  /// `.update`.
  func write(_ bytes: [UInt8], at offset: UInt64, to file: OpenFile) throws(SystemFailure)
  /// Cuts the file to `size` bytes, or fills it up with zeros, which take no space.
  func truncate(_ file: OpenFile, to size: UInt64) throws(SystemFailure)
  /// Returns when what was written is on the disk. After a failure nothing can be known of it.
  func synchronize(_ file: OpenFile) throws(SystemFailure)
  /// Asks that what was written from `offset` on be on its way to the disk, without waiting. A
  /// hint: it promises nothing, and `synchronize` is due all the same.
  func startSynchronizing(_ file: OpenFile, from offset: UInt64)
  /// Takes the exclusive lock of the file.
  /// - Parameter patiently: whether a moment is waited for a lock that is being given back, or as
  ///   long as was asked for.
  /// - Returns: false where another process holds it.
  func lock(_ file: OpenFile, patiently: Bool) throws(SystemFailure) -> Bool
  /// Reads the bytes of a range of a file to where they belong in `bytes`.
  /// - Returns: how many bytes; fewer where the file ends before, or a signal came between.
  func read(
    _ file: OpenFile, _ range: Range<Int>, into bytes: OwnedBytes
  ) throws(SystemFailure) -> Int

  /// Gives a file another name, in place of one that has it.
  func rename(_ from: String, to: String) throws(SystemFailure)
  /// Takes a name away.
  func remove(_ path: String) throws(SystemFailure)
  /// Makes a folder of mode 0700, and the ones above it that are missing. Their names are on the
  /// disk when it returns.
  func createDirectory(_ path: String) throws(SystemFailure)
  /// Returns when the names in a folder are on the disk.
  func synchronizeDirectory(_ path: String) throws(SystemFailure)
  /// The names in a folder, in no order; `.notRegular` where the path is no folder.
  func names(inDirectory path: String) throws(SystemFailure) -> [String]
  /// The same as the system has them, which may be no UTF-8.
  func rawNames(inDirectory path: String) throws(SystemFailure) -> [[UInt8]]
  /// What the system says of an open file.
  func status(of file: OpenFile) throws(SystemFailure) -> FileStatus
  /// What the system says of what stands at a path, links not followed; nil: nothing is there.
  func status(at path: String) throws(SystemFailure) -> FileStatus?
  /// Gives a new file, where the program runs as root, to whom the file or folder at a path
  /// belongs: it is to take its place, and its owner goes on reading it. Where that cannot be done
  /// the file stays root's.
  func giveOwner(of path: String, to file: OpenFile)

  /// Microseconds since 1970-01-01 UTC.
  func now() -> Int64
  /// 64 bits that nobody can guess.
  func random() -> UInt64
  /// Fills words with bits that nobody can guess.
  func random(into words: inout [UInt64])

  /// A key of 32 bytes that lies outside all journals, where this user alone can write: with it,
  /// programs of this user can tell files that they wrote beside the lines from files of others.
  /// - Parameter making: whether one is made where there is none.
  /// - Returns: nil: there is none, or it cannot be relied on.
  func userKey(making: Bool) -> [UInt8]?
}

extension FileSystem {
  /// Makes a folder where there is none, as `createDirectory` does. Another program may make it, or
  /// those above it, at the same moment.
  package func ensureDirectory(_ path: String) throws(SystemFailure) {
    guard try kind(of: path) == nil else { return }
    do {
      try createDirectory(path)
    } catch {
      guard error.reason == .exists else { throw error }
    }
  }

  /// None.
  public func userKey(making: Bool) -> [UInt8]? { nil }

  /// Does nothing: there is one user.
  public func giveOwner(of path: String, to file: OpenFile) {}

  /// The bytes of the names.
  public func rawNames(inDirectory path: String) throws(SystemFailure) -> [[UInt8]] {
    try names(inDirectory: path).map { Array($0.utf8) }
  }

  /// In the folder.
  public func paths(of folder: String) -> JournalPaths { JournalPaths(folder: folder) }

  /// The size in bytes.
  public func size(of file: OpenFile) throws(SystemFailure) -> UInt64 {
    try status(of: file).size
  }

  /// What stands at a path, links not followed; nil: nothing.
  public func kind(of path: String) throws(SystemFailure) -> FileKind? {
    try status(at: path)?.kind
  }

  /// What the system says of what stands at a path; of the folder that a link there leads to, as
  /// the rights of a link itself say nothing; nil: nothing is there.
  package func statusFollowingLink(at path: String) throws(SystemFailure) -> FileStatus? {
    let found = try status(at: path)
    guard found?.kind == .link else { return found }
    return try status(at: path + "/.") ?? found
  }
}

/// An open file of some `FileSystem`.
public struct OpenFile: Hashable, Sendable {
  /// The system's number for it.
  public let descriptor: Int32

  /// The file with this number.
  public init(descriptor: Int32) { self.descriptor = descriptor }
}

/// How a file is opened. Files are created with mode 0600 whatever the umask.
public enum FileAccess: Hashable, Sendable {
  /// To read a file of the journal.
  case read
  /// To read a file that is not the journal's own: links are followed, and a pipe will do.
  case readForeign
  /// The same for a plain file alone: nothing is waited for, and anything else is `.notRegular`.
  case readForeignFile
  /// To read and append; created where it is missing.
  case append
  /// To append to a file that must not exist yet.
  case createNew
  /// To read and write at any offset; created where it is missing.
  case update
}

/// What stands at a path.
public enum FileKind: Hashable, Sendable {
  /// A file with content.
  case regular
  /// A folder.
  case directory
  /// A symbolic link.
  case link
  /// A pipe, socket or device.
  case other
}

/// What tells a file from all others on the machine, whatever its name.
public struct FileIdentity: Hashable, Sendable {
  /// The number of the device.
  public var device: UInt64
  /// The number of the file on it.
  public var number: UInt64

  /// The file with this number on this device.
  public init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// What the system says of a file or folder.
public struct FileStatus: Hashable, Sendable {
  /// What it is.
  public var kind: FileKind
  /// Which one it is.
  public var identity: FileIdentity
  /// Its size in bytes.
  public var size: UInt64
  /// How many names it has.
  public var links: Int
  /// Whether it belongs to the user that the program runs as.
  public var isOwn = true
  /// Whether it belongs to the administrator of the machine.
  package var isRoots = false
  /// Whether its group or everybody may write to it.
  public var isOpenToOthers = false
  /// Whether everybody may write to it.
  package var isOpenToAll = false
  /// Whether its group or everybody has any right to it.
  public var isVisibleToOthers = false

  /// A file of the program's own user, closed to others.
  public init(kind: FileKind, identity: FileIdentity, size: UInt64, links: Int) {
    self.kind = kind
    self.identity = identity
    self.size = size
    self.links = links
  }

  /// The user that the program runs as. A writer asks before each write.
  private static let user = geteuid()

  /// What `stat`, `fstat` and `lstat` say.
  init(_ status: stat) {
    let kind: FileKind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)),
      size: UInt64(status.st_size), links: Int(status.st_nlink))
    isOwn = status.st_uid == Self.user
    isRoots = status.st_uid == 0
    isOpenToOthers = status.st_mode & 0o022 != 0
    isOpenToAll = status.st_mode & 0o002 != 0
    isVisibleToOthers = status.st_mode & 0o077 != 0
  }
}

/// A call to the system that failed: which one, on what, and why.
public struct SystemFailure: Error, Hashable, Sendable {
  /// The calls of a `FileSystem`.
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
    /// Looking what is there.
    case kind = "look at"
  }

  /// Why a call failed, as far as callers tell cases apart.
  public enum Reason: Hashable, Sendable {
    /// Nothing is there.
    case missing
    /// Something is there already.
    case exists
    /// It is a symbolic link, a folder or a device where a plain file is due.
    case notRegular
    /// The rights do not suffice.
    case notPermitted
    /// It lies on a file system that cannot be written to.
    case readOnly
    /// The process, or the system, has as many files open as it may.
    case tooManyOpen
    /// Another program removed it, or put another file in its place.
    case replaced
    /// There is no such file open, as where a standard stream is closed.
    case closed
    /// No space, or a quota is used up.
    case full
    /// Anything else, by errno.
    case other(Int32)
  }

  /// Which call.
  public var operation: Operation
  /// On which path.
  public var path: String
  /// Why.
  public var reason: Reason

  /// A failure of this call.
  public init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// What `result` gives; its failure is told of the step and the path that the caller names.
  package static func telling<Result>(
    _ operation: Operation, _ path: String,
    _ result: @autoclosure () throws(SystemFailure) -> Result
  ) throws(SystemFailure) -> Result {
    do { return try result() } catch { throw SystemFailure(operation, path, error.reason) }
  }
}

/// A watcher that is told of each read, and may end the reading.
package protocol ReadWatcher: Sendable {
  /// A file of this size was opened.
  func opened(_ path: String, of size: UInt64)

  /// `count` bytes were read.
  func read(_ count: Int)

  /// Throws where a lock is not waited for any more.
  func requireWaiting() throws(SystemFailure)

  /// Throws where no read may succeed any more.
  func requireGoingOn() throws(SystemFailure)
}

extension SystemFailure.Reason {
  /// What a number of `errno` means.
  init(number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self = .missing
    case EEXIST: self = .exists
    case ELOOP, EISDIR, ENXIO: self = .notRegular
    case EACCES, EPERM: self = .notPermitted
    case EROFS: self = .readOnly
    case EBADF: self = .closed
    case EMFILE, ENFILE: self = .tooManyOpen
    case ENOSPC, EDQUOT, EFBIG: self = .full
    default: self = .other(number)
    }
  }
}

/// Parts of paths, as the system sees them: names of bytes between slashes. In Swift a slash and a
/// combining mark after it are one character, which is no slash.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// The folder that holds a file: `.` for a name alone.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
  }

  /// The last name: `c` of `a/b/c` and of `a/b/c/`; empty where there is none.
  package static func name(of path: String) -> String { names(in: path).last { !$0.isEmpty } ?? "" }

  /// All names, empty ones too: `""`, `a`, `b` of `/a/b`.
  package static func names(in path: String) -> [String] {
    path.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The path of a folder without the slashes that may follow it; `/` stays.
  package static func withoutEndingSlashes(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != slash }
    return end.map { String(Substring(path.utf8[...$0])) } ?? (path.isEmpty ? "" : "/")
  }
}

/// A file that appears at its path whole or not at all: it is written beside the path, synced and
/// renamed. What stood there before stays until then, and its owner owns what takes its place.
///
///     let file = try ReplacementFile(of: "/a/b.csv", beside: "/a/b.csv.part", on: system)
///     try file.append(bytes)
///     try file.put()
package final class ReplacementFile {
  private let path: String
  private let beside: String
  private let system: any FileSystem
  private let file: OpenFile
  private var isPut = false

  /// Makes an empty file beside the path.
  ///
  /// - Parameter keepsOwner: whether it belongs to whom the old one does, where root replaces it.
  /// - Throws: where something stands there already, or the folder is missing.
  package init(
    of path: String, beside: String, keepsOwner: Bool = true, on system: any FileSystem
  ) throws(SystemFailure) {
    self.path = path
    self.beside = beside
    self.system = system
    file = try system.open(beside, .createNew)
    if keepsOwner { system.giveOwner(of: path, to: file) }
  }

  /// Takes away what was not put at its path.
  deinit {
    system.close(file)
    if !isPut { try? system.remove(beside) }
  }

  /// Writes all of `bytes` after what was written before.
  package func append(_ bytes: [UInt8]) throws(SystemFailure) {
    try system.append(bytes, to: file)
  }

  /// Puts the file at its path, and returns when it is on the disk there.
  package func put() throws(SystemFailure) {
    try system.synchronize(file)
    try system.rename(beside, to: path)
    isPut = true
    try system.synchronizeDirectory(FilePath.folder(of: path))
  }
}

/// Where an export goes: files below a folder.
package protocol ExportFolder {
  /// Appends bytes to a file. The first call for a file makes it, and the folders that its path
  /// names. Where an export is one file, the name is ignored.
  mutating func append(_ bytes: [UInt8], to file: String) throws
}

extension ExportFolder {
  /// Appends `output` to a file and empties it, where it holds more than `least` bytes.
  package mutating func take(_ output: inout [UInt8], to file: String = "", over least: Int) throws
  {
    guard output.count > least else { return }
    try append(output, to: file)
    output.removeAll(keepingCapacity: true)
  }
}
