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
      PATH is \(Importers.all.map(\.paths.what).joined(separator: ",\n")), or - for
      standard input. What belongs to the export and lies beside it is read too.

      What the journal holds already is not saved again: the same export, or a newer one, appends what
      is new, and newer versions of what was corrected, which take the place of the older ones. The
      closing table accounts for every element, and for every object by its type:

        new          the journal held nothing of it
        identical    the journal holds just that
        corrected    saved as a newer version
        superseded   the journal has a newer version, or it was deleted there
        erased       erased from this journal before: kept out, unless --again saves it
        left out     not asked for: --type, --source and the options of time import a part
        quarantined  set aside in the journal's quarantine, 64 MiB at most; the exit code is 1
        vanished     earlier exports of the same person stated it, and this one does not

      A source that got another name is told by what it states: what the journal has under the old
      name is not saved again, and "renamed?" says so. With --renamed OLD=NEW, for each such source,
      what is new is saved under the old name too, and one history stays one.

      What vanished stays, unless --apply-deletions deletes it. People are spared the types of which
      all is identical. `imports` tells later what each import did.

      \(examples)
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

  /// What is asked for beside the file.
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
