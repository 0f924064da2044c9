import CLibrary

extension PosixSystem {
  /// Removes a folder and all that is in it.
  package func removeDirectory(_ path: String) throws(SystemFailure) {
    for name in try names(inDirectory: path) {
      let inner = path + "/" + name
      if try kind(of: inner) == .directory {
        try removeDirectory(inner)
      } else {
        try remove(inner)
      }
    }
    try removeEmptyDirectory(path)
  }
}

extension PosixSystem {
  /// The folder for what programs of this user keep between runs: `health-journal` below
  /// `$XDG_STATE_HOME`, else below `~/.local/state`; nil where there is no home directory, or its
  /// path is not UTF-8.
  package static var stateFolder: String? {
    #if os(macOS)
      return variable("HOME").map { $0 + "/Library/Application Support/HealthJournal" }
    #else
      return variable("XDG_STATE_HOME").map { $0 + "/health-journal" }
        ?? variable("HOME").map { $0 + "/.local/state/health-journal" }
    #endif
  }
}

extension PosixSystem {
  /// Whether two paths lead to the same thing, links followed; false where either leads nowhere.
  package func isSame(_ one: String, _ other: String) throws(SystemFailure) -> Bool {
    var first = stat()
    var second = stat()
    guard systemStatus(one, &first) == 0, systemStatus(other, &second) == 0
    else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// What stands at a path, links followed; nil: nothing.
  ///
  /// - Throws: `SystemFailure` where it cannot be looked at.
  package func kindFollowingLinks(of path: String) throws(SystemFailure) -> FileKind? {
    var status = stat()
    guard systemStatus(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(.kind, path)
    }
    return FileStatus(status).kind
  }
}
