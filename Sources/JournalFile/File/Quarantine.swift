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

  /// Copies a part of a file to a new one in the quarantine, which is on the disk then: what it was
  /// read from may be cut or replaced.
  ///
  /// - Returns: where the copy is.
  package static func keep(
    _ part: FilePart, as name: String, in paths: JournalPaths, on system: any FileSystem
  ) throws -> String {
    let aside = try newFile(named: name, in: paths, on: system)
    defer { system.close(aside.file) }
    do {
      try part.append(to: aside.file)
      try system.synchronize(aside.file)
      try system.synchronizeDirectory(paths.quarantine)
    } catch {
      // The bytes are in their place still. A full disk must not be filled by one copy for each
      // attempt.
      try? system.remove(aside.path)
      throw error
    }
    return aside.path
  }
}
