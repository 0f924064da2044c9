import HealthModel

/// Every command: one line each.
enum Catalogue {
  private static let entries: [Entry] = [
    Entry("init") { InitCommand.page },
    Entry("configure") { ConfigureCommand.page },
    Entry("save") { SaveCommand.page },
    Entry("delete") { DeleteCommand.page },
    Entry("authorize") { AuthorizeCommand.page },
    Entry("workout") { WorkoutCommand.page },
    Entry("swim") { SwimCommand.page },
    Entry("run") { RunCommand.page },
    Entry("append") { AppendCommand.page },
    Entry("import") { ImportCommand.page },
    Entry("latest") { LatestCommand.page },
    Entry("daily") { DailyCommand.page },
    Entry("statistics") { StatisticsCommand.page },
    Entry("days") { DaysCommand.page },
    Entry("samples") { SamplesCommand.page },
    Entry("workouts") { WorkoutsCommand.page },
    Entry("swims") { SwimsCommand.page },
    Entry("runs") { RunsCommand.page },
    Entry("sleep") { SleepCommand.page },
    Entry("chart") { ChartCommand.page },
    Entry("energy") { EnergyCommand.page },
    Entry("profile") { ProfileCommand.page },
    Entry("rings") { RingsCommand.page },
    Entry("authorizations") { AuthorizationsCommand.page },
    Entry("types") { TypesCommand.page },
    Entry("changes") { ChangesCommand.page },
    Entry("watch") { WatchCommand.page },
    Entry("sources") { SourcesCommand.page },
    Entry("log") { LogCommand.page },
    Entry("history") { HistoryCommand.page },
    Entry("diff") { DiffCommand.page },
    Entry("audit") { AuditCommand.page },
    Entry("check") { CheckCommand.page },
    Entry("replay") { ReplayCommand.page },
    Entry("status") { StatusCommand.page },
    Entry("export") { ExportCommand.page },
    Entry("push") { PushCommand.page },
    Entry("help") { HelpCommand.page },
  ]

  /// A command and its page, which is made when it is asked for: most of them never are.
  private struct Entry: Sendable {
    let name: String
    let page: @Sendable () -> CommandPage

    init(_ name: String, _ page: @escaping @Sendable () -> CommandPage) {
      self.name = name
      self.page = page
    }
  }

  static var pages: [CommandPage] { entries.map { $0.page() } }

  static func page(_ name: String) -> CommandPage? { entries.first { $0.name == name }?.page() }

  /// The failure that a name is no command.
  static func unknown(_ name: String) -> Failure {
    if name.hasPrefix("-") {
      return .usage("the command comes first, as in `health-journal latest --journal DIR`")
    }
    if let near = NearestNames.of(name, among: entries.map(\.name)).first {
      return .usage("no command '\(name)'; did you mean \(near)? See `health-journal help`")
    }
    return .usage("no command '\(name)'; see `health-journal help`")
  }
}
