import HealthExport
import HealthJournal
import HealthProjections
import HealthTables
import JournalFile

/// `export`: a view into a file.
enum ExportCommand {
  /// A view that can be exported, with the page of the command that shows it.
  struct View: Sendable {
    var page: CommandPage
    var table: @Sendable (Arguments, inout Reading) throws -> Table
  }

  /// The views that can be exported: one line each.
  private static let views = [
    View(page: LatestCommand.page) {
      try LatestView.table(of: $1.journal, in: try $1.context())
    },
    View(page: DailyCommand.page) { arguments, reading in
      try DailyView.table(
        of: reading.journal, in: try DailyCommand.context(arguments, &reading),
        options: try DailyCommand.options(arguments))
    },
    View(page: StatisticsCommand.page) { try StatisticsCommand.table($0, &$1) },
    View(page: DaysCommand.page) { try DaysView.table(of: $1.journal, in: try $1.context()) },
    View(page: WorkoutsCommand.page) { try WorkoutsCommand.table($0, &$1) },
    View(page: SwimsCommand.page) { try SwimsCommand.table($0, &$1) },
    View(page: RunsCommand.page) { try RunsView.table(of: $1.journal, in: try $1.context()) },
    View(page: SleepCommand.page) { try SleepCommand.table($0, &$1) },
    View(page: SamplesCommand.page) { try SamplesCommand.table($0, &$1) },
    View(page: EnergyCommand.page) { try EnergyCommand.table($0, &$1) },
    View(page: RingsCommand.page) {
      try RingsView.table(of: $1.journal, in: try $1.context(types: false))
    },
    View(page: ProfileCommand.page) { try ProfileCommand.profile($0, &$1).table },
    View(page: AuthorizationsCommand.page) { try AuthorizationsCommand.table($0, &$1) },
    View(page: SourcesCommand.page) {
      try SourcesView.table(of: $1.journal, in: try $1.context())
    },
  ]

  static let page = CommandPage(
    name: "export", group: .export, summary: "write a view into a file", words: "VIEW",
    options: [
      .journal, .format, .output, .all, .columns, .asOf, .reader, .type, .from, .to, .source,
      .predicate, .limit, .unit, .sort, .fold,
      WorkoutsCommand.activity, WorkoutsCommand.uuid, WorkoutsCommand.samples,
      WorkoutsCommand.events, WorkoutsCommand.parts, WorkoutsCommand.compare,
      SwimsCommand.lengths, SwimsCommand.sets, SwimsCommand.rest, DailyCommand.attribute,
      DailyCommand.sources, StatisticsCommand.every, StatisticsCommand.anchor,
      StatisticsCommand.bySource, StatisticsCommand.percentiles, StatisticsCommand.empty,
      StatisticsCommand.strict, SleepCommand.period, EnergyCommand.day, EnergyCommand.at,
      ProfileCommand.on,
      ProfileCommand.massUnit, ProfileCommand.heightUnit, AuthorizationsCommand.history,
      .timeZone, .dayStarts,
    ],
    details: """
      VIEW is latest, daily, statistics, days, samples, workouts, swims, runs, sleep, energy, rings,
      profile, authorizations or sources; the options are those of its command.
      Without -o, or with -o -, it goes to standard output. A file is written beside its place and
      renamed when it is whole. The format follows the file's ending where --format does not say.
      --columns chooses the fields.

        health-journal export daily --type stepCount --format csv -o steps.csv
        health-journal export samples --columns startDate,endDate,identifier,value,units -o rows.csv
        health-journal export samples --format ndjson -o -
      """
  ) { arguments, console in
    try arguments.require(words: 1...1, "VIEW")
    let view = try view(arguments.words[0], arguments, beside: [.output])
    let path = arguments[.output] ?? "-"
    let format = try format(arguments, path)
    var reading = try Reading(arguments, console)
    let table = try Console.shaped(try view.table(arguments, &reading), arguments)
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

  /// The view of a name; an option that neither its command knows nor `own` holds is a slip.
  static func view(
    _ name: String, _ arguments: Arguments, beside own: [Option]
  ) throws(Failure) -> View {
    guard let view = views.first(where: { $0.page.name == name }) else {
      let names = views.map(\.page.name).joined(separator: ", ")
      throw .usage("no view '\(name)'; there are \(names)")
    }
    let own = Set((view.page.options + own).map(\.name))
    if let other = arguments.given.sorted().first(where: { !own.contains($0) }) {
      throw .usage("\(name) has no option --\(other); see `health-journal help \(name)`")
    }
    return view
  }

  private static func format(_ arguments: Arguments, _ path: String) throws(Failure) -> Format {
    if arguments[.format] == nil, let dot = path.lastIndex(of: "."),
      let format = Format(ending: path[path.index(after: dot)...])
    {
      return format
    }
    return try Console.format(arguments)
  }
}
