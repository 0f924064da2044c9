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
  }
}
