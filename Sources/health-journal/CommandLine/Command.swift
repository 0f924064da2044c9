import HealthProjections

/// A command of the program: what help says of it, and what it does.
struct CommandPage: Sendable {
  /// The groups of help, in their order.
  enum Group: String, CaseIterable, Sendable {
    case setUp = "Set up"
    case append = "Append"
    case read = "Read"
    case audit = "Audit"
    case export = "Export"
    case help = "Help"
    /// What programs call: no page lists it.
    case hidden = ""
  }

  /// The word on the command line.
  var name: String
  /// Where help lists it.
  var group: Group
  /// One line of help.
  var summary: String
  /// The words that it takes, as `TYPE VALUE`.
  var words = ""
  /// How many of them; nil: the command looks at them itself.
  var count: ClosedRange<Int>? = 0...0
  /// The option that the only word stands for; nil: the command looks at its words itself.
  var wordOption: Option?
  /// What is missing where there are fewer.
  var missing = ""
  /// Its options.
  var options: [Option]
  /// Which of them go together.
  var rules: [OptionRule] = []
  /// More help: what it does in detail, and examples.
  var details: String
  /// What becomes of its work when a person breaks it off.
  var interrupted = "nothing was changed"
  /// Whether its rows come as things happen, which no pager is to hold back.
  var isLive = false
  /// What it does.
  var run: @Sendable (Arguments, inout Console) throws -> ExitCode

  /// Its options, those of every command, and those of every command that appends.
  var allOptions: [Option] {
    let common = (group == .append ? [Option.clockIsRight] : []) + Option.display
    return options + common.filter { own in !options.contains { $0.name == own.name } }
  }

  /// Whether a terminal shows its results in a pager.
  var isPaged: Bool {
    switch group {
    case .read, .audit, .export, .help: !isLive
    case .setUp, .append, .hidden: false
    }
  }
}

extension CommandPage {
  /// Whether it can take long: then it says how far it is, and ends where it is asked to.
  var takesLong: Bool { options.contains { $0.name == Option.progress.name } }

  /// Whether it works although the config file cannot be used, as it helps to mend it.
  var worksWithoutConfig: Bool { [.help, .hidden].contains(group) || name == "doctor" }
}

/// How the program ends.
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
  /// SIGTERM asked it to.
  case terminated = 143

  /// What each means, for help.
  static let meanings = [
    ("0", "done"), ("1", "the answer is no"), ("2", "usage"), ("3", "damaged journal"),
    ("4", "refused by a rule"), ("5", "the system failed"), ("130 and 143", "broken off"),
  ]
}

/// Why a command did not do what was asked: one line, and the exit code.
struct Failure: Error {
  var code: ExitCode
  var message: String

  static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }
}
