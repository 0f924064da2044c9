/// The folder for bytes that are set aside and never deleted.
package enum Quarantine {
  /// Makes a new file in the quarantine; a number keeps its name apart from older ones.
  package static func newFile(
    named name: String, in paths: JournalPaths, on system: any FileSystem
  ) throws(SystemFailure) -> (file: OpenFile, path: String) {
    switch try system.kind(of: paths.quarantine) {
    case nil: try system.createDirectory(paths.quarantine)
    case .directory: break
    case .link, .regular, .other: throw SystemFailure(.open, paths.quarantine, .notRegular)
    }
    for number in 1... {
      let path = "\(paths.quarantine)/\(name)-\(number)"
      guard try system.kind(of: path) == nil else { continue }
      return (try system.open(path, .createNew), path)
    }
    throw SystemFailure(.open, paths.quarantine, .exists)
  }
}
