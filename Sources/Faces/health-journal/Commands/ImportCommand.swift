import ByteTools
import HealthEvents
import HealthExport
import HealthImport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// `import`: a foreign file into the journal.
struct ImportCommand: CommandOptions {
  var choices = ImportJob.Choices()
  /// Names of sources as they were typed.
  var renamed: [String] = []
  var isSure = false

  static let applyDeletions = Option(
    "apply-deletions", nil, "delete what earlier exports stated and this one does not")
  static let part: [Option] = [.type] + Option.window + [.source]
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .format)
    + [
      .flag(\.choices.isTrial, "dry-run", "tell what it would do, and write nothing"),
      .flag(\.choices.appliesDeletions, applyDeletions),
      .flag(\.choices.savesErased, "again", "save also what was erased from the journal"),
      .value(
        \.renamed, "renamed", "OLD=NEW",
        "what the file calls NEW is the source OLD of the journal", isRepeatable: true
      ) { $0.values.all($1) },
    ]
    + shared(part)
    + [.flag(\.isSure, "yes", "read also an archive that holds over a hundred times its size")]
    + shared(.progress)
  static let rules: [OptionRule] = [.excludes(applyDeletions, part)]

  static let page = command(
    name: "import", group: .append,
    summary: "import " + Importers.all.map(\.summary).joined(separator: " or "),
    words: "[\(names("|"))] PATH", count: nil,
    details: """
      Imports an Apple Health export, or Observations of FHIR R4. PATH is
      \(Importers.all.map(\.paths.what).joined(separator: ",\n")),
      or - for standard input. The folder may have any name. A pipe works too.

      What the journal holds already is not saved again. So you can import the same export, or a
      newer one. New objects are appended. Corrected objects are appended as newer versions, which
      replace the older ones. The answer is a table. It counts every element of the file, and
      every object by its type:

        new          the journal had no such object
        identical    the journal has this object already
        corrected    saved as a newer version
        superseded   the journal has a newer version, or the object was deleted in the journal
        erased       the object was erased from this journal. It stays out, unless --again saves it.
        left out     not asked for: --type, --source and the options of time import a part
        quarantined  cannot be read; put into the journal's folder `quarantine`
        vanished     earlier exports of the same person contained it, and this one does not

      All but the last add up: read = new + identical + corrected + superseded + erased + leftOut
      + quarantined + unsupported. Docs/IMPORTS.md explains each. For people the table omits types
      whose objects are all identical. `imports` later shows what each import did.

      Vanished objects stay in the journal. --apply-deletions deletes them if the exports can be
      compared. If they cannot be compared, the import is refused.

      If a device has a new name, the import asks "renamed?" and shows the option to add:
      --renamed OLD=NEW, once for each such source. It saves what the file has under the new name
      as data of the old source, so one history stays one. See
      Docs/IMPORTS.md#a-source-that-was-renamed.

      The import also reads files that belong to the export, in its folder or its archive: routes
      (`workout-routes/*.gpx`), electrocardiograms (`electrocardiograms/*.csv`, in any language of
      the phone) and clinical records (`clinical-records/*.json`). It counts them as `GPX file`,
      `ECG file` and `FHIR file`. A file that cannot be read is quarantined and named. Other files
      are counted: `not read: 1 CDA, 2 attachments`. Links are not followed. From a pipe only the
      XML is known.

      The quarantine has each element that cannot be read, with its place in the file. One import
      puts 64 MiB there at most. It then reports how many bytes did not fit: only the imported
      file has them, so keep it. If a file ends too early, the import reads it up to that byte and
      names the byte. Both make the exit code 1.

      A zip archive is read by its directory, and nothing of it is written anywhere. The import is
      refused if the export in it is encrypted or damaged, overlaps another file, or does not fit
      its checksum. A zip archive cannot come through a pipe, because its directory is at its end.
      An archive is suspicious if it holds 32 MiB and a hundred times its own size; exports hold
      15 to 40 times their size. At a terminal the import asks about it, and `yes` goes on.
      Elsewhere it is refused (exit code 2) without --yes.

      A file that is no export is refused in one line with exit code 1, and nothing of it is kept.
      The name does not matter. Such files are `export_cda.xml`, GPX, HTML or other XML, pictures,
      PDF, CSV, JSON, FIT, databases, compressed data and plain text. A damaged export, or an
      export without its beginning, is read as far as possible, and the answer reports it. An
      element of Apple's must be in its first 64 KiB.

      The file may be UTF-8, UTF-16 (with a byte order mark, or if it begins with `<`) or
      ISO-8859-1 (if the XML declaration names it). Places in messages are those of the same text
      in UTF-8. Other encodings are refused. Control characters are counted, and the exit code is
      then 1: U+0000 to U+001F other than tab, line feed and carriage return, and U+007F to
      U+009F. The import ignores them in the name of a source, so that it stays one source, and
      keeps them elsewhere.

      An export writes all times with the offset of the phone's zone. If the journal's zone does
      not have this offset within half a year of the export, a warning explains how to name
      another zone. The exit code does not change.

      Examples

      \(examples)
        health-journal import ~/Downloads/export.zip
        unzip -p export.zip apple_health_export/export.xml | health-journal import apple-health -

      Fields

        element, or type (of objects), read, new, identical, corrected, superseded, erased, vanished (of
          a type, if the file was compared with earlier ones), leftOut, quarantined, unsupported
      """,
    interrupted: "nothing was imported; the journal holds what it held before"
  ) { options, arguments, console in
    let (importers, path) = try words(of: arguments)
    let format = try Console.format(arguments)
    let input = try ImportFile(path, for: importers)
    defer { input.close() }
    if let growth = input.growth, !options.isSure, !options.choices.isTrial {
      try confirm(growth, of: input)
    }
    var session = try Writing.open(arguments, console, leavingSnapshot: true)
    let choices = try options.choices(arguments, &session)
    let meter = ProgressMeter.shared
    var job = try ImportJob(into: session, fileName: input.name, choices) {
      meter.reach($0, elements: $1)
    }
    meter.begin("importing \(input.name)", of: input.size)
    let report = try job.run(
      BreakableSource(input.source, waitingFor: path == "-" ? 0 : nil), size: input.size,
      companions: input.companions, by: importers)
    meter.clear()
    // The import is done: a signal that came too late must not replace its report.
    Interruption.forget()
    try Writing.answer(to: Wording.sentence(on: report, isTrial: choices.isTrial)) {
      try show(report, as: format, &console)
    }
    try remark(on: report, input, choices, &console)
    return report.outcome.isComplete && report.balances ? .done : .no
  }

  private static func names(_ separator: String) -> String {
    Importers.all.map(\.name).joined(separator: separator)
  }

  private static let examples = Importers.all
    .map { "  health-journal import \($0.name) \($0.paths.example)" }.joined(separator: "\n")

  /// Returns the importers to ask, one if the format is named, and the PATH.
  private static func words(
    of arguments: Arguments
  ) throws -> (importers: [any Importer], path: String) {
    var words = arguments.words[...]
    let named = Importers.all.filter { $0.name == words.first }
    if !named.isEmpty { words.removeFirst() }
    guard let path = words.first else { throw arguments.misused("PATH missing") }
    guard words.count == 1 else {
      throw arguments.misused(
        named.isEmpty && words.count == 2 && !path.contains("/") && !path.contains(".")
          ? "no import format '\(path)'; there are \(names(", "))"
          : "it takes one PATH, not \(words.count)")
    }
    return (named.isEmpty ? Importers.all : named, path)
  }

  /// Asks if the program may read an archive that holds much more than its own size.
  ///
  /// - Throws: a `Failure` of usage if it may not be read; `SystemFailure`.
  private static func confirm(_ growth: ImportFile.Growth, of input: ImportFile) throws {
    let what = "\(input.name) may be made to fill a disk: \(growth.words)"
    guard try Confirmation.isGiven("\(what). Import it?", else: "nothing was imported")
    else { throw Failure.usage("nothing was imported; \(what). Where it is meant, say --yes") }
  }

  /// Returns the choices of the import, apart from the file.
  private func choices(
    _ arguments: Arguments, _ session: inout JournalSession
  ) throws -> ImportJob.Choices {
    var choices = choices
    do {
      choices.renamed = try renamed.map { text in
        guard let pair = SourceNames(session).renaming(text) else {
          throw arguments.misused("--renamed takes OLD=NEW, two names of sources")
        }
        return pair
      }
      guard Self.part.contains(where: arguments.values.has) else { return choices }
      let input = try session.timeInput()
      let window = try Inputs.window(arguments.values, input)
      choices.selection = ImportSelection(
        from: window.from.map { input.timestamp($0.instant) },
        to: window.to.map { input.timestamp($0.instant) },
        types: try Inputs.types(arguments.values) ?? [],
        sources: try arguments.values.list(.source))
    } catch {
      try session.finish(after: error)
    }
    return choices
  }

  /// Shows the closing table.
  private static func show(
    _ report: ImportJob.Report, as format: Format, _ console: inout Console
  ) throws {
    let outcome = report.outcome
    if outcome.counts.isEmpty { return }
    let vanished = report.vanishedCounts
    guard format.isForPeople else {
      return try console.show(
        ImportTable.table(outcome.counts, types: outcome.types, vanished: vanished), as: format)
    }
    let changed = Set(vanished?.map(\.type) ?? [])
    let types = outcome.types.filter { $0.known != $0.read || changed.contains($0.element) }
    let always: Set = ["read", "new", "identical", "corrected", "quarantined", "unsupported"]
    try console.show(
      ImportTable.table(outcome.counts, types: types, vanished: vanished).withoutZeros(but: always),
      as: format)
  }

  /// Writes the remarks that are not in the table.
  private static func remark(
    on report: ImportJob.Report, _ input: ImportFile, _ choices: ImportJob.Choices,
    _ console: inout Console
  ) throws {
    let outcome = report.outcome
    for note in Wording.notes(on: report, of: input.name) { console.remark(note) }
    if let doubt = outcome.doubt { console.remark("warning: \(input.name) \(doubt)") }
    console.remark(Wording.sentence(on: report, isTrial: choices.isTrial))
    if let line = Wording.erased(in: report) { console.remark(line) }
    for line in Wording.untold(in: report) { console.remark(line) }
    for line in Wording.renamed(in: report, choices) { console.remark(line) }
    for line in Wording.doubtful(in: report) { console.remark(line) }
    for line in Wording.vanished(in: report, choices) { console.remark(line) }
    for issue in outcome.issues
    where !(issue.element.isEmpty && issue.offset == outcome.truncatedAt) {
      console.remark(issue.words)
    }
    if outcome.issueCount > outcome.issues.count {
      console.remark("… and \(outcome.issueCount - outcome.issues.count) more such places")
    }
    if !outcome.missing.isEmpty {
      console.remark("named in it and not beside it: " + outcome.missing.joined(separator: ", "))
    }
    if !outcome.notRead.isEmpty {
      console.remark("not read: " + outcome.notRead.joined(separator: ", "))
    }
    if let path = report.quarantinePath {
      console.remark("what could not be read is set aside in \(path)")
    }
    if report.bytesLeftOut > 0 {
      console.remark(
        "\(report.bytesLeftOut) bytes more that could not be read are nowhere but in \(input.name): an "
          + "import sets aside \(ImportJob.mostQuarantined >> 20) MiB at most")
    }
    if let offset = outcome.truncatedAt {
      console.remark("the file ends too early, at byte \(offset); all before that is imported")
    }
    console.remark(
      report.balances
        ? "balanced: what was read is what became of it, for every element and every type"
        : "NOT BALANCED: some elements are unaccounted for; please report this")
  }
}
