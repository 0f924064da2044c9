import ByteTools
import HealthViews
import Journal

/// A command of the program: its help and its action.
struct CommandPage: Sendable {
  /// The groups of help, in their order.
  enum Group: String, CaseIterable, Sendable {
    case setUp = "Set up"
    case append = "Append"
    case read = "Read"
    case audit = "Audit"
    case export = "Export"
    case help = "Help"
    /// The commands for programs: no page lists them.
    case hidden = ""
  }

  /// The word on the command line.
  var name: String
  /// The group of help that lists it.
  var group: Group
  /// A line of help.
  var summary: String
  /// The words that it takes, as `TYPE VALUE`.
  var words = ""
  /// The number of words; nil if the command checks them itself.
  var count: ClosedRange<Int>? = 0...0
  /// The option that the only word means; nil if the command reads its words itself.
  var wordOption: Option?
  /// The name of what is missing if there are fewer words.
  var missing = ""
  var options: [Option]
  /// The rules about options that go together.
  var rules: [OptionRule] = []
  /// More help: details, then examples and fields below lines with these titles (`HelpText`).
  var details: String
  /// The rows of a view, whose fields help lists.
  var forms: @Sendable () -> [View.Form] = { [] }
  /// The state of its work after a person interrupts it.
  var interrupted = "nothing was changed"
  /// True if its rows come as things happen; no pager may hold them back.
  var isLive = false
  /// The action of the command.
  var run: @Sendable (Arguments, inout Console) throws -> ExitCode
  /// The check of `--format` before the journal is read, so that a mistake is reported at once.
  var checkFormat: @Sendable (Arguments) throws -> Void = { _ = try Console.format($0) }

  /// Its options, those of every command, and those of every command that appends.
  var allOptions: [Option] {
    let common = (group == .append ? [Option.clockIsRight] : []) + Option.display
    return options + common.filter { own in !options.contains { $0.name == own.name } }
  }

  /// True if a terminal shows its results in a pager.
  var isPaged: Bool {
    switch group {
    case .read, .audit, .export, .help: !isLive
    case .setUp, .append, .hidden: false
    }
  }

  /// True if a word can be a text, a name or another path: then no word names the journal.
  var takesText: Bool {
    ["TEXT", "VALUE", "WORD", "PATH", "FILE", "PLACE", "BACKUP", "URL", "SOURCE", "IDENTIFIER"]
      .contains { words.contains($0) }
  }

  /// True if it can take long: then it shows its progress, and ends on request.
  var takesLong: Bool { options.contains { $0.name == Option.progress.name } }

  /// True if it works although the config file cannot be used, as it helps to repair it.
  var worksWithoutConfig: Bool { [.help, .hidden].contains(group) || name == "doctor" }
}

/// A command whose options are typed fields, which are read before it runs. A time or a day is read
/// when the journal is open, as it depends on the journal's zone.
protocol CommandOptions: DeclaredOptions where Input == Arguments {}

extension CommandOptions {
  /// Returns the page of the command.
  ///
  /// - Parameter declared: the options in the order of help; more than the type declares if the
  ///   views of the catalogue have some.
  static func command(
    name: String, group: CommandPage.Group, summary: String, words: String = "",
    count: ClosedRange<Int>? = 0...0, missing: String = "",
    declared: [DeclaredOption<Self>] = Self.declared, details: String,
    interrupted: String = "nothing was changed", isLive: Bool = false,
    run: @escaping @Sendable (Self, Arguments, inout Console) throws -> ExitCode
  ) -> CommandPage {
    CommandPage(
      name: name, group: group, summary: summary, words: words, count: count, missing: missing,
      options: declared.map(\.option), rules: rules + .window(of: Self.declared.map(\.option)),
      details: details, interrupted: interrupted, isLive: isLive
    ) { arguments, console in
      var input = arguments
      return try run(try read(&input, by: declared), arguments, &console)
    }
  }
}

/// The exit code of the program: it shows who must act (D55).
enum ExitCode: Int32, Sendable {
  case done = 0
  /// The answer is no: an audit that found something, nothing found.
  case no = 1
  case usage = 2
  case damaged = 3
  /// A rule refused the command.
  case refused = 4
  /// The system failed.
  case system = 5

  /// SIGINT asked it to, as Ctrl-C does.
  case interrupted = 130
  /// SIGTERM ended the program.
  case terminated = 143

  /// The meaning of each code, for help.
  static let meanings = [
    ("0", "done"), ("1", "the answer is no"), ("2", "wrong usage"), ("3", "damaged journal"),
    ("4", "refused by a rule"), ("5", "the system failed"), ("130 and 143", "stopped by a signal"),
  ]
}

/// A call of the program: the command that its words name, with the values that the config file has
/// for it.
struct Call {
  let catalogue = Catalogue()
  /// The config file; nil: there is none, or it is left aside.
  private let config: ConfigFile?
  /// The reason why the config file cannot be used.
  private let problem: (any Error)?
  /// The alias by which the command was called.
  private let alias: ConfigFile.Alias?
  private var words: [String]

  /// Reads the words of a call.
  ///
  /// - Parameter words: those after the program's name. With `--no-config` among them the config
  ///   file is not read.
  init(_ words: [String]) {
    let isWithout = words.prefix { $0 != "--" }.contains(Self.noConfig)
    self.words = isWithout ? Self.without(words) : words
    do {
      config = isWithout ? nil : try ConfigFile.inForce(catalogue)
      problem = nil
    } catch {
      (config, problem) = (nil, error)
    }
    if let name = self.words.first, let alias = config?.alias(name) {
      self.words.replaceSubrange(0...0, with: alias.words)
      self.alias = alias
    } else {
      alias = nil
    }
  }

  /// Creates the call of these words.
  ///
  /// - Throws: a `Failure` if the system does not give them, or not as text.
  init(_ arguments: ProgramArguments) throws(Failure) {
    switch arguments {
    case .words(let words): self.init(words)
    case .unavailable(let message): throw Failure(code: .system, message: message)
    case .notUTF8(let message): throw .usage(message)
    }
  }

  private static let noConfig = "--no-config"

  /// Returns the words without `--no-config`, which must be before `--`.
  private static func without(_ words: [String]) -> [String] {
    let own = words.prefix { $0 != "--" }
    return own.filter { $0 != noConfig } + words[own.endIndex...]
  }

  /// Runs the command.
  func run(_ console: inout Console) throws -> ExitCode {
    switch words.first {
    case nil:
      try console.help(StartPage.text)
      throw Failure.usage("no command given")
    case "--version":
      try console.print("health-journal \(ProgramVersion.number)")
      return .done
    case "--help", "-h":
      try console.help(HelpCommand.overview(catalogue))
      return .done
    default: break
    }
    let name = words[0]
    guard let page = catalogue.page(name) else {
      throw catalogue.unknown(name, orOneOf: config?.aliases.map(\.name) ?? [])
    }
    let rest = Array(words.dropFirst())
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      try console.help(try HelpCommand.text(of: name, catalogue))
      return .done
    }
    // Commands that help to correct the file work without it.
    if let problem, !page.worksWithoutConfig { throw problem }
    return try run(page, rest, &console)
  }

  private func run(
    _ page: CommandPage, _ words: [String], _ console: inout Console
  ) throws -> ExitCode {
    var arguments: Arguments?
    do {
      let given = try Arguments(words, page, config)
      arguments = given
      try page.checkFormat(given)
      try console.begin(given)
      if page.takesLong {
        ProgressMeter.shared.want(try given.wantsProgress())
        Interruption.watch()
      }
      return try page.run(given, &console)
    } catch {
      ProgressMeter.shared.clear()
      if error is ReaderGone { throw error }
      if let signal = Interruption.signal, !Self.tellsOfWriting(error) {
        throw Failure(interruptedBy: signal, page.interrupted)
      }
      throw config?.explained(Failure(error), arguments, alias) ?? Failure(error)
    }
  }

  /// Returns true if an error states what may have been written: the message keeps that statement
  /// even after a signal.
  private static func tellsOfWriting(_ error: any Error) -> Bool {
    error is FailureAndEnding || (error as? any Problem)?.problemCode == .outcomeUnknown
  }
}
