import HealthExport
import HealthJournal
import HealthProjections
import JournalFile

/// `export`: a view into a file.
enum ExportCommand {
  private typealias View = @Sendable (Arguments, inout Reading) throws -> Table

  /// The views that can be exported: one line each.
  private static let views: [(name: String, table: View)] = [
    ("latest", { try LatestView.table(of: $1.journal, in: try $1.context()) }),
    (
      "daily",
      { arguments, reading in
        try DailyView.table(
          of: reading.journal, in: try reading.context(),
          options: try DailyCommand.options(arguments))
      }
    ),
    ("workouts", { try WorkoutsCommand.table($0, &$1) }),
    ("swims", { try SwimsView.table(of: $1.journal, in: try $1.context()) }),
    ("samples", { try SamplesCommand.table($0, &$1) }),
  ]

  static let page = CommandPage(
    name: "export", group: .export, summary: "write a view into a file", words: "VIEW",
    options: [
      .journal, .format, .output, .type, .from, .to, .source, .limit, .unit,
      WorkoutsCommand.activity, WorkoutsCommand.samples, DailyCommand.attribute,
      DailyCommand.sources, SamplesCommand.order,
    ],
    details: """
      VIEW is latest, daily, workouts, swims or samples; the options are those of its command. Without
      -o, or with -o -, it goes to standard output. A file is written beside its place and renamed when
      it is whole. The format follows the file's ending where --format does not say.

        health-journal export daily --type stepCount --format csv -o steps.csv
        health-journal export samples --format ndjson -o -
      """
  ) { arguments, console in
    try arguments.require(words: 1...1, "VIEW")
    let name = arguments.words[0]
    guard let view = views.first(where: { $0.name == name }) else {
      let names = views.map(\.name).joined(separator: ", ")
      throw Failure.usage("no view '\(name)'; there are \(names)")
    }
    let path = arguments[.output] ?? "-"
    let format = try format(arguments, path)
    var reading = try Reading(arguments, console)
    let table = try view.table(arguments, &reading)
    guard path != "-" else {
      var output = StandardOutput()
      try format.write(table, to: &output)
      return .done
    }
    var file = try FileSink(path)
    let rows = try file.write { try format.write(table, to: &$0) }
    console.remark("wrote \(rows) rows to \(path)")
    return .done
  }

  private static func format(_ arguments: Arguments, _ path: String) throws(Failure) -> Format {
    if arguments[.format] == nil, let dot = path.lastIndex(of: ".") {
      switch path[path.index(after: dot)...] {
      case "json": return .json
      case "ndjson", "jsonl": return .ndjson
      case "csv": return .csv
      case "md": return .markdown
      default: break
      }
    }
    return try Console.format(arguments)
  }
}
