import ByteTools
package import HealthModel
package import HealthViews

/// The way to write a table: one value in one file for each format, and one line in `all`.
///
///     Format(name: "csv")   // .csv
///     Format.names          // text, json, ndjson, csv, markdown
///
/// Formats for people have short names, local times, numbers rounded for reading. The others are
/// for programs: every column, whole identifiers, RFC 3339, numbers that read back exactly.
package struct Format: Sendable {
  /// Every format, in the order of help pages: one line each.
  package static let all: [Format] = [
    .text,
    .json,
    .ndjson,
    .csv,
    .markdown,
  ]

  /// Formats of rows that have certain columns, which no others can be written in: one line each.
  package static let special: [Format] = [
    .gpx,
    .ics,
  ]

  /// The name that `--format` takes.
  package let name: String
  /// The summary for help, in one line.
  package let summary: String
  /// The file name endings of this format, without the dot.
  package let endings: [String]
  /// True if the format is for people, who read words rather than fields.
  package let isForPeople: Bool
  /// The roles that columns must have, and the name of rows that have them; nil if the format
  /// accepts any columns.
  let needs: (roles: [Column.Role], of: String)?
  /// Makes what writes the rows of a table with these columns.
  let rows: @Sendable ([Column], ExportOptions) -> any RowWriter

  /// Every name, in the order of help pages.
  package static var names: [String] { all.map(\.name) }

  /// Creates the format of this name, or nil.
  package init?(name: String) {
    guard let format = (Self.all + Self.special).first(where: { $0.name == name }) else {
      return nil
    }
    self = format
  }

  /// Creates the format of a file name's ending, or nil.
  package init?(ending: some StringProtocol) {
    guard
      let format = (Self.all + Self.special).first(where: { $0.endings.contains(String(ending)) })
    else { return nil }
    self = format
  }

  init(
    _ name: String, _ summary: String, endings: [String] = [], isForPeople: Bool = false,
    needs: (roles: [Column.Role], of: String)? = nil,
    _ rows: @escaping @Sendable ([Column], ExportOptions) -> any RowWriter
  ) {
    self.name = name
    self.summary = summary
    self.endings = endings
    self.isForPeople = isForPeople
    self.needs = needs
    self.rows = rows
  }

  /// Writes a table, in chunks of about 64 KiB, while the table produces its rows.
  ///
  ///     var output = CollectingSink()
  ///     try Format.ndjson.write(table, to: &output)
  ///     // {"type":"HKQuantityTypeIdentifierStepCount","sum":8012}
  ///
  /// Memory is that of one chunk; `text` and `markdown` also hold the first 1,000 rows, to measure
  /// their columns. Nothing is kept back: when this returns, the sink has every byte.
  ///
  /// - Returns: how many rows there were.
  /// - Throws: what the sink or the table throws, at once; `OptionProblem` where the format cannot
  ///   say these rows.
  @discardableResult
  package func write(
    _ table: Table, to sink: inout some TextSink, options: ExportOptions = ExportOptions()
  ) throws -> Int {
    if let needs, !needs.roles.allSatisfy({ table.columns.index(of: $0) != nil }) {
      throw OptionProblem("\(name) is a format of \(needs.of), not of these rows")
    }
    return try stream(table, through: rows(table.columns, options), to: &sink)
  }

  /// Writes a row as a line of its own, for rows that arrive one by one and cannot be laid out
  /// together: an object in formats for programs; for people the cells that are there, two columns
  /// apart.
  ///
  ///     Format.text.line([.text("new"), .whole(12), .missing], columns, options)   // new  12
  package func line(
    _ row: [Cell], _ columns: [Column], _ options: ExportOptions
  ) -> [UInt8] {
    guard isForPeople else {
      var json = JSONWriter()
      json.row(row, columns.map(\.field))
      return json.bytes + [UInt8(ascii: "\n")]
    }
    var readable = ReadableColumns(columns, options) { _ in true }
    let texts = readable.texts(row).map(MeasuredText.init(escaping:))
    return Array((Self.fitted(texts, columns, options.width ?? .max) + "\n").utf8)
  }

  /// Writes a row of one type as a line of its own.
  package func line<Row>(
    _ row: Row, _ columns: [RowColumn<Row>], _ options: ExportOptions
  ) -> [UInt8] {
    line(columns.map { $0.cell(row) }, columns.map(\.column), options)
  }

  /// Returns the cells that are not empty, two columns apart. If they do not fit, it leaves out
  /// cells of the columns that matter least, from the last on; if that is not enough, it breaks the
  /// line.
  private static func fitted(
    _ texts: [MeasuredText], _ columns: [Column], _ width: Int
  ) -> String {
    var shown = texts.indices.filter { !texts[$0].text.isEmpty }
    func fits() -> Bool { ColumnFit.total(shown.map { texts[$0].width }) <= width }
    for rank in [Column.Rank.detail, .usual] {
      for index in columns.indices.reversed() where columns[index].rank == rank && !fits() {
        shown.removeAll { $0 == index }
      }
    }
    let line = shown.map { texts[$0].text }.joined(separator: "  ")
    return fits() ? line : TextWrap.lines(line, max(1, width - 2)).joined(separator: "\n  ")
  }
}

extension Format: Hashable, CustomStringConvertible {
  package static func == (one: Format, other: Format) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package var description: String { name }
}

/// The options of the formats for people. Formats for programs have no options.
package struct ExportOptions: Sendable {
  /// True if columns are shown that are otherwise left out, such as uuids.
  package var showsHiddenColumns: Bool
  /// Shows the UTC offset after each time: `2026-11-20 08:00 +01:00`.
  package var showsOffsets: Bool
  /// The zone in which all times are shown; nil: each time is shown with its own offset.
  package var clock: ZoneRules?
  /// True if the rows name the zone of the clock.
  package var namesClock = false
  /// The units in which figures are shown.
  package var units = ReaderUnits.stated
  /// The greatest width of the lines of text; nil: no limit.
  package var width: Int?
  /// True if headings and what matters are highlighted by the codes of a terminal.
  package var isColored = false

  /// The zone that is named below the rows.
  var namedZone: String? { namesClock ? clock?.name : nil }

  /// Creates the options; both are off by default.
  package init(showsHiddenColumns: Bool = false, showsOffsets: Bool = false) {
    self.showsHiddenColumns = showsHiddenColumns
    self.showsOffsets = showsOffsets
  }
}

/// A format at work: it appends the text of each row to a buffer, which `stream` empties between
/// rows.
///
/// A format for people spells cells by `ReadableColumns`. It holds the first `Layout.measured` rows
/// and shows them to `ReadableColumns.study` before it spells one, as `MarkdownFormat` does.
protocol RowWriter {
  /// Appends what comes before the first row.
  mutating func begin(_ output: inout [UInt8])
  /// Appends a row, or holds it until it knows how wide the columns are.
  mutating func append(_ row: [Cell], to output: inout [UInt8])
  /// Appends what is held and what comes after the last row.
  mutating func end(_ output: inout [UInt8])
}

/// Reads a table row by row through a format into a sink, a full buffer at a time.
///
/// - Returns: how many rows there were.
func stream(
  _ table: Table, through format: some RowWriter, to sink: inout some TextSink
) throws -> Int {
  let chunk = 64 * 1024
  var format = format
  var buffer: [UInt8] = []
  buffer.reserveCapacity(chunk + chunk / 4)
  var rows = 0
  format.begin(&buffer)
  try table.forEachRow { row in
    rows += 1
    format.append(row, to: &buffer)
    guard buffer.count >= chunk else { return }
    try sink.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
  format.end(&buffer)
  if !buffer.isEmpty { try sink.write(buffer) }
  return rows
}

/// The destination of exported text: a file, standard output, a request.
package protocol TextSink {
  /// Takes the next bytes, whole: a chunk may end in the middle of a character.
  mutating func write(_ bytes: [UInt8]) throws
}

/// A sink that keeps everything in memory: for small tables.
package struct CollectingSink: TextSink {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}
