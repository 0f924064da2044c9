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
