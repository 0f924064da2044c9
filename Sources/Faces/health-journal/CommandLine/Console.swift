import ByteTools
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile
import Synchronization

/// The streams that a command's results and remarks go to.
struct Console {
  private static let speaksToPrograms = Mutex(false)
  /// True if a command was asked for a format for programs, whose remarks have full identifiers.
  static var isForPrograms: Bool { speaksToPrograms.withLock { $0 } }

  private var output = StandardOutput()
  private var display = Display()

  /// Writes a result to standard output.
  mutating func print(_ text: String) throws { try output.write(Array((text + "\n").utf8)) }

  /// Writes bytes of a result to standard output.
  mutating func write(_ bytes: [UInt8]) throws { try output.write(bytes) }

  /// Shows what follows as a command asks for it.
  mutating func begin(_ arguments: Arguments) throws {
    let format = arguments[.format].flatMap { Format(name: $0) }
    Self.speaksToPrograms.withLock { $0 = !(format?.isForPeople ?? true) }
    display = try Display(arguments)
    if let words = display.remark { remark(words) }
    OutputPager.prepare(display.pager)
  }

  /// The options of the formats for people.
  var options: ExportOptions { display.options() }

  func options(of table: Table, _ format: Format) -> ExportOptions {
    guard format.isForPeople else {
      var options = ExportOptions()
      options.isForSpreadsheet = display.isForSpreadsheet
      return options
    }
    var options = options
    if table.presentation?.hasOwnClocks ?? false { options.clock = nil }
    return options
  }

  /// Returns the same options for a file, which is as wide as its lines.
  func fileOptions(of table: Table, _ format: Format) -> ExportOptions {
    var options = options(of: table, format)
    options.width = nil
    options.isColored = false
    return options
  }

  /// Writes words for people, in lines that fit the terminal.
  mutating func say(_ text: String) throws {
    guard let width = display.width else { return try print(text) }
    try print(
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { TextWrap.lines(String($0), width) }.joined(separator: "\n"))
  }

  /// Writes a page of help, in lines that fit the terminal.
  mutating func help(_ page: String) throws {
    try print(HelpFit.fitted(page, display.width ?? StandardOutput.terminalWidth))
  }

  /// Writes a table in the requested format; or a remark if it has no rows. A table that is
  /// presented so hides columns from people that are empty in every row, unless they name the
  /// columns.
  ///
  /// - Returns: `.no` if there were no rows, or if they hold nothing.
  mutating func show(_ table: Table, _ arguments: Arguments) throws -> ExitCode {
    let presentation = table.presentation ?? Presentation(hidesEmptyColumns: false)
    let own = arguments.has(.format) ? nil : presentation.format.flatMap { Format(name: $0) }
    let format = try own ?? Self.format(arguments)
    let options = options(of: table, format)
    let isForPeople = format.isForPeople && !arguments.has(.columns)
    let whole = isForPeople && presentation.isTransposed ? try table.transposed(options) : table
    var shown = try whole.arranged(by: arguments.values)
    if isForPeople, presentation.hidesEmptyColumns { shown = try shown.withoutEmptyColumns() }
    let rows = try format.write(
      shown, to: &output, options: options, threads: PosixSystem.processors)
    for text in presentation.remarks { remark(text) }
    if rows == 0 {
      let words = presentation.emptySentence
      if !words.isEmpty { remark(words) }
      return .no
    }
    if let footer = presentation.footer, format == .text, !arguments.has(.columns) {
      try say("\n" + footer)
    }
    guard let unknown = presentation.unknown else { return .done }
    remark(unknown)
    return .no
  }

  /// Writes a table as above, with these words, which are made only then, if there are no rows.
  mutating func show(
    _ table: Table, _ arguments: Arguments, nothing: @autoclosure () throws -> String
  ) throws -> ExitCode {
    var table = table
    table.presentation = Presentation(hidesEmptyColumns: false, nothing: "")
    let code = try show(table, arguments)
    if code == .no { remark(try nothing()) }
    return code
  }

  /// Writes a table in this format.
  mutating func show(_ table: Table, as format: Format) throws {
    try format.write(
      table, to: &output, options: format.isForPeople ? options : ExportOptions())
  }

  /// Writes a remark to standard error: one line, nothing in it that a terminal obeys.
  func remark(_ text: String) { Self.remark(text) }

  /// Writes a remark to standard error, for code without a console.
  static func remark(_ text: String) {
    ProgressMeter.shared.clear()
    let words = isForPrograms ? text : TypeCatalogue.shortened(text)
    StandardError.write("health-journal: " + TerminalText.escaped(words) + "\n")
  }

  /// Returns the format that `--format` names; text without it.
  static func format(_ arguments: Arguments) throws -> Format {
    guard let name = arguments[.format] else { return .text }
    guard let format = Format(name: name) else {
      throw Failure.usage("no format '\(name)'; use one of \(Format.names.joined(separator: ", "))")
    }
    return format
  }
}

/// The options of every command for the look of the output for people.
extension Option {
  static let width = Option(
    "width", "N", "text: at most N columns per line; default: the terminal's width")
  static let color = Option(
    "color", "WHEN", "colours of text: auto (the default: only on a terminal), always or never",
    choices: ["auto", "always", "never"])
  static let pager = Option(
    "pager", "WHEN", "the pager on a terminal: auto (the default), never, or a command")

  static let display: [Option] = [width, color, pager]
}

/// The look of the output for people, as the options, the environment and the terminal decide.
struct Display {
  private enum Color: String, CaseIterable {
    case auto
    case always
    case never
  }

  /// The greatest width of lines; nil for no limit.
  private(set) var width: Int?
  /// True if headings are highlighted.
  private(set) var isColored = false
  /// The command of the pager; nil: there is none.
  private(set) var pager: String?
  /// A remark for the person who called the command.
  private(set) var remark: String?
  /// True if values separated by commas or tabs are for a spreadsheet.
  private(set) var isForSpreadsheet = false
  /// True if hidden columns are shown.
  private var showsAll = false
  /// The zone that was asked for.
  private var zone: String?
  /// The unit that was asked for.
  private var unit: String?

  /// Creates a display for a file.
  init() {}

  /// Creates a display for the arguments, the environment and the terminal.
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
    isForSpreadsheet = arguments.has(.spreadsheet)
    zone = arguments[.timeZone]
    let unitOption = arguments.page.options.first { WordKind($0) == .units && arguments.has($0) }
    unit = unitOption.flatMap { arguments[$0] }
  }

  /// True if the environment allows colors; see https://no-color.org.
  private static var wantsColor: Bool {
    Environment.variable("NO_COLOR") == nil && Environment.variable("TERM") != "dumb"
  }

  /// Returns the value of `--pager`. If somebody else may have named a program in the config file,
  /// it is not started.
  private mutating func trustedPager(_ arguments: Arguments) -> String {
    guard let asked = arguments[.pager] else { return "auto" }
    guard !["auto", "never"].contains(asked), arguments.defaulted.contains(Option.pager.name),
      let doubt = arguments.config?.doubt
    else { return asked }
    remark = "the pager '\(asked)' is not started: \(doubt)"
    return "auto"
  }

  /// Returns the requested pager, else the environment's, else `less` if it is installed.
  private static func pager(_ asked: String) -> String? {
    guard asked == "auto" || asked == "never" else { return asked }
    guard asked == "auto", Environment.variable("TERM") != "dumb" else { return nil }
    let chosen = Environment.given("HEALTH_JOURNAL_PAGER") ?? Environment.given("PAGER")
    if let chosen { return chosen.isEmpty || chosen == "cat" ? nil : chosen }
    return Environment.hasProgram("less") ? "less" : nil
  }

  /// Returns the options of the formats for people: times in the requested zone, else in that of
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

/// The reader of a pager has left it: nobody reads the rest.
struct ReaderGone: Error {}

/// The pager through which this process shows its results. It is started by the first of them, so
/// that a command without any starts none.
enum OutputPager {
  private struct State {
    var command: String?
    var running: Pager?
    var remarks: [String] = []
  }

  private static let state = Mutex(State())

  /// Has the first result start this pager; nil: there is none.
  static func prepare(_ command: String?) { state.withLock { $0.command = command } }

  /// Starts the pager that is due. Where that fails the results go to the terminal.
  static func begin() {
    let command = state.withLock { state in
      defer { state.command = nil }
      return state.command
    }
    guard let command else { return }
    guard Pager.isThere(command) else {
      StandardError.write(
        "health-journal: the pager '\(TerminalText.escaped(command))' is not there; without it:\n")
      return
    }
    state.withLock { state in
      // The defaults of git: `less` ends by itself where all fits on one screen, shows colours, and
      // leaves its text on the screen.
      state.running = try? Pager(command, defaults: ["LESS=FRX", "LV=-c"])
    }
  }

  /// True if results go to a pager.
  static var isRunning: Bool { state.withLock { $0.running != nil } }

  /// Keeps a remark until the pager is left.
  ///
  /// - Returns: whether there is one.
  static func hold(_ text: String) -> Bool {
    state.withLock { state in
      guard state.running != nil else { return false }
      state.remarks.append(text)
      return true
    }
  }

  /// Waits until the reader leaves the pager, and then writes the remarks that were held back.
  static func finish() {
    let (pager, remarks) = state.withLock { state in
      defer { state = State() }
      return (state.running, state.remarks)
    }
    pager?.finish()
    for remark in remarks { StandardError.write(remark) }
  }
}
