import ByteTools
import HealthProjections
package import JournalFile
import ViewTables

extension JournalPaths {
  /// Refuses a path at which a new file or folder would stand among a journal's own: what is in
  /// its folders may be deleted, as an erasure deletes all snapshots and what is in quarantine.
  ///
  /// - Throws: `OptionProblem`; `SystemFailure` where the folders cannot be compared.
  package func requireOutside(_ path: String) throws {
    let system = PosixSystem()
    for inside in [folder, quarantine, snapshots] {
      guard try !system.isSame(FilePath.folder(of: path), inside) else {
        throw OptionProblem("\(path) is in the journal's own folder; name a place outside of it")
      }
    }
    try Self.requireOutsideAll(path)
  }

  /// Refuses a path at which a new file or folder would stand among the files of any journal, where
  /// it could take the place of its lines: beside them, or in one of the folders there.
  ///
  /// - Throws: `OptionProblem`; `SystemFailure` where a folder cannot be looked at.
  package static func requireOutsideAll(_ path: String) throws {
    let system = PosixSystem()
    var (folder, inner) = (FilePath.folder(of: path), String?.none)
    // By `..` the system itself goes up, past links too.
    for _ in 0..<64 {
      let paths = JournalPaths(folder: folder)
      let isAmong = try inner.map { inner in
        try [paths.quarantine, paths.snapshots].contains { try system.isSame($0, inner) }
      }
      if isAmong ?? true, try system.holdsJournal(paths) {
        throw OptionProblem("\(path) is among the files of a journal; name a place outside of it")
      }
      let above = folder + "/.."
      if try system.isSame(above, folder) { return }
      (folder, inner) = (above, folder)
    }
  }
}

extension PosixSystem {
  /// Whether a folder has the files of a journal: lines with their lock, or a first line that opens
  /// a journal. What cannot be read may be one.
  fileprivate func holdsJournal(_ paths: JournalPaths) throws -> Bool {
    guard try kindFollowingLinks(of: paths.events) == .regular else { return false }
    if try kindFollowingLinks(of: paths.lock) == .regular { return true }
    guard let file = try? open(paths.events, .readForeignFile) else { return true }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try readNext(file, into: &bytes, from: 0)
    let line = Array(bytes[..<count].prefix { $0 != UInt8(ascii: "\n") })
    guard let tape = try? JSONTape(line.rawBytes) else { return false }
    let opening = JSONView(tape, line.rawBytes)
    return opening["event"]?.text == "open" && opening["format"] != nil
  }
}
