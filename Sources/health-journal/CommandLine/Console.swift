import ByteTools
import HealthExport
import Journal
import HealthProjections
import JournalFile

/// Where a command's results and remarks go.
struct Console {
  private var output = StandardOutput()

  /// Writes a result to standard output.
  mutating func print(_ text: String) throws { try output.write(Array((text + "\n").utf8)) }

  /// Writes bytes of a result to standard output.
  mutating func write(_ bytes: [UInt8]) throws { try output.write(bytes) }

  /// Writes a table in the format that was asked for; says so where it has no rows.
  ///
  /// - Returns: `.no` where there were none.
  mutating func show(
    _ table: Table, _ arguments: Arguments, nothing: String = "nothing found"
  ) throws -> ExitCode {
    try write(try Self.shaped(table, arguments), arguments, nothing)
  }

  /// The same for a table with columns that may be empty in every row: people are not shown those, unless
  /// they name the columns.
  mutating func showFilled(
    _ table: Table, _ arguments: Arguments, nothing: String = "nothing found"
  ) throws -> ExitCode {
    let isShortened = try Self.format(arguments).isForPeople && !arguments.has(.columns)
    let shaped = try Self.shaped(table, arguments)
    return try write(isShortened ? shaped.withoutEmptyColumns() : shaped, arguments, nothing)
  }

  private mutating func write(
    _ shaped: Table, _ arguments: Arguments, _ nothing: String
  ) throws -> ExitCode {
    let format = try Self.format(arguments)
    let rows = try format.write(shaped, to: &output, options: Self.options(arguments))
    guard rows == 0 else { return .done }
    remark(nothing + Inputs.doubt(arguments))
    return .no
  }

  /// Writes a table in this format.
  mutating func show(_ table: Table, as format: Format) throws {
    try format.write(table, to: &output)
  }

  /// Writes a remark to standard error: one line, nothing in it that a terminal obeys.
  func remark(_ text: String) {
    StandardError.write("health-journal: " + TerminalText.escaped(text) + "\n")
  }

  /// The format that `--format` names; text without it.
  static func format(_ arguments: Arguments) throws(Failure) -> Format {
    guard let name = arguments[.format] else { return .text }
    guard let format = Format(name: name) else {
      throw .usage("no format '\(name)'; there are \(Format.names.joined(separator: ", "))")
    }
    return format
  }

  /// What the arguments ask of the formats for people.
  static func options(_ arguments: Arguments) -> ExportOptions {
    ExportOptions(showsHiddenColumns: arguments.has(.all))
  }

  /// The table as `--sort`, `--limit` and `--columns` ask for it.
  static func shaped(_ table: Table, _ arguments: Arguments) throws -> Table {
    do {
      let choices = try choices(arguments)
      let sorted = try sorted(table, choices, arguments)
      return try choices.isEmpty ? sorted : sorted.selecting(choices)
    } catch let problem as ColumnProblem {
      throw Failure.usage(Wording.text(problem))
    }
  }

  /// The table in the order that `--sort` asks for, and of that as much as `--limit` says.
  /// A field may be named as `--columns` renames it.
  private static func sorted(
    _ table: Table, _ choices: [ColumnChoice], _ arguments: Arguments
  ) throws -> Table {
    guard let text = arguments[.sort] else { return table }
    let limit = try arguments.whole(.limit, least: 1)
    var order = RowOrder(text)
    if !table.columns.contains(where: { $0.field == order.field }),
      let choice = choices.first(where: { $0.name == order.field })
    {
      order = RowOrder(choice.field, descending: order.isDescending)
    }
    if table.order == RowOrder(table.field(order.field), descending: order.isDescending) {
      return table.limited(to: limit)
    }
    let column = try table.place(of: order.field)
    return try table.sorted(by: column, descending: order.isDescending).limited(to: limit)
  }

  /// The columns that `--columns` names.
  private static func choices(_ arguments: Arguments) throws -> [ColumnChoice] {
    try arguments.list(.columns).map { text in
      guard let choice = ColumnChoice(text) else {
        throw Failure.usage("--columns takes FIELD or NAME=FIELD, not '\(text)'")
      }
      return choice
    }
  }
}
