import HealthModel

/// Every command and every view: one line each.
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
    Entry(view: "latest") { LatestCommand.view },
    Entry(view: "daily") { DailyCommand.view },
    Entry(view: "statistics") { StatisticsCommand.view },
    Entry(view: "days") { DaysCommand.view },
    Entry(view: "samples") { SamplesCommand.view },
    Entry(view: "workouts") { WorkoutsCommand.view },
    Entry(view: "swims") { SwimsCommand.view },
    Entry(view: "runs") { RunsCommand.view },
    Entry(view: "sleep") { SleepCommand.view },
    Entry("chart") { ChartCommand.page },
    Entry(view: "energy") { EnergyCommand.view },
    Entry(view: "profile") { ProfileCommand.view },
    Entry(view: "rings") { RingsCommand.view },
    Entry(view: "authorizations") { AuthorizationsCommand.view },
    Entry("types") { TypesCommand.page },
    Entry("changes") { ChangesCommand.page },
    Entry("watch") { WatchCommand.page },
    Entry(view: "sources") { SourcesCommand.view },
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
    /// The view that it shows; nil: it is none.
    var view: (@Sendable () -> View)?

    init(_ name: String, _ page: @escaping @Sendable () -> CommandPage) {
      self.name = name
      self.page = page
    }

    init(view name: String, _ view: @escaping @Sendable () -> View) {
      self.name = name
      self.view = view
      page = { view().page }
    }
  }

  static var pages: [CommandPage] { entries.map { $0.page() } }

  /// The views that `export`, `diff` and `push` take.
  static var views: [View] { entries.compactMap { $0.view?() } }

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
