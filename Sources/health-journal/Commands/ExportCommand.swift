import HealthExport
import Journal
import HealthProjections
import HealthTables
import JournalFile

/// `export`: a view into a file.
enum ExportCommand {
  static func page(_ views: [View]) -> CommandPage {
    CommandPage(
      name: "export", group: .export, summary: "write a view into a file", words: "VIEW",
      count: 1...1, missing: "VIEW",
      options: [.journal, .format, .output, .all, .columns, .asOf, .reader] + views.options,
      details: """
        \(views.sentence) the options are those of its command.
        Without -o, or with -o -, it goes to standard output. A file is written beside its place and
        renamed when it is whole. The format follows the file's ending where --format does not say.
        --columns chooses the fields.

          health-journal export daily --type stepCount --format csv -o steps.csv
          health-journal export samples --columns startDate,endDate,identifier,value,units -o rows.csv
          health-journal export samples --format ndjson -o -
        """
    ) { arguments, console in
      let view = try views.view(arguments.words[0], arguments, beside: [.output])
      let path = arguments[.output] ?? "-"
      let format = try format(arguments, path)
      var reading = try Reading(arguments, console)
      let table = try Console.shaped(try view.table(&reading.request), arguments)
      let options = Console.options(arguments)
      guard path != "-" else {
        var output = StandardOutput()
        guard try format.write(table, to: &output, options: options) == 0 else { return .done }
        console.remark("nothing found")
        return .no
      }
      var file = try FileSink(path, outside: reading.journal.paths.folder)
      let rows = try file.write { try format.write(table, to: &$0, options: options) }
      console.remark("wrote \(rows) row\(rows == 1 ? "" : "s") to \(path)")
      return rows == 0 ? .no : .done
    }
  }

  private static func format(_ arguments: Arguments, _ path: String) throws -> Format {
    if arguments[.format] == nil, let dot = path.lastIndex(of: "."),
      let format = Format(ending: path[path.index(after: dot)...])
    {
      return format
    }
    return try Console.format(arguments)
  }
}
