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
