import ByteTools
package import HealthModel
package import HealthViews
import Synchronization

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
    .tsv,
    .markdown,
  ]

  /// Formats of rows that have certain columns, which no others can be written in: one line each.
  package static let special: [Format] = [
    .gpx,
    .ics,
  ]

  /// The formats that spreadsheets read.
  package static let forSpreadsheets: [Format] = [.csv, .tsv]

  /// The name that `--format` takes.
  package let name: String
  /// The summary for help, in one line.
  package let summary: String
  /// The file name endings of this format, without the dot.
  package let endings: [String]
  /// True if the format is for people, who read words rather than fields.
  package let isForPeople: Bool
  /// The roles that columns must have, one of these sets, and the name of rows that have them; nil
  /// if the format accepts any columns.
  let needs: (roles: [[Column.Role]], of: String)?
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
    needs: (roles: [[Column.Role]], of: String)? = nil,
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
    let table = table.shown(by: options)
    return try stream(table, through: writer(of: table, options), to: &sink)
  }

  /// Writes a table in the same way, and has the parts of its rows made by several threads.
  @discardableResult
  package func write(
    _ table: Table, to sink: inout (some TextSink & Sendable),
    options: ExportOptions = ExportOptions(), threads: Int
  ) throws -> Int {
    let table = table.shown(by: options)
    return try stream(table, through: writer(of: table, options), to: &sink, on: threads)
  }

  private func writer(of table: Table, _ options: ExportOptions) throws -> any RowWriter {
    let roles = Set(table.columns.compactMap(\.role))
    if let needs, !needs.roles.contains(where: roles.isSuperset) {
      throw OptionProblem("\(name) is only for \(needs.of)")
    }
    return rows(table.columns, options)
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
    return Array((Self.fitted(texts, readable.columns, options.width ?? .max) + "\n").utf8)
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

extension Table {
  /// Returns the table for a spreadsheet, if it is for one: in percent, with units in headings.
  fileprivate func shown(by options: ExportOptions) -> Table {
    guard options.isForSpreadsheet else { return self }
    let percent = inPercent()
    return percent.mapped(
      percent.columns.map { column in
        Column(column.field + (column.unit.map { " (\($0))" } ?? ""), column.kind)
      }
    ) { $0 }
  }
}

/// The options of formats: all but one are of those for people.
package struct ExportOptions: Sendable {
  /// True if values separated by commas or tabs are for a spreadsheet, which is a person's.
  package var isForSpreadsheet = false
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
protocol RowWriter: Sendable {
  /// True once a copy of this writer writes any later row as this one would.
  var isSettled: Bool { get }
  /// Appends what comes before the first row.
  mutating func begin(_ output: inout [UInt8])
  /// Appends a row, or holds it until it knows how wide the columns are.
  mutating func append(_ row: [Cell], to output: inout [UInt8])
  /// Appends what is held and what comes after the last row.
  mutating func end(_ output: inout [UInt8])
}

extension RowWriter {
  /// Formats that gather rows never are.
  var isSettled: Bool { false }

  /// Appends nothing.
  func begin(_ output: inout [UInt8]) {}
}

/// Reads a table row by row through a format into a sink, a full buffer at a time.
///
/// - Returns: how many rows there were.
func stream(
  _ table: Table, through format: some RowWriter, to sink: inout some TextSink
) throws -> Int {
  var stream = RowStream(table, format)
  while !stream.isDone { try stream.writePart(to: &sink) }
  return try stream.end(to: &sink)
}

/// Reads a table in the same way. Once the format is settled, threads make the text of the parts,
/// some of which are in memory at once.
func stream<Sink: TextSink & Sendable>(
  _ table: Table, through format: some RowWriter, to sink: inout Sink, on threads: Int
) throws -> Int {
  var stream = RowStream(table, format)
  while !stream.isDone {
    guard threads > 1, let writer = stream.settledWriter else {
      try stream.writePart(to: &sink)
      continue
    }
    try stream.flush(to: &sink)
    let shared = Mutex((sink: sink, rows: 0))
    try Threads.inOrder(stream.takeParts(16 * threads), on: threads) { part in
      var (writer, text, rows) = (writer, [UInt8](), 0)
      try table.forEachRow(inPart: part) { row in
        rows += 1
        writer.append(row, to: &text)
      }
      return (text, rows)
    } take: { text, rows in
      try shared.withLock { shared in
        if !text.isEmpty { try shared.sink.write(text) }
        shared.rows += rows
      }
    }
    let written = shared.withLock { $0 }
    sink = written.sink
    stream.rows += written.rows
  }
  return try stream.end(to: &sink)
}

/// A table on its way through a format.
private struct RowStream<Writer: RowWriter> {
  /// The number of bytes that are written at once.
  private let chunk = 64 * 1024

  private let table: Table
  private var writer: Writer
  private var part = 0
  private var text: [UInt8] = []
  /// The number of rows that have been written.
  var rows = 0

  init(_ table: Table, _ writer: Writer) {
    (self.table, self.writer) = (table, writer)
    text.reserveCapacity(chunk + chunk / 4)
    self.writer.begin(&text)
  }

  /// True if no part is left.
  var isDone: Bool { part == table.partCount }

  /// The writer of the parts that are left, if more than one is and each can be written alone.
  var settledWriter: Writer? {
    writer.isSettled && table.partCount - part > 1 ? writer : nil
  }

  /// Writes the next part.
  mutating func writePart(to sink: inout some TextSink) throws {
    try table.forEachRow(inPart: part) { row in
      rows += 1
      writer.append(row, to: &text)
      if text.count >= chunk { try flush(to: &sink) }
    }
    part += 1
  }

  /// Writes the text that waits.
  mutating func flush(to sink: inout some TextSink) throws {
    guard !text.isEmpty else { return }
    try sink.write(text)
    text.removeAll(keepingCapacity: true)
  }

  /// Returns the next parts, at most so many, which are written elsewhere.
  mutating func takeParts(_ count: Int) -> [Int] {
    let first = part
    part = min(first + count, table.partCount)
    return Array(first..<part)
  }

  /// Writes what comes after the last row.
  ///
  /// - Returns: how many rows there were.
  mutating func end(to sink: inout some TextSink) throws -> Int {
    writer.end(&text)
    try flush(to: &sink)
    return rows
  }
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
