import HealthExport
import HealthInterchange
import Journal
import HealthProjections
import HealthTables
import JournalFile
import ProcessStart

/// `export`: a view into a file, or the whole journal in the form of another program.
enum ExportCommand {
  static func page(_ views: [View]) -> CommandPage {
    CommandPage(
      name: "export", group: .export,
      summary: "write a view into a file, or the journal into a folder",
      words: "VIEW|\(JournalExports.names("|"))", count: 1...1, missing: "VIEW",
      options: [.journal, .format, .output, .all, .columns, .asOf, .reader, .verify] + views.options
        + [.progress],
      details: """
        \(views.sentence) the options are those of its command.
        Without -o, or with -o -, it goes to standard output. A file is written beside its place and
        renamed when it is whole. The format follows the file's ending where --format does not say.
        --columns chooses the fields.

          health-journal export daily --type stepCount --format csv -o steps.csv
          health-journal export samples --columns startDate,endDate,identifier,value,units -o rows.csv
          health-journal export samples --format ndjson -o -

        \(wholeJournal)
        """,
      interrupted: "no file was written"
    ) { arguments, console in
      if let form = JournalExports.all.first(where: { $0.name == arguments.words[0] }) {
        return try write(form, arguments, &console)
      }
      let view = try views.view(arguments.words[0], arguments, beside: [.output, .progress])
      let path = arguments[.output] ?? "-"
      let format = try format(arguments, path)
      var reading = try Reading(arguments, console)
      let made = try view.table(&reading.request)
      let table = try Console.shaped(made, arguments)
      guard path != "-" else {
        var output = StandardOutput()
        ProgressMeter.shared.begin("writing")
        let options = console.options(of: made, format)
        guard try format.write(table, to: &output, options: options) == 0 else { return .done }
        console.remark("nothing found")
        return .no
      }
      var file = try FileSink(path, outside: reading.journal.paths.folder)
      let rows = try file.write { [console] in
        try format.write(table, to: &$0, options: console.fileOptions(of: made, format))
      }
      console.remark("wrote \(rows) row\(rows == 1 ? "" : "s") to \(path)")
      return rows == 0 ? .no : .done
    }
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

  /// What stands behind the last dot of a file's name, where there is something in front of it.
  private static func ending(of path: String) -> Substring? {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...]
    return ending.isEmpty ? nil : ending
  }

  // MARK: Whole journals

  private static let wholeJournal = """
    Whole journals go into a folder, -o DIR, a new or an empty one; they take --as-of and --as:

    \(HelpTopic.table(JournalExports.all.map { ($0.name, $0.summary) }))

    What cannot be said is listed by type, and the exit code is 1 then. With `all` --format says what
    the files are (csv, json or ndjson; else csv), and manifest.json has the columns of each, its
    SHA-256 and the receipt: which journal, up to which line and chain value, as whom.

      health-journal export apple-health -o apple_health_export
      health-journal export all -o tables
    """

  private static func write(
    _ form: some JournalExport, _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    let own = Set(
      [Option.journal, .format, .output, .asOf, .reader, .verify, .progress].map(\.name))
    if let other = arguments.values.given.sorted().first(where: { !own.contains($0) }) {
      throw Failure.usage("\(form.name) has no option --\(other); see `health-journal help export`")
    }
    guard let path = arguments[.output], path != "-" else {
      throw Failure.usage("\(form.name) is a folder; name it with -o DIR")
    }
    let format = try Console.format(arguments)
    var reading = try Reading(arguments, console)
    var folder = try ReplacementFolder(at: path, outside: reading.journal.paths.folder)
    ProgressMeter.shared.begin("writing \(path)", of: reading.journal.head.offset)
    let report = try form.write(&reading.request, into: &folder)
    try Reading.requireReadable()
    try folder.put()
    Interruption.forget()
    if !report.losses.isEmpty { try console.show(report.losses.table, as: format) }
    console.remark("wrote \(path): " + report.sentence)
    return report.losses.isEmpty ? .done : .no
  }
}
