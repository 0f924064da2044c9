import HealthInterchange
public import HealthModel
import HealthProjections
import HealthTables
import Journal
import JournalFile
import ViewTables

extension HealthStore {
  /// The forms in which a whole journal is written.
  public static var journalForms: [String] { JournalExports.all.map(\.name) }

  /// Writes live objects as another program would, into a folder or a file that appears whole or
  /// not at all.
  ///
  ///     let losses = try await store.exportJournal(as: "apple-health", to: "apple_health_export")
  ///     losses.rows.isEmpty   // true: an import of the folder gives the same objects
  ///     try await store.exportJournal(
  ///       as: "fhir", options: ["type": "heartRate", "from": "2026-01-01"], to: "health.ndjson")
  ///
  /// - Parameters:
  ///   - form: one of `journalForms`.
  ///   - options: those of `export FORM`, `format` too.
  ///   - path: a folder that does not exist, or an empty one, or a file; outside of the journal.
  ///     Where it ends in `.zip`, the folder is packed into a zip archive.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: what the form cannot say: type, what is lost, and of how many objects.
  /// - Throws: a `StoreError`: `.invalidArgument` where there is no such form, or something stands
  ///   at the path.
  @discardableResult
  public func exportJournal(
    as form: String, options: ViewOptions = [:], to path: String, reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try answering {
      guard let export = JournalExports.all.first(where: { $0.name == form }) else {
        throw OptionProblem("no form '\(form)'; there are \(JournalExports.names(", "))")
      }
      let format = Option("format", "FORMAT", "how it is written", choices: export.formats)
      let known = export.options + (export.formats.isEmpty ? [] : [format])
      let values = try OptionValues(
        options, of: form, among: known, as: reader, rules: .window)
      if let name = values[format], !export.formats.contains(name) {
        throw OptionProblem("\(form) has no format '\(name)'")
      }
      var request = ViewRequest(try replayed(by: reader), values, now: clock)
      return try ViewRows(write(export, &request, to: path).losses.table)
    }
  }

  private func write(
    _ form: some JournalExport, _ request: inout ViewRequest, to path: String
  ) throws -> ExportReport {
    let journal = request.journal.paths.folder
    switch form.destination {
    case .folder where ZippedFolder.isMeant(by: path):
      var archive = try ZippedFolder(at: path, holding: form.folderName, outside: journal)
      let report = try form.write(&request, into: &archive)
      try archive.put()
      return report
    case .folder:
      var folder = try ReplacementFolder(at: path, outside: journal)
      let report = try form.write(&request, into: &folder)
      try folder.put()
      return report
    case .file:
      var file = try OneFileExport(at: path, outside: journal)
      let report = try form.write(&request, into: &file)
      try file.put()
      return report
    }
  }
}
