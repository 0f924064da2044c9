import CLibrary

extension FileStatus {
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
    isOpenToOthers = status.st_mode & 0o022 != 0
  }
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

extension PosixSystem {
  /// Whether the file system of an open file takes writes; if not, `errno` says why.
  ///
  /// A file system that goes down or turns read-only during a sync may drop what was written and say all the same
  /// that the sync went well. Asked behind it, it tells: XFS by `fstat`, ext4 by a write of nothing, and ext4
  /// before Linux 6.15 by its flags.
  static func takesWrites(_ descriptor: CInt) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    var nothing: UInt8 = 0
    guard unsafe pwrite(descriptor, &nothing, 0, 0) == 0 || errno == EBADF else { return false }
    #if os(Linux)
      var system = statvfs()
      guard unsafe fstatvfs(descriptor, &system) == 0 else { return false }
      if UInt(system.f_flag) & UInt(ST_RDONLY) != 0 {
        errno = EROFS
        return false
      }
    #endif
    return true
  }
}
