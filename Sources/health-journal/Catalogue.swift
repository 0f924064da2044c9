import HealthModel

/// Every command: one line each.
enum Catalogue {
  static let pages: [CommandPage] = [
    InitCommand.page,
    ConfigureCommand.page,
    SaveCommand.page,
    DeleteCommand.page,
    AuthorizeCommand.page,
    WorkoutCommand.page,
    SwimCommand.page,
    RunCommand.page,
    AppendCommand.page,
    ImportCommand.page,
    LatestCommand.page,
    DailyCommand.page,
    StatisticsCommand.page,
    DaysCommand.page,
    SamplesCommand.page,
    WorkoutsCommand.page,
    SwimsCommand.page,
    RunsCommand.page,
    SleepCommand.page,
    ChartCommand.page,
    EnergyCommand.page,
    ProfileCommand.page,
    RingsCommand.page,
    AuthorizationsCommand.page,
    TypesCommand.page,
    ChangesCommand.page,
    WatchCommand.page,
    SourcesCommand.page,
    LogCommand.page,
    HistoryCommand.page,
    DiffCommand.page,
    AuditCommand.page,
    CheckCommand.page,
    ReplayCommand.page,
    StatusCommand.page,
    ExportCommand.page,
    PushCommand.page,
    HelpCommand.page,
  ]

  static func page(_ name: String) -> CommandPage? { pages.first { $0.name == name } }

  /// The failure that a name is no command.
  static func unknown(_ name: String) -> Failure {
    if name.hasPrefix("-") {
      return .usage("the command comes first, as in `health-journal latest --journal DIR`")
    }
    if let near = NearestNames.of(name, among: pages.map(\.name)).first {
      return .usage("no command '\(name)'; did you mean \(near)? See `health-journal help`")
    }
    return .usage("no command '\(name)'; see `health-journal help`")
  }
}
