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
    isRoots = status.st_uid == 0
    isOpenToOthers = status.st_mode & 0o022 != 0
    isOpenToAll = status.st_mode & 0o002 != 0
    isVisibleToOthers = status.st_mode & 0o077 != 0
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
