package import HealthModel
package import ViewTables

/// How a table is written: one value in one file for each format, and one line in `all`.
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
  /// One line of help.
  package let summary: String
  /// The endings of file names, without the dot, that stand for it.
  package let endings: [String]
  /// Whether the format is for people, who read words rather than fields.
  package let isForPeople: Bool
  /// The columns that rows must have, and where there are such rows; nil: any will do.
  let needs: (roles: [Column.Role], of: String)?
  /// Makes what writes the rows of a table with these columns.
  let rows: @Sendable ([Column], ExportOptions) -> any RowWriter

  /// Every name, in the order of help pages.
  package static var names: [String] { all.map(\.name) }

  /// The format of this name, or nil.
  package init?(name: String) {
    guard let format = (Self.all + Self.special).first(where: { $0.name == name }) else {
      return nil
    }
    self = format
  }

  /// The format that the ending of a file's name stands for, or nil.
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
}

extension Format: Hashable, CustomStringConvertible {
  /// The same name.
  package static func == (one: Format, other: Format) -> Bool { one.name == other.name }

  /// By the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  package var description: String { name }
}

/// What a person may ask of the formats for people. Formats for programs have no options.
package struct ExportOptions: Sendable {
  /// Shows columns that are left out otherwise, such as uuids.
  package var showsHiddenColumns: Bool
  /// Shows the UTC offset after each time: `2026-11-20 08:00 +01:00`.
  package var showsOffsets: Bool
  /// The zone in which all times are shown; nil: each time is shown with its own offset.
  package var clock: ZoneRules?
  /// Whether the rows say of what zone the clock is.
  package var namesClock = false
  /// In which units figures are shown.
  package var units = ReaderUnits.stated
  /// How wide the lines of text may be; nil: as wide as they like.
  package var width: Int?
  /// Whether headings and what matters stand out by the codes of a terminal.
  package var isColored = false

  /// The zone that is named below the rows.
  var namedZone: String? { namesClock ? clock?.name : nil }

  /// The options; by default neither.
  package init(showsHiddenColumns: Bool = false, showsOffsets: Bool = false) {
    self.showsHiddenColumns = showsHiddenColumns
    self.showsOffsets = showsOffsets
  }
}
