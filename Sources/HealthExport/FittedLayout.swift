import ViewTables

/// Columns in lines that are not wider than a terminal, for texts that are safe already.
struct FittedLayout {
  /// The columns that are left out.
  let leftOut: [Int]
  private let columns: [Shown]
  private let indent: String
  private let room: Int

  /// A column that is shown.
  private struct Shown {
    var index: Int
    var width: Int
    var isRight: Bool
    /// Whether a text that is too wide is broken into lines; else it is shortened.
    var isBroken: Bool
    /// Whether its texts may be cut at all.
    var isFlexible: Bool
  }

  init(
    _ columns: [Column], headings: [String], measuring rows: [[String]], indent: String, room: Int,
    keepsAll: Bool
  ) {
    self.indent = indent
    self.room = max(1, room - indent.utf8.count)
    let measures = columns.indices.map { index in
      ColumnFit.Measure(
        cells: rows.reduce(0) { max($0, Layout.width($1[index])) },
        heading: Layout.width(headings[index]), word: TextWrap.widestWord(headings[index]),
        rank: columns[index].rank, isFlexible: columns[index].kind == .text)
    }
    let fit = ColumnFit(measures, room: self.room, keepsAll: keepsAll)
    leftOut = columns.indices.filter { fit.widths[$0] == nil }
    self.columns = columns.indices.compactMap { index in
      fit.widths[index].map { width in
        Shown(
          index: index, width: width, isRight: columns[index].kind.isNumeric,
          isBroken: !ColumnFit.isShortened(measures[index], keepsAll: keepsAll),
          isFlexible: measures[index].isFlexible)
      }
    }
  }

  /// Appends the headings, in as many lines as they need.
  func append(headings: [String], _ paints: [Paint], to output: inout [UInt8]) {
    let cells = columns.map { TextWrap.lines(headings[$0.index], $0.width) }
    append(cells, of: columns, paints, to: &output)
  }

  /// Appends a row: a line, or some where a text is broken or where there is no room for all.
  func append(_ row: [String], _ paints: [Paint], to output: inout [UInt8]) {
    let columns = columns(of: row)
    let cells = columns.map { column -> [String] in
      let text = row[column.index]
      guard column.isFlexible else { return [text] }
      return column.isBroken
        ? TextWrap.lines(text, column.width) : [TextWrap.shortened(text, column.width)]
    }
    append(cells, of: columns, paints, to: &output)
  }

  /// The columns for a row: a text at its end that has too little room begins in the empty cells
  /// before it.
  private func columns(of row: [String]) -> [Shown] {
    guard let last = columns.last, last.isFlexible, last.isBroken,
      Layout.width(row[last.index]) > last.width
    else { return columns }
    let shown = columns.dropLast().lastIndex { !row[$0.index].isEmpty }
    guard let shown, shown + 2 < columns.count else { return columns }
    var wide = last
    wide.width = columns[(shown + 1)...].reduce(-ColumnFit.gap) { $0 + $1.width + ColumnFit.gap }
    return columns[...shown] + [wide]
  }

  private func append(
    _ cells: [[String]], of columns: [Shown], _ paints: [Paint], to output: inout [UInt8]
  ) {
    // A figure after the measured rows may be wider than they were; it is never cut while a line
    // has room.
    var cells = cells
    var widths = columns.map(\.width)
    for index in cells.indices {
      let least = room - Self.hanging
      if widths[index] > least || cells[index].contains(where: { Layout.width($0) > least }) {
        cells[index] = cells[index].flatMap { TextWrap.lines($0, max(1, least)) }
        widths[index] = min(widths[index], max(1, least))
      }
      widths[index] = cells[index].reduce(widths[index]) { max($0, Layout.width($1)) }
    }
    for (number, deck) in decks(widths).enumerated() {
      let height = deck.map { cells[$0].count }.max() ?? 0
      for line in 0..<height {
        var painted = PaintedLine(
          indent: number == 0 ? indent : indent + String(repeating: " ", count: Self.hanging))
        for index in deck {
          if index != deck.first { painted.append("  ") }
          painted.append(
            line < cells[index].count ? cells[index][line] : "", width: widths[index],
            isRight: columns[index].isRight, paints[columns[index].index])
        }
        painted.end(&output)
      }
    }
  }

  /// By how much further lines of a row are set in.
  private static let hanging = 2

  /// The columns of each line of a row: one, where there is room.
  private func decks(_ widths: [Int]) -> [[Int]] {
    var decks: [[Int]] = [[]]
    var used = 0
    for index in widths.indices {
      let isFirst = decks[decks.count - 1].isEmpty
      let needed = (isFirst ? 0 : ColumnFit.gap) + widths[index]
      if !isFirst, used + needed > room {
        decks.append([index])
        used = Self.hanging + widths[index]
      } else {
        decks[decks.count - 1].append(index)
        used += needed
      }
    }
    return decks
  }
}
