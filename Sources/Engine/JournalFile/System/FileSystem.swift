import ByteTools
import Synchronization

/// The one interface between the journal and the operating system: files, the clock and random
/// bits. `PosixSystem` is the real one; `HealthStore(inMemory:)` has `MemoryFileSystem`, and the
/// tests have one that fails on demand.
///
/// A question that fails is an error, and never a no: a file is missing only if the system reports
/// so (`ENOENT`, `ENOTDIR`).
public protocol FileSystem: Sendable {
  func paths(of folder: String) -> JournalPaths
  /// Opens a file, which must be a regular one unless the access is `readForeign`. A link at the
  /// last step of the path is followed with `readForeign` and `readForeignFile` only.
  func open(_ path: String, _ access: FileAccess) throws(SystemFailure) -> OpenFile
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
  /// Writes all of `bytes` from `offset` on over the old ones, for a file opened with `.update`.
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

  /// Renames a file, and replaces one that has the new name.
  func rename(_ from: String, to: String) throws(SystemFailure)
  /// Removes a name.
  func remove(_ path: String) throws(SystemFailure)
  /// Makes a folder of mode 0700, and the ones above it that are missing. Their names are on the
  /// disk when it returns.
  func createDirectory(_ path: String) throws(SystemFailure)
  /// Returns when the names in a folder are on the disk.
  func synchronizeDirectory(_ path: String) throws(SystemFailure)
  /// Returns the names in a folder, in no order; throws `.notRegular` if the path is no folder.
  func names(inDirectory path: String) throws(SystemFailure) -> [String]
  /// Returns the names as the system has them, which may not be UTF-8.
  func rawNames(inDirectory path: String) throws(SystemFailure) -> [[UInt8]]
  func status(of file: OpenFile) throws(SystemFailure) -> FileStatus
  /// Returns the status of the file or folder at a path, links not followed; nil: nothing is there.
  func status(at path: String) throws(SystemFailure) -> FileStatus?
  /// Gives a new file, where the program runs as root, to whom the file or folder at a path
  /// belongs: it is to take its place, and its owner goes on reading it. Where that cannot be done
  /// the file stays root's.
  func giveOwner(of path: String, to file: OpenFile)

  /// Microseconds since 1970-01-01 UTC.
  func now() -> Int64
  /// Returns 64 bits that nobody can guess.
  func random() -> UInt64
  /// Fills words with bits that nobody can guess.
  func random(into words: inout [UInt64])

  /// Returns a key of 32 bytes that is outside all journals, where only this user can write: with
  /// it, programs of this user can distinguish their own files next to the lines from files of
  /// others.
  ///
  /// - Parameter making: true if a missing key is made.
  /// - Returns: the key; nil: there is none, or it cannot be relied on.
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

  /// Returns nil: there is no key.
  public func userKey(making: Bool) -> [UInt8]? { nil }

  /// Does nothing: there is one user.
  public func giveOwner(of path: String, to file: OpenFile) {}

  /// Returns the bytes of the names.
  public func rawNames(inDirectory path: String) throws(SystemFailure) -> [[UInt8]] {
    try names(inDirectory: path).map { Array($0.utf8) }
  }

  /// Returns the paths in the folder.
  public func paths(of folder: String) -> JournalPaths { JournalPaths(folder: folder) }

  /// Returns the size in bytes.
  public func size(of file: OpenFile) throws(SystemFailure) -> UInt64 {
    try status(of: file).size
  }

  /// Returns the kind of the file at a path, links not followed; nil: nothing is there.
  public func kind(of path: String) throws(SystemFailure) -> FileKind? {
    try status(at: path)?.kind
  }

  /// Returns the status of the file or folder at a path; for a link, that of the folder that it
  /// leads to, because the rights of a link itself mean nothing; nil: nothing is there.
  package func statusFollowingLink(at path: String) throws(SystemFailure) -> FileStatus? {
    let found = try status(at: path)
    guard found?.kind == .link else { return found }
    return try status(at: path + "/.") ?? found
  }
}

/// An open file of some `FileSystem`.
public struct OpenFile: Hashable, Sendable {
  /// The system's number of the file.
  public let descriptor: Int32

  /// Creates the file with this number.
  public init(descriptor: Int32) { self.descriptor = descriptor }
}

/// The access with which a file is opened. Files are created with mode 0600 whatever the umask.
public enum FileAccess: Hashable, Sendable {
  /// To read a file of the journal.
  case read
  /// To read a file that is not the journal's own: links are followed, and a pipe will do.
  case readForeign
  /// Access to read a plain file that is not the journal's own: there is no waiting, and anything
  /// else is `.notRegular`.
  case readForeignFile
  /// Access to read and append; a missing file is created.
  case append
  /// To append to a file that must not exist yet.
  case createNew
  /// Access to read and write at any offset; a missing file is created.
  case update
}

/// The kind of an object at a path.
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

/// The identity that distinguishes a file from all others on the machine, whatever its name.
public struct FileIdentity: Hashable, Sendable {
  /// The number of the device.
  public var device: UInt64
  /// The number of the file on it.
  public var number: UInt64

  /// Creates the identity of the file with this number on this device.
  public init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// The system's data about a file or folder.
public struct FileStatus: Hashable, Sendable {
  /// The kind of the file.
  public var kind: FileKind
  /// The identity of the file.
  public var identity: FileIdentity
  /// Its size in bytes.
  public var size: UInt64
  /// The number of its names.
  public var links: Int
  /// True if it belongs to the user that the program runs as.
  public var isOwn = true
  /// True if it belongs to the administrator of the machine.
  package var isRoots = false
  /// True if its group or everybody may write to it.
  public var isOpenToOthers = false
  /// True if everybody may write to it.
  package var isOpenToAll = false
  /// True if its group or everybody has any right to it.
  public var isVisibleToOthers = false

  /// Creates the status of a file of the program's own user, closed to others.
  public init(kind: FileKind, identity: FileIdentity, size: UInt64, links: Int) {
    self.kind = kind
    self.identity = identity
    self.size = size
    self.links = links
  }

  /// The user that the program runs as. A writer asks before each write.
  private static let user = geteuid()

  /// Reads the result of `stat`, `fstat` and `lstat`.
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

/// A watcher that is told of each read, and may end the reading.
package protocol ReadWatcher: Sendable {
  /// Notes that a file of this size was opened.
  func opened(_ path: String, of size: UInt64)

  /// Notes that `count` bytes were read.
  func read(_ count: Int)

  /// Throws where a lock is not waited for any more.
  func requireWaiting() throws(SystemFailure)

  /// Throws where no read may succeed any more.
  func requireGoingOn() throws(SystemFailure)
}

extension SystemFailure.Reason {
  /// Creates the reason for a number of `errno`.
  init(number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self = .missing
    case EEXIST: self = .exists
    case ELOOP, EISDIR, ENXIO: self = .notRegular
    case EACCES, EPERM: self = .notPermitted
    case EROFS: self = .readOnly
    case EBADF: self = .closed
    case EMFILE, ENFILE: self = .tooManyOpen
    case EBUSY: self = .busy
    case ENOSPC, EDQUOT, EFBIG: self = .full
    default: self = .other(number)
    }
  }
}

/// Parts of paths, as the system sees them: names of bytes between slashes. In Swift a slash and a
/// combining mark after it are one character, which is no slash.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// Returns the folder that holds a file: `.` for a name alone.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
  }

  /// Returns the last name: `c` for `a/b/c` and for `a/b/c/`; empty if there is none.
  package static func name(of path: String) -> String { names(in: path).last { !$0.isEmpty } ?? "" }

  /// Returns all names, empty ones too: `""`, `a`, `b` for `/a/b`.
  package static func names(in path: String) -> [String] {
    path.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Returns the path of a folder without the slashes at its end; `/` stays.
  package static func withoutEndingSlashes(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != slash }
    return end.map { String(Substring(path.utf8[...$0])) } ?? (path.isEmpty ? "" : "/")
  }
}

/// A file that appears at its path whole or not at all: it is written next to the path, synced and
/// renamed. The old file stays until then, and its owner owns the new one.
///
///     let file = try ReplacementFile(of: "/a/b.csv", beside: "/a/b.csv.part", on: system)
///     try file.append(bytes)
///     try file.put()
package final class ReplacementFile: Sendable {
  private let path: String
  private let beside: String
  private let system: any FileSystem
  private let file: OpenFile
  private let isPut = Atomic(false)

  /// Makes an empty file next to the path.
  ///
  /// - Parameter keepsOwner: true if it gets the old file's owner when root replaces that file.
  /// - Throws: if something is there already, or the folder is missing.
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
    if !isPut.load(ordering: .relaxed) { try? system.remove(beside) }
  }

  /// Writes all of `bytes` after what was written before.
  package func append(_ bytes: [UInt8]) throws(SystemFailure) {
    try system.append(bytes, to: file)
  }

  /// Takes away all that was written.
  package func clear() throws(SystemFailure) { try system.truncate(file, to: 0) }

  /// Puts the file at its path, and returns when it is on the disk there.
  package func put() throws(SystemFailure) {
    try system.synchronize(file)
    try system.rename(beside, to: path)
    isPut.store(true, ordering: .relaxed)
    try system.synchronizeDirectory(FilePath.folder(of: path))
  }
}

/// The destination of an export: files below a folder.
package protocol ExportFolder {
  /// Appends bytes to a file. The first call for a file makes it, and the folders that its path
  /// names. Where an export is one file, the name is ignored.
  mutating func append(_ bytes: [UInt8], to file: String) throws
}

extension ExportFolder {
  /// Appends `output` to a file and empties it, if it holds more than `least` bytes.
  package mutating func take(_ output: inout [UInt8], to file: String = "", over least: Int) throws
  {
    guard output.count > least else { return }
    try append(output, to: file)
    output.removeAll(keepingCapacity: true)
  }
}
