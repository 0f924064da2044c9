import HealthExport
import HealthModel
import HealthViews

/// Every command: those of the views, and the others, one line each.
struct Catalogue: Sendable {
  private let makers: [@Sendable () -> View]
  /// The views. Each is a command, and `export`, `diff` and `push` accept each.
  var views: [View] { makers.map { $0() } }

  /// Creates the commands of the views that these make, and all others.
  init(makers: [@Sendable () -> View] = Views.makers) { self.makers = makers }

  private static let commands: [Entry] = [
    Entry("init") { _ in InitCommand.page },
    Entry("configure") { _ in ConfigureCommand.page },
    Entry("save") { _ in SaveCommand.page },
    Entry("correct") { _ in CorrectCommand.page },
    Entry("note") { _ in NoteCommand.page },
    Entry("delete") { _ in DeleteCommand.page },
    Entry("dedupe") { _ in DedupeCommand.page },
    Entry("revert") { RevertCommand.page($0.views) },
    Entry("undo") { UndoCommand.undo($0.views) },
    Entry("redo") { UndoCommand.redo($0.views) },
    Entry("erase") { _ in EraseCommand.page },
    Entry("authorize") { _ in AuthorizeCommand.page },
    Entry("declare") { _ in DeclareCommand.page },
    Entry("workout") { _ in WorkoutCommand.page },
    Entry("swim") { _ in SwimCommand.page },
    Entry("run") { _ in RunCommand.page },
    Entry("append") { _ in AppendCommand.page },
    Entry("import") { _ in ImportCommand.page },
    Entry("chart", listedAfter: "sleep") { _ in ChartCommand.page },
    Entry("profile", listedAfter: "energy") { _ in ProfileCommand.page },
    Entry("types", listedAfter: "authorizations") { _ in TypesCommand.page },
    Entry("changes", listedAfter: "authorizations") { _ in ChangesCommand.page },
    Entry("watch", listedAfter: "authorizations") { _ in WatchCommand.page },
    Entry("log") { _ in LogCommand.page },
    Entry("show") { _ in ShowCommand.page },
    Entry("history") { _ in HistoryCommand.page },
    Entry("imports") { _ in ImportsCommand.page },
    Entry("diff") { DiffCommand.page($0.views) },
    Entry("audit") { _ in AuditCommand.page },
    Entry("checkpoint") { _ in CheckpointCommand.page },
    Entry("witness") { _ in WitnessCommand.page },
    Entry("check") { _ in CheckCommand.page },
    Entry("replay") { _ in ReplayCommand.page },
    Entry("status") { _ in StatusCommand.page },
    Entry("backup") { _ in BackupCommand.page },
    Entry("restore") { _ in RestoreCommand.page },
    Entry("doctor") { DoctorCommand.page($0) },
    Entry("export") { ExportCommand.page($0.views) },
    Entry("report") { _ in ReportCommand.page },
    Entry("browse") { _ in BrowseCommand.page },
    Entry("push") { PushCommand.page($0.views) },
    Entry("mcp") { MCPCommand.page($0.views) },
    Entry("help") { HelpCommand.page($0) },
    Entry("completions") { _ in CompletionsCommand.page },
    Entry("complete") { CompleteCommand.page($0) },
    Entry("man") { ManCommand.page($0) },
  ]

  /// A command and its page, which is made when it is asked for: most of them never are.
  private struct Entry: Sendable {
    let name: String
    /// The view after which help lists it; nil: it comes before the views, in the order of this
    /// list.
    let listedAfter: String?
    let page: @Sendable (Catalogue) -> CommandPage

    init(
      _ name: String, listedAfter view: String? = nil,
      _ page: @escaping @Sendable (Catalogue) -> CommandPage
    ) {
      self.name = name
      listedAfter = view
      self.page = page
    }
  }

  /// Returns the page of a command; nil if there is none.
  func page(_ name: String) -> CommandPage? {
    Self.commands.first { $0.name == name }?.page(self)
      ?? makers.lazy.map { $0() }.first { $0.name == name }?.page
  }

  /// All commands that help lists, in its order.
  var pages: [CommandPage] {
    let ofViews = views.flatMap { view in
      let own = Self.commands.contains { $0.name == view.name } ? [] : [view.page]
      return own + Self.commands.filter { $0.listedAfter == view.name }.map { $0.page(self) }
    }
    let others = Self.commands.filter { $0.listedAfter == nil }.map { $0.page(self) }
    return (others + ofViews).filter { $0.group != .hidden }
  }

  /// Returns the failure for a name that is no command.
  ///
  /// - Parameters:
  ///   - thing: the kind of thing that the name might have been.
  ///   - others: names of such things that are no commands.
  func unknown(
    _ name: String, _ thing: String = "command", orOneOf others: [String] = []
  ) -> Failure {
    if name.hasPrefix("-") {
      return .usage("the command comes first, as in `health-journal latest --journal DIR`")
    }
    let all = pages.map(\.name)
    let calls = Synonyms.calls(name, among: all)
    let names = calls.isEmpty ? NearestNames.of(name, among: all + others) : calls
    guard let first = names.first else {
      let page = TypeCatalogue.search(name).isEmpty ? "help" : "types \(name)"
      return .usage("no \(thing) '\(name)'; see `health-journal \(page)`")
    }
    let isOne = calls.isEmpty && others.isEmpty
    let meant = (isOne ? [first] : names).map { $0.contains(" ") ? "`\($0)`" : $0 }
    return .usage(
      "no \(thing) '\(name)'; did you mean \(meant.joined(separator: " or "))? "
        + "See `health-journal help`")
  }
}

extension View {
  /// The page of the command that shows it.
  var page: CommandPage {
    let word = word
    return CommandPage(
      name: name, group: .read, summary: summary, words: word?.value.map { "[\($0)]" } ?? "",
      count: word == nil ? 0...0 : 0...1, wordOption: word,
      options: Option.view.without(options) + options,
      rules: rules, details: details, forms: forms
    ) { arguments, console in
      var opened = try OpenedJournal(arguments, console)
      let isAsMade = try Console.format(arguments) == .text && !arguments.has(.columns)
      opened.request.isForPeople = isAsMade && !arguments.has(.sort)
      return try console.show(try table(&opened.request), arguments)
    }
  }
}

extension [Option] {
  /// Returns the options without those whose names others have too.
  func without(_ others: [Option]) -> [Option] {
    filter { option in !others.contains { $0.name == option.name } }
  }
}

extension [View] {
  /// The options that other commands take for them, each once.
  var options: [Option] {
    var all: [Option] = []
    for option in flatMap(\.sharedOptions)
    where !all.contains(where: { $0.name == option.name }) {
      all.append(option)
    }
    return all
  }

  /// Their names in a sentence, in lines of at most 100 characters.
  var sentence: String {
    let words = enumerated().map { index, view in
      view.name + (index < count - 2 ? "," : index == count - 2 ? " or" : ".")
    }
    var lines = ["VIEW is"]
    for word in words {
      if lines[lines.count - 1].count + word.count > 98 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the view of a name after a check of the options; an option that neither its command
  /// has nor `own` holds is an error.
  func view(_ name: String, _ arguments: Arguments, beside own: [Option]) throws -> View {
    let names = map(\.name)
    let calls = names.contains(name) ? [] : Synonyms.calls(name, among: names)
    if let other = calls.first(where: { names.contains($0) }) {
      throw Failure.usage("no view '\(name)'; did you mean \(other)?")
    }
    let view = try one(named: name, "view", by: \.name)
    let known = Set((Option.view + view.options + own + Option.display).map(\.name))
    if let other = arguments.values.given.sorted().first(where: { !known.contains($0) }) {
      throw Failure.usage("\(name) has no option --\(other); see `health-journal help \(name)`")
    }
    try view.rules.check(arguments.values)
    return view
  }
}
