import ByteTools

// Whom new files belong to where the program runs as root. Without this a call as root would lock
// the owner of a journal out of it. Where an owner cannot be given, the file stays root's.

extension PosixSystem {
  /// Gives a new file to whom the file or folder at a path belongs, where the program runs as root.
  public func giveOwner(of path: String, to file: OpenFile) {
    var status = stat()
    guard geteuid() == 0, unsafe lstat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
    else { return }
    _ = fchown(file.descriptor, status.st_uid, status.st_gid)
  }

  /// Gives a new folder to whom the folder at a path belongs, where the program runs as root.
  package func giveOwner(of path: String, toFolder folder: String) {
    guard geteuid() == 0 else { return }
    // By its number: what has the name by now may be something else.
    let descriptor = systemOpen(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    giveOwner(of: path, to: OpenFile(descriptor: descriptor))
    _ = systemClose(descriptor)
  }

  /// Opens a file, and gives one that root makes in a journal's folder to the folder's owner. A
  /// file that was there already is never given away, so this must be certain.
  ///
  /// - Returns: its number; less than 0: it cannot be opened, and `errno` has the reason.
  func openOwned(_ path: String, _ flags: Int32) -> Int32 {
    guard flags & O_CREAT != 0, geteuid() == 0 else { return systemOpen(path, flags) }
    if flags & O_EXCL == 0 {
      let present = systemOpen(path, flags & ~O_CREAT)
      if present >= 0 || errno != ENOENT { return present }
    }
    let made = systemOpen(path, flags | O_EXCL)
    if made < 0, errno == EEXIST, flags & O_EXCL == 0 { return systemOpen(path, flags) }
    if made >= 0, Self.isOfJournal(path) {
      giveOwner(of: FilePath.folder(of: path), to: OpenFile(descriptor: made))
    }
    return made
  }

  /// Gives a folder that root has made in a journal's folder to the owner of that.
  func giveOwner(toNewFolder path: String) {
    guard geteuid() == 0, Self.isOfJournal(path) else { return }
    giveOwner(of: FilePath.folder(of: path), toFolder: path)
  }

  /// Returns true if a path is that of a journal's lines or lock, of a file next to them, or of a
  /// file in a folder next to them.
  private static func isOfJournal(_ path: String) -> Bool {
    let folder = FilePath.folder(of: path)
    let own = JournalPaths(folder: folder)
    var status = stat()
    return [own.events, own.lock].contains(path)
      || [own, JournalPaths(folder: FilePath.folder(of: folder))].contains {
        unsafe lstat($0.events, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      }
  }
}
