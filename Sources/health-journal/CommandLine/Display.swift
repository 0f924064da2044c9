import HealthExport
import HealthProjections
import JournalFile
import ViewTables

/// Options that every command takes: how what people are shown looks.
extension Option {
  static let width = Option(
    "width", "N", "text: lines of at most N columns; else those of the terminal")
  static let color = Option(
    "color", "WHEN", "text: auto (the default: on a terminal), always or never",
    choices: ["auto", "always", "never"])
  static let pager = Option(
    "pager", "WHEN", "on a terminal: auto (the default), never, or a command that shows the output")

  /// All of them.
  static let display: [Option] = [width, color, pager]
}

/// How what people are shown looks: by the options, the environment, and the terminal.
struct Display {
  private enum Color: String, CaseIterable {
    case auto
    case always
    case never
  }

  /// How wide lines may be; nil: as wide as they like.
  private(set) var width: Int?
  /// Whether headings stand out.
  private(set) var isColored = false
  /// The command of the pager; nil: there is none.
  private(set) var pager: String?
  /// What the person who asked has to know.
  private(set) var remark: String?
  /// Whether hidden columns are shown.
  private var showsAll = false
  /// The zone that was asked for.
  private var zone: String?
  /// The unit that was asked for.
  private var unit: String?

  /// As for a file.
  init() {}

  /// As the arguments, the environment and the terminal say.
  init(_ arguments: Arguments) throws {
    let terminal = StandardOutput.isTerminal
    // A command may have a width of its own, whose range it checks itself.
    let isOwn = arguments.page.options.contains { $0.name == Option.width.name }
    width = try arguments.values.whole(.width, least: isOwn ? 0 : 20, most: isOwn ? .max : 1000)
    width = width ?? StandardOutput.terminalWidth
    let color: Color? = try arguments.values.choice(.color)
    isColored =
      switch color ?? .auto {
      case .auto: terminal && Self.wantsColor
      case .always: true
      case .never: false
      }
    if terminal, arguments.page.isPaged { pager = Self.pager(trustedPager(arguments)) }
    showsAll = arguments.has(.all)
    zone = arguments[.timeZone]
    unit =
      arguments[.unit] ?? arguments[ProfileOptions.massUnit]
      ?? arguments[ProfileOptions.heightUnit]
  }

  /// See https://no-color.org.
  private static var wantsColor: Bool {
    Environment.variable("NO_COLOR") == nil && Environment.variable("TERM") != "dumb"
  }

  /// What `--pager` says. A program is not started that somebody else may have named in the config
  /// file.
  private mutating func trustedPager(_ arguments: Arguments) -> String {
    guard let asked = arguments[.pager] else { return "auto" }
    guard !["auto", "never"].contains(asked), arguments.defaulted.contains(Option.pager.name),
      let doubt = arguments.config?.doubt
    else { return asked }
    remark = "the pager '\(asked)' is not started: \(doubt)"
    return "auto"
  }

  /// The pager that is asked for, else the environment's, else `less` where it is there.
  private static func pager(_ asked: String) -> String? {
    guard asked == "auto" || asked == "never" else { return asked }
    guard asked == "auto", Environment.variable("TERM") != "dumb" else { return nil }
    let chosen = Environment.given("HEALTH_JOURNAL_PAGER") ?? Environment.given("PAGER")
    if let chosen { return chosen.isEmpty || chosen == "cat" ? nil : chosen }
    return Environment.hasProgram("less") ? "less" : nil
  }

  /// The options of the formats for people: times in the zone that was asked for, else in that of
  /// the journal that was read last, and its units.
  func options() -> ExportOptions {
    var options = ExportOptions(showsHiddenColumns: showsAll)
    options.width = width
    options.isColored = isColored
    guard let journal = OpenedJournal.lastSettings else { return options }
    var zones = ZoneCatalogue()
    options.clock = try? zones.rules(named: zone ?? journal.timeZone)
    options.namesClock = zone != nil && zone != journal.timeZone
    options.units = unit.map { journal.units.asking(for: $0) } ?? journal.units
    return options
  }
}
