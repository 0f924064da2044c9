/// Every command: one line each.
enum Catalogue {
  static let pages: [CommandPage] = [
    InitCommand.page,
    ConfigureCommand.page,
    SaveCommand.page,
    DeleteCommand.page,
    AuthorizeCommand.page,
    SwimCommand.page,
    AppendCommand.page,
    ImportCommand.page,
    LatestCommand.page,
    DailyCommand.page,
    SamplesCommand.page,
    WorkoutsCommand.page,
    SwimsCommand.page,
    LogCommand.page,
    HistoryCommand.page,
    AuditCommand.page,
    ReplayCommand.page,
    StatusCommand.page,
    ExportCommand.page,
    HelpCommand.page,
  ]

  static func page(_ name: String) -> CommandPage? { pages.first { $0.name == name } }

  /// The failure that a name is no command.
  static func unknown(_ name: String) -> Failure {
    let near = pages.map(\.name).filter { $0.hasPrefix(name) || name.hasPrefix($0) }
    let hint = near.first.map { "; did you mean \($0)?" } ?? ""
    return .usage("no command '\(name)'\(hint) See `health-journal help`")
  }
}
