import Journal
import JournalFile
import ProcessStart

/// One call of the program: the command that its words name, with the values that the config file
/// has for it.
struct Call {
  let catalogue = Catalogue()
  /// The config file; nil: there is none, or it is left aside.
  private let config: ConfigFile?
  /// Why the config file cannot be used.
  private let problem: (any Error)?
  private var words: [String]

  /// - Parameter words: those after the program's name. `--no-config` among them leaves the config
  ///   file aside.
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
    }
  }

  private static let noConfig = "--no-config"

  /// The words without `--no-config`, which stands before `--`.
  private static func without(_ words: [String]) -> [String] {
    let own = words.prefix { $0 != "--" }
    return own.filter { $0 != noConfig } + words[own.endIndex...]
  }

  /// Does what was asked.
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
      // A wrong format is told at once, not after a long replay.
      if !JournalExportCommand.hasOwnFormats(given) { _ = try Console.format(given) }
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
      throw config?.explained(Failure(error), arguments) ?? Failure(error)
    }
  }

  /// Whether an error says what may have been written: where a signal came too, that stays said.
  private static func tellsOfWriting(_ error: any Error) -> Bool {
    switch error {
    case is FailureAndEnding, JournalError.outcomeUnknown, BackupProblem.notSynced: true
    default: false
    }
  }
}
