/// The one rule for a folder into which files of this program go: it is not there yet, or it is an
/// empty one of this user that is closed to all others. A folder that holds anything is somebody's
/// and stays as it is, with its rights.
package enum NewFolder {
  /// Requires that a path is free, links resolved.
  ///
  /// - Parameter own: names that may stand in the folder, as an ended run of the same work leaves
  ///   them.
  /// - Returns: whether the folder is there.
  /// - Throws: `JournalError`: `.notRegular` where something else is there, or a link that leads
  ///   nowhere; `.folderTaken`, `.folderOfAnother`, `.folderVisible`. `SystemFailure`.
  package static func require(
    _ path: String, butFor own: Set<String> = [], on system: any FileSystem
  ) throws -> Bool {
    guard let status = try system.statusFollowingLink(at: path) else { return false }
    guard status.kind == .directory else { throw JournalError.notRegular(path: path) }
    try requireEmpty(path, butFor: own, on: system)
    guard status.isOwn else { throw JournalError.folderOfAnother(path: path) }
    guard !status.isVisibleToOthers else { throw JournalError.folderVisible(path: path) }
    return true
  }

  /// Requires that a folder holds nothing, but for these names.
  ///
  /// - Throws: `JournalError.folderTaken`; `SystemFailure`.
  package static func requireEmpty(
    _ path: String, butFor own: Set<String>, on system: any FileSystem
  ) throws {
    let names = try system.rawNames(inDirectory: path)
      .map { String(decoding: $0, as: UTF8.self) }.filter { !own.contains($0) }
    guard names.isEmpty else { throw JournalError.folderTaken(path: path, holding: names.sorted()) }
  }
}
