public import HealthEvents
import HealthImport
import HealthInterchange
public import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile

/// The options of an import.
public struct ImportOptions: Hashable, Sendable {
  /// The part of the file; nil: all of it.
  public var selection: ImportSelection?
  /// True to write nothing and to report everything as if it were written.
  public var isDryRun: Bool
  /// True to delete what earlier exports of the same person stated and this one does not. The
  /// import is refused if the exports cannot be compared.
  public var appliesDeletions: Bool
  /// True to save again what was erased from the journal before.
  public var savesErased: Bool
  /// Sources that have another name in the file than in the journal: the new names by the old ones.
  /// What the file states under a new name is the old source's.
  public var renamed: [String: String]
  /// True to read an archive that holds more than a hundred times its size, which may be made to
  /// fill a disk.
  public var takesHugeArchives: Bool

  /// Creates the options for all of the file, with nothing deleted.
  public init(
    selection: ImportSelection? = nil, isDryRun: Bool = false, appliesDeletions: Bool = false,
    savesErased: Bool = false, renamed: [String: String] = [:], takesHugeArchives: Bool = false
  ) {
    self.selection = selection
    self.isDryRun = isDryRun
    self.appliesDeletions = appliesDeletions
    self.savesErased = savesErased
    self.renamed = renamed
    self.takesHugeArchives = takesHugeArchives
  }

  fileprivate var choices: ImportJob.Choices {
    var choices = ImportJob.Choices()
    choices.selection = selection
    choices.isTrial = isDryRun
    choices.appliesDeletions = appliesDeletions
    choices.savesErased = savesErased
    choices.renamed = renamed.sorted { $0.key < $1.key }
      .map { SourceNames.Renaming(old: $0.key, new: $0.value) }
    return choices
  }
}

/// The result of an import.
public struct ImportSummary: Hashable, Sendable {
  /// The name of the file, without its folder.
  public let fileName: String
  /// The counts of each kind of element; see `ImportCount`.
  public let counts: [ImportCount]
  /// The counts of the objects of each type; `element` is its identifier.
  public let types: [ImportCount]
  /// The number of objects that earlier exports of the same person stated and this one does not, by
  /// type; nil: there is none to compare it with.
  public let vanished: [VanishedCount]?
  /// The first and last line that it appended, without its receipt; nil: the journal knew
  /// everything.
  public let lines: ClosedRange<UInt64>?
  /// The file of what could not be read; nil: there is none.
  public let quarantinePath: String?
  /// The first positions that could not be taken as they stood, a sentence each, without a health
  /// value.
  public let problems: [String]
  /// The warnings about the whole file, a sentence each: for example, its days cannot be those of
  /// the journal's time zone.
  public let warnings: [String]
  /// The things next to the file that were not read, each kind with its count: `2 attachments`.
  public let notRead: [String]
  /// The things that the file names and that are not next to it, in the same form: `3 GPX files`.
  public let missing: [String]
  /// True if everything in the file is in the journal now.
  public let isComplete: Bool

  /// The number of objects that it saved, of all kinds.
  public var saved: Int { counts.map(\.saved).reduce(0, +) }
}

/// The options of an import of another journal: what comes along besides its objects.
public struct JournalImportOptions: Hashable, Sendable {
  /// True to take the rights of sources that the owner of the other journal decided later.
  public var takesRights: Bool
  /// True to take the settings of the other journal.
  public var takesSettings: Bool
  /// True to erase here, for good, what was erased there.
  public var erases: Bool
  /// True to write nothing and to report everything as if it were written.
  public var isDryRun: Bool

  /// Creates the options for objects alone, with what became of them.
  public init(
    takesRights: Bool = false, takesSettings: Bool = false, erases: Bool = false,
    isDryRun: Bool = false
  ) {
    self.takesRights = takesRights
    self.takesSettings = takesSettings
    self.erases = erases
    self.isDryRun = isDryRun
  }

  fileprivate var choices: JournalImport.Choices {
    var choices = JournalImport.Choices()
    choices.takesRights = takesRights
    choices.takesSettings = takesSettings
    choices.erases = erases
    choices.isTrial = isDryRun
    return choices
  }
}

/// The result of an import of another journal.
public struct JournalImportSummary: Hashable, Sendable {
  /// The other journal, up to its last line: the next import begins after it.
  public let journal: ImportedJournal
  /// The counts of objects, deletions and reverts.
  public let counts: [ImportCount]
  /// The counts of the objects of each type; `element` is its identifier.
  public let types: [ImportCount]
  /// The first and last line that it appended, without its receipt; nil: nothing was new.
  public let lines: ClosedRange<UInt64>?
  /// The number of decisions on rights that did not come along.
  public let rightsLeft: Int
  /// The objects that the other journal erased, and that this one has or had.
  public let erasedThere: [ObjectUUID]
  /// The objects that did not come along as they stood, and the rules that the other journal
  /// breaks, a sentence each, without a health value.
  public let problems: [String]
  /// True if everything came along.
  public let isComplete: Bool

  /// The number of objects that it saved.
  public var saved: Int { types.map(\.saved).reduce(0, +) }
}

extension HealthStore {
  /// Imports another journal: what it saved, deleted and reverted is done here too, with who
  /// recorded it first and when. Journals that import each other have the same objects. The next
  /// import reads only its new lines.
  ///
  ///     let summary = try await store.importJournal(at: "/media/laptop/health.journal")
  ///     summary.saved   // 812
  ///
  /// - Parameters:
  ///   - path: the folder of the journal, or a tar archive that `backup` made of one.
  ///   - options: what comes along besides objects, and whether anything is written.
  /// - Throws: a `StoreError`: `.damaged` also where the other journal is not what an earlier
  ///   import has read; then the journal is as it was before.
  @discardableResult
  public func importJournal(
    at path: String, _ options: JournalImportOptions = JournalImportOptions()
  ) throws(StoreError) -> JournalImportSummary {
    try exchangingWriter { () throws(StoreError) in
      try StoreError.typed {
        try journal.withOther(at: path) { other in
          var session = try journal.write()
          let report: JournalImport.Report
          do {
            report = try JournalImport.run(
              other, named: FilePath.name(of: path), into: &session, options.choices)
          } catch { try session.finish(after: error) }
          try session.finish()
          return JournalImportSummary(
            journal: report.journal, counts: report.counts, types: report.types,
            lines: report.lines, rightsLeft: report.rightsLeft, erasedThere: report.erasedThere,
            problems: report.issues, isComplete: report.isComplete)
        }
      }
    }
  }

  /// Imports what another program exported, as `import` does: what the journal holds just so is not
  /// saved again, and what was corrected takes the place of its older version.
  ///
  ///     let summary = try await store.importFile(at: "apple_health_export")
  ///     summary.saved   // 48213
  ///
  /// - Parameters:
  ///   - path: a file, or a folder that holds one. Its format is told by its content.
  ///   - options: which part of the file, and whether anything is written or deleted.
  ///   - progress: is told how many bytes and elements have been read, every so often.
  /// - Throws: a `StoreError`; then the journal is as it was before, with one exception: after
  ///   `.outcomeUnknown` lines of the import may stay, and the next import of the same file finds
  ///   what they hold in the journal.
  public func importFile(
    at path: String, _ options: ImportOptions = ImportOptions(),
    progress: @escaping (_ bytes: UInt64, _ elements: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> ImportSummary {
    try exchangingWriter { () throws(StoreError) in
      try StoreError.typed {
        let file = try ImportFile(path, for: Importers.all)
        defer { file.close() }
        if let growth = file.growth, !options.takesHugeArchives, !options.isDryRun {
          throw OptionProblem(
            "\(file.name) may be made to fill a disk: \(growth.words); `takesHugeArchives` reads it"
          )
        }
        var job = try ImportJob(
          into: try journal.write(leavingSnapshot: true), fileName: file.name, options.choices,
          progress: progress)
        let report = try job.run(file.source, size: file.size, companions: file.companions)
        return ImportSummary(report, fileName: file.name, options.choices)
      }
    }
  }

  /// Returns the changes of one import: a row for each object that it saved or deleted, and for
  /// each field that it corrected.
  ///
  ///     let receipts = try await store.view("imports")
  ///     let changes = try await store.importChanges(inLine: 11096)
  ///
  /// - Parameter line: that of the import's receipt.
  /// - Throws: a `StoreError`, `.invalidArgument` where the line is no receipt.
  public func importChanges(inLine line: UInt64) throws(StoreError) -> ViewRows {
    try answering {
      try ViewRows(ImportChanges.table(of: line, in: try replayed(by: EventActor.owner)))
    }
  }

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
  ///   - options: the options of `export FORM`, including `format`.
  ///   - path: a folder that does not exist, or an empty one, or a file; outside the journal. If
  ///     it ends in `.zip`, the folder is packed into a zip archive.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: the losses of the form: type, the lost content, and the number of objects.
  /// - Throws: a `StoreError`: `.invalidArgument` if there is no such form, or if the path exists
  ///   already.
  @discardableResult
  public func exportJournal(
    as form: String, options: ViewOptions = [:], to path: String, reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try answering {
      guard let export = JournalExports.all.first(where: { $0.name == form }) else {
        throw OptionProblem("no form '\(form)'; use one of \(JournalExports.names(", "))")
      }
      let format = Option("format", "FORMAT", "how it is written", choices: export.formats)
      let known = export.options + (export.formats.isEmpty ? [] : [format])
      let values = try OptionValues(
        options, of: form, among: known, as: reader, rules: .window)
      if let name = values[format], !export.formats.contains(name) {
        throw OptionProblem("\(form) has no format '\(name)'")
      }
      var request = ViewRequest(try replayed(by: reader), values, now: clock, asked: asked)
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

extension ImportSummary {
  fileprivate init(
    _ report: ImportJob.Report, fileName: String, _ choices: ImportJob.Choices
  ) {
    let outcome = report.outcome
    self.fileName = fileName
    counts = outcome.counts
    types = outcome.types
    vanished = report.vanishedCounts
    lines = report.lines
    quarantinePath = report.quarantinePath
    let cut = outcome.truncatedAt.map { ["the file ends too early, at byte \($0)"] } ?? []
    problems =
      (outcome.doubt.map { ["\(fileName) \($0)"] } ?? []) + outcome.issues.map(\.words) + cut
    warnings =
      Wording.notes(on: report, of: fileName) + Wording.untold(in: report)
      + Wording.renamed(in: report, choices)
    notRead = outcome.notRead
    missing = outcome.missing
    isComplete = outcome.isComplete && outcome.balances
  }
}
