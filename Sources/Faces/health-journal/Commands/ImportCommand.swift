import ByteTools
import HealthEvents
import HealthExport
import HealthImport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `import`: it saves the content of a foreign file in the journal.
struct ImportCommand: CommandOptions {
  var choices = ImportJob.Choices()
  /// The renamings of sources, as the user typed them.
  var renamed: [String] = []
  var isSure = false
  var showsElements = false
  /// The choices of an import of another journal.
  var ofJournal = JournalImport.Choices()

  static let applyDeletions = Option(
    "apply-deletions", nil, "delete objects that earlier exports contained and this one does not")
  static let part: [Option] = [.type] + Option.window + [.source]
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .format)
    + [
      .flag(\.choices.isTrial, "dry-run", "show the answer, and write nothing"),
      .flag(\.choices.appliesDeletions, applyDeletions),
      .flag(
        \.choices.savesErased, "again",
        "also save objects that were erased from the journal or deleted"),
      .value(
        \.renamed, "renamed", "OLD=NEW",
        "save data of the file's source NEW as data of the journal's source OLD", isRepeatable: true
      ) { $0.values.all($1) },
    ]
    + shared(part)
    + [.flag(\.showsElements, "elements", "text: also count the elements of the file")]
    + [.flag(\.isSure, "yes", "also read an archive whose content is at least 100 times its size")]
    + [
      .flag(\.ofJournal.takesRights, "rights", "of a journal: also take the rights of sources"),
      .flag(\.ofJournal.takesSettings, "settings", "of a journal: also take its settings"),
      .flag(
        \.ofJournal.erases, "erasures", "of a journal: also erase here what was erased there"),
    ]
    + shared(.progress)
  static let rules: [OptionRule] = [.excludes(applyDeletions, part)]

  static let page = command(
    name: "import", group: .append,
    summary: "import "
      + (Importers.all.map(\.summary) + ["another journal"])
      .joined(separator: " or "),
    words: "[\(names("|"))] PATH", count: nil,
    details: """
      Imports an Apple Health export, Observations of FHIR R4, or another journal. PATH is the
      phone's export.zip, an export.xml, a folder that contains an export, a file of FHIR R4
      (NDJSON or a Bundle), a journal, or `-` for standard input. Files and folders may have any
      name. A pipe works too.

      The import does not save again objects that the journal already has. So you can import the
      same export again, or a newer export. The import appends new objects. It appends corrected
      objects as newer versions, which replace the older versions. The answer
      begins with the first and last time of the file and the number of its sources. Then a table
      counts every object by its type. With --elements it also counts every element of the file:

        new          the journal had no such object
        identical    the journal has this object already
        corrected    saved as a newer version
        restored     a revert had taken the object out of the journal, and it lives again
        superseded   the journal has a newer version
        deleted      the object was deleted in the journal, so it stays deleted, except with --again
        erased       the object was erased from this journal, so the import does not save it, except
                     with --again
        left out     not imported, because you asked for a part with --type, --source or the options
                     of time
        quarantined  the import cannot read it, and puts it into the journal's folder `quarantine`
        vanished     earlier exports of the same person contained it, and this one does not

      All counts except `vanished` add up: read = new + identical + corrected + restored +
      superseded + deleted + erased + leftOut + quarantined + unsupported. `unsupported` counts
      elements for which the journal has no place. Docs/IMPORTS.md explains each count. For people
      the table omits types whose objects are all identical. `imports` later shows what each import
      did.

      Vanished objects stay in the journal. --apply-deletions deletes them. If the program cannot
      compare the exports, it refuses an import with --apply-deletions.

      If a device seems to have a new name, the import asks "renamed?" and shows the option to
      add: --renamed OLD=NEW, once for each such source. With this option the import saves the
      data of the new name as data of the old source. So the journal keeps one history for the
      device. See Docs/IMPORTS.md#a-source-that-was-renamed.

      The import also reads files that belong to the export, in its folder or its archive: routes
      (`workout-routes/*.gpx`), electrocardiograms (`electrocardiograms/*.csv`, in any language of
      the phone) and clinical records (`clinical-records/*.json`). It counts them as `GPX file`,
      `ECG file` and `FHIR file`. If it cannot read a file, it puts the file into quarantine, and
      the answer shows the name. It counts other files: `not read: 1 CDA, 2 attachments`. It does
      not follow links. From a pipe it reads only the XML.

      The quarantine has each element that the import cannot read, with its place in the file. One
      import puts at most 64 MiB there. If there is more, the import reports how many bytes did
      not fit. Only the imported file has these bytes, so keep it. If a file ends too early, the
      import reads it up to that byte and names the byte. If the import could not read an element,
      or if a file ends too early, the exit code is 1.

      The import uses the directory of a zip archive to read it, and does not unpack files to the
      disk. It refuses the archive if the export in it is encrypted or damaged, overlaps another
      file, or has a wrong checksum. A zip archive cannot come through a pipe, because its
      directory is at its end. An archive is suspicious if its unpacked content is at least 32 MiB
      and at least a hundred times the size of the archive. For normal exports it is 15 to 40
      times. At a terminal the import asks, and continues if you answer `yes`. Without a terminal
      it refuses the archive (exit code 2), unless you give --yes.

      If a file is not an export, the import refuses it with one line of text and exit code 1. It
      keeps nothing of the file. It looks at the content, not at the name. Files that are not an
      export are, for example, `export_cda.xml`, GPX, HTML or other XML, pictures, PDF, CSV, JSON
      that is not FHIR, FIT, databases, compressed data and plain text. The import reads a damaged
      export, or an export without its beginning, as far as possible, and the answer reports this.
      The first 64 KiB of such an export must contain an element of Apple's format.

      The file may be UTF-8, UTF-16 (with a byte order mark, or if it begins with `<`) or
      ISO-8859-1 (if the XML declaration names it). Messages give places in the same text as
      UTF-8. The import refuses other encodings. It counts control characters. These are U+0000 to
      U+001F (except tab, line feed and carriage return) and U+007F to U+009F. If there are any,
      the exit code is 1. The import ignores them in the name of a source, so that the source
      stays one source. In other places it keeps them.

      All times in an export have the offset of the phone's zone. If the journal's zone does not
      have this offset within half a year of the export, a warning explains how to set another
      zone. The exit code does not change.

      Another journal is a folder, a .tar of `backup`, or, after the word `journal`, lines from
      standard input. The import does here what the other journal saved, deleted and reverted. Each
      object keeps its uuid, and each line says which line of which journal recorded it first, and
      when. The next import of this journal reads only its new lines. If these lines do not
      continue those that were read before (ROLLED BACK, FORKED), the import refuses them, and the
      exit code is 3. Of two changes of one object the later one counts. So two computers that
      import each other's journals have the same objects. With --rights the rights of sources come
      along, with --settings the settings. Erased content does not come back; with --erasures the
      import erases here what the other journal erased. In the answer, `object`, `deletion` and
      `revert` count what the lines contain; `quarantined` counts objects with other content than
      the object of the same uuid here, which stays, and objects that the rules refuse. The import
      also names each new line that breaks a rule of the other journal, and the exit code is 1.

      Examples

      \(examples)
        health-journal import ~/Downloads/export.zip
        unzip -p export.zip apple_health_export/export.xml | health-journal import apple-health -
        health-journal import /mnt/laptop/health.journal

      Fields

        element, or type (of objects), read, new, identical, corrected, restored, superseded,
          deleted, erased, vanished (of a type, if the import compared the file with earlier ones),
          leftOut, quarantined, unsupported
      """,
    interrupted: "nothing was imported; the journal holds what it held before"
  ) { options, arguments, console in
    if let path = try journal(among: arguments) {
      return try options.importJournal(at: path, arguments, &console)
    }
    if options.ofJournal.takesAnything {
      throw arguments.misused("--rights, --settings and --erasures are for another journal")
    }
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
      try show(report, as: format, withElements: options.showsElements, &console)
    }
    try remark(on: report, input, choices, &console)
    return report.outcome.isComplete && report.balances ? .done : .no
  }

  private static func names(_ separator: String) -> String {
    (Importers.all.map(\.name) + [JournalImport.format]).joined(separator: separator)
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
          ? "no import format '\(path)'; use one of \(names(", "))"
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
    else { throw Failure.usage("nothing was imported; \(what). To import it, give --yes") }
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

  /// Shows the answer: for people the time and the sources of the file, and what is new by type.
  private static func show(
    _ report: ImportJob.Report, as format: Format, withElements: Bool, _ console: inout Console
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
    let hasElements = withElements || !report.balances
    if let words = Wording.extent(of: outcome) {
      try console.say(words + (types.isEmpty ? "" : "\n"))
    }
    let table = ImportTable.table(
      hasElements ? outcome.counts : [], types: types, vanished: vanished)
    let always: Set =
      hasElements
      ? ["read", "new", "identical", "corrected", "quarantined", "unsupported"] : ["new"]
    let read: Set = hasElements ? [] : ["read"]
    try console.show(
      table.without(read).withoutZeros(but: always).withoutEmptyColumns(), as: format)
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
      console.remark(
        "the export names files that are missing: " + outcome.missing.joined(separator: ", "))
    }
    if !outcome.notRead.isEmpty {
      console.remark("not read: " + outcome.notRead.joined(separator: ", "))
    }
    if let path = report.quarantinePath {
      console.remark("the part that could not be read is in \(path)")
    }
    if report.bytesLeftOut > 0 {
      console.remark(
        "\(report.bytesLeftOut) more bytes could not be read. Only \(input.name) has them: an import keeps "
          + "at most \(ImportJob.mostQuarantined >> 20) MiB of such bytes")
    }
    if let offset = outcome.truncatedAt {
      console.remark("the file ends too early, at byte \(offset); everything before it is imported")
    }
    console.remark(
      report.balances
        ? "balanced: every element and every object of the file is counted"
        : "NOT BALANCED: the counts do not add up; please report this")
  }
}

// MARK: Another journal

extension JournalImport.Choices {
  /// True if more than objects is asked for.
  fileprivate var takesAnything: Bool { takesRights || takesSettings || erases }
}

extension ImportCommand {
  /// Returns the place of another journal, if the words name one: after `journal`, a folder of one,
  /// or an archive of one.
  private static func journal(among arguments: Arguments) throws -> String? {
    var words = arguments.words[...]
    let isNamed = words.first == JournalImport.format && words.count == 2
    if isNamed { words.removeFirst() }
    guard words.count == 1, let word = words.first else { return nil }
    let path = Environment.expandingHome(word)
    return isNamed || path.hasSuffix(".tar") || Journal.isFolder(of: path) ? path : nil
  }

  private func importJournal(
    at path: String, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    let others = Self.part.contains(where: arguments.values.has)
    if others || choices.appliesDeletions || choices.savesErased || !renamed.isEmpty {
      throw arguments.misused(
        "a journal is imported whole; its import takes --rights, --settings, --erasures, --dry-run")
    }
    let format = try Console.format(arguments)
    let own = try Environment.journal(arguments)
    let report = try Environment.withOther(at: path, of: own) { other in
      var choices = ofJournal
      choices.isTrial = self.choices.isTrial
      var session = try Writing.open(arguments, console)
      let name = path == StreamedJournal.standardInput ? path : FilePath.name(of: path)
      let report: JournalImport.Report
      do {
        report = try JournalImport.run(other, named: name, into: &session, choices) {
          try Interrupted.check()
        }
      } catch {
        try session.finish(after: error)
      }
      try session.finish()
      return report
    }
    Interruption.forget()
    try Writing.answer(to: Wording.sentence(on: report, isTrial: choices.isTrial)) {
      if report.counts.isEmpty { return }
      let table = ImportTable.table(report.counts, types: report.types, vanished: nil)
      let always: Set = ["read", "new", "identical"]
      try console.show(format.isForPeople ? table.withoutZeros(but: always) : table, as: format)
    }
    console.remark(Wording.sentence(on: report, isTrial: choices.isTrial))
    for line in Wording.remarks(on: report) { console.remark(line) }
    return report.isComplete ? .done : .no
  }
}
