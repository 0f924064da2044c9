import ByteTools
package import ViewTables

extension Format {
  /// A row as a line of its own, for rows that come one by one and cannot be laid out together: an
  /// object in formats for programs; for people the cells that are there, two columns apart.
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
    let texts = readable.texts(row).map(TerminalText.escaped)
    return Array((Self.fitted(texts, columns, options.width ?? .max) + "\n").utf8)
  }

  /// The same of a row of one type.
  package func line<Row>(
    _ row: Row, _ columns: [RowColumn<Row>], _ options: ExportOptions
  ) -> [UInt8] {
    line(columns.map { $0.cell(row) }, columns.map(\.column), options)
  }

  /// The cells that are there, two columns apart. Where they have no room, those of columns that
  /// matter least are left out, from the last on; else they go on below.
  private static func fitted(_ texts: [String], _ columns: [Column], _ width: Int) -> String {
    var shown = texts.indices.filter { !texts[$0].isEmpty }
    func line() -> String { shown.map { texts[$0] }.joined(separator: "  ") }
    for rank in [Column.Rank.detail, .usual] {
      for index in columns.indices.reversed() where columns[index].rank == rank {
        guard Layout.width(line()) > width else { return line() }
        shown.removeAll { $0 == index }
      }
    }
    guard Layout.width(line()) > width else { return line() }
    return TextWrap.lines(line(), max(1, width - 2)).joined(separator: "\n  ")
  }
}
