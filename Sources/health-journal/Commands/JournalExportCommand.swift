import HealthExport
import HealthInterchange
import HealthModel
import HealthProjections
import Journal
import JournalFile
import ProcessStart

/// `export` of a journal in the form of another program, into a folder or a file.
enum JournalExportCommand {
  /// What it says of them in the help of `export`.
  static let details = """
    Other forms of a journal take --as-of and --as too:

    \(HelpTopic.table(JournalExports.all.map { ($0.name, $0.summary) }))

    Folders, -o DIR, a new or an empty one, have all that is live; -o FILE.zip packs the folder. What
    they cannot say is listed by type, and the exit code is 1 then. With `all` --format says what the
    files are (csv, json or ndjson; else csv), and manifest.json has the columns of each, its SHA-256
    and the receipt: which journal, up to which line and chain value, as whom.

    fhir and omh are one file, -o FILE, or go to standard output; --type, --source and the options of
    time choose. fhir is NDJSON, or one Bundle with --format bundle, of what the views say that
    --views names: samples, workouts, sleep, profile and daily (the steps of each day); else of all.
    `import` reads it back. omh has the types that have a schema. What is left out is said by reason
    and type, on standard error.

      health-journal export apple-health -o apple_health_export
      health-journal export apple-health -o export.zip
      health-journal export all -o tables
      health-journal export fhir --from 2026-01-01 -o health.ndjson
      health-journal export fhir --format bundle --views profile,sleep -o health.json
      health-journal export omh --type heartRate,stepCount
    """

  /// The form that the first word names; nil: it names a view.
  static func form(_ arguments: Arguments) -> (any JournalExport)? {
    guard arguments.page.name == "export" else { return nil }
    return JournalExports.all.first { $0.name == arguments.words.first }
  }

  /// Whether `--format` has another meaning than that of a format of rows.
  static func hasOwnFormats(_ arguments: Arguments) -> Bool {
    form(arguments).map { !$0.formats.isEmpty } ?? false
  }

  /// Writes it.
  static func write(
    _ form: some JournalExport, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    let shared = [.journal, .format, .output, .progress] + Option.reading
    let own = Set((shared + form.options).map(\.name)).union(arguments.defaulted)
    if let other = arguments.values.given.sorted().first(where: { !own.contains($0) }) {
      throw Failure.usage("\(form.name) has no option --\(other); see `health-journal help export`")
    }
    try [OptionRule].window.check(arguments.values)
    switch form.destination {
    case .folder: return try writeFolder(form, arguments, &console)
    case .file: return try writeFile(form, arguments, &console)
    }
  }

  // MARK: A folder

  private static func writeFolder(
    _ form: some JournalExport, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    guard let path = arguments[.output], path != "-" else {
      throw Failure.usage("\(form.name) is a folder; name it with -o DIR, or -o FILE.zip")
    }
    let format = try Console.format(arguments)
    var opened = try OpenedJournal(arguments, console)
    let report: ExportReport
    if ZippedFolder.isMeant(by: path) {
      var archive = try ZippedFolder(
        at: path, holding: form.folderName, outside: opened.request.folder)
      report = try write(form, &opened.request, into: &archive, path) { try $0.put() }
    } else {
      var folder = try ReplacementFolder(at: path, outside: opened.request.folder)
      report = try write(form, &opened.request, into: &folder, path) { try $0.put() }
    }
    Interruption.forget()
    if !report.losses.isEmpty { try console.show(report.losses.table, as: format) }
    console.remark("wrote \(path): " + report.sentence)
    if let balance = report.balance { console.remark(balance.sentence()) }
    return report.isWhole ? .done : .no
  }

  private static func write<Folder: ExportFolder>(
    _ form: some JournalExport, _ request: inout ViewRequest, into folder: inout Folder,
    _ path: String, _ put: (Folder) throws -> Void
  ) throws -> ExportReport {
    ProgressMeter.shared.begin("writing \(path)", of: request.head.offset)
    let report = try form.write(&request, into: &folder)
    try put(folder)
    return report
  }

  // MARK: A file

  /// A sink as the folder of an export that is one file.
  private struct OneFile<Sink: TextSink>: ExportFolder {
    var sink: Sink

    mutating func append(_ bytes: [UInt8], to file: String) throws { try sink.write(bytes) }
  }

  private static func writeFile(
    _ form: some JournalExport, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    var arguments = arguments
    // The config file's `format` is one of rows, and not one of this form.
    if arguments.defaulted.contains(Option.format.name) { arguments = arguments.without(.format) }
    if let name = arguments[.format], !form.formats.contains(name) {
      throw Failure.usage(
        "\(form.name) has no format '\(name)'; there are \(form.formats.joined(separator: ", "))")
    }
    let path = arguments[.output] ?? "-"
    var opened = try OpenedJournal(arguments, console)
    let report: ExportReport
    if path == "-" {
      ProgressMeter.shared.begin("writing")
      var output = OneFile(sink: StandardOutput())
      report = try form.write(&opened.request, into: &output)
    } else {
      var file = try FileSink(path, outside: opened.request.folder)
      report = try file.write { sink in
        var output = OneFile(sink: sink)
        return try form.write(&opened.request, into: &output)
      }
      console.remark("wrote \(path): " + report.sentence)
    }
    for line in report.losses.sentences { console.remark("left out: " + line) }
    if !report.undecided.isEmpty {
      let types = report.undecided.map(TypeCatalogue.shortName(of:))
      console.remark(
        "left out: views of \(types.joined(separator: ", ")), as nobody has decided who may read that"
      )
    }
    if report.isOfNothing { console.remark("nothing found") }
    if let balance = report.balance { console.remark(balance.sentence()) }
    return report.isOfNothing || !report.isWhole ? .no : .done
  }
}
