import ByteTools
import HealthViews

extension Format {
  /// A table for a Markdown document.
  package static let markdown = Format(
    "markdown", "a table for a Markdown document", endings: ["md"], isForPeople: true
  ) { MarkdownRows($0, $1) }
}

/// A table for a Markdown document (GitHub Flavored Markdown §4.10), for people: spelled as in
/// text, numbers to the right, aligned in the source too. A list is one JSON text.
///
///     | day        |  sum |
///     | ---------- | ---: |
///     | 2026-11-20 | 8012 |
struct MarkdownRows: RowWriter {
  private var readable: ReadableColumns
  private var held: [[Cell]] = []
  private var layout: Layout?

  init(_ columns: [Column], _ options: ExportOptions) {
    readable = ReadableColumns(columns, options) { _ in true }
  }

  var isSettled: Bool { layout != nil }

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    guard let layout else {
      held.append(row)
      if held.count == Layout.measured { release(to: &output) }
      return
    }
    layout.append(spelled(row), to: &output)
  }

  mutating func end(_ output: inout [UInt8]) {
    let hasRows = layout != nil || !held.isEmpty
    if layout == nil { release(to: &output) }
    guard hasRows, let zone = readable.options.namedZone,
      readable.columns.contains(where: { $0.kind == .time })
    else { return }
    output.append(contentsOf: "\nDays and times of \(MarkdownText.cell(zone)).\n".utf8)
  }

  /// Measures the rows that are held and writes them, below the headings.
  private mutating func release(to output: inout [UInt8]) {
    readable.study(held)
    let headings = readable.headings.map { MeasuredText(MarkdownText.cell($0)) }
    let texts = held.map { spelled($0) }
    let layout = Layout(
      edges: Layout.Edges(before: "| ", between: " | ", after: " |"), isRight: readable.isRight,
      measuring: [headings, readable.columns.map { _ in MeasuredText("----") }] + texts)
    layout.append(headings, to: &output)
    layout.append(layout.columns.map(Self.rule), to: &output)
    for row in texts { layout.append(row, to: &output) }
    held = []
    self.layout = layout
  }

  private mutating func spelled(_ row: [Cell]) -> [MeasuredText] {
    readable.texts(row).map { MeasuredText(MarkdownText.cell($0)) }
  }

  /// Returns `----`, or `---:` for a column of numbers.
  private static func rule(_ column: Layout.Shown) -> MeasuredText {
    let dashes = String(repeating: "-", count: column.width - 1)
    return MeasuredText(dashes + (column.isRight ? ":" : "-"))
  }
}
