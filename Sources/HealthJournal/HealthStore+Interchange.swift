import HealthInterchange
public import HealthModel
import HealthProjections
import HealthTables
import Journal
import JournalFile

extension HealthStore {
  /// The forms in which a whole journal is written.
  public static var journalForms: [String] { JournalExports.all.map(\.name) }

  /// Writes all live objects as another program would, into a folder that appears whole or not at all.
  ///
  ///     let losses = try await store.exportJournal(as: "apple-health", to: "apple_health_export")
  ///     losses.rows.isEmpty   // true: an import of the folder gives the same objects
  ///
  /// - Parameters:
  ///   - form: one of `journalForms`.
  ///   - path: a folder that does not exist, or an empty one, outside of the journal.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: what the form cannot say: type, what is lost, and of how many objects.
  /// - Throws: a `StoreError`: `.invalidArgument` where there is no such form, or something stands at the place.
  public func exportJournal(
    as form: String, to path: String, reader: String = Actor.owner
  ) throws -> ViewRows {
    try answering {
      guard let export = JournalExports.all.first(where: { $0.name == form }) else {
        throw OptionProblem("no form '\(form)'; there are \(JournalExports.names(", "))")
      }
      return try ViewRows(write(export, to: path, reader).losses.table)
    }
  }

  private func write(
    _ form: some JournalExport, to path: String, _ reader: String
  ) throws -> ExportReport {
    var request = ViewRequest(try replayed(by: reader), OptionValues(), now: clock)
    var folder = try ReplacementFolder(at: path, outside: request.journal.paths.folder)
    let report = try form.write(&request, into: &folder)
    try folder.put()
    return report
  }
}
