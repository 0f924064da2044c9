import ByteTools
import HealthExport
import Journal
import HealthProjections
import ViewTables

/// Where a command's results and remarks go.
struct Console {
  private var output = StandardOutput()
  private var display = Display()

  /// Writes a result to standard output.
  mutating func print(_ text: String) throws { try output.write(Array((text + "\n").utf8)) }

  /// Writes bytes of a result to standard output.
  mutating func write(_ bytes: [UInt8]) throws { try output.write(bytes) }

  /// Shows what follows as a command asks for it.
  mutating func begin(_ arguments: Arguments) throws {
    display = try Display(arguments)
    if let words = display.remark { remark(words) }
    OutputPager.prepare(display.pager)
  }

  /// What the formats for people are asked.
  var options: ExportOptions { display.options() }

  /// What a format is asked for a table.
  func options(of table: Table, _ format: Format) -> ExportOptions {
    guard format.isForPeople else { return ExportOptions() }
    var options = options
    if table.presentation?.hasOwnClocks ?? false { options.clock = nil }
    return options
  }

  /// The same for a file, which is as wide as its lines.
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

  /// Writes a table in the format that was asked for; says so where it has no rows. People are not
  /// shown columns that are empty in every row where the table is presented so, unless they name
  /// the columns.
  ///
  /// - Returns: `.no` where there were none, or where they say nothing.
  mutating func show(_ table: Table, _ arguments: Arguments) throws -> ExitCode {
    let presentation = table.presentation ?? Presentation(hidesEmptyColumns: false)
    let own = arguments.has(.format) ? nil : presentation.format.flatMap { Format(name: $0) }
    let format = try own ?? Self.format(arguments)
    let options = options(of: table, format)
    let isForPeople = format.isForPeople && !arguments.has(.columns)
    var shown = try Self.shaped(
      isForPeople && presentation.isTransposed ? table.transposed(options) : table, arguments)
    if isForPeople, presentation.hidesEmptyColumns { shown = try shown.withoutEmptyColumns() }
    let rows = try format.write(shown, to: &output, options: options)
    for text in presentation.remarks { remark(text) }
    if rows == 0 {
      remark(presentation.nothing + Inputs.doubt(arguments.values))
      return .no
    }
    if let footer = presentation.footer, format == .text, !arguments.has(.columns) {
      try say("\n" + footer)
    }
    guard let unknown = presentation.unknown else { return .done }
    remark(unknown)
    return .no
  }

  /// The same with these words where there are no rows.
  mutating func show(
    _ table: Table, _ arguments: Arguments, nothing: String
  ) throws -> ExitCode {
    var table = table
    table.presentation = Presentation(hidesEmptyColumns: false, nothing: nothing)
    return try show(table, arguments)
  }

  /// Writes a table in this format.
  mutating func show(_ table: Table, as format: Format) throws {
    try format.write(
      table, to: &output, options: format.isForPeople ? options : ExportOptions())
  }

  /// Writes a remark to standard error: one line, nothing in it that a terminal obeys.
  func remark(_ text: String) { Self.remark(text) }

  /// The same where no console is at hand.
  static func remark(_ text: String) {
    ProgressMeter.shared.clear()
    StandardError.write("health-journal: " + TerminalText.escaped(text) + "\n")
  }

  /// The format that `--format` names; text without it.
  static func format(_ arguments: Arguments) throws -> Format {
    guard let name = arguments[.format] else { return .text }
    guard let format = Format(name: name) else {
      throw Failure.usage("no format '\(name)'; there are \(Format.names.joined(separator: ", "))")
    }
    return format
  }

  /// The table as `--sort`, `--limit` and `--columns` ask for it.
  static func shaped(_ table: Table, _ arguments: Arguments) throws -> Table {
    try table.arranged(by: arguments.values)
  }
}
