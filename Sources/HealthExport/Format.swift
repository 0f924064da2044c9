package import HealthProjections

/// How a table is written: the catalogue of formats.
///
///     Format(name: "csv")   // .csv
///     Format.names          // text, json, ndjson, csv, markdown
///
/// `text` and `markdown` are for people: short names, local times, numbers rounded for reading. The
/// others are for programs: every column, whole identifiers, RFC 3339, numbers that read back exactly.
package enum Format: CaseIterable, Hashable, Sendable {
  /// Aligned columns for a terminal.
  case text
  /// One array of objects.
  case json
  /// One object a line.
  case ndjson
  /// Comma-separated values, RFC 4180.
  case csv
  /// A table for a Markdown document.
  case markdown

  /// The name that `--format` takes.
  package var name: String {
    switch self {
    case .text: "text"
    case .json: "json"
    case .ndjson: "ndjson"
    case .csv: "csv"
    case .markdown: "markdown"
    }
  }

  /// Every name, in the order of help pages.
  package static var names: [String] { allCases.map(\.name) }

  /// The format of this name, or nil.
  package init?(name: String) {
    guard let format = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = format
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
  /// - Throws: what the sink or the table throws, at once.
  @discardableResult
  package func write(
    _ table: Table, to sink: inout some TextSink, options: ExportOptions = ExportOptions()
  ) throws -> Int {
    let columns = table.columns
    switch self {
    case .text: return try stream(table, through: TextRows(columns, options), to: &sink)
    case .json: return try stream(table, through: JSONRows(columns), to: &sink)
    case .ndjson: return try stream(table, through: NDJSONRows(columns), to: &sink)
    case .csv: return try stream(table, through: CSVRows(columns), to: &sink)
    case .markdown: return try stream(table, through: MarkdownRows(columns, options), to: &sink)
    }
  }
}

/// What a person may ask of the formats for people. Formats for programs have no options.
package struct ExportOptions: Hashable, Sendable {
  /// Shows columns that are left out otherwise, such as uuids.
  package var showsHiddenColumns: Bool
  /// Shows the UTC offset behind each time: `2026-11-20 08:00 +01:00`.
  package var showsOffsets: Bool

  /// The options; by default neither.
  package init(showsHiddenColumns: Bool = false, showsOffsets: Bool = false) {
    self.showsHiddenColumns = showsHiddenColumns
    self.showsOffsets = showsOffsets
  }
}

extension Format {
  /// Whether the format is for people, who read words rather than fields.
  package var isForPeople: Bool {
    switch self {
    case .text, .markdown: true
    case .json, .ndjson, .csv: false
    }
  }
}
