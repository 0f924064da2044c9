import ByteTools
import HealthExport
import HealthInterchange
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `export`: it writes a view, or the whole journal in another form, into a file.
enum ExportCommand {
  private static let formats = Option(
    Option.format.name, "FORMAT", Option.format.help,
    choices: Option.format.choices
      + JournalExports.all.flatMap(\.formats).filter { !Option.format.choices.contains($0) })

  /// Returns the options of an export of a view, except the journal, the format, the file and the
  /// progress.
  static func ofViews(_ views: [View]) -> [Option] {
    [.all, .columns] + Option.reading + views.options.without(Option.reading)
  }

  static func page(_ views: [View]) -> CommandPage {
    var page = CommandPage(
      name: "export", group: .export,
      summary: "write a view, or the journal in the form of another program, into a file",
      words: "VIEW|\(JournalExports.names("|"))", count: 1...1, missing: "VIEW",
      options: [.journal, formats, .output, .spreadsheet] + ofViews(views)
        + JournalExports.options.filter { !views.options.contains($0) } + [.progress],
      details: """
        \(views.sentence)
        The options are those of the view, but only the command of the view has --explain,
        --sparkline, --route (`workouts`) and --save-bmi (`profile`). A period may be words after
        VIEW: `export days last month`. Use options in place of other words: --type for a type,
        --activity for an activity and --text for a text.

        --output or -o names the file; `-` or no name means standard output. The command writes the
        file under another name, and renames it when it is complete. So the file appears whole or
        not at all. If you do not give --format, the ending of the name decides the format: .txt,
        .json, .ndjson, .jsonl, .csv, .tsv, .md, .gpx or .ics, in small letters. A name without an ending
        means `text`. The command refuses other endings, such as .CSV, without --format. It does not
        replace a link or a device. It does not write a file into the folder of a journal, because
        this file could replace the lines.

        --spreadsheet is for csv and tsv. The file then begins with a byte order mark, so that
        Excel reads it as UTF-8. A share of a whole is a percentage (96). The heading of a column
        names its unit: `oxygenSaturation (%)`. Without this option the file is for programs.

        \(JournalExportCommand.details)
        """,
      interrupted: "no file was written"
    ) { arguments, console in
      let path = arguments.output ?? "-"
      if let form = JournalExportCommand.form(arguments) {
        return try JournalExportCommand.write(form, to: path, arguments, &console)
      }
      let view = try views.view(
        arguments.words[0], arguments, beside: [.output, .spreadsheet, .progress])
      let format = try format(arguments, path)
      guard !arguments.has(.spreadsheet) || Format.forSpreadsheets.contains(format) else {
        throw Failure.usage("--spreadsheet needs --format csv or tsv")
      }
      var opened = try OpenedJournal(arguments, console)
      let made = try view.table(&opened.request)
      let table = try made.arranged(by: arguments.values)
      defer { for text in made.presentation?.remarks ?? [] { console.remark(text) } }
      guard path != "-" else {
        var output = StandardOutput()
        ProgressMeter.shared.begin("writing")
        let options = console.options(of: made, format)
        let rows = try format.write(
          table, to: &output, options: options, threads: PosixSystem.processors)
        guard rows == 0 else { return .done }
        console.remark((made.presentation ?? Presentation()).emptySentence)
        return .no
      }
      var file = try FileSink(path, outside: opened.request.folder)
      let rows = try file.write { [console] in
        try format.write(
          table, to: &$0, options: console.fileOptions(of: made, format),
          threads: PosixSystem.processors)
      }
      console.remark("wrote \(counted(rows, "row")) to \(path)")
      return rows == 0 ? .no : .done
    }
    page.checkFormat = JournalExportCommand.checkFormat
    return page
  }

  private static func format(_ arguments: Arguments, _ path: String) throws -> Format {
    guard arguments[.format] == nil, path != "-", let ending = ending(of: path) else {
      return try Console.format(arguments)
    }
    if let format = Format(ending: ending) { return format }
    let known = (Format.all + Format.special).flatMap(\.endings).map { "." + $0 }
    throw Failure.usage(
      "no format has files that end in .\(ending); name one with --format, or an ending of "
        + known.joined(separator: ", "))
  }

  /// Returns the part after the last dot of a file's name, if there is something in front of it.
  private static func ending(of path: String) -> String? {
    let name = FilePath.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...]
    return ending.isEmpty ? nil : String(ending)
  }
}

/// `export` of a journal in the form of another program, into a folder or a file.
enum JournalExportCommand {
  /// The part of the help of `export` about these forms.
  static let details = """
    In place of VIEW you can name a form for the whole journal. These forms write every object
    that was not deleted or replaced. They also accept --as-of, --as, --rights and --verify:

    \(HelpTopic.table(JournalExports.all.map { ($0.name, $0.summary) }))

    `apple-health`, `all` and `site` write a folder, -o DIR, which must be new or empty. The folder
    appears whole or not at all. -o FILE.zip writes an archive of the folder. For a moment this
    needs the space of the folder and of the archive. The same journal gives the same bytes. If
    the form cannot express some content, the command lists it by type, with the number of
    objects, and the exit code is 1.

    `apple-health` is the folder that the Health app exports. It has `export.xml` of version 14
    with the document type, and one GPX file per route whose points are in the journal. Other
    programs read this form. If you import the folder into an empty journal, you get the same
    objects. The form cannot express, for example, fractions of a second, the bundle identifier
    of a source, the workout of a sample, settings and rights. If all objects of the journal
    come from imports of exports, nothing is lost. --format is the format of the list.

    `all` writes one file per view, for SQL, notebooks and sheets; see Docs/RECIPES.md. --format
    is csv (the default), json or ndjson. Rows of objects also have `created`, `sourceVersion`
    and `metadata`. The file `objects` has the objects that no other file has: moods, doses,
    assessments, correlations, unknown elements. So each object that was not deleted or replaced
    is in a file, and the program counts them: `balanced: 13 live objects = 13 written`. A view
    has one file for its rows (`workouts.csv`), and one file for the rows of each option that
    shows other rows (`workouts_events.csv`, `swims_lengths.csv`, `routes_points.csv`). `energy`
    has a row for every day. Views that depend on the present time (`compare`, `trends`,
    `summary`, `profile`) use the time of the last line. `manifest.json` describes the files:

      receipt  `journal` (its uuid) and `journalFormat`; `seq`, `chain` and time (`recorded`) of the
               last line; `asOf`, `as` and `rights` of the call; `timeZone`; `format`; and `rules`,
               the version of the rules for figures (decision D217 in Docs/DECISIONS.md)
      files    for each file `view`, `options`, `file`, `rows`, `bytes`, `sha256`, and its
               `columns`: `field`, `kind` and, if all cells have the same unit, `unit`. Kinds are
               `number` (whole), `quantity`, `text` (also if some figures are words), `time`, and
               `list` (in CSV one JSON text).
      absent   Views without a file, and the reason. `find` is absent because it answers a
               question. `days` is absent because its figures are in `daily` and `sleep`. With
               --as, views of a type about which the owner has not decided are absent too. The
               command also lists these types, and the exit code is 1.

    `site` writes the pages of `browse` as files that any browser opens: start, years, months,
    weeks and days with data, types, and what `check` finds. Open index.html. --from and --to choose
    the days that have pages. Links are relative. What has no page in the site, such as a line, is
    text. --language is en, de or es. The command says first how many pages it writes.

    `fhir` and `omh` write one file, or standard output. --type, --source and the options of
    time select samples as in `samples`. `fhir` writes resources of FHIR R4, as NDJSON, or as
    one Bundle with --format bundle. --views selects the kinds of resources: samples, workouts,
    sleep, profile and daily (the steps of each day). The file always has a Patient, so that
    each Observation belongs to a person. `import` can read the file again, see Docs/IMPORTS.md.
    `omh` writes data points of IEEE 1752.1 and Open mHealth, for the types that have a schema.
    Docs/STANDARDS.md explains each field and the results of validators. The command counts the
    objects that it leaves out on standard error, by reason and type: `balanced: 9 live objects
    = 1 written + 1 left out + 7 not asked for`. If it leaves out something that you asked for,
    or finds nothing, the exit code is 1.

    Examples

      health-journal export daily --type stepCount --from 2026-01-01 -o steps.csv
      health-journal export days -o days.csv --spreadsheet
      health-journal export samples --columns startDate,endDate,identifier,value,units -o rows.csv
      health-journal export samples --format ndjson -o -
      health-journal export energy --from 2026-03-01 --to 2026-03-08 -o energy.csv
      health-journal export apple-health -o apple_health_export
      health-journal export apple-health -o export.zip
      health-journal export apple-health -o as-seen --as com.example.coach
      health-journal export fhir --from 2026-01-01 -o health.ndjson
      health-journal export fhir --format bundle --views profile,sleep -o health.json
      health-journal export omh --type heartRate,stepCount -o points.ndjson
      health-journal export site -o pages --from 2026-01-01
      health-journal export all -o tables
      health-journal export all -o tables --as org.example.study --as-of 2026-03-01 --format ndjson
    """

  /// Returns the form that the first word names; nil if it names a view.
  static func form(_ arguments: Arguments) -> (any JournalExport)? {
    JournalExports.all.first { $0.name == arguments.words.first }
  }

  /// Checks `--format`, unless the form has formats of its own.
  static func checkFormat(_ arguments: Arguments) throws {
    if form(arguments)?.formats.isEmpty ?? true { _ = try Console.format(arguments) }
  }

  /// Writes the journal in the form.
  static func write(
    _ form: some JournalExport, to path: String, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    let shared = [.journal, .format, .output, .progress] + Option.reading
    let own = Set((shared + form.options).map(\.name)).union(arguments.defaulted)
    if let other = arguments.values.given.sorted().first(where: { !own.contains($0) }) {
      throw Failure.usage("\(form.name) has no option --\(other); see `health-journal help export`")
    }
    try [OptionRule].window.check(arguments.values)
    switch form.destination {
    case .folder: return try writeFolder(form, to: path, arguments, &console)
    case .file: return try writeFile(form, to: path, arguments, &console)
    }
  }

  // MARK: A folder

  private static func writeFolder(
    _ form: some JournalExport, to path: String, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    guard path != "-" else {
      throw Failure.usage("\(form.name) is a folder; name it with -o DIR, or -o FILE.zip")
    }
    let format = try Console.format(arguments)
    var opened = try OpenedJournal(arguments, console)
    if let words = try form.announcement(&opened.request) { console.remark(words) }
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

  private struct OneFile<Sink: TextSink>: ExportFolder {
    var sink: Sink

    mutating func append(_ bytes: [UInt8], to file: String) throws { try sink.write(bytes) }
  }

  private static func writeFile(
    _ form: some JournalExport, to path: String, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    var arguments = arguments
    // The config file's `format` is one of rows, and not one of this form.
    if arguments.defaulted.contains(Option.format.name) { arguments = arguments.without(.format) }
    if let name = arguments[.format], !form.formats.contains(name) {
      throw Failure.usage(
        "\(form.name) has no format '\(name)'; use one of \(form.formats.joined(separator: ", "))")
    }
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
