import ByteTools
import HealthProjections

extension Format {
  /// Aligned columns for a terminal.
  package static let text = Format("text", "aligned columns for a terminal", isForPeople: true) {
    TextRows($0, $1)
  }
}

/// Aligned columns for a terminal, under a line of headings; nothing at all for no rows.
///
///     day         source     sum
///     2026-11-20  Watch     8012
///
/// A list stands below its row, as a smaller table set in by four columns.
struct TextRows: RowWriter {
  private let lists: [(place: Int, name: String)]
  private let indent: String
  private var readable: ReadableColumns
  private var held: [[Cell]] = []
  private var layout: Layout?

  init(_ columns: [Column], _ options: ExportOptions) {
    self.init(columns, options, indent: "")
  }

  private init(_ columns: [Column], _ options: ExportOptions, indent: String) {
    self.indent = indent
    readable = ReadableColumns(columns, options) { $0.kind != .list }
    lists = columns.indices.filter { columns[$0].kind == .list }.map { place in
      (place, Reading.heading(columns[place]))
    }
  }

  func begin(_ output: inout [UInt8]) {}

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    guard let layout else {
      held.append(row)
      if held.count == Layout.measured { release(to: &output) }
      return
    }
    write(row, readable.texts(row).map(TerminalText.escaped), layout, to: &output)
  }

  mutating func end(_ output: inout [UInt8]) {
    if !held.isEmpty { release(to: &output) }
  }

  /// Measures the rows that are held and writes them, below the headings.
  private mutating func release(to output: inout [UInt8]) {
    readable.study(held)
    let headings = readable.headings.map(TerminalText.escaped)
    let texts = held.map { readable.texts($0).map(TerminalText.escaped) }
    let layout = Layout(
      edges: Layout.Edges(before: indent, between: "  ", after: ""), isRight: readable.isRight,
      measuring: [headings] + texts)
    layout.append(headings, to: &output)
    for (row, texts) in zip(held, texts) { write(row, texts, layout, to: &output) }
    held = []
    self.layout = layout
  }

  private func write(
    _ row: [Cell], _ texts: [String], _ layout: Layout, to output: inout [UInt8]
  ) {
    layout.append(texts, to: &output)
    for list in lists {
      guard case .list(let objects) = row[list.place], !objects.isEmpty else { continue }
      var indent = indent + "    "
      if lists.count > 1 {
        output.append(contentsOf: "\(indent)\(TerminalText.escaped(list.name))\n".utf8)
        indent += "  "
      }
      Self.write(objects, readable.options, indent: indent, to: &output)
    }
  }

  /// Writes a list as a table of its own.
  private static func write(
    _ objects: [[(String, Cell)]], _ options: ExportOptions, indent: String,
    to output: inout [UInt8]
  ) {
    let columns = columns(of: objects)
    var rows = TextRows(columns, options, indent: indent)
    for object in objects {
      let row = columns.map { column in
        object.first { $0.0 == column.field }?.1 ?? .missing
      }
      rows.append(row, to: &output)
    }
    rows.end(&output)
  }

  /// Every field of the objects, each after the one that it follows where it first occurs.
  private static func columns(of objects: [[(String, Cell)]]) -> [Column] {
    var columns: [Column] = []
    for object in objects {
      var place = 0
      for (field, cell) in object {
        if let known = columns.firstIndex(where: { $0.field == field }) {
          place = known + 1
        } else {
          columns.insert(Column(field, kind(of: cell)), at: place)
          place += 1
        }
      }
    }
    return columns
  }

  private static func kind(of cell: Cell) -> Column.Kind {
    switch cell {
    case .number, .whole: .number
    case .time, .day: .time
    case .missing, .text, .flag, .identifier, .names, .list: .text
    }
  }
}
