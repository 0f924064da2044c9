import ByteTools
import HealthExport
import HealthInterchange
import Journal
import HealthProjections
import JournalFile
import ViewTables

/// `export`: a view into a file, or the whole journal in the form of another program.
enum ExportCommand {
  private static let formats = Option(
    Option.format.name, "FORMAT", Option.format.help,
    choices: Option.format.choices
      + JournalExports.all.flatMap(\.formats).filter { !Option.format.choices.contains($0) })

  /// The options of an export of a view, beside the journal, the format and the progress.
  static func ofViews(_ views: [View]) -> [Option] {
    [.output, .all, .columns] + Option.reading + views.options
  }

  static func page(_ views: [View]) -> CommandPage {
    CommandPage(
      name: "export", group: .export,
      summary: "write a view into a file, or the journal in the form of others",
      words: "VIEW|\(JournalExports.names("|"))", count: 1...1, missing: "VIEW",
      options: [.journal, formats] + ofViews(views)
        + JournalExports.options.filter { !views.options.contains($0) } + [.progress],
      details: """
        \(views.sentence)
        the options are those of its command.
        Without -o, or with -o -, it goes to standard output. A file is written beside its place and
        renamed when it is whole. The format follows the file's ending where --format does not say.
        --columns chooses the fields.

          health-journal export daily --type stepCount --format csv -o steps.csv
          health-journal export samples --columns startDate,endDate,identifier,value,units -o rows.csv
          health-journal export samples --format ndjson -o -

        \(JournalExportCommand.details)
        """,
      interrupted: "no file was written"
    ) { arguments, console in
      if let form = JournalExportCommand.form(arguments) {
        return try JournalExportCommand.write(form, arguments, &console)
      }
      let view = try views.view(arguments.words[0], arguments, beside: [.output, .progress])
      let path = arguments[.output] ?? "-"
      let format = try format(arguments, path)
      var opened = try OpenedJournal(arguments, console)
      let made = try view.table(&opened.request)
      let table = try Console.shaped(made, arguments)
      defer { for text in made.presentation?.remarks ?? [] { console.remark(text) } }
      guard path != "-" else {
        var output = StandardOutput()
        ProgressMeter.shared.begin("writing")
        let options = console.options(of: made, format)
        guard try format.write(table, to: &output, options: options) == 0 else { return .done }
        console.remark(made.presentation?.nothing ?? "nothing found")
        return .no
      }
      var file = try FileSink(path, outside: opened.request.folder)
      let rows = try file.write { [console] in
        try format.write(table, to: &$0, options: console.fileOptions(of: made, format))
      }
      console.remark("wrote \(counted(rows, "row")) to \(path)")
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

  /// What stands after the last dot of a file's name, where there is something in front of it.
  private static func ending(of path: String) -> String? {
    let name = FilePath.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...]
    return ending.isEmpty ? nil : String(ending)
  }
}
