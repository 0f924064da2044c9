import ByteTools
import HealthViews

extension Format {
  /// Aligned columns for a terminal.
  package static let text = Format(
    "text", "aligned columns for a terminal", endings: ["txt"], isForPeople: true
  ) { TextRows($0, $1) }
}

/// Aligned columns for a terminal, under a line of headings; nothing at all for no rows.
///
///     day         source     sum
///     2026-11-20  Watch    8,012
///
/// This is one rule for all views: what is shown depends on the question, the rows and the width,
/// not on the terminal; `ColumnFit` says what goes first.
///
/// A list follows its row, as a smaller table indented by four columns. If the width of lines is
/// given, columns are fitted into it, and a note below names the columns without room.
struct TextRows: RowWriter {
  private let lists: [(index: Int, name: String, members: [Column])]
  private let indent: String
  private var readable: ReadableColumns
  private let paint: ColumnPaint
  private var held: [[Cell]] = []
  private var layout: Layout?
  /// The headings of what had no room, each once.
  private var leftOut: [String] = []
  /// The cells that had no room and are the same in every row: `type Heart rate`.
  private var constants: [String] = []
  private var hasTimes = false

  init(_ columns: [Column], _ options: ExportOptions) {
    self.init(columns, options, indent: "")
  }

  private init(_ columns: [Column], _ options: ExportOptions, indent: String) {
    self.indent = indent
    readable = ReadableColumns(columns, options) { $0.kind != .list }
    paint = ColumnPaint(readable.columns, isColored: options.isColored)
    lists = columns.indices.filter { columns[$0].kind == .list }.map { index in
      (index, ReadableText.heading(columns[index]), columns[index].members)
    }
  }

  /// A list is never settled: the rows decide which of its columns have no room.
  var isSettled: Bool { layout != nil && lists.isEmpty }

  mutating func append(_ row: [Cell], to output: inout [UInt8]) {
    guard let layout else {
      held.append(row)
      if held.count == Layout.measured { release(isAll: false, to: &output) }
      return
    }
    if layout.isOfAnyWidth, lists.isEmpty, !readable.options.isColored {
      layout.appendRow(to: &output) { readable.appendText(of: $0, row, to: &$1) }
    } else {
      write(row, readable.texts(row).map(MeasuredText.init(escaping:)), layout, to: &output)
    }
  }

  mutating func end(_ output: inout [UInt8]) {
    if !held.isEmpty { release(isAll: true, to: &output) }
    guard indent.isEmpty else { return }
    var notes: [String] = []
    if !constants.isEmpty { notes.append("in every row: \(constants.joined(separator: ", "))") }
    if !leftOut.isEmpty {
      notes.append("not shown: \(leftOut.joined(separator: ", ")); --all-columns shows all")
    }
    if hasTimes, let zone = readable.options.namedZone { notes.append("days and times of \(zone)") }
    if notes.isEmpty { return }
    output.append(UInt8(ascii: "\n"))
    for note in notes {
      for line in TextWrap.lines(note, readable.options.width ?? .max) {
        output.append(contentsOf: (paint.note(line) + "\n").utf8)
      }
    }
  }

  // MARK: Layout

  /// Measures the rows that are held and writes them, below the headings.
  private mutating func release(isAll: Bool, to output: inout [UInt8]) {
    readable.study(held)
    hasTimes = readable.columns.contains { $0.kind == .time }
    let (layout, headings, texts) = laidOut(isAll: isAll)
    layout.append(headings: headings, paint.headings, to: &output)
    self.layout = layout
    for (row, texts) in zip(held, texts) { write(row, texts, layout, to: &output) }
    held = []
  }

  /// Returns the layout, and the headings and texts for it.
  ///
  /// - Parameter isAll: true if no row follows those that are held.
  private mutating func laidOut(
    isAll: Bool
  ) -> (Layout, headings: [MeasuredText], texts: [[MeasuredText]]) {
    let headings = readable.headings.map(MeasuredText.init(escaping:))
    func spelled() -> [[MeasuredText]] {
      held.map { readable.texts($0).map(MeasuredText.init(escaping:)) }
    }
    var texts = spelled()
    guard let width = readable.options.width else {
      let layout = Layout(
        edges: Layout.Edges(before: indent), isRight: readable.isRight,
        measuring: [headings] + texts)
      return (layout, headings, texts)
    }
    let room = width - indent.utf8.count
    var cells = Layout.widths(of: texts, count: headings.count)
    if ColumnFit.total(zip(cells, headings).map { max($0, $1.width) }) > room {
      readable.hasShortTimes = true
      texts = spelled()
      cells = Layout.widths(of: texts, count: headings.count)
    }
    let constants = isAll && indent.isEmpty ? constantColumns(texts) : []
    let layout = Layout(
      readable.columns, headings: headings, cells: cells, constants: constants, indent: indent,
      room: room, keepsAll: readable.options.showsHiddenColumns)
    note(
      layout.leftOut.filter { !constants.contains($0) }
        .map { ReadableText.heading(readable.columns[$0]) })
    self.constants = layout.leftOut
      .filter { constants.contains($0) && !texts[0][$0].text.isEmpty }
      .map { "\(headings[$0].text) \(texts[0][$0].text)" }
    return (layout, headings, texts)
  }

  /// Returns the columns of words and times that say the same in each of several rows, and those
  /// that are empty there.
  private func constantColumns(_ texts: [[MeasuredText]]) -> Set<Int> {
    guard texts.count > 1, let first = texts.first else { return [] }
    return Set(
      first.indices.filter { index in
        let kind = readable.columns[index].kind
        return kind != .drawing && (!kind.isNumeric || first[index].text.isEmpty)
          && texts.allSatisfy { $0[index].text == first[index].text }
      })
  }

  private mutating func note(_ names: [String]) {
    for name in names where !leftOut.contains(name) { leftOut.append(name) }
  }

  // MARK: Rows

  private mutating func write(
    _ row: [Cell], _ texts: [MeasuredText], _ layout: Layout, to output: inout [UInt8]
  ) {
    let paints = paint.cells(texts)
    layout.append(texts, paints, to: &output)
    for list in lists {
      guard case .list(let objects) = row[list.index], !objects.isEmpty else { continue }
      var indent = indent + "    "
      if lists.count > 1 {
        let room = readable.options.width.map { $0 - indent.utf8.count } ?? .max
        for line in TextWrap.lines(TerminalText.escaped(list.name), max(1, room)) {
          output.append(contentsOf: "\(indent)\(line)\n".utf8)
        }
        indent += "  "
      }
      write(objects, of: list.members, indent: indent, to: &output)
    }
  }

  /// Writes a list as a table of its own.
  private mutating func write(
    _ objects: [[(String, Cell)]], of members: [Column], indent: String,
    to output: inout [UInt8]
  ) {
    let columns = Self.columns(of: objects, members)
    var rows = TextRows(columns, readable.options, indent: indent)
    for object in objects {
      let row = columns.map { column in
        object.first { $0.0 == column.field }?.1 ?? .missing
      }
      rows.append(row, to: &output)
    }
    rows.end(&output)
    note(rows.leftOut)
  }

  /// Returns every field of the objects, each after its predecessor in the first object that has
  /// it.
  private static func columns(
    of objects: [[(String, Cell)]], _ members: [Column]
  ) -> [Column] {
    var columns: [Column] = []
    for object in objects {
      var index = 0
      for (field, cell) in object {
        if let known = columns.firstIndex(where: { $0.field == field }) {
          index = known + 1
        } else {
          let declared = members.first { $0.field == field }
          columns.insert(declared ?? Column(field, kind(of: cell)), at: index)
          index += 1
        }
      }
    }
    return columns
  }

  private static func kind(of cell: Cell) -> Column.Kind {
    switch cell {
    case .number, .whole: .number
    case .time, .day: .time
    case .missing, .text, .flag, .identifier, .names, .list, .json: .text
    }
  }
}

/// The paints of a table's columns.
struct ColumnPaint {
  let headings: [Paint]
  private let columns: [Paint]
  private let findings: [Set<String>]
  private let isColored: Bool

  init(_ columns: [Column], isColored: Bool) {
    self.isColored = isColored
    headings = columns.map { _ in isColored ? .bold : .plain }
    self.columns = columns.map { isColored && $0.rank == .detail ? .dim : .plain }
    findings = isColored ? columns.map(\.findings) : []
  }

  /// Returns the paints of the cells of a row.
  func cells(_ texts: [MeasuredText]) -> [Paint] {
    guard isColored else { return columns }
    return columns.indices.map { findings[$0].contains(texts[$0].text) ? .red : columns[$0] }
  }

  /// Returns a line that notes something about the rows.
  func note(_ line: String) -> String { isColored ? Paint.dim.applied(to: line) : line }
}
