import ByteTools
import HealthExport
import HealthJournal
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
    let format = try Self.format(arguments)
    let rows = try format.write(
      try Self.sorted(table, arguments), to: &output, options: Self.options(arguments))
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

  /// The table in the order that `--sort` asks for, and of that as much as `--limit` says.
  static func sorted(_ table: Table, _ arguments: Arguments) throws -> Table {
    guard let text = arguments[.sort] else { return table }
    let descending = text.hasPrefix("-")
    let field = descending ? String(text.dropFirst()) : text
    guard let column = table.columns.firstIndex(where: { $0.field == field }) else {
      let fields = table.columns.map(\.field).joined(separator: ", ")
      throw Failure.usage("cannot sort by '\(field)'; the fields are \(fields)")
    }
    let limit = try arguments.whole(.limit, least: 1)
    return try table.sorted(by: column, descending: descending).limited(to: limit)
  }
}
